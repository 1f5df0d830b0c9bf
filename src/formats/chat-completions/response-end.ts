import { type BlockReason, type ContentPart, type FinishReason, kindOfFinish, refusalIn } from "../../core/chat/chat.ts"
import { isVagueBlock, toldKind } from "../../core/chat/codec.ts"
import {
  type JsonObject,
  isObject,
  type Json,
  JsonText,
  type MutableDraft,
  setDefined,
  type JsonObjectBuilder
} from "../../core/json/json.ts"
import type { RuleKey } from "./rules.ts"
import { id, answerMembers, errorWording } from "./wire.ts"
import { outputTokens, promptTokens, tokenCount, type TokenUsage } from "../../core/tokens/usage.ts"
import { innerOf, nativeOf, restOf, restoreOwn } from "./context.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { failureIn } from "../../core/errors/failure.ts"

type Kind = FinishReason["kind"]

/**
 * The reason that a choice gives. Until there is one some vendors say an empty text, or `"null"`.
 *
 * @see https://github.com/sgl-project/sglang/issues/3912 the empty one (2025-02)
 * @see https://github.com/dashscope/dashscope-sdk-python/issues/6 DashScope's own API says the other (read 2026-11)
 */
export const reasonIn = (value: Json | undefined): string | undefined =>
  typeof value === "string" && value !== "" && value !== "null" ? value : undefined

/** Why an answer ended. The content wins: an answer that stopped with a call for the client ended for the call. */
export const decodeFinishReason = (word: string, calls: boolean): FinishReason => {
  const meaning = kindOfFinish(word)
  const kind = meaning === "stop" && calls ? "tool-calls" : meaning
  return words[kind][0] === word ? { kind } : { kind, raw: { format: id, value: word } }
}

/** What a gateway says of why a choice failed: the reason in its own vendor's word. */
export const failureReason = ({
  finish_reason: word,
  native_finish_reason: native
}: JsonObject): BlockReason | undefined =>
  word === "error" && typeof native === "string" ? { message: native } : undefined

/**
 * The word for each reason, and the rule of the note where it says less. What paused is not whole: its vendor wants it back
 * and goes on; nor is what its vendor gave up.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons `pause_turn` (read 2026-11)
 * @see https://developers.openai.com/api/reference/python/resources/chat its `finish_reason`, and `Choice` of `openai` 7.55 (read 2026-11)
 */
const words: Readonly<Record<Kind, readonly [word: string, rule?: RuleKey]>> = {
  stop: ["stop"],
  "stop-sequence": ["stop", "finish-reason/word"],
  length: ["length"],
  context: ["length", "finish-reason/word"],
  "tool-calls": ["tool_calls"],
  blocked: ["content_filter"],
  refusal: ["content_filter", "finish-reason/word"],
  pause: ["length", "finish-reason"],
  malformed: ["length", "finish-reason"],
  compaction: ["stop", "finish-reason/word"],
  other: ["stop", "finish-reason"]
}

/**
 * The word for a reason, and the rule of the note where it says less. `calls`: whether there are any; `legacy`: in the
 * old spelling. What refuses in the model's own words ends as any other answer: `message.refusal` says it.
 *
 * @see https://platform.openai.com/docs/guides/structured-outputs/refusals (read 2026-11); `parse` of `openai` 7.57 throws for `content_filter`
 */
export const encodeFinishReason = (
  { kind, raw, sequence }: FinishReason,
  parts: readonly ContentPart[],
  calls: boolean,
  legacy: boolean
): readonly [word: string, rule: RuleKey | undefined] => {
  if (raw?.format === id) return [raw.value, undefined]
  if (sequence !== undefined) return ["stop", "unsupported"]
  if (kind === "refusal" && refusalIn(parts) !== "") return ["stop", undefined]
  const told = toldKind(kind, calls)
  const [word] = words[told]
  if (isVagueBlock(kind, raw)) return [word, "finish-reason"]
  return [told === "tool-calls" && calls && legacy ? "function_call" : word, words[kind][1]]
}

/** What a count is of: a bucket, or a view of one that stands in `by` under a name with a dot. */
type Of = "cacheRead" | "cacheWrite" | "reasoning" | `${"input" | "output"}.${string}`

/**
 * The objects of the details, and what each member counts; of several that count the same the first wins and is
 * written.
 *
 * @see `CompletionUsage` of `openai` 7.55 (read 2026-11)
 */
const details: readonly (readonly [name: string, members: ReadonlyMap<string, Of>])[] = [
  [
    "prompt_tokens_details",
    new Map<string, Of>([
      ["cached_tokens", "cacheRead"],
      ["cache_write_tokens", "cacheWrite"],
      ["audio_tokens", "input.audio"],
      ["image_tokens", "input.image"],
      ["text_tokens", "input.text"],
      ["cache_creation_tokens", "cacheWrite"],
      ["cache_creation_input_tokens", "cacheWrite"]
    ])
  ],
  [
    "completion_tokens_details",
    new Map<string, Of>([
      ["reasoning_tokens", "reasoning"],
      ["audio_tokens", "output.audio"],
      ["text_tokens", "output.text"],
      ["image_tokens", "output.image"],
      ["accepted_prediction_tokens", "output.accepted-prediction"],
      ["rejected_prediction_tokens", "output.rejected-prediction"]
    ])
  ]
]

/** Members beside the details that count what one of them does. */
const beside: readonly (readonly [key: string, of: Of])[] = [
  ["prompt_cache_hit_tokens", "cacheRead"],
  ["cached_tokens", "cacheRead"],
  ["cache_read_input_tokens", "cacheRead"],
  ["cache_creation_input_tokens", "cacheWrite"]
]

/** Token counts in disjoint buckets. Undefined where there are none. */
export const decodeUsage = (value: Json | undefined, at: JsonPointer = "/usage"): TokenUsage | undefined => {
  if (!isObject(value)) return undefined
  const usage: MutableDraft<TokenUsage> = {}
  const by = new Map<string, number>()
  const places = new Map<string, JsonPointer>()
  const add = (object: JsonObject, key: string, of: Of, path: JsonPointer): void => {
    const tokens = tokenCount(object[key])
    if (tokens === undefined || places.has(of)) return
    places.set(of, childPointer(path, key))
    if (isBucket(of)) usage[of] = tokens
    else by.set(of, tokens)
  }
  let inner: ReturnType<typeof innerOf>
  for (const [name, members] of details) {
    const inside = value[name]
    if (!isObject(inside)) continue
    for (const [key, of] of members) add(inside, key, of, `/${name}`)
    inner = innerOf(inner, inside, members, `/${name}`)
  }
  for (const [key, of] of beside) add(value, key, of, "")
  if (by.size > 0) usage.by = by
  settle(usage, value)
  setDefined(usage, "native", nativeOf(restWithTotal(value, usage), inner))
  return { ...usage, at, places }
}

/**
 * Cached and written tokens are part of `prompt_tokens`, unless they are more; reasoning is part of all output and
 * never more.
 */
const settle = (usage: MutableDraft<TokenUsage>, value: JsonObject): void => {
  const { cacheRead = 0, cacheWrite = 0, reasoning = 0 } = usage
  const prompt = tokenCount(value["prompt_tokens"])
  const output = outputIn(value, prompt)
  const cached = cacheRead + cacheWrite
  if (prompt !== undefined) usage.input = cached > prompt ? prompt : prompt - cached
  const isThoughtAlone = value["completion_tokens"] === undefined && output === reasoning
  if (output === undefined || isThoughtAlone) return
  if (reasoning > output) usage.reasoning = output
  usage.text = Math.max(0, output - reasoning)
}

/** All output: `completion_tokens`, or the rest of the total, which may count more of what was thought. */
const outputIn = (value: JsonObject, prompt: number | undefined): number | undefined => {
  const completion = tokenCount(value["completion_tokens"])
  const rest = prompt === undefined ? 0 : (tokenCount(value["total_tokens"]) ?? 0) - prompt
  return rest > 0 ? Math.max(rest, completion ?? 0) : completion
}

const isBucket = (of: Of): of is "cacheRead" | "cacheWrite" | "reasoning" => !of.includes(".")

/** Unknown members; the total too, where it is not the sum. */
const restWithTotal = (value: JsonObject, usage: TokenUsage): ReadonlyMap<string, JsonText> | undefined => {
  const rest = restOf(value, answerMembers.usage, true)
  const total = tokenCount(value["total_tokens"])
  if (total === undefined || total === (promptTokens(usage) ?? 0) + (outputTokens(usage) ?? 0)) return rest
  return new Map([...(rest ?? []), ["total_tokens", JsonText.member(value, "total_tokens")]])
}

/** Token counts as this format says them. What is not known is left out. */
export const encodeUsage = (usage: TokenUsage): JsonObjectBuilder => {
  const prompt = promptTokens(usage)
  const completion = outputTokens(usage)
  const out: JsonObjectBuilder = {
    prompt_tokens: usage.input === undefined ? undefined : prompt,
    completion_tokens: usage.text === undefined ? undefined : completion,
    total_tokens: prompt === undefined && completion === undefined ? undefined : (prompt ?? 0) + (completion ?? 0)
  }
  for (const [name, members] of details) {
    const counts = new Map<Of, readonly [string, number]>()
    for (const [key, of] of members) {
      const tokens = isBucket(of) ? usage[of] : usage.by?.get(of)
      if (tokens !== undefined && !counts.has(of)) counts.set(of, [key, tokens])
    }
    if (counts.size > 0) out[name] = Object.fromEntries(counts.values())
  }
  return restoreOwn(out, usage)
}

const views: ReadonlySet<string> = new Set(details.flatMap(([, members]) => [...members.values()]))

/** The counts that have no place here, by name. */
export const lostCounts = (usage: TokenUsage): readonly string[] => [
  ...[...(usage.by?.keys() ?? [])].filter((name) => !views.has(name)),
  ...(["cacheWriteHour", "toolPrompt"] as const).filter((name) => usage[name] !== undefined)
]

/** The error that came inside a success: the object that says it, or what holds that object. */
export const readError = (error: JsonObject): GatewayError => failureIn(errorWording, error)
