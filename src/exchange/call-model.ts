import * as Effect from "effect/Effect"
import type { UpstreamRequest, Upstream, UpstreamReply } from "../upstream/upstream.ts"
import { GatewayError } from "../core/errors/error.ts"
import type { UpstreamFormat } from "../core/format.ts"
import type { WrittenCalls } from "./unary-jobs.ts"

/** Who is asked: the way there, and how its format says errors. */
export interface CalledModel {
  readonly upstream: Upstream["Service"]
  readonly format: Pick<UpstreamFormat, "decodeError">
}

/** Sends a request and waits for the whole answer: what is not of a status of success is an error. */
export const callModel = (model: CalledModel, request: UpstreamRequest): Effect.Effect<UpstreamReply, GatewayError> =>
  Effect.matchEffect(model.upstream.unary(request), {
    onSuccess: (reply) =>
      isSuccess(reply.status) ? Effect.succeed(reply) : Effect.fail(withCalledHost(request, errorOf(model, reply))),
    onFailure: (error) => Effect.fail(withCalledHost(request, error))
  })

/** The error of a call, with where it went, for the operator's eyes. */
export const withCalledHost = ({ upstream, url }: UpstreamRequest, error: GatewayError): GatewayError => {
  const host = URL.canParse(url) ? new URL(url).host : ""
  return error.with({ called: upstream === undefined ? { host } : { upstream, host } })
}

/** Whether a status is one of success. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

const decoder = new TextDecoder()

/** An upstream's error as one of ours, with what it says about trying again. */
export const errorOf = (
  { format }: Pick<CalledModel, "format">,
  { status, headers, body, attempts }: UpstreamReply
): GatewayError => {
  const error = format.decodeError(status, headers, decoder.decode(body)).with({ answered: status })
  const shouldRetry = headers["x-should-retry"]
  if (attempts > 1 || shouldRetry === "false" || error.reason === "QuotaExceeded")
    return error.with({ shouldRetry: false })
  return shouldRetry === "true" ? error.with({ shouldRetry: true }) : error
}

/** An answer that is none in the format that its upstream speaks. */
export const notUnderstood = (): GatewayError =>
  new GatewayError("UpstreamFailed", "The upstream's answer could not be understood.")

/** A model whose calls are written: where one goes. */
export interface Addressed<Call> extends CalledModel {
  readonly request: (call: Call) => Omit<UpstreamRequest, "body">
}

/** What is sent for each call. */
export const requestsOf = <Call>(
  { request }: Pick<Addressed<Call>, "request">,
  { calls, bodies }: WrittenCalls<Call, unknown>
): readonly UpstreamRequest[] =>
  calls.map(({ call, contentType }, index) => {
    const { headers, ...rest } = request(call)
    const typed = contentType === undefined ? headers : { ...headers, "content-type": contentType }
    return { ...rest, headers: typed, body: bodies[index] ?? "" }
  })

/** How many calls of one request are under way at once. */
export const concurrency = 4

/** Makes all calls; the answers in their order. The first that fails ends the others. */
export const callAll = <Call>(
  model: Addressed<Call>,
  written: WrittenCalls<Call, unknown>
): Effect.Effect<readonly Uint8Array[], GatewayError> =>
  Effect.forEach(requestsOf(model, written), (request) => Effect.map(callModel(model, request), ({ body }) => body), {
    concurrency
  })
