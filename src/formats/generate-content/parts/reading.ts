import type { Part, ReasoningPart, TextPart } from "../../../core/chat/chat.ts"
import type { Envelope } from "../../../core/chat/envelope.ts"
import type { Undo } from "../../../core/format.ts"
import type { Vendor } from "../../../core/chat/node.ts"
import type { Pointer } from "../../../core/json/pointer.ts"
import type { Reader } from "../../../core/reading/reader.ts"
import { undo as nothing } from "../../../core/format.ts"
import type { Members } from "../../../core/reading/members.ts"
import type { Draft } from "../../../core/draft.ts"

/** A part of text that carries no signature yet. */
export type Unsigned = Draft<TextPart> | Draft<ReasoningPart>

/** What reading parts needs besides them. */
export interface Reading {
  readonly reader: Reader
  /** Whose signatures the parts hold. */
  readonly vendor: Vendor
  /** What the request's encoding did, where the parts are its answer. */
  readonly undo: Undo
  /** Whether the parts are an answer's: then nothing must be there, and nulls say nothing. */
  readonly answer: boolean
  /** Texts and thoughts of this turn that no signature covered yet: a stream's client sends each piece as its own part. */
  readonly unsigned: { text: Unsigned[]; reasoning: Unsigned[] }
  /** Parts that became one with an earlier one. */
  readonly joined: Set<Part>
  /** A sealed signature of the part that was read last, which covers more than that part. */
  sealed: { readonly envelope: Envelope; readonly at: Pointer } | undefined
  /** The thought that led to the call that was read last, which its client does not show. */
  unshown: string | undefined
}

/** A reading of parts: of a request, or with `undo` of its answer. */
export const readingOf = (reader: Reader, vendor: Vendor, undo?: Undo): Reading => ({
  reader,
  vendor,
  undo: undo ?? nothing,
  answer: undo !== undefined,
  unsigned: { text: [], reasoning: [] },
  joined: new Set(),
  sealed: undefined,
  unshown: undefined
})

/** Reads a part by its member; undefined where it is not as it must be, which is an issue. */
export type ReadPart = (reading: Reading, part: Members, member: string) => Draft<Part> | undefined
