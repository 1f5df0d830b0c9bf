import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

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
