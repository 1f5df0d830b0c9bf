/** What of a text its vector is made of, and how much each piece weighs. */
type Features = ReadonlyMap<string, number>

const weights = { word: 4, pair: 2, piece: 1 } as const

/** Words, pairs of neighbours, and pieces of three characters: texts that share them are near. */
const featuresOf = (text: string): Features => {
  const features = new Map<string, number>()
  const add = (feature: string, weight: number): void =>
    void features.set(feature, (features.get(feature) ?? 0) + weight)
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [text]
  words.forEach((word, index) => {
    add(`word ${word}`, weights.word)
    const next = words[index + 1]
    if (next !== undefined) add(`pair ${word} ${next}`, weights.pair)
    const marked = `^${word}$`
    for (let at = 0; at + 3 <= marked.length; at++) add(`piece ${marked.slice(at, at + 3)}`, weights.piece)
  })
  return features
}

/** A number of 32 bits that depends on a text; never 0. */
const seedOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash === 0 ? 1 : hash
}

/** Adds a feature's own direction, which is 1 or -1 in each dimension. */
const addDirection = (sums: Float64Array, feature: string, weight: number): void => {
  let state = seedOf(feature)
  for (let at = 0; at < sums.length; at++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    sums[at] = (sums[at] ?? 0) + (state < 0 ? -weight : weight)
  }
}

/**
 * The vector of a text: of length 1, the same for the same text, near to those of similar texts. Its first numbers are,
 * but for their scale, those of the vector of fewer dimensions.
 */
export const vectorOf = (text: string, dimensions: number): readonly number[] => {
  const sums = new Float64Array(dimensions)
  for (const [feature, count] of featuresOf(text)) addDirection(sums, feature, Math.sqrt(count))
  const length = Math.hypot(...sums)
  return Array.from(sums, (sum) => Math.round((sum / (length === 0 ? 1 : length)) * 1e9) / 1e9)
}
