import type { ContentPart, ReasoningPart } from "../../core/chat/node.ts"
import { HashedText } from "../../core/events/delta-fast-path.ts"
import type { PartDelta } from "../../core/chat/chat.ts"
import { withCitations } from "../../core/chat/codec.ts"
import { isBrokenCall } from "../../core/chat/tool-calls.ts"
import { applyDelta, withoutContent } from "../../core/events/fold.ts"
import { pieceWeight, weightOf } from "../../core/framing/stream-limits.ts"
import { ValueEnd } from "../../core/json/value.ts"
import { finishNode, isOwn, noteOnce } from "./context.ts"
import { isVendorSignature } from "./opaque.ts"
import { encodeReplyPart, lateSignature, waitsForCall, withCarriedBytes } from "./response-parts.ts"
import {
  type CandidateEncoder,
  type PartEncoder,
  pushPart,
  pushText,
  type StreamEncoderState
} from "./stream-encode-state.ts"

/** A part begins. */
export const beginPart = (
  to: StreamEncoderState,
  candidate: CandidateEncoder,
  part: number,
  value: ContentPart
): void => {
  const kind = isLive(to, value) ? "live" : "whole"
  const state: PartEncoder = {
    part,
    kind,
    value: kind === "live" ? unsaid(value) : value,
    hashed: new HashedText(),
    held: kind === "live" ? 0 : weightOf(value),
    opaque: value.opaque ?? [],
    citations: [],
    end: new ValueEnd(),
    isObject: undefined,
    ended: false
  }
  candidate.parts.set(part, state)
  to.held.add(weightOf(state.value))
  if (value.type === "tool-call") candidate.calls.push(state)
  if (value.type === "tool-call" && value.input.kind === "json") state.end.add(value.input.json.text)
  if (state.kind === "whole") return
  if (value.type === "text" || value.type === "reasoning") addText(to, candidate, state, value.text ?? "")
}

/** Whether a part's text can be written as it comes: not what only this format knows more of. */
const isLive = (to: StreamEncoderState, value: ContentPart): boolean =>
  (value.type === "text" && !isOwn(value)) || (isThought(to, value) && value.text !== undefined)

/** Whether a part is thinking whose text is told as such. */
const isThought = (to: StreamEncoderState, value: ContentPart): value is ReasoningPart =>
  value.type === "reasoning" && !isOwn(value) && to.preferences.thinking === "field"

/** A part goes on. */
export const goOn = (to: StreamEncoderState, candidate: CandidateEncoder, part: number, delta: PartDelta): void => {
  const state = candidate.parts.get(part)
  if (state === undefined || state.ended) return
  if (delta.type === "text" && isThought(to, state.value)) state.kind = "live"
  if (state.kind === "live" && delta.type === "text") return addText(to, candidate, state, delta.text)
  if (delta.type === "citation") {
    countHeld(to, state, delta, state.value)
    state.citations.push(delta.citation)
    return
  }
  if (delta.type === "input") state.end.add(delta.text)
  const now = applyDelta(state.value, delta)
  countHeld(to, state, delta, now)
  state.value = now
  state.opaque = state.value.opaque ?? []
}

/** A text or a thought before anything of it was said. */
const unsaid = (value: ContentPart): ContentPart =>
  value.type === "text" || value.type === "reasoning" ? { ...value, text: "" } : value

/** Counts what a part goes on with: until it ends where it is written then, else as long as the stream. */
const countHeld = (to: StreamEncoderState, state: PartEncoder, delta: PartDelta, now: ContentPart): void => {
  if (delta.type === "opaque") return to.held.replace(state.value.opaque, now.opaque)
  const units = "text" in delta ? delta.text.length + pieceWeight : weightOf(delta)
  to.held.add(units)
  if (state.kind === "whole") state.held += units
}

const addText = (to: StreamEncoderState, candidate: CandidateEncoder, state: PartEncoder, text: string): void => {
  if (text === "") return
  if (candidate.calls.length > 0) endCalls(to, candidate)
  const { last } = candidate
  if (last !== state) {
    if (state.hashed.length > 0) noteOnce(to, "part-order")
    if (last?.value.type === state.value.type) pushText(to, candidate, '{"text":""}')
  }
  if (state.hashed.length === 0) candidate.written.push(state.part)
  state.hashed.add(text)
  candidate.last = state
  const thought = state.value.type === "reasoning" ? ',"thought":true' : ""
  pushText(to, candidate, `{"text":${JSON.stringify(text)}${thought}${signatureOf(state)}}`)
}

/** The vendor's own signature, which stands with the piece that it came with; it is said once. */
const signatureOf = (state: PartEncoder): string => {
  const [first, ...more] = state.opaque
  if (first === undefined || !isVendorSignature(first)) return ""
  state.opaque = more
  state.value = { ...state.value, opaque: more }
  return `,"thoughtSignature":${JSON.stringify(first.data)}`
}

/**
 * Text comes behind calls: those whose input is whole by now are written before it, for nothing can go on with them. One
 * that is not keeps its place before those that began behind it.
 */
const endCalls = (to: StreamEncoderState, candidate: CandidateEncoder): void => {
  const { calls } = candidate
  const open = calls.findIndex((call) => !call.ended && !isWhole(call))
  for (const { part } of calls.splice(0, open < 0 ? calls.length : open)) endPart(to, candidate, part)
}

/** Whether a call's input is a whole JSON object; it is parsed once, when its first value has ended. */
const isWhole = (call: PartEncoder): boolean => call.end.isClosed && (call.isObject ??= hasObject(call.value))

const hasObject = (part: ContentPart): boolean =>
  part.type === "tool-call" && part.input.kind === "json" && part.input.json.object !== undefined

/** A part ends: what waited for its end is written. */
export const endPart = (to: StreamEncoderState, candidate: CandidateEncoder, part: number): void => {
  const state = candidate.parts.get(part)
  if (state === undefined || state.ended) return
  state.ended = true
  if (state.kind === "live" && state.hashed.length > 0) return endLive(to, candidate, state)
  if (isBrokenCall(state.value)) {
    candidate.broken = true
    return letGo(to, state)
  }
  const out = encodeReplyPart(
    to,
    withCarriedBytes(to, writtenPart(state), part, (at) => spokenAt(candidate, at)),
    part,
    false
  )
  letGo(to, state)
  if (out === undefined) return
  candidate.written.push(part)
  candidate.last = undefined
  pushPart(to, candidate, out)
}

/** Of a part that is written nothing is kept but what is told later: refusals, texts with their citations, hidden thoughts. */
const letGo = (to: StreamEncoderState, state: PartEncoder): void => {
  if (state.value.type === "refusal" || state.value.type === "text" || waitsForCall(to, state.value)) return
  to.held.release(state.held)
  state.held = 0
  state.value = withoutContent(state.value)
  to.held.add(weightOf(state.value))
}

/** The bytes of a text that was written before them. */
const endLive = (to: StreamEncoderState, candidate: CandidateEncoder, state: PartEncoder): void => {
  finishNode(to, {}, writtenPart(state))
  if (state.opaque.length === 0) return
  pushPart(to, candidate, lateSignature(to, state.value, state.opaque, state.part, state.hashed.digest()))
  candidate.last = undefined
}

const spokenAt = ({ parts }: CandidateEncoder, part: number): ContentPart | undefined => {
  const state = parts.get(part)
  return state && writtenPart(state)
}

/** A part with the text that was written of it. */
const writtenPart = ({ value, hashed, kind, citations }: PartEncoder): ContentPart =>
  withCitations(
    kind === "live" && (value.type === "text" || value.type === "reasoning") ? { ...value, text: hashed.text } : value,
    citations
  )

/** All parts end. */
export const endAll = (to: StreamEncoderState, candidate: CandidateEncoder): void => {
  for (const part of candidate.parts.keys()) endPart(to, candidate, part)
}

/** The parts of a candidate as far as they came, by their number. */
export const spokenParts = (candidate: CandidateEncoder): readonly ContentPart[] => {
  const parts: ContentPart[] = []
  for (const state of candidate.parts.values()) parts[state.part] = writtenPart(state)
  return parts
}
