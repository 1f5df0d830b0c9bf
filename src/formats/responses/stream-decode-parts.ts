import { coveredText, type OpaqueEnvelope, textDigest } from "../../core/chat/envelope.ts"
import type { ContentPart, ToolCallPart, ChatEvent, PartDelta } from "../../core/chat/chat.ts"
import { isClientCall } from "../../core/chat/tool-calls.ts"
import { HashedText } from "../../core/events/delta-fast-path.ts"
import { ToldMembers } from "../../core/events/fold.ts"
import type { ReplyContext } from "../../core/format.ts"
import { HeldCounter, itemWeight } from "../../core/framing/stream-limits.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../core/json/json.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { decodeCitation } from "./citations.ts"
import { decodeTextLogprobs } from "../openai/logprobs.ts"
import { decodeOutputItem, itemReader, withItemId } from "./response-decode.ts"
import { phasePart } from "./opaque.ts"
import { note } from "./rules.ts"
import { begunCall, inputOf, isNamedCall } from "./tool-calls.ts"

/** A stream that is being read. */
export class StreamDecoderState {
  readonly reply: ReplyContext
  readonly reader = new IssueReader()
  /** Items by their place in the output. */
  readonly items = new Map<number, ItemState>()
  /** The same by the id that each began with, for vendors that lose count of places. */
  readonly itemsById = new Map<string, ItemState>()
  readonly notes: TranslationNote[] = []
  readonly held: HeldCounter
  readonly told: ToldMembers
  /** Bytes that stand before the call that they cover. */
  readonly carried: OpaqueEnvelope[] = []
  /** How many parts were begun. */
  parts = 0
  /** The part that said more last. */
  last: PartState | undefined
  /** What the frame that is being read says. */
  events: ChatEvent[] = []
  started = false
  /** Whether there was a call for the client, a refusal, a text. */
  calls = false
  refuses = false
  says = false
  done = false

  constructor(reply: ReplyContext, most?: number) {
    this.reply = reply
    this.held = new HeldCounter(most)
    this.told = new ToldMembers(this.held)
  }
}

/** An item that is being read. */
export interface ItemState {
  /** What it began as. */
  type: string | undefined
  /** The id that it began with, which its first part keeps. */
  id?: string
  /** The phase of a message of which no part has begun. */
  phase?: ContentPart | undefined
  /** Its parts, by what holds each: the place in a message's content, or the one thing that another item is. */
  readonly parts: Map<number | string, PartState>
  /** In which place of its content or its summaries the last piece of a thought stood, and of which of the two. */
  thought: string | undefined
  ended: boolean
}

/** A part that is being read. */
interface PartState {
  readonly part: number
  /** What was said of it. */
  readonly text: HashedText
  readonly kind: "text" | "refusal" | "reasoning" | "call"
  /** The unknown members that it began with. */
  readonly began: readonly string[]
  citations: number
  ended: boolean
}

/** The item that is known by its place, else by its id, which may change on the way. */
export const knownItem = (
  { items, itemsById }: StreamDecoderState,
  place: number,
  id: Json | undefined
): ItemState | undefined => items.get(place) ?? (typeof id === "string" ? itemsById.get(id) : undefined)

export const itemAt = (state: StreamDecoderState, place: number): ItemState => {
  const known = state.items.get(place)
  if (known !== undefined) return known
  const item: ItemState = { type: undefined, parts: new Map(), thought: undefined, ended: false }
  state.items.set(place, item)
  state.held.add(itemWeight)
  return item
}

export const begin = (
  state: StreamDecoderState,
  item: ItemState,
  key: number | string,
  value: ContentPart,
  kind: PartState["kind"]
): PartState => {
  const began = [...(value.native?.rest?.keys() ?? [])]
  const begun: PartState = { part: state.parts++, text: new HashedText(), kind, began, citations: 0, ended: false }
  item.parts.set(key, begun)
  state.held.add(itemWeight)
  state.calls ||= isClientCall(value)
  state.refuses ||= kind === "refusal"
  state.events.push({ type: "part", candidate: 0, part: begun.part, value })
  return begun
}

export const extend = (state: StreamDecoderState, { part }: PartState, delta: PartDelta): void => {
  state.events.push({ type: "delta", candidate: 0, part, delta })
}

export const end = (state: StreamDecoderState, part: PartState): void => {
  if (part.ended) return
  part.ended = true
  state.events.push({ type: "part-end", candidate: 0, part: part.part })
}

const add = (state: StreamDecoderState, part: PartState, text: string): void => {
  if (text === "") return
  if (part.ended) return note(state, "late-content", "")
  part.text.add(text)
  state.last = part
  state.says ||= part.kind === "text"
  extend(state, part, part.kind === "call" ? { type: "input", text } : { type: "text", text })
}

/** The input of a call breaks off. */
export const breakOff = (state: StreamDecoderState, part: PartState): void => {
  if (part.kind === "call" && !part.ended) extend(state, part, { type: "input", text: "", unfinished: true })
}

/** Says what a whole text has beyond its pieces. One that contradicts them changes nothing. */
export const addRest = (state: StreamDecoderState, part: PartState, whole: string): void => {
  const { text } = part
  const isMore = whole.length >= text.length && (!text.isWhole || whole.startsWith(text.text))
  if (isMore) add(state, part, whole.slice(text.length))
  else note(state, "late-content/done", "")
}

/** An item begins: calls at once, all else with what is said of it. */
export const addItem = (state: StreamDecoderState, place: number, item: JsonObject): void => {
  const known = itemAt(state, place)
  const { id, type } = item
  if (typeof type === "string") known.type ??= type
  known.phase = phasePart(item, "")
  if (typeof id === "string" && id !== "") known.id ??= id
  if (typeof id === "string" && id !== "" && !state.itemsById.has(id)) {
    state.itemsById.set(id, known)
    state.held.add(id.length)
  }
  if (isNamedCall(type)) openCall(state, known, item)
}

const callKey = "call"
export const thoughtKey = "thought"

/** The call that an item is. It begins with its name, or at its end. */
export const openCall = (
  state: StreamDecoderState,
  known: ItemState,
  item: JsonObject,
  begins = textOf(item["name"]) !== ""
): PartState | undefined => {
  const begun = known.parts.get(callKey)
  if (begun !== undefined || !begins) return begun
  const [call] = decodeOutputItem(itemReader(state.reader, item), state.reader, state.reply).parts
  if (call?.type !== "tool-call") return undefined
  const part = begin(state, known, callKey, begunCall(withCarried(state, call)), "call")
  add(state, part, inputOf(item))
  return part
}

/** A call with the bytes that came before it. */
const withCarried = ({ carried }: StreamDecoderState, call: ToolCallPart): ToolCallPart => {
  const digest = textDigest(coveredText(call))
  const own = carried.filter((it) => it.digest === digest)
  if (own.length === 0) return call
  carried.splice(0)
  return { ...call, opaque: [...(call.opaque ?? []), ...own.map(({ opaque }) => opaque)] }
}

const contentPart = (
  state: StreamDecoderState,
  item: ItemState,
  place: Json | undefined,
  kind: "text" | "refusal"
): PartState => {
  const key = typeof place === "number" ? place : 0
  const { phase } = item
  item.phase = undefined
  if (phase !== undefined) end(state, begin(state, item, "phase", phase, "reasoning"))
  return item.parts.get(key) ?? begin(state, item, key, withItemId(item, { type: kind, text: "" }), kind)
}

/** Reads a piece of an item, or what is whole of one; false where an event says neither. */
export const decodeDelta = (state: StreamDecoderState, type: string, frame: JsonObject): boolean => {
  const { output_index: at, item_id: id, content_index: content, delta, text, refusal, part } = frame
  const place = typeof at === "number" ? at : Math.max(0, state.items.size - 1)
  const item = (): ItemState => knownItem(state, place, id) ?? itemAt(state, place)
  switch (type) {
    case "response.content_part.added":
    case "response.content_part.done":
      if (isObject(part)) contentOf(state, item(), content, part, type.endsWith(".done"))
      return true
    case "response.output_text.delta":
      addLogprobs(state, frame["logprobs"])
      add(state, contentPart(state, item(), content, "text"), textOf(delta))
      return true
    case "response.output_text.done":
      addRest(state, contentPart(state, item(), content, "text"), textOf(text))
      return true
    case "response.output_text.annotation.added":
      addCitation(state, contentPart(state, item(), content, "text"), frame["annotation"])
      return true
    case "response.refusal.delta":
      add(state, contentPart(state, item(), content, "refusal"), textOf(delta))
      return true
    case "response.refusal.done":
      addRest(state, contentPart(state, item(), content, "refusal"), textOf(refusal))
      return true
    case "response.reasoning_summary_text.delta":
    case "response.reasoning_text.delta":
      addThought(state, item(), type, frame, textOf(delta))
      return true
    case "response.function_call_arguments.delta":
    case "response.custom_tool_call_input.delta":
    case "response.function_call_arguments.done":
    case "response.custom_tool_call_input.done": {
      const call = item().parts.get(callKey)
      if (call === undefined) return true
      if (type.endsWith(".done")) addRest(state, call, inputOf(frame))
      else add(state, call, textOf(delta))
      return true
    }
    default:
      return false
  }
}

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "")

/** A piece of a thought: of its content, else of its summaries, which a blank line divides. The other of the two says it again. */
const addThought = (
  state: StreamDecoderState,
  item: ItemState,
  type: string,
  { summary_index: summary, content_index: content }: JsonObject,
  text: string
): void => {
  if (text === "") return
  const kind = type === "response.reasoning_text.delta" ? "content" : "summary"
  const now = `${kind} ${Number((kind === "content" ? content : summary) ?? 0)}`
  const before = item.thought
  if (before !== undefined && !before.startsWith(kind)) return
  item.thought = now
  const thought =
    item.parts.get(thoughtKey) ??
    begin(state, item, thoughtKey, withItemId(item, { type: "reasoning", text: "" }), "reasoning")
  add(state, thought, before === undefined || before === now ? text : `\n\n${text}`)
}

export const contentOf = (
  state: StreamDecoderState,
  item: ItemState,
  place: Json | undefined,
  part: JsonObject,
  isDone: boolean
): void => {
  const { type, text, refusal, annotations } = part
  if (type === "refusal") addRest(state, contentPart(state, item, place, "refusal"), textOf(refusal))
  if (type !== "output_text" && type !== "text") return
  const content = contentPart(state, item, place, "text")
  if (!isDone && textOf(text) === "") return
  addRest(state, content, textOf(text))
  addCitations(state, content, annotations)
}

const addCitation = (state: StreamDecoderState, part: PartState, annotation: Json | undefined): void => {
  const citation = annotation === undefined ? undefined : decodeCitation(annotation)
  if (citation === undefined || part.ended) return
  part.citations++
  extend(state, part, { type: "citation", citation })
}

/** Says the annotations that did not come one by one. */
const addCitations = (state: StreamDecoderState, part: PartState, annotations: Json | undefined): void => {
  if (isArray(annotations))
    for (const annotation of annotations.slice(part.citations)) addCitation(state, part, annotation)
}

export const addLogprobs = (state: StreamDecoderState, tokens: Json | undefined): void => {
  if (!isArray(tokens) || tokens.length === 0) return
  const logprobs = decodeTextLogprobs(tokens)
  if (logprobs.length > 0) state.events.push({ type: "candidate", candidate: 0, add: { logprobs } })
}
