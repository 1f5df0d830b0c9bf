import { appendAll } from "../../core/collections.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { deltaFastPath } from "../../core/events/delta-fast-path.ts"
import type { ChatEvent } from "../../core/chat/chat.ts"
import { mergeUsage } from "../../core/events/fold.ts"
import type { ReplyContext } from "../../core/format.ts"
import { endError, keepingWithin, type StreamFrame, type Transducer } from "../../core/framing/transducer.ts"
import {
  setDefined,
  isArray,
  isObject,
  type JsonObject,
  jsonLimits,
  JsonText,
  objectOr,
  parseJson
} from "../../core/json/json.ts"
import { parsedOrNull } from "../../core/json/value.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { inAnswer } from "./context.ts"
import { id } from "./wire.ts"
import {
  frameError,
  decodeBlockReason,
  decodeFinishReason,
  isLimit,
  stopReasonOf,
  decodeTier,
  decodeUsage
} from "./response-end.ts"
import { decodeHead, hasUnnamed, isUnnamed } from "./response-decode.ts"
import {
  closeBlock,
  closeIndex,
  decodeDelta,
  freeTextSoFar,
  isTextOrNone,
  openBlock,
  stopIndex,
  type StreamDecoderState,
  streamDecoderState
} from "./stream-decode-parts.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"

/** Reads a stream. Success is certain at `message_stop` alone; a stream that ends before it ends in one error. */
export const decodeStream = (reply: ReplyContext, most?: number): Transducer<StreamFrame, ChatEvent> => {
  const state = streamDecoderState(reply, most)
  const reader: Transducer<StreamFrame, ChatEvent> = {
    push: (frame) => (state.done ? nothing : decodeFrame(state, frame)),
    end: (how) => (state.done ? nothing : failure(state, endError(how))),
    notes: () => state.notes.splice(0)
  }
  const bounded = keepingWithin(state, reader, (error) => failure(state, error))
  // frames may cut a name that is to be changed: each is read
  return reply.properties === undefined ? deltaFastPath(bounded) : bounded
}

const nothing: readonly ChatEvent[] = []

/** An error ends it, behind the free text that was gathered so far. */
const failure = (state: StreamDecoderState, error: GatewayError): readonly ChatEvent[] => {
  state.done = true
  return [...freeTextSoFar(state), { type: "error", error }]
}

const unreadable = (how = "cannot be read"): GatewayError =>
  new GatewayError("UpstreamFailed", `The upstream sent a stream event that ${how}.`)

const decodeFrame = (state: StreamDecoderState, { event, data, read }: StreamFrame): readonly ChatEvent[] => {
  if (data === "" || data === "[DONE]") return nothing
  const body = objectOr(read === undefined ? parsedOrNull(data) : read.value)
  if (body === undefined) return failure(state, unreadable("is not valid JSON"))
  const type = typeof body["type"] === "string" ? body["type"] : event
  const error = frameError(type === "error" ? { ...body, type } : body)
  if (error !== undefined) return failure(state, error)
  switch (type) {
    case "content_block_delta":
      return onDelta(state, body)
    case "content_block_start":
      return onStart(state, body, data)
    case "content_block_stop":
      return onStop(state, body)
    case "message_start":
      return onMessageStart(state, body, data)
    case "message_delta":
      return onMessageDelta(state, body)
    case "message_stop":
      return onMessageStop(state, body)
    case "ping":
      return nothing
    default:
      return [{ type: "frame", format: id, kind: type ?? "", body: JsonText.source(data) }]
  }
}

/** An object of an event, looked at again: its numbers cross as they are spelled. */
const exactMember = (data: string, body: JsonObject, key: string): JsonObject | undefined => {
  const exact = parseJson(data, jsonLimits, body)
  return objectOr(objectOr(exact.ok ? exact.value : parsedOrNull(data))?.[key])
}

/** A stream without its beginning is given one. */
const begin = (state: StreamDecoderState): readonly ChatEvent[] => {
  if (state.started) return nothing
  state.started = true
  return [{ type: "start", response: { native: { format: id } } }]
}

const indexOf = (state: StreamDecoderState, body: JsonObject): number =>
  typeof body["index"] === "number" ? body["index"] : state.lastIndex

const onDelta = (state: StreamDecoderState, body: JsonObject): readonly ChatEvent[] => {
  const delta = body["delta"]
  if (!isObject(delta) || state.finished) return nothing
  if (!isTextOrNone(delta["partial_json"])) return failure(state, unreadable())
  const events = decodeDelta(state, indexOf(state, body), delta)
  return state.started ? events : [...begin(state), ...events]
}

const onStart = (state: StreamDecoderState, body: JsonObject, data: string): readonly ChatEvent[] => {
  const plain = body["content_block"]
  if (state.finished) return nothing
  if (isUnnamed(plain)) return failure(state, unreadable())
  if (!isObject(plain)) {
    state.unread = true
    return nothing
  }
  const simple = plain["type"] === "text" || plain["type"] === "thinking"
  const block = simple ? plain : (exactMember(data, body, "content_block") ?? plain)
  const index = typeof body["index"] === "number" ? body["index"] : state.lastIndex + 1
  return [...begin(state), ...closeIndex(state, index), ...openBlock(state, index, block)]
}

const onStop = (state: StreamDecoderState, body: JsonObject): readonly ChatEvent[] =>
  stopIndex(state, indexOf(state, body))

const onMessageStart = (state: StreamDecoderState, body: JsonObject, data: string): readonly ChatEvent[] => {
  if (state.started) return nothing
  state.started = true
  const message = exactMember(data, body, "message") ?? {}
  const { content } = message
  if (hasUnnamed(content)) return failure(state, unreadable())
  state.message = message
  const response = decodeHead(new ObjectReader(new IssueReader(), message, "", inAnswer), state.vendor)
  const usage = message["usage"]
  setDefined(response, "tier", decodeTier(usage))
  state.told.fresh(response.native)
  // what is counted already stands before the beginning, which tells it where the format does
  const out: ChatEvent[] = isObject(usage) ? [counted(state, usage)] : []
  out.push({ type: "start", response })
  // Blocks that came before the stream did, as where an answer goes on behind its tools.
  const blocks = isArray(content) ? content.filter(isObject) : []
  state.unread ||= isArray(content) && blocks.length < content.length
  for (const block of blocks)
    appendAll(out, [...openBlock(state, state.lastIndex, block), ...closeBlock(state, state.lastIndex)])
  return out
}

const counted = (state: StreamDecoderState, usage: JsonObject): ChatEvent => {
  const told = decodeUsage(new IssueReader(), usage, "/usage")
  state.usage = mergeUsage(state.usage, withoutThoughts(told, state.usage?.reasoning))
  return { type: "usage", usage: state.usage }
}

/** A cumulative count of output that leaves out how much of it was thought, which an earlier event told. */
const withoutThoughts = (told: TokenUsage, thoughts = 0): TokenUsage =>
  told.reasoning === undefined && told.text !== undefined ? { ...told, text: Math.max(0, told.text - thoughts) } : told

const onMessageDelta = (state: StreamDecoderState, body: JsonObject): readonly ChatEvent[] => {
  const out: ChatEvent[] = [...begin(state)]
  const delta = objectOr(body["delta"]) ?? {}
  const usage = objectOr(body["usage"]) ?? objectOr(delta["usage"])
  if (usage !== undefined) out.push(counted(state, usage))
  const end = new ObjectReader(new IssueReader(), { ...body, ...delta }, "", inAnswer)
  end.skip("delta", "index")
  return [...out, ...moreOf(state, end), ...onEnd(state, end)]
}

/** What an event says of the answer that its beginning did not: what is unknown may stand in the event, or in its delta. */
const moreOf = (state: StreamDecoderState, end: ObjectReader): readonly ChatEvent[] => {
  const { refs, native } = decodeHead(end, state.vendor)
  const late = state.told.fresh(native)
  const consumed = native?.consumed
  if (late === undefined && consumed === undefined) return nothing
  const add = { native: { format: id, ...late, ...(consumed && { consumed }) }, ...(refs && { refs }) }
  return [{ type: "response", add }]
}

/** How an answer ended, where this says it. */
const onEnd = (state: StreamDecoderState, end: ObjectReader): readonly ChatEvent[] => {
  const add = decodeBlockReason(end)
  const reason = stopReasonOf(end)
  const withheld: readonly ChatEvent[] = add.block === undefined ? nothing : [{ type: "candidate", candidate: 0, add }]
  return reason === undefined ? withheld : [...withheld, ...finish(state, reason, end.string("stop_sequence"))]
}

const finish = (state: StreamDecoderState, reason?: string, sequence?: string): readonly ChatEvent[] => {
  if (state.finished) return nothing
  const doubt = state.unread ? "unread" : reason === undefined ? "unsaid" : undefined
  const found = decodeFinishReason(reason ?? "end_turn", sequence, {
    calls: state.calls,
    stoodIn: state.reply.output !== undefined
  })
  state.finished = true
  return [
    ...[...state.open.keys()].flatMap((index) => closeBlock(state, index, isLimit(found))),
    { type: "finish", candidate: 0, finish: { ...found, ...(doubt && { doubt }) } }
  ]
}

/** The last event. An answer that named no reason ends as its beginning said, or as its content says. */
const onMessageStop = (state: StreamDecoderState, body: JsonObject): readonly ChatEvent[] => {
  const out = [...begin(state), ...moreOf(state, new ObjectReader(new IssueReader(), body, "", inAnswer))]
  if (!state.finished) appendAll(out, onEnd(state, new ObjectReader(new IssueReader(), state.message, "", inAnswer)))
  appendAll(out, finish(state))
  out.push({ type: "end" })
  state.done = true
  return out
}
