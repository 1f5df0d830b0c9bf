import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  JsonText,
  putMember,
  type JsonTemplate
} from "../../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../../core/json/pointer.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { describedBy, refusedKeywords } from "./bounds.ts"

/** Members of a schema that hold a schema, a list of schemas, or schemas by name. */
const inside = new Set(["items", "anyOf", "oneOf", "allOf"])
const byName = new Set(["properties", "$defs", "definitions"])

/** A schema whose bounds stand in its descriptions: the vendor holds the model to no other. */
export interface Told {
  readonly schema: JsonTemplate
  /** Where schemas stand whose bounds are told. */
  readonly told: readonly JsonPointer[]
}

/** A schema in which, besides, no object is open: the vendor takes no other for an answer. */
export interface Closed extends Told {
  /** Whether an object was open, and had to be closed. */
  readonly changed: boolean
  /** Where objects stand that said that they have other members: without those they mean something else. */
  readonly opened: readonly JsonPointer[]
}

/** Closes every object of a schema that may have other members, and tells its bounds. */
export const closed = (schema: JsonText): Closed => taken(schema, true)

/** Tells the bounds of a schema, and leaves its objects as they are. */
export const told = (schema: JsonText): Told => taken(schema, false)

const taken = (schema: JsonText, closes: boolean): Closed => {
  const state: State = { closes, changed: false, opened: [], told: [] }
  const value = schema.value
  const tree = value === undefined ? schema : close(value, "", state)
  const { changed, opened, told: places } = state
  return { schema: changed || places.length > 0 ? tree : schema, changed, opened, told: places }
}

interface State {
  readonly closes: boolean
  changed: boolean
  readonly opened: JsonPointer[]
  readonly told: JsonPointer[]
}

const close = (schema: Json, at: JsonPointer, state: State): JsonTemplate => {
  if (isArray(schema)) return schema.map((item, index) => close(item, childPointer(at, index), state))
  if (!isObject(schema)) return schema
  const bounds = refusedKeywords(schema)
  const out = each(schema, (key, value) => {
    if (bounds.includes(key)) return undefined
    const place = childPointer(at, key)
    if (inside.has(key)) return close(value, place, state)
    if (byName.has(key) && isObject(value))
      return each(value, (name, named) => close(named, childPointer(place, name), state))
    return JsonText.member(schema, key).printable
  })
  if (bounds.length > 0) {
    out["description"] = describedBy(schema, bounds)
    state.told.push(at)
  }
  if (!state.closes) return out
  const { additionalProperties: others } = schema
  if (others === true || isObject(others)) state.opened.push(at)
  else if (others !== undefined || !isOfObjects(schema)) return out
  out["additionalProperties"] = false
  state.changed = true
  return out
}

const each = (object: JsonObject, write: (key: string, value: Json) => JsonTemplate | undefined): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  for (const key of Object.keys(object)) putMember(out, key, write(key, object[key] ?? null))
  return out
}

const isOfObjects = (schema: JsonObject): boolean => schema["type"] === "object" || isObject(schema["properties"])
