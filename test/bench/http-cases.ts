import { directions, type FormatId, wires } from "./bodies.ts"
import type { Size } from "./inputs.ts"
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
const { model } = wires[chat]
const same = { from: chat, to: chat, model, sent: model, stream: false } as const
const small = { size: "3-message", count: 2000 } as const
const large = { size: "60 KB", count: 400 } as const

/** A case of each pair of formats. */
const translated = (name: string, what: Pick<HttpCase, "size" | "count" | "stream" | "goal">): readonly HttpCase[] =>
  directions.map(({ from, to }) => {
    const asked = wires[to].model
    return { ...what, name: `${name}, ${from} -> ${to}`, from, to, model: asked, sent: asked }
  })

/** Whole requests and answers. The first is the one that the bench checks itself by. */
export const unaryCases: readonly HttpCase[] = [
  { name: "3-message, same format", ...same, ...small, goal: { limit: 1.1, aim: 1 } },
  { name: "60 KB, same format", ...same, ...large, goal: { limit: 1.3 } },
  { name: "60 KB, same format, model alias", ...same, ...large, model: "house-default", goal: { limit: 1.8 } },
  ...translated("3-message", { ...small, stream: false, goal: { limit: 1.3 } }),
  ...translated("60 KB", { ...large, stream: false, goal: { limit: 4 } })
]

const streamed = { size: "3-message", count: 200, stream: true } as const

/** Streamed answers: 200 a round. */
export const streamCases: readonly HttpCase[] = [
  { name: "streams, same format", ...same, ...streamed, goal: { limit: 1.3 } },
  ...translated("streams", { ...streamed, goal: { limit: 2 } })
]

/** Streams that are held open: that they pass, and each pair with the format that most clients speak. */
export const memoryCases: readonly HttpCase[] = streamCases.filter(({ from, to }) => from === chat || to === chat)
