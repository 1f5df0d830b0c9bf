import type { IncomingMessage } from "node:http"
import * as Effect from "effect/Effect"
import { type BodyReading, brokenBody, lateBody, shredded, spentBody, tooLarge } from "../gateway/host-request.ts"
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
      // what was read already is let go, and no more is read: a request that is paused would hold it, and read on
      request.off("data", onData).on("data", ignore).resume().socket.pause()
    }
    const refuse = (error: GatewayError): void => {
      abandon()
      resume(Effect.fail(error))
    }
    const onData = (piece: Buffer): void => {
      const refused = body.refuses(piece, cap) ?? entry.take(body.growth(piece))
      if (refused !== undefined) return refuse(refused)
      const mayGoOn = turns === undefined || !body.isTurn(piece) || turns.begin()
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

const ignore = (): void => undefined

/** So many pieces are joined as they come: a byte that is held alone costs hundreds. */
const small = 256

/** A long body waits for its turn with each so many bytes. */
const step = 4096

/**
 * So many pieces may be shorter than so many bytes on average. Node tells each chunk of a body by itself, which costs as
 * much as a hundred bytes do, and who sends one byte in each takes the thread from all others.
 */
const [mostShreds, shred] = [2048, 8]

/** Memory for a whole body is taken once so much of it came: nobody reserves more than so many times what they sent. */
const ahead = 16

/** A body as it comes: of a long one whose length is known each piece is put in its place, so that nothing is joined. */
class GatheredBody {
  readonly #length: number
  #pieces: Buffer[] = []
  #begun: Buffer[] = []
  #whole: Buffer | undefined
  #count = 0
  /** How many bytes there were when a turn was asked for. */
  #asked = 0

  /** How many bytes came. */
  size = 0

  /** `length`: how many will come; not a number where nobody knows. */
  constructor(length: number) {
    this.#length = length
  }

  /** Why a piece is not taken. */
  refuses({ length }: Buffer, cap: number): GatewayError | undefined {
    const size = this.size + length
    if (size > cap) return tooLarge(cap)
    return ++this.#count > mostShreds && size < this.#count * shred ? shredded() : undefined
  }

  /** Whether a turn is asked for with a piece: of a long body, and not for each byte. */
  isTurn({ length }: Buffer): boolean {
    const size = this.size + length
    if (size < long || size - this.#asked < step) return false
    this.#asked = size
    return true
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
