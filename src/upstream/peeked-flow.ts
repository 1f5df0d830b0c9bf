import * as Effect from "effect/Effect"
import type { ByteFlow, FlowReader } from "./flow.ts"

type Pieces = Parameters<FlowReader["take"]>[0]

/** A flow whose first bytes were looked at, and its first bytes: none where it ended before any came. */
export interface PeekedBytes<E> {
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

const nothing = new Uint8Array(0)

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
    if (this.#reader === undefined) this.#came(nothing)
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
