import type { FormatId } from "./bodies.ts"
import type { Size } from "./inputs.ts"
import { modelOf } from "./models.ts"
import type { Goal } from "./table.ts"

/** One thing that clients do through a server, `from` the client's format `to` the upstream's. */
export interface HttpCase {
  readonly name: string
  readonly from: FormatId
  readonly to: FormatId
  readonly size: Size
  /** The model that the client names. */
  readonly model: string
  /** The model that the upstream must be asked for. */
  readonly sent: string
  readonly stream: boolean
  /** Requests a round. */
  readonly count: number
  readonly goal: Goal
}

/** Connections that a load comes over. */
export const connections = 32

const chat = "chat-completions"
const unary = { stream: false, from: chat } as const
const same = { to: chat, model: modelOf[chat], sent: modelOf[chat] } as const
const translated = { to: "messages", model: modelOf.messages, sent: modelOf.messages } as const
const back = { from: "messages", to: chat, model: modelOf[chat], sent: modelOf[chat], stream: false } as const
const small = { size: "3-message", count: 2000 } as const
const large = { size: "60 KB", count: 400 } as const

/** Whole requests and answers. The first is the one that the bench checks itself by. */
export const unaryCases: readonly HttpCase[] = [
  { name: "3-message, same format", ...unary, ...same, ...small, goal: { limit: 1.1, aim: 1 } },
  { name: "3-message, translated", ...unary, ...translated, ...small, goal: { limit: 1.3 } },
  { name: "3-message, translated back", ...back, ...small, goal: { limit: 1.3 } },
  { name: "60 KB, same format", ...unary, ...same, ...large, goal: { limit: 1.3 } },
  {
    name: "60 KB, same format, model alias",
    ...unary,
    ...same,
    ...large,
    model: "house-default",
    goal: { limit: 1.8 }
  },
  { name: "60 KB, translated", ...unary, ...translated, ...large, goal: { limit: 4 } },
  { name: "60 KB, translated back", ...back, ...large, goal: { limit: 4 } }
]

const streamed = { stream: true, from: chat, size: "3-message", count: 200 } as const

/** Streamed answers: 200 a round. */
export const streamCases: readonly HttpCase[] = [
  { name: "streams, same format, an event", ...streamed, ...same, goal: { limit: 1.3 } },
  { name: "streams, translated, an event", ...streamed, ...translated, goal: { limit: 2 } },
  { name: "streams, translated back, an event", ...back, ...streamed, from: "messages", goal: { limit: 2 } }
]
