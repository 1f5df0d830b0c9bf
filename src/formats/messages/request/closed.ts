import { isArray, isObject, type Json, type JsonObject, JsonText, put, type Tree } from "../../../words/json/json.ts"
import type { Out } from "../../../words/out.ts"

/** Members of a schema that hold a schema, a list of schemas, or schemas by name. */
const inside = new Set(["items", "anyOf", "oneOf", "allOf"])
const byName = new Set(["properties", "$defs", "definitions"])

/** A schema in which no object is open: the vendor takes no other for an answer. */
export interface Closed {
  readonly schema: Tree
  /** Whether an object was open, and had to be closed. */
  readonly changed: boolean
}

/** Closes every object of a schema that does not say whether it may have other members. */
export const closed = (schema: JsonText): Closed => {
  const state = { changed: false }
  const value = schema.value
  const tree = value === undefined ? schema : close(value, state)
  return state.changed ? { schema: tree, changed: true } : { schema, changed: false }
}

const close = (schema: Json, state: { changed: boolean }): Tree => {
  if (isArray(schema)) return schema.map((item) => close(item, state))
  if (!isObject(schema)) return schema
  const out = each(schema, (key, value) => {
    if (inside.has(key)) return close(value, state)
    if (byName.has(key) && isObject(value)) return each(value, (_, named) => close(named, state))
    return JsonText.member(schema, key).printable
  })
  if (isOpen(schema)) {
    out["additionalProperties"] = false
    state.changed = true
  }
  return out
}

const each = (object: JsonObject, write: (key: string, value: Json) => Tree): Out => {
  const out: Out = {}
  for (const key of Object.keys(object)) put(out, key, write(key, object[key] ?? null))
  return out
}

const isOpen = (schema: JsonObject): boolean =>
  schema["additionalProperties"] === undefined && (schema["type"] === "object" || isObject(schema["properties"]))
