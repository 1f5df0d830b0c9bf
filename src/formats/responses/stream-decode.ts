import { GatewayError } from "../../core/errors/error.ts"
import { deltaFastPath } from "../../core/events/delta-fast-path.ts"
import type { ReplyContext } from "../../core/format.ts"
import { weightOf } from "../../core/framing/stream-limits.ts"
import {
  endError,
  gatheringWithin,
  type StreamEnding,
  type StreamFrame,
  type Transducer
} from "../../core/framing/transducer.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText, objectOr } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { parsedOrNull } from "../../core/json/value.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { asAnswered } from "./context.ts"
import { id } from "./wire.ts"
import { isSaidError, isUnnamedError, readError, decodeFinishReason, decodeUsage } from "./response-end.ts"
import {
  decodeHead,
  failureOf,
  incompleteReason,
  noteFinish,
  responseStatus,
  unknownOfMessages,
  decodeOutputItem,
  itemReader,
  itemType
} from "./response-decode.ts"
import {
  addItem,
  decodeDelta,
  knownItem,
  StreamDecoderState,
  addLogprobs,
  addRest,
  begin,
  breakOff,
  openCall,
  contentOf,
  end,
  extend,
  itemAt,
  type ItemState,
  thoughtKey
} from "./stream-decode-parts.ts"
import { phasePart } from "./opaque.ts"
import { inputOf, isNamedCall } from "./tool-calls.ts"
import { coveredText, type OpaqueEnvelope, textDigest } from "../../core/chat/envelope.ts"
import type { ContentPart, ReasoningPart, ChatEvent } from "../../core/chat/chat.ts"
import { note } from "./rules.ts"

/**
 * Reads the frames of one answer. Items go by their place in the output alone: ids may change on the way. What an item
 * says at its end wins over what came in pieces, and what the last frame says of the output wins where nothing came. It
 * is complete with `response.completed` or `response.incomplete`.
 */
export const decodeStream = (reply: ReplyContext, most?: number): Transducer<StreamFrame, ChatEvent> => {
  const state = new StreamDecoderState(reply, most)
  const machine: Transducer<StreamFrame, ChatEvent> = gatheringWithin(state, readFrame, endStream, failed, () => [
    ...state.notes.splice(0),
    ...state.reader.notes.splice(0)
  ])
  return deltaFastPath(machine, {
    silent: "obfuscation",
    numbered: "sequence_number",
    unread: ({ delta }) => {
      if ("text" in delta) state.last?.text.add(delta.text)
    }
  })
}

const failed = (state: StreamDecoderState, error: GatewayError | string): void => {
  state.done = true
  state.events.push({
    type: "error",
    error: typeof error === "string" ? new GatewayError("UpstreamFailed", error) : error
  })
}

const endStream = (state: StreamDecoderState, how: StreamEnding): void => failed(state, endError(how))

const readFrame = (state: StreamDecoderState, { data: text, event, read }: StreamFrame): void => {
  if (text.trim() === "" || text.trim() === "[DONE]") return
  const frame = read === undefined ? parsedOrNull(text) : read.value
  if (!isObject(frame)) return failed(state, "The upstream sent a stream event that is not a JSON object.")
  const named = frame["type"]
  const type = typeof named === "string" ? named : (event ?? "")
  if (type === "error" || isUnnamedError(frame)) return failed(state, readError(frame))
  readEvent(state, type, frame, text)
}

const readEvent = (state: StreamDecoderState, type: string, frame: JsonObject, text: string): void => {
  switch (type) {
    case "response.created":
    case "response.in_progress":
    case "response.queued":
      return start(state, frame["response"])
    case "response.completed":
    case "response.incomplete":
      return complete(state, frame["response"])
    case "response.failed":
    case "response.cancelled":
      return failed(state, failureOf(objectOr(frame["response"]) ?? {}, type.slice("response.".length)))
    case "response.output_item.added":
      return inOutput(state, frame, (place, item) => addItem(state, place, item))
    case "response.output_item.done":
      return inOutput(state, frame, (place, item) => finishItem(state, place, item))
    default:
      if (decodeDelta(state, type, frame) || isSilent(type)) return
      state.events.push({ type: "frame", format: id, kind: type, body: JsonText.source(text) })
  }
}

/** Events that say nothing but how far something is, or a thought again. */
const isSilent = (type: string): boolean =>
  type === "keepalive" ||
  /^response\.reasoning_(?:text\.done|summary_text\.done|summary_part\.(?:added|done))$/.test(type) ||
  /^response\.[a-z_]+_call\.(?:in_progress|searching|generating|interpreting|completed|partial_image)$/.test(type) ||
  /^response\.(?:mcp|code_interpreter|shell|apply_patch)_call_[a-z_]+\.(?:added|delta|done)$/.test(type) ||
  /^response\.(?:mcp_list_tools|reasoning_text|output_text)\.[a-z_]*(?:progress|completed|failed)$/.test(type)

const inOutput = (
  state: StreamDecoderState,
  { output_index: place, item }: JsonObject,
  read: (place: number, item: JsonObject) => void
): void => {
  if (!isObject(item)) return
  start(state, undefined)
  read(typeof place === "number" ? place : state.items.size, item)
}

/** Begins the answer; once it has begun, says what nothing said of it before. */
const start = (state: StreamDecoderState, response: Json | undefined): void => {
  if (state.started && !isObject(response)) return
  const head = isObject(response) ? decodeHead(new ObjectReader(new IssueReader(), response, "", asAnswered)) : {}
  const native = state.told.fresh(head.native)
  if (!state.started) state.events.push({ type: "start", response: head })
  else if (native !== undefined) state.events.push({ type: "response", add: { native } })
  state.started = true
}

/** What the last frame says of the output: an item that nothing was told of is new where there are more than were told of. */
const finishOutput = (state: StreamDecoderState, output: readonly Json[]): void => {
  const isMore = output.length > state.items.size
  output.forEach((item, place) => {
    if (isObject(item) && (isMore || knownItem(state, place, item["id"]) !== undefined)) finishItem(state, place, item)
  })
}

const complete = (state: StreamDecoderState, response: Json | undefined): void => {
  start(state, response)
  const body = isObject(response) ? response : {}
  if (isSaidError(body)) return failed(state, readError({ error: body["error"] ?? null }))
  const { output, service_tier: tier } = body
  if (isArray(output)) finishOutput(state, output)
  if (responseStatus(body) === "incomplete") breakOffOpen(state)
  endItems(state)
  const usage = decodeUsage(body["usage"])
  if (usage !== undefined) state.events.push({ type: "usage", usage })
  if (typeof tier === "string" && tier !== "") state.events.push({ type: "response", add: { tier } })
  const content = { calls: state.calls, refuses: state.refuses && !state.says }
  const finish = decodeFinishReason(responseStatus(body), incompleteReason(body), content)
  noteFinish(state, finish)
  if (state.parts === 0) state.events.push({ type: "candidate", candidate: 0, add: {} })
  state.events.push({ type: "finish", candidate: 0, finish }, { type: "end" })
  state.done = true
}

/** The answer ends in calls whose ends were not told. */
const breakOffOpen = (state: StreamDecoderState): void => {
  for (const { parts } of state.items.values()) for (const part of parts.values()) breakOff(state, part)
}

/**
 * An item is whole: what it has beyond its pieces is said, and it ends. One that was whole before says nothing, nor does
 * one that began as another type.
 */
const finishItem = (state: StreamDecoderState, place: number, item: JsonObject): void => {
  const known = knownItem(state, place, item["id"]) ?? itemAt(state, place)
  if (known.ended) return
  known.type ??= itemType(item)
  if (known.type === itemType(item)) sayWhole(state, known, item)
  sayUnknown(state, known, item, `/output/${place}`)
  known.ended = true
  for (const part of known.parts.values()) end(state, part)
}

/** Says the unknown members of an item and of what it holds, where no part began with them. */
const sayUnknown = (state: StreamDecoderState, known: ItemState, item: JsonObject, at: JsonPointer): void => {
  const inner = new Map(unknownOfMessages([[item, at]]))
  const reader = new IssueReader()
  for (const { native, at: place = at } of decodeOutputItem(itemReader(reader, item, at), reader, state.reply).parts)
    for (const [key, value] of native?.rest ?? []) inner.set(childPointer(place, key), value)
  for (const { began } of known.parts.values()) for (const key of began) inner.delete(childPointer(at, key))
  if (inner.size > 0) state.events.push({ type: "candidate", candidate: 0, add: { native: { format: id, inner } } })
}

const sayWhole = (state: StreamDecoderState, known: ItemState, item: JsonObject): void => {
  switch (itemType(item)) {
    case "message":
      return finishMessage(state, known, item)
    case "reasoning":
      return finishThought(state, known, item)
    case "function_call":
    case "custom_tool_call": {
      const call = openCall(state, known, item)
      if (call === undefined) return
      addRest(state, call, inputOf(item))
      return item["status"] === "incomplete" ? breakOff(state, call) : undefined
    }
    default:
      finishOther(state, known, item)
  }
}

const finishMessage = (state: StreamDecoderState, known: ItemState, item: JsonObject): void => {
  const { content } = item
  if (!isArray(content)) return
  if (known.parts.size === 0) known.phase = phasePart(item, "")
  content.forEach((part, place) => {
    if (!isObject(part)) return
    if (!known.parts.has(place)) addLogprobs(state, part["logprobs"])
    contentOf(state, known, place, part, true)
  })
}

/** A thought's text may have come in pieces; its bytes come at its end, or belong to another part beside it. */
const finishThought = (state: StreamDecoderState, known: ItemState, item: JsonObject): void => {
  const { parts, carrier } = decodeOutputItem(itemReader(state.reader, item), state.reader, state.reply)
  const [thought] = parts
  if (carrier !== undefined) return carry(state, carrier.envelope)
  if (thought?.type !== "reasoning") return
  const begun = known.parts.get(thoughtKey)
  if (begun === undefined) {
    const whole = begin(state, known, thoughtKey, thought, "reasoning")
    whole.text.add(thought.text ?? "")
    return
  }
  if (thought.text !== undefined) addRest(state, begun, thought.text)
  for (const opaque of thought.opaque ?? []) extend(state, begun, { type: "opaque", opaque })
  const { native }: ReasoningPart = thought
  if (native?.untold !== undefined) note(state, "bookkeeping/summary", "")
  if (native?.consumed !== undefined && native.rest !== undefined)
    extend(state, begun, { type: "rest", format: native.format, rest: native.rest })
}

/** Gives bytes to the part that they cover: the last one of which that is known, or the call that comes. */
const carry = (state: StreamDecoderState, envelope: OpaqueEnvelope): void => {
  const { opaque, digest } = envelope
  for (const item of [...state.items.values()].toReversed())
    for (const part of [...item.parts.values()].toReversed()) {
      const text = part.text.text
      const covered: ContentPart = part.kind === "text" ? { type: "text", text } : { type: "reasoning", text }
      if (part.kind === "call" || textDigest(coveredText(covered)) !== digest) continue
      return extend(state, part, { type: "opaque", opaque })
    }
  state.held.add(weightOf(opaque))
  state.carried.push(envelope)
}

const finishOther = (state: StreamDecoderState, known: ItemState, item: JsonObject): void => {
  if (known.parts.size > 0) return
  const { parts } = decodeOutputItem(itemReader(state.reader, item), state.reader, state.reply)
  parts.forEach((value, index) => begin(state, known, index, { ...value, at: "" }, "text"))
}

/** Ends all items: those of which no end came, too. A call that nothing named until now names no tool. */
const endItems = (state: StreamDecoderState): void => {
  for (const _ of state.carried.splice(0)) note(state, "opaque-mismatch", "")
  for (const item of state.items.values()) {
    item.ended = true
    const { type } = item
    if (isNamedCall(type) && item.parts.size === 0) openCall(state, item, { type }, true)
    for (const part of item.parts.values()) end(state, part)
  }
}
