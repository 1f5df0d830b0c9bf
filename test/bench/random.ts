/** Numbers that look random and are the same in every process: one seed, one sequence. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  readonly next: () => number
  /** An integer from `from` to `to`, both included. */
  readonly between: (from: number, to: number) => number
  /** One of some items. */
  readonly pick: <A>(items: readonly [A, ...A[]]) => A
}

/** A sequence by its seed (mulberry32). */
export const random = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return { next, between, pick: (items) => items[between(0, items.length - 1)] ?? items[0] }
}
