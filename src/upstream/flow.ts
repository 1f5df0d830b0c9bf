import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { alone, settled } from "../core/bytes.ts"
import { concatBytes } from "../core/collections.ts"
import type { GatewayError } from "../core/errors/error.ts"
import type { LoopTurns } from "./turns.ts"

/** Pieces that came together, at least one. */
type Pieces = readonly [Uint8Array, ...Uint8Array[]]

/** Who takes pieces by plain calls. Nothing is told before it wants it, nor after an end. */
export interface FlowReader<E = never> {
  /** Takes pieces. Whether more may come; else they come once it said `resume`, which it may say meanwhile. */
  readonly take: (pieces: Pieces) => boolean
  /** Whether any of what it took waits, though it may take more; absent: nobody knows. */
  readonly waits?: () => boolean
  /** Nothing more comes, because of an error where there is one. */
  readonly end: (error?: E) => void
  /** Nothing more comes, because of a defect: what one of these threw, too. */
  readonly die: (thrown: unknown) => void
}

/** Bytes as they come, for one reader, by plain calls: turns of a fiber would cost more than most pieces do. */
export interface ByteFlow<E = never> {
  /** Begins to tell its reader, which wants the first pieces already. */
  readonly read: (reader: FlowReader<E>) => void
  /** Says that more is wanted, or again how it ended. */
  readonly resume: () => void
  /** Says that nothing is wanted until it is resumed; what brings the bytes ends with its scope. */
  readonly leave: () => void
}

/** The same for who reads streams, once. */
export const flowStream = <E>(flow: ByteFlow<E>): Stream.Stream<Uint8Array, E> =>
  Stream.fromPull(
    Effect.sync(() => {
      let tell: (told: Effect.Effect<Pieces, E | Cause.Done>) => void = () => undefined
      const reader: FlowReader<E> = {
        take: (pieces) => {
          tell(Effect.succeed(pieces))
          return false
        },
        end: (error) => tell(error === undefined ? Cause.done() : Effect.fail(error)),
        die: (thrown) => tell(Effect.die(thrown))
      }
      let go = (): void => {
        go = () => flow.resume()
        flow.read(reader)
      }
      return Effect.callback<Pieces, E | Cause.Done>((resume) => {
        tell = resume
        go()
        return Effect.sync(() => flow.leave())
      })
    })
  )

/** Pieces that are there already, as a flow: those together that stand together. */
export const flowOf = (told: readonly Pieces[]): ByteFlow => {
  const left = told.values()
  let reader: FlowReader | undefined
  const resume = (): void => {
    for (;;) {
      const { done, value } = left.next()
      if (done === true) return reader?.end()
      if (reader?.take(value) !== true) return
    }
  }
  return {
    read: (taker) => {
      reader = taker
      resume()
    },
    resume,
    leave: () => {
      reader = undefined
    }
  }
}

/** A flow whose first bytes were looked at, and its first bytes: none where it ended before any came. */
interface PeekedBytes<E> {
  readonly first: Uint8Array
  readonly flow: ByteFlow<E>
}

/** Waits for the first bytes of a flow that nobody reads yet, before there is a reader. */
export const peekFlow = <E>(flow: ByteFlow<E>): Effect.Effect<PeekedBytes<E>> =>
  Effect.callback((resume) => {
    const peeked = new PeekedFlow(flow, (first) => resume(Effect.succeed({ first, flow: peeked })))
    flow.read(peeked)
    return Effect.sync(() => flow.leave())
  })

/** Holds what came first, or how it ended, until its reader comes. */
class PeekedFlow<E> implements ByteFlow<E>, FlowReader<E> {
  readonly #from: ByteFlow<E>
  readonly #came: (first: Uint8Array) => void
  #reader: FlowReader<E> | undefined
  #first: Pieces | undefined
  #last: ((reader: FlowReader<E>) => void) | undefined

  constructor(from: ByteFlow<E>, came: (first: Uint8Array) => void) {
    this.#from = from
    this.#came = came
  }

  take(pieces: Pieces): boolean {
    if (this.#reader !== undefined) return this.#reader.take(pieces)
    const first = pieces.find(({ length }) => length > 0)
    if (first === undefined) return true
    this.#first = pieces
    this.#came(first)
    return false
  }

  end(error?: E): void {
    this.#over((reader) => reader.end(error))
  }

  die(thrown: unknown): void {
    this.#over((reader) => reader.die(thrown))
  }

  #over(last: (reader: FlowReader<E>) => void): void {
    this.#last = last
    if (this.#reader === undefined) this.#came(new Uint8Array(0))
    else last(this.#reader)
  }

  read(reader: FlowReader<E>): void {
    this.#reader = reader
    const first = this.#first
    this.#first = undefined
    if (this.#last !== undefined) this.#last(reader)
    else if (first === undefined || reader.take(first)) this.#from.resume()
  }

  resume(): void {
    this.#from.resume()
  }

  leave(): void {
    this.#from.leave()
  }
}

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
      if (!this.#wanted) this.#pieces = settled(this.#pieces)
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

  /** All pieces as one; of many bytes the first, without the memory of the others. */
  #slice(): Uint8Array | undefined {
    if (this.#pieces.length === 0) return undefined
    // there may be thousands, of a byte each, and whatever is done with a piece costs more than to copy it
    const all = concatBytes(this.#pieces)
    const told = all.subarray(0, slice)
    this.#pieces = told.length < all.length ? [alone(all.subarray(slice))] : []
    this.#bytes -= told.length
    return told
  }

  #wake(): void {
    if (this.#waking || !this.#wanted || (this.#pieces.length === 0 && !this.#isOver)) return
    this.#waking = true
    queueMicrotask(this.#woken)
  }

  readonly #woken = (): void => {
    this.#waking = false
    if (this.#leave !== undefined || !this.#wanted) return
    // an ending costs nothing
    if (this.#pieces.length === 0 || this.#turns.begin(this.#account)) return this.#give()
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
      else this.#pieces = settled(this.#pieces)
    } catch (thrown) {
      reader?.die(thrown)
    }
    this.#turns.rest()
    this.#wake()
  }

  /** Tells what there is. Whether the reader wants more at once. */
  #tell(reader: FlowReader<GatewayError> | undefined): boolean {
    const piece = this.#slice()
    if (piece === undefined) {
      reader?.end(this.#error)
      return false
    }
    if (this.#paused && this.#pieces.length === 0) {
      this.#paused = false
      this.#source.resume()
    }
    return reader?.take([piece]) === true
  }
}
