import type { ChatResponse, FinishReason, ChatEvent } from "../../core/chat/chat.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import { mostCandidates, noCandidates, tooManyCandidates } from "../../core/chat/codec.ts"
import { appendAll, atOnce } from "../../core/collections.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { deltaFastPath } from "../../core/events/delta-fast-path.ts"
import type { ReplyContext } from "../../core/format.ts"
import { itemWeight, weightOf } from "../../core/framing/stream-limits.ts"
import {
  endError,
  keepingWithin,
  type ReadEvent,
  type StreamEnding,
  type StreamFrame,
  type Transducer
} from "../../core/framing/transducer.ts"
import {
  isArray,
  isObject,
  type Json,
  jsonLimits,
  type JsonObject,
  JsonText,
  type MutableDraft,
  parseJson,
  setDefined,
  stringifyJson
} from "../../core/json/json.ts"
import { hasName } from "../../core/json/pointer.ts"
import { parsedOrNull } from "../../core/json/value.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { inAnswer, note } from "./context.ts"
import { id } from "./wire.ts"
import { frameError, decodeFinishReason, decodePromptBlock, finishWord, decodeUsage } from "./response-end.ts"
import { decodeCitations } from "./citations.ts"
import { decodeAdditions, decodeHead } from "./response-decode.ts"
import {
  breakOff,
  type CandidateDecoder,
  close,
  decodeItem,
  hear,
  type StreamDecoderState,
  streamDecoderState
} from "./stream-decode-parts.ts"
import type { PartTexts } from "./output-text.ts"

/**
 * Reads a stream. It needs no last event: success is certain when every candidate begun has its finish reason, or the
 * prompt was blocked. Some models give a reason in every frame and go on, so the last one counts, at the end.
 */
export const decodeStream = (reply: ReplyContext, most?: number): Transducer<StreamFrame, ChatEvent> => {
  const state = streamDecoderState(reply, most)
  const reader: Transducer<StreamFrame, ChatEvent> = {
    push: (frame) => atOnce(decodeFrame(state, frame)),
    steps: (frame) => decodeFrame(state, frame),
    end: (how) => (state.done ? nothing : endStream(state, how)),
    notes: () => state.notes.splice(0)
  }
  const machine = keepingWithin(state, reader, (error) => failed(state, error))
  return deltaFastPath(machine, {
    counted: { name: usageMember, read: usageEvent },
    unread: ({ candidate, delta }) => {
      if (delta.type === "text") hear(state.candidates.get(candidate), delta.text)
    }
  })
}

const usageMember = "usageMetadata"

const usageEvent = (usage: JsonObject): ChatEvent => ({ type: "usage", usage: decodeUsage(usage, `/${usageMember}`) })

const nothing: readonly ChatEvent[] = []

const endStream = (state: StreamDecoderState, how: StreamEnding): readonly ChatEvent[] => {
  state.done = true
  const out: ChatEvent[] = []
  for (const candidate of state.candidates.values()) {
    const { index, reason } = candidate
    if (reason === undefined && !state.blocked) return [{ type: "error", error: endError(how) }]
    breakOff(state, candidate, out)
    close(candidate, out)
    const finish: FinishReason =
      reason === undefined ? { kind: "blocked" } : decodeFinishReason(reason, candidate.calls)
    out.push({ type: "finish", candidate: index, finish })
  }
  if (state.candidates.size === 0 && !state.blocked) {
    const isSilent = how === "clean" && state.started
    return [{ type: "error", error: isSilent ? noCandidates() : endError(how) }]
  }
  return [...out, { type: "end" }]
}

const failed = (state: StreamDecoderState, error: GatewayError): readonly ChatEvent[] => {
  state.done = true
  return [{ type: "error", error }]
}

const unreadable = (how = "cannot be read"): GatewayError =>
  new GatewayError("UpstreamFailed", `The upstream sent a stream event that ${how}.`)

/** Where the content of candidates stands, and what is around it. */
const contentPlace = /^\/candidates(?:\/\d+(?:\/content.*)?)?$/

/** Whether something of the content could not be read: a whole answer with it is an error, too. */
const isUnreadable = (state: StreamDecoderState, { issues }: IssueReader): boolean =>
  state.parts.reader.issues.length > 0 || issues.some(({ path }) => contentPlace.test(path))

/** What some of those who speak this format say at the end of a stream, as the vendors of chat completions do. */
const done = "[DONE]"

function* decodeFrame(
  state: StreamDecoderState,
  { data, read }: StreamFrame
): Generator<void, readonly ChatEvent[], void> {
  const said = data.trim()
  if (state.done || said === "") return nothing
  if (said === done) return endStream(state, "clean")
  const isExact = hasName(read?.brief ?? data, exactly)
  const value = isExact ? exactValue(data, read) : read === undefined ? parsedOrNull(data) : read.value
  if (isExact) yield
  const error = value === undefined ? undefined : frameError(value)
  if (error !== undefined) return failed(state, error)
  if (!isObject(value)) return failed(state, unreadable("is not a JSON object"))
  const out: ChatEvent[] = []
  const frame = new ObjectReader(new IssueReader(), value, "", inAnswer)
  const usage = frame.value(usageMember)
  const first = !state.started
  // a stream of another format may begin with its counts
  if (first && isObject(usage)) out.push(usageEvent(usage))
  start(state, frame, out)
  for (const [order, candidate] of (frame.items("candidates") ?? []).entries()) {
    yield* decodeCandidate(state, candidate, order, out)
  }
  if (state.candidates.size > mostCandidates) return failed(state, tooManyCandidates())
  if (isUnreadable(state, frame.reader)) return failed(state, unreadable())
  if (!first && isObject(usage)) out.push(usageEvent(usage))
  appendAll(state.notes, frame.reader.notes)
  return out
}

/** A frame of text alone is read natively; the numbers of any other cross, and are read exactly. */
const exactValue = (data: string, read?: ReadEvent): Json | undefined => {
  const exact = parseJson(data, jsonLimits, read?.value, read?.brief)
  return exact.ok ? exact.value : undefined
}

/** Members whose values cross as text. */
const exactly = /"(?:args|response|function_?[cC]all|logprobs_?[rR]esult|grounding_?[mM]etadata)"/

const start = (state: StreamDecoderState, frame: ObjectReader, out: ChatEvent[]): void => {
  if (!state.started) {
    state.started = true
    const head = decodeHead(frame)
    state.blocked = head.block !== undefined
    frame.attachUnknown(head)
    state.told.fresh(head.native)
    head.native = { format: id, ...head.native }
    out.push({ type: "start", response: head })
    return
  }
  const add: MutableDraft<Pick<ChatResponse, "block" | "native">> = {}
  setDefined(add, "block", decodePromptBlock(frame))
  frame.skip("responseId", "modelVersion", "createTime", usageMember, "candidates")
  const { native } = frame.attachUnknown<MutableDraft<ChatNode>>({})
  setDefined(add, "native", state.told.fresh(native))
  state.blocked ||= add.block !== undefined
  if (Object.keys(add).length > 0) out.push({ type: "response", add })
}

const candidateAt = (state: StreamDecoderState, index: number): CandidateDecoder => {
  const known = state.candidates.get(index)
  if (known !== undefined) return known
  const made: CandidateDecoder = {
    index,
    texts: [],
    open: undefined,
    partialCall: undefined,
    heldPieces: 0,
    calls: false,
    grounding: undefined,
    reason: undefined
  }
  state.candidates.set(index, made)
  state.held.add(itemWeight)
  return made
}

/** So many characters of texts are read in one step, and as many parts as count that. */
const step = 256 * 1024

const lengthOf = (item: Json): number => (isObject(item) && typeof item["text"] === "string" ? item["text"].length : 0)

function* decodeCandidate(
  state: StreamDecoderState,
  frame: ObjectReader,
  order: number,
  out: ChatEvent[]
): Generator<void, void, void> {
  const candidate = candidateAt(state, frame.integer("index") ?? order)
  const from = withGrounding(state, candidate, frame)
  from.has("index")
  const content = from.inside("content")
  content?.has("role")
  let read = 0
  for (const item of content?.array("parts") ?? []) {
    if (read > step) {
      read = 0
      yield
    }
    read += itemWeight + lengthOf(item)
    if (isObject(item)) decodeItem(state, candidate, item, out)
    else state.parts.reader.issue(from.at, "This item must be an object.")
  }
  decodeRest(state, candidate, from, out)
  candidate.reason = finishWord(from.value("finishReason")) ?? candidate.reason
}

/** How much of a stream is read again to be joined with what comes later, in units of {@link weightOf}; beyond it the latest stands. */
const mostJoined = 2 * 1024 * 1024

/** What a frame says of a candidate, with all that was said of its search: a frame may say a part of that, or nothing more. */
const withGrounding = (state: StreamDecoderState, candidate: CandidateDecoder, frame: ObjectReader): ObjectReader => {
  const { reader, object, at, options } = frame
  const key = frame.key("groundingMetadata")
  const now = object[key]
  if (!isObject(now)) return frame
  const before = state.joined > mostJoined ? undefined : candidate.grounding
  if (before !== undefined) state.joined += weightOf(before)
  const grounding = before === undefined ? now : withMembers(before, now)
  state.held.replace(candidate.grounding, grounding)
  candidate.grounding = grounding
  return grounding === now ? frame : new ObjectReader(reader, { ...object, [key]: grounding }, at, options)
}

/** An object with the members of a later one that say anything. */
const withMembers = (before: JsonObject, now: JsonObject): JsonObject => {
  const members = new Map(Object.keys(before).map((key) => [key, JsonText.member(before, key)]))
  for (const [key, value] of Object.entries(now)) if (saysAny(value)) members.set(key, JsonText.member(now, key))
  const exact = parseJson(stringifyJson(Object.fromEntries(members)))
  return exact.ok && isObject(exact.value) ? exact.value : now
}

const saysAny = (value: Json): boolean =>
  isArray(value) ? value.length > 0 : isObject(value) ? Object.keys(value).length > 0 : value !== null && value !== ""

/** Reads what a frame says of a candidate besides its parts: citations go to the text that is open. */
const decodeRest = (
  state: StreamDecoderState,
  candidate: CandidateDecoder,
  from: ObjectReader,
  out: ChatEvent[]
): void => {
  const { index } = candidate
  const texts = (): PartTexts => candidate.texts.map((text) => (text?.isWhole === true ? text.text : undefined))
  const add = decodeAdditions(from, texts, state.searchBudget)
  const citations = decodeCitations(from, texts, add, state.searchBudget)
  const [first] = citations
  if (first !== undefined && candidate.open?.part === first[0]) {
    for (const [part, citation] of citations) {
      out.push({ type: "delta", candidate: index, part, delta: { type: "citation", citation } })
    }
  } else if (first !== undefined) note(state, "citation", from.at)
  from.has("finishReason")
  from.attachUnknown(add)
  if (Object.keys(add).length > 0) out.push({ type: "candidate", candidate: index, add })
}
