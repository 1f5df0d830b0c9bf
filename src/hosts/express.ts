import type { IncomingMessage, ServerResponse } from "node:http"
import type { RunningGateway } from "../gateway/gateway.ts"
import { appRefusal } from "./app-refusal.ts"
import { type NodeOptions, receiverOf } from "./node.ts"

/** Passes a request on to what stands behind a handler of Express; an error goes to its handlers of errors. */
export type NextHandler = (error?: unknown) => void

/** A handler of Express 4 and 5. */
export type ExpressHandler = (request: IncomingMessage, response: ServerResponse, next: NextHandler) => void

/** A handler of errors of Express 4 and 5, which knows them by their four parameters. */
export type ExpressErrorHandler = (
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  next: NextHandler
) => void

/**
 * A gateway for Express 4 and 5, before or after its body parser: `app.use("/ai", toExpress(gateway))`. Paths at which no
 * endpoint stands are passed on. The second handler tells what a body parser or an authentication before the gateway
 * refused (a `GatewayError`, or an error with a status from 400 to 499) as the endpoint's clients read errors; any other
 * error is the app's own, and goes on.
 */
export const toExpress = (
  gateway: RunningGateway,
  options: NodeOptions = {}
): [ExpressHandler, ExpressErrorHandler] => {
  const receive = receiverOf(gateway, options)
  return [
    (request, response, next) => receive(request, response, { next }),
    (error, request, response, next) => {
      const refused = response.headersSent ? undefined : appRefusal(error)
      if (refused === undefined) next(error)
      else receive(request, response, { refused, next: () => next(error) })
    }
  ]
}
