import type { OpaqueEnvelope } from "../../core/chat/envelope.ts"
import type { ContentPart, ReasoningPart, TextPart } from "../../core/chat/node.ts"
import { appendAll } from "../../core/collections.ts"
import { HashedText } from "../../core/events/delta-fast-path.ts"
import type { ChatEvent } from "../../core/chat/chat.ts"
import { ToldMembers } from "../../core/events/fold.ts"
import type { ReplyContext } from "../../core/format.ts"
import { HeldCounter, itemWeight, weightOf } from "../../core/framing/stream-limits.ts"
import { isObject, type JsonObject, JsonText, parseJson, stringifyJson } from "../../core/json/json.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { decodeContext, type DecodeContext, note } from "./context.ts"
import { decodePart } from "./parts.ts"
import { SearchBudget } from "./output-text.ts"
import { isClientCall } from "../../core/chat/tool-calls.ts"
import { addCallPiece, isCallPiece, type PartialCall } from "./tool-calls.ts"

/** A text or a thought that goes on. */
interface OpenPart {
  readonly part: number
  readonly type: ContentPart["type"]
  readonly hashed: HashedText
  /** Whether it has its signature: there is one of a part. */
  readonly isSigned: boolean
}

/** What is known of one candidate. */
export interface CandidateDecoder {
  readonly index: number
  /** The texts so far, by the number of their part; other parts have none. */
  readonly texts: (HashedText | undefined)[]
  open: OpenPart | undefined
  /** A call whose arguments come in pieces. */
  partialCall: PartialCall | undefined
  /** What that counts. */
  heldPieces: number
  /** Whether there was a call that the client has to answer. */
  calls: boolean
  /** All that was said of its search. */
  grounding: JsonObject | undefined
  /** The latest reason given for its end. */
  reason: string | undefined
}

/** What a stream's reader knows. */
export interface StreamDecoderState {
  readonly candidates: Map<number, CandidateDecoder>
  readonly parts: DecodeContext
  readonly notes: TranslationNote[]
  readonly held: HeldCounter
  readonly searchBudget: SearchBudget
  /** The unknown members that frames said of the answer. */
  readonly told: ToldMembers
  /** How much of what was said of searches was read again. */
  joined: number
  started: boolean
  blocked: boolean
  done: boolean
}

/** The beginning of a stream. */
export const streamDecoderState = (reply: ReplyContext, most?: number): StreamDecoderState => {
  const held = new HeldCounter(most)
  return {
    candidates: new Map(),
    parts: decodeContext(new IssueReader(), reply),
    notes: [],
    held,
    searchBudget: new SearchBudget(),
    told: new ToldMembers(held),
    joined: 0,
    started: false,
    blocked: false,
    done: false
  }
}

/** Reads a part; a call that comes in pieces when it is whole. */
export const decodeItem = (
  state: StreamDecoderState,
  candidate: CandidateDecoder,
  item: JsonObject,
  out: ChatEvent[]
): void => {
  if (!isCallPiece(item, candidate.partialCall)) {
    breakOff(state, candidate, out)
    return decodePiece(state, candidate, item, out)
  }
  const { call, whole } = addCallPiece(item, candidate.partialCall)
  const units = weightOf(item)
  state.held.add(whole ? -candidate.heldPieces : units)
  candidate.heldPieces = whole ? 0 : candidate.heldPieces + units
  candidate.partialCall = whole ? undefined : call
  if (!whole) return
  const { id, name, signature, args } = call
  const exact = parseJson(stringifyJson({ functionCall: { id, name, args }, thoughtSignature: signature }))
  if (exact.ok && isObject(exact.value)) decodePiece(state, candidate, exact.value, out)
}

/** A call of which more was to come is told as far as it came: its arguments as text that is no JSON. */
export const breakOff = (state: StreamDecoderState, candidate: CandidateDecoder, out: ChatEvent[]): void => {
  const { partialCall: gathering } = candidate
  if (gathering === undefined) return
  candidate.partialCall = undefined
  candidate.calls = true
  close(candidate, out)
  const { id: given, name, args } = gathering
  begin(
    state,
    candidate,
    {
      type: "tool-call",
      ...(typeof given === "string" ? { id: given } : {}),
      name: typeof name === "string" ? name : "",
      of: "function",
      runBy: "client",
      input: { kind: "json", json: JsonText.source(stringifyJson(args).slice(0, -1)) }
    },
    out
  )
  out.push({ type: "part-end", candidate: candidate.index, part: candidate.texts.length - 1 })
}

const decodePiece = (
  state: StreamDecoderState,
  candidate: CandidateDecoder,
  object: JsonObject,
  out: ChatEvent[]
): void => {
  const before = state.parts.reader.notes.length
  const part = decodePart(state.parts, object, "")
  appendAll(state.notes, state.parts.reader.notes.splice(before))
  if (part === undefined) return
  delete part.at
  const { sealed } = state.parts
  state.parts.sealed = undefined
  if (sealed !== undefined) {
    if (isTextual(part) && attach(candidate, part, sealed.envelope, out)) return
    note(state, "opaque-mismatch", "")
  }
  if (isTextual(part) && part.native === undefined && !isSilentlySigned(part)) {
    if (sealed === undefined || (part.text ?? "") !== "") emitText(state, candidate, part, out)
    return
  }
  close(candidate, out)
  if (isClientCall(part)) candidate.calls = true
  begin(state, candidate, part, out)
  out.push({ type: "part-end", candidate: candidate.index, part: candidate.texts.length - 1 })
}

/** A sealed signature behind the pieces of a text or a thought is that part's, and ends it. */
const attach = (
  candidate: CandidateDecoder,
  { type, text }: TextualPart,
  envelope: OpaqueEnvelope,
  out: ChatEvent[]
): boolean => {
  const { open, index } = candidate
  if (open?.type !== type || (text ?? "") !== "" || envelope.digest !== open.hashed.digest()) return false
  out.push({ type: "delta", candidate: index, part: open.part, delta: { type: "opaque", opaque: envelope.opaque } })
  close(candidate, out)
  return true
}

type TextualPart = TextPart | ReasoningPart

const isTextual = (part: ContentPart): part is TextualPart => part.type === "text" || part.type === "reasoning"

/** Whether bytes have no text beside them: they stay the part of their own that the vendor made them. */
const isSilentlySigned = ({ text = "", opaque }: TextualPart): boolean => text === "" && opaque !== undefined

/**
 * Text goes on with the open part of its kind, or begins one: with a signature, too, which any piece of a text may have.
 * A thought ends with its signature, and every part before a second one. The empty text ends what is open.
 *
 * @see https://ai.google.dev/gemini-api/docs/thought-signatures (read 2026-11) that streams sign the last piece of a text
 */
const emitText = (
  state: StreamDecoderState,
  candidate: CandidateDecoder,
  part: TextualPart,
  out: ChatEvent[]
): void => {
  const { text = "", opaque = [] } = part
  const { open, index } = candidate
  const isSigned = opaque.length > 0
  if (open !== undefined && open.type === part.type && text !== "" && !(isSigned && open.isSigned)) {
    hear(candidate, text)
    // before its piece, so that a format which signs pieces can write both in one
    for (const bytes of opaque)
      out.push({ type: "delta", candidate: index, part: open.part, delta: { type: "opaque", opaque: bytes } })
    out.push({ type: "delta", candidate: index, part: open.part, delta: { type: "text", text } })
    candidate.open = isSigned ? { ...open, isSigned } : open
  } else {
    close(candidate, out)
    if (text !== "") candidate.open = begin(state, candidate, part, out)
  }
  if (isSigned && part.type === "reasoning") close(candidate, out)
}

/** More of the text that is open. */
export const hear = (candidate: CandidateDecoder | undefined, text: string): void => {
  candidate?.open?.hashed.add(text)
}

/** A part begins; `heard` of what is given back gathers its text. */
const begin = (
  state: StreamDecoderState,
  candidate: CandidateDecoder,
  value: ContentPart,
  out: ChatEvent[]
): OpenPart => {
  const hashed = new HashedText()
  if (isTextual(value)) hashed.add(value.text ?? "")
  const part = candidate.texts.push(value.type === "text" ? hashed : undefined) - 1
  state.held.add(itemWeight)
  out.push({ type: "part", candidate: candidate.index, part, value })
  return { part, type: value.type, hashed, isSigned: value.opaque !== undefined }
}

/** The text or the thought that is open ends, where there is one. */
export const close = (candidate: CandidateDecoder, out: ChatEvent[]): void => {
  const { open } = candidate
  if (open === undefined) return
  candidate.open = undefined
  out.push({ type: "part-end", candidate: candidate.index, part: open.part })
}
