import { isNode, LineCounter, parseDocument, type Document } from "yaml"
import { fail, type Result, succeed } from "../words/result.ts"
import { wireNames } from "../words/wire-names.ts"
import { check, type Found } from "./check.ts"
import { type Configuration, defaults } from "./configuration.ts"
import { keyOf, type Path, type Problem } from "./problem.ts"
import type { File } from "./schema.ts"
import { substitute, type Variables } from "./substitute.ts"

/**
 * Reads a configuration file, YAML or JSON. `${NAME}` in any text is replaced by that variable; what is wrong is told
 * by key and line, all of it at once.
 */
export const readFile = (text: string, variables: Variables): Result<Configuration, readonly Problem[]> => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [broken] = document.errors
  if (broken !== undefined) {
    const message = `The file is neither YAML nor JSON: ${broken.message.split("\n", 1)[0] ?? ""}`
    return fail([{ key: "", message, line: lines.linePos(broken.pos[0]).line }])
  }
  const value = valueOf(document)
  if (!value.ok) return value
  const substituted = substitute(value.value, variables)
  const located = (found: readonly Found[]): readonly Problem[] => found.map((it) => locate(document, lines, it))
  if (substituted.found.length > 0) return fail(located(substituted.found))
  const checked = check(substituted.value)
  return checked.ok ? succeed(configurationOf(checked.value)) : fail(located(checked.error))
}

const valueOf = (document: Document): Result<unknown, readonly Problem[]> => {
  try {
    return succeed(document.toJS())
  } catch {
    return fail([{ key: "", message: "The file repeats an alias too often." }])
  }
}

const locate = (document: Document, lines: LineCounter, { path, message }: Found): Problem => {
  const offset = offsetOf(document, path)
  return { key: keyOf(path), message, ...(offset === undefined ? {} : { line: lines.linePos(offset).line }) }
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
  keys: file.keys.map((key, index) => ({ ...key, name: key.name ?? `key-${index + 1}` })),
  keyOrigin: "configured",
  upstreams: Object.entries(file.upstreams).map(([name, { family, url, key }]) => ({
    name,
    family,
    key,
    ...(url === undefined ? {} : { url })
  })),
  routes: file.models ?? [],
  wireNames: { ...wireNames, ...file.wireNames }
})
