import { inAnswer } from "../native.ts"
import { ObjectReader } from "../../../core/reading/object-reader.ts"
import type { FinishReason, ContentPart, TextPart, ReasoningPart } from "../../../core/chat/chat.ts"
import { GatewayError } from "../../../core/errors/error.ts"
import type { ChatEvent } from "../../../core/events/event.ts"
import type { OpaqueEnvelope } from "../../../core/chat/envelope.ts"
import type { ReplyContext } from "../../../core/format.ts"
import {
  type StreamFrame,
  endError,
  type StreamEnding,
  keepingWithin,
  type Transducer
} from "../../../core/framing/transducer.ts"
import { isObject, type Json, type JsonObject, JsonText, parseJson, stringifyJson } from "../../../core/json/json.ts"
import { parseNative } from "../../../core/json/value.ts"
import { IssueReader } from "../../../core/reading/issue-reader.ts"
import { deltaFastPath, RepeatedFrames } from "../../../core/events/delta-fast-path.ts"
import { itemWeight, weightOf } from "../../../core/framing/held.ts"
import { requestLimits } from "../../../core/request-limits.ts"
import { tooManyCandidates } from "../../../core/chat/request-checks.ts"
import { frameError } from "../error.ts"
import { finishOf, isClientCall, wordOf } from "../finish.ts"
import { readPart } from "../parts/decode.ts"
import { readCitations } from "../response/grounding.ts"
import type { Texts } from "../response/looking.ts"
import { readAdditions, readHead, readPromptBlock } from "../response/decode.ts"
import { readUsage } from "../usage.ts"
import { id } from "../wire.ts"
import { note } from "../rules.ts"
import { brokenOff, gather, gathered, isPiece } from "./pieces.ts"
import { type Open, type Reading, stateOf, type State } from "./state.ts"
import { appendAll } from "../../../core/collections.ts"

/**
 * Reads a stream. It has no last event: success is certain when every candidate begun has its finish reason, or the
 * prompt was blocked. Some models give a reason in every frame and go on, so the last one counts, at the end.
 */
export const decodeStream = (undo: ReplyContext, most?: number): Transducer<StreamFrame, ChatEvent> => {
  const state = stateOf(undo, most)
  const reader: Transducer<StreamFrame, ChatEvent> = {
    push: ({ data }) => (state.done || data.trim() === "" ? nothing : readFrame(state, data)),
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

const usageEvent = (usage: JsonObject): ChatEvent => ({ type: "usage", usage: readUsage(usage, `/${usageMember}`) })

/** More of the text that is open. */
const hear = (candidate: Reading | undefined, text: string): void => {
  candidate?.open?.heard.add(text)
}

const nothing: readonly ChatEvent[] = []

const endStream = (state: State, how: StreamEnding): readonly ChatEvent[] => {
  state.done = true
  const out: ChatEvent[] = []
  for (const candidate of state.candidates.values()) {
    const { index, reason } = candidate
    if (reason === undefined && !state.blocked) return [{ type: "error", error: endError(how) }]
    breakOff(state, candidate, out)
    close(candidate, out)
    const finish: FinishReason = reason === undefined ? { kind: "blocked" } : finishOf(reason, candidate.calls)
    out.push({ type: "finish", candidate: index, finish })
  }
  if (state.candidates.size === 0 && !state.blocked) return [{ type: "error", error: endError(how) }]
  return [...out, { type: "end" }]
}

const failed = (state: State, error: GatewayError): readonly ChatEvent[] => {
  state.done = true
  return [{ type: "error", error }]
}

const readFrame = (state: State, data: string): readonly ChatEvent[] => {
  const value = valueIn(data)
  const error = value === undefined ? undefined : frameError(value)
  if (error !== undefined) return failed(state, error)
  if (!isObject(value)) {
    return failed(state, new GatewayError("UpstreamFailed", "The upstream sent a stream event that is no JSON object."))
  }
  const out: ChatEvent[] = []
  const frame = new ObjectReader(new IssueReader(), value, "", inAnswer)
  const usage = frame.value(usageMember)
  const first = !state.started
  // a stream of another format may begin with its counts
  if (first && isObject(usage)) out.push(usageEvent(usage))
  start(state, frame, out)
  for (const [order, candidate] of (frame.items("candidates") ?? []).entries()) {
    readCandidate(state, candidate, order, out)
  }
  if (state.candidates.size > requestLimits.candidates) return failed(state, tooManyCandidates())
  if (!first && isObject(usage)) out.push(usageEvent(usage))
  appendAll(state.notes, frame.reader.notes)
  return out
}

/** A frame of text alone is read natively; the numbers of any other cross, and are read exactly. */
const valueIn = (data: string): Json | undefined => {
  if (exactly.test(data)) {
    const exact = parseJson(data)
    return exact.ok ? exact.value : undefined
  }
  try {
    return parseNative(data)
  } catch {
    return undefined
  }
}

/** Members whose values cross as text. */
const exactly = /"(?:args|response|function_?[cC]all|logprobs_?[rR]esult|grounding_?[mM]etadata)"/

const start = (state: State, frame: ObjectReader, out: ChatEvent[]): void => {
  if (!state.started) {
    state.started = true
    const head = readHead(frame)
    state.blocked = head.block !== undefined
    frame.attachUnknown(head)
    head.native = { format: id, ...head.native }
    out.push({ type: "start", response: head })
    return
  }
  const block = readPromptBlock(frame)
  if (block === undefined) return
  state.blocked = true
  out.push({ type: "response", add: { block } })
}

const candidateAt = (state: State, index: number): Reading => {
  const known = state.candidates.get(index)
  if (known !== undefined) return known
  const made: Reading = {
    index,
    texts: [],
    open: undefined,
    gathering: undefined,
    heldPieces: 0,
    calls: false,
    reason: undefined
  }
  state.candidates.set(index, made)
  state.held.add(itemWeight)
  return made
}

const readCandidate = (state: State, from: ObjectReader, order: number, out: ChatEvent[]): void => {
  const candidate = candidateAt(state, from.integer("index") ?? order)
  const content = from.inside("content")
  content?.has("role")
  for (const item of content?.array("parts") ?? []) {
    if (isObject(item)) readItem(state, candidate, item, out)
  }
  readRest(state, candidate, from, out)
  candidate.reason = wordOf(from.value("finishReason")) ?? candidate.reason
}

/** Reads what a frame says of a candidate besides its parts: citations go to the text that is open. */
const readRest = (state: State, candidate: Reading, from: ObjectReader, out: ChatEvent[]): void => {
  const { index } = candidate
  const texts = (): Texts => candidate.texts.map((heard) => (heard?.isWhole === true ? heard.text : undefined))
  const add = readAdditions(from, texts, state.looking)
  const found = readCitations(from, texts, add, state.looking)
  const [first] = found
  if (first !== undefined && candidate.open?.part === first[0]) {
    for (const [part, citation] of found) {
      out.push({ type: "delta", candidate: index, part, delta: { type: "citation", citation } })
    }
  } else if (first !== undefined) note(state, "citation", from.at)
  from.has("finishReason")
  from.attachUnknown(add)
  if (Object.keys(add).length > 0) out.push({ type: "candidate", candidate: index, add })
}

/** Reads a part; a call that comes in pieces when it is whole. */
const readItem = (state: State, candidate: Reading, item: JsonObject, out: ChatEvent[]): void => {
  if (!isPiece(item, candidate.gathering)) {
    breakOff(state, candidate, out)
    return readPiece(state, candidate, item, out)
  }
  const { call, whole } = gather(item, candidate.gathering)
  const units = weightOf(item)
  state.held.add(whole ? -candidate.heldPieces : units)
  candidate.heldPieces = whole ? 0 : candidate.heldPieces + units
  candidate.gathering = whole ? undefined : call
  if (!whole) return
  const exact = parseJson(stringifyJson(gathered(call)))
  if (exact.ok && isObject(exact.value)) readPiece(state, candidate, exact.value, out)
}

/** A call of which more was to come is told as far as it came. */
const breakOff = (state: State, candidate: Reading, out: ChatEvent[]): void => {
  const { gathering } = candidate
  if (gathering === undefined) return
  candidate.gathering = undefined
  candidate.calls = true
  close(candidate, out)
  const { id: given, name } = gathering
  begin(
    state,
    candidate,
    {
      type: "tool-call",
      ...(typeof given === "string" ? { id: given } : {}),
      name: typeof name === "string" ? name : "",
      of: "function",
      runBy: "client",
      input: { kind: "json", json: JsonText.source(brokenOff(gathering)) }
    },
    out
  )
  out.push({ type: "part-end", candidate: candidate.index, part: candidate.texts.length - 1 })
}

const readPiece = (state: State, candidate: Reading, object: JsonObject, out: ChatEvent[]): void => {
  const before = state.parts.reader.notes.length
  const part = readPart(state.parts, object, "")
  appendAll(state.notes, state.parts.reader.notes.splice(before))
  if (part === undefined) return
  delete part.at
  const { sealed } = state.parts
  state.parts.sealed = undefined
  if (sealed !== undefined) {
    if (isSpoken(part) && attach(candidate, part, sealed.envelope, out)) return
    note(state, "carrier", "")
  }
  if (isSpoken(part) && part.opaque === undefined && part.native === undefined) {
    if (sealed === undefined || (part.text ?? "") !== "") speak(state, candidate, part, out)
    return
  }
  close(candidate, out)
  if (isClientCall(part)) candidate.calls = true
  begin(state, candidate, part, out)
  out.push({ type: "part-end", candidate: candidate.index, part: candidate.texts.length - 1 })
}

/** A sealed signature behind the pieces of a text or a thought is that part's, and ends it. */
const attach = (candidate: Reading, { type, text }: Spoken, envelope: OpaqueEnvelope, out: ChatEvent[]): boolean => {
  const { open, index } = candidate
  if (open?.type !== type || (text ?? "") !== "" || envelope.digest !== open.heard.digest()) return false
  out.push({ type: "delta", candidate: index, part: open.part, delta: { type: "opaque", opaque: envelope.opaque } })
  close(candidate, out)
  return true
}

type Spoken = TextPart | ReasoningPart

const isSpoken = (part: ContentPart): part is Spoken => part.type === "text" || part.type === "reasoning"

/** Text goes on with the open part of its kind, or begins one. The empty text ends what is open. */
const speak = (state: State, candidate: Reading, part: Spoken, out: ChatEvent[]): void => {
  const text = part.text ?? ""
  const { open } = candidate
  if (open !== undefined && open.type === part.type && text !== "") {
    hear(candidate, text)
    out.push({ type: "delta", candidate: candidate.index, part: open.part, delta: { type: "text", text } })
    return
  }
  close(candidate, out)
  if (text !== "") candidate.open = begin(state, candidate, part, out)
}

const begin = (state: State, candidate: Reading, value: ContentPart, out: ChatEvent[]): Open => {
  const heard = new RepeatedFrames()
  if (isSpoken(value)) heard.add(value.text ?? "")
  const part = candidate.texts.push(value.type === "text" ? heard : undefined) - 1
  state.held.add(itemWeight)
  out.push({ type: "part", candidate: candidate.index, part, value })
  return { part, type: value.type, heard }
}

const close = (candidate: Reading, out: ChatEvent[]): void => {
  const { open } = candidate
  if (open === undefined) return
  candidate.open = undefined
  out.push({ type: "part-end", candidate: candidate.index, part: open.part })
}
