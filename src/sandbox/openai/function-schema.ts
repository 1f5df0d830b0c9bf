import { entriesAt, isArray, isObject, listAt, member, textAt } from "../json.ts"
import type { Json } from "../json.ts"
import { firstOf, when } from "../refusal.ts"
import type { Problem } from "../refusal.ts"

const ofRoot = ["oneOf", "anyOf", "allOf", "enum", "not"]

/** Where the first list without `items` stands in a schema; undefined where there is none. */
const itemless = (schema: Json | undefined, at: readonly string[]): readonly string[] | undefined => {
  if (!isObject(schema) || at.length > 32) return undefined
  const type = member(schema, "type")
  const isList = type === "array" || (isArray(type) && type.includes("array"))
  if (isList && member(schema, "items") === undefined) return at
  const inside = [
    ...["properties", "$defs"].flatMap((key) => entriesAt(schema, key).map(([name, it]) => [it, [key, name]] as const)),
    ...["anyOf", "oneOf", "allOf"].flatMap((key) => listAt(schema, key).map((it, n) => [it, [key, `${n}`]] as const)),
    [member(schema, "items"), ["items"]] as const
  ]
  for (const [it, way] of inside) {
    const found = itemless(it, [...at, ...way])
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * What is wrong with a function's parameters.
 *
 * @see https://github.com/langchain-ai/langchain-mcp-adapters/issues/137 no `properties`: status, code, parameter and sentence (2025-05)
 * @see https://github.com/modelscope/ms-agent/pull/610 the same of a list without `items` (2025-01)
 * @see https://github.com/twentyhq/twenty/pull/22284 no type (2026-06)
 * @see https://github.com/langchain-ai/langchainjs/issues/9804 a choice at the root (2026-01)
 */
export const parametersProblem = (name: string, parameters: Json | undefined, param: string): Problem | undefined => {
  if (parameters === undefined) return undefined
  const lost = itemless(parameters, [])
  const tuple = (lost ?? []).map((token) => `'${token}'`).join(", ")
  const problems: readonly (readonly [boolean, string])[] = [
    [
      textAt(parameters, "type") !== "object",
      `schema must be a JSON Schema of 'type: "object"', got 'type: "${textAt(parameters, "type") ?? "None"}"'.`
    ],
    [
      ofRoot.some((key) => member(parameters, key) !== undefined),
      "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level."
    ],
    [member(parameters, "properties") === undefined, "In context=(), object schema missing properties."],
    [lost !== undefined, `In context=(${tuple}), array schema missing items.`]
  ]
  return firstOf(problems, ([holds, what]) => when(holds, `Invalid schema for function '${name}': ${what}`, param))
}
