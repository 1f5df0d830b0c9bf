import { type BlockReason, type ChatCandidate, type FinishReason, kindOfFinish } from "../../core/chat/chat.ts"
import { toldKind, saysError } from "../../core/chat/codec.ts"
import { GatewayError } from "../../core/errors/error.ts"
import type { NativeExtras } from "../../core/chat/node.ts"
import {
  type MutableDraft,
  setDefined,
  type JsonTemplate,
  type JsonObjectBuilder,
  isObject,
  type Json,
  type JsonObject,
  objectOr
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { id, errorWording } from "./wire.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { outputTokens, sumKnown, tokenCount, type TokenUsage } from "../../core/tokens/usage.ts"
import { inAnswer, restore } from "./context.ts"
import { errorText, failureIn } from "../../core/errors/failure.ts"

type Kind = FinishReason["kind"]

/**
 * Every stop reason and what it means.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons and `BetaStopReason` of `@anthropic-ai/sdk` 1.11 (read 2026-11)
 */
const kinds = new Map<string, Kind>([
  ["end_turn", "stop"],
  ["stop_sequence", "stop-sequence"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "context"],
  ["tool_use", "tool-calls"],
  ["refusal", "refusal"],
  ["pause_turn", "pause"],
  ["compaction", "compaction"]
])

/** The stop reason of each kind that has one. */
const reasons = new Map([...kinds].map(([reason, kind]) => [kind, reason]))

/**
 * What a stop reason means, or the word that others who speak the format say in its place. Content wins: an end of turn
 * with calls for the client is a call of tools, and the call of a tool that stood in for a schema is a plain end.
 */
export const decodeFinishReason = (
  reason: string,
  sequence: string | undefined,
  content: { readonly calls: boolean; readonly stoodIn: boolean }
): FinishReason => {
  const meaning = kinds.get(reason) ?? kindOfFinish(reason)
  if (meaning === "tool-calls" && content.stoodIn && !content.calls) return { kind: "stop" }
  const raw = { format: id, value: reason }
  if (meaning === "stop" && content.calls) return { kind: "tool-calls", raw }
  if (!kinds.has(reason)) return { kind: meaning, raw }
  return meaning === "stop-sequence" && sequence !== undefined ? { kind: meaning, sequence } : { kind: meaning }
}

/** Whether a limit ended an answer, wherever it stood. */
export const isLimit = ({ kind }: FinishReason): boolean => kind === "length" || kind === "context"

/** The error that the end of an answer is whose call has no whole input, unless its limit or its vendor cut it off. */
export const brokenEnd = ({ kind, doubt }: FinishReason): GatewayError | undefined =>
  doubt === undefined && (kind === "length" || kind === "blocked" || kind === "refusal")
    ? undefined
    : new GatewayError("UpstreamFailed", "The upstream's tool call has an input that is not a JSON object.", {
        shouldRetry: false
      })

/**
 * The end of an answer of which nothing was `said` and a medium was `lost`, for which there is no place: a plain end says
 * why it is empty in `stop_details`.
 *
 * @see `RefusalStopDetails.explanation` of `@anthropic-ai/sdk` 1.14 (read 2026-11)
 */
export const endWithoutMedia = (
  { said, lost }: { readonly said: boolean; readonly lost: boolean },
  end: JsonObjectBuilder
): JsonObjectBuilder =>
  said || !lost || end["stop_reason"] !== "end_turn"
    ? end
    : { ...end, stop_details: { type: "refusal", category: null, explanation: mediaLeftOut } }

const mediaLeftOut = "The answer is a medium alone, for which the Messages API has no place; it was left out."

/** Reads why an answer ended; an empty reason is none. */
export const stopReasonOf = (end: ObjectReader): string | undefined => end.string("stop_reason") || undefined

/** The stop reason for a finish, and whether it says what the finish does. `calls`: whether there are any. */
export const encodeFinishReason = (
  { kind, raw }: FinishReason,
  calls: boolean
): { readonly reason: string; readonly exact: boolean } => {
  if (raw?.format === id) return { reason: raw.value, exact: true }
  const told = toldKind(kind, calls)
  const reason = reasons.get(told === "malformed" ? "length" : told) ?? (kind === "blocked" ? "refusal" : "end_turn")
  return { reason, exact: reasons.has(kind) }
}

const places: ReadonlyMap<string, JsonPointer> = new Map([["message", "/explanation"]])

/** Reads `stop_details`: why something was withheld. */
export const decodeBlockReason = (end: ObjectReader): Pick<ChatCandidate, "block" | "native"> => {
  const details = end.inside("stop_details")
  if (details === undefined) return {}
  details.skip("type")
  const block: MutableDraft<BlockReason> = { at: details.at, places }
  setDefined(block, "category", details.string("category"))
  setDefined(block, "message", details.string("explanation"))
  const native: MutableDraft<NativeExtras> = { format: id }
  setDefined(native, "inner", end.inner())
  return { block, native }
}

/** The categories of refusals that the endpoint has. */
const categories: ReadonlySet<string> = new Set([
  "cyber",
  "bio",
  "frontier_llm",
  "reasoning_extraction",
  "general_harms"
])

/** Whether `stop_details` can name a category: the endpoint's own answers name any. */
export const hasCategory = (category: string, own: boolean): boolean => own || categories.has(category)

/** `stop_details` of a candidate: null where nothing was withheld. */
export const encodeBlockReason = (block: BlockReason | undefined, own: boolean): JsonTemplate => {
  if (block === undefined) return null
  const category = block.category !== undefined && hasCategory(block.category, own) ? block.category : null
  return { type: "refusal", category, explanation: block.message ?? null }
}

/** Requests of the vendor's own tools, by their member and the view that holds them. */
const toolRequests = [
  ["web_search_requests", "requests.web-search"],
  ["web_fetch_requests", "requests.web-fetch"]
] as const

/** Where the counts stand that another format may have no place for. */
const usagePlaces: ReadonlyMap<string, JsonPointer> = new Map([
  ["cacheWrite", "/cache_creation_input_tokens"],
  ["cacheWriteHour", "/cache_creation/ephemeral_1h_input_tokens"],
  ...toolRequests.map(([member, view]): [string, JsonPointer] => [view, `/server_tool_use/${member}`])
])

/** The counts of an object inside a usage, by their members. */
const countsIn = (usage: ObjectReader, name: string): Readonly<Record<string, Json>> =>
  objectOr(usage.value(name)) ?? {}

/** The usage of a whole answer. */
export const usageIn = (body: Json): TokenUsage | undefined => {
  const usage = objectOr(objectOr(body)?.["usage"])
  return usage && decodeUsage(new IssueReader(), usage, "/usage")
}

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
  out.places = usagePlaces
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

/** The error that came inside a success; undefined where there is none. What else has words has another type than errors do. */
export const frameError = (body: JsonObject): GatewayError | undefined => {
  const { type, error, ...flat } = body
  if (type !== "error" && !saysError(error)) return undefined
  return failureIn(errorWording, errorText(error) === undefined ? body : { ...flat, error: error ?? null })
}
