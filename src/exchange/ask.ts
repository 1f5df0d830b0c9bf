import * as Effect from "effect/Effect"
import type { Upstream, UpstreamReply, UpstreamRequest } from "../upstream/upstream.ts"
import type { GatewayError } from "../core/errors/error.ts"
import type { UpstreamFormat } from "../core/format.ts"

/** Who is asked: the way there, and how its format says errors. */
export interface Asked {
  readonly upstream: Upstream["Service"]
  readonly format: Pick<UpstreamFormat, "decodeError">
}

/** Sends a request and waits for the whole answer: what is not of a status of success is an error. */
export const ask = (model: Asked, request: UpstreamRequest): Effect.Effect<UpstreamReply, GatewayError> =>
  Effect.matchEffect(model.upstream.unary(request), {
    onSuccess: (reply) =>
      isSuccess(reply.status) ? Effect.succeed(reply) : Effect.fail(calling(request, errorOf(model, reply))),
    onFailure: (error) => Effect.fail(calling(request, error))
  })

/** The error of a call, with where it went, for the operator's eyes. */
export const calling = ({ upstream, url }: UpstreamRequest, error: GatewayError): GatewayError => {
  const host = URL.canParse(url) ? new URL(url).host : ""
  return error.with({ called: upstream === undefined ? { host } : { upstream, host } })
}

/** Whether a status is one of success. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

const decoder = new TextDecoder()

/** An upstream's error as one of ours, with what it says about trying again. */
export const errorOf = (
  { format }: Pick<Asked, "format">,
  { status, headers, body, attempts }: UpstreamReply
): GatewayError => {
  const error = format.decodeError(status, headers, decoder.decode(body)).with({ answered: status })
  const said = headers["x-should-retry"]
  if (attempts > 1 || said === "false" || error.reason === "QuotaExceeded") return error.with({ shouldRetry: false })
  return said === "true" ? error.with({ shouldRetry: true }) : error
}
