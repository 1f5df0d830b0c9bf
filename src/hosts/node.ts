import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { HostRequest } from "../gateway/host-request.ts"
import type { RunningGateway, RequestSupervisor } from "../gateway/gateway.ts"
import { unbuiltAnswer } from "../gateway/error-answers.ts"
import { GatewayError } from "../core/errors/error.ts"
import { counts, fromZero, memberMistake, positive, timers } from "../core/given.ts"
import { type NodeExchange, writeAnswer, takeBackFraming } from "./node-answer.ts"
import { takeBody } from "./node-body.ts"
import { type ConnectionLimits, limitConnections, pipelineLimit, answerMalformed } from "./node-server.ts"

/** Answers one request of `node:http`. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/** What a host of `node:http` may choose. */
export interface NodeOptions {
  /** How long a client may read nothing of an answer that waits for it, in milliseconds; a minute by default. */
  readonly stalled?: number
  /** How long a client may take to send a body, in milliseconds; two minutes by default. It is told so with a 408. */
  readonly body?: number
  /**
   * How many proxies stand before the server and add to `x-forwarded-for` whom they serve; none by default. The address
   * of a client is read past so many of them, so it must be known exactly.
   */
  readonly proxies?: number
}

/** What else may be chosen for a server that serves nothing but a gateway. */
export interface AttachOptions extends NodeOptions {
  readonly connections?: ConnectionLimits
}

/** A gateway as the listener of a `node:http` server, or of a framework over it, before or after its body parser. */
export const toNodeHandler = (gateway: RunningGateway, options: NodeOptions = {}): NodeHandler => {
  const receive = receiverOf(gateway, options)
  return (request, response) => receive(request, response)
}

/**
 * Serves a gateway on a server. Unlike a mere listener it also answers clients that wait for `100 Continue`: they are
 * told to go on once their body is wanted, and get their error without having sent it where it is not. Where
 * `connections` says so, the server keeps so many open and no more. What is no HTTP gets its error in the words of the
 * path that it was sent to.
 */
export const attach = (server: Server, gateway: RunningGateway, options: AttachOptions = {}): void => {
  const receive = receiverOf(gateway, options)
  const vouch = options.connections && limitConnections(server, options.connections, options.proxies ?? 0)
  answerMalformed(server, openOf(gateway))
  server.on("request", (request, response) => receive(request, response, { vouch }))
  server.on("checkContinue", (request, response) => receive(request, response, { vouch, waits: true }))
  server.on("checkExpectation", (request, response) => receive(request, response, { refused: unmet() }))
}

const unmet = (): GatewayError =>
  new GatewayError("InvalidRequest", "The header `expect` asks for something that this server does not support.", {
    status: 417,
    code: "expectation_failed"
  })

/** How a request came to its host. */
export interface HostConnection {
  /** Its client waits to be told that its body is wanted. */
  readonly waits?: boolean
  /** Why it is not served, whoever found that. */
  readonly refused?: GatewayError
  /** Told of a connection on which a caller was admitted by a key. */
  readonly vouch?: ((socket: IncomingMessage["socket"]) => void) | undefined
  /** Takes what goes to no endpoint, in place of a 404. */
  readonly next?: () => void
  /** Told once the request is the gateway's: it goes to an endpoint, or was refused. */
  readonly begin?: () => void
  /** The path and query below where a framework mounts the gateway; absent: those of the request. */
  readonly target?: string
}

/** Answers a request that came in some way. */
type Receiver = (request: IncomingMessage, response: ServerResponse, coming?: HostConnection) => void

const wanted = [
  ...positive("stalled"),
  ...timers("body"),
  ...counts("proxies"),
  ...fromZero("connections.all", "connections.address")
]

/** Receives requests for a gateway, which may still be building; the options are read with each of them. */
export const receiverOf = (gateway: RunningGateway, options: NodeOptions): Receiver => {
  const mistake = memberMistake(options, wanted)
  if (mistake !== undefined) throw new RangeError(`${mistake}.`)
  if (!isGateway(gateway)) throw new TypeError("What is mounted must be a gateway, as `createGateway` makes one.")
  const supervisor = openOf(gateway)
  const isWanted = pipelineLimit()
  return (request, response, coming = {}) => {
    if (!isWanted(request, response)) return
    const { stalled = 60_000, body = 120_000, proxies = 0 } = options
    const target = gateway.below(targetOf(coming.target ?? request.url ?? "/"))
    const caller = { request, response, stalled, body, proxies, ...coming, target }
    const open = supervisor()
    if (open !== undefined) return receive(open, caller)
    gateway.supervisor.then(
      (built) => receive(built, caller),
      (thrown: unknown) => {
        coming.begin?.()
        const { status, headers, body } = unbuiltAnswer(thrown, target)
        takeBackFraming(response, true)
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(body.text)
      }
    )
  }
}

/** Whether something is a gateway, whatever its type says. */
const isGateway = (given: unknown): boolean => typeof given === "object" && given !== null && "supervisor" in given

/** Who takes a gateway's requests in, once it is built. */
const openOf = (gateway: RunningGateway): (() => RequestSupervisor | undefined) => {
  let open: RequestSupervisor | undefined
  gateway.supervisor.then(
    (built) => {
      open = built
    },
    () => undefined
  )
  return () => open
}

/** A request, and how it came. */
interface Caller extends HostConnection, Omit<NodeExchange, "last"> {
  readonly target: string
  readonly proxies: number
  readonly body: number
}

const receive = (supervisor: RequestSupervisor, caller: Caller): void => {
  const { request, response, stalled, waits = false, next, begin, target } = caller
  if (next !== undefined && !supervisor.knows(target)) return next()
  begin?.()
  const doubt = doubtOf(request)
  const exchange = { request, response, stalled, last: () => waits || doubt !== undefined || supervisor.isDraining }
  const leave = supervisor.accept(arrivedOf(caller, target, doubt), {
    deliver: (answer) => writeAnswer(exchange, answer),
    onAborted: () => response.destroy()
  })
  response.on("close", leave)
}

const arrivedOf = (
  { request, response, proxies, body, waits = false, refused, vouch }: Caller,
  target: string,
  doubt: GatewayError | undefined
): HostRequest => {
  const headers: Record<string, string> = {}
  for (const name in request.headers) {
    const value = request.headers[name]
    if (typeof value === "string") headers[name] = value
  }
  return {
    method: request.method ?? "GET",
    target,
    headers,
    address: () => addressOf(request, proxies),
    refused: doubt ?? refused,
    onAdmitted: () => vouch?.(request.socket),
    readBody: (reading) => {
      if (waits) response.writeContinue()
      return takeBody(request, { ...reading, clock: body })
    }
  }
}

/** The path and query of a request target, which may be a whole URL. */
const targetOf = (url: string): string => {
  if (url.startsWith("/") || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Headers of which node keeps one and drops the others in silence, and which others may read the other way round. */
const single: ReadonlySet<string> = new Set(["host", "authorization", "content-type"])

/** What no name of a host holds. */
const noHost = /[\s/\\?#@]/

/** Why a request that node lets through may mean one thing to us and another to whoever stands before us. */
const doubtOf = ({ headers, rawHeaders, httpVersion }: IncomingMessage): GatewayError | undefined => {
  const coding = headers["transfer-encoding"]
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return oddCoding()
  if (headers.host === undefined && httpVersion === "1.1") return hostless()
  if (headers.host !== undefined && noHost.test(headers.host)) return noName()
  const twice = repeated(rawHeaders)
  return twice === undefined ? undefined : wrong(twice)
}

/** The header that stands there twice though it may not. Names and values take turns in `rawHeaders`. */
const repeated = (rawHeaders: readonly string[]): string | undefined => {
  let seen = ""
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ""
    if (!single.has(name)) continue
    if (seen.includes(`${name};`)) return name
    seen += `${name};`
  }
  return undefined
}

/** What RFC 9112 wants of every request of HTTP/1.1, in its section 3.2. */
const hostless = (): GatewayError =>
  new GatewayError("InvalidRequest", "The header `host` is missing.", { code: "malformed_request" })

const oddCoding = (): GatewayError =>
  new GatewayError(
    "InvalidRequest",
    "The header `transfer-encoding` must be `chunked` alone: this server reads no other coding.",
    { code: "malformed_request" }
  )

const noName = (): GatewayError =>
  new GatewayError("InvalidRequest", "The header `host` has a character that no host name has.", {
    code: "malformed_request"
  })

const wrong = (header: string): GatewayError =>
  new GatewayError("InvalidRequest", `The header \`${header}\` is ambiguous: it occurs more than once.`)

/**
 * The network address of a client. Behind proxies it is the one that the outermost of them wrote down; what stands
 * before that in `x-forwarded-for` is the client's own word.
 */
const addressOf = ({ headers, socket }: IncomingMessage, proxies: number): string | undefined => {
  if (!(proxies > 0)) return socket.remoteAddress
  const forwarded = headers["x-forwarded-for"]
  const addresses = (Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? ""))
    .split(",")
    .map((address) => address.trim())
  return addresses.at(-proxies) || undefined
}
