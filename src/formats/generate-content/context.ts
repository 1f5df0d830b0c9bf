import type { ContentPart, ReasoningPart, TextPart } from "../../core/chat/chat.ts"
import type { ChatEncodeContext } from "../../core/chat/codec.ts"
import type { OpaqueEnvelope } from "../../core/chat/envelope.ts"
import { type ChatNode, nativeMembers, type VendorId } from "../../core/chat/node.ts"
import type { OpenCalls } from "../../core/chat/tool-calls.ts"
import { spellName } from "../../core/chat/call-id.ts"
import { emptyReplyContext, type ReplyContext } from "../../core/format.ts"
import type { JsonObjectBuilder, MutableDraft, JsonText } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { nearestOf, type NoteSink, noteWriter } from "../../core/notes/note.ts"
import { type IssueReader, everyNull, noNull, type ReadOptions } from "../../core/reading/issue-reader.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { rules } from "./rules.ts"
import { camelCase, id, ownVendor, toolNames } from "./wire.ts"

/** What this format alone says of nodes. */
export const { isOwn, kindOf, consumed, consume, restore, spelledAs } = nativeMembers(id)

/** How a request's objects are read, under the names with capitals: an explicit null is kept, a lone item is a list. */
export const inRequest: ReadOptions = { format: id, silent: noNull, empty: true, lone: true, nameOf: camelCase }

/** How an answer's objects are read: a text that must be there may be missing. */
export const inAnswer: ReadOptions = { format: id, silent: everyNull, nameOf: camelCase, lenient: true }

/** What writes this format's notes. */
export const { note, noteField, noteOnce, noteLeftovers, noteEnd } = noteWriter(rules, id)

/** Finishes an object made of a node: this format's own members, and notes of another format's and of cache marks. */
export const finishNode = (to: NoteSink, out: JsonObjectBuilder, node: ChatNode): JsonObjectBuilder => {
  if (node.cache !== undefined) note(to, "cache-mark", nearestOf(node, "cache"))
  if (node.native === undefined) return out
  noteLeftovers(to, node)
  return restore(out, node)
}

/** What the parts of a request share while it is encoded. */
export type EncodeContext = ChatEncodeContext

/** A tool's name as the vendor takes it; what was changed is remembered for the answer, and noted once, of `node`. */
export const encodeToolName = (to: EncodeContext, name: string, node?: ChatNode): string => {
  if (to.own) return name
  const plain = spellName(name, toolNames)
  const sent = plain === name || /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
  if (sent === name) return name
  if (node !== undefined && !to.names.has(sent)) noteField(to, "spelling/name", node, "name")
  to.names.set(sent, name)
  return sent
}

/** A part of text that carries no signature yet. */
type UnsignedPart = MutableDraft<TextPart> | MutableDraft<ReasoningPart>

/** What the parts of a content share while they are decoded. */
export interface DecodeContext {
  readonly reader: IssueReader
  /** Whose signatures the parts hold. */
  readonly vendor: VendorId
  /** What the request's encoding did, where the parts are its answer. */
  readonly reply: ReplyContext
  /** Whether the parts are an answer's: then nothing must be there, and nulls say nothing. */
  readonly answer: boolean
  /** Texts and thoughts of this turn that no signature covered yet: a stream's client sends each piece as its own part. */
  readonly unsigned: { text: UnsignedPart[]; reasoning: UnsignedPart[] }
  /** Parts that became one with an earlier one. */
  readonly joined: Set<ContentPart>
  /** A sealed signature of the part that was read last, which covers more than that part. */
  sealed: { readonly envelope: OpaqueEnvelope; readonly at: JsonPointer } | undefined
  /** The thought that led to the call that was read last, which its client does not show. */
  unshown: string | undefined
}

/** The context in which parts are decoded: those of a request, or with `reply` of its answer. */
export const decodeContext = (reader: IssueReader, reply?: ReplyContext): DecodeContext => ({
  reader,
  vendor: reply?.vendor ?? ownVendor,
  reply: reply ?? emptyReplyContext,
  answer: reply !== undefined,
  unsigned: { text: [], reasoning: [] },
  joined: new Set(),
  sealed: undefined,
  unshown: undefined
})

/** Reads a part by its member; undefined where it is not as it must be, which is an issue. */
export type PartDecoder = (
  context: DecodeContext,
  part: ObjectReader,
  member: string
) => MutableDraft<ContentPart> | undefined

/** Where fields stood whose member is not at the body's top and under their own name. */
export type FieldPlaces = Map<string, string>

/** The turn whose parts are written. */
export interface ContentTurn {
  readonly role: "system" | "user" | "assistant"
  /** Calls that wait for their answer. */
  readonly calls: OpenCalls
  /** Whether the turn's first call was written, or needs no signature. */
  signed: boolean
  /** The media of its results, where the model takes none in them; absent: it does. */
  readonly apart?: EncodedPart[]
  /** Whether they stand inside a result. */
  readonly inResult?: boolean
}

/** A part as it is written: put together, or as it was read. */
export type EncodedPart = JsonObjectBuilder | JsonText
