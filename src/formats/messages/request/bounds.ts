import { type Json, type JsonObject, JsonText } from "../../../core/json/json.ts"

/** Keywords that bound a value, and that a schema to which the vendor holds the model cannot have. */
const refused = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "maxItems",
  "uniqueItems",
  "contains",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties"
])

/** The forms of a string that the vendor knows. */
const formats: ReadonlySet<Json | undefined> = new Set([
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "uri",
  "ipv4",
  "ipv6",
  "uuid"
])

/**
 * The keywords of one schema, without those inside it, that the vendor refuses where it holds the model to the schema.
 *
 * @see node_modules/@anthropic-ai/sdk/lib/transform-json-schema.js what the vendor's own client keeps (2026-11)
 * @see https://github.com/earendil-works/pi/issues/9953 the vendor's answer to others (2026-09)
 */
export const refusedKeywords = (schema: JsonObject): readonly string[] =>
  Object.keys(schema).filter((key) => {
    if (key === "minItems") return schema[key] !== 0 && schema[key] !== 1
    if (key === "format") return !formats.has(schema[key])
    return refused.has(key)
  })

/** A schema's description with some of its keywords told in words that the model reads. */
export const describedBy = (schema: JsonObject, keywords: readonly string[]): string => {
  const told = `Must have ${keywords.map((key) => `${key}: ${JsonText.member(schema, key).text}`).join(", ")}.`
  const { description } = schema
  return typeof description === "string" ? `${description}\n\n${told}` : told
}
