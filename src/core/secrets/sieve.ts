/** How many pairs of bytes are told apart. */
const pairs = 1 << 12

const pairOf = (first: number, second: number): number => ((first << 4) ^ second) & (pairs - 1)

/**
 * Tells soon that none of some patterns stands in bytes, by looking at about one pair of them in as many as the shortest
 * pattern is long (S. Wu and U. Manber, 1994).
 */
export class SecretSieve {
  readonly #heads: readonly Uint8Array[]
  readonly #reach: number
  /** By how much a window may move whose last two bytes are these. */
  readonly #moves: Uint8Array

  constructor(patterns: readonly Uint8Array[]) {
    this.#reach = Math.min(255, ...patterns.map(({ length }) => length))
    this.#heads = patterns.map((pattern) => pattern.subarray(0, this.#reach))
    this.#moves = new Uint8Array(pairs).fill(this.#reach - 1)
    for (const head of this.#heads) {
      for (let at = 1; at < head.length; at++) {
        const pair = pairOf(head[at - 1] ?? 0, head[at] ?? 0)
        this.#moves[pair] = Math.min(this.#moves[pair] ?? 0, head.length - 1 - at)
      }
    }
  }

  /** Whether one of the patterns begins in these bytes. */
  catches(bytes: Uint8Array): boolean {
    for (let last = this.#reach - 1; last < bytes.length;) {
      const move = this.#moves[pairOf(bytes[last - 1] ?? 0, bytes[last] ?? 0)] ?? 0
      if (move === 0 && this.#holds(bytes, last + 1 - this.#reach)) return true
      last += move === 0 ? 1 : move
    }
    return false
  }

  #holds(bytes: Uint8Array, from: number): boolean {
    return this.#heads.some((head) => head.every((byte, at) => bytes[from + at] === byte))
  }
}
