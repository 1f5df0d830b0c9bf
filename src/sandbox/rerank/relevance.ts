/** How much a repeated word still adds, and how much a long text is held against it. */
const repeats = 1.2
const lengths = 0.75

/** Scores of this size are half of what can be had. */
const half = 2

const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{M}\p{N}]+/gu) ?? []

const countsOf = (words: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** How relevant each document is to a query, from 0 to 1: BM25 over these documents, brought below 1. */
export const relevancesOf = (query: string, documents: readonly string[]): readonly number[] => {
  const texts = documents.map((document) => {
    const words = wordsOf(document)
    return { length: words.length, counts: countsOf(words) }
  })
  const average = texts.reduce((sum, { length }) => sum + length, 0) / texts.length || 1
  const asked = [...new Set(wordsOf(query))].map((word) => {
    const holding = texts.filter(({ counts }) => counts.has(word)).length
    return { word, rarity: Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5)) }
  })
  return texts.map(({ length, counts }) => {
    const long = repeats * (1 - lengths + (lengths * length) / average)
    const score = asked.reduce((sum, { word, rarity }) => {
      const count = counts.get(word) ?? 0
      return sum + (rarity * count * (repeats + 1)) / (count + long)
    }, 0)
    return Math.round((score / (score + half)) * 1e9) / 1e9
  })
}
