import { mapSchemas } from "../../core/chat/tool-schema.ts"
import {
  type JsonObjectBuilder,
  isObject,
  type Json,
  type JsonObject,
  type JsonTemplate,
  JsonText
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { type EncodeContext, note } from "./context.ts"

/** A schema in which no object is open, and whose bounds stand in its descriptions: the vendor holds the model to no other. */
export interface ClosedSchema {
  readonly schema: JsonTemplate
  /** Where schemas stand whose bounds are told. */
  readonly described: readonly JsonPointer[]
  /** Whether an object was open, and had to be closed. */
  readonly changed: boolean
  /** Where objects stand that said that they have other members: without those they mean something else. */
  readonly opened: readonly JsonPointer[]
}

/** Closes every object of a schema that may have other members, and tells its bounds. */
export const closeSchema = (schema: JsonText): ClosedSchema => {
  const state: RewriteState = { changed: false, opened: [], described: [] }
  const value = schema.value
  const tree = value === undefined ? schema : mapSchemas(value, (out, it, at) => close(out, it, at, state))
  const { changed, opened, described: places } = state
  return { schema: changed || places.length > 0 ? tree : schema, changed, opened, described: places }
}

interface RewriteState {
  changed: boolean
  readonly opened: JsonPointer[]
  readonly described: JsonPointer[]
}

/** Closes one schema, as it is written, and tells its bounds. */
const close = (out: JsonObjectBuilder, schema: JsonObject, at: JsonPointer, state: RewriteState): void => {
  const bounds = refusedKeywords(schema)
  for (const key of bounds) out[key] = undefined
  if (bounds.length > 0) {
    out["description"] = describedBy(schema, bounds)
    state.described.push(at)
  }
  const { additionalProperties: others } = schema
  if (others === true || isObject(others)) state.opened.push(at)
  else if (others !== undefined || !isOfObjects(schema)) return
  out["additionalProperties"] = false
  state.changed = true
}

const isOfObjects = (schema: JsonObject): boolean => schema["type"] === "object" || isObject(schema["properties"])

/** Keywords that bound a value, and that a schema to which the vendor holds the model cannot have. */
const boundKeywords = new Set([
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
const stringFormats: ReadonlySet<Json | undefined> = new Set([
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
const refusedKeywords = (schema: JsonObject): readonly string[] =>
  Object.keys(schema).filter((key) => {
    if (key === "minItems") return schema[key] !== 0 && schema[key] !== 1
    if (key === "format") return !stringFormats.has(schema[key])
    return boundKeywords.has(key)
  })

/** A schema's description with some of its keywords told in words that the model reads. */
const describedBy = (schema: JsonObject, keywords: readonly string[]): string => {
  const sentence = `Must have ${keywords.map((key) => `${key}: ${JsonText.member(schema, key).text}`).join(", ")}.`
  const { description } = schema
  return typeof description === "string" ? `${description}\n\n${sentence}` : sentence
}

/** The first three of some places in a schema, as a note's sentence names them. */
export const firstPlaces = (places: readonly JsonPointer[]): string => {
  const named = places.slice(0, 3).map((place) => (place === "" ? "the root" : `\`${place}\``))
  return [...named, ...(places.length > named.length ? ["…"] : [])].join(", ")
}

/** Notes that the bounds of a schema, which stood at `at` in the body, are told and not held to. */
export const noteBounds = (to: EncodeContext, { described: places }: ClosedSchema, at: JsonPointer): void => {
  if (places.length > 0)
    note(
      to,
      "schema/bounds",
      at,
      `Constraints of the schema were written into a description, at ${firstPlaces(places)}.`
    )
}
