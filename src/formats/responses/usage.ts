import { type JsonObjectBuilder, type MutableDraft, setDefined, isObject, type Json } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { outputTokens, promptTokens, tokenCount, type TokenUsage } from "../../core/tokens/usage.ts"
import { asAnswered, restore } from "./context.ts"

/** Where the counts stand that are parts of others. */
const places: ReadonlyMap<string, JsonPointer> = new Map([
  ["cacheRead", "/input_tokens_details/cached_tokens"],
  ["cacheWrite", "/input_tokens_details/cache_write_tokens"],
  ["reasoning", "/output_tokens_details/reasoning_tokens"]
])

/** Token counts in disjoint buckets; undefined where there are none. Cached tokens are part of the input, thoughts of the output. */
export const decodeUsage = (value: Json | undefined): TokenUsage | undefined => {
  if (!isObject(value)) return undefined
  const from = new ObjectReader(new IssueReader(), value, "/usage", asAnswered)
  const usage: MutableDraft<TokenUsage> = { at: "/usage", places }
  const input = from.inside("input_tokens_details")
  const output = from.inside("output_tokens_details")
  setDefined(usage, "cacheRead", count(input, "cached_tokens"))
  setDefined(usage, "cacheWrite", count(input, "cache_write_tokens"))
  setDefined(usage, "reasoning", count(output, "reasoning_tokens"))
  settle(usage, count(from, "input_tokens"), count(from, "output_tokens"))
  from.skip("total_tokens")
  return from.attachUnknown(usage)
}

/** A count that is there; what is none is kept as it is. */
const count = (from: ObjectReader | undefined, name: string): number | undefined => {
  const tokens = tokenCount(from?.object[name])
  if (tokens !== undefined) from?.skip(name)
  return tokens
}

/** What is left of the input and of the output beside the parts of them that are counted, which are never more. */
const settle = (usage: MutableDraft<TokenUsage>, input: number | undefined, output: number | undefined): void => {
  const { cacheRead = 0, cacheWrite = 0, reasoning = 0 } = usage
  const cached = cacheRead + cacheWrite
  if (input !== undefined) usage.input = cached > input ? input : input - cached
  if (output === undefined) return
  if (reasoning > output) usage.reasoning = output
  usage.text = Math.max(0, output - reasoning)
}

/** Token counts as this format says them: those are always there without which Codex fails (0.169, run in November 2026). */
export const encodeUsage = (usage: TokenUsage): JsonObjectBuilder => {
  const input = promptTokens(usage) ?? 0
  const output = outputTokens(usage) ?? 0
  return restore(
    {
      input_tokens: input,
      input_tokens_details: { cached_tokens: usage.cacheRead ?? 0, cache_write_tokens: usage.cacheWrite },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
      total_tokens: input + output
    },
    usage
  )
}
