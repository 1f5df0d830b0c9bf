import type { Part, ToolCallPart } from "../../../words/chat.ts"
import type { Frame } from "../../../words/framing.ts"
import type { Tree } from "../../../words/json.ts"
import { callId, idOf, isCustom } from "../response/call.ts"
import { note } from "../rules.ts"
import { contentVendor } from "../wire.ts"
import type { OpenCall, Printing, Writer } from "./printing.ts"

const nothing: readonly Frame[] = []

/** A call begins: it is written at once where no other is open, else it waits for that one's end. */
export const beginCall = (state: Printing, writer: Writer, part: number, call: ToolCallPart): readonly Frame[] => {
  const open: OpenCall = { part, call, started: false, ended: false, waiting: inputOf(call), said: false, place: 0 }
  writer.calls.push(open)
  return writer.calls[0] === open ? start(state, writer, open) : nothing
}

const inputOf = ({ input }: ToolCallPart): string =>
  input.kind === "json" ? input.json.text : input.kind === "text" ? input.text : input.code

const start = (state: Printing, writer: Writer, open: OpenCall): readonly Frame[] => {
  open.started = true
  open.place = writer.sentCalls++
  const input = open.waiting === "" ? "" : opening(state, open) + escaped(state, open, open.waiting)
  open.said = open.waiting !== ""
  open.waiting = ""
  const { call } = open
  if (idOf(call) === undefined && !state.asked.legacyTools) note(state.notes, "call-id", call)
  if (state.asked.legacyTools && open.place > 0) note(state.notes, "legacy-calls", call)
  if (isLegacy(state, open))
    return [state.chunks.delta(writer.index, { function_call: { name: call.name, arguments: input } })]
  const id = idOf(call) ?? callId(state.head.id ?? state.stamp.id, open.place)
  const custom = isCustom(call, state.asked)
  const body = custom ? { custom: { name: call.name, input } } : { function: { name: call.name, arguments: input } }
  const entry: Tree = {
    index: open.place,
    id,
    type: custom ? "custom" : "function",
    ...body,
    extra_content: signatureOf(call)
  }
  return [state.chunks.delta(writer.index, { tool_calls: [entry] })]
}

const isLegacy = (state: Printing, open: OpenCall): boolean => state.asked.legacyTools && open.place === 0

const signatureOf = (part: Part): Tree => {
  const signature = part.opaque?.find((it) => it.vendor === contentVendor && it.kind === "signature")
  return signature === undefined ? undefined : { google: { thought_signature: signature.data } }
}

/** What wraps free text and code in a function's arguments. */
const opening = (state: Printing, { call }: OpenCall): string =>
  call.input.kind === "json" || isCustom(call, state.asked)
    ? ""
    : call.input.kind === "text"
      ? '{"input":"'
      : '{"code":"'

const escaped = (state: Printing, { call }: OpenCall, text: string): string =>
  call.input.kind === "json" || isCustom(call, state.asked) ? text : JSON.stringify(text).slice(1, -1)

const closing = (state: Printing, { call }: OpenCall): string =>
  call.input.kind === "json" || isCustom(call, state.asked)
    ? ""
    : call.input.kind === "code" && call.input.language !== undefined
      ? `","language":${JSON.stringify(call.input.language)}}`
      : '"}'

/** More of a call's input; an empty piece says that something else of the call changed. */
export const extendCall = (state: Printing, writer: Writer, part: number, text: string): readonly Frame[] => {
  const open = writer.calls.find((it) => it.part === part)
  if (open === undefined) return nothing
  const now = writer.parts[part]
  if (now?.type === "tool-call") open.call = now
  if (!open.started) open.waiting += text
  if (!open.started) return nothing
  return text === "" ? signed(state, writer, open) : input(state, writer, open, text)
}

const signed = (state: Printing, writer: Writer, open: OpenCall): readonly Frame[] => {
  const extra = signatureOf(open.call)
  if (extra === undefined || isLegacy(state, open)) return nothing
  return [state.chunks.delta(writer.index, { tool_calls: [{ index: open.place, extra_content: extra }] })]
}

const input = (state: Printing, writer: Writer, open: OpenCall, text: string): readonly Frame[] => {
  const said = open.said ? escaped(state, open, text) : opening(state, open) + escaped(state, open, text)
  open.said = true
  return [piece(state, writer, open, said)]
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
  const { input: kind } = open.call
  if (kind.kind === "json" && open.said) return nothing
  if (kind.kind === "json") {
    note(state.notes, "call-empty", open.call)
    return [piece(state, writer, open, "{}")]
  }
  if (isCustom(open.call, state.asked)) return nothing
  note(state.notes, kind.kind === "text" ? "custom-call" : "code-call", open.call)
  return [piece(state, writer, open, (open.said ? "" : opening(state, open)) + closing(state, open))]
}

/** Ends all calls that are still open. */
export const closeCalls = (state: Printing, writer: Writer): readonly Frame[] => {
  const out: Frame[] = []
  for (const { part } of writer.calls.slice()) out.push(...endCall(state, writer, part))
  return out
}
