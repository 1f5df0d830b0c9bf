import type { IncomingMessage } from "node:http"
import * as Effect from "effect/Effect"
import { broken, tooLarge } from "../gateway/arrived.ts"
import type { GatewayError } from "../words/errors/error.ts"

/**
 * Takes a body of `node:http`, its pieces joined once. Where a body parser was there before and nothing is left to
 * read, what it made of the body (`request.body`: bytes, text or a value) is taken instead.
 */
export const takeBody = (request: IncomingMessage, cap: number): Effect.Effect<Uint8Array, GatewayError> => {
  if (!request.readableEnded) return request.destroyed ? Effect.fail(broken()) : gathered(request, cap)
  const bytes = "body" in request ? printed(request.body) : undefined
  if (bytes === undefined) return Effect.fail(broken())
  return bytes.length > cap ? Effect.fail(tooLarge(cap)) : Effect.succeed(bytes)
}

const gathered = (request: IncomingMessage, cap: number): Effect.Effect<Uint8Array, GatewayError> =>
  Effect.callback((resume) => {
    const pieces: Buffer[] = []
    let bytes = 0
    const onData = (piece: Buffer): void => {
      bytes += piece.length
      if (bytes <= cap) return void pieces.push(piece)
      request.off("data", onData).pause()
      resume(Effect.fail(tooLarge(cap)))
    }
    request
      .on("data", onData)
      .on("end", () => resume(Effect.succeed(joined(pieces))))
      .on("close", () => {
        if (!request.readableEnded) resume(Effect.fail(broken()))
      })
  })

/** Pieces as one; a single piece as it is. */
export const joined = (pieces: readonly Uint8Array[]): Uint8Array => {
  const [only] = pieces
  return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces)
}

/** A parsed body as bytes; undefined where it is nothing that JSON can say. */
const printed = (body: unknown): Uint8Array | undefined => {
  if (body instanceof Uint8Array) return body
  if (typeof body === "string") return Buffer.from(body)
  if (typeof body !== "object" || body === null) return undefined
  try {
    return Buffer.from(JSON.stringify(body))
  } catch {
    return undefined
  }
}
