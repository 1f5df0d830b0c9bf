import type { Random } from "../random.ts"
import type { Talk, Value } from "../talk.ts"

/** One server-sent event of an answer: its name where the format has names, and its data. */
export interface WireEvent {
  readonly event?: string
  readonly data: string
}

/** What the bench knows of a format: how its client asks, how its upstream answers, and how to tell that it did. */
export interface Wire {
  /** The model that its upstream serves: who asks for it is sent there in this format. */
  readonly model: string
  /** Where a request goes. */
  readonly path: (model: string, stream: boolean) => string
  /** Whether a path is one of this format's. */
  readonly at: RegExp
  /** The headers that only this format's clients send, as lines. */
  readonly head: (key: string) => string
  readonly body: (talk: Talk, model: string, stream: boolean) => Value
  readonly answer: (text: string) => Value
  /** A streamed answer of exactly `count` events: text, then one tool call. */
  readonly events: (random: Random, count: number, plain: boolean) => readonly WireEvent[]
  /** What a quick look at a body, an answer and a stream must find. */
  readonly marks: Marks
}

/** The members and texts that show what a format is. */
export interface Marks {
  /** Whether a body names its model. */
  readonly model: boolean
  /** The member that lists the messages, and the one of an answer that lists what was said. */
  readonly messages: string
  readonly said: string
  /** A member of each tool. */
  readonly tool: string
  /** What each event of text holds, and what the end of a whole answer holds. */
  readonly delta: string
  readonly end: string
}

/** How many events of an answer are pieces of its call's input, where a format cuts it in pieces. */
export const inputEvents = (count: number): number => Math.floor(count / 5)
