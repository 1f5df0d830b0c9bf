import type { Frame } from "../frames.ts"

/** The formats that the harness speaks. */
export type FormatId = "chat-completions" | "messages"

/** A tool call that a stream tells, its arguments as text. */
export interface ToldCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/**
 * A stream composed by hand from the documented wire: its frames, and what they tell, written out beside them (never
 * computed from them).
 */
export interface Golden {
  readonly format: FormatId
  readonly frames: readonly Frame[]
  readonly told: {
    readonly text: string
    readonly thinking: string
    readonly signature: string | undefined
    readonly calls: readonly ToldCall[]
    readonly finish: string
    readonly usage: unknown
  }
}
