import type { Edit } from "./format.ts"
import type { Json, JsonObject } from "./json.ts"
import { below, type Pointer } from "./pointer.ts"

/** The edit that gives a member of the root another value; none where the value is absent, or the member has it. */
export const memberEdit = (object: JsonObject, key: string, value: Json | undefined): readonly Edit[] =>
  value === undefined || object[key] === value ? [] : [{ path: below("", key), value }]

/** Where the members of an object stand that are not among the known ones; an explicit null says nothing. */
export const unknownMembers = (object: JsonObject, known: ReadonlySet<string>, at: Pointer = ""): readonly Pointer[] =>
  Object.keys(object).flatMap((key) => (known.has(key) || object[key] === null ? [] : [below(at, key)]))
