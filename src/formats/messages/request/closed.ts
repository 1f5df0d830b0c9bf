import { isArray, isObject, type Json, type JsonObject, JsonText, put, type Tree } from "../../../words/json/json.ts"
import { below, type Pointer } from "../../../words/json/pointer.ts"
import type { Out } from "../../../words/out.ts"

/** Members of a schema that hold a schema, a list of schemas, or schemas by name. */
const inside = new Set(["items", "anyOf", "oneOf", "allOf"])
const byName = new Set(["properties", "$defs", "definitions"])

/** A schema in which no object is open: the vendor takes no other for an answer. */
export interface Closed {
  readonly schema: Tree
  /** Whether an object was open, and had to be closed. */
  readonly changed: boolean
  /** Where objects stand that said that they have other members: without those they mean something else. */
  readonly opened: readonly Pointer[]
}

/** Closes every object of a schema that may have other members. */
export const closed = (schema: JsonText): Closed => {
  const state: State = { changed: false, opened: [] }
  const value = schema.value
  const tree = value === undefined ? schema : close(value, "", state)
  return { schema: state.changed ? tree : schema, ...state }
}

interface State {
  changed: boolean
  readonly opened: Pointer[]
}

const close = (schema: Json, at: Pointer, state: State): Tree => {
  if (isArray(schema)) return schema.map((item, index) => close(item, below(at, index), state))
  if (!isObject(schema)) return schema
  const out = each(schema, (key, value) => {
    const place = below(at, key)
    if (inside.has(key)) return close(value, place, state)
    if (byName.has(key) && isObject(value)) return each(value, (name, named) => close(named, below(place, name), state))
    return JsonText.member(schema, key).printable
  })
  const { additionalProperties: others } = schema
  if (others === true || isObject(others)) state.opened.push(at)
  else if (others !== undefined || !isOfObjects(schema)) return out
  out["additionalProperties"] = false
  state.changed = true
  return out
}

const each = (object: JsonObject, write: (key: string, value: Json) => Tree): Out => {
  const out: Out = {}
  for (const key of Object.keys(object)) put(out, key, write(key, object[key] ?? null))
  return out
}

const isOfObjects = (schema: JsonObject): boolean => schema["type"] === "object" || isObject(schema["properties"])
