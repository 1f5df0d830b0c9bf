import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Arrived } from "../gateway/arrived.ts"
import type { Running } from "../gateway/gateway.ts"
import type { Reception } from "../gateway/reception.ts"
import { writeAnswer } from "./node-answer.ts"
import { takeBody } from "./node-body.ts"
import { doubtOf } from "./node-edge.ts"

/** Answers one request of `node:http`. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/** What a host of `node:http` may choose. */
export interface NodeOptions {
  /** How long a client may read nothing of an answer that waits for it, in milliseconds; a minute by default. */
  readonly stalled?: number
}

/** A gateway as the listener of a `node:http` server, or of a framework over it, before or after its body parser. */
export const toNodeHandler = (gateway: Running, options: NodeOptions = {}): NodeHandler => {
  const handle = handlerOf(gateway, options)
  return (request, response) => handle(request, response, false)
}

/**
 * Serves a gateway on a server. Unlike a mere listener it also answers clients that wait for `100 Continue`: they are
 * told to go on once their body is wanted, and get their error without having sent it where it is not.
 */
export const attach = (server: Server, gateway: Running, options: NodeOptions = {}): void => {
  const handle = handlerOf(gateway, options)
  server.on("request", (request, response) => handle(request, response, false))
  server.on("checkContinue", (request, response) => handle(request, response, true))
}

type Handle = (request: IncomingMessage, response: ServerResponse, waits: boolean) => void

const handlerOf = (gateway: Running, { stalled = 60_000 }: NodeOptions): Handle => {
  let open: Reception | undefined
  gateway.reception.then(
    (built) => {
      open = built
    },
    () => undefined
  )
  return (request, response, waits) => {
    if (open !== undefined) return receive(open, request, response, stalled, waits)
    gateway.reception.then(
      (built) => receive(built, request, response, stalled, waits),
      () => response.writeHead(503).end()
    )
  }
}

const receive = (
  reception: Reception,
  request: IncomingMessage,
  response: ServerResponse,
  stalled: number,
  waits: boolean
): void => {
  const arrived = arrivedOf(request, waits ? response : undefined)
  const talk = { request, response, last: waits || arrived.refused !== undefined, stalled }
  const leave = reception.take(arrived, {
    deliver: (answer) => writeAnswer(talk, answer),
    lost: () => response.destroy()
  })
  response.on("close", leave)
}

/** `waiting`: the response of a client that waits to be told that its body is wanted. */
const arrivedOf = (request: IncomingMessage, waiting: ServerResponse | undefined): Arrived => {
  const headers: Record<string, string> = {}
  for (const name in request.headers) {
    const value = request.headers[name]
    if (typeof value === "string") headers[name] = value
  }
  return {
    method: request.method ?? "GET",
    target: targetOf(request.url ?? "/"),
    headers,
    refused: doubtOf(request),
    take: (cap) => {
      waiting?.writeContinue()
      return takeBody(request, cap)
    }
  }
}

/** The path and query of a request target, which may be a whole URL. */
const targetOf = (url: string): string => {
  if (url.startsWith("/") || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}
