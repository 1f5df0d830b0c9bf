/**
 * A finite tape of integers that a generator reads its decisions from. Zero is always the simplest decision, and an
 * exhausted tape says zero, so that shrinking the tape shrinks what is made of it.
 */
export class Choices {
  readonly #tape: readonly number[]
  #at = 0

  constructor(tape: readonly number[]) {
    this.#tape = tape
  }

  /** An integer of 0 … bound - 1. */
  below(bound: number): number {
    const next = this.#tape[this.#at++] ?? 0
    return bound <= 1 ? 0 : next % bound
  }

  /** True in about `percent` of cases. */
  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent
  }

  /** One of the items; the first is the simplest. */
  pick<A>(items: readonly [A, ...A[]]): A {
    return items[this.below(items.length)] ?? items[0]
  }

  /** What one of the makers makes; the first is the simplest. */
  one<A>(makers: readonly [() => A, ...(() => A)[]]): A {
    return this.pick(makers)()
  }

  /** Up to `most` things. */
  list<A>(most: number, make: (index: number) => A, least = 0): readonly A[] {
    return Array.from({ length: least + this.below(most - least + 1) }, (_, index) => make(index))
  }

  /** The thing in about `percent` of cases, else undefined. */
  maybe<A>(percent: number, make: () => A): A | undefined {
    return this.chance(percent) ? make() : undefined
  }
}
