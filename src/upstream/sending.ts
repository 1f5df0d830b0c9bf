import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { GatewayError } from "../core/errors/error.ts"
import { LinkedQueue, concatBytes } from "../core/collections.ts"
import { Timers, ThreadTurns } from "./turns.ts"
import { AnswerLedger } from "./answer-ledger.ts"
import type { CallDeps } from "./call.ts"
import { limitersOf } from "./connection-limiter.ts"
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
  type ChangingUpstreamLimits,
  type UpstreamLimits,
  requestRedactor
} from "./upstream.ts"
import { type AttemptAnswer, type Try, tryStream, tryUnary } from "./attempt.ts"
import * as Random from "effect/Random"

/**
 * The upstream over a client: clocks, queue, retries and backpressure are the same over every client. Calls that are
 * under way when the scope closes fail. An account that has many under way is served over `crowded`, so
 * that connections that stand idle are left to those that have few.
 */
export const makeUpstream = Effect.fnUntraced(function* (
  transport: UpstreamTransport,
  limits: ChangingUpstreamLimits,
  crowded: UpstreamTransport = transport
): Effect.fn.Return<Upstream["Service"], never, Scope.Scope> {
  const timers = yield* Timers.make
  const turns = yield* ThreadTurns
  const { limiterOf, wake } = limitersOf(timers, limits)
  const answers = new AnswerLedger(limits)
  const change = (): void => {
    wake()
    answers.wake()
  }
  limits.changed?.add(change)
  const deps: CallDeps = { transport, crowded, timers, turns, limits, answers, limiterOf, calls: new LinkedQueue() }
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      limits.changed?.delete(change)
      stop(deps)
    })
  )
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
      Effect.contextWith((context: Context.Context<never>) => {
        // what calls for no account, such as who looks for models, is no request and may last as long as the gateway
        const scope = Context.get(context, CallingTenant) === "" ? undefined : requestScope(context)
        return send(call, slowly, context, (one) => tryUnary(one, scope), readReply)
      }),
    stream: (call) =>
      Effect.contextWith((context: Context.Context<Scope.Scope>) => {
        const scope = Context.get(context, Scope.Scope)
        const usual = call.thinks === true ? slowly : limits.clocks
        return send(call, usual, context, (one) => tryStream(one, scope), readStream)
      })
  }
})

const requestScope = (context: Context.Context<never>): Scope.Scope | undefined =>
  Option.getOrUndefined(Context.getOption(context, Scope.Scope))

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

/** An answer that may be a refusal. */
type Refusable = Pick<UpstreamReply, "status" | "headers">

/** Statuses with which an upstream refuses before it works: too many requests, overloaded. */
const refusals: ReadonlySet<number> = new Set([429, 529])

/** What a proxy says, too, whose upstream may have worked: it is a refusal only in a vendor's own words. */
const unavailable = 503

/** By status, whether the body of a refusal says that another try may succeed: accounts without money get a 429, too. */
const passing: ReadonlyMap<number, (body: Uint8Array) => boolean> = new Map([
  [429, (body) => !Failures.saysExhausted(body)],
  [unavailable, (body) => Failures.isVendorsError(body)]
])

/** The first pause before another try, in milliseconds; it doubles, and up to a quarter of it is taken off by chance. */
const pause = 500

/**
 * Tries again where the upstream cannot have worked on the request: nothing was sent, or it refused before work and for
 * a while. Waits as long as the upstream says; where that is longer than the cap, or `x-should-retry` is `false`, its refusal is the answer.
 */
export const withRetries = <A extends Refusable>(
  limits: UpstreamLimits,
  now: () => number,
  once: boolean,
  attempt: (attempts: number, spent: number) => Effect.Effect<AttemptAnswer<A>, Failures.AttemptFailure>,
  read: (answer: A) => Effect.Effect<ReadFailure<A>>
): Effect.Effect<A, GatewayError> => {
  const began = now()
  const next = (attempts: number): Effect.Effect<A, GatewayError> =>
    Effect.matchEffect(attempt(attempts, attempts === 1 ? 0 : now() - began), {
      onSuccess: ({ answer, leave }) => {
        const wait = once || attempts > limits.retries ? undefined : waitAfter(answer, attempts, limits, now)
        if (wait === undefined) return Effect.succeed(answer)
        const again = Effect.suspend(() => {
          leave()
          return sleepThen(wait, attempts)
        })
        const passes = passing.get(answer.status)
        if (passes === undefined) return again
        return Effect.flatMap(read(answer), ({ answer: whole, body }) => (passes(body) ? again : Effect.succeed(whole)))
      },
      onFailure: ({ error, sent }) => {
        if (!sent && !isCrowded(error) && attempts <= limits.retries) return sleepThen(backoff(attempts), attempts)
        const failure = sent ? error : error.with({ unsent: true })
        return Effect.fail(attempts > 1 ? failure.with({ shouldRetry: false }) : failure)
      }
    })
  const sleepThen = (wait: number, attempts: number) =>
    Effect.flatMap(Random.next, (chance) => Effect.delay(next(attempts + 1), wait * (1 - chance / 4)))
  return next(1)
}

/** An answer whose body was read, and can be read again. */
interface ReadFailure<A> {
  readonly answer: A
  readonly body: Uint8Array
}

/** Whoever waited for a socket as long as may be is told so, and does not wait again. */
const isCrowded = ({ reason }: GatewayError): boolean => reason === "Overloaded" || reason === "RateLimited"

const backoff = (attempts: number): number => pause * 2 ** (attempts - 1)

const waitAfter = (
  { status, headers }: Refusable,
  attempts: number,
  limits: UpstreamLimits,
  now: () => number
): number | undefined => {
  if ((status !== unavailable && !refusals.has(status)) || headers["x-should-retry"] === "false") return undefined
  const delay = retryAfter(headers, now())
  if (delay === undefined) return backoff(attempts)
  return delay > limits.retryAfter ? undefined : (delay * 4) / 3
}

/** What `retry-after-ms` or `retry-after` (seconds or a date) asks for, in milliseconds; undefined where they say nothing usable. */
export const retryAfter = (headers: Readonly<Record<string, string>>, now: number): number | undefined => {
  const exact = decimal(headers["retry-after-ms"])
  if (exact !== undefined) return exact
  const header = headers["retry-after"]
  const seconds = decimal(header)
  if (seconds !== undefined) return seconds * 1000
  const date = header === undefined || !/[a-z]/i.test(header) ? NaN : Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

const decimal = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : undefined
