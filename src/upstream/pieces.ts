import type { GatewayError } from "../core/errors/error.ts"
import type { ByteFlow, FlowReader } from "./flow.ts"
import type { LoopTurns } from "./turns.ts"

/** How the source of pieces is slowed down. */
interface PieceSource {
  readonly pause: () => void
  readonly resume: () => void
}

const beat = new Uint8Array(0)

/** The most bytes that are told at once: even of the dearest events so many cost some milliseconds and no more. */
const slice = 16 * 1024

/**
 * Holds pieces between who brings them and who reads them. What came in one turn of the event loop is told at once,
 * slice by slice where it is much, and in its turn where others have much, too; above `held` bytes the source is paused
 * until all was told.
 */
export class ChunkQueue implements ByteFlow<GatewayError> {
  readonly #held: number
  readonly #source: PieceSource
  readonly #turns: LoopTurns
  readonly #account: string
  #pieces: Uint8Array[] = []
  #bytes = 0
  #paused = false
  #reader: FlowReader<GatewayError> | undefined
  /** Whether the reader wants more. */
  #wanted = false
  #waking = false
  /** Leaves the line, where it stands in one. */
  #leave: (() => void) | undefined
  #isOver = false
  #error: GatewayError | undefined

  constructor(held: number, source: PieceSource, turns: LoopTurns, account: string) {
    this.#held = held
    this.#source = source
    this.#turns = turns
    this.#account = account
  }

  read(reader: FlowReader<GatewayError>): void {
    this.#reader = reader
    this.resume()
  }

  resume(): void {
    this.#wanted = true
    this.#wake()
  }

  leave(): void {
    this.#leave?.()
    this.#leave = undefined
    this.#wanted = false
  }

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
    if (this.#wanted && this.#pieces.length === 0) this.#push(beat)
  }

  /** No more pieces, because of an error where there is one; those that came are told first. */
  end(error?: GatewayError): void {
    if (!this.#isOver) this.#error = error
    this.#isOver = true
    this.#wake()
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
    if (this.#waking || !this.#wanted || (this.#pieces.length === 0 && !this.#isOver)) return
    this.#waking = true
    queueMicrotask(this.#woken)
  }

  readonly #woken = (): void => {
    this.#waking = false
    if (this.#leave !== undefined || !this.#wanted) return
    if (this.#mayGo()) this.#give()
    else this.#stand()
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
    const reader = this.#reader
    this.#wanted = false
    try {
      if (this.#tell(reader)) this.#wanted = true
    } catch (thrown) {
      reader?.die(thrown)
    }
    this.#turns.rest()
    this.#wake()
  }

  /** Tells what there is. Whether the reader wants more at once. */
  #tell(reader: FlowReader<GatewayError> | undefined): boolean {
    const [first, ...more] = this.#slice()
    if (first === undefined) {
      reader?.end(this.#error)
      return false
    }
    if (this.#paused && this.#pieces.length === 0) {
      this.#paused = false
      this.#source.resume()
    }
    return reader?.take([first, ...more]) === true
  }
}
