import type { ToolSchema } from "../../core/chat/chat.ts"
import { isArray, isObject, type Json, objectOr } from "../../core/json/json.ts"

/** Keywords that the vendor refuses in a strict schema: https://platform.openai.com/docs/guides/structured-outputs (2026-11). */
const looseKeywords = ["allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas"] as const

/** What looks around in a pattern, which it refuses there, too: https://github.com/existential-birds/daydream/issues/304 (2026-08). */
const lookaround = /\(\?<?[=!]/

/** Keywords that it surely takes in one, and formats of texts: for schemas that nobody wrote for it. */
const plainKeywords = new Set(
  "$defs $ref $schema additionalProperties anyOf const definitions description enum exclusiveMaximum exclusiveMinimum format items maxItems maximum minItems minimum multipleOf pattern properties required title type".split(
    " "
  )
)
const plainFormats = new Set<Json | undefined>([
  undefined,
  ..."date-time time date duration email hostname ipv4 ipv6 uuid".split(" ")
])

/**
 * Whether an object's schema that another vendor enforces, or that OpenAI makes strict where it can, is a strict one as it
 * stands, in words alone of which the vendor says that it takes them.
 *
 * @see https://developers.openai.com/api/docs/guides/structured-outputs the supported schemas (read 2026-11)
 * @see https://github.com/openai/openai-node `strict` of `FunctionTool` of openai 7.57.0 (read 2026-11)
 */
export const isStrictAsItStands = ({ source }: ToolSchema): boolean =>
  source.object?.["type"] === "object" && isPlain(source.object) && isStrict(source.object)

const isPlain = (schema: Json): boolean => {
  if (!isObject(schema)) return false
  const { type, anyOf, $ref, format, items } = schema
  const keys = Object.keys(schema)
  if ((type ?? anyOf ?? $ref) === undefined || ($ref !== undefined && keys.length > 1)) return false
  if (!plainFormats.has(format) || !keys.every((key) => plainKeywords.has(key))) return false
  const named = ["properties", "$defs", "definitions"].flatMap((key) => Object.values(objectOr(schema[key]) ?? {}))
  return [...(items === undefined ? [] : [items]), ...(isArray(anyOf) ? anyOf : []), ...named].every(isPlain)
}

/**
 * Whether the vendor takes a schema as a strict one: no object in it is open, no member of one may be left out, and
 * nothing is said in words that it refuses.
 */
export const isStrict = (schema: Json | undefined): boolean => {
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
