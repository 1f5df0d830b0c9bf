import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http"
import { networkOf } from "../core/network.ts"

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
const checkInterval = 1000

/**
 * What a server of `node:http` is created with, so that clients that are slow on purpose cost it little, and that those
 * who name no host are told so by the gateway, in place of a 400 without a body.
 *
 * @example
 * const server = createServer(serverOptions())
 * attach(server, gateway)
 */
export const serverOptions = ({ head = 15_000, body = 120_000, idle = 65_000 }: ServerClocks = {}): ServerOptions => ({
  headersTimeout: head,
  requestTimeout: head + body + checkInterval,
  keepAliveTimeout: idle,
  connectionsCheckingInterval: checkInterval,
  requireHostHeader: false
})

/** Holds a server that listens to other clocks from now on. */
export const setClocks = (server: Server, clocks: ServerClocks): void => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = serverOptions(clocks)
  Object.assign(server, { headersTimeout, requestTimeout, keepAliveTimeout })
}

type Socket = IncomingMessage["socket"]

/** The connections of one network, in the order in which they came, and those of them that have not asked for anything yet. */
interface NetworkConnections {
  readonly open: Set<Socket>
  readonly silent: Set<Socket>
}

/**
 * Holds a server to so many connections; the limits are read with each that comes. Where a network has as many as it may,
 * the oldest of its connections that never sent the head of a request makes room for the next.
 */
export const limitConnections = (server: Server, limits: ConnectionLimits, proxies: number): void => {
  setMost(server, limits)
  if (proxies > 0) return
  const known = new Map<string, NetworkConnections>()
  const connectionsOf = (network: string): NetworkConnections => {
    const those = known.get(network) ?? { open: new Set(), silent: new Set() }
    known.set(network, those)
    return those
  }
  server.prependListener("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? "")
    const those = connectionsOf(network)
    const forget = (one: Socket): void => {
      those.open.delete(one)
      those.silent.delete(one)
      if (those.open.size === 0) known.delete(network)
    }
    if (those.open.size >= (limits.address ?? Infinity)) {
      const [oldest] = those.silent
      if (oldest === undefined) return void socket.destroy()
      forget(oldest)
      oldest.destroy()
      known.set(network, those)
    }
    those.open.add(socket)
    those.silent.add(socket)
    socket.once("close", () => forget(socket))
  })
  const speaks = ({ socket }: IncomingMessage): void =>
    void known.get(networkOf(socket.remoteAddress ?? ""))?.silent.delete(socket)
  server.prependListener("request", speaks)
  server.prependListener("checkContinue", speaks)
}

/** Sets how many connections a server has open in all. */
export const setMost = (server: Server, { all }: ConnectionLimits): void => {
  if (all !== undefined) server.maxConnections = all
}

/** How many requests a client may send ahead of their answers; hardly any sends a second one. */
const mostAhead = 32

/**
 * Whether a request is to be answered. Node begins every request that stands in what it has read, hundreds of them where
 * they are small, and keeps their answers while nobody reads: a connection that sends too many ahead is ended.
 */
export const pipelineLimit = (): ((request: IncomingMessage, response: ServerResponse) => boolean) => {
  const waiting = new WeakMap<Socket, number>()
  return ({ socket }, response) => {
    const ahead = waiting.get(socket) ?? 0
    if (ahead >= mostAhead) hangUp(socket)
    if (socket.destroyed) return false
    waiting.set(socket, ahead + 1)
    response.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    return true
  }
}

/** What the parser of a connection is to do with the rest of what was read: as after the head of an upgrade, nothing. */
const leaveTheRest = (): number => 2

/**
 * Ends a connection, and the reading of what was read of it: Node would begin all requests that stand in it before it
 * closes, thousands where they are small. It has no word for that (read in `lib/_http_server.js` and `_http_common.js` of Node
 * 22 and 24): what it asks of each head is put aside. Where that is not there any more, all are begun, and refused.
 */
const hangUp = (socket: Socket): void => {
  const parser: unknown = Reflect.get(socket, "parser")
  if (typeof parser === "object" && parser !== null && "onIncoming" in parser) parser.onIncoming = leaveTheRest
  socket.destroy()
}
