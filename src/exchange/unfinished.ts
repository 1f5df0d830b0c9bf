/** Work that gives what it made so far wherever others may have their turn, and the rest at its end. */
export type Making<A> = Generator<A, A, void>

/** Work of which some may be left. */
export class Unfinished<A> {
  #making: Making<A> | undefined

  /** Whether some is. */
  get waits(): boolean {
    return this.#making !== undefined
  }

  /** Begins work; what there is of it before others may have their turn. What was left before is to be done first. */
  begin(making: Making<A>): A {
    this.#making = making
    return this.#step(making)
  }

  /** Goes on; undefined where nothing was left. */
  next(): A | undefined {
    return this.#making === undefined ? undefined : this.#step(this.#making)
  }

  /** All that is left, at once. */
  rest(): readonly A[] {
    const made: A[] = []
    while (this.#making !== undefined) made.push(this.#step(this.#making))
    return made
  }

  #step(making: Making<A>): A {
    const { done, value } = making.next()
    if (done === true) this.#making = undefined
    return value
  }
}

/** A frame of more UTF-16 code units is worked on in steps; of a shorter one all of them together are short. */
export const long = 1024 * 1024
