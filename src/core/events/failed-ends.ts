import type { ChatResponse, ContentPart, FinishReason } from "../chat/chat.ts"
import { GatewayError } from "../errors/error.ts"
import { clientMessage } from "../errors/failure.ts"
import type { StreamFrame, Transducer } from "../framing/transducer.ts"
import type { ChatEvent } from "./event.ts"

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
export const failedEnd = ({ candidates }: ChatResponse): GatewayError | undefined => {
  const isEmpty = !candidates.some(({ parts }) => parts.some(says))
  for (const { finish, block } of candidates) {
    const error = finish && errorOf(finish, isEmpty, block?.message)
    if (error !== undefined) return error
  }
  return undefined
}

/** The events that a reader says of a stream, which end in that error. */
export const failingEnds = (reader: Transducer<StreamFrame, ChatEvent>): Transducer<StreamFrame, ChatEvent> => {
  const whys = new Map<number, string | undefined>()
  let [isEmpty, isOver] = [true, false]
  const failed = (event: ChatEvent): GatewayError | undefined => {
    if (event.type === "part") isEmpty &&= !says(event.value)
    else if (event.type === "delta") isEmpty &&= !("text" in event.delta && event.delta.text !== "")
    else if (event.type === "candidate")
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
  return { push: (frame) => tell(reader.push(frame)), end: (how) => tell(reader.end(how)), notes: reader.notes }
}

/** Whether there is anything in a part: an empty text is none. */
const says = (part: ContentPart): boolean => !("text" in part) || (part.text ?? "") !== ""
