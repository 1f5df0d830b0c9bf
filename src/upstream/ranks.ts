/**
 * Things by a whole number. What is asked costs as many steps as there are different numbers: of things whose numbers
 * come to `n` together, the square root of `2n` at most.
 */
export class Ranks<A> {
  readonly #levels = new Map<number, Set<A>>()

  /** Adds a thing that is not there. */
  add(rank: number, thing: A): void {
    const level = this.#levels.get(rank)
    if (level === undefined) this.#levels.set(rank, new Set([thing]))
    else level.add(thing)
  }

  /** Takes a thing away, if it is there. */
  delete(rank: number, thing: A): void {
    const level = this.#levels.get(rank)
    if (level?.delete(thing) === true && level.size === 0) this.#levels.delete(rank)
  }

  /** Of those with the lowest number, the one that has had it longest. */
  lowest(): A | undefined {
    return this.#longest(Math.min(...this.#levels.keys()))
  }

  /** Of those with the highest number, the one that has had it longest. */
  highest(): A | undefined {
    return this.#longest(Math.max(...this.#levels.keys()))
  }

  #longest(rank: number): A | undefined {
    const [thing] = this.#levels.get(rank) ?? []
    return thing
  }
}
