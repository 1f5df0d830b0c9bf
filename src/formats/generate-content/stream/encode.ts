import type { ChatCandidate, ChatResponse, TokenLogprob } from "../../../core/chat/chat.ts"
import { setDefined, type JsonObjectBuilder } from "../../../core/json/builder.ts"
import type { GatewayError } from "../../../core/errors/error.ts"
import type { CandidateAddition, ChatEvent } from "../../../core/events/event.ts"
import { mergeUsage } from "../../../core/events/fold.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../../core/format.ts"
import { type StreamFrame, type FailingTransducer, writingTransducer } from "../../../core/framing/transducer.ts"
import { JsonText, stringifyJson } from "../../../core/json/json.ts"
import { weightOf } from "../../../core/framing/held.ts"
import { errorBody } from "../error.ts"
import { hasBytes, logprobsOut } from "../logprobs.ts"
import { consumed, isOwn, restore } from "../native.ts"
import { groundingOut } from "../response/grounding-encode.ts"
import { tellRest, tellUsage } from "../response/encode.ts"
import { endOut, feedbackOut, headOut, honest } from "../response/telling.ts"
import { noteLeftovers } from "../rules.ts"
import { id } from "../wire.ts"
import { pushEnd, pushLast, tailOf, takeLast, usageIn } from "./frames.ts"
import { beginPart, endAll, endPart, goOn, spokenParts } from "./parts.ts"
import { tellOnce, type Writer, writerAt, type Writing, writingOf } from "./writing.ts"

/**
 * Writes a stream: every frame has a part in its candidate, calls are whole, and how the candidates ended is held for
 * the last frame, so that it has the last usage. There is no terminator.
 */
export const encodeStream = (
  asked: ReplyPreferences,
  stamp: ResponseDefaults,
  most?: number
): FailingTransducer<ChatEvent, StreamFrame> => {
  const to = writingOf(asked, stamp, most)
  to.tail = tailOf(headOut(to, {}))
  return writingTransducer(
    to,
    (event) => onEvent(to, event),
    (error) => fail(to, error)
  )
}

const fail = (to: Writing, error: GatewayError): void => {
  pushLast(to)
  to.done = true
  to.failure = error
  to.frames.push({ data: stringifyJson(errorBody(error)) })
}

const onEvent = (to: Writing, event: ChatEvent): void => {
  switch (event.type) {
    case "delta":
      return goOn(to, writerAt(to, event.candidate), event.part, event.delta)
    case "part":
      return beginPart(to, writerAt(to, event.candidate), event.part, event.value)
    case "part-end":
      return endPart(to, writerAt(to, event.candidate), event.part)
    case "start":
      return onStart(to, event.response)
    case "usage":
      to.usage = mergeUsage(to.usage, event.usage)
      to.usageText = usageIn(to.usage)
      return
    case "response":
      to.block = event.add.block ?? to.block
      to.native = event.add.native ?? to.native
      return
    case "candidate":
      return onCandidate(to, writerAt(to, event.candidate), event.add)
    case "finish":
      endAll(to, writerAt(to, event.candidate))
      writerAt(to, event.candidate).finish = event.finish
      return
    case "frame":
      if (event.format === id) {
        pushLast(to)
        to.frames.push({ data: event.body.text })
      } else tellOnce(to, "unknown-frame")
      return
    case "end":
      return onEnd(to)
    case "error":
      return fail(to, event.error)
  }
}

const onStart = (to: Writing, response: Omit<ChatResponse, "candidates" | "usage">): void => {
  to.tail = tailOf(headOut(to, response))
  to.block = response.block
  to.native = response.native
  tellRest(to, response)
}

const onCandidate = (to: Writing, writer: Writer, add: CandidateAddition): void => {
  const { grounding, logprobs, block, native } = add
  if (logprobs !== undefined) keepLogprobs(to, writer, logprobs)
  if (logprobs?.some(hasBytes)) tellOnce(to, "token-bytes")
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

const keepLogprobs = (to: Writing, writer: Writer, logprobs: readonly TokenLogprob[]): void => {
  const units = weightOf(logprobs)
  to.held.add(units)
  writer.heldLogprobs += units
  for (const logprob of logprobs) writer.logprobs.push(logprob)
}

const onEnd = (to: Writing): void => {
  to.done = true
  const writers = [...to.writers.values()].toSorted((a, b) => a.index - b.index)
  for (const writer of writers) endAll(to, writer)
  const last = takeLast(to)
  const candidates = writers.map((writer) =>
    endCandidate(to, writer, last?.writer === writer ? JsonText.source(last.text) : { text: "" })
  )
  tellUsage(to, to.usage)
  const more: JsonObjectBuilder = { promptFeedback: feedbackOut(to.block) }
  pushEnd(to, candidates, to.native === undefined ? more : restore(more, { native: to.native }))
}

/** Whether a text is longer than what is kept: no stretch of it can be told. */
const isLong = (to: Writing, { tracks, rest }: Writer): boolean => {
  const long = [...tracks.values()].some(({ heard }) => !heard.isWhole)
  if (long && rest.grounding !== undefined) tellOnce(to, "grounding-long")
  return long
}

/** The last that a frame says of a candidate: with the part that came last, or an empty text where that was told already. */
const endCandidate = (to: Writing, writer: Writer, last: JsonObjectBuilder | JsonText): JsonObjectBuilder => {
  const parts = spokenParts(writer)
  setDefined(writer.rest, "native", writer.native.value)
  if (writer.broken) tellOnce(to, writer.finish?.kind === "length" ? "cut-call" : "bad-call")
  const ended = { ...writer.rest, finish: writer.finish ?? ({ kind: "stop" } as const) }
  const written = new Map(writer.written.map((part, number) => [part, number]))
  const numbers = parts.map((_, part) => written.get(part))
  const out: JsonObjectBuilder = {
    content: { parts: [last], role: "model" },
    ...endOut(to, honest<ChatCandidate>({ ...ended, index: writer.index, parts }, writer.broken, parts)),
    index: writer.index,
    groundingMetadata: isLong(to, writer) ? undefined : groundingOut(to, writer.rest, parts, numbers),
    citationMetadata: consumed(writer.rest, "citationMetadata"),
    logprobsResult: writer.logprobs.length === 0 ? undefined : logprobsOut(writer.logprobs)
  }
  if (!isOwn(writer.rest)) noteLeftovers(to, writer.rest)
  return restore(out, writer.rest)
}
