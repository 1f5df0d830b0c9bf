import type { FunctionTool, ToolSchema } from "../../core/chat/chat.ts"
import { isArray, isObject, type Json, type JsonTemplate, JsonText } from "../../core/json/json.ts"

/** Whether a function is to be strict whose schema the vendor refuses in a strict one. */
export const isStrictInVain = ({ strict, input }: FunctionTool): boolean =>
  strict === true && !isStrict(input?.source.value)

/**
 * The schema of a function that says none and takes nothing: the vendor refuses a strict one without a closed object.
 *
 * @see https://github.com/laravel/ai/issues/339 (Responses, 2026-04), https://github.com/inngest/agent-kit/pull/66 (chat completions, 2025-02)
 */
export const nothingStrict: ToolSchema = {
  dialect: "json-schema",
  source: JsonText.source('{"type":"object","properties":{},"required":[],"additionalProperties":false}')
}

/** The parameters of a function that says none, for an API that wants some. */
export const emptySchema = (strict = false): JsonTemplate =>
  strict ? nothingStrict.source : { type: "object", properties: {} }

/** Keywords that the vendor refuses in a strict schema: https://platform.openai.com/docs/guides/structured-outputs (2026-11). */
const looseKeywords = ["allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas"] as const

/** What looks around in a pattern, which it refuses there, too: https://github.com/existential-birds/daydream/issues/304 (2026-08). */
const lookaround = /\(\?<?[=!]/

/**
 * Whether the vendor takes a schema as a strict one: no object in it is open, no member of one may be left out, and
 * nothing is said in words that it refuses.
 */
const isStrict = (schema: Json | undefined): boolean => {
  if (isArray(schema)) return schema.every(isStrict)
  if (!isObject(schema)) return true
  const { type, properties, required, additionalProperties, items, anyOf, pattern } = schema
  if (looseKeywords.some((key) => Object.hasOwn(schema, key))) return false
  if (typeof pattern === "string" && lookaround.test(pattern)) return false
  const members = isObject(properties) ? properties : {}
  const isRecord = type === "object" || (isArray(type) && type.includes("object")) || isObject(properties)
  if (isRecord && additionalProperties !== false) return false
  const named = new Set(isArray(required) ? required : [])
  if (!Object.keys(members).every((name) => named.has(name))) return false
  const inside = [members, schema["$defs"], schema["definitions"]].flatMap((it) =>
    isObject(it) ? Object.values(it) : []
  )
  return [items, anyOf, ...inside].every(isStrict)
}
