import type { ToolCallPart } from "../../../words/chat/chat.ts"
import type { Frame } from "../../../words/framing/framing.ts"
import { callEntry, inputText, signatureOf, wrapped, type Wrapping, wrappingOf } from "../call-input.ts"
import { callId, isCustom, noteCall, noteInput } from "../response/call.ts"
import { note } from "../rules.ts"
import { type OpenCall, partAt, type Printing, type Writer } from "./printing.ts"

const nothing: readonly Frame[] = []

/** A call begins: it is written at once where no other is open, else it waits for that one's end. */
export const beginCall = (state: Printing, writer: Writer, part: number, call: ToolCallPart): readonly Frame[] => {
  const waiting = inputText(call.input)
  const open: OpenCall = { part, call, started: false, ended: false, waiting, said: false, place: 0 }
  writer.calls.push(open)
  return writer.calls[0] === open ? start(state, writer, open) : nothing
}

const start = (state: Printing, writer: Writer, open: OpenCall): readonly Frame[] => {
  const { call, waiting } = open
  open.started = true
  open.place = writer.sentCalls++
  const input = waiting === "" ? "" : nextPiece(state, open, waiting)
  open.waiting = ""
  noteCall(call, state.asked, state.notes)
  if (state.asked.legacyTools && open.place > 0) note(state.notes, "legacy-calls", call)
  if (isLegacy(state, open))
    return [state.chunks.delta(writer.index, { function_call: { name: call.name, arguments: input } })]
  const id = callId(call, {
    answer: state.head.id ?? state.stamp.id,
    index: open.place,
    part: open.part,
    partAt: (part) => partAt(writer, part)
  })
  const entry = callEntry(id, call.name, isCustom(call, state.asked), input, signatureOf(call))
  return [state.chunks.delta(writer.index, { tool_calls: [{ index: open.place, ...entry }] })]
}

const isLegacy = (state: Printing, open: OpenCall): boolean => state.asked.legacyTools && open.place === 0

const wrappingAt = ({ asked }: Printing, { call }: OpenCall): Wrapping | undefined =>
  wrappingOf(call.input, isCustom(call, asked))

/** A piece of input, behind what opens it where it is the first. */
const nextPiece = (state: Printing, open: OpenCall, text: string): string => {
  const wrapping = wrappingAt(state, open)
  const piece = wrapped(text, wrapping)
  const first = !open.said
  open.said = true
  return first && wrapping !== undefined ? wrapping.before + piece : piece
}

/** More of a call's input; an empty piece says that something else of the call changed. */
export const extendCall = (state: Printing, writer: Writer, part: number, text: string): readonly Frame[] => {
  const open = writer.calls.find((it) => it.part === part)
  if (open === undefined) return nothing
  const now = writer.parts[part]
  if (now?.type === "tool-call") open.call = now
  if (!open.started) open.waiting += text
  if (!open.started) return nothing
  return text === "" ? signed(state, writer, open) : [piece(state, writer, open, nextPiece(state, open, text))]
}

const signed = (state: Printing, writer: Writer, open: OpenCall): readonly Frame[] => {
  const extra = signatureOf(open.call)
  if (extra === undefined || isLegacy(state, open)) return nothing
  return [state.chunks.delta(writer.index, { tool_calls: [{ index: open.place, extra_content: extra }] })]
}

const piece = (state: Printing, writer: Writer, open: OpenCall, text: string): Frame => {
  if (isLegacy(state, open)) return state.chunks.delta(writer.index, { function_call: { arguments: text } })
  return state.chunks.input(writer.index, open.place, isCustom(open.call, state.asked), text)
}

/** A call ends; those that waited for it follow. */
export const endCall = (state: Printing, writer: Writer, part: number): readonly Frame[] => {
  const open = writer.calls.find((it) => it.part === part)
  if (open === undefined) return nothing
  open.ended = true
  const out: Frame[] = []
  for (let first = writer.calls[0]; first !== undefined; first = writer.calls[0]) {
    if (!first.started) out.push(...start(state, writer, first))
    if (!first.ended) break
    out.push(...close(state, writer, first))
    writer.calls.shift()
  }
  return out
}

/** The last of a call's input: no input is the empty object. */
const close = (state: Printing, writer: Writer, open: OpenCall): readonly Frame[] => {
  noteInput(open.call, state.asked, open.said, state.notes)
  if (open.call.input.kind === "json") return open.said ? nothing : [piece(state, writer, open, "{}")]
  const wrapping = wrappingAt(state, open)
  if (wrapping === undefined) return nothing
  return [piece(state, writer, open, (open.said ? "" : wrapping.before) + wrapping.after)]
}

/** Ends all calls that are still open. */
export const closeCalls = (state: Printing, writer: Writer): readonly Frame[] => {
  const out: Frame[] = []
  for (const { part } of writer.calls.slice()) out.push(...endCall(state, writer, part))
  return out
}
