import type { Id } from "./kinds.ts"

/** What became of one stream without an end. */
export interface Outcome {
  readonly client: Id
  readonly upstream: Id
  readonly kind: string
  readonly needed: boolean
  /** Characters that were fed between two looks at the heap, and how many bytes it grew meanwhile. */
  readonly fed: number
  readonly grown: number
  readonly notes: number
  /** How many pieces were said after the end. */
  readonly after: number
  /** The error that it ended with, and the last that the client was told. */
  readonly error?: string
  readonly last?: string
}
