import { type IncomingMessage, type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from "node:http"
import { networkOf } from "../credentials/authenticate.ts"
import * as Effect from "effect/Effect"
import type { Answer } from "../exchange/answer.ts"
import type { RequestSupervisor } from "../gateway/gateway.ts"
import { GatewayError } from "../core/errors/error.ts"

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

/** The connections of one network, and those of them on which nothing is under way: who rests longest is first. */
interface NetworkConnections {
  readonly open: Set<Socket>
  /** Nobody came on them who is known by a key. */
  readonly strange: Set<Socket>
  readonly known: Set<Socket>
}

/** One connection. */
interface Connection {
  readonly network: NetworkConnections
  isKnown: boolean
  /** How many requests and answers are under way. */
  underWay: number
}

/**
 * Holds a server to so many connections; the limits are read with each that comes. Where a network has as many as it may,
 * one of its connections on which nothing is under way makes room for the next: first those on which nobody was known by
 * a key, of these the one that rests longest. What comes back is told on whose connection a caller was known.
 */
export const limitConnections = (
  server: Server,
  limits: ConnectionLimits,
  proxies: number
): ((socket: Socket) => void) => {
  setMost(server, limits)
  if (proxies > 0) return nothing
  const connections = new Connections(limits)
  server.prependListener("connection", (socket: Socket) => connections.open(socket))
  for (const event of ["request", "checkContinue", "checkExpectation"]) {
    server.prependListener(event, (request: IncomingMessage, response: ServerResponse) =>
      connections.begin(request, response)
    )
  }
  return (socket) => connections.vouch(socket)
}

const nothing = (): void => undefined

/** All connections of a server by their networks. */
class Connections {
  readonly #limits: ConnectionLimits
  readonly #networks = new Map<string, NetworkConnections>()
  readonly #connections = new WeakMap<Socket, Connection>()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  /** Takes a connection in, or closes it. */
  open(socket: Socket): void {
    const name = networkOf(socket.remoteAddress ?? "")
    const network = this.#networks.get(name) ?? { open: new Set(), strange: new Set(), known: new Set() }
    if (network.open.size >= (this.#limits.address ?? Infinity)) {
      const [resting] = network.strange.size > 0 ? network.strange : network.known
      if (resting === undefined) return void socket.destroy()
      leave(network, resting)
      resting.destroy()
    }
    this.#networks.set(name, network)
    this.#connections.set(socket, { network, isKnown: false, underWay: 0 })
    network.open.add(socket)
    network.strange.add(socket)
    socket.once("close", () => {
      leave(network, socket)
      if (network.open.size === 0 && this.#networks.get(name) === network) this.#networks.delete(name)
    })
  }

  /** A request came: its connection rests no more until all of it was read and its answer was written. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const connection = this.#connections.get(socket)
    if (connection === undefined) return
    connection.underWay += 1
    connection.network.strange.delete(socket)
    connection.network.known.delete(socket)
    const end = (): void => {
      connection.underWay -= 1
      if (connection.underWay > 0 || !connection.network.open.has(socket)) return
      const { strange, known } = connection.network
      const resting = connection.isKnown ? known : strange
      resting.add(socket)
    }
    response.once("close", () => (request.complete ? end() : request.once("close", end)))
  }

  /** Somebody who is known by a key came on a connection. */
  vouch(socket: Socket): void {
    const connection = this.#connections.get(socket)
    if (connection !== undefined) connection.isKnown = true
  }
}

const leave = ({ open, strange, known }: NetworkConnections, socket: Socket): void => {
  open.delete(socket)
  strange.delete(socket)
  known.delete(socket)
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

/**
 * Answers what node cannot read as HTTP, in the error body of the path that it was sent to as far as that can be read,
 * and closes the connection: what would follow cannot be told from it. Nothing is said behind an answer that began.
 */
export const answerMalformed = (server: Server, supervisor: () => RequestSupervisor | undefined): void => {
  const answering = new WeakMap<object, ServerResponse>()
  const remember = ({ socket }: { readonly socket: IncomingMessage["socket"] }, response: ServerResponse): void =>
    void answering.set(socket, response)
  server.prependListener("request", remember)
  server.prependListener("checkContinue", remember)
  server.on("clientError", (error: Malformed, socket: IncomingMessage["socket"]) => {
    const open = supervisor()
    const current = answering.get(socket)
    const begun = current !== undefined && current.headersSent && !current.writableEnded
    if (open === undefined || begun || !socket.writable) return void socket.destroy()
    const [method, target] = current === undefined || current.writableEnded ? lineOf(error) : ofRequest(current)
    const refused = reasonOf(error)
    open.accept(
      { method, target, headers: {}, refused, readBody: () => Effect.fail(refused) },
      { deliver: (answer) => Effect.sync(() => socket.end(printed(answer))), onAborted: () => socket.destroy() }
    )
  })
}

/** What node says of bytes that it cannot read: why, and those bytes where there are any. */
interface Malformed extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
}

const ofRequest = ({ req: { method = "GET", url = "/" } }: ServerResponse): readonly [string, string] => [method, url]

/** The longest request line that is looked at. */
const longestRequestLine = 8192

/** The method and the target of a request line. */
const lineOf = ({ rawPacket }: Malformed): readonly [method: string, target: string] => {
  const [method = "", target = ""] = rawPacket?.toString("latin1", 0, longestRequestLine).split(/[ \r\n]/, 2) ?? []
  return target.startsWith("/") ? [method, target] : ["GET", "/"]
}

const reasonOf = ({ code }: Malformed): GatewayError => {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return malformed(431, "The headers of the request are larger than the server accepts.")
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return malformed(413, "The chunk extensions of the body are larger than the server accepts.")
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return malformed(408, "The request did not arrive in time.", "request_timeout")
    default:
      return malformed(400, "The request is not valid HTTP/1.1.")
  }
}

const malformed = (status: number, message: string, code = "malformed_request"): GatewayError =>
  new GatewayError("InvalidRequest", message, { status, code })

/** An answer as it stands on a connection that ends with it. */
const printed = ({ status, headers, body }: Answer): string => {
  const text = typeof body === "string" ? body : ""
  const lines = { ...headers, "content-length": String(Buffer.byteLength(text)), connection: "close" }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${head.join("")}\r\n${text}`
}
