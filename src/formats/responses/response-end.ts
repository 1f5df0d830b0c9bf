import { type ContentPart, type FinishReason, kindOfFinish } from "../../core/chat/chat.ts"
import { isClientCall } from "../../core/chat/tool-calls.ts"
import type { RuleKey } from "./rules.ts"
import { id, errorWording } from "./wire.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  isObject,
  type Json,
  type JsonObject
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { outputTokens, promptTokens, tokenCount, type TokenUsage } from "../../core/tokens/usage.ts"
import { asAnswered, restore } from "./context.ts"
import { failureIn } from "../../core/errors/failure.ts"
import { isVagueBlock, saysError } from "../../core/chat/codec.ts"
import type { GatewayError } from "../../core/errors/error.ts"

/** What an answer's content says of its end. */
export interface FinishContent {
  /** Whether there is a call that the client has to answer. */
  readonly calls: boolean
  /** Whether it refuses, and says nothing else. */
  readonly refuses: boolean
}

/** What parts say of the end of their answer. */
export const finishContent = (parts: readonly ContentPart[]): FinishContent => ({
  calls: parts.some(isClientCall),
  refuses:
    parts.some(({ type }) => type === "refusal") && !parts.some((part) => part.type === "text" && part.text !== "")
})

/**
 * The reasons of an answer that is not complete. Further ones, such as `max_messages` and `steered`, end it before its end,
 * too: a limit is nearest.
 *
 * @see `Response.IncompleteDetails` of `openai` 7.57 (read 2026-11)
 */
const reasons: ReadonlyMap<string, FinishReason["kind"]> = new Map([
  ["max_output_tokens", "length"],
  ["content_filter", "blocked"]
])

/** Why an answer ended: its `status` and the reason in its `incomplete_details`; of a complete one its content tells. */
export const decodeFinishReason = (
  status: string | undefined,
  reason: string | undefined,
  { calls, refuses }: FinishContent
): FinishReason => {
  if (status !== "incomplete") return { kind: calls ? "tool-calls" : refuses ? "refusal" : "stop" }
  const known = reasons.get(reason ?? "")
  if (known !== undefined) return { kind: known }
  const kind = kindOfFinish(reason ?? "") === "blocked" ? "blocked" : "length"
  const raw = { format: id, value: reason ?? "" }
  return raw.value === "" ? { kind, raw, doubt: "unsaid" } : { kind, raw }
}

/** How an answer ends on the wire. */
export interface FinishStatus {
  readonly status: "completed" | "incomplete"
  readonly reason: string | undefined
}

/**
 * The status of an answer, and why it is not complete: one that refuses without words of its own withheld something.
 */
export const encodeFinishReason = ({ kind, raw }: FinishReason, { calls, refuses }: FinishContent): FinishStatus => {
  if (raw?.format === id) return { status: "incomplete", reason: raw.value }
  if (kind === "length" || kind === "context" || kind === "pause" || (kind === "malformed" && !calls))
    return { status: "incomplete", reason: "max_output_tokens" }
  if (kind === "blocked" || (kind === "refusal" && !refuses)) return { status: "incomplete", reason: "content_filter" }
  return { status: "completed", reason: undefined }
}

/** Why a finish cannot be read from what is written of it; undefined where it can. */
export const lossOfFinish = (finish: FinishReason, content: FinishContent): RuleKey | undefined => {
  const { status, reason } = encodeFinishReason(finish, content)
  const { raw } = finish
  if (finish.sequence !== undefined) return "unsupported/sequence"
  if (raw?.format !== id && isVagueBlock(finish.kind, raw)) return "finish-reason"
  if (decodeFinishReason(status, reason, content).kind === finish.kind) return undefined
  return /pause|other|malformed/.test(finish.kind) ? "finish-reason" : "finish-reason/word"
}

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
      input_tokens_details: { cached_tokens: usage.cacheRead ?? 0, cache_write_tokens: usage.cacheWrite ?? 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
      total_tokens: input + output
    },
    usage
  )
}

/**
 * Whether data that name no event of this format are an error, whatever the event that they stand in is called: in a
 * member of that name, as an object or in words.
 */
export const isUnnamedError = (data: JsonObject): boolean =>
  !(typeof data["type"] === "string" && data["type"].startsWith("response.")) && isSaidError(data)

/** Whether an object has an error that says anything. */
export const isSaidError = ({ error }: JsonObject): boolean => saysError(error)

/** The error that came inside a success: in a member `error`, or flat in a frame that is called so. */
export const readError = (object: JsonObject): GatewayError => {
  const { type, sequence_number: _, ...flat } = object
  const failed = failureIn(errorWording, isObject(object["error"]) || type !== "error" ? object : flat)
  return failed.with({ usage: decodeUsage(object["usage"]) })
}
