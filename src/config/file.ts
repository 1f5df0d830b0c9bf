import * as Redacted from "effect/Redacted"
import {
  LineCounter,
  type Document,
  parseDocument,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  visit,
  type YAMLMap
} from "yaml"
import { ownName, type Permissions, permissionOf, revealSecret } from "../credentials/credentials.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import { wireNames } from "../core/format.ts"
import { checkFile, wantedFile } from "./check.ts"
import {
  limitsOf,
  type Configuration,
  type ResponseSettings,
  defaults,
  logs,
  stops,
  type AccountSettings
} from "./configuration.ts"
import {
  remarksOnKeys,
  responsePlaceOf,
  taskPlaceOf,
  type PlacedProblem,
  problemKey,
  type Problem,
  type Path,
  shownName
} from "./validators.ts"
import type { ConfigurationFile } from "./schema.ts"
import { groupItems } from "../core/collections.ts"

/**
 * Reads a configuration file, YAML or JSON. `${NAME}` in any text is replaced by that variable; what is wrong is told
 * by key and line, all of it at once.
 */
export const readFile = (text: string, variables: Variables): Result<Configuration, readonly Problem[]> => {
  try {
    return readText(text, variables)
  } catch (thrown) {
    // the parser calls itself for each level, and ends with the stack
    if (!(thrown instanceof RangeError)) throw thrown
    return fail([{ key: "", message: "The file cannot be read: its values are nested too deeply." }])
  }
}

const readText = (text: string, variables: Variables): Result<Configuration, readonly Problem[]> => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, logLevel: "error", uniqueKeys: false })
  const broken = [...document.errors, ...wrongNames(document)].toSorted((a, b) => a.pos[0] - b.pos[0])
  if (broken.length > 0) return fail(unreadable(broken, lines))
  if (document.contents === null) return fail([{ key: "", message: `The file is empty. ${wantedFile}` }])
  const value = valueOf(document)
  if (!value.ok) return value
  const substituted = substitute(value.value, variables)
  const checked = checkFile(substituted.value)
  const problems = oncePerPlace([...substituted.problems, ...(checked.ok ? [] : checked.error)])
  if (checked.ok && problems.length === 0) return succeed(configurationOf(checked.value))
  const places = new ValuePlaces(document)
  return fail(problems.map((it) => locate(places, lines, it)).toSorted(byPlace))
}

/** What a line is broken by first: the rest of it follows from that. Behind a colon the parser quotes the line. */
const unreadable = (errors: readonly Broken[], lines: LineCounter): readonly Problem[] => {
  const problems = new Map<number, Problem>()
  for (const { message, pos } of errors) {
    const { line } = lines.linePos(pos[0])
    const [why = ""] = message.split(/ at line |: /, 1)
    if (!problems.has(line))
      problems.set(line, { key: "", message: `The file is neither YAML nor JSON: ${why}.`, line })
  }
  return [...problems.values()]
}

/** Of what is found at one place, the first: what lacks a variable is wrong for that alone. */
const oncePerPlace = (problems: readonly PlacedProblem[]): readonly PlacedProblem[] => [
  ...new Map(problems.toReversed().map((it) => [it.path.map(String).join("\0"), it])).values()
]

const byPlace = (a: Problem, b: Problem): number => (a.line ?? 0) - (b.line ?? 0) || (a.key < b.key ? -1 : 1)

const valueOf = (document: Document): Result<unknown, readonly Problem[]> => {
  try {
    return succeed(document.toJS())
  } catch {
    return fail([{ key: "", message: "The file repeats an alias too often." }])
  }
}

const locate = (places: ValuePlaces, lines: LineCounter, { path, message, stranger }: PlacedProblem): Problem => {
  const offset = places.offsetOf(path)
  return {
    key: problemKey(path, stranger),
    message,
    ...(offset === undefined ? {} : { line: lines.linePos(offset).line })
  }
}

const configurationOf = (file: ConfigurationFile): Configuration => ({
  host: file.listen?.host ?? defaults.host,
  port: file.listen?.port ?? defaults.port,
  keys: file.keys.map((key) => ({ ...key, name: key.name ?? ownName(revealSecret(key.key)) })),
  keyOrigin: "configured",
  upstreams: Object.entries(file.upstreams).map(([name, entry]) => ({ name, ...entry })),
  routes: file.models ?? [],
  policies: policiesOf(file),
  ...keptOf(file),
  accounts: withPermissions(file.accounts ?? [], file.keys),
  loginSecrets: Redacted.isRedacted(file.loginSecret) ? [file.loginSecret] : (file.loginSecret ?? []),
  ...(file.loginLife === undefined ? {} : { loginLife: file.loginLife }),
  proxies: file.listen?.proxies ?? 0,
  limits: limitsOf(file.limits),
  stop: { ...stops, ...file.stop },
  log: { ...logs, ...file.log },
  open: file.open ?? [],
  remarks: remarksOnKeys(file.keys.map(({ key }) => revealSecret(key)))
})

type Kept = Pick<Configuration, "tasks" | "media" | "responses" | "publicUrl" | "nodes">

const keptOf = (file: ConfigurationFile): Kept => {
  const tasks = taskPlaceOf(revealSecret(file.tasks ?? ""))
  const { node, nodes } = file
  return {
    ...(tasks === undefined ? {} : { tasks }),
    media: file.media ?? {},
    ...(file.responses === undefined ? {} : { responses: responsesOf(file.responses) }),
    ...(file.publicUrl === undefined ? {} : { publicUrl: file.publicUrl }),
    ...(node === undefined || nodes === undefined ? {} : { nodes: { node, nodes } })
  }
}

const responsesOf = ({ store: place, ...limits }: NonNullable<ConfigurationFile["responses"]>): ResponseSettings => {
  const store = responsePlaceOf(revealSecret(place ?? ""))
  return { ...limits, ...(store === undefined ? {} : { store }) }
}

const policiesOf = ({
  strict,
  unaryReasoning,
  envelope,
  wireNames: names
}: ConfigurationFile): Configuration["policies"] => ({
  ...(strict === undefined ? {} : { strict }),
  ...(unaryReasoning === undefined ? {} : { unaryReasoning }),
  ...(envelope === undefined ? {} : { envelope }),
  ...(names === undefined ? {} : { names: { ...wireNames, ...names } })
})

type Keys = readonly ConfigurationFile["keys"][number][]

/** Accounts with what each may call: what is said of it, else what its keys may call, taken together. */
export const withPermissions = (accounts: readonly AccountSettings[], keys: Keys): readonly AccountSettings[] => {
  const keysOf = groupItems(keys, ({ name }) => name)
  return accounts.map((account) => ({
    ...permissionsOf(account, keysOf.get(account.name ?? account.username) ?? []),
    ...account
  }))
}

const permissionsOf = ({ models }: AccountSettings, own: Keys): Permissions => {
  if (own.length === 0 || models !== undefined) return {}
  const together = own.some((key) => key.models === undefined) ? {} : { models: own.flatMap((key) => key.models ?? []) }
  const routing = own.some((key) => permissionOf(key).routing === true)
  return routing === permissionOf(together).routing ? together : { ...together, routing }
}

/** The variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>

/** A value in which every `${NAME}` of a text stands replaced, and the names that have no variable. */
export const substitute = (
  value: unknown,
  variables: Variables
): { readonly value: unknown; readonly problems: readonly PlacedProblem[] } => {
  const problems: PlacedProblem[] = []
  return { value: replaced(value, variables, [], problems), problems }
}

const replaced = (value: unknown, variables: Variables, path: Path, problems: PlacedProblem[]): unknown => {
  if (typeof value === "string") return replacedText(value, variables, path, problems)
  if (Array.isArray(value)) return value.map((item, index) => replaced(item, variables, [...path, index], problems))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replaced(member, variables, [...path, key], problems)])
  )
}

const replacedText = (text: string, variables: Variables, path: Path, problems: PlacedProblem[]): string =>
  text.replace(/\$\{([^}]*)\}/g, (_, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (value !== undefined) return value
    const shown = shownName(name, /^[A-Za-z_]\w{0,63}$/)
    problems.push({ path, message: `needs the environment variable \`${shown}\`, which is not set.` })
    return ""
  })

/** Where the values of a document stand. A mapping is looked through once, however many of its members are asked for. */
class ValuePlaces {
  readonly #document: Document
  readonly #members = new Map<YAMLMap, ReadonlyMap<string, unknown>>()

  constructor(document: Document) {
    this.#document = document
  }

  /** Where the value at a path starts; where it is missing, its parent. */
  offsetOf(path: Path): number | undefined {
    let node: unknown = this.#document.contents
    let offset = startOf(node)
    for (const step of path) {
      node = this.#inside(node, step)
      offset = startOf(node) ?? offset
      if (!isCollection(node)) break
    }
    return offset
  }

  #inside(node: unknown, step: PropertyKey): unknown {
    if (isSeq(node)) return node.items[Number(step)]
    return isMap(node) ? this.#membersOf(node).get(String(step)) : undefined
  }

  #membersOf(map: YAMLMap): ReadonlyMap<string, unknown> {
    const known = this.#members.get(map)
    if (known !== undefined) return known
    const members = new Map(map.items.map(({ key, value }) => [String(nameOf(key)), value]))
    this.#members.set(map, members)
    return members
  }
}

/** What is wrong with a document as a text, and where that starts. */
interface Broken {
  readonly message: string
  readonly pos: readonly [number, ...number[]]
}

/**
 * The names that stand in a mapping again, and those that are no texts. The parser itself would compare each with all
 * before it, and print each mapping that is a name in another as often as there are levels.
 */
const wrongNames = (document: Document): readonly Broken[] => {
  const wrong: Broken[] = []
  const add = (message: string, key: unknown): void => void wrong.push({ message, pos: [startOf(key) ?? 0] })
  visit(document, {
    Map: (_, { items }) => {
      for (const { key } of items) if (isCollection(key)) add("Map keys must be texts", key)
      for (const [, [, ...others]] of groupItems(items, ({ key }) => nameOf(key)))
        for (const { key } of others) add("Map keys must be unique", key)
    }
  })
  return wrong
}

const nameOf = (key: unknown): unknown => (isScalar(key) ? key.value : key)

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined)
