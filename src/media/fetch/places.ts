import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Alarms } from "../../upstream/alarms.ts"
import { ConnectionLimiter, type Refusal } from "../../upstream/connection-limiter.ts"
import { limits } from "../../upstream/limits.ts"
import { Tenant } from "../../upstream/upstream.ts"
import { GatewayError } from "../../core/errors/error.ts"

/** Waits for a place among those that call URLs at once, and has it until the scope closes. */
export type TakePlace = Effect.Effect<void, GatewayError, Scope.Scope>

/** So many places, and those that wait for one, shared out by account as the sockets and the queue of an upstream are. */
export const placesOf = (atOnce: number): Effect.Effect<TakePlace, never, Scope.Scope> =>
  Effect.map(Alarms.make, (alarms) => {
    const limiter = new ConnectionLimiter(alarms, { ...limits, sockets: atOnce })
    return Effect.gen(function* () {
      const account = yield* Tenant
      let isInside = false
      yield* Effect.addFinalizer(() => Effect.sync(() => isInside && limiter.leave(account)))
      yield* Effect.callback<void, GatewayError>((resume) => {
        const takeBack = limiter.enter(
          account,
          () => {
            isInside = true
            resume(Effect.void)
          },
          (why) => resume(Effect.fail(refused(why)))
        )
        return Effect.sync(takeBack)
      })
    })
  })

const refused = (why: Refusal): GatewayError =>
  why === "tenant"
    ? new GatewayError("RateLimited", "Too many URLs of this account are being fetched. Try again in a moment.", soon)
    : new GatewayError("Overloaded", "Too many URLs are being fetched. Try again in a moment.", soon)

const soon = { retryAfter: 1 }
