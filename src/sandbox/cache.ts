import { digest } from "./digest.ts"
import type { Segment } from "./tokens.ts"

/** How a prompt's tokens were charged; the four add up to the prompt. */
export interface CacheCounts {
  readonly read: number
  readonly written5m: number
  readonly written1h: number
  readonly uncached: number
}

/** A vendor's prompt cache on an injected clock. */
export interface PromptCache {
  /** Explicit marks: reads the longest kept prefix, keeps every marked one (of at least `from` tokens). */
  readonly marked: (model: string, segments: readonly Segment[], from: number) => CacheCounts
  /** No marks: reads and keeps long prefixes by itself, in steps of 128 tokens from 1024 on. */
  readonly automatic: (model: string, segments: readonly Segment[]) => CacheCounts
}

interface Prefix {
  readonly key: string
  readonly tokens: number
  readonly mark: "5m" | "1h" | undefined
}

const minutes = 60_000
const lifetime = { "5m": 5 * minutes, "1h": 60 * minutes } as const
const mostKept = 10_000

const prefixesOf = (model: string, segments: readonly Segment[]): readonly Prefix[] => {
  let key = model
  let tokens = 0
  return segments.map((segment) => {
    key = digest(`${key}\n${segment.text}`, 24)
    tokens += segment.tokens
    return { key, tokens, mark: segment.mark }
  })
}

/** An empty cache. `now` gives milliseconds. */
export const makeCache = (now: () => number): PromptCache => {
  const kept = new Map<string, { readonly until: number; readonly life: number }>()

  const keep = (key: string, life: number): void => {
    kept.delete(key)
    kept.set(key, { until: now() + life, life })
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) return
      kept.delete(oldest)
    }
  }

  const longest = (prefixes: readonly Prefix[]): Prefix | undefined => {
    const found = prefixes.findLast((prefix) => (kept.get(prefix.key)?.until ?? 0) > now())
    const entry = found === undefined ? undefined : kept.get(found.key)
    if (found !== undefined && entry !== undefined) keep(found.key, entry.life)
    return found
  }

  const marked = (model: string, segments: readonly Segment[], from: number): CacheCounts => {
    const prefixes = prefixesOf(model, segments)
    const total = prefixes.at(-1)?.tokens ?? 0
    const last = prefixes.findLastIndex((prefix) => prefix.mark !== undefined)
    const reachable = prefixes.slice(0, last + 1)
    const read = longest(reachable)?.tokens ?? 0
    const written = { "5m": 0, "1h": 0 }
    let done = read
    for (const prefix of reachable) {
      if (prefix.mark === undefined || prefix.tokens < from) continue
      if (prefix.tokens > done) {
        written[prefix.mark] += prefix.tokens - done
        done = prefix.tokens
        keep(prefix.key, lifetime[prefix.mark])
      }
    }
    return { read, written5m: written["5m"], written1h: written["1h"], uncached: total - done }
  }

  const automatic = (model: string, segments: readonly Segment[]): CacheCounts => {
    const prefixes = prefixesOf(model, segments).filter((prefix) => prefix.tokens >= 1024)
    const found = longest(prefixes)?.tokens ?? 0
    const read = found - (found % 128)
    for (const prefix of prefixes) keep(prefix.key, lifetime["5m"])
    const total = segments.reduce((sum, segment) => sum + segment.tokens, 0)
    return { read, written5m: 0, written1h: 0, uncached: total - read }
  }

  return { marked, automatic }
}
