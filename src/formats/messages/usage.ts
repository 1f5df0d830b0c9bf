import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  isObject,
  type Json,
  type JsonObject,
  type JsonTemplate,
  objectOr
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { outputTokens, sumKnown, tokenCount, type TokenUsage } from "../../core/tokens/usage.ts"
import { inAnswer, restore } from "./context.ts"

/** Requests of the vendor's own tools, by their member and the view that holds them. */
const toolRequests = [
  ["web_search_requests", "requests.web-search"],
  ["web_fetch_requests", "requests.web-fetch"]
] as const

/** Where the counts stand that another format may have no place for. */
const places: ReadonlyMap<string, JsonPointer> = new Map([
  ["cacheWrite", "/cache_creation_input_tokens"],
  ["cacheWriteHour", "/cache_creation/ephemeral_1h_input_tokens"],
  ...toolRequests.map(([member, view]): [string, JsonPointer] => [view, `/server_tool_use/${member}`])
])

/** The counts of an object inside a usage, by their members. */
const countsIn = (usage: ObjectReader, name: string): Readonly<Record<string, Json>> =>
  objectOr(usage.value(name)) ?? {}

/**
 * Reads usage. Input counts no cached tokens here; thinking is part of the output. Wrong types read as unknown.
 *
 * @see `Usage` of `@anthropic-ai/sdk` 1.11 (read 2026-11)
 */
export const decodeUsage = (reader: IssueReader, object: JsonObject, at: JsonPointer): TokenUsage => {
  const usage = new ObjectReader(reader, object, at, inAnswer)
  usage.skip("service_tier")
  const out: MutableDraft<TokenUsage> = {}
  setDefined(out, "input", tokenCount(usage.value("input_tokens")))
  setDefined(out, "cacheRead", tokenCount(usage.value("cache_read_input_tokens")))
  const creation = countsIn(usage, "cache_creation")
  const hour = tokenCount(creation["ephemeral_1h_input_tokens"])
  const written = sumKnown([hour, tokenCount(creation["ephemeral_5m_input_tokens"])])
  setDefined(out, "cacheWrite", tokenCount(usage.value("cache_creation_input_tokens")) ?? written)
  setDefined(out, "cacheWriteHour", hour)
  const all = tokenCount(usage.value("output_tokens"))
  const thinking = tokenCount(countsIn(usage, "output_tokens_details")["thinking_tokens"])
  setDefined(out, "reasoning", thinking)
  if (all !== undefined) out.text = Math.max(0, all - (thinking ?? 0))
  // a count that is left out beside the other is 0
  const tools = objectOr(usage.value("server_tool_use"))
  if (tools !== undefined)
    out.by = new Map(toolRequests.map(([member, view]) => [view, tokenCount(tools[member]) ?? 0]))
  out.at = at
  out.places = places
  return usage.attachUnknown(out)
}

/** The service tier that an answer's usage names; the plain one is the vendor's `standard`. */
export const decodeTier = (usage: Json | undefined): string | undefined => {
  const tier = isObject(usage) ? usage["service_tier"] : undefined
  return typeof tier === "string" ? (tier === "standard" ? "default" : tier) : undefined
}

/** Usage as the last event of a stream says it: all counts up to there, null where one is not known. */
export const encodeDeltaUsage = (usage: TokenUsage = {}): JsonObjectBuilder =>
  restore(
    {
      input_tokens: sumKnown([usage.input, usage.toolPrompt]) ?? null,
      cache_creation_input_tokens: usage.cacheWrite ?? null,
      cache_read_input_tokens: usage.cacheRead ?? null,
      output_tokens: outputTokens(usage) ?? 0,
      output_tokens_details: usage.reasoning === undefined ? null : { thinking_tokens: usage.reasoning },
      server_tool_use: encodeToolRequests(usage)
    },
    usage
  )

/** Usage as an answer says it: 0 where null cannot stand. */
export const encodeUsage = (usage: TokenUsage | undefined, tier: string | undefined): JsonObjectBuilder => {
  const out = encodeDeltaUsage(usage)
  out["input_tokens"] ??= 0
  out["cache_creation"] = encodeCacheCreation(usage)
  out["service_tier"] = tier ?? null
  return out
}

const encodeCacheCreation = ({ cacheWrite, cacheWriteHour }: TokenUsage = {}): JsonTemplate =>
  cacheWriteHour === undefined
    ? null
    : {
        ephemeral_5m_input_tokens: Math.max(0, (cacheWrite ?? cacheWriteHour) - cacheWriteHour),
        ephemeral_1h_input_tokens: cacheWriteHour
      }

const encodeToolRequests = ({ by }: TokenUsage): JsonTemplate =>
  by !== undefined && toolRequests.some(([, view]) => by.has(view))
    ? Object.fromEntries(toolRequests.map(([member, view]) => [member, by.get(view) ?? 0]))
    : null

/** The views of a usage that the wire has no count for. */
export const lostCounts = ({ by }: TokenUsage): readonly string[] =>
  [...(by?.keys() ?? [])].filter((view) => !toolRequests.some(([, known]) => known === view))
