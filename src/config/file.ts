import * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import { isNode, LineCounter, parseDocument, type Document } from "yaml"
import { ownName } from "../credentials/own-name.ts"
import { type Permissions, permitted } from "../credentials/principal.ts"
import { revealed } from "../credentials/secret.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import { wireNames } from "../core/format.ts"
import { check } from "./check.ts"
import { limitsOf } from "./limits.ts"
import { type AccountSettings, type Configuration, defaults, logs, stops } from "./configuration.ts"
import { remarksOnKeys } from "./guessable.ts"
import { type Found, keyOf, type Path, type Problem } from "./problem.ts"
import type { File } from "./schema.ts"
import { taskPlaceOf } from "./task-place.ts"
import { substitute, type Variables } from "./substitute.ts"

/**
 * Reads a configuration file, YAML or JSON. `${NAME}` in any text is replaced by that variable; what is wrong is told
 * by key and line, all of it at once.
 */
export const readFile = (text: string, variables: Variables): Result<Configuration, readonly Problem[]> => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, logLevel: "error" })
  if (document.errors.length > 0) return fail(unreadable(document.errors, lines))
  const value = valueOf(document)
  if (!value.ok) return value
  const substituted = substitute(value.value, variables)
  const checked = check(substituted.value)
  const found = oncePerPlace([...substituted.found, ...(checked.ok ? [] : checked.error)])
  if (checked.ok && found.length === 0) return succeed(configurationOf(checked.value))
  return fail(found.map((it) => locate(document, lines, it)).toSorted(byPlace))
}

/** What a line is broken by first: the rest of it follows from that. Behind a colon the parser quotes the line. */
const unreadable = (errors: Document["errors"], lines: LineCounter): readonly Problem[] => {
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
const oncePerPlace = (found: readonly Found[]): readonly Found[] => [
  ...new Map(found.toReversed().map((it) => [it.path.map(String).join("\0"), it])).values()
]

const byPlace = (a: Problem, b: Problem): number => (a.line ?? 0) - (b.line ?? 0) || (a.key < b.key ? -1 : 1)

const valueOf = (document: Document): Result<unknown, readonly Problem[]> => {
  try {
    return succeed(document.toJS())
  } catch {
    return fail([{ key: "", message: "The file repeats an alias too often." }])
  }
}

const locate = (document: Document, lines: LineCounter, { path, message, stranger }: Found): Problem => {
  const offset = offsetOf(document, path)
  return { key: keyOf(path, stranger), message, ...(offset === undefined ? {} : { line: lines.linePos(offset).line }) }
}

/** Where the value at a path starts; where it is missing, its parent. */
const offsetOf = (document: Document, path: Path): number | undefined => {
  const node = path.length === 0 ? document.contents : document.getIn(path, true)
  if (isNode(node) && node.range !== undefined && node.range !== null) return node.range[0]
  return path.length === 0 ? undefined : offsetOf(document, path.slice(0, -1))
}

const configurationOf = (file: File): Configuration => ({
  host: file.listen?.host ?? defaults.host,
  port: file.listen?.port ?? defaults.port,
  keys: file.keys.map((key) => ({ ...key, name: key.name ?? ownName(revealed(key.key)) })),
  keyOrigin: "configured",
  upstreams: Object.entries(file.upstreams).map(([name, entry]) => ({ name, ...Struct.omit(entry, ["format"]) })),
  routes: file.models ?? [],
  policies: policiesOf(file),
  ...keptOf(file),
  accounts: (file.accounts ?? []).map((account) => ({ ...permissionsOf(account, file.keys), ...account })),
  loginSecrets: Redacted.isRedacted(file.loginSecret) ? [file.loginSecret] : (file.loginSecret ?? []),
  ...(file.loginLife === undefined ? {} : { loginLife: file.loginLife }),
  proxies: file.listen?.proxies ?? 0,
  limits: limitsOf(file.limits),
  stop: { ...stops, ...file.stop },
  log: { ...logs, ...file.log },
  open: file.open ?? [],
  remarks: remarksOnKeys(file.keys.map(({ key }) => revealed(key)))
})

/** What the keys of an account may call, taken together. */
const permissionsOf = ({ username, name = username, models }: AccountSettings, keys: File["keys"]): Permissions => {
  const own = keys.filter((key) => key.name === name)
  if (own.length === 0 || models !== undefined) return {}
  const together = own.some((key) => key.models === undefined) ? {} : { models: own.flatMap((key) => key.models ?? []) }
  const routing = own.some((key) => permitted(key).routing === true)
  return routing === permitted(together).routing ? together : { ...together, routing }
}

const keptOf = (file: File): Pick<Configuration, "tasks" | "media" | "publicUrl" | "nodes"> => {
  const tasks = taskPlaceOf(revealed(file.tasks ?? ""))
  const { node, nodes } = file
  return {
    ...(tasks === undefined ? {} : { tasks }),
    media: file.media ?? {},
    ...(file.publicUrl === undefined ? {} : { publicUrl: file.publicUrl }),
    ...(node === undefined || nodes === undefined ? {} : { nodes: { node, nodes } })
  }
}

const policiesOf = ({ strict, unaryReasoning, envelope, wireNames: names }: File): Configuration["policies"] => ({
  ...(strict === undefined ? {} : { strict }),
  ...(unaryReasoning === undefined ? {} : { unaryReasoning }),
  ...(envelope === undefined ? {} : { envelope }),
  ...(names === undefined ? {} : { names: { ...wireNames, ...names } })
})
