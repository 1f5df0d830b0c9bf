import * as EffectResult from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import { crossCheck } from "./cross-check.ts"
import type { PlacedProblem, Path } from "./validators.ts"
import { ConfigurationFile, wanted } from "./schema.ts"

/** A configuration's value against what a file may hold; everything that is wrong with it is found. */
export const checkFile = (value: unknown): Result<ConfigurationFile, readonly PlacedProblem[]> => {
  const decoded = decode(value)
  const crossing = crossCheck(value)
  if (EffectResult.isFailure(decoded)) return fail([...issuesOf(decoded.failure.issue), ...crossing])
  return crossing.length === 0 ? succeed(decoded.success) : fail(crossing)
}

const decode = Schema.decodeUnknownResult(ConfigurationFile, { errors: "all", onExcessProperty: "error" })

/** The hooks say which kind of issue it is; the sentences are {@link wanted}'s. */
const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: ({ _tag }) => _tag,
  checkHook: () => "Filter"
})

const issuesOf = (issue: SchemaIssue.Issue): readonly PlacedProblem[] => {
  const problems = new Map<string, PlacedProblem>()
  for (const { path: steps = [], message } of format(issue).issues) {
    const path = steps.map((step) => (typeof step === "object" ? step.key : step))
    const stranger = message === "UnexpectedKey" ? ({ stranger: true } as const) : {}
    problems.set(path.map(String).join("\0"), { path, message: sentence(path, message), ...stranger })
  }
  return [...problems.values()]
}

/** What a file must hold, as a sentence. */
export const wantedFile = "It must hold an object, with `keys` and `upstreams` at least."

const sentence = (path: Path, kind: string): string => {
  if (path.length === 0) return `The file is not an object. ${wantedFile}`
  const pattern = patternOf(path)
  if (kind === "UnexpectedKey") return `is not a known key. Known keys are ${knownBeside(path)}.`
  const want = wanted.get(pattern) ?? "another value"
  return kind === "MissingKey" ? `is missing. It must be ${want}.` : `must be ${want}.`
}

/** The steps as {@link wanted} writes them. */
const patternOf = (path: Path): string => {
  let pattern = ""
  for (const step of path) {
    const literal = pattern === "" ? String(step) : `${pattern}.${String(step)}`
    pattern = wanted.has(literal) ? literal : `${pattern}.*`
  }
  return pattern
}

const knownBeside = (path: Path): string => {
  const parent = patternOf(path.slice(0, -1))
  const prefix = parent === "" ? "" : `${parent}.`
  const names = [...wanted.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
  return names
    .filter((name) => name !== "" && name !== "*" && !name.includes("."))
    .map((name) => `\`${name}\``)
    .join(", ")
}
