import type { ContentPart, ToolCallPart, ChatEvent, PartDelta } from "../../core/chat/chat.ts"
import { isClientCall, inputText } from "../../core/chat/tool-calls.ts"
import type { OpaqueBytes } from "../../core/chat/node.ts"
import { applyDelta, nothingOf, withOpaque, withoutContent } from "../../core/events/fold.ts"
import { TextBuffer, weightOf } from "../../core/framing/stream-limits.ts"
import { type JsonObjectBuilder, JsonText } from "../../core/json/json.ts"
import { consumed } from "./context.ts"
import { itemId } from "./wire.ts"
import { isMessagePart, isShown, isSilentText, partItems, toldPart } from "./response-parts.ts"
import { noteLeftovers } from "./rules.ts"
import {
  type PartState,
  pushDelta,
  pushFrame,
  standing,
  type StreamEncoderState,
  idOf,
  openContent,
  addText,
  addCitation,
  closeMessage,
  endItem,
  pushItem,
  endText
} from "./stream-encode-state.ts"
import { callCarriers, callIdOf, callItem, clientCallOf, isUnfinished } from "./tool-calls.ts"
import { carriers } from "./opaque.ts"

/** What is said of a part. */
type PartEvent = Extract<ChatEvent, { readonly part: number }>

/** Writes what an event says of a part. */
export const onPart = (to: StreamEncoderState, event: PartEvent): void => {
  const track = to.parts.get(event.part)
  switch (event.type) {
    case "part":
      return beginPart(to, event.part, event.value)
    case "delta":
      return track === undefined || track.ended ? undefined : continuePart(to, track, event.delta)
    case "part-end":
      return track === undefined || track.ended ? undefined : endPart(to, track)
  }
}

const kindOf = (to: StreamEncoderState, value: ContentPart): PartState["kind"] => {
  if (isMessagePart(value)) return "text"
  if (value.type === "reasoning") return to.preferences.thinking === "hidden" ? "whole" : "reasoning"
  return isClientCall(value) && consumed(value, "item") === undefined && isTold(to, value) ? "call" : "whole"
}

/** Whether a call's input goes out as it comes. */
const isTold = (to: StreamEncoderState, call: ToolCallPart): boolean => {
  const { as } = clientCallOf(to, call)
  return as === "custom" || (as === "function" && call.input.kind === "json")
}

const beginPart = (to: StreamEncoderState, place: number, value: ContentPart): void => {
  const kind = kindOf(to, value)
  const track: PartState = {
    place,
    kind,
    value,
    text: new TextBuffer(),
    stands: "",
    item: undefined,
    content: undefined,
    ended: false,
    unfinished: value.type === "tool-call" && isUnfinished(value)
  }
  to.parts.set(place, track)
  to.held.add(weightOf(value))
  if (to.held.error !== undefined) return
  if (kind === "call" && value.type === "tool-call") return openCall(to, track, value)
  if (kind === "whole") return
  const text = "text" in value ? (value.text ?? "") : ""
  track.value = isMessagePart(value) ? { ...value, text: "" } : value
  if (isMessagePart(value) && value.type === "text" && (value.citations ?? []).length > 0 && text === "")
    openContent(to, track)
  if (kind === "text") addText(to, track, text)
  else if (text !== "") addThought(to, track, text)
}

const continuePart = (to: StreamEncoderState, track: PartState, delta: PartDelta): void => {
  to.held.add("text" in delta ? delta.text.length : weightOf(delta))
  if (to.held.error !== undefined) return
  if (delta.type === "text" && track.kind === "text") return addText(to, track, delta.text)
  if (delta.type === "text" && track.kind === "reasoning") return addThought(to, track, delta.text)
  if (delta.type === "input" && track.kind === "call") return addInput(to, track, delta.text, delta.unfinished)
  if (delta.type === "citation" && track.kind === "text") return addCitation(to, track, delta.citation)
  if (delta.type === "opaque" && track.kind === "call") return addBytes(to, track, delta.opaque)
  track.value = applyDelta(track.value, delta)
}

const addThought = (to: StreamEncoderState, track: PartState, text: string): void => {
  if (text === "") track.value = applyDelta(track.value, { type: "text", text })
  if (text === "") return
  track.text.add(text)
  if (track.item === undefined) openThought(to, track)
  pushDelta(to, "response.reasoning_summary_text.delta", track, text)
}

const openThought = (to: StreamEncoderState, track: PartState): void => {
  closeMessage(to)
  const index = to.output.push(undefined) - 1
  const own = consumed(track.value, "id")?.value
  const id = typeof own === "string" ? own : itemId("reasoning", to.answer, index)
  pushFrame(to, "response.output_item.added", { output_index: index, item: { id, type: "reasoning", summary: [] } })
  track.item = { id, index }
  const place = summaryOf(track)
  track.stands = standing(place)
  pushFrame(to, "response.reasoning_summary_part.added", { ...place, part: { type: "summary_text", text: "" } })
}

const summaryOf = ({ item }: PartState): JsonObjectBuilder => ({
  item_id: item?.id,
  output_index: item?.index,
  summary_index: 0
})

const endThought = (to: StreamEncoderState, track: PartState): void => {
  const text = track.text.text
  const value = track.value.type === "reasoning" && text !== "" ? { ...track.value, text } : track.value
  track.value = value
  if (track.item === undefined || value.type !== "reasoning" || !isShown(to, value))
    return endWhole(to, value, track.place)
  const { index, id } = track.item
  const [item, ...more] = partItems(to, value, track.place, index)
  const said = JsonText.string(text)
  pushFrame(to, "response.reasoning_summary_text.done", { ...summaryOf(track), text: said })
  const part = { type: "summary_text", text: said }
  pushFrame(to, "response.reasoning_summary_part.done", { ...summaryOf(track), part })
  endItem(to, index, { ...item, id, type: "reasoning", summary: [part] })
  for (const carrier of more) pushItem(to, { ...carrier, id: itemId("reasoning", to.answer, to.output.length) })
}

const openCall = (to: StreamEncoderState, track: PartState, call: ToolCallPart): void => {
  closeMessage(to)
  noteLeftovers(to, call)
  const callId = callIdOf(to, call, track.place)
  for (const item of callCarriers(to, call, callId, track.place, to.output.length)) pushItem(to, item)
  const index = to.output.push(undefined) - 1
  const { preferences, defaults, answer, partAt } = to
  const unsaid = { preferences, defaults, answer, partAt, notes: [] }
  const empty = callItem(unsaid, { ...call, input: nothingOf(call.input) }, callId, index)
  const bare = empty["type"] === "function_call" ? { arguments: "" } : { input: "" }
  const item = { ...empty, ...bare, status: "in_progress" }
  pushFrame(to, "response.output_item.added", { output_index: index, item })
  const id = idOf(empty)
  track.item = { id, index, callId }
  track.stands = standing({ item_id: id, output_index: index })
  const text = inputText(call.input)
  track.value = { ...call, input: nothingOf(call.input) }
  addInput(to, track, text)
}

const addInput = (to: StreamEncoderState, track: PartState, text: string, unfinished = false): void => {
  track.unfinished ||= unfinished
  if (text === "") return
  track.text.add(text)
  pushDelta(to, `${inputEvent(to, track)}.delta`, track, text)
}

const inputEvent = (to: StreamEncoderState, { value }: PartState): string =>
  value.type === "tool-call" && clientCallOf(to, value).as === "custom"
    ? "response.custom_tool_call_input"
    : "response.function_call_arguments"

/** Bytes of a call whose id was told already, in an item behind it. */
const addBytes = (to: StreamEncoderState, track: PartState, opaque: OpaqueBytes): void => {
  const known = track.value.opaque ?? []
  if (known.some((it) => it.vendor === opaque.vendor && it.data === opaque.data)) return
  track.value = { ...track.value, opaque: withOpaque(known, opaque) }
  for (const item of carriers(to, [opaque], track.value, track.place, to.output.length)) pushItem(to, item)
}

const endCall = (to: StreamEncoderState, track: PartState): void => {
  const { value, item, text } = track
  if (value.type !== "tool-call" || item === undefined) return
  const event = inputEvent(to, track)
  if (text.length === 0 && !track.unfinished && event === "response.function_call_arguments") addInput(to, track, "{}")
  const written = text.text
  const end = track.unfinished ? ({ unfinished: true } as const) : {}
  const input =
    value.input.kind === "json"
      ? ({ kind: "json", json: JsonText.source(written), ...end } as const)
      : ({ kind: "text", text: written, ...end } as const)
  const place = { item_id: item.id, output_index: item.index }
  const done = callItem(to, { ...value, input }, item.callId ?? "", item.index)
  pushFrame(
    to,
    `${event}.done`,
    event === "response.function_call_arguments"
      ? { ...place, name: done["name"], arguments: written }
      : { ...place, input: written }
  )
  endItem(to, item.index, done)
}

/** Writes a part that is known whole. */
const endWhole = (to: StreamEncoderState, value: ContentPart, place: number): void => {
  if (isMessagePart(value)) return
  const items = partItems(to, value, place, to.output.length)
  if (items.length > 0) closeMessage(to)
  for (const item of items) pushItem(to, item)
}
const endPart = (to: StreamEncoderState, track: PartState): void => {
  track.ended = true
  switch (track.kind) {
    case "text":
      if (track.content === undefined && isMessagePart(track.value) && !isSilentText(track.value))
        openContent(to, track)
      return endText(to, track)
    case "reasoning":
      endThought(to, track)
      break
    case "call":
      endCall(to, track)
      break
    case "whole":
      track.value = toldPart(to, track.value)
      if (track.value.type === "text") addText(to, track, track.value.text)
      else endWhole(to, track.value, track.place)
  }
  track.value = withoutContent({ ...track.value })
}

/** All parts end, and the message that is open. A call that nothing ended in an answer that is not complete broke off. */
export const endAll = (to: StreamEncoderState, status: "completed" | "incomplete"): void => {
  for (const track of to.parts.values()) {
    if (track.ended) continue
    track.unfinished ||= status === "incomplete"
    endPart(to, track)
  }
  closeMessage(to, status, true)
}
