import { isObject, type Json, type JsonObject, JsonText, type Tree } from "../../words/json/json.ts"
import { outputTokens, promptTokens, type Usage } from "../../words/tokens/usage.ts"
import type { Draft } from "../../words/draft.ts"
import { innerOf, nativeOf, ownNative, restOf, restore } from "./native.ts"
import type { Out } from "../../words/out.ts"
import { below, type Pointer } from "../../words/json/pointer.ts"
import { answer } from "./wire.ts"

/** What a count is of: a bucket, or a view of one that stands in `by` under a name with a dot. */
type Of = "cacheRead" | "cacheWrite" | "reasoning" | `${"input" | "output"}.${string}`

/** The members of the details and what each counts; of several that count the same the first is written. */
const details = {
  prompt_tokens_details: new Map<string, Of>([
    ["cached_tokens", "cacheRead"],
    ["cache_write_tokens", "cacheWrite"],
    ["audio_tokens", "input.audio"],
    ["image_tokens", "input.image"],
    ["text_tokens", "input.text"],
    ["cache_creation_tokens", "cacheWrite"],
    ["cache_creation_input_tokens", "cacheWrite"]
  ]),
  completion_tokens_details: new Map<string, Of>([
    ["reasoning_tokens", "reasoning"],
    ["audio_tokens", "output.audio"],
    ["text_tokens", "output.text"],
    ["image_tokens", "output.image"],
    ["accepted_prediction_tokens", "output.accepted-prediction"],
    ["rejected_prediction_tokens", "output.rejected-prediction"]
  ])
} as const

const groups = ["prompt_tokens_details", "completion_tokens_details"] as const

/** Out beside the details that count the same; those in the details win. */
const beside = new Map<string, Of>([
  ["prompt_cache_hit_tokens", "cacheRead"],
  ["cached_tokens", "cacheRead"]
])

const count = (value: Json | undefined): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined

/**
 * Token counts in disjoint buckets. Cached and written tokens are part of `prompt_tokens`; reasoning is part of all
 * output and never more. Undefined where there are none.
 */
export const readUsage = (value: Json | undefined, at: Pointer = "/usage"): Usage | undefined => {
  if (!isObject(value)) return undefined
  const tally: Tally = { counts: new Map(), places: new Map() }
  let inner: ReturnType<typeof innerOf>
  for (const group of groups) {
    const inside = value[group]
    if (!isObject(inside)) continue
    add(tally, inside, details[group], `/${group}`)
    inner = innerOf(inner, inside, details[group], `/${group}`)
  }
  add(tally, value, beside, "")
  const usage = bucketsOf(value, tally.counts)
  const native = nativeOf(restWithTotal(value, usage), inner)
  const placed = { ...usage, at, places: tally.places }
  return native === undefined ? placed : { ...placed, native }
}

/** Counts, and where each stood. */
interface Tally {
  readonly counts: Map<Of, number>
  readonly places: Map<string, Pointer>
}

const add = ({ counts, places }: Tally, object: JsonObject, members: ReadonlyMap<string, Of>, at: Pointer): void => {
  for (const [key, of] of members) {
    const value = count(object[key])
    if (value === undefined || counts.has(of)) continue
    counts.set(of, value)
    places.set(of, below(at, key))
  }
}

const bucketsOf = (value: JsonObject, counts: ReadonlyMap<Of, number>): Usage => {
  const usage: Draft<Usage> = {}
  const by = new Map<string, number>()
  for (const [of, tokens] of counts) {
    if (isBucket(of)) usage[of] = tokens
    else by.set(of, tokens)
  }
  if (by.size > 0) usage.by = by
  const { cacheRead = 0, cacheWrite = 0, reasoning = 0 } = usage
  const prompt = count(value["prompt_tokens"])
  if (prompt !== undefined) usage.input = Math.max(0, prompt - cacheRead - cacheWrite)
  const output = outputIn(value, prompt)
  if (output === undefined) return usage
  if (reasoning > output) usage.reasoning = output
  usage.text = Math.max(0, output - reasoning)
  return usage
}

/** All output: `completion_tokens`, or more where only the total counts what was thought; without it the rest of the total. */
const outputIn = (value: JsonObject, prompt: number | undefined): number | undefined => {
  const total = count(value["total_tokens"])
  const rest = prompt === undefined || total === undefined ? undefined : total - prompt
  const told = count(value["completion_tokens"]) ?? rest
  return told === undefined ? undefined : Math.max(0, told, rest ?? 0)
}

const isBucket = (of: Of): of is "cacheRead" | "cacheWrite" | "reasoning" => !of.includes(".")

/** Unknown members; the total too, where it is not the sum. */
const restWithTotal = (value: JsonObject, usage: Usage): ReadonlyMap<string, JsonText> | undefined => {
  const rest = restOf(value, answer.usage, true)
  const total = count(value["total_tokens"])
  if (total === undefined || total === (promptTokens(usage) ?? 0) + (outputTokens(usage) ?? 0)) return rest
  return new Map([...(rest ?? []), ["total_tokens", JsonText.member(value, "total_tokens")]])
}

/** Token counts as this format says them. What is not known is left out. */
export const writeUsage = (usage: Usage): Out => {
  const prompt = promptTokens(usage)
  const completion = outputTokens(usage)
  const out: Out = {
    prompt_tokens: usage.input === undefined ? undefined : prompt,
    completion_tokens: usage.text === undefined ? undefined : completion
  }
  if (prompt !== undefined || completion !== undefined) out["total_tokens"] = (prompt ?? 0) + (completion ?? 0)
  for (const group of groups) {
    const told = new Map<Of, readonly [string, Tree]>()
    for (const [key, of] of details[group]) {
      const tokens = isBucket(of) ? usage[of] : usage.by?.get(of)
      if (tokens !== undefined && !told.has(of)) told.set(of, [key, tokens])
    }
    if (told.size > 0) out[group] = Object.fromEntries(told.values())
  }
  return ownNative(usage) === undefined ? out : restore(out, usage)
}

const views: ReadonlySet<string> = new Set(groups.flatMap((group) => [...details[group].values()]))

/** The counts that have no place here, by name. */
export const untold = (usage: Usage): readonly string[] => [
  ...[...(usage.by?.keys() ?? [])].filter((name) => !views.has(name)),
  ...(usage.cacheWriteHour === undefined ? [] : ["cacheWriteHour"]),
  ...(usage.toolPrompt === undefined ? [] : ["toolPrompt"])
]
