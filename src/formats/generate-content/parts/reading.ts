import type { ContentPart, ReasoningPart, TextPart } from "../../../core/chat/chat.ts"
import type { OpaqueEnvelope } from "../../../core/chat/envelope.ts"
import { type ReplyContext, emptyReplyContext as nothing } from "../../../core/format.ts"
import type { VendorId } from "../../../core/chat/node.ts"
import type { JsonPointer } from "../../../core/json/pointer.ts"
import type { IssueReader } from "../../../core/reading/issue-reader.ts"
import type { ObjectReader } from "../../../core/reading/object-reader.ts"
import type { MutableDraft } from "../../../core/json/builder.ts"

/** A part of text that carries no signature yet. */
export type Unsigned = MutableDraft<TextPart> | MutableDraft<ReasoningPart>

/** What reading parts needs besides them. */
export interface Reading {
  readonly reader: IssueReader
  /** Whose signatures the parts hold. */
  readonly vendor: VendorId
  /** What the request's encoding did, where the parts are its answer. */
  readonly undo: ReplyContext
  /** Whether the parts are an answer's: then nothing must be there, and nulls say nothing. */
  readonly answer: boolean
  /** Texts and thoughts of this turn that no signature covered yet: a stream's client sends each piece as its own part. */
  readonly unsigned: { text: Unsigned[]; reasoning: Unsigned[] }
  /** Parts that became one with an earlier one. */
  readonly joined: Set<ContentPart>
  /** A sealed signature of the part that was read last, which covers more than that part. */
  sealed: { readonly envelope: OpaqueEnvelope; readonly at: JsonPointer } | undefined
  /** The thought that led to the call that was read last, which its client does not show. */
  unshown: string | undefined
}

/** A reading of parts: of a request, or with `undo` of its answer. */
export const readingOf = (reader: IssueReader, vendor: VendorId, undo?: ReplyContext): Reading => ({
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
export type ReadPart = (reading: Reading, part: ObjectReader, member: string) => MutableDraft<ContentPart> | undefined
