let kept = 0

/** Uses a result, so that making it cannot be optimised away. */
export const keep = (length: number): void => {
  kept = (kept + length) % 1_000_003
}
