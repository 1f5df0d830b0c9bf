import {
  type JsonObjectBuilder,
  type JsonTemplate,
  type MutableDraft,
  spelledMembers,
  stringifyJson,
  JsonText
} from "../../core/json/json.ts"
import { addLateText } from "../../core/json/late-text.ts"
import type { ChatCandidate, ChatResponse, ContentPart, FinishReason, TextCitation } from "../../core/chat/chat.ts"
import { GatheredGrounding } from "../../core/chat/citations.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { GatheredNative } from "../../core/events/fold.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import { HeldCounter, TextBuffer } from "../../core/framing/stream-limits.ts"
import type { EncoderWrites, StreamFrame } from "../../core/framing/transducer.ts"
import { mostNotes, type TranslationNote } from "../../core/notes/note.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"
import { beginsMessage, LogprobQueue, contentPart, messageItem, type MessagePart } from "./response-parts.ts"
import { type RuleKey, note, noteOnce } from "./rules.ts"
import { phaseOf } from "../../core/chat/envelope.ts"
import { consume, consumed, type ResponseEncodeContext } from "./context.ts"
import { encodeCitations } from "./citations.ts"
import { carriers, isOwnPhase } from "./opaque.ts"

/** A part on its way to items. */
export interface PartState {
  readonly place: number
  /** `whole`: written when it ends; the others as they come. */
  readonly kind: "text" | "reasoning" | "call" | "whole"
  value: ContentPart
  /** What it said, where that is not in its value. */
  readonly text: TextBuffer
  /** Where frames that say more of it say that it stands: members, printed once. */
  stands: string
  /** The item that is open for it, where it has one of its own. */
  item: OpenItem | undefined
  /** The content of a message that is open for a text. */
  content: OpenContent | undefined
  ended: boolean
  /** Of a call: whether its input broke off. */
  unfinished: boolean
}

/** An item that was begun and has not ended. */
interface OpenItem {
  readonly id: string
  readonly index: number
  /** Of a call: its id. */
  readonly callId?: string
}

/** A message that was begun and has not ended, and what it holds so far. */
interface OpenMessage extends OpenItem {
  readonly first: ContentPart
  readonly content: JsonTemplate[]
  open: OpenContent | undefined
}

/** A text or a refusal of a message, which has not ended. */
interface OpenContent {
  readonly track: PartState
  readonly index: number
  readonly text: TextBuffer
  readonly citations: TextCitation[]
}

/** What a stream's writer knows. */
export class StreamEncoderState implements ResponseEncodeContext, EncoderWrites<StreamFrame> {
  readonly preferences: ReplyPreferences
  readonly defaults: ResponseDefaults
  answer: string
  readonly parts = new Map<number, PartState>()
  readonly partAt = (index: number): ContentPart | undefined => soFar(this.parts.get(index))
  readonly notes: TranslationNote[] = []
  readonly mostNotes = mostNotes
  readonly frames: StreamFrame[] = []
  readonly held: HeldCounter
  /** The items of the answer; undefined where one has not ended. */
  readonly output: (JsonTemplate | undefined)[] = []
  readonly tokens = new LogprobQueue()
  message: OpenMessage | undefined
  head: Omit<ChatResponse, "candidates" | "usage"> = {}
  readonly candidate: MutableDraft<Pick<ChatCandidate, "block">> = {}
  /** What only the upstream's format says of the answer; it is told at the end. */
  readonly native: GatheredNative
  readonly grounding: GatheredGrounding<PartState>
  /** The number of the next frame. */
  sequence = 0
  started = false
  /** Whether anything was said of the answer itself: one of which nothing is said was blocked. */
  answered = false
  finish: FinishReason | undefined
  usage: TokenUsage | undefined
  readonly noted = new Set<RuleKey>()
  done = false
  failure?: GatewayError

  constructor(preferences: ReplyPreferences, defaults: ResponseDefaults, most?: number) {
    this.preferences = preferences
    this.defaults = defaults
    this.answer = defaults.id
    this.held = new HeldCounter(most)
    this.native = new GatheredNative(this.held)
    this.grounding = new GatheredGrounding(this.held, this.parts)
  }
}

/** A part as far as it was said. */
export const soFar = (track: PartState | undefined): ContentPart | undefined => {
  if (track === undefined) return undefined
  const { kind, value, content, text } = track
  if (value.type === "text" && content !== undefined) return { ...value, text: content.text.text }
  return kind === "reasoning" && value.type === "reasoning" && !track.ended ? { ...value, text: text.text } : value
}

/**
 * Says a frame: its event's name is its type, and its number the next. It is printed once it is read, as the frames at a
 * stream's end hold what was said again and again.
 */
export const pushFrame = (to: StreamEncoderState, type: string, body: JsonObjectBuilder): void => {
  const told = { type, sequence_number: to.sequence++, ...body }
  const frame = { event: type }
  addLateText(frame, "data", () => stringifyJson(told))
  to.frames.push(frame)
}

/** Where a part stands, as {@link pushDelta} says it. */
export const standing = (place: JsonObjectBuilder): string => stringifyJson(place).slice(1, -1)

/** Says more of a part: the most frequent of frames, of which only the number and the text are printed anew. */
export const pushDelta = (
  to: StreamEncoderState,
  type: string,
  { stands }: PartState,
  text: string,
  rest = ""
): void => {
  const head = `{"type":"${type}","sequence_number":${to.sequence++},${stands}`
  to.frames.push({ event: type, data: `${head},"delta":${JSON.stringify(text)}${rest}}` })
}

/** The message that is open, or a new one, of the phase that stands before its first part. */
const openMessage = (to: StreamEncoderState, { place, value }: PartState): OpenMessage => {
  if (to.message !== undefined) return to.message
  const index = to.output.push(undefined) - 1
  const first = { ...value }
  const before = to.partAt(place - 1)
  const phase = before !== undefined && isOwnPhase(before) ? phaseOf(before) : undefined
  const said = consumed(value, "message")?.object ?? {}
  if (phase !== undefined) consume(first, "message", JsonText.tree({ ...spelledMembers(said), phase }))
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
  if (track.content === undefined && beginsMessage(track.value)) closeMessage(to)
  const message = openMessage(to, track)
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

/** Ends an item, which is printed once, with its frame: its answer repeats it. */
export const endItem = (to: StreamEncoderState, index: number, body: JsonObjectBuilder): void => {
  const item = JsonText.late(body)
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
