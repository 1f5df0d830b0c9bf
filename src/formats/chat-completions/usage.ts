import { isObject, type Json, type JsonObject, JsonText, type Tree } from "../../words/json.ts"
import { outputTokens, promptTokens, type Usage } from "../../words/usage.ts"
import type { Draft } from "./draft.ts"
import { innerOf, type Members, nativeOf, ownNative, restOf, restore } from "./native.ts"
import { answer, id } from "./wire.ts"

const count = (value: Json | undefined): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined

/** Details that are views of a bucket: the member, and its name in `by`. */
const inputViews = [
  ["audio_tokens", "input.audio"],
  ["image_tokens", "input.image"],
  ["text_tokens", "input.text"]
] as const

const outputViews = [
  ["audio_tokens", "output.audio"],
  ["text_tokens", "output.text"],
  ["image_tokens", "output.image"],
  ["accepted_prediction_tokens", "output.accepted-prediction"],
  ["rejected_prediction_tokens", "output.rejected-prediction"]
] as const

const inputKeys = new Set([
  "cached_tokens",
  "cache_write_tokens",
  "cache_creation_tokens",
  "cache_creation_input_tokens",
  ...inputViews.map(([key]) => key)
])
const outputKeys = new Set(["reasoning_tokens", ...outputViews.map(([key]) => key)])

const empty: JsonObject = {}

/**
 * Token counts in disjoint buckets. Cached and written tokens are part of `prompt_tokens`; reasoning is part of
 * `completion_tokens`, except where only the total adds up without that. Undefined where there are none.
 */
export const readUsage = (value: Json | undefined): Usage | undefined => {
  if (!isObject(value)) return undefined
  const usage: Draft<Usage> = {}
  const by = new Map<string, number>()
  const input = isObject(value["prompt_tokens_details"]) ? value["prompt_tokens_details"] : empty
  const output = isObject(value["completion_tokens_details"]) ? value["completion_tokens_details"] : empty
  readInput(usage, value, input)
  readOutput(usage, value, output)
  for (const [key, name] of inputViews) setView(by, name, count(input[key]))
  for (const [key, name] of outputViews) setView(by, name, count(output[key]))
  if (by.size > 0) usage.by = by
  const native = nativeOf(
    restWithTotal(value, usage),
    innerOf(
      innerOf(undefined, input, inputKeys, "/prompt_tokens_details"),
      output,
      outputKeys,
      "/completion_tokens_details"
    )
  )
  if (native !== undefined) usage.native = native
  return usage
}

const setView = (by: Map<string, number>, name: string, value: number | undefined): void => {
  if (value !== undefined) by.set(name, value)
}

const readInput = (usage: Draft<Usage>, value: JsonObject, details: JsonObject): void => {
  const prompt = count(value["prompt_tokens"])
  const read =
    count(details["cached_tokens"]) ?? count(value["prompt_cache_hit_tokens"]) ?? count(value["cached_tokens"])
  const written =
    count(details["cache_write_tokens"]) ??
    count(details["cache_creation_tokens"]) ??
    count(details["cache_creation_input_tokens"])
  if (read !== undefined) usage.cacheRead = read
  if (written !== undefined) usage.cacheWrite = written
  if (prompt !== undefined) usage.input = Math.max(0, prompt - (read ?? 0) - (written ?? 0))
}

const readOutput = (usage: Draft<Usage>, value: JsonObject, details: JsonObject): void => {
  const completion = count(value["completion_tokens"])
  const reasoning = count(details["reasoning_tokens"])
  if (reasoning !== undefined) usage.reasoning = reasoning
  if (completion === undefined) return
  const thought = reasoning ?? 0
  const prompt = count(value["prompt_tokens"])
  const apart = thought > 0 && prompt !== undefined && count(value["total_tokens"]) === prompt + completion + thought
  usage.text = apart ? completion : Math.max(0, completion - thought)
}

/** Unknown members; the total too, where it is not the sum. */
const restWithTotal = (value: JsonObject, usage: Usage): ReadonlyMap<string, JsonText> | undefined => {
  const rest = restOf(value, answer.usage, true)
  const total = count(value["total_tokens"])
  if (total === undefined || total === (promptTokens(usage) ?? 0) + (outputTokens(usage) ?? 0)) return rest
  return new Map([...(rest ?? []), ["total_tokens", JsonText.member(value, "total_tokens")]])
}

/** Token counts as this format says them. What is not known is left out. */
export const writeUsage = (usage: Usage): Members => {
  const prompt = promptTokens(usage)
  const completion = outputTokens(usage)
  const out: Members = {
    prompt_tokens: usage.input === undefined ? undefined : prompt,
    completion_tokens: usage.text === undefined ? undefined : completion
  }
  if (prompt !== undefined || completion !== undefined) out["total_tokens"] = (prompt ?? 0) + (completion ?? 0)
  const input: Members = { cached_tokens: usage.cacheRead, cache_write_tokens: usage.cacheWrite }
  const output: Members = { reasoning_tokens: usage.reasoning }
  for (const [key, name] of inputViews) input[key] = usage.by?.get(name)
  for (const [key, name] of outputViews) output[key] = usage.by?.get(name)
  if (says(input)) out["prompt_tokens_details"] = input
  if (says(output)) out["completion_tokens_details"] = output
  return ownNative(usage) === undefined ? out : restore(out, usage)
}

const says = (members: { readonly [key: string]: Tree }): boolean =>
  Object.values(members).some((value) => value !== undefined)

const told: ReadonlySet<string> = new Set([...inputViews, ...outputViews].map(([, name]) => name))

/** The counts that have no place here, by name. */
export const untold = (usage: Usage): readonly string[] => [
  ...[...(usage.by?.keys() ?? [])].filter((name) => !told.has(name)),
  ...(usage.cacheWriteHour === undefined ? [] : ["cacheWriteHour"]),
  ...(usage.toolPrompt === undefined ? [] : ["toolPrompt"]),
  ...(usage.native === undefined || usage.native.format === id ? [] : [...(usage.native.rest?.keys() ?? [])])
]
