import type { ToolCallPart } from "../../../core/chat/chat.ts"
import { nothingOf } from "../../../core/events/spent.ts"
import { pieceWeight } from "../../../core/framing/held.ts"
import { callEntry, inputText, signatureOf, wrapped, type Wrapping, wrappingOf } from "../call-input.ts"
import { callId, isCustom, noteCall, noteInput } from "../response/call.ts"
import { note } from "../rules.ts"
import type { OpenCall } from "./call-line.ts"
import type { Printing, Writer } from "./printing.ts"
import { partAt } from "./spoken.ts"

/** A call begins: it is written at once where no other is open, else it waits for that one's end. */
export const beginCall = (state: Printing, writer: Writer, part: number, call: ToolCallPart): void => {
  const waiting = inputText(call.input)
  state.held.add(waiting.length)
  const bare = { ...call, input: nothingOf(call.input) }
  const open: OpenCall = { part, call: bare, started: false, ended: false, waiting, said: false, place: 0 }
  writer.calls.add(open)
  if (writer.calls.first === open) start(state, writer, open)
}

const start = (state: Printing, writer: Writer, open: OpenCall): void => {
  const { asked, head, stamp } = state
  const { call, part, waiting } = open
  open.started = true
  const place = (open.place = writer.sentCalls++)
  const input = waiting === "" ? "" : nextPiece(state, open, waiting)
  noteCall(call, state)
  if (asked.legacyTools && place > 0) note(state, "legacy-calls", call)
  if (isLegacy(state, open)) return state.delta(writer.index, { function_call: { name: call.name, arguments: input } })
  const id = callId(call, { answer: head.id ?? stamp.id, index: place, part, partAt: (part) => partAt(writer, part) })
  const entry = callEntry(id, call.name, isCustom(call, asked), input, signatureOf(call))
  state.delta(writer.index, { tool_calls: [{ index: place, ...entry }] })
}

const isLegacy = (state: Printing, open: OpenCall): boolean => state.asked.legacyTools && open.place === 0

const wrappingAt = ({ asked }: Printing, { call }: OpenCall): Wrapping | undefined =>
  wrappingOf(call.input, isCustom(call, asked))

/** A piece of input, behind what opens it where it is the first. */
const nextPiece = (state: Printing, open: OpenCall, text: string): string => {
  const wrapping = wrappingAt(state, open)
  const inside = wrapped(text, wrapping)
  const first = !open.said
  open.said = true
  return first && wrapping !== undefined ? wrapping.before + inside : inside
}

/** More of a call's input; an empty piece says that something else of the call changed. */
export const extendCall = (state: Printing, writer: Writer, part: number, text: string): void => {
  const open = writer.calls.of(part)
  if (open === undefined) return
  const now = writer.parts[part]
  if (now?.type === "tool-call") open.call = now
  if (!open.started) {
    state.held.add(text.length + pieceWeight)
    open.waiting += text
  } else if (text !== "") writePiece(state, writer, open, nextPiece(state, open, text))
  else if (!isLegacy(state, open)) writeSignature(state, writer, open)
}

const writeSignature = (state: Printing, writer: Writer, { call, place }: OpenCall): void => {
  const extra_content = signatureOf(call)
  if (extra_content !== undefined) state.delta(writer.index, { tool_calls: [{ index: place, extra_content }] })
}

const writePiece = (state: Printing, writer: Writer, open: OpenCall, text: string): void => {
  if (isLegacy(state, open)) state.delta(writer.index, { function_call: { arguments: text } })
  else state.input(writer.index, open.place, isCustom(open.call, state.asked), text)
}

/** A call ends; those that waited for it follow. */
export const endCall = (state: Printing, writer: Writer, part: number): void => {
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
const close = (state: Printing, writer: Writer, open: OpenCall): void => {
  const { call, said } = open
  noteInput(call, said, state)
  const wrapping = wrappingAt(state, open)
  if (wrapping !== undefined) writePiece(state, writer, open, (said ? "" : wrapping.before) + wrapping.after)
  else if (!said && call.input.kind === "json") writePiece(state, writer, open, "{}")
}

/** Ends all calls that are still open. */
export const closeCalls = (state: Printing, writer: Writer): void => {
  for (const part of writer.calls.parts) endCall(state, writer, part)
}
