import type { ContentPart } from "../../../core/chat/chat.ts"
import type { ReplyContext } from "../../../core/format.ts"
import type { RepeatedFrames } from "../../../core/events/delta-fast-path.ts"
import { HeldCounter } from "../../../core/framing/held.ts"
import type { TranslationNote } from "../../../core/notes/note.ts"
import { IssueReader } from "../../../core/reading/issue-reader.ts"
import { readingOf, type Reading as PartReading } from "../parts/reading.ts"
import { Looking } from "../response/looking.ts"
import { ownVendor } from "../wire.ts"
import type { Gathering } from "./pieces.ts"

/** A text or a thought that goes on. */
export interface Open {
  readonly part: number
  readonly type: ContentPart["type"]
  readonly heard: RepeatedFrames
}

/** What is known of one candidate. */
export interface Reading {
  readonly index: number
  /** The texts so far, by the number of their part; other parts have none. */
  readonly texts: (RepeatedFrames | undefined)[]
  open: Open | undefined
  /** A call whose arguments come in pieces. */
  gathering: Gathering | undefined
  /** What that counts. */
  heldPieces: number
  /** Whether there was a call that the client has to answer. */
  calls: boolean
  /** The latest reason given for its end. */
  reason: string | undefined
}

/** What a stream's reader knows. */
export interface State {
  readonly candidates: Map<number, Reading>
  readonly parts: PartReading
  readonly notes: TranslationNote[]
  readonly held: HeldCounter
  readonly looking: Looking
  started: boolean
  blocked: boolean
  done: boolean
}

/** The beginning of a stream. */
export const stateOf = (undo: ReplyContext, most?: number): State => ({
  candidates: new Map(),
  parts: readingOf(new IssueReader(), undo.vendor ?? ownVendor, undo),
  notes: [],
  held: new HeldCounter(most),
  looking: new Looking(),
  started: false,
  blocked: false,
  done: false
})
