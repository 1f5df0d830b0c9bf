import type { JsonPointer } from "../core/json/pointer.ts"
import type { TranslationNote } from "../core/notes/note.ts"

/** Where the client wrote what stands at a place of a body that was made of theirs. */
export type Placing = (at: JsonPointer) => JsonPointer

/** By the places of members: what stands below a member stands below it there, too; all else is the whole body. */
export const placing =
  (places: ReadonlyMap<JsonPointer, JsonPointer>): Placing =>
  (at) => {
    for (let up = at; up !== ""; up = up.slice(0, up.lastIndexOf("/"))) {
      const place = places.get(up)
      if (place !== undefined) return place + at.slice(up.length)
    }
    return ""
  }

/** Notes where the client wrote what they are of. */
export const notesAt = (place: Placing, notes: readonly TranslationNote[]): readonly TranslationNote[] =>
  notes.map((note) => ({ ...note, path: place(note.path) }))
