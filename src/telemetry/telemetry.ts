import * as Context from "effect/Context"
import type * as Scope from "effect/Scope"
import * as Effect from "effect/Effect"
import type { GatewayError } from "../core/errors/error.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import { type TokenUsage, outputTokens, promptTokens, tokenKinds } from "../core/tokens/usage.ts"
import type * as Clock from "effect/Clock"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"

/** A request as telemetry knows it: never its keys, its query or its body. */
interface FollowedRequest {
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
  /** Absent where the upstream has not said it: what its client is told then is an estimate. */
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

/** What may be chosen of telemetry. */
export interface TelemetryOptions {
  /** Whether a client's trace goes on here, and from here to its upstream; by default neither. */
  readonly propagate?: boolean
}

/**
 * Counts requests, calls, tokens and notes in a registry of its own, and makes a span of every request where a tracer
 * is given, too. No span and no count holds a key, a header or a body.
 *
 * @example
 * Gateway.layer(Endpoints.messages, Endpoints.metrics).pipe(Layer.provide(layerTelemetry()))
 */
export const layerTelemetry = ({ propagate = false }: TelemetryOptions = {}): Layer.Layer<never> =>
  Layer.succeedContext(
    Context.make(Telemetry, followerOf(propagate, makeCounts())).pipe(Context.add(Metric.MetricRegistry, new Map()))
  )

const followerOf = (propagate: boolean, counts: Counts): RequestFollower => ({
  follow: (request, answer) =>
    Effect.contextWith((context: Context.Context<never>) => {
      const counted = (trace?: TraceHeaders) =>
        Effect.map(answer(trace), (given) => {
          counts.request(context, request.endpoint ?? "none", given.status)
          return given
        })
      const { record } = Context.get(context, Metering)
      const meter: Meter["record"] = (entry) => {
        counts.call(context, entry)
        return record(entry)
      }
      return Context.get(context, References.TracerEnabled)
        ? traced(request, propagate, counted, meter)
        : Effect.provideService(counted(propagate ? clientsTrace(request.headers) : undefined), Metering, {
            record: meter
          })
    })
})

/** An answer within a span of its request, which is told what is metered. */
const traced = <A extends { readonly status: number }, R>(
  request: FollowedRequest,
  propagate: boolean,
  answer: (trace?: TraceHeaders) => Effect.Effect<A, never, R>,
  record: Meter["record"]
): Effect.Effect<A, never, R | Scope.Scope> =>
  Effect.flatMap(spanOf(request, propagate), (span) =>
    Effect.clockWith((clock) =>
      Effect.map(answer(propagate ? forwarded(span, request.headers) : undefined), (given) => {
        span.attribute("http.response.status_code", given.status)
        return given
      }).pipe(
        Effect.provideService(Tracer.ParentSpan, span),
        Effect.provideService(Metering, {
          record: (entry) => {
            annotateSpan(span, entry, clock)
            return record(entry)
          }
        })
      )
    )
  )

const spanOf = ({ method, endpoint, requestId, headers }: FollowedRequest, propagate: boolean) => {
  const parent = propagate ? parentIn(headers) : undefined
  return Effect.makeSpanScoped(endpoint === undefined ? method : `${method} ${endpoint}`, {
    kind: "server",
    root: parent === undefined,
    ...(parent === undefined ? {} : { parent }),
    attributes: {
      "http.request.method": method,
      "isogloss.request_id": requestId,
      ...(endpoint === undefined ? {} : { "isogloss.endpoint": endpoint })
    }
  })
}

/** The most notes that a span tells one by one. */
const mostNotes = 20

const annotateSpan = (span: Tracer.Span, entry: MeterEntry, clock: Clock.Clock): void => {
  for (const [name, value] of Object.entries(attributesOf(entry))) {
    if (value !== undefined) span.attribute(name, value)
  }
  for (const { kind, severity, rule, path } of entry.notes.slice(0, mostNotes)) {
    span.event("note", clock.currentTimeNanosUnsafe(), { kind, severity, rule, path })
  }
}

const attributesOf = ({ family, principal, sent, stream, ended, usage = {}, error, notes }: MeterEntry) => ({
  "gen_ai.request.model": sent,
  "gen_ai.usage.input_tokens": promptTokens(usage),
  "gen_ai.usage.output_tokens": outputTokens(usage),
  "isogloss.family": family,
  "isogloss.principal": principal,
  "isogloss.stream": stream,
  "isogloss.ended": ended,
  "isogloss.notes": notes.length,
  "error.type": error?.reason
})

/** What is counted, into the registry of a context. Labels are of closed sets: never model ids, which clients make up. */
interface Counts {
  /** Counts a request that has an answer. */
  readonly request: (context: Registry, endpoint: string, status: number) => void
  /** Counts what is known of a call once it is over. */
  readonly call: (context: Registry, entry: MeterEntry) => void
}

/** Where counts are kept. */
type Registry = Context.Context<never>

/** Counters for one gateway. */
const makeCounts = (): Counts => {
  const requests = counterOf(
    "isogloss_requests_total",
    "Requests that were answered, by endpoint and status.",
    "endpoint",
    "status"
  )
  const calls = counterOf(
    "isogloss_calls_total",
    "Requests that reached an upstream, by family and how they ended.",
    "endpoint",
    "family",
    "ended"
  )
  const tokens = counterOf(
    "isogloss_tokens_total",
    "Tokens that upstreams counted, by family and kind.",
    "endpoint",
    "family",
    "kind"
  )
  const notes = counterOf(
    "isogloss_notes_total",
    "What translations changed, by the kind and the severity of a note.",
    "endpoint",
    "kind",
    "severity"
  )
  return {
    request: (context, endpoint, status) => requests(endpoint, String(status)).updateUnsafe(1, context),
    call: (context, { endpoint, family, ended, usage, notes: found }) => {
      calls(endpoint, family, ended).updateUnsafe(1, context)
      for (const kind of tokenKinds) {
        const count = usage?.[kind]
        if (count !== undefined) tokens(endpoint, family, kind).updateUnsafe(count, context)
      }
      for (const { kind, severity } of found) notes(endpoint, kind, severity).updateUnsafe(1, context)
    }
  }
}

/** A counter by what its labels say, one for each: what has its labels from the start has its registry's key, too. */
const counterOf = (
  name: string,
  description: string,
  ...labels: readonly string[]
): ((...values: readonly string[]) => Metric.Counter<number>) => {
  const bound = new Map<string, Metric.Counter<number>>()
  return (...values) => {
    const key = values.join(" ")
    const known = bound.get(key)
    if (known !== undefined) return known
    const attributes = Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ""]))
    const counter = Metric.counter(name, { description, incremental: true, attributes })
    bound.set(key, counter)
    return counter
  }
}

type Headers = Readonly<Record<string, string | undefined>>

/** A header of W3C's Trace Context: version, trace, parent, flags. */
const wellFormed = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]([0-9a-f])(?:-.*)?$/

/** The span of a client's that a request belongs to. */
const parentIn = ({ traceparent = "" }: Headers): Tracer.ExternalSpan | undefined => {
  const [, traceId, spanId, flags = "0"] = wellFormed.exec(traceparent) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 })
}

/** What tells an upstream of the trace that a call belongs to: our span's, or the client's where a span has no id. */
const forwarded = (span: Tracer.Span, headers: Headers): TraceHeaders | undefined => {
  const own = `00-${span.traceId}-${span.spanId}-0${span.sampled ? 1 : 0}`
  return wellFormed.test(own) ? { ...clientsTrace(headers), traceparent: own } : clientsTrace(headers)
}

/** The trace that a client says its request belongs to. */
const clientsTrace = (headers: Headers): TraceHeaders | undefined => {
  const { traceparent, tracestate } = headers
  if (traceparent === undefined || parentIn(headers) === undefined) return undefined
  return { traceparent, ...(tracestate === undefined ? {} : { tracestate }) }
}
