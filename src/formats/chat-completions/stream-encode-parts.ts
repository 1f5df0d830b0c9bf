import type { TextCitation, ContentPart, PartDelta, ToolCallPart } from "../../core/chat/chat.ts"
import { applyDelta, nothingOf } from "../../core/events/fold.ts"
import { detailsOf } from "./opaque.ts"
import { detailText } from "./places.ts"
import { weightOf, pieceWeight } from "../../core/framing/stream-limits.ts"
import type { JsonTemplate } from "../../core/json/json.ts"
import { keepsPart } from "./response-encode.ts"
import { encodePicture } from "./media.ts"
import { closeThink, openThink } from "./response-decode.ts"
import { noteLeftovers, note } from "./rules.ts"
import {
  type StreamEncoderState,
  type CandidateEncoder,
  digestAt,
  keepPart,
  partAt,
  type OpenCall
} from "./stream-encode-state.ts"
import { appendAll } from "../../core/collections.ts"
import { inputText } from "../../core/chat/tool-calls.ts"
import {
  callEntry,
  signatureOf,
  wrappedInput,
  type InputWrapping,
  wrappingOf,
  callId,
  isCustomCall,
  noteCall,
  noteInput
} from "./tool-calls.ts"

/** Writes the beginning of a part. */
export const beginPart = (
  state: StreamEncoderState,
  writer: CandidateEncoder,
  index: number,
  part: ContentPart
): void => {
  if (part.type === "reasoning") {
    if (writer.thoughts++ > 0) writeNew(state, writer, index, state.preferences.thinking === "field")
  } else if (!keepsPart(part, state)) {
    writer.parts[index] = undefined
    return
  }
  keepPart(state, writer, index, part)
  noteLeftovers(state, part)
  switch (part.type) {
    case "text":
    case "refusal":
    case "reasoning":
      return writeText(state, writer, part.type, detailText(part) ?? "")
    case "media": {
      closeThinking(state, writer)
      const picture = encodePicture(part)
      if (picture !== undefined) return state.delta(writer.index, { images: [picture] })
      const data = part.source.kind === "base64" && part.source.data !== "" ? part.source.data : undefined
      const audio = { id: part.id, data, transcript: part.transcript, expires_at: part.expires }
      return state.delta(writer.index, { audio })
    }
    case "tool-call":
      closeThinking(state, writer)
      return beginCall(state, writer, index, part)
    default:
  }
}

const writeText = (
  state: StreamEncoderState,
  writer: CandidateEncoder,
  type: ContentPart["type"],
  text: string
): void => {
  if (text === "") return
  if (type === "reasoning") return writeReasoning(state, writer, text)
  closeThinking(state, writer)
  state.text(writer.index, type === "text" ? "content" : "refusal", text)
}

const writeReasoning = (state: StreamEncoderState, writer: CandidateEncoder, text: string): void => {
  const { thinking } = state.preferences
  if (thinking === "field") state.text(writer.index, "reasoning_content", text)
  if (thinking !== "content") return
  writeThought(state, writer, writer.thinking ? text : openThink + text)
  writer.thinking = true
}

const writeThought = (state: StreamEncoderState, writer: CandidateEncoder, text: string): void => {
  writer.thought += text.length
  state.text(writer.index, "content", text)
}

/** Ends the thought that is open in the content, where one is. */
export const closeThinking = (state: StreamEncoderState, writer: CandidateEncoder): void => {
  if (!writer.thinking) return
  writer.thinking = false
  writeThought(state, writer, closeThink)
}

/** Writes what an open part goes on with. */
export const extendPart = (
  state: StreamEncoderState,
  writer: CandidateEncoder,
  index: number,
  delta: PartDelta
): void => {
  const part = writer.parts[index]
  if (part === undefined) return
  keepDelta(state, writer, index, delta)
  switch (delta.type) {
    case "text":
      return writeText(state, writer, part.type, delta.text)
    case "input":
      return extendCall(state, writer, index, delta.text, delta.unfinished)
    case "data":
      return state.delta(writer.index, { audio: { data: delta.data } })
    case "transcript":
      return state.delta(writer.index, { audio: { transcript: delta.text } })
    case "opaque":
      return part.type === "tool-call" ? extendCall(state, writer, index, "") : undefined
    case "citation":
    case "rest":
  }
}

/** Keeps what a part went on with; the bytes of a sound are told, and needed no more. */
const keepDelta = (
  { held }: StreamEncoderState,
  { parts, spoken, cited }: CandidateEncoder,
  index: number,
  delta: PartDelta
): void => {
  const part = parts[index]
  if (part === undefined || delta.type === "data" || delta.type === "transcript") return
  if (delta.type === "text" || delta.type === "input") return spoken[index]?.add(delta.text)
  const now = delta.type === "citation" ? part : applyDelta(part, delta)
  if (delta.type === "opaque") held.replace(part.opaque, now.opaque)
  else held.add(weightOf(delta))
  if (delta.type === "citation") cite(cited, index, delta.citation)
  else parts[index] = now
}

const cite = (cited: CandidateEncoder["cited"], index: number, citation: TextCitation): void => {
  const citations = cited.get(index)
  if (citations === undefined) cited.set(index, [citation])
  else citations.push(citation)
}

/** Writes the end of a part: a call's, and the carriers of what is complete. */
export const endPart = (state: StreamEncoderState, writer: CandidateEncoder, index: number): void => {
  const part = writer.parts[index]
  if (part?.type === "tool-call") endCall(state, writer, index)
  if (part?.type !== "reasoning") return
  closeThinking(state, writer)
  if (writer.spoken[index]?.isWhole === false) note(state, "too-long", part)
  const isOrdered =
    state.preferences.thinking === "field" &&
    (writer.thoughts > 1 || writer.parts.findIndex((it) => it !== undefined) < index)
  if (isOrdered || partAt(writer, index)?.opaque !== undefined) writeNew(state, writer, index + 1, isOrdered)
}

/**
 * The carriers of reasoning before a part that the client was not told: as soon as it is whole, for it may be all that
 * comes, and before more of it begins, for nothing else tells the two apart.
 */
const writeNew = (state: StreamEncoderState, writer: CandidateEncoder, before: number, ordered: boolean): void => {
  const details: JsonTemplate[] = []
  for (; writer.placed < before; writer.placed++) {
    const index = writer.placed
    const part = partAt(writer, index)
    if (part === undefined) continue
    const place = writer.places.of(part)
    if (part.type === "reasoning")
      appendAll(
        details,
        detailsOf(part, place, ordered, (of) => digestAt(writer, index, of))
      )
  }
  writeDetailsOf(state, writer, details)
}

/** Writes carriers, where there are any. */
export const writeDetailsOf = (
  state: StreamEncoderState,
  writer: CandidateEncoder,
  details: readonly JsonTemplate[]
): void => {
  if (details.length === 0) return
  writer.sentDetails = details.length
  state.delta(writer.index, { reasoning_details: details })
}

/** A call begins: it is written at once where no other is open, else it waits for that one's end. */
const beginCall = (state: StreamEncoderState, writer: CandidateEncoder, part: number, call: ToolCallPart): void => {
  const waiting = inputText(call.input)
  state.held.add(waiting.length)
  const bare = { ...call, input: nothingOf(call.input) }
  const open: OpenCall = { part, call: bare, started: false, ended: false, waiting, hasInput: false, place: 0 }
  writer.calls.add(open)
  if (writer.calls.first === open) start(state, writer, open)
}

const start = (state: StreamEncoderState, writer: CandidateEncoder, open: OpenCall): void => {
  const { preferences, head, defaults } = state
  const { call, part, waiting } = open
  open.started = true
  const place = (open.place = writer.sentCalls++)
  const input = waiting === "" ? "" : nextPiece(state, open, waiting)
  noteCall(call, state)
  if (preferences.legacyTools && place > 0) note(state, "legacy-calls", call)
  if (isLegacy(state, open)) return state.delta(writer.index, { function_call: { name: call.name, arguments: input } })
  const id = callId(call, {
    answer: head.id ?? defaults.id,
    index: place,
    part,
    partAt: (part) => partAt(writer, part)
  })
  const entry = callEntry(id, call.name, isCustomCall(call, preferences), input, signatureOf(call))
  state.delta(writer.index, { tool_calls: [{ index: place, ...entry }] })
}

const isLegacy = (state: StreamEncoderState, open: OpenCall): boolean =>
  state.preferences.legacyTools && open.place === 0

const wrappingAt = ({ preferences }: StreamEncoderState, { call }: OpenCall): InputWrapping | undefined =>
  wrappingOf(call.input, isCustomCall(call, preferences))

/** A piece of input, behind what opens it where it is the first. */
const nextPiece = (state: StreamEncoderState, open: OpenCall, text: string): string => {
  const wrapping = wrappingAt(state, open)
  const inside = wrappedInput(text, wrapping)
  const first = !open.hasInput
  open.hasInput = true
  return first && wrapping !== undefined ? wrapping.before + inside : inside
}

/** More of a call's input, `cut` where it broke off; an empty piece says that something else of the call changed. */
const extendCall = (
  state: StreamEncoderState,
  writer: CandidateEncoder,
  part: number,
  text: string,
  cut = false
): void => {
  const open = writer.calls.of(part)
  if (open === undefined) return
  open.hasInput ||= cut
  const now = writer.parts[part]
  if (now?.type === "tool-call") open.call = now
  const { input } = open.call
  if (cut && input.kind === "text") open.call = { ...open.call, input: { ...input, unfinished: true } }
  if (!open.started) {
    state.held.add(text.length + pieceWeight)
    open.waiting += text
  } else if (text !== "") writePiece(state, writer, open, nextPiece(state, open, text))
  else if (!isLegacy(state, open)) writeSignature(state, writer, open)
}

const writeSignature = (state: StreamEncoderState, writer: CandidateEncoder, { call, place }: OpenCall): void => {
  const extra_content = signatureOf(call)
  if (extra_content !== undefined) state.delta(writer.index, { tool_calls: [{ index: place, extra_content }] })
}

const writePiece = (state: StreamEncoderState, writer: CandidateEncoder, open: OpenCall, text: string): void => {
  if (isLegacy(state, open)) state.delta(writer.index, { function_call: { arguments: text } })
  else state.input(writer.index, open.place, isCustomCall(open.call, state.preferences), text)
}

/** A call ends; those that waited for it follow. */
const endCall = (state: StreamEncoderState, writer: CandidateEncoder, part: number): void => {
  const { calls } = writer
  const open = calls.of(part)
  if (open === undefined) return
  open.ended = true
  for (let { first } = calls; first !== undefined; { first } = calls) {
    if (!first.started) start(state, writer, first)
    if (!first.ended) break
    close(state, writer, first)
    calls.next()
  }
}

/** The last of a call's input: no input is the empty object. */
const close = (state: StreamEncoderState, writer: CandidateEncoder, open: OpenCall): void => {
  const { call, hasInput } = open
  noteInput(call, hasInput, state)
  const wrapping = wrappingAt(state, open)
  const rest = wrapping && (hasInput ? "" : wrapping.before) + wrapping.after
  if (rest === "") return
  if (rest !== undefined) writePiece(state, writer, open, rest)
  else if (!hasInput && call.input.kind === "json") writePiece(state, writer, open, "{}")
}

/** Ends all calls that are still open. */
export const closeCalls = (state: StreamEncoderState, writer: CandidateEncoder): void => {
  for (const part of writer.calls.parts) endCall(state, writer, part)
}
