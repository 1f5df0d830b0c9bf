import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  JsonText,
  objectOr,
  putMember
} from "../../../core/json/json.ts"
import { pointerTokens } from "../../../core/json/pointer.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"

/** The keywords that the vendor takes inside a tool's schema, and not at its root. */
const choices = ["allOf", "anyOf", "oneOf"] as const

/** Whether the root of a tool's schema is a choice of schemas, which the vendor refuses. */
export const isChoice = (root: JsonObject): boolean => choices.some((key) => Object.hasOwn(root, key))

/**
 * The schema of a tool with a root that the vendor takes: it says that it is an object, and has the members of the
 * schemas that it was a choice of. A member of several schemas is a choice itself, which the vendor takes.
 */
export const rooted = (root: JsonObject): JsonObjectBuilder => {
  const out: JsonObjectBuilder = { type: "object" }
  for (const key of Object.keys(root))
    if (!isOneOf(choices, key)) putMember(out, key, JsonText.member(root, key).printable)
  if (!isChoice(root)) return out
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
  const said = new Map(Object.keys(own).map((name) => [name, [JsonText.member(own, name)]]))
  for (const schema of branches(root, choices)) {
    const members = objectOr(schema["properties"]) ?? {}
    for (const name of Object.keys(members)) {
      const member = JsonText.member(members, name)
      const known = said.get(name) ?? []
      if (!Object.hasOwn(own, name) && known.every(({ text }) => text !== member.text))
        said.set(name, [...known, member])
    }
  }
  const out: JsonObjectBuilder = {}
  for (const [name, schemas] of said) putMember(out, name, schemas.length === 1 ? schemas[0] : { anyOf: schemas })
  return out
}

/** The schemas of some keywords of a root, with those that stand elsewhere in it by reference. */
const branches = (root: JsonObject, keywords: readonly string[]): readonly JsonObject[] =>
  keywords
    .flatMap((key) => itemsOf(root[key]))
    .map((schema) => (isObject(schema) && typeof schema["$ref"] === "string" ? named(root, schema["$ref"]) : schema))
    .filter(isObject)

const named = (root: JsonObject, reference: string): Json | undefined => {
  let here: Json | undefined = reference.startsWith("#/") ? root : undefined
  for (const token of pointerTokens(reference.slice(1))) {
    here = isObject(here) && Object.hasOwn(here, token) ? here[token] : undefined
  }
  return here
}
