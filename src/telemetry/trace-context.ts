import * as Tracer from "effect/Tracer"

type Headers = Readonly<Record<string, string | undefined>>

/** A header of W3C's Trace Context: version, trace, parent, flags. */
const wellFormed = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]([0-9a-f])(?:-.*)?$/

/** The span of a client's that a request belongs to. */
export const parentIn = ({ traceparent = "" }: Headers): Tracer.ExternalSpan | undefined => {
  const [, traceId, spanId, flags = "0"] = wellFormed.exec(traceparent) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 })
}

/** What tells an upstream of the trace that a call belongs to: our span's, or the client's where nothing is traced here. */
export const forwarded = (span: Tracer.Span, headers: Headers): Readonly<Record<string, string>> => {
  const { traceparent, tracestate } = headers
  const isClients = parentIn(headers) !== undefined
  const own = `00-${span.traceId}-${span.spanId}-0${span.sampled ? 1 : 0}`
  const state = isClients && tracestate !== undefined ? { tracestate } : {}
  if (wellFormed.test(own)) return { traceparent: own, ...state }
  return isClients && traceparent !== undefined ? { traceparent, ...state } : {}
}
