import { UniqueIds } from "../chat/call-id.ts"
import type {
  BlockReason,
  ChatCandidate,
  ChatMessage,
  ChatResponse,
  ContentPart,
  FinishReason,
  ChatEvent
} from "../chat/chat.ts"
import { unsaidFinish, isWorded, saysAnything } from "../chat/codec.ts"
import { isClientCall } from "../chat/tool-calls.ts"
import { GatewayError } from "../errors/error.ts"
import { fail, type Result, succeed } from "../errors/invalid.ts"
import { clientMessage } from "../errors/failure.ts"
import type { ReplyContext } from "../format.ts"
import type { StreamFrame, Transducer } from "../framing/transducer.ts"

/** A whole answer whose calls have ids of their own; or the error that it ends in. */
export const checkedResponse = (
  response: ChatResponse,
  { calls }: ReplyContext
): Result<ChatResponse, GatewayError> => {
  const failed = failedEnd(response)
  return failed === undefined ? succeed(withUniqueCalls(response, calls)) : fail(failed)
}

/** The same of the events that a reader says of a stream. */
export const checkedEvents = (
  reader: Transducer<StreamFrame, ChatEvent>,
  context: ReplyContext
): Transducer<StreamFrame, ChatEvent> => {
  const check = eventCheck(context)
  return {
    push: (frame) => check(reader.push(frame)),
    end: (how) => check(reader.end(how)),
    notes: reader.notes
  }
}

/** Events in their order, as they are told. */
export type EventCheck = (events: readonly ChatEvent[]) => readonly ChatEvent[]

/** What checks the events of one stream, in a step apart from reading them. */
export const eventCheck = ({ calls }: ReplyContext): EventCheck => {
  const [unique, failing] = [uniqueCalls(calls), failingEnds()]
  return (events) => failing(unique(events))
}

/** What an answer must reverse, with the ids of the calls that came before it. */
export const afterCalls = (undo: ReplyContext, messages: readonly ChatMessage[]): ReplyContext => {
  const calls: string[] = []
  for (const { parts } of messages)
    for (const part of parts) if (part.type === "tool-call" && part.id !== undefined) calls.push(part.id)
  return calls.length === 0 ? undo : { ...undo, calls }
}

/**
 * The error that an end is: a vendor's word says so, whatever came before it; or it gave up a call, and none came; or
 * nothing came, and the vendor gave up, named no end, or said what cannot be read.
 *
 * @see https://github.com/pydantic/pydantic-ai/issues/2844 OpenRouter's `error` (2025-09)
 * @see https://github.com/vllm-project/vllm/issues/57082 vLLM's `abort`, of an engine that gave up (2026-09)
 * @see https://github.com/smg-project/smg/pull/2565 answers that end so are failures (2026)
 * @see https://api-docs.deepseek.com/api/create-chat-completion DeepSeek's, of a system without resources (read 2026-11)
 * @see https://ai.google.dev/api/generate-content `FinishReason`: Gemini's, of calls that it gave up (read 2026-11)
 * @see https://github.com/NousResearch/hermes-agent/pull/83886 agents that take such a half for the whole (2026-08)
 */
const errorOf = (
  { kind, raw, doubt }: FinishReason,
  { isEmpty, calls }: SaidSoFar,
  block?: BlockReason
): GatewayError | undefined => {
  const word = raw?.value ?? kind
  if (word === "insufficient_system_resource")
    return failure("The upstream was overloaded and broke its answer off.", "Overloaded")
  const isGivenUp = kind === "malformed" && (isEmpty || (!calls && givenUp.test(word)))
  if (isGivenUp || /^(?:(?:network_)?error|abort)$/i.test(word)) {
    const why = block?.message ?? ""
    const message = `The upstream's answer failed with ${word}${why === "" ? "." : `: ${why}`}`
    return failure(clientMessage(message))
  }
  return isEmpty && doubt !== undefined && block === undefined ? failure(doubts[doubt]) : undefined
}

/** What an answer said before its end: whether nothing at all, and whether a call that its client can answer. */
interface SaidSoFar {
  readonly isEmpty: boolean
  readonly calls: boolean
}

/** Reasons of an answer that ended within what it was about to say, whatever it said before. */
const givenUp = /^(?:malformed|unexpected_tool|too_many_tool|missing_thought)/i

/** The answer was made and may have to be paid for: clients are told not to ask again by themselves. */
const failure = (message: string, reason: "UpstreamFailed" | "Overloaded" = "UpstreamFailed"): GatewayError =>
  new GatewayError(reason, message, { shouldRetry: false })

const doubts = {
  unsaid: "The upstream's answer says nothing, nor why it ended.",
  unread: "The upstream's answer says nothing that can be read."
} as const

/** The error that a part is: nobody can answer a call that names no tool. */
const partError = (part: ContentPart | undefined): GatewayError | undefined =>
  isNameless(part) ? failure("The upstream's answer calls a tool without its name.") : undefined

const isNameless = (part: ContentPart | undefined): boolean => isClientCall(part) && part.name === ""

/** The error that a whole answer ends in. */
const failedEnd = ({ candidates }: ChatResponse): GatewayError | undefined => {
  const isEmpty = !candidates.some(({ parts }) => parts.some(saysAnything))
  for (const { parts, finish = unsaidFinish(false), block } of candidates) {
    const said = { isEmpty, calls: parts.some(isClientCall) }
    const error = errorOf(finish, said, block) ?? partError(parts.find(isNameless))
    if (error !== undefined) return error
  }
  return undefined
}

/** The events of a stream, which end in that error. */
const failingEnds = (): EventCheck => {
  const blocks = new Map<number, BlockReason>()
  /** The parts that are thoughts, by their candidate and their number, as long as nothing was said. */
  const thoughts = new Set<string>()
  /** The candidates that called a tool of their client's. */
  const calling = new Set<number>()
  let [isEmpty, isOver] = [true, false]
  const failed = (event: ChatEvent): GatewayError | undefined => {
    if (event.type === "part") {
      isEmpty &&= !saysAnything(event.value)
      if (isClientCall(event.value)) calling.add(event.candidate)
      if (isEmpty && event.value.type === "reasoning") thoughts.add(`${event.candidate}/${event.part}`)
      return partError(event.value)
    }
    if (event.type === "delta") {
      isEmpty &&=
        !("text" in event.delta && isWorded(event.delta.text)) || thoughts.has(`${event.candidate}/${event.part}`)
    } else if (event.type === "candidate") {
      if (event.add.block !== undefined) blocks.set(event.candidate, event.add.block)
    } else if (event.type === "finish") {
      const said = { isEmpty, calls: calling.has(event.candidate) }
      return errorOf(event.finish, said, blocks.get(event.candidate))
    }
    return undefined
  }
  return (events) => {
    for (const [at, event] of events.entries()) {
      const error = isOver ? undefined : failed(event)
      if (error === undefined) continue
      isOver = true
      const before = events.filter(({ type }, index) => index < at || type === "usage")
      return [...before, { type: "error", error }]
    }
    return isOver ? [] : events
  }
}

/**
 * A part of a candidate as it is told. Some upstreams give calls that stand side by side one id, by which no result finds
 * its own, or each turn's the same.
 *
 * @see https://github.com/NVIDIA-NeMo/Switchyard/issues/502 Claude Code, whose vendor begins anew in each turn (2026)
 */
const withOwnId = (part: ContentPart, ids: UniqueIds): ContentPart => {
  if (part.type !== "tool-call" || part.id === undefined || part.id === "") return part
  const id = part.runBy === "client" ? ids.of(part.id) : ids.take(part.id)
  return id === part.id ? part : { ...part, id }
}

/** A whole answer in which each call of a candidate has an id of its own. */
const withUniqueCalls = (response: ChatResponse, earlier?: readonly string[]): ChatResponse => ({
  ...response,
  candidates: response.candidates.map((candidate) => uniqueIn(candidate, new UniqueIds(earlier)))
})

const uniqueIn = (candidate: ChatCandidate, ids: UniqueIds): ChatCandidate => ({
  ...candidate,
  parts: candidate.parts.map((part) => withOwnId(part, ids))
})

/** The same of the events of a stream. */
const uniqueCalls = (earlier?: readonly string[]): EventCheck => {
  const known = new Map<number, UniqueIds>()
  const told = (event: ChatEvent): ChatEvent => {
    if (event.type !== "part" || event.value.type !== "tool-call") return event
    const ids = known.get(event.candidate) ?? new UniqueIds(earlier)
    known.set(event.candidate, ids)
    const value = withOwnId(event.value, ids)
    return value === event.value ? event : { ...event, value }
  }
  return (events) => (events.some((event) => event.type === "part") ? events.map(told) : events)
}
