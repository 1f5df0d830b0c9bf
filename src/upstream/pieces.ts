import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { GatewayError } from "../core/errors/error.ts"
import type { LoopTurns } from "./turns.ts"

type NonEmpty = readonly [Uint8Array, ...Uint8Array[]]
type Pull = Effect.Effect<NonEmpty, GatewayError | Cause.Done>

/** How the source of pieces is slowed down. */
export interface PieceSource {
  readonly pause: () => void
  readonly resume: () => void
}

const beat = new Uint8Array(0)

/** The most bytes that are pulled at once: even of the dearest events so many cost some milliseconds and no more. */
const slice = 16 * 1024

/**
 * Holds pieces between who brings them and who pulls them. What came in one turn of the event loop is pulled at once,
 * slice by slice where it is much, and in its turn where others have much, too; above `held` bytes the source is paused
 * until all was pulled.
 */
export class ChunkQueue {
  readonly #held: number
  readonly #source: PieceSource
  readonly #turns: LoopTurns
  readonly #account: string
  #pieces: Uint8Array[] = []
  #bytes = 0
  #paused = false
  #waiter: ((pull: Pull) => void) | undefined
  #waking = false
  /** Leaves the line, where it stands in one. */
  #leave: (() => void) | undefined
  #ending: Effect.Effect<never, GatewayError | Cause.Done> | undefined

  constructor(held: number, source: PieceSource, turns: LoopTurns, account: string) {
    this.#held = held
    this.#source = source
    this.#turns = turns
    this.#account = account
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
    this.#turns.rest()
    const mayGo = this.#mayGo()
    const ready = mayGo ? this.#take() : undefined
    if (ready !== undefined) return ready
    return Effect.callback<NonEmpty, GatewayError | Cause.Done>((resume) => {
      this.#waiter = resume
      if (!mayGo) this.#stand()
      return Effect.sync(() => {
        this.#leave?.()
        this.#leave = undefined
        this.#waiter = undefined
      })
    })
  })

  #take(): Pull | undefined {
    const [first, ...more] = this.#slice()
    if (first === undefined) return this.#ending
    if (this.#paused && this.#pieces.length === 0) {
      this.#paused = false
      this.#source.resume()
    }
    return Effect.succeed<NonEmpty>([first, ...more])
  }

  /** All pieces; of many the first, a slice of them, the last of which is cut where it is longer. */
  #slice(): readonly Uint8Array[] {
    const pieces = this.#pieces
    if (this.#bytes <= slice) {
      this.#pieces = []
      this.#bytes = 0
      return pieces
    }
    let [count, bytes] = [0, 0]
    for (; bytes < slice; count++) bytes += pieces[count]?.length ?? slice
    const taken = pieces.splice(0, count)
    const last = taken.pop() ?? beat
    const cut = last.length - (bytes - slice)
    if (cut < last.length) pieces.unshift(last.subarray(cut))
    this.#bytes -= slice
    return [...taken, last.subarray(0, cut)]
  }

  #wake(): void {
    if (this.#waking || this.#waiter === undefined) return
    this.#waking = true
    queueMicrotask(() => {
      this.#waking = false
      if (this.#leave !== undefined || this.#waiter === undefined) return
      if (this.#mayGo()) this.#give()
      else this.#stand()
    })
  }

  /** An ending costs nothing. */
  #mayGo(): boolean {
    return this.#pieces.length === 0 || this.#turns.begin(this.#account)
  }

  #stand(): void {
    this.#leave = this.#turns.wait(this.#account, () => {
      this.#leave = undefined
      this.#give()
    })
  }

  #give(): void {
    const waiter = this.#waiter
    const ready = waiter === undefined ? undefined : this.#take()
    if (waiter === undefined || ready === undefined) return
    this.#waiter = undefined
    waiter(ready)
  }
}
