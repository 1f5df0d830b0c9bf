import { isObject, type JsonObject, type Tree } from "../../words/json.ts"
import type { Pointer } from "../../words/pointer.ts"
import type { Reader } from "../../words/reader.ts"
import { outputTokens, type Usage } from "../../words/usage.ts"
import { type Draft, type Out, putNative, setNative } from "./native.ts"
import { known } from "./wire.ts"

/** Requests of the vendor's own tools, by their member and the view that holds them. */
const requests = [
  ["web_search_requests", "requests.web-search"],
  ["web_fetch_requests", "requests.web-fetch"]
] as const

/** Reads usage. Input counts no cached tokens here; thinking is part of the output. Wrong types read as unknown. */
export const readUsage = (reader: Reader, usage: JsonObject, at: Pointer): Usage => {
  const out: Draft<Usage> = {}
  const input = count(usage, "input_tokens")
  if (input !== undefined) out.input = input
  const read = count(usage, "cache_read_input_tokens")
  if (read !== undefined) out.cacheRead = read
  readWrites(usage, out)
  readOutput(usage, out)
  const by = readRequests(usage)
  if (by !== undefined) out.by = by
  const rest = reader.rest(usage, known.usage)
  setNative(out, rest === undefined ? undefined : withoutNulls(rest))
  if (out.native !== undefined) out.at = at
  return out
}

const withoutNulls = <A extends { readonly text: string }>(
  rest: ReadonlyMap<string, A>
): ReadonlyMap<string, A> | undefined => {
  const kept = [...rest].filter(([, value]) => value.text !== "null")
  return kept.length === 0 ? undefined : new Map(kept)
}

const count = (object: JsonObject, key: string): number | undefined => {
  const value = object[key]
  return typeof value === "number" && Number.isFinite(value) ? value : undefined
}

const readWrites = (usage: JsonObject, out: Draft<Usage>): void => {
  const creation = usage["cache_creation"]
  const hour = isObject(creation) ? count(creation, "ephemeral_1h_input_tokens") : undefined
  const five = isObject(creation) ? count(creation, "ephemeral_5m_input_tokens") : undefined
  const parts = hour === undefined && five === undefined ? undefined : (hour ?? 0) + (five ?? 0)
  const write = count(usage, "cache_creation_input_tokens") ?? parts
  if (write !== undefined) out.cacheWrite = write
  if (hour !== undefined) out.cacheWriteHour = hour
}

const readOutput = (usage: JsonObject, out: Draft<Usage>): void => {
  const all = count(usage, "output_tokens")
  const details = usage["output_tokens_details"]
  const thinking = isObject(details) ? count(details, "thinking_tokens") : undefined
  if (thinking !== undefined) out.reasoning = thinking
  if (all !== undefined) out.text = Math.max(0, all - (thinking ?? 0))
}

/** A count that is left out beside the other is 0. */
const readRequests = (usage: JsonObject): ReadonlyMap<string, number> | undefined => {
  const tools = usage["server_tool_use"]
  if (!isObject(tools)) return undefined
  return new Map(requests.map(([member, view]) => [view, count(tools, member) ?? 0]))
}

/** The service tier that an answer names; the plain one is the vendor's `standard`. */
export const readTier = (usage: JsonObject): string | undefined => {
  const tier = usage["service_tier"]
  return typeof tier === "string" ? (tier === "standard" ? "default" : tier) : undefined
}

/** Usage as the wire says it: what is not known is null, and 0 where null cannot stand. */
export const usageOut = (usage: Usage | undefined, tier: string | undefined): Out => {
  const out: Out = {
    input_tokens: inputOut(usage) ?? 0,
    cache_creation_input_tokens: usage?.cacheWrite ?? null,
    cache_read_input_tokens: usage?.cacheRead ?? null,
    cache_creation: creationOut(usage),
    output_tokens: (usage === undefined ? undefined : outputTokens(usage)) ?? 0,
    output_tokens_details: detailsOut(usage),
    server_tool_use: requestsOut(usage),
    service_tier: tier ?? null
  }
  if (usage !== undefined) putNative(out, usage)
  return out
}

/** Usage as the last event of a stream says it: all counts up to there. */
export const deltaUsageOut = (usage: Usage | undefined): Out => {
  const out: Out = {
    input_tokens: inputOut(usage) ?? null,
    cache_creation_input_tokens: usage?.cacheWrite ?? null,
    cache_read_input_tokens: usage?.cacheRead ?? null,
    output_tokens: (usage === undefined ? undefined : outputTokens(usage)) ?? 0,
    output_tokens_details: detailsOut(usage),
    server_tool_use: requestsOut(usage)
  }
  if (usage !== undefined) putNative(out, usage)
  return out
}

const inputOut = (usage: Usage | undefined): number | undefined =>
  usage?.input === undefined && usage?.toolPrompt === undefined
    ? undefined
    : (usage.input ?? 0) + (usage.toolPrompt ?? 0)

const detailsOut = (usage: Usage | undefined): Tree =>
  usage?.reasoning === undefined ? null : { thinking_tokens: usage.reasoning }

const creationOut = (usage: Usage | undefined): Tree =>
  usage?.cacheWriteHour === undefined
    ? null
    : {
        ephemeral_5m_input_tokens: Math.max(0, (usage.cacheWrite ?? usage.cacheWriteHour) - usage.cacheWriteHour),
        ephemeral_1h_input_tokens: usage.cacheWriteHour
      }

const requestsOut = (usage: Usage | undefined): Tree => {
  if (usage?.by === undefined || !requests.some(([, view]) => usage.by?.has(view))) return null
  const out: Out = {}
  for (const [member, view] of requests) out[member] = usage.by.get(view) ?? 0
  return out
}

/** The views of a usage that the wire has no count for. */
export const lostViews = (usage: Usage): readonly string[] =>
  [...(usage.by?.keys() ?? [])].filter((view) => !requests.some(([, known]) => known === view))
