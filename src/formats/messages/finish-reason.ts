import { type BlockReason, type ChatCandidate, type FinishReason, kindOfFinish } from "../../core/chat/chat.ts"
import { toldKind } from "../../core/chat/finish.ts"
import { GatewayError } from "../../core/errors/error.ts"
import type { NativeExtras } from "../../core/chat/node.ts"
import { type MutableDraft, setDefined, type JsonTemplate } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { id } from "./wire.ts"

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
export const brokenEnd = ({ kind }: FinishReason): GatewayError | undefined =>
  kind === "length" || kind === "blocked" || kind === "refusal"
    ? undefined
    : new GatewayError("UpstreamFailed", "The upstream's tool call has an input that is not a JSON object.")

/** Reads why an answer ended; an empty reason is none. */
export const stopReasonOf = (end: ObjectReader): string | undefined => end.string("stop_reason") || undefined

/** The stop reason for a finish, and whether it says what the finish does. `calls`: whether there are any. */
export const encodeFinishReason = (
  { kind, raw }: FinishReason,
  calls: boolean
): { readonly reason: string; readonly exact: boolean } => {
  if (raw?.format === id) return { reason: raw.value, exact: true }
  const reason = reasons.get(toldKind(kind, calls)) ?? (kind === "blocked" ? "refusal" : "end_turn")
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
