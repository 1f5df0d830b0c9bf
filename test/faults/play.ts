import { setImmediate as turn } from "node:timers/promises"
import { bytesOf, joined } from "./bytes.ts"
import type { Connection } from "./connection.ts"
import type { IncomingRequest } from "./request-reader.ts"
import type { Awaited, Step, Wrapping } from "./steps.ts"

/** Plays a script on a connection, in answer to a request when there is one. Ends early when the connection closed. */
export const play = async (
  steps: readonly Step[],
  connection: Connection,
  request: IncomingRequest | undefined
): Promise<void> => {
  let wrapping: Wrapping = "plain"
  for (const step of steps) {
    if (connection.socket.destroyed) return
    if (step.kind === "head") wrapping = step.wrapping
    await perform(step, wrapping, connection, request)
  }
}

const perform = async (
  step: Step,
  wrapping: Wrapping,
  connection: Connection,
  request: IncomingRequest | undefined
): Promise<void> => {
  switch (step.kind) {
    case "head":
      return writeAll(connection, [step.bytes])
    case "write":
      return writeAll(connection, step.pieces)
    case "body":
      return writeAll(connection, wrapping === "chunked" ? step.pieces.map(asChunk) : step.pieces)
    case "last-chunk":
      return writeAll(connection, [step.bytes])
    case "wait":
      return unlessClosed(connection, new Promise((resolve) => setTimeout(resolve, step.ms)))
    case "wait-for":
      return unlessClosed(connection, promiseOf(step.what, request))
    case "wait-for-body":
      return unlessClosed(connection, request?.whole ?? Promise.resolve())
    case "silence":
      return connection.left
    case "tell":
      return step.gate.open()
    case "stop-reading":
      connection.socket.pause()
      return
    case "read-on":
      connection.socket.resume()
      return
    case "fin":
      return connection.fin()
    case "rst":
      return connection.rst()
  }
}

const asChunk = (piece: Uint8Array): Uint8Array => joined([`${piece.length.toString(16)}\r\n`, piece, bytesOf("\r\n")])

const writeAll = async (connection: Connection, parts: readonly Uint8Array[]): Promise<void> => {
  for (const part of parts) {
    if (!(await connection.write(part))) return
    await turn()
  }
}

const unlessClosed = async (connection: Connection, what: PromiseLike<unknown>): Promise<void> => {
  await Promise.race([what, connection.closed])
}

const promiseOf = (what: Awaited, request: IncomingRequest | undefined): PromiseLike<unknown> => {
  if (typeof what === "function") return what(request)
  return "opened" in what ? what.opened : what
}
