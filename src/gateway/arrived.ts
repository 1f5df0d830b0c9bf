import type * as Effect from "effect/Effect"
import type { GatewayError } from "../words/error.ts"

/** Why the bytes of a body did not come: there are more than the cap, or its sender broke off. */
export type Unread = "too-large" | "broken"

/** A request as its host hands it over. */
export interface Arrived {
  readonly method: string
  /** The request target: a path, and a query where there is one. */
  readonly target: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Why nobody may act on this request: two readers could read it in two ways. */
  readonly refused?: GatewayError | undefined
  /** Reads the whole body, of `cap` bytes at most. */
  readonly take: (cap: number) => Effect.Effect<Uint8Array, Unread>
}
