import { inputText } from "../../core/chat/tool-calls.ts"
import type { ToolCallPart } from "../../core/chat/chat.ts"
import { nothingOf } from "../../core/events/fold.ts"
import { pieceWeight } from "../../core/framing/stream-limits.ts"
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
import { note } from "./rules.ts"
import { type StreamEncoderState, type CandidateEncoder, type OpenCall, partAt } from "./stream-encode-state.ts"

/** A call begins: it is written at once where no other is open, else it waits for that one's end. */
export const beginCall = (
  state: StreamEncoderState,
  writer: CandidateEncoder,
  part: number,
  call: ToolCallPart
): void => {
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
export const extendCall = (
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
export const endCall = (state: StreamEncoderState, writer: CandidateEncoder, part: number): void => {
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
