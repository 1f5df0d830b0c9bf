import type { ContentPart, ReasoningPart } from "../../core/chat/part.ts"
import { RepeatedFrames } from "../../core/events/delta-fast-path.ts"
import type { PartDelta } from "../../core/events/event.ts"
import { applyDelta, withCitations } from "../../core/events/fold.ts"
import { withoutContent } from "../../core/events/spent.ts"
import { pieceWeight, weightOf } from "../../core/framing/held.ts"
import { ValueEnd } from "../../core/json/scan.ts"
import { finishNode, noteOnce } from "./context.ts"
import { encodeReplyPart, isBrokenCall, lateSignature, waitsForCall, withCarriedBytes } from "./response-parts.ts"
import {
  type CandidateEncoderState,
  type PartEncoderState,
  pushPart,
  pushText,
  type StreamEncoderState
} from "./stream-encode-frames.ts"

/** A part begins. */
export const beginPart = (
  to: StreamEncoderState,
  writer: CandidateEncoderState,
  part: number,
  value: ContentPart
): void => {
  const kind = isLive(to, value) ? "live" : "whole"
  const track: PartEncoderState = {
    part,
    kind,
    value: kind === "live" ? unsaid(value) : value,
    heard: new RepeatedFrames(),
    held: kind === "live" ? 0 : weightOf(value),
    opaque: value.opaque ?? [],
    citations: [],
    end: new ValueEnd(),
    isObject: undefined,
    ended: false
  }
  writer.tracks.set(part, track)
  to.held.add(weightOf(track.value))
  if (value.type === "tool-call") writer.calls.push(track)
  if (value.type === "tool-call" && value.input.kind === "json") track.end.add(value.input.json.text)
  if (track.kind === "whole") return
  if (value.type === "text" || value.type === "reasoning") addText(to, writer, track, value.text ?? "")
}

/** Whether a part's text can be written as it comes: not what only this format knows more of. */
const isLive = (to: StreamEncoderState, value: ContentPart): boolean =>
  (value.type === "text" && value.native === undefined) || (isThought(to, value) && value.text !== undefined)

/** Whether a part is thinking whose text is told as such. */
const isThought = (to: StreamEncoderState, value: ContentPart): value is ReasoningPart =>
  value.type === "reasoning" && value.native === undefined && to.preferences.thinking === "field"

/** A part goes on. */
export const goOn = (to: StreamEncoderState, writer: CandidateEncoderState, part: number, delta: PartDelta): void => {
  const track = writer.tracks.get(part)
  if (track === undefined || track.ended) return
  if (delta.type === "text" && isThought(to, track.value)) track.kind = "live"
  if (track.kind === "live" && delta.type === "text") return addText(to, writer, track, delta.text)
  if (delta.type === "citation") {
    countHeld(to, track, delta, track.value)
    track.citations.push(delta.citation)
    return
  }
  if (delta.type === "input") track.end.add(delta.text)
  const now = applyDelta(track.value, delta)
  countHeld(to, track, delta, now)
  track.value = now
  track.opaque = track.value.opaque ?? []
}

/** A text or a thought before anything of it was said. */
const unsaid = (value: ContentPart): ContentPart =>
  value.type === "text" || value.type === "reasoning" ? { ...value, text: "" } : value

/** Counts what a part goes on with: until it ends where it is written then, else as long as the stream. */
const countHeld = (to: StreamEncoderState, track: PartEncoderState, delta: PartDelta, now: ContentPart): void => {
  if (delta.type === "opaque") return to.held.replace(track.value.opaque, now.opaque)
  const units = "text" in delta ? delta.text.length + pieceWeight : weightOf(delta)
  to.held.add(units)
  if (track.kind === "whole") track.held += units
}

const addText = (
  to: StreamEncoderState,
  writer: CandidateEncoderState,
  track: PartEncoderState,
  text: string
): void => {
  if (text === "") return
  if (writer.calls.length > 0) endCalls(to, writer)
  const { last } = writer
  if (last !== track) {
    if (track.heard.length > 0) noteOnce(to, "text-order")
    if (last?.value.type === track.value.type) pushText(to, writer, '{"text":""}')
  }
  if (track.heard.length === 0) writer.written.push(track.part)
  track.heard.add(text)
  writer.last = track
  const thought = track.value.type === "reasoning" ? ',"thought":true' : ""
  pushText(to, writer, `{"text":${JSON.stringify(text)}${thought}}`)
}

/**
 * Text comes behind calls: those whose input is whole by now are written before it, for nothing can go on with them. One
 * that is not keeps its place before those that began behind it.
 */
const endCalls = (to: StreamEncoderState, writer: CandidateEncoderState): void => {
  const { calls } = writer
  const open = calls.findIndex((call) => !call.ended && !isWhole(call))
  for (const { part } of calls.splice(0, open < 0 ? calls.length : open)) endPart(to, writer, part)
}

/** Whether a call's input is a whole JSON object; it is parsed once, when its first value has ended. */
const isWhole = (call: PartEncoderState): boolean => call.end.isClosed && (call.isObject ??= hasObject(call.value))

const hasObject = (part: ContentPart): boolean =>
  part.type === "tool-call" && part.input.kind === "json" && part.input.json.object !== undefined

/** A part ends: what waited for its end is written. */
export const endPart = (to: StreamEncoderState, writer: CandidateEncoderState, part: number): void => {
  const track = writer.tracks.get(part)
  if (track === undefined || track.ended) return
  track.ended = true
  if (track.kind === "live" && track.heard.length > 0) return endLive(to, writer, track)
  if (isBrokenCall(track.value)) {
    writer.broken = true
    return letGo(to, track)
  }
  const out = encodeReplyPart(
    to,
    withCarriedBytes(to, spoken(track), part, (at) => spokenAt(writer, at)),
    part,
    false
  )
  letGo(to, track)
  if (out === undefined) return
  writer.written.push(part)
  writer.last = undefined
  pushPart(to, writer, out)
}

/** Of a part that is written nothing is kept but what is told later: refusals, texts with their citations, hidden thoughts. */
const letGo = (to: StreamEncoderState, track: PartEncoderState): void => {
  if (track.value.type === "refusal" || track.value.type === "text" || waitsForCall(to, track.value)) return
  to.held.release(track.held)
  track.held = 0
  track.value = withoutContent(track.value)
  to.held.add(weightOf(track.value))
}

/** The bytes of a text that was written before them. */
const endLive = (to: StreamEncoderState, writer: CandidateEncoderState, track: PartEncoderState): void => {
  finishNode(to, {}, spoken(track))
  if (track.opaque.length === 0) return
  pushPart(to, writer, lateSignature(to, track.value, track.opaque, track.part, track.heard.digest()))
  writer.last = undefined
}

const spokenAt = ({ tracks }: CandidateEncoderState, part: number): ContentPart | undefined => {
  const track = tracks.get(part)
  return track && spoken(track)
}

/** A part with the text that was written of it. */
const spoken = ({ value, heard, kind, citations }: PartEncoderState): ContentPart =>
  withCitations(
    kind === "live" && (value.type === "text" || value.type === "reasoning") ? { ...value, text: heard.text } : value,
    citations
  )

/** All parts end. */
export const endAll = (to: StreamEncoderState, writer: CandidateEncoderState): void => {
  for (const part of writer.tracks.keys()) endPart(to, writer, part)
}

/** The parts of a candidate as far as they came, by their number. */
export const spokenParts = (writer: CandidateEncoderState): readonly ContentPart[] => {
  const parts: ContentPart[] = []
  for (const track of writer.tracks.values()) parts[track.part] = spoken(track)
  return parts
}
