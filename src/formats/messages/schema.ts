import {
  type JsonObjectBuilder,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type JsonTemplate,
  JsonText,
  objectOr,
  putMember
} from "../../core/json/json.ts"
import { childPointer, type JsonPointer, pointerTokens } from "../../core/json/pointer.ts"
import { type EncodeContext, note } from "./context.ts"

/** Members of a schema that hold a schema, a list of schemas, or schemas by name. */
const schemaKeywords = new Set(["items", "anyOf", "oneOf", "allOf"])
const schemaMapKeywords = new Set(["properties", "$defs", "definitions"])

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
  const tree = value === undefined ? schema : rewrite(value, "", state)
  const { changed, opened, described: places } = state
  return { schema: changed || places.length > 0 ? tree : schema, changed, opened, described: places }
}

interface RewriteState {
  changed: boolean
  readonly opened: JsonPointer[]
  readonly described: JsonPointer[]
}

const rewrite = (schema: Json, at: JsonPointer, state: RewriteState): JsonTemplate => {
  if (isArray(schema)) return schema.map((item, index) => rewrite(item, childPointer(at, index), state))
  if (!isObject(schema)) return schema
  const bounds = refusedKeywords(schema)
  const out = mapMembers(schema, (key, value) => {
    if (bounds.includes(key)) return undefined
    const place = childPointer(at, key)
    if (schemaKeywords.has(key)) return rewrite(value, place, state)
    if (schemaMapKeywords.has(key) && isObject(value))
      return mapMembers(value, (name, named) => rewrite(named, childPointer(place, name), state))
    return JsonText.member(schema, key).printable
  })
  if (bounds.length > 0) {
    out["description"] = describedBy(schema, bounds)
    state.described.push(at)
  }
  const { additionalProperties: others } = schema
  if (others === true || isObject(others)) state.opened.push(at)
  else if (others !== undefined || !isOfObjects(schema)) return out
  out["additionalProperties"] = false
  state.changed = true
  return out
}

const mapMembers = (
  object: JsonObject,
  write: (key: string, value: Json) => JsonTemplate | undefined
): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  for (const key of Object.keys(object)) putMember(out, key, write(key, object[key] ?? null))
  return out
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

/** The keywords that the vendor takes inside a tool's schema, and not at its root. */
const choiceKeywords = ["allOf", "anyOf", "oneOf"] as const

/** Whether the root of a tool's schema is a choice of schemas, which the vendor refuses. */
export const isChoiceSchema = (root: JsonObject): boolean => choiceKeywords.some((key) => Object.hasOwn(root, key))

/**
 * The schema of a tool with a root that the vendor takes: it says that it is an object, and has the members of the
 * schemas that it was a choice of. A member of several schemas is a choice itself, which the vendor takes.
 */
export const withObjectRoot = (root: JsonObject): JsonObjectBuilder => {
  const out: JsonObjectBuilder = { type: "object" }
  for (const key of Object.keys(root))
    if (!isOneOf(choiceKeywords, key)) putMember(out, key, JsonText.member(root, key).printable)
  if (!isChoiceSchema(root)) return out
  const properties = propertiesOf(root)
  if (Object.keys(properties).length > 0) out["properties"] = properties
  const required = [root, ...branches(root, ["allOf"])].flatMap((schema) => itemsOf(schema["required"]))
  if (required.length > 0) out["required"] = [...new Set(required)]
  return out
}

const isOneOf = (keys: readonly string[], key: string): boolean => keys.includes(key)

const itemsOf = (value: Json | undefined): readonly Json[] => (isArray(value) ? value : [])

/** The members of a root, and those of its schemas that it does not say itself. */
const propertiesOf = (root: JsonObject): JsonObjectBuilder => {
  const own = objectOr(root["properties"]) ?? {}
  const byName = new Map(Object.keys(own).map((name) => [name, [JsonText.member(own, name)]]))
  for (const schema of branches(root, choiceKeywords)) {
    const members = objectOr(schema["properties"]) ?? {}
    for (const name of Object.keys(members)) {
      const member = JsonText.member(members, name)
      const same = byName.get(name) ?? []
      if (!Object.hasOwn(own, name) && same.every(({ text }) => text !== member.text))
        byName.set(name, [...same, member])
    }
  }
  const out: JsonObjectBuilder = {}
  for (const [name, schemas] of byName) putMember(out, name, schemas.length === 1 ? schemas[0] : { anyOf: schemas })
  return out
}

/** The schemas of some keywords of a root, with those that stand elsewhere in it by reference. */
const branches = (root: JsonObject, keywords: readonly string[]): readonly JsonObject[] =>
  keywords
    .flatMap((key) => itemsOf(root[key]))
    .map((schema) =>
      isObject(schema) && typeof schema["$ref"] === "string" ? resolveReference(root, schema["$ref"]) : schema
    )
    .filter(isObject)

const resolveReference = (root: JsonObject, reference: string): Json | undefined => {
  let here: Json | undefined = reference.startsWith("#/") ? root : undefined
  for (const token of pointerTokens(reference.slice(1))) {
    here = isObject(here) && Object.hasOwn(here, token) ? here[token] : undefined
  }
  return here
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
