import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { Alarms } from "./alarms.ts"
import type { Means } from "./call.ts"
import * as Failures from "./failures.ts"
import type { Limits } from "./limits.ts"
import type { Dial } from "./line.ts"
import { retrying } from "./retry.ts"
import { tryStream, tryUnary } from "./tries.ts"
import { Turnstile } from "./turnstile.ts"
import { redactors } from "./unsaid.ts"
import { Accompanying, type Clocks, type Upstream, type UpstreamRequest } from "./upstream.ts"

/**
 * The upstream over a client: clocks, queue, retries and backpressure are the same over every client. Calls that are
 * under way when the scope closes fail.
 */
export const makeUpstream = (dial: Dial, limits: Limits): Effect.Effect<Upstream["Service"], never, Scope.Scope> =>
  Effect.gen(function* () {
    const alarms = yield* Alarms.make
    const means: Means = { dial, alarms, limits, calls: new Set() }
    yield* Effect.addFinalizer(() => Effect.sync(() => stop(means)))
    const now = (): number => alarms.now()
    const turnstileOf = turnstiles(alarms, limits)
    const redactorOf = redactors()
    const slowly: Clocks = { ...limits.clocks, firstByte: limits.unaryFirstByte }
    return {
      unary: (call) =>
        Effect.contextWith((context: Context.Context<never>) => {
          const request = accompanied(call, context)
          const turnstile = turnstileOf(request)
          const redactor = redactorOf(request)
          const clocks = clocksOf(slowly, request)
          return retrying(limits, now, request.once === true, (attempts, spent) =>
            tryUnary({ means, turnstile, request, clocks: after(clocks, spent), redactor, attempts })
          )
        }),
      stream: (call) =>
        Effect.contextWith((context: Context.Context<Scope.Scope>) => {
          const scope = Context.get(context, Scope.Scope)
          const request = accompanied(call, context)
          const turnstile = turnstileOf(request)
          const redactor = redactorOf(request)
          const clocks = clocksOf(request.thinks === true ? slowly : limits.clocks, request)
          return retrying(limits, now, request.once === true, (attempts, spent) =>
            tryStream({ means, turnstile, request, clocks: after(clocks, spent), redactor, attempts }, scope)
          )
        })
    }
  })

const accompanied = (request: UpstreamRequest, context: Context.Context<never>): UpstreamRequest => {
  const more = Context.get(context, Accompanying)
  return Object.keys(more).length === 0 ? request : { ...request, headers: { ...more, ...request.headers } }
}

const stop = ({ calls }: Means): void => {
  for (const call of calls) call.refuse(Failures.sent(Failures.stopping()))
}

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
