import type { PromptCache } from "./cache.ts"

/** What the requests of one sandbox share. */
export interface Desk {
  readonly key: string | undefined
  /** Milliseconds. */
  readonly now: () => number
  readonly pace: number | undefined
  readonly cache: PromptCache
  /** The next request id. */
  readonly requestId: (prefix: string) => string
}
