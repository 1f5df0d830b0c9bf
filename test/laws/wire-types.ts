import { fileURLToPath } from "node:url"
import ts from "typescript-5.9"
import { isArray, isObject, type Json, type JsonObject } from "../../src/core/json/json.ts"
import type { Choices } from "./choices.ts"

/** A type that a vendor's SDK exports. */
export interface SdkType {
  readonly module: string
  /** Its name; or a type that is made of some, each behind `sdk.`. */
  readonly name: string
}

/** A wire type as a vendor's own SDK declares it. */
export interface WireType {
  /**
   * Every member that it declares, as a pointer with a star for each index; those of all alternatives of a union at one
   * place, and those of each named type at the first place where it stands.
   */
  readonly members: ReadonlySet<string>
  /** A value that the type allows, as JSON text. */
  readonly print: (c: Choices) => string
  /** The members of a value that the type does not declare, as pointers with a star for each index. */
  readonly strangers: (value: Json) => readonly string[]
}

const root = fileURLToPath(new URL("../..", import.meta.url))

const options: ts.CompilerOptions = {
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext
}

/** Types of SDKs, read from their declarations. */
export const wireTypes = (wanted: readonly SdkType[]): readonly WireType[] => {
  const file = `${root}wire-types.virtual.ts`
  const text = wanted
    .map(({ module, name }, index) => {
      const type = /^[\w.]+$/.test(name) ? `sdk.${name}` : name
      return `import type * as sdk${index} from "${module}"\nexport type Wire${index} = ${type.replaceAll("sdk.", `sdk${index}.`)}`
    })
    .join("\n")
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.getSourceFile = (path, version) =>
    path === file ? ts.createSourceFile(path, text, version) : getSourceFile.call(host, path, version)
  host.fileExists = (path) => path === file || fileExists.call(host, path)
  const program = ts.createProgram([file], options, host)
  const checker = program.getTypeChecker()
  const aliases = program.getSourceFile(file)?.statements.filter(ts.isTypeAliasDeclaration) ?? []
  return aliases.map((alias) => {
    const type = checker.getTypeAtLocation(alias)
    return {
      members: membersOf(checker, type),
      print: (c) => print(checker, type, c, 0),
      strangers: (value) => strangers(checker, [type], value, "")
    }
  })
}

const itemOf = (checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined =>
  checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined

/** Whether a type is a record of any members, whose names no vendor lists. */
const isOpen = (checker: ts.TypeChecker, type: ts.Type): boolean =>
  checker.getIndexInfosOfType(type).length > 0 || checker.getPropertiesOfType(type).length === 0

/** `string & {}`: any text, where some are listed. */
const isText = (type: ts.Type): boolean =>
  type.isIntersection() && type.types.some((one) => (one.flags & ts.TypeFlags.String) !== 0)

const isRecord = (type: ts.Type): boolean =>
  (type.flags & ts.TypeFlags.Object) !== 0 || (type.isIntersection() && !isText(type))

const membersOf = (checker: ts.TypeChecker, whole: ts.Type): ReadonlySet<string> => {
  const found = new Set<string>()
  const entered = new Set<ts.Type>()
  const queue: [ts.Type, string][] = [[whole, ""]]
  for (const [type, at] of queue) {
    if (type.isUnion()) queue.push(...type.types.map((one): [ts.Type, string] => [one, at]))
    const item = itemOf(checker, type)
    if (item !== undefined) queue.push([item, `${at}/*`])
    if (item !== undefined || !isRecord(type) || entered.has(type) || isOpen(checker, type)) continue
    entered.add(type)
    for (const member of checker.getPropertiesOfType(type)) {
      found.add(`${at}/${member.name}`)
      queue.push([checker.getTypeOfSymbol(member), `${at}/${member.name}`])
    }
  }
  return found
}

const strangers = (checker: ts.TypeChecker, types: readonly ts.Type[], value: Json, at: string): readonly string[] => {
  const flat = types.flatMap((type) => (type.isUnion() ? type.types : [type]))
  if (flat.some(isAnything)) return []
  if (isArray(value)) {
    const items = flat.flatMap((type) => itemOf(checker, type) ?? [])
    return value.flatMap((item) => strangers(checker, items, item, `${at}/*`))
  }
  if (!isObject(value)) return []
  const records = flat.filter((type) => isRecord(type) && itemOf(checker, type) === undefined)
  if (records.some((type) => isOpen(checker, type))) return []
  const fitting = records.filter((type) => fits(checker, type, value))
  return Object.entries(value).flatMap(([key, member]) => {
    const said = (fitting.length > 0 ? fitting : records).flatMap((type) => typeOf(checker, type, key) ?? [])
    return said.length === 0 ? [`${at}/${key}`] : strangers(checker, said, member, `${at}/${key}`)
  })
}

const isAnything = (type: ts.Type): boolean => (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0

const typeOf = (checker: ts.TypeChecker, type: ts.Type, key: string): ts.Type | undefined => {
  const member = checker.getPropertyOfType(type, key)
  return member && checker.getTypeOfSymbol(member)
}

/** Whether the words by which the alternatives of a union are told apart are those of a value. */
const fits = (checker: ts.TypeChecker, type: ts.Type, value: JsonObject): boolean =>
  ["type", "role"].every((key) => {
    const word = typeOf(checker, type, key)
    const words = word === undefined ? [] : word.isUnion() ? word.types : [word]
    return (
      !words.every((it) => it.isStringLiteral()) || words.some((it) => it.isStringLiteral() && it.value === value[key])
    )
  })

const words = ["hello", "", "é日😀", "__proto__", "7"] as const

/** Deeper than this, lists are empty and members that need not be there are not. */
const deep = 8

const print = (checker: ts.TypeChecker, type: ts.Type, c: Choices, depth: number): string => {
  if (type.isUnion()) return printUnion(checker, type, c, depth)
  if (type.isStringLiteral() || type.isNumberLiteral()) return JSON.stringify(type.value)
  if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) return checker.typeToString(type)
  if ((type.flags & ts.TypeFlags.Null) !== 0) return "null"
  if ((type.flags & ts.TypeFlags.String) !== 0) return JSON.stringify(c.pick(words))
  if ((type.flags & ts.TypeFlags.Number) !== 0) return String(c.below(3))
  if ((type.flags & ts.TypeFlags.Boolean) !== 0) return c.pick(["false", "true"])
  const item = itemOf(checker, type)
  if (item !== undefined) {
    return `[${c.list(depth > deep ? 1 : 2, () => print(checker, item, c, depth + 1), depth > deep ? 0 : 1).join(",")}]`
  }
  if (isText(type)) return JSON.stringify(c.pick(words))
  if (!isRecord(type) || isOpen(checker, type)) return c.pick(["{}", '{"a":1}'])
  return printMembers(checker, type, c, depth)
}

const printUnion = (checker: ts.TypeChecker, type: ts.UnionType, c: Choices, depth: number): string => {
  const meant = type.types.filter((one) => (one.flags & ts.TypeFlags.Undefined) === 0)
  const flat = meant.filter((one) => !isRecord(one) || itemOf(checker, one) !== undefined)
  const [first, ...more] = depth > deep && flat.length > 0 ? flat : meant
  return first === undefined ? "null" : print(checker, c.pick([first, ...more]), c, depth)
}

/** Members from one of them on and round, so that each is early in some values. */
const printMembers = (checker: ts.TypeChecker, type: ts.Type, c: Choices, depth: number): string => {
  const members = checker.getPropertiesOfType(type)
  const first = c.below(members.length)
  const printed = [...members.slice(first), ...members.slice(0, first)].flatMap((member) => {
    const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0
    if (isOptional && (depth > deep || !c.chance(depth === 0 ? 20 : 50))) return []
    return [`${JSON.stringify(member.name)}:${print(checker, checker.getTypeOfSymbol(member), c, depth + 1)}`]
  })
  return `{${printed.join(",")}}`
}
