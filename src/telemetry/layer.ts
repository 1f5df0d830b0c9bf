import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Tracer from "effect/Tracer"
import { outputTokens, promptTokens } from "../core/tokens/usage.ts"
import { type Entry, Metering } from "./metering.ts"
import { type Counts, makeCounts } from "./metrics.ts"
import { type Followed, type Follower, Telemetry } from "./telemetry.ts"
import { forwarded, parentIn } from "./trace-context.ts"

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
 * Gateway.layer(messages, metrics).pipe(Layer.provide(layerTelemetry()))
 */
export const layerTelemetry = ({ propagate = false }: TelemetryOptions = {}): Layer.Layer<never> =>
  Layer.succeedContext(
    Context.make(Telemetry, followerOf(propagate, makeCounts())).pipe(Context.add(Metric.MetricRegistry, new Map()))
  )

const followerOf = (propagate: boolean, counts: Counts): Follower => ({
  follow: (request, answer) =>
    Effect.flatMap(spanOf(request, propagate), (span) =>
      Effect.contextWith((context: Context.Context<never>) => {
        const { record } = Context.get(context, Metering)
        const watched = Effect.map(answer(propagate ? forwarded(span, request.headers) : {}), (given) => {
          span.attribute("http.response.status_code", given.status)
          counts.request(context, request.endpoint ?? "none", given.status)
          return given
        })
        return watched.pipe(
          Effect.provideService(Tracer.ParentSpan, span),
          Effect.provideService(Metering, {
            record: (entry) => {
              tell(span, entry, Context.get(context, Clock.Clock))
              counts.call(context, entry)
              return record(entry)
            }
          })
        )
      })
    )
})

const spanOf = ({ method, endpoint, requestId, headers }: Followed, propagate: boolean) => {
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
const most = 20

const tell = (span: Tracer.Span, entry: Entry, clock: Clock.Clock): void => {
  for (const [name, value] of Object.entries(attributesOf(entry))) {
    if (value !== undefined) span.attribute(name, value)
  }
  for (const { kind, severity, rule, path } of entry.notes.slice(0, most)) {
    span.event("note", clock.currentTimeNanosUnsafe(), { kind, severity, rule, path })
  }
}

const attributesOf = ({ family, principal, sent, stream, ended, usage = {}, error, notes }: Entry) => ({
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
