import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import * as Effect from "effect/Effect"
import type { Answer } from "../exchange/answer.ts"
import type { RequestSupervisor } from "../gateway/supervisor.ts"
import { GatewayError } from "../core/errors/error.ts"


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
