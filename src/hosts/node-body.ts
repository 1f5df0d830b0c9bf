import type { IncomingMessage } from "node:http"
import * as Effect from "effect/Effect"
import { brokenBody, lateBody, tooLarge } from "../gateway/host-request.ts"
import type { GatewayError } from "../core/errors/error.ts"

/**
 * Takes a body of `node:http`, its pieces joined once. Where a body parser was there before and nothing is left to
 * read, what it made of the body (`request.body`: bytes, text or a value) is taken instead. It fails where there are
 * more than `cap` bytes, and where they are not all there after `clock` milliseconds.
 */
export const takeBody = (
  request: IncomingMessage,
  cap: number,
  clock: number
): Effect.Effect<Uint8Array, GatewayError> => {
  if (!request.readableEnded) return request.destroyed ? Effect.fail(brokenBody()) : gathered(request, cap, clock)
  const bytes = "body" in request ? printed(request.body) : undefined
  if (bytes === undefined) return Effect.fail(brokenBody())
  return bytes.length > cap ? Effect.fail(tooLarge(cap)) : Effect.succeed(bytes)
}

/** So many pieces are joined as they come: a byte that is held alone costs hundreds. */
const small = 256

const gathered = (request: IncomingMessage, cap: number, clock: number): Effect.Effect<Uint8Array, GatewayError> =>
  Effect.callback((resume) => {
    const pieces: Buffer[] = []
    let begun: Buffer[] = []
    let bytes = 0
    const refuse = (error: GatewayError): void => {
      clearTimeout(timer)
      pieces.length = 0
      begun = []
      request.off("data", onData).pause()
      resume(Effect.fail(error))
    }
    const onData = (piece: Buffer): void => {
      bytes += piece.length
      if (bytes > cap) return refuse(tooLarge(cap))
      if (begun.push(piece) < small) return
      pieces.push(Buffer.concat(begun))
      begun = []
    }
    const timer = setTimeout(() => refuse(lateBody(clock)), clock)
    request
      .on("data", onData)
      .on("end", () => {
        clearTimeout(timer)
        resume(Effect.succeed(joinChunks([...pieces, ...begun])))
      })
      .on("close", () => {
        clearTimeout(timer)
        if (!request.readableEnded) resume(Effect.fail(brokenBody()))
      })
  })

/** Pieces as one; a single piece as it is. */
export const joinChunks = (pieces: readonly Uint8Array[]): Uint8Array => {
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
