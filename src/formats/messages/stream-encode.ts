import {
  withRefusal,
  type ChatResponse,
  type FinishReason,
  type CandidateAddition,
  type ChatEvent
} from "../../core/chat/chat.ts"
import { isClientCall } from "../../core/chat/tool-calls.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { mergeUsage } from "../../core/events/fold.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import { type FailingTransducer, type StreamFrame, writingTransducer } from "../../core/framing/transducer.ts"
import { type JsonObjectBuilder, setDefined } from "../../core/json/json.ts"
import { noteGrounding } from "./citations.ts"
import { note, noteLeftovers, noteOnce, restore } from "./context.ts"
import { encodeError, id } from "./wire.ts"
import { brokenEnd, encodeDeltaUsage, endWithoutMedia } from "./response-end.ts"
import { encodeStopReason, encodeMessage, noteUsage } from "./response-encode.ts"
import { frameOf, passedFrame, type StreamEncoderState, streamEncoderState } from "./stream-encode-state.ts"
import { addCitation, endAll, onPart } from "./stream-encode-parts.ts"

/**
 * Writes a stream: one block open at a time, indices without gaps, the finish held until the end so that the last
 * `message_delta` has the last usage, and `message_stop` only after the end was said.
 */
export const encodeStream = (
  preferences: ReplyPreferences,
  defaults: ResponseDefaults,
  most?: number
): FailingTransducer<ChatEvent, StreamFrame> =>
  writingTransducer(streamEncoderState(preferences, defaults, most), onEvent, fail)

const fail = (to: StreamEncoderState, error: GatewayError): void => {
  to.done = true
  to.failure = error
  const { requestId } = to.defaults
  const named = requestId === undefined ? error : error.with({ requestId })
  to.frames.push({ event: "error", data: encodeError(named).body.text })
}

const onEvent = (to: StreamEncoderState, event: ChatEvent): void => {
  if ("candidate" in event && event.candidate !== 0) return noteOnce(to, "candidate")
  to.answered ||= "candidate" in event
  switch (event.type) {
    case "delta":
    case "part":
    case "part-end":
      return onPart(to, event)
    case "start":
      return onStart(to, event.response)
    case "usage":
      to.usage = mergeUsage(to.usage, event.usage)
      return
    case "response":
      return onResponse(to, event.add)
    case "candidate":
      return onCandidate(to, event.add)
    case "finish":
      return onFinish(to, event.finish)
    case "frame":
      if (event.format === id) to.frames.push(passedFrame(event.kind, event.body))
      else noteOnce(to, "unknown-event")
      return
    case "end":
      return onEnd(to)
    case "error":
      return fail(to, event.error)
  }
}

const onStart = (to: StreamEncoderState, response: Omit<ChatResponse, "candidates" | "usage">): void => {
  if (to.started) return
  to.started = true
  onHead(to, response)
  if (response.block !== undefined) to.candidate.block = response.block
  const message = encodeMessage(to, { ...response, ...inputSoFar(to) }, [], encodeStopReason(to, {}, {}, false))
  to.frames.push(frameOf("message_start", { message }))
}

/** The input as far as it is known when a stream begins, at least by an estimate; the end tells all counts again. */
const inputSoFar = ({ usage, defaults }: StreamEncoderState): Pick<ChatResponse, "usage"> => {
  if (usage !== undefined) {
    const { text: _text, reasoning: _reasoning, ...input } = usage
    return { usage: input }
  }
  const input = defaults.prompt?.()
  return input === undefined ? {} : { usage: { input } }
}

const onHead = (to: StreamEncoderState, { refs, native }: Pick<ChatResponse, "refs" | "native">): void => {
  if (refs !== undefined) to.head.refs = refs
  if (native?.consumed !== undefined) to.head.native = native
}

const onResponse = (to: StreamEncoderState, add: Extract<ChatEvent, { type: "response" }>["add"]): void => {
  onHead(to, add)
  if (add.block !== undefined) to.candidate.block = add.block
  if (add.native !== undefined) to.late.add(add.native)
}

const onCandidate = (to: StreamEncoderState, add: CandidateAddition): void => {
  if (add.block !== undefined) to.candidate.block = add.block
  if (add.native !== undefined) to.native.add(add.native)
  if (add.logprobs !== undefined) noteOnce(to, "logprobs")
  if (add.grounding !== undefined) to.grounding.add(add.grounding, (part, citation) => addCitation(to, part, citation))
}

/** Cites the rest of what a search found, and notes what citations cannot say of it. */
const endGrounding = (to: StreamEncoderState): void => {
  const ended = to.grounding.end((part, citation) => addCitation(to, part, citation))
  if (ended !== undefined) noteGrounding(to, ended)
}

/** A call that a limit or the vendor cut off was told as far as it came; any other that is not whole is an error. */
const onFinish = (to: StreamEncoderState, finish: FinishReason): void => {
  endGrounding(to)
  endAll(to)
  to.finish = finish
  if (!to.broken) return
  const error = brokenEnd(finish)
  if (error !== undefined) fail(to, error)
  else noteOnce(to, finish.kind === "length" ? "broken-call/cut" : "broken-call")
}

const onEnd = (to: StreamEncoderState): void => {
  endGrounding(to)
  endAll(to)
  to.done = true
  noteUsage(to, to.usage)
  setDefined(to.candidate, "native", to.native.value)
  noteLeftovers(to, to.candidate)
  const { block } = to.candidate
  if (!to.answered && block !== undefined) note(to, "block", block.at)
  const finish = to.finish ?? ({ kind: to.answered ? "stop" : "blocked" } as const)
  const ended = withRefusal({ ...to.candidate, finish }, to.refusal)
  const calls = [...to.parts.values()].some(({ value }) => isClientCall(value))
  const delta = endWithoutMedia(to, encodeStopReason(to, to.head, ended, calls))
  const end: JsonObjectBuilder = { delta, usage: encodeDeltaUsage(to.usage) }
  const { value: native } = to.late
  if (native !== undefined) noteLeftovers(to, { native })
  to.frames.push(
    frameOf("message_delta", native === undefined ? end : restore(end, { native })),
    frameOf("message_stop", {})
  )
}
