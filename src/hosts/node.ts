import type { IncomingMessage, ServerResponse } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Running } from "../gateway/gateway.ts"
import { Taking } from "../gateway/read-bytes.ts"
import { takeBytes } from "./node-body.ts"

/** Answers one request of `node:http`. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/** A gateway as the listener of a `node:http` server. */
export const toNodeHandler = (gateway: Running): NodeHandler => {
  let ready: NodeHandler | undefined
  const handler = gateway.built.then(({ serving, context, scope }) =>
    Effect.runPromise(
      Effect.provideContext(NodeHttpServer.makeHandler(serving, { scope }), Context.add(context, Taking, takeBytes))
    )
  )
  handler.then(
    (made) => {
      ready = made
    },
    () => undefined
  )
  return (request, response) => {
    if (ready !== undefined) return ready(request, response)
    handler.then(
      (made) => made(request, response),
      () => response.writeHead(503).end()
    )
  }
}
