import type { ContentPart, TextCitation } from "../../core/chat/chat.ts"
import { TextBuffer } from "../../core/framing/stream-limits.ts"
import { type JsonObjectBuilder, JsonText } from "../../core/json/json.ts"
import { encodeCitations } from "./citations.ts"
import { contentPart, messageItem, type MessagePart } from "./output-encode.ts"
import { note, noteOnce } from "./rules.ts"
import {
  type OpenContent,
  type OpenMessage,
  type PartState,
  pushDelta,
  pushFrame,
  standing,
  type StreamEncoderState
} from "./stream-encode-state.ts"
import { carriers } from "./opaque.ts"

/** The message that is open, or a new one. */
const openMessage = (to: StreamEncoderState, first: ContentPart): OpenMessage => {
  if (to.message !== undefined) return to.message
  const index = to.output.push(undefined) - 1
  const item = messageItem(to, first, index, "in_progress", [])
  pushFrame(to, "response.output_item.added", { output_index: index, item })
  return (to.message = { id: idOf(item), index, first, content: [], open: undefined })
}

export const idOf = ({ id }: JsonObjectBuilder): string => {
  const value = id instanceof JsonText ? id.value : id
  return typeof value === "string" ? value : ""
}

/** The content of a text in the open message; another one where its message has ended. */
export const openContent = (to: StreamEncoderState, track: PartState): OpenContent => {
  const message = openMessage(to, track.value)
  if (track.content !== undefined && message.open === track.content) return track.content
  if (track.content !== undefined) noteOnce(to, "part-order")
  closeContent(to, message, false)
  const index = message.content.length
  const content: OpenContent = { track, index, text: new TextBuffer(), citations: [] }
  message.open = content
  track.content = content
  track.stands = standing(placeOf(message, content))
  const part =
    track.value.type === "refusal"
      ? { type: "refusal", refusal: "" }
      : { type: "output_text", text: "", annotations: [], logprobs: [] }
  pushFrame(to, "response.content_part.added", { ...placeOf(message, content), part })
  return content
}

const placeOf = ({ id, index }: OpenMessage, content: OpenContent): JsonObjectBuilder => ({
  item_id: id,
  output_index: index,
  content_index: content.index
})

export const addText = (to: StreamEncoderState, track: PartState, text: string): void => {
  if (text === "") return
  openContent(to, track).text.add(text)
  if (track.value.type === "refusal") return pushDelta(to, "response.refusal.delta", track, text)
  pushDelta(to, "response.output_text.delta", track, text, `,"logprobs":[]`)
}

/** A citation is said when its text ends: it may be of all of it. */
export const addCitation = (to: StreamEncoderState, track: PartState, citation: TextCitation): void => {
  const open = to.message?.open
  if (open !== undefined && open === track.content) open.citations.push(citation)
  else if (track.content === undefined) openContent(to, track).citations.push(citation)
  else note(to, "citation/late", citation.at ?? "")
}

/** Ends the text that is open. */
const closeContent = (to: StreamEncoderState, message: OpenMessage, isLast: boolean): void => {
  const content = message.open
  if (content === undefined) return
  message.open = undefined
  const { track, citations } = content
  const place = placeOf(message, content)
  const text = content.text.text
  const value: MessagePart =
    track.value.type === "refusal" ? { ...track.value, text } : { ...textOf(track.value), type: "text", text }
  const logprobs = value.type === "text" ? to.tokens.take(text.length, isLast) : []
  const allCitations = [...(value.type === "text" ? (value.citations ?? []) : []), ...citations]
  const part = contentPart(to, value, { citations: allCitations, logprobs })
  if (value.type === "refusal") pushFrame(to, "response.refusal.done", { ...place, refusal: part["refusal"] })
  else {
    encodeCitations({ notes: [] }, allCitations, text.length, value).forEach((annotation, index) =>
      pushFrame(to, "response.output_text.annotation.added", { ...place, annotation_index: index, annotation })
    )
    pushFrame(to, "response.output_text.done", { ...place, text: part["text"], logprobs: part["logprobs"] })
  }
  pushFrame(to, "response.content_part.done", { ...place, part })
  message.content.push(part)
}

const textOf = (part: ContentPart): Extract<ContentPart, { type: "text" }> =>
  part.type === "text" ? part : { type: "text", text: "" }

/** Ends the message that is open. `status`: how its answer ends, where it is the last. */
export const closeMessage = (
  to: StreamEncoderState,
  status: "completed" | "incomplete" = "completed",
  isLast = false
): void => {
  const { message } = to
  if (message === undefined) return
  closeContent(to, message, isLast)
  to.message = undefined
  endItem(to, message.index, messageItem(to, message.first, message.index, status, message.content))
}

/** Ends an item, which is printed once: its answer repeats it. */
export const endItem = (to: StreamEncoderState, index: number, body: JsonObjectBuilder): void => {
  const item = JsonText.tree(body)
  to.output[index] = item
  pushFrame(to, "response.output_item.done", { output_index: index, item })
}

/** Writes an item that is known whole. */
export const pushItem = (to: StreamEncoderState, item: JsonObjectBuilder): void => {
  const index = to.output.push(undefined) - 1
  const { encrypted_content: _, ...begun } = item
  const added = item["type"] === "reasoning" ? { ...begun, summary: [] } : item
  pushFrame(to, "response.output_item.added", { output_index: index, item: added })
  endItem(to, index, item)
}

/** The bytes of a text stand behind its message. */
export const endText = (to: StreamEncoderState, { value, place, content }: PartState): void => {
  const { opaque = [] } = value
  if (opaque.length === 0) return
  const whole: ContentPart = { ...textOf(value), text: content?.text.text ?? "" }
  closeMessage(to)
  for (const item of carriers(to, opaque, whole, place, to.output.length)) pushItem(to, item)
}
