import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Pieces that came together, at least one. */
type Pieces = readonly [Uint8Array, ...Uint8Array[]]

/** Who takes pieces by plain calls. Nothing is told before it wants it, nor after an end. */
export interface FlowReader<E = never> {
  /** Takes pieces. Whether more may come; else they come once it said `resume`, which it may say meanwhile. */
  readonly take: (pieces: Pieces) => boolean
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
