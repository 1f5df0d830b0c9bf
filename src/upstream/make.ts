import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Alarms } from "./alarms.ts"
import type { Means } from "./call.ts"
import type { Limits } from "./limits.ts"
import type { Dial } from "./line.ts"
import { retrying } from "./retry.ts"
import { tryStream, tryUnary } from "./tries.ts"
import { Turnstile } from "./turnstile.ts"
import type { Clocks, Upstream, UpstreamRequest } from "./upstream.ts"

/** The upstream over a client: clocks, queue, retries and backpressure are the same over every client. */
export const makeUpstream = (dial: Dial, limits: Limits): Effect.Effect<Upstream["Service"], never, Scope.Scope> =>
  Effect.map(Alarms.make, (alarms) => {
    const means: Means = { dial, alarms, limits }
    const now = (): number => alarms.now()
    const turnstileOf = turnstiles(alarms, limits)
    const unaryClocks: Clocks = { ...limits.clocks, firstByte: limits.unaryFirstByte }
    return {
      unary: (request) =>
        Effect.suspend(() => {
          const turnstile = turnstileOf(request)
          const clocks = clocksOf(unaryClocks, request)
          return retrying(limits, now, (spent) => tryUnary(means, turnstile, request, after(clocks, spent)))
        }),
      stream: (request) =>
        Effect.flatMap(Effect.scope, (scope) => {
          const turnstile = turnstileOf(request)
          const clocks = clocksOf(limits.clocks, request)
          return retrying(limits, now, (spent) => tryStream(means, turnstile, request, after(clocks, spent), scope))
        })
    }
  })

const clocksOf = (clocks: Clocks, request: UpstreamRequest): Clocks =>
  request.clocks === undefined ? clocks : { ...clocks, ...request.clocks }

const after = (clocks: Clocks, spent: number): Clocks =>
  spent === 0 ? clocks : { ...clocks, total: Math.max(0, clocks.total - spent) }

const turnstiles = (alarms: Alarms, limits: Limits): ((request: UpstreamRequest) => Turnstile) => {
  const byOrigin = new Map<string, Turnstile>()
  return ({ url }) => {
    const origin = url.slice(0, Math.max(0, url.indexOf("/", url.indexOf("//") + 2)))
    let turnstile = byOrigin.get(origin)
    if (turnstile === undefined) byOrigin.set(origin, (turnstile = new Turnstile(alarms, limits)))
    return turnstile
  }
}
