import { fileURLToPath } from "node:url"
import ts from "typescript-5.9"

/** A request's type, as a vendor's SDK exports it. */
export interface SdkRequest {
  readonly module: string
  readonly name: string
}

/** What a request's type declares. */
export interface Declared {
  /** The names of its own members. */
  readonly names: readonly string[]
  /** Where members stand, at any depth, whose name (of models: or type) speaks of what is looked for; `*` for an item. */
  readonly speaking: readonly string[]
}

const options: ts.CompilerOptions = {
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext
}

/** Names of members that speak of models, or of who chooses one. */
const ofModels = /model|fallback|preset|rout(?:e|er|ing)|agent|assistant|deployment|lora|adapter/i

/** Reads the types of some requests from the SDKs' declarations. `speaks`: the names that are looked for. */
export const declaredBy = (requests: readonly SdkRequest[], speaks = ofModels): readonly Declared[] => {
  const file = fileURLToPath(new URL("requests.virtual.ts", import.meta.url))
  const text = requests
    .map(({ module, name }, index) => `export type Request${index} = import("${module}").${name}`)
    .join("\n")
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.getSourceFile = (path, version) =>
    path === file ? ts.createSourceFile(path, text, version) : getSourceFile.call(host, path, version)
  host.fileExists = (path) => path === file || fileExists.call(host, path)
  const program = ts.createProgram([file], options, host)
  const wrong = program.getSemanticDiagnostics(program.getSourceFile(file))
  if (wrong.length > 0)
    throw new Error(wrong.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " ")).join("\n"))
  const walk = new Walk(program.getTypeChecker(), speaks)
  const aliases = program.getSourceFile(file)?.statements.filter(ts.isTypeAliasDeclaration) ?? []
  return aliases.map((alias) => walk.declared(program.getTypeChecker().getTypeAtLocation(alias)))
}

/** A walk over types. What a type declares is found once; one that stands inside itself is not entered again. */
class Walk {
  readonly #checker: ts.TypeChecker
  readonly #speaks: RegExp
  readonly #found = new Map<ts.Type, ReadonlySet<string>>()
  readonly #entered = new Set<ts.Type>()

  constructor(checker: ts.TypeChecker, speaks: RegExp) {
    this.#checker = checker
    this.#speaks = speaks
  }

  declared(type: ts.Type): Declared {
    const names = new Set(partsOf(type).flatMap((part) => part.getProperties().map(({ name }) => name)))
    return { names: [...names], speaking: [...this.#below(type)].toSorted() }
  }

  /** Where such members stand below a type. */
  #below(type: ts.Type): ReadonlySet<string> {
    const known = this.#found.get(type)
    if (known !== undefined) return known
    if (this.#entered.has(type)) return new Set()
    this.#entered.add(type)
    const found = new Set(partsOf(type).flatMap((part) => this.#inside(part)))
    this.#entered.delete(type)
    this.#found.set(type, found)
    return found
  }

  #inside(type: ts.Type): readonly string[] {
    if ((type.flags & ts.TypeFlags.Object) === 0 || binary.has(type.symbol?.name ?? "")) return []
    const item = this.#checker.getIndexTypeOfType(type, ts.IndexKind.Number)
    if (item !== undefined) return [...this.#below(item)].map((path) => `/*${path}`)
    return type.getProperties().flatMap((member) => this.#member(member))
  }

  #member(member: ts.Symbol): readonly string[] {
    const [declaration] = member.declarations ?? []
    if (declaration === undefined) return []
    const type = this.#checker.getTypeOfSymbolAtLocation(member, declaration)
    if (this.#checker.getNonNullableType(type).getCallSignatures().length > 0) return []
    const written = ts.isPropertySignature(declaration) ? (declaration.type?.getText() ?? "") : ""
    const own =
      this.#speaks.test(member.name) || (this.#speaks === ofModels && /Model\b/.test(written))
        ? [`/${member.name}`]
        : []
    return [...own, ...Array.from(this.#below(type), (path) => `/${member.name}${path}`)]
  }
}

const partsOf = (type: ts.Type): readonly ts.Type[] =>
  type.isUnionOrIntersection() ? type.types.flatMap(partsOf) : [type]

/** Types of bytes, which say nothing of models. */
const binary: ReadonlySet<string> = new Set([
  "AbortSignal",
  "Blob",
  "File",
  "FsReadStream",
  "ReadableStream",
  "Response",
  "Uint8Array"
])
