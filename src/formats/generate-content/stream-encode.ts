import type { ChatCandidate, ChatResponse, TokenLogprob, CandidateAddition, ChatEvent } from "../../core/chat/chat.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { mergeUsage } from "../../core/events/fold.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import { weightOf } from "../../core/framing/stream-limits.ts"
import { type FailingTransducer, type StreamFrame, writingTransducer } from "../../core/framing/transducer.ts"
import { type JsonObjectBuilder, setDefined, JsonText, stringifyJson } from "../../core/json/json.ts"
import { consumed, type EncodedPart, isOwn, noteLeftovers, noteOnce, restore } from "./context.ts"
import { errorBody, id } from "./wire.ts"
import { encodeFinish, encodePromptBlock, honestFinish } from "./response-end.ts"
import { encodeGrounding } from "./citations.ts"
import { encodeLogprobs, hasTokenBytes } from "./output-text.ts"
import { encodeHead, noteHead, noteUsage } from "./response-encode.ts"
import {
  candidateAt,
  type CandidateEncoder,
  pushEnd,
  pushLast,
  streamEncoderState,
  type StreamEncoderState,
  tailOf,
  takeLast,
  usageTail
} from "./stream-encode-state.ts"
import { beginPart, endAll, endPart, goOn, spokenParts } from "./stream-encode-parts.ts"

/**
 * Writes a stream: every frame has a part in its candidate, calls are whole, and how the candidates ended is held for
 * the last frame, so that it has the last usage. There is no terminator.
 */
export const encodeStream = (
  preferences: ReplyPreferences,
  defaults: ResponseDefaults,
  most?: number
): FailingTransducer<ChatEvent, StreamFrame> => {
  const to = streamEncoderState(preferences, defaults, most)
  to.tail = tailOf(encodeHead(to, {}))
  return writingTransducer(to, onEvent, fail)
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
      noteHead(to, event.add)
      to.block = event.add.block ?? to.block
      if (event.add.native !== undefined) to.native.add(event.add.native)
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
      } else noteOnce(to, "unknown-event")
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
  if (response.native !== undefined) to.native.add(response.native)
  noteHead(to, response)
}

const onCandidate = (to: StreamEncoderState, candidate: CandidateEncoder, add: CandidateAddition): void => {
  const { grounding, logprobs, block, native } = add
  if (logprobs !== undefined) keepLogprobs(to, candidate, logprobs)
  if (logprobs?.some(hasTokenBytes)) noteOnce(to, "logprobs")
  if (grounding !== undefined) {
    to.held.replace(candidate.rest.grounding, grounding)
    candidate.rest.grounding = grounding
  }
  if (block !== undefined) {
    to.held.replace(candidate.rest.block, block)
    candidate.rest.block = block
  }
  if (native !== undefined) candidate.native.add(native)
}

const keepLogprobs = (to: StreamEncoderState, candidate: CandidateEncoder, logprobs: readonly TokenLogprob[]): void => {
  const units = weightOf(logprobs)
  to.held.add(units)
  candidate.heldLogprobs += units
  for (const logprob of logprobs) candidate.logprobs.push(logprob)
}

const onEnd = (to: StreamEncoderState): void => {
  to.done = true
  const ordered = [...to.candidates.values()].toSorted((a, b) => a.index - b.index)
  for (const candidate of ordered) endAll(to, candidate)
  const last = takeLast(to)
  const candidates = ordered.map((candidate) =>
    endCandidate(to, candidate, last?.candidate === candidate ? JsonText.source(last.text) : { text: "" })
  )
  noteUsage(to, to.usage)
  const more: JsonObjectBuilder = { promptFeedback: encodePromptBlock(to.block) }
  const { value: native } = to.native
  pushEnd(to, candidates, native === undefined ? more : restore(more, { native }))
}

/** Whether a text is longer than what is kept: no stretch of it can be told. */
const isLong = (to: StreamEncoderState, { parts, rest }: CandidateEncoder): boolean => {
  const long = [...parts.values()].some(({ hashed }) => !hashed.isWhole)
  if (long && rest.grounding !== undefined) noteOnce(to, "too-long")
  return long
}

/** The last that a frame says of a candidate: with the part that came last, or an empty text where that was told already. */
const endCandidate = (to: StreamEncoderState, candidate: CandidateEncoder, last: EncodedPart): JsonObjectBuilder => {
  const parts = spokenParts(candidate)
  setDefined(candidate.rest, "native", candidate.native.value)
  if (candidate.broken) noteOnce(to, candidate.finish?.kind === "length" ? "broken-call/cut" : "broken-call")
  const ended = { ...candidate.rest, finish: candidate.finish ?? ({ kind: "stop" } as const) }
  const written = new Map(candidate.written.map((part, number) => [part, number]))
  const numbers = parts.map((_, part) => written.get(part))
  const out: JsonObjectBuilder = {
    content: { parts: [last], role: "model" },
    ...encodeFinish(
      to,
      honestFinish<ChatCandidate>({ ...ended, index: candidate.index, parts }, candidate.broken, parts)
    ),
    index: candidate.index,
    groundingMetadata: isLong(to, candidate) ? undefined : encodeGrounding(to, candidate.rest, parts, numbers),
    citationMetadata: consumed(candidate.rest, "citationMetadata"),
    logprobsResult: candidate.logprobs.length === 0 ? undefined : encodeLogprobs(candidate.logprobs)
  }
  if (!isOwn(candidate.rest)) noteLeftovers(to, candidate.rest)
  return restore(out, candidate.rest)
}
