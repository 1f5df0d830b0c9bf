import type { BodyEdit } from "./format.ts"
import { isArray, isObject, type Json, type JsonObject } from "./json/json.ts"
import { childPointer, type JsonPointer } from "./json/pointer.ts"

/** The edit that gives a member of the root another value; none where the value is absent, or the member has it. */
export const memberEdit = (object: JsonObject, key: string, value: Json | undefined): readonly BodyEdit[] =>
  value === undefined || object[key] === value ? [] : [{ path: childPointer("", key), value }]

/** The members of a value that are read, with those of the objects and lists inside; null: whatever is inside. */
export interface KnownMembers {
  readonly [member: string]: KnownMembers | null
}

/** Where members of a value stand that are not among the known ones; an explicit null says nothing. */
export const unknownMembers = (
  value: Json | undefined,
  known: KnownMembers | null,
  at: JsonPointer = ""
): readonly JsonPointer[] => {
  if (known === null) return []
  if (isArray(value)) return value.flatMap((item, index) => unknownMembers(item, known, childPointer(at, index)))
  if (!isObject(value)) return []
  return Object.keys(value).flatMap((key) => {
    const place = childPointer(at, key)
    if (Object.hasOwn(known, key)) return unknownMembers(value[key], known[key] ?? null, place)
    return value[key] === null ? [] : place
  })
}
