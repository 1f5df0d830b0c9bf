import * as Effect from "effect/Effect"
import type { Prepared } from "../exchange/whole.ts"
import type { GatewayError } from "../words/errors/error.ts"
import type { Note } from "../words/notes/note.ts"
import type { Pointer } from "../words/json/pointer.ts"
import { fail, type Result, succeed } from "../words/errors/result.ts"

/** Where the client wrote what stands at a place of a body that was made of theirs. */
export type Placing = (at: Pointer) => Pointer

/** By the places of members: what stands below a member stands below it there, too; all else is the whole body. */
export const placing =
  (places: ReadonlyMap<Pointer, Pointer>): Placing =>
  (at) => {
    for (let up = at; up !== ""; up = up.slice(0, up.lastIndexOf("/"))) {
      const place = places.get(up)
      if (place !== undefined) return place + at.slice(up.length)
    }
    return ""
  }

/** A prepared request, or why there is none, with all places where the client wrote them. */
export const placed = <R>(
  prepared: Result<Prepared<R>, GatewayError>,
  place: Placing,
  more: readonly Note[]
): Result<Prepared<R>, GatewayError> => {
  if (!prepared.ok) return fail(prepared.error.placed(place))
  const { notes, named, run } = prepared.value
  return succeed({
    notes: [...more, ...notesAt(place, notes)],
    named: named.map((it) => ({ ...it, at: place(it.at) })),
    run: Effect.mapBoth(run, {
      onFailure: (error) => error.placed(place),
      onSuccess: (made) => ({ ...made, notes: notesAt(place, made.notes) })
    })
  })
}

/** Notes where the client wrote what they are of. */
export const notesAt = (place: Placing, notes: readonly Note[]): readonly Note[] =>
  notes.map((note) => ({ ...note, path: place(note.path) }))
