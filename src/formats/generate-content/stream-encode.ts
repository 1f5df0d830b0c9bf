import type { ChatCandidate, ChatResponse, TokenLogprob } from "../../core/chat/chat.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import type { CandidateAddition, ChatEvent } from "../../core/events/event.ts"
import { mergeUsage } from "../../core/events/fold.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import { weightOf } from "../../core/framing/held.ts"
import { type FailingTransducer, type StreamFrame, writingTransducer } from "../../core/framing/transducer.ts"
import { type JsonObjectBuilder, setDefined } from "../../core/json/builder.ts"
import { JsonText, stringifyJson } from "../../core/json/json.ts"
import { consumed, type EncodedPart, isOwn, noteLeftovers, noteOnce, restore } from "./context.ts"
import { errorBody } from "./error.ts"
import { encodeFinish, encodePromptBlock, honestFinish } from "./finish-reason.ts"
import { encodeGrounding } from "./grounding.ts"
import { encodeLogprobs, hasTokenBytes } from "./logprobs.ts"
import { encodeHead, noteHead, noteUsage } from "./response.ts"
import {
  candidateAt,
  type CandidateEncoderState,
  pushEnd,
  pushLast,
  streamEncoderState,
  type StreamEncoderState,
  tailOf,
  takeLast,
  usageTail
} from "./stream-encode-frames.ts"
import { beginPart, endAll, endPart, goOn, spokenParts } from "./stream-encode-parts.ts"
import { id } from "./wire.ts"

/**
 * Writes a stream: every frame has a part in its candidate, calls are whole, and how the candidates ended is held for
 * the last frame, so that it has the last usage. There is no terminator.
 */
export const encodeStream = (
  asked: ReplyPreferences,
  stamp: ResponseDefaults,
  most?: number
): FailingTransducer<ChatEvent, StreamFrame> => {
  const to = streamEncoderState(asked, stamp, most)
  to.tail = tailOf(encodeHead(to, {}))
  return writingTransducer(
    to,
    (event) => onEvent(to, event),
    (error) => fail(to, error)
  )
}

const fail = (to: StreamEncoderState, error: GatewayError): void => {
  pushLast(to)
  to.done = true
  to.failure = error
  to.frames.push({ data: stringifyJson(errorBody(error)) })
}

const onEvent = (to: StreamEncoderState, event: ChatEvent): void => {
  switch (event.type) {
    case "delta":
      return goOn(to, candidateAt(to, event.candidate), event.part, event.delta)
    case "part":
      return beginPart(to, candidateAt(to, event.candidate), event.part, event.value)
    case "part-end":
      return endPart(to, candidateAt(to, event.candidate), event.part)
    case "start":
      return onStart(to, event.response)
    case "usage":
      to.usage = mergeUsage(to.usage, event.usage)
      to.usageText = usageTail(to.usage)
      return
    case "response":
      to.block = event.add.block ?? to.block
      to.native = event.add.native ?? to.native
      return
    case "candidate":
      return onCandidate(to, candidateAt(to, event.candidate), event.add)
    case "finish":
      endAll(to, candidateAt(to, event.candidate))
      candidateAt(to, event.candidate).finish = event.finish
      return
    case "frame":
      if (event.format === id) {
        pushLast(to)
        to.frames.push({ data: event.body.text })
      } else noteOnce(to, "unknown-frame")
      return
    case "end":
      return onEnd(to)
    case "error":
      return fail(to, event.error)
  }
}

const onStart = (to: StreamEncoderState, response: Omit<ChatResponse, "candidates" | "usage">): void => {
  to.tail = tailOf(encodeHead(to, response))
  to.block = response.block
  to.native = response.native
  noteHead(to, response)
}

const onCandidate = (to: StreamEncoderState, writer: CandidateEncoderState, add: CandidateAddition): void => {
  const { grounding, logprobs, block, native } = add
  if (logprobs !== undefined) keepLogprobs(to, writer, logprobs)
  if (logprobs?.some(hasTokenBytes)) noteOnce(to, "token-bytes")
  if (grounding !== undefined) {
    to.held.replace(writer.rest.grounding, grounding)
    writer.rest.grounding = grounding
  }
  if (block !== undefined) {
    to.held.replace(writer.rest.block, block)
    writer.rest.block = block
  }
  if (native !== undefined) writer.native.add(native)
}

const keepLogprobs = (
  to: StreamEncoderState,
  writer: CandidateEncoderState,
  logprobs: readonly TokenLogprob[]
): void => {
  const units = weightOf(logprobs)
  to.held.add(units)
  writer.heldLogprobs += units
  for (const logprob of logprobs) writer.logprobs.push(logprob)
}

const onEnd = (to: StreamEncoderState): void => {
  to.done = true
  const writers = [...to.candidates.values()].toSorted((a, b) => a.index - b.index)
  for (const writer of writers) endAll(to, writer)
  const last = takeLast(to)
  const candidates = writers.map((writer) =>
    endCandidate(to, writer, last?.writer === writer ? JsonText.source(last.text) : { text: "" })
  )
  noteUsage(to, to.usage)
  const more: JsonObjectBuilder = { promptFeedback: encodePromptBlock(to.block) }
  pushEnd(to, candidates, to.native === undefined ? more : restore(more, { native: to.native }))
}

/** Whether a text is longer than what is kept: no stretch of it can be told. */
const isLong = (to: StreamEncoderState, { tracks, rest }: CandidateEncoderState): boolean => {
  const long = [...tracks.values()].some(({ heard }) => !heard.isWhole)
  if (long && rest.grounding !== undefined) noteOnce(to, "grounding-long")
  return long
}

/** The last that a frame says of a candidate: with the part that came last, or an empty text where that was told already. */
const endCandidate = (to: StreamEncoderState, writer: CandidateEncoderState, last: EncodedPart): JsonObjectBuilder => {
  const parts = spokenParts(writer)
  setDefined(writer.rest, "native", writer.native.value)
  if (writer.broken) noteOnce(to, writer.finish?.kind === "length" ? "cut-call" : "bad-call")
  const ended = { ...writer.rest, finish: writer.finish ?? ({ kind: "stop" } as const) }
  const written = new Map(writer.written.map((part, number) => [part, number]))
  const numbers = parts.map((_, part) => written.get(part))
  const out: JsonObjectBuilder = {
    content: { parts: [last], role: "model" },
    ...encodeFinish(to, honestFinish<ChatCandidate>({ ...ended, index: writer.index, parts }, writer.broken, parts)),
    index: writer.index,
    groundingMetadata: isLong(to, writer) ? undefined : encodeGrounding(to, writer.rest, parts, numbers),
    citationMetadata: consumed(writer.rest, "citationMetadata"),
    logprobsResult: writer.logprobs.length === 0 ? undefined : encodeLogprobs(writer.logprobs)
  }
  if (!isOwn(writer.rest)) noteLeftovers(to, writer.rest)
  return restore(out, writer.rest)
}
