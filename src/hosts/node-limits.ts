import type { IncomingMessage, Server, ServerOptions } from "node:http"
import { networkOf } from "../lab/network.ts"

/** How long a client may take, in milliseconds. */
export interface ServerClocks {
  /** To send the head of a request; 15 seconds by default. */
  readonly head?: number
  /** To send its body; two minutes by default. */
  readonly body?: number
  /** Between an answer and the next request, longer than load balancers wait; 65 seconds by default. */
  readonly idle?: number
}

/** How many clients' connections a server keeps open; more are closed as they come. What is absent is not limited. */
export interface ConnectionLimits {
  /** In all. */
  readonly all?: number
  /**
   * From one address, of version 6 from one network of 64 bits. Where proxies stand before the server
   * all connections are theirs, and this does not hold.
   */
  readonly address?: number
}

/** How often a server looks at its clocks, in milliseconds. */
const look = 1000

/**
 * What a server of `node:http` is created with, so that clients that are slow on purpose cost it little.
 *
 * @example
 * const server = createServer(serverOptions())
 * attach(server, gateway)
 */
export const serverOptions = ({ head = 15_000, body = 120_000, idle = 65_000 }: ServerClocks = {}): ServerOptions => ({
  headersTimeout: head,
  requestTimeout: head + body + look,
  keepAliveTimeout: idle,
  connectionsCheckingInterval: look
})

/** Holds a server to so many connections. */
export const limitConnections = (server: Server, { all, address: most }: ConnectionLimits, proxies: number): void => {
  if (all !== undefined) server.maxConnections = all
  if (most === undefined || proxies > 0) return
  const open = new Map<string, number>()
  server.prependListener("connection", (socket: IncomingMessage["socket"]) => {
    const network = networkOf(socket.remoteAddress ?? "")
    const count = open.get(network) ?? 0
    if (count >= most) return void socket.destroy()
    open.set(network, count + 1)
    socket.once("close", () => {
      const left = (open.get(network) ?? 0) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}
