import type { IncomingMessage, ServerResponse } from "node:http"
import type { RunningGateway } from "../gateway/gateway.ts"
import { withoutEnd } from "../core/collections.ts"
import { type HostConnection, type NodeOptions, receiverOf } from "./node.ts"
import { isFraming } from "./node-answer.ts"
import { GatewayError, type ErrorReason } from "../core/errors/error.ts"

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

/** What is used of a request of Fastify's. */
export interface FastifyRequest {
  readonly raw: IncomingMessage
}

/** What is used of a reply of Fastify's. */
export interface FastifyReply {
  readonly raw: ServerResponse
  readonly getHeaders: () => Readonly<Record<string, number | string | string[] | undefined>>
  readonly hijack: () => unknown
  readonly callNotFound: () => unknown
}

/** A handler of a route. */
export type FastifyHandler = (request: FastifyRequest, reply: FastifyReply) => void

/** A handler of errors; what it throws or rejects with goes to the app's own. */
export type FastifyErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** What is used of a plugin's scope. */
export interface FastifyScope {
  /** The path at which the scope is registered; empty at the root. */
  readonly prefix: string
  readonly removeAllContentTypeParsers: () => unknown
  readonly addContentTypeParser: (
    type: "*",
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void
  ) => unknown
  readonly setErrorHandler: (handler: FastifyErrorHandler) => unknown
  readonly all: (path: "/*", handler: FastifyHandler) => unknown
}

/** A plugin of Fastify 5. */
export type FastifyPlugin = (scope: FastifyScope, options: unknown, done: () => void) => void

/**
 * A gateway for Fastify 5: `app.register(toFastify(gateway), { prefix: "/ai" })`. In its scope bodies are left alone, so
 * that nothing but the gateway reads them, whatever parsers and limits the app has; the app's hooks run before, and the
 * headers that they set go with the answer. What they refuse (a `GatewayError`, or an error with a status from 400 to 499) is told as the endpoint's clients read errors; any
 * other error, and paths at which no endpoint stands, are the app's own.
 */
export const toFastify = (gateway: RunningGateway, options: NodeOptions = {}): FastifyPlugin => {
  const receive = receiverOf(gateway, options)
  return (scope, _, done) => {
    const below = belowPrefix(scope.prefix)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", (__, ___, next) => next(null))
    const take = ({ raw }: FastifyRequest, reply: FastifyReply, coming: HostConnection): void =>
      receive(raw, reply.raw, { ...coming, target: below(raw), begin: () => takeOver(reply) })
    scope.setErrorHandler((error, request, reply) => {
      const refused = reply.raw.headersSent ? undefined : appRefusal(error)
      if (refused === undefined) throw error
      return new Promise((_, reject) => take(request, reply, { refused, next: () => reject(error) }))
    })
    scope.all("/*", (request, reply) => take(request, reply, { next: () => reply.callNotFound() }))
    done()
  }
}

/** Takes an answer from Fastify, with the headers that it has so far: a gateway's own go before them. */
const takeOver = (reply: FastifyReply): void => {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined && !isFraming(name)) reply.raw.setHeader(name, value)
  reply.hijack()
}

/** The path and query of a request below a prefix, whose parameters take a piece of the path each. */
const belowPrefix = (prefix: string): ((request: IncomingMessage) => string) => {
  const pieces = withoutEnd(prefix, "/").split("/").length - 1
  return ({ url = "/" }) => {
    let at = 0
    for (let nth = 0; nth < pieces; nth++) at = url.indexOf("/", at + 1)
    return url.slice(at)
  }
}

/** What the statuses of body parsers and authentications mean. */
const reasons: ReadonlyMap<number, ErrorReason> = new Map([
  [401, "Unauthenticated"],
  [403, "PermissionDenied"],
  [404, "NotFound"],
  [413, "PayloadTooLarge"],
  [415, "UnsupportedMediaType"],
  [429, "RateLimited"]
])

/**
 * An error of an app's that is a client's fault: a `GatewayError`, or one with a status from 400 to 499, spelled `status` or
 * `statusCode`. Undefined where it is not, or where it must not be shown.
 */
export const appRefusal = (error: unknown): GatewayError | undefined => {
  if (error instanceof GatewayError) return error
  if (!(error instanceof Error)) return undefined
  const status = "status" in error ? error.status : "statusCode" in error ? error.statusCode : undefined
  if (typeof status !== "number" || status < 400 || status > 499) return undefined
  if ("expose" in error && error.expose === false) return undefined
  return new GatewayError(reasons.get(status) ?? "InvalidRequest", error.message, { status })
}
