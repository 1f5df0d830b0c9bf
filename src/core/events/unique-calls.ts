import type { ChatCandidate, ChatResponse, ContentPart } from "../chat/chat.ts"
import type { StreamFrame, Transducer } from "../framing/transducer.ts"
import type { ChatEvent } from "./event.ts"

/**
 * The ids of the calls of one candidate, in the order in which they begin. Some upstreams give calls that stand side by
 * side one id, by which no result finds its own: all but the first get another, which depends on what came before alone.
 */
class CallIds {
  readonly #told = new Set<string>()
  /** How often an id was given again, so that the next one is found at once. */
  readonly #again = new Map<string, number>()

  /** A part as it is told. */
  part(part: ContentPart): ContentPart {
    if (part.type !== "tool-call" || part.id === undefined || part.id === "") return part
    const id = part.runBy === "client" ? this.#freshFor(part.id) : part.id
    this.#told.add(id)
    return id === part.id ? part : { ...part, id }
  }

  #freshFor(id: string): string {
    let at = this.#again.get(id) ?? 1
    let fresh = at === 1 ? id : `${id}_${at}`
    while (this.#told.has(fresh)) fresh = `${id}_${++at}`
    this.#again.set(id, at)
    return fresh
  }
}

/** A whole answer in which each call of a candidate has an id of its own. */
export const withUniqueCalls = (response: ChatResponse): ChatResponse => {
  const candidates = response.candidates.map(uniqueIn)
  const isSame = candidates.every((candidate, at) => candidate === response.candidates[at])
  return isSame ? response : { ...response, candidates }
}

const uniqueIn = (candidate: ChatCandidate): ChatCandidate => {
  const ids = new CallIds()
  const parts = candidate.parts.map((part) => ids.part(part))
  return parts.every((part, at) => part === candidate.parts[at]) ? candidate : { ...candidate, parts }
}

/** The same of the events that a reader says of a stream. */
export const uniqueCalls = (reader: Transducer<StreamFrame, ChatEvent>): Transducer<StreamFrame, ChatEvent> => {
  const known = new Map<number, CallIds>()
  const told = (event: ChatEvent): ChatEvent => {
    if (event.type !== "part" || event.value.type !== "tool-call") return event
    const ids = known.get(event.candidate) ?? new CallIds()
    known.set(event.candidate, ids)
    const value = ids.part(event.value)
    return value === event.value ? event : { ...event, value }
  }
  const tell = (events: readonly ChatEvent[]): readonly ChatEvent[] =>
    events.some((event) => event.type === "part") ? events.map(told) : events
  return { push: (frame) => tell(reader.push(frame)), end: (how) => tell(reader.end(how)), notes: reader.notes }
}
