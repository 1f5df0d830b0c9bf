import * as Stream from "effect/Stream"
import { type ByteFlow, flowStream } from "../upstream/flow.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import { notesHeader, printNotes } from "./reported-notes.ts"

/** An answer: bytes at once, or as they come. Such a flow or stream says its own errors; it never fails. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | ByteFlow | Stream.Stream<Uint8Array>
}

/** A body that comes by and by, for who reads streams. */
export const streamOf = (body: Exclude<Answer["body"], Uint8Array | string>): Stream.Stream<Uint8Array> =>
  Stream.isStream(body) ? body : flowStream(body)

/** What a 200 says besides its body. */
interface SuccessHead {
  /** Absent: JSON. */
  readonly contentType?: string | undefined
  readonly headers?: Answer["headers"] | undefined
  /** What the header for notes tells. */
  readonly notes?: readonly TranslationNote[]
}

/** A 200 with this body. */
export const successAnswer = <Body extends Answer["body"]>(
  body: Body,
  { contentType = "application/json", headers, notes = [] }: SuccessHead = {}
): Answer & { readonly body: Body } => ({
  status: 200,
  headers: {
    "content-type": contentType,
    ...headers,
    ...(notes.length === 0 ? {} : { [notesHeader]: printNotes(notes) })
  },
  body
})
