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
} from "../json/json.ts"
import { childPointer, type JsonPointer, pointerTokens } from "../json/pointer.ts"

/** Members of a schema that hold a schema, a list of schemas, or schemas by name. */
const schemaKeywords = new Set(["items", "anyOf", "oneOf", "allOf"])
const schemaMapKeywords = new Set(["properties", "$defs", "definitions"])

/** A schema written anew: `finish` may change each object in it as it is written, the innermost first. */
export const mapSchemas = (
  schema: Json,
  finish: (out: JsonObjectBuilder, schema: JsonObject, at: JsonPointer) => void,
  at: JsonPointer = ""
): JsonTemplate => {
  if (isArray(schema)) return schema.map((item, index) => mapSchemas(item, finish, childPointer(at, index)))
  if (!isObject(schema)) return schema
  const out = mapMembers(schema, (key, value) => {
    const place = childPointer(at, key)
    if (schemaKeywords.has(key)) return mapSchemas(value, finish, place)
    if (schemaMapKeywords.has(key) && isObject(value))
      return mapMembers(value, (name, named) => mapSchemas(named, finish, childPointer(place, name)))
    return JsonText.member(schema, key).printable
  })
  finish(out, schema, at)
  return out
}

const mapMembers = (object: JsonObject, write: (key: string, value: Json) => JsonTemplate): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  for (const key of Object.keys(object)) putMember(out, key, write(key, object[key] ?? null))
  return out
}

/** The keywords that make a schema a choice of others. */
export const choiceKeywords: readonly string[] = ["allOf", "anyOf", "oneOf"]

/** Whether the root of a tool's schema has one of the keywords that its vendor refuses there. */
export const hasKeyword = (root: JsonObject, refused: readonly string[]): boolean =>
  refused.some((key) => Object.hasOwn(root, key))

/**
 * The schema of a tool with a root that its vendor takes: it says that it is an object, and has the members of the
 * schemas that it was a choice of, or that it names. A member of several schemas is a choice itself, which vendors take.
 */
export const withObjectRoot = (root: JsonObject, refused: readonly string[]): JsonObjectBuilder => {
  const out: JsonObjectBuilder = { type: "object" }
  for (const key of Object.keys(root))
    if (!refused.includes(key)) putMember(out, key, JsonText.member(root, key).printable)
  if (!hasKeyword(root, refused)) return out
  const properties = propertiesOf(root)
  if (Object.keys(properties).length > 0) out["properties"] = properties
  const required = [root, ...branches(root, ["allOf"])].flatMap((schema) => itemsOf(schema["required"]))
  if (required.length > 0) out["required"] = [...new Set(required)]
  return out
}

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

/** The schema that a root names, and those of some of its keywords, with those that stand elsewhere in it by reference. */
const branches = (root: JsonObject, keywords: readonly string[]): readonly JsonObject[] =>
  [root, ...keywords.flatMap((key) => itemsOf(root[key]))]
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
