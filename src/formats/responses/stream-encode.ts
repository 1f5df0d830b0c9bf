import type { ChatResponse, ContentPart, TokenLogprob, CandidateAddition, ChatEvent } from "../../core/chat/chat.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { mergeUsage, withMore } from "../../core/events/fold.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import { type FailingTransducer, type StreamFrame, writingTransducer } from "../../core/framing/transducer.ts"
import type { JsonTemplate } from "../../core/json/json.ts"
import { noteGrounding } from "./citations.ts"
import { failedMembers } from "./wire.ts"
import { errorFrame } from "./passed-stream.ts"
import { finishContent, encodeUsage } from "./response-end.ts"
import { encodeEnd, encodeHead, noteBlock, noteHead, noteUsage } from "./response-encode.ts"
import { note, noteLeftovers, noteOnce } from "./rules.ts"
import { endAll, onPart } from "./stream-encode-parts.ts"
import { pushFrame, soFar, StreamEncoderState, addCitation } from "./stream-encode-state.ts"

/**
 * Writes a stream: items in the order in which they begin, texts that stand together in one message, which ends where
 * anything else begins. The last frame holds the whole answer; a failure is an `error` and then a `response.failed`
 * with what was said.
 */
export const encodeStream = (
  preferences: ReplyPreferences,
  defaults: ResponseDefaults,
  most?: number
): FailingTransducer<ChatEvent, StreamFrame> =>
  writingTransducer(new StreamEncoderState(preferences, defaults, most), onEvent, fail)

const onEvent = (to: StreamEncoderState, event: ChatEvent): void => {
  if ("candidate" in event && event.candidate !== 0) return noteOnce(to, "candidate")
  to.answered ||= "candidate" in event
  switch (event.type) {
    case "start":
      return onStart(to, event.response)
    case "part":
    case "delta":
    case "part-end":
      return onPart(to, event)
    case "candidate":
      return onCandidate(to, event.add)
    case "response":
      noteHead(to, event.add)
      to.head = withMore(to.head, event.add)
      return
    case "usage":
      to.usage = mergeUsage(to.usage, event.usage)
      return
    case "finish":
      to.finish = event.finish
      return
    case "frame":
      return noteOnce(to, "unknown-event")
    case "end":
      return onEnd(to)
    case "error":
      return fail(to, event.error)
  }
}

const onStart = (to: StreamEncoderState, response: Omit<ChatResponse, "candidates" | "usage">): void => {
  if (to.started) return
  to.started = true
  to.head = response
  noteHead(to, response)
  to.answer = response.id || to.defaults.id
  for (const type of ["response.created", "response.in_progress"])
    pushFrame(to, type, { response: encodeHead(to, response, { status: "in_progress" }, [], null) })
}

/** What log probabilities count that are kept: of each token and of those that might have stood there, its text and two numbers. */
const weightOfTokens = (tokens: readonly TokenLogprob[]): number =>
  tokens.flatMap((one) => [one, ...(one.top ?? [])]).reduce((sum, { token }) => sum + token.length + 16, 0)

const onCandidate = (to: StreamEncoderState, add: CandidateAddition): void => {
  if (add.logprobs !== undefined) {
    to.held.add(weightOfTokens(add.logprobs))
    to.tokens.add(to, add.logprobs)
  }
  if (add.grounding !== undefined) to.grounding.add(add.grounding, (part, citation) => addCitation(to, part, citation))
  if (add.native !== undefined) to.native.add(add.native)
  if (add.block !== undefined) to.candidate.block = add.block
}

/** Cites the rest of what a search found, and notes what citations cannot say of it. */
const endGrounding = (to: StreamEncoderState): void => {
  const ended = to.grounding.end((part, citation) => addCitation(to, part, citation))
  if (ended !== undefined) noteGrounding(to, ended)
}

const onEnd = (to: StreamEncoderState): void => {
  onStart(to, to.head)
  to.done = true
  if (to.finish === undefined) note(to, to.answered ? "finish-unsaid" : "required-member/answer", "")
  const finish = to.finish ?? { kind: to.answered ? "stop" : "blocked" }
  const ended = encodeEnd(to, { finish }, finishContent(saidParts(to)))
  endGrounding(to)
  endAll(to, ended.status)
  for (const { block } of [to.head, to.candidate]) if (block !== undefined) noteBlock(to, block)
  const { value: native } = to.native
  if (native !== undefined) noteLeftovers(to, { native })
  if (to.usage !== undefined) noteUsage(to, to.usage)
  const usage = to.usage === undefined ? null : encodeUsage(to.usage)
  const response = encodeHead(to, to.head, ended, saidItems(to), usage)
  pushFrame(to, `response.${ended.status}`, { response })
}

/** The parts with what their texts said. */
const saidParts = ({ parts }: StreamEncoderState): readonly ContentPart[] =>
  [...parts.values()].flatMap((track) => soFar(track) ?? [])

const saidItems = ({ output }: StreamEncoderState): readonly JsonTemplate[] =>
  output.filter((item) => item !== undefined)

const fail = (to: StreamEncoderState, error: GatewayError): void => {
  onStart(to, to.head)
  // what is more than may be kept is not said again, as of a stream that passes
  if (to.held.error !== undefined) forget(to)
  if (!to.done) endAll(to, "incomplete")
  to.done = true
  to.failure = error
  to.frames.push(errorFrame(error, to.sequence++))
  const usage = to.usage === undefined ? null : encodeUsage(to.usage)
  const response = encodeHead(to, to.head, { status: "failed" }, saidItems(to), usage, failedMembers(error))
  pushFrame(to, "response.failed", { response })
}

const forget = (to: StreamEncoderState): void => {
  to.parts.clear()
  to.output.length = 0
  to.message = undefined
}
