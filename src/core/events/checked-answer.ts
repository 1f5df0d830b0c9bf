import { UniqueIds } from "../chat/call-id.ts"
import type { ChatCandidate, ChatMessage, ChatResponse, ContentPart, FinishReason } from "../chat/chat.ts"
import { isThought } from "../chat/part.ts"
import { GatewayError } from "../errors/error.ts"
import { clientMessage } from "../errors/failure.ts"
import { fail, type Result, succeed } from "../errors/invalid.ts"
import type { ReplyContext } from "../format.ts"
import type { StreamFrame, Transducer } from "../framing/transducer.ts"
import type { ChatEvent } from "./event.ts"

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
  { calls }: ReplyContext
): Transducer<StreamFrame, ChatEvent> => failingEnds(uniqueCalls(reader, calls))

/** What an answer must reverse, with the ids of the calls that came before it. */
export const afterCalls = (undo: ReplyContext, messages: readonly ChatMessage[]): ReplyContext => {
  const calls: string[] = []
  for (const { parts } of messages)
    for (const part of parts) if (part.type === "tool-call" && part.id !== undefined) calls.push(part.id)
  return calls.length === 0 ? undo : { ...undo, calls }
}

/** A reader whose events are told in another way. */
const retold = (
  reader: Transducer<StreamFrame, ChatEvent>,
  tell: (events: readonly ChatEvent[]) => readonly ChatEvent[]
): Transducer<StreamFrame, ChatEvent> => ({
  push: (frame) => tell(reader.push(frame)),
  end: (how) => tell(reader.end(how)),
  notes: reader.notes
})

/**
 * The error that an end is: a vendor's word says so, whatever came before it; or the vendor gave up, and nothing came.
 *
 * @see https://github.com/pydantic/pydantic-ai/issues/2844 OpenRouter's `error` (2025-09)
 * @see https://github.com/smg-project/smg/pull/2565 answers that end so are failures (2026)
 */
const errorOf = ({ kind, raw }: FinishReason, isEmpty: boolean, why = ""): GatewayError | undefined => {
  const word = raw?.value ?? kind
  if (word.toLowerCase() !== "error" && !(isEmpty && kind === "malformed")) return undefined
  const message = `The upstream's answer failed with ${word}${why === "" ? "." : `: ${why}`}`
  return new GatewayError("UpstreamFailed", clientMessage(message))
}

/** The error that a whole answer ends in. */
const failedEnd = ({ candidates }: ChatResponse): GatewayError | undefined => {
  const isEmpty = !candidates.some(({ parts }) => parts.some(says))
  for (const { finish, block } of candidates) {
    const error = finish && errorOf(finish, isEmpty, block?.message)
    if (error !== undefined) return error
  }
  return isEmpty && candidates.some(isBroken) ? new GatewayError("UpstreamFailed", nothingSaid) : undefined
}

const nothingSaid = "The upstream's answer says nothing, nor why it ended."

/** Whether a candidate that has nothing in it does not say why. */
const isBroken = ({ finish, block }: ChatCandidate): boolean => finish === undefined && block === undefined

/** The events that a reader says of a stream, which end in that error. */
const failingEnds = (reader: Transducer<StreamFrame, ChatEvent>): Transducer<StreamFrame, ChatEvent> => {
  const whys = new Map<number, string | undefined>()
  /** The parts that are thoughts, by their candidate and their number, as long as nothing was said. */
  const thoughts = new Set<string>()
  let [isEmpty, isOver] = [true, false]
  const failed = (event: ChatEvent): GatewayError | undefined => {
    if (event.type === "part") {
      isEmpty &&= !says(event.value)
      if (isEmpty && event.value.type === "reasoning") thoughts.add(`${event.candidate}/${event.part}`)
    } else if (event.type === "delta") {
      isEmpty &&=
        !("text" in event.delta && isWorded(event.delta.text)) || thoughts.has(`${event.candidate}/${event.part}`)
    } else if (event.type === "candidate")
      whys.set(event.candidate, event.add.block?.message ?? whys.get(event.candidate))
    else if (event.type === "finish") return errorOf(event.finish, isEmpty, whys.get(event.candidate))
    return undefined
  }
  const tell = (events: readonly ChatEvent[]): readonly ChatEvent[] => {
    for (const [at, event] of events.entries()) {
      const error = isOver ? undefined : failed(event)
      if (error === undefined) continue
      isOver = true
      return [...events.slice(0, at), { type: "error", error }]
    }
    return isOver ? [] : events
  }
  return retold(reader, tell)
}

/** Whether there is anything in a part: a blank text is none, and a thought is not the answer. */
const says = (part: ContentPart): boolean => !isThought(part) && (!("text" in part) || isWorded(part.text))

const isWorded = (text = ""): boolean => text.trim() !== ""

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

/** The same of the events that a reader says of a stream. */
const uniqueCalls = (
  reader: Transducer<StreamFrame, ChatEvent>,
  earlier?: readonly string[]
): Transducer<StreamFrame, ChatEvent> => {
  const known = new Map<number, UniqueIds>()
  const told = (event: ChatEvent): ChatEvent => {
    if (event.type !== "part" || event.value.type !== "tool-call") return event
    const ids = known.get(event.candidate) ?? new UniqueIds(earlier)
    known.set(event.candidate, ids)
    return { ...event, value: withOwnId(event.value, ids) }
  }
  const tell = (events: readonly ChatEvent[]): readonly ChatEvent[] =>
    events.some((event) => event.type === "part") ? events.map(told) : events
  return retold(reader, tell)
}
