import type { JsonPointer } from "../../../core/json/pointer.ts"
import { note } from "../noting.ts"
import type { Told } from "./closed.ts"
import type { Writing } from "./writing.ts"

/** The first three of some places in a schema, as a note's sentence names them. */
export const firstOf = (places: readonly JsonPointer[]): string => {
  const named = places.slice(0, 3).map((place) => (place === "" ? "the root" : `\`${place}\``))
  return [...named, ...(places.length > named.length ? ["…"] : [])].join(", ")
}

/** Notes that the bounds of a schema, which stood at `at` in the body, are told and not held to. */
export const noteTold = (to: Writing, { told }: Told, at: JsonPointer): void => {
  if (told.length > 0) note(to, "schema-bounds", at, `Bounds are told in a description, at ${firstOf(told)}.`)
}
