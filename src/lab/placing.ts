import { notesAt, type PointerMap, pointerMap } from "../exchange/note-pointers.ts"
import type { Steps } from "../exchange/offload.ts"
import type { WrittenCalls } from "../exchange/unary-jobs.ts"
import { fail, succeed } from "../core/errors/invalid.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import type { TranslationNote } from "../core/notes/note.ts"

/** Where a body that was made of the client's has its members in theirs. */
export type Places = ReadonlyMap<JsonPointer, JsonPointer>

/** What is written of such a body, or why nothing is, with all places where the client wrote them. */
export function* placed<Call, State>(
  written: Steps<WrittenCalls<Call, State>>,
  places: Places,
  more: readonly TranslationNote[]
): Steps<WrittenCalls<Call, State>> {
  const place: PointerMap = pointerMap(places)
  const made = yield* written
  if (!made.ok) return fail(made.error.placed(place))
  const { notes, named, ...rest } = made.value
  return succeed({
    ...rest,
    notes: [...more, ...notesAt(place, notes)],
    named: named.map((it) => ({ ...it, at: place(it.at) })),
    places
  })
}
