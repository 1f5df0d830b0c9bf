import * as Context from "effect/Context"
import type * as Scope from "effect/Scope"
import * as Effect from "effect/Effect"
import type { GatewayError } from "../core/errors/error.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"

/** A request as telemetry knows it: never its keys, its query or its body. */
export interface FollowedRequest {
  readonly method: string
  /** The id of its endpoint; absent where it has none. */
  readonly endpoint: string | undefined
  readonly requestId: string
  /** Lower-case names; only those that carry a trace are read. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** The headers that tell an upstream which trace a call belongs to. */
export type TraceHeaders = Readonly<Record<string, string>>

/** Who follows every request of a gateway, from its head to its last byte. */
export interface RequestFollower {
  /**
   * Follows what is answered until the scope of its request closes. `answer` is given the headers of a trace that
   * upstreams are to be sent, where there are any.
   */
  readonly follow: <A extends { readonly status: number }, R>(
    request: FollowedRequest,
    answer: (trace?: TraceHeaders) => Effect.Effect<A, never, R>
  ) => Effect.Effect<A, never, R | Scope.Scope>
}

/** The follower of a gateway; by default there is none, and nothing is paid for it. */
export const Telemetry = Context.Reference<RequestFollower | undefined>("isogloss/Telemetry", {
  defaultValue: () => undefined
})

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
