/**
 * Divides a whole number by weights into whole shares whose sum it is; what rounding leaves over goes to those who lost
 * most by it, the first of equals. Weights that are all zero count as equal.
 *
 * @example
 * sharesOf(10, [1, 1, 1]) // [4, 3, 3]
 */
export const sharesOf = (total: number, weights: readonly number[]): readonly number[] => {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const exact = weights.map((weight) => (sum === 0 ? total / weights.length : (total * weight) / sum))
  const shares = exact.map(Math.floor)
  const left = total - shares.reduce((all, share) => all + share, 0)
  const losses = exact.map((share, index) => ({ index, loss: share - Math.floor(share) }))
  const first = losses.toSorted((a, b) => b.loss - a.loss || a.index - b.index).slice(0, left)
  for (const { index } of first) shares[index] = (shares[index] ?? 0) + 1
  return shares
}
