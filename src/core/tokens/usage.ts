import type { ChatNode } from "../chat/node.ts"
import type { Json } from "../json/json.ts"

/** Tokens in disjoint buckets: absent is unknown, 0 is none. Totals are computed, never kept. */
export interface TokenUsage extends ChatNode {
  /** Prompt tokens that were neither read from nor written to a cache. */
  readonly input?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  /** Of the written, those written for an hour. */
  readonly cacheWriteHour?: number
  /** Prompt tokens that results of the vendor's own tools took. */
  readonly toolPrompt?: number
  /** Output tokens that are no reasoning. */
  readonly text?: number
  readonly reasoning?: number
  /** Views that are never summed: `input.audio`, `output.image`, `requests.web-search` … */
  readonly by?: ReadonlyMap<string, number>
}

/**
 * A count of tokens; undefined where there is none. Vendors that weigh tokens tell fractions of them, which are rounded, and
 * some tell texts of digits.
 *
 * @see https://github.com/QuantumNous/new-api/issues/1545 GLM's counts behind a cache, in its Messages API (2025-08)
 */
export const tokenCount = (value: Json | undefined): number | undefined => {
  const count = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof count === "number" && count >= 0 && count < Infinity ? Math.round(count) : undefined
}

/** What a usage counts, without what its own format alone says: that may be as long as an answer. */
export const countsOf = (usage: TokenUsage | undefined): TokenUsage | undefined => {
  if (usage?.native === undefined) return usage
  const { native: _, ...counts } = usage
  return counts
}

/** All prompt tokens, caches included; undefined where nothing of them is known. */
export const promptTokens = (usage: TokenUsage): number | undefined =>
  sumKnown([usage.input, usage.cacheRead, usage.cacheWrite, usage.toolPrompt])

/** All output tokens, reasoning included; undefined where nothing of them is known. */
export const outputTokens = (usage: TokenUsage): number | undefined => sumKnown([usage.text, usage.reasoning])

/** The sum of what is known; undefined where nothing is. */
export const sumKnown = (buckets: readonly (number | undefined)[]): number | undefined => {
  let total: number | undefined
  for (const bucket of buckets) if (bucket !== undefined) total = (total ?? 0) + bucket
  return total
}

/** The rule of a count that a format has no place for, by its name: what was used may be billed, and nothing is not. */
export const lostCountRule = (usage: TokenUsage, name: string): "usage-count" | "usage-count/used" => {
  const count = name === "cacheWriteHour" || name === "toolPrompt" ? usage[name] : usage.by?.get(name)
  return count === 0 ? "usage-count" : "usage-count/used"
}

/** The kinds of tokens, of which none is counted twice. */
export const tokenKinds = [
  "input",
  "cacheRead",
  "cacheWrite",
  "toolPrompt",
  "text",
  "reasoning"
] as const satisfies readonly (keyof TokenUsage)[]

/** What several answers count together; undefined where none counts anything. */
export const sumUsage = (usages: readonly (TokenUsage | undefined)[]): TokenUsage | undefined => {
  const [first, ...more] = usages.filter((usage) => usage !== undefined)
  return first && more.reduce(added, first)
}

const added = (all: TokenUsage, one: TokenUsage): TokenUsage => {
  const total: { [Kind in (typeof tokenKinds)[number]]?: number } = {}
  for (const kind of tokenKinds) {
    const tokens = sumKnown([all[kind], one[kind]])
    if (tokens !== undefined) total[kind] = tokens
  }
  const by = new Map(all.by)
  for (const [view, tokens] of one.by ?? []) by.set(view, (by.get(view) ?? 0) + tokens)
  return by.size === 0 ? total : { ...total, by }
}

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
