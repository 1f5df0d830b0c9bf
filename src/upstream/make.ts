import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { GatewayError } from "../core/errors/error.ts"
import { LinkedQueue } from "../core/collections.ts"
import { Timers } from "./timers.ts"
import type { CallDeps } from "./call.ts"
import { ConnectionLimiter, type LimiterQuota } from "./connection-limiter.ts"
import * as Failures from "./failures.ts"
import { flowOf, flowStream } from "./flow.ts"
import {
  type UpstreamTransport,
  PropagatedHeaders,
  type UpstreamTimeouts,
  CallingTenant,
  type Upstream,
  type UpstreamReply,
  type UpstreamRequest,
  type UpstreamStream,
  type UpstreamLimits
} from "./upstream.ts"
import { concatBytes } from "./bytes.ts"
import { type ReadFailure, withRetries } from "./retry.ts"
import { ThreadTurns } from "./turns.ts"
import { type AttemptAnswer, type Try, tryStream, tryUnary } from "./attempt.ts"
import { requestRedactor } from "./request-secrets.ts"

/**
 * The upstream over a client: clocks, queue, retries and backpressure are the same over every client. Calls that are
 * under way when the scope closes fail. An account that has many under way is served over `crowded`, so
 * that connections that stand idle are left to those that have few.
 */
export const makeUpstream = Effect.fnUntraced(function* (
  transport: UpstreamTransport,
  limits: UpstreamLimits,
  crowded: UpstreamTransport = transport
): Effect.fn.Return<Upstream["Service"], never, Scope.Scope> {
  const timers = yield* Timers.make
  const turns = yield* ThreadTurns
  const limiterOf = limitersOf(timers, limits)
  const deps: CallDeps = { transport, crowded, timers, turns, limits, limiterOf, calls: new LinkedQueue() }
  yield* Effect.addFinalizer(() => Effect.sync(() => stop(deps)))
  const now = (): number => timers.now()
  const slowly: UpstreamTimeouts = { ...limits.clocks, firstByte: limits.unaryFirstByte }
  /** Sends a call, again where that may help: each try has what all have, and the time that is left. */
  const send = <A extends Pick<UpstreamReply, "status" | "headers">>(
    call: UpstreamRequest,
    usual: UpstreamTimeouts,
    context: Context.Context<never>,
    attempt: (one: Try) => Effect.Effect<AttemptAnswer<A>, Failures.AttemptFailure>,
    read: (answer: A) => Effect.Effect<ReadFailure<A>>
  ): Effect.Effect<A, GatewayError> => {
    const request = withPropagatedHeaders(call, context)
    const all = { deps, request, tenant: Context.get(context, CallingTenant), redactor: requestRedactor(request) }
    const clocks = clocksOf(usual, request)
    const again = (attempts: number, spent: number) => attempt({ ...all, attempts, clocks: after(clocks, spent) })
    return withRetries(limits, now, request.once === true, again, read)
  }
  return {
    unary: (call) =>
      Effect.contextWith((context: Context.Context<never>) => send(call, slowly, context, tryUnary, readReply)),
    stream: (call) =>
      Effect.contextWith((context: Context.Context<Scope.Scope>) => {
        const scope = Context.get(context, Scope.Scope)
        const usual = call.thinks === true ? slowly : limits.clocks
        return send(call, usual, context, (one) => tryStream(one, scope), readStream)
      })
  }
})

const readReply = (answer: UpstreamReply): Effect.Effect<ReadFailure<UpstreamReply>> =>
  Effect.succeed({ answer, body: answer.body })

/** The most bytes of a refusal that are read to see whether the vendor says it or a proxy. */
const mostRead = 64 * 1024

/** As much of an answer that comes as a stream as tells who says it; what was read can be read again. */
const readStream = (answer: UpstreamStream): Effect.Effect<ReadFailure<UpstreamStream>> =>
  Effect.suspend(() => {
    let bytes = 0
    const pieces: Uint8Array[] = []
    const read = Stream.runForEach(
      Stream.takeWhile(answer.body, () => bytes < mostRead),
      (piece) =>
        Effect.sync(() => {
          bytes += piece.length
          pieces.push(piece)
        })
    )
    return Effect.map(Effect.exit(read), () => {
      const flow = flowOf(pieces.map((piece) => [piece]))
      return { answer: { ...answer, flow, body: flowStream(flow) }, body: concatBytes(pieces) }
    })
  })

const withPropagatedHeaders = (request: UpstreamRequest, context: Context.Context<never>): UpstreamRequest => {
  const more = Context.get(context, PropagatedHeaders)
  return Object.keys(more).length === 0 ? request : { ...request, headers: { ...more, ...request.headers } }
}

const stop = ({ calls }: CallDeps): void => {
  for (const call of calls.values) call.refuse(Failures.sentFailure(Failures.gatewayStopping()))
}

const clocksOf = (clocks: UpstreamTimeouts, request: UpstreamRequest): UpstreamTimeouts =>
  request.clocks === undefined ? clocks : { ...clocks, ...request.clocks }

const after = (clocks: UpstreamTimeouts, spent: number): UpstreamTimeouts =>
  spent === 0 ? clocks : { ...clocks, total: Math.max(0, clocks.total - spent) }

/** Of how many upstreams the limiters are kept that nobody calls: making one costs more than asking it. */
const mostIdle = 256

/** A limiter for each upstream that is called; of many, for as long as anybody calls it. */
const limitersOf = (timers: Timers, limits: UpstreamLimits): CallDeps["limiterOf"] => {
  const known = new Map<string, ConnectionLimiter>()
  return ({ url, pool }) => {
    const origin = url.slice(0, Math.max(0, url.indexOf("/", url.indexOf("//") + 2)))
    const id = pool === undefined ? origin : `${origin} ${pool.name} ${pool.sockets} ${pool.queue}`
    const limiter = known.get(id)
    if (limiter !== undefined) return limiter
    const made = new ConnectionLimiter(timers, quotaOf(limits, pool), () => {
      if (known.size > mostIdle) known.delete(id)
    })
    known.set(id, made)
    return made
  }
}

/** The quota of an upstream: what its operator chose for it alone, and for the rest what holds for all now. */
const quotaOf = (limits: UpstreamLimits, pool: UpstreamRequest["pool"]): LimiterQuota => ({
  get sockets() {
    return pool?.sockets ?? limits.sockets
  },
  get queue() {
    return pool?.queue ?? limits.queue
  },
  get queueClock() {
    return limits.queueClock
  },
  get share() {
    return limits.share
  }
})
