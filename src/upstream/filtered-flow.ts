import type { ByteFlow, FlowReader } from "./flow.ts"

/** What bytes go through on their way to who reads them, which may keep some back. */
interface ByteFilter {
  readonly push: (piece: Uint8Array) => Uint8Array
  /** What it kept back. */
  readonly end: () => Uint8Array
}

const isFull = ({ length }: Uint8Array): boolean => length > 0

/**
 * A flow through a filter. Pieces are filtered as they are told, in the turns of who reads them, and not as they come: a
 * socket is read some thirty times before anybody else has a turn.
 */
export class FilteredFlow<E> implements ByteFlow<E>, FlowReader<E> {
  readonly #from: ByteFlow<E>
  readonly #filter: ByteFilter
  #reader: FlowReader<E> | undefined
  #isOver = false

  constructor(from: ByteFlow<E>, filter: ByteFilter) {
    this.#from = from
    this.#filter = filter
  }

  read(reader: FlowReader<E>): void {
    this.#reader = reader
    this.#from.read(this)
  }

  resume(): void {
    if (this.#isOver) this.#reader?.end()
    else this.#from.resume()
  }

  leave(): void {
    this.#from.leave()
  }

  /** Pieces of which none says anything say that nothing came. */
  take(pieces: readonly [Uint8Array, ...Uint8Array[]]): boolean {
    const [first, ...more] = pieces.some(isFull)
      ? pieces.map((piece) => this.#filter.push(piece)).filter(isFull)
      : pieces
    return first === undefined || this.#reader?.take([first, ...more]) === true
  }

  /** What was kept back comes before the end, and not before an error. */
  end(error?: E): void {
    if (error !== undefined) return this.#reader?.end(error)
    this.#isOver = true
    const rest = this.#filter.end()
    if (!isFull(rest) || this.#reader?.take([rest]) === true) this.#reader?.end()
  }

  die(thrown: unknown): void {
    this.#reader?.die(thrown)
  }
}
