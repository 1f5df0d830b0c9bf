import type { IncomingMessage } from "node:http"
import * as Effect from "effect/Effect"
import { type BodyReading, brokenBody, lateBody, spentBody, tooLarge } from "../gateway/host-request.ts"
import type { GatewayError } from "../core/errors/error.ts"

/** How a body is taken. */
interface BodyTaking extends BodyReading {
  /** How many milliseconds it may take. */
  readonly clock: number
}

/**
 * Takes a body of `node:http`. Where a body parser was there before and nothing is left to read, what it made of the
 * body (`request.body`: bytes, text or a value) is taken instead; where it made nothing, that is a defect. It fails where there are more than `cap` bytes, and
 * where they are not all there after `clock` milliseconds.
 */
export const takeBody = (request: IncomingMessage, taking: BodyTaking): Effect.Effect<Uint8Array, GatewayError> => {
  if (!request.readableEnded) return request.destroyed ? Effect.fail(brokenBody()) : gathered(request, taking)
  const bytes = "body" in request ? printed(request.body) : undefined
  if (bytes === undefined) return spentBody()
  const refused = bytes.length > taking.cap ? tooLarge(taking.cap) : taking.entry.take(bytes.length)
  return refused === undefined ? Effect.succeed(bytes) : Effect.fail(refused)
}

/** A body of fewer bytes is read whenever it comes, and takes no turn from what is asked with it. */
const long = 64 * 1024

const gathered = (
  request: IncomingMessage,
  { cap, clock, entry, turns }: BodyTaking
): Effect.Effect<Uint8Array, GatewayError> =>
  Effect.callback((resume) => {
    const body = new GatheredBody(Number(request.headers["content-length"]))
    let leave = (): void => undefined
    const stop = (): void => {
      clearTimeout(timer)
      leave()
    }
    const abandon = (): void => {
      stop()
      body.forget()
      request.off("data", onData).pause()
    }
    const refuse = (error: GatewayError): void => {
      abandon()
      resume(Effect.fail(error))
    }
    const onData = (piece: Buffer): void => {
      const refused = body.size + piece.length > cap ? tooLarge(cap) : entry.take(body.growth(piece))
      if (refused !== undefined) return refuse(refused)
      const mayGoOn = turns === undefined || body.size + piece.length < long || turns.begin()
      body.add(piece)
      turns?.rest()
      if (mayGoOn) return
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
    return Effect.sync(abandon)
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

  /** How many bytes more are held once a piece is added. */
  growth({ length }: Buffer): number {
    if (this.#whole !== undefined) return 0
    return this.#isDue(this.size + length) ? this.#length - this.size : length
  }

  #isDue(size: number): boolean {
    return this.#length >= long && size * ahead >= this.#length
  }

  add(piece: Buffer): void {
    this.#put(piece)
    this.size += piece.length
    if (this.#whole !== undefined || !this.#isDue(this.size)) return
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

  /** All of it, which is held here no more: the listeners of a request live as long as its answer. */
  end(): Uint8Array {
    const all = this.#whole ?? joinChunks([...this.#pieces, ...this.#begun])
    this.forget()
    return all
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
