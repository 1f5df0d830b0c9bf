import { inputText, freeTextIn } from "../../core/chat/tool-calls.ts"
import type { ChatEvent, ContentPart, PartDelta, ToolInput, ToolCallPart, ReasoningPart } from "../../core/chat/chat.ts"
import { ToldMembers } from "../../core/events/fold.ts"
import type { ReplyContext } from "../../core/format.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText } from "../../core/json/json.ts"
import { saysCall, asDeclared, isNoId, mayBeNoInput, noInputs, readBarePiece, readCallPiece } from "./tool-calls.ts"
import { HeldCounter, itemWeight, TextBuffer, weightOf } from "../../core/framing/stream-limits.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { asSaid } from "./context.ts"
import type { OpaqueBytes } from "../../core/chat/node.ts"
import { detailBytes, decodeOpaque, goesOnWith, isSealedDetail, type ThoughtDetail } from "./opaque.ts"
import { type CarriedBytes } from "./places.ts"
import { ownVendor } from "./wire.ts"

/** A stream that is being read. */
export class StreamDecoderState {
  readonly reply: ReplyContext
  readonly choices = new Map<number, ChoiceState>()
  readonly notes: TranslationNote[] = []
  readonly held: HeldCounter
  /** The unknown members that chunks said of the answer. */
  readonly told: ToldMembers
  /** What the frame that is being read says. */
  events: ChatEvent[] = []
  /** What chunks said that said nothing of the answer before it began. */
  ahead: { [key: string]: Json } = {}
  started = false
  /** Whether the last frame counted the whole answer. */
  counted = false
  /** How many sources were told of what a search found. */
  sources = 0
  done = false
  tier: string | undefined

  constructor(reply: ReplyContext, most?: number) {
    this.reply = reply
    this.held = new HeldCounter(most)
    this.told = new ToldMembers(this.held)
  }
}

/** One choice of a stream that is being read: its open parts by kind, as indices. */
export class ChoiceState {
  readonly stream: StreamDecoderState
  readonly index: number
  /** The calls by the place that the upstream gives them, and in their order. */
  readonly callsByPlace = new Map<number | string, CallRead>()
  readonly calls: CallRead[] = []
  parts = 0
  text: number | undefined
  refusal: number | undefined
  reasoning: number | undefined
  audio: number | undefined
  /** Reasoning parts in their order, ended ones too. */
  readonly thoughts = new Set<number>()
  /** The last of them. */
  thought: number | undefined
  /** The detail of another gateway's that its last fragment was of. */
  detail: ThoughtDetail | undefined
  /** How that gateway wants the open thought back, where nobody signed it yet. */
  unsigned: readonly OpaqueBytes[] | undefined
  /** Whether deltas said anything of it: a whole message behind them says it again. */
  hasContent = false
  /** Why it ends, as soon as that was said. */
  reason: string | undefined
  finished = false

  constructor(stream: StreamDecoderState, index: number) {
    this.stream = stream
    this.index = index
  }

  /** Begins a part, and gives its index. */
  begin(value: ContentPart): number {
    const part = this.parts++
    this.stream.held.add(itemWeight)
    this.stream.events.push({ type: "part", candidate: this.index, part, value })
    return part
  }

  /** Says more of a part. */
  extend(part: number, delta: PartDelta): void {
    this.stream.events.push({ type: "delta", candidate: this.index, part, delta })
  }

  /** Ends a part. */
  end(part: number): void {
    this.stream.events.push({ type: "part-end", candidate: this.index, part })
  }
}

/** A call that a choice has begun. */
interface CallRead {
  readonly part: number
  /** Where the upstream places it. */
  readonly place: number | string
  readonly id: string | undefined
  readonly name: string
  /** Whether anything of its input came. */
  hasInput: boolean
  /** What came instead so far: the beginning of what upstreams write where there is none. */
  doubtful: string
  /** The input as it comes, where it is free text inside an object. */
  object?: TextBuffer
}

/** Reads the calls of a delta, each as if it were whole: what is said of one later goes on with it. */
export const decodeCallDeltas = (choice: ChoiceState, calls: Json | undefined, legacy: Json | undefined): void => {
  const reader = new IssueReader()
  const members = (object: JsonObject): ObjectReader => new ObjectReader(reader, object, "", asSaid)
  const pieces = isObject(calls) ? [calls] : isArray(calls) ? calls : []
  pieces.forEach((object, order) => {
    if (!isObject(object) || goesOn(choice, object)) return
    const call = readCallPiece(members(object))
    const among = pieces.length > 1 ? order : undefined
    readPiece(choice, placeOf(choice, object["index"], call, among), call)
  })
  if (saysCall(legacy)) readPiece(choice, "function_call", readBarePiece(members(legacy)))
}

/** Most pieces only go on with the arguments of a call that is known by its index: those are told without a table. */
const goesOn = (choice: ChoiceState, { index, id, function: body, extra_content: extra }: JsonObject): boolean => {
  const known = typeof index === "number" && typeof id !== "string" ? choice.callsByPlace.get(index) : undefined
  const text = isObject(body) && !body["name"] ? body["arguments"] : undefined
  if (known?.hasInput !== true || typeof text !== "string" || extra !== undefined) return false
  if (text !== "") extendInput(choice, known, text)
  return true
}

/** Says more of an input; one that stands in an object is told when it is whole. */
const extendInput = (choice: ChoiceState, { part, object }: CallRead, text: string): void => {
  if (object === undefined) return choice.extend(part, { type: "input", text })
  choice.stream.held.add(text.length)
  object.add(text)
}

/** Tells what was kept of inputs until they end: what broke off in doubt, and the free text that came inside objects. */
export const tellInputs = (choice: ChoiceState): void => {
  for (const call of choice.calls) {
    const { part, object, doubtful } = call
    if (doubtful !== "") extendInput(choice, call, doubtful)
    if (object !== undefined && object.length > 0)
      choice.extend(part, { ...freeTextIn(JsonText.source(object.text)), type: "input" })
  }
}

/** Where a piece belongs: to its index; without one to its id; one of several to the call of its order; else to the last. */
const placeOf = (
  choice: ChoiceState,
  index: Json | undefined,
  { id, name }: ToolCallPart,
  order = -1
): number | string => {
  if (typeof index === "number") return index
  if (id !== undefined && !isNoId(id)) return id
  if (name !== "") return `new ${choice.calls.length}`
  return choice.calls.at(order)?.place ?? order
}

/** A piece of a call. The same place with a name and another id, or with another name behind an input, is a new call. */
const readPiece = (choice: ChoiceState, place: number | string, call: ToolCallPart): void => {
  const before = choice.callsByPlace.get(place)
  const other = before !== undefined && call.name !== "" && (isOtherId(call, before) || isOtherName(call, before))
  const known = other ? undefined : before
  const begun = known ?? beginCall(choice, place, call)
  const { part } = begun
  const text = begun.doubtful + inputText(call.input)
  begun.hasInput ||= !mayBeNoInput(call.input, text)
  begun.doubtful = begun.hasInput || noInputs.has(text) ? "" : text
  if (begun.hasInput && text !== "") extendInput(choice, begun, text)
  if (known !== undefined) for (const opaque of call.opaque ?? []) choice.extend(part, { type: "opaque", opaque })
}

const isOtherId = ({ id }: ToolCallPart, before: CallRead): boolean =>
  before.id !== undefined && !isNoId(id) && id !== before.id

const isOtherName = ({ name }: ToolCallPart, { hasInput, name: known }: CallRead): boolean => hasInput && name !== known

const beginCall = (choice: ChoiceState, place: number | string, call: ToolCallPart): CallRead => {
  const declared = asDeclared(call, choice.stream.reply)
  const part = choice.begin({ ...declared, input: nothingOf(declared.input) })
  const begun: CallRead = { part, place, id: call.id, name: call.name, hasInput: false, doubtful: "" }
  if (declared.of !== call.of) begun.object = new TextBuffer()
  choice.stream.held.add(weightOf([place, call.id, call.name]))
  choice.callsByPlace.set(place, begun)
  choice.calls.push(begun)
  return begun
}

/** The beginning of an input, which pieces extend. */
const nothingOf = ({ kind }: ToolInput): ToolInput =>
  kind === "text" ? { kind, text: "" } : { kind: "json", json: JsonText.source("") }

const noReasoning: ContentPart = { type: "reasoning" }

const noText: ContentPart = { type: "reasoning", text: "" }

/** Says more of the thought that is open, or of a new one. */
export const addReasoning = (choice: ChoiceState, text = ""): void => {
  if (text !== "") choice.extend(openReasoning(choice, noText), { type: "text", text })
}

const openReasoning = (choice: ChoiceState, value: ContentPart): number => {
  if (choice.reasoning !== undefined) return choice.reasoning
  const part = choice.begin(value)
  choice.thoughts.add(part)
  choice.thought = part
  return (choice.reasoning = part)
}

/** Reasoning ends where anything else begins. */
export const endReasoning = (choice: ChoiceState): void => {
  settleReasoning(choice)
  if (choice.reasoning !== undefined) choice.end(choice.reasoning)
  choice.reasoning = undefined
}

/** Says of a thought that is over, and that nobody signed, how its gateway wants it back. */
export const settleReasoning = (choice: ChoiceState): void => {
  cover(choice, choice.reasoning ?? 0, choice.unsigned)
  choice.unsigned = undefined
}

/** Reads the reasoning of a delta: its text, and what covers it or stands in its place. */
export const readReasoning = (choice: ChoiceState, delta: JsonObject): void => {
  const { reasoning_content: text, reasoning, reasoning_details: details } = delta
  const plain = typeof text === "string" ? text : typeof reasoning === "string" ? reasoning : ""
  const fragments = isArray(details) ? details.filter(isObject) : []
  const { stream } = choice
  const carried = decodeOpaque({ reasoning_details: fragments }, "", stream, stream.reply.vendor ?? ownVendor, true)
  const texts = carried.lead.filter(({ text: said }) => said).length
  if (texts === 0) addReasoning(choice, plain)
  for (const [order, { text: said, opaque }] of carried.lead.entries()) {
    const fragment = fragments[order] ?? {}
    goOnWith(choice, fragment)
    addReasoning(choice, plain !== "" && texts === 1 && said ? plain : said)
    if (detailBytes(fragment) === undefined) choice.unsigned ??= opaque
    else {
      choice.unsigned = undefined
      cover(choice, openReasoning(choice, noReasoning), opaque)
    }
  }
  addOpaque(choice, carried)
}

/** A thought ends where the next fragment is of another detail. */
const goOnWith = (choice: ChoiceState, fragment: JsonObject): void => {
  const { detail: before } = choice
  if (isSealedDetail(fragment) || (before !== undefined && !goesOnWith(before, fragment, true))) endReasoning(choice)
  const { type, index, signature } = fragment
  choice.detail = { type, index, signature }
}

/** Bytes that cover reasoning come with it or behind it; those of a text while the text is open. */
const addOpaque = (choice: ChoiceState, { placed, covering }: CarriedBytes): void => {
  for (const { index, part } of placed)
    cover(choice, choice.thoughts.has(index) ? index : coverNew(choice, part), part.opaque)
  if (placed.length > 0) endReasoning(choice)
  for (const { envelope } of covering) if (envelope.part < choice.parts) cover(choice, envelope.part, [envelope.opaque])
}

/** Reasoning that only its carrier says: bytes alone, or a text that was hidden. */
const coverNew = (choice: ChoiceState, { text, opaque }: ReasoningPart): number => {
  if (choice.reasoning !== undefined && text !== undefined) return choice.reasoning
  if (opaque === undefined && choice.thought !== undefined) return choice.thought
  endReasoning(choice)
  const part = openReasoning(choice, text === undefined ? noReasoning : noText)
  addReasoning(choice, text)
  return part
}

const cover = (choice: ChoiceState, part: number, bytes: readonly OpaqueBytes[] = []): void => {
  for (const opaque of bytes) choice.extend(part, { type: "opaque", opaque })
}
