import type { IncomingMessage } from "node:http"
import * as Effect from "effect/Effect"
import { brokenBody, lateBody, tooLarge } from "../gateway/host-request.ts"
import type { GatewayError } from "../core/errors/error.ts"
import type { AccountTurns } from "../upstream/turns.ts"

/** How a body is taken. */
interface BodyTaking {
  /** How many bytes it may have, and how many milliseconds it may take. */
  readonly cap: number
  readonly clock: number
  /** The turns of whose it is; absent: a long one is read as fast as it comes. */
  readonly turns?: AccountTurns | undefined
}

/**
 * Takes a body of `node:http`. Where a body parser was there before and nothing is left to read, what it made of the
 * body (`request.body`: bytes, text or a value) is taken instead. It fails where there are more than `cap` bytes, and
 * where they are not all there after `clock` milliseconds.
 */
export const takeBody = (request: IncomingMessage, taking: BodyTaking): Effect.Effect<Uint8Array, GatewayError> => {
  if (!request.readableEnded) return request.destroyed ? Effect.fail(brokenBody()) : gathered(request, taking)
  const bytes = "body" in request ? printed(request.body) : undefined
  if (bytes === undefined) return Effect.fail(brokenBody())
  return bytes.length > taking.cap ? Effect.fail(tooLarge(taking.cap)) : Effect.succeed(bytes)
}

/** A body of fewer bytes is read whenever it comes. */
const long = 64 * 1024

const gathered = (
  request: IncomingMessage,
  { cap, clock, turns }: BodyTaking
): Effect.Effect<Uint8Array, GatewayError> =>
  Effect.callback((resume) => {
    const body = new GatheredBody(Number(request.headers["content-length"]))
    let leave = (): void => undefined
    const stop = (): void => {
      clearTimeout(timer)
      leave()
    }
    const refuse = (error: GatewayError): void => {
      stop()
      body.forget()
      request.off("data", onData).pause()
      resume(Effect.fail(error))
    }
    const onData = (piece: Buffer): void => {
      if (body.size + piece.length > cap) return refuse(tooLarge(cap))
      const goesOn = turns?.begin() ?? true
      body.add(piece)
      turns?.rest()
      if (turns === undefined || goesOn || body.size < long) return
      request.pause()
      leave = turns.wait(() => request.resume())
    }
    const timer = setTimeout(() => refuse(lateBody(clock)), clock)
    request
      .on("data", onData)
      .on("end", () => {
        stop()
        resume(Effect.succeed(body.end()))
      })
      .on("close", () => {
        stop()
        if (!request.readableEnded) resume(Effect.fail(brokenBody()))
      })
  })

/** So many pieces are joined as they come: a byte that is held alone costs hundreds. */
const small = 256

/** Memory for a whole body is taken once so much of it came: nobody reserves more than so many times what they sent. */
const ahead = 16

/** A body as it comes: of a long one whose length is known each piece is put in its place, so that nothing is joined. */
class GatheredBody {
  readonly #length: number
  #pieces: Buffer[] = []
  #begun: Buffer[] = []
  #whole: Buffer | undefined

  /** How many bytes came. */
  size = 0

  /** `length`: how many will come; not a number where nobody knows. */
  constructor(length: number) {
    this.#length = length
  }

  add(piece: Buffer): void {
    this.#put(piece)
    this.size += piece.length
    const isDue = this.#length >= long && this.size * ahead >= this.#length
    if (this.#whole !== undefined || !isDue) return
    const whole = Buffer.allocUnsafeSlow(this.#length)
    Buffer.concat([...this.#pieces, ...this.#begun]).copy(whole)
    this.forget()
    this.#whole = whole
  }

  #put(piece: Buffer): void {
    if (this.#whole !== undefined) return void piece.copy(this.#whole, this.size)
    if (this.#begun.push(piece) < small) return
    this.#pieces.push(Buffer.concat(this.#begun))
    this.#begun = []
  }

  /** All of it. */
  end(): Uint8Array {
    return this.#whole ?? joinChunks([...this.#pieces, ...this.#begun])
  }

  /** Lets go what came. */
  forget(): void {
    this.#pieces = []
    this.#begun = []
    this.#whole = undefined
  }
}

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
