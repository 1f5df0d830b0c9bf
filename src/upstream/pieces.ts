import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { GatewayError } from "../words/errors/error.ts"

type NonEmpty = readonly [Uint8Array, ...Uint8Array[]]
type Pull = Effect.Effect<NonEmpty, GatewayError | Cause.Done>

/** How the source of pieces is slowed down. */
export interface Source {
  readonly pause: () => void
  readonly resume: () => void
}

const beat = new Uint8Array(0)

/**
 * Holds pieces between who brings them and who pulls them. What came in one turn of the event loop is pulled at once;
 * above `held` bytes the source is paused until all was pulled.
 */
export class Pieces {
  readonly #held: number
  readonly #source: Source
  #pieces: Uint8Array[] = []
  #bytes = 0
  #paused = false
  #waiter: ((pull: Pull) => void) | undefined
  #waking = false
  #ending: Effect.Effect<never, GatewayError | Cause.Done> | undefined

  constructor(held: number, source: Source) {
    this.#held = held
    this.#source = source
  }

  /** The pieces, for one reader. */
  readonly stream: Stream.Stream<Uint8Array, GatewayError> = Stream.fromPull(Effect.sync(() => this.#pull))

  /** Brings a piece; an empty one is none. */
  push(piece: Uint8Array): void {
    if (piece.length > 0) this.#push(piece)
  }

  #push(piece: Uint8Array): void {
    this.#pieces.push(piece)
    this.#bytes += piece.length
    if (this.#bytes > this.#held && !this.#paused) {
      this.#paused = true
      this.#source.pause()
    }
    this.#wake()
  }

  /** Gives an empty piece to a reader who waits. */
  beat(): void {
    if (this.#waiter !== undefined && this.#pieces.length === 0) this.#push(beat)
  }

  /** No more pieces. */
  end(): void {
    this.#ending ??= Cause.done()
    this.#wake()
  }

  /** No more pieces, because of an error; those that came are pulled first. */
  fail(error: GatewayError): void {
    this.#ending ??= Effect.fail(error)
    this.#wake()
  }

  readonly #pull: Pull = Effect.suspend(() => {
    const ready = this.#take()
    if (ready !== undefined) return ready
    return Effect.callback<NonEmpty, GatewayError | Cause.Done>((resume) => {
      this.#waiter = resume
      return Effect.sync(() => {
        this.#waiter = undefined
      })
    })
  })

  #take(): Pull | undefined {
    const [first, ...more] = this.#pieces
    if (first === undefined) return this.#ending
    this.#pieces = []
    this.#bytes = 0
    if (this.#paused) {
      this.#paused = false
      this.#source.resume()
    }
    return Effect.succeed<NonEmpty>([first, ...more])
  }

  #wake(): void {
    if (this.#waking || this.#waiter === undefined) return
    this.#waking = true
    queueMicrotask(() => {
      this.#waking = false
      const waiter = this.#waiter
      const ready = waiter === undefined ? undefined : this.#take()
      if (waiter === undefined || ready === undefined) return
      this.#waiter = undefined
      waiter(ready)
    })
  }
}
