import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { GatewayError } from "../core/errors/error.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"

/** How a request ended: with its last byte, because the client left, or with an error. */
export type RequestEnding = "finished" | "aborted" | "failed"

/** What is known of a request once it is over. */
export interface MeterEntry {
  readonly requestId: string
  readonly endpoint: string
  /** The account. */
  readonly principal: string
  /** The id that the client asked for. */
  readonly model: string
  /** The id that was sent to the upstream. */
  readonly sent: string
  /** The family that serves it. */
  readonly family: string
  /** The client's format and the upstream's. */
  readonly formats: { readonly client: string; readonly upstream: string }
  readonly stream: boolean
  readonly ended: RequestEnding
  /** Absent where the upstream has not said it. */
  readonly usage?: TokenUsage
  readonly error?: GatewayError
  readonly notes: readonly TranslationNote[]
}

/** Who is told of every request that reached an upstream, once, when it is over. */
export interface Meter {
  readonly record: (entry: MeterEntry) => Effect.Effect<void>
}

/** The meter of a gateway; by default nobody listens. */
export const Metering = Context.Reference<Meter>("isogloss/Metering", {
  defaultValue: () => ({ record: () => Effect.void })
})
