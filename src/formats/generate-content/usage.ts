import { placesIn } from "../../core/reading/member-row.ts"
import { inAnswer, restore } from "./context.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { type MutableDraft, setDefined, type JsonObjectBuilder, type JsonObject } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { tokenCount, type TokenUsage } from "../../core/tokens/usage.ts"

/** Views by modality: the member, and how the names of its views begin. */
const views = [
  ["promptTokensDetails", "input."],
  ["cacheTokensDetails", "cache."],
  ["candidatesTokensDetails", "output."],
  ["toolUsePromptTokensDetails", "tool."]
] as const

const toolPlaces: ReadonlyMap<string, JsonPointer> = new Map([["toolPrompt", "/toolUsePromptTokenCount"]])

/**
 * Reads usage. The prompt counts cached tokens; the candidates count no thoughts. A zero may be left out: the total
 * tells.
 *
 * @see `GenerateContentResponseUsageMetadata` of `@google/genai` 3.1 (read 2026-11)
 */
export const decodeUsage = (object: JsonObject, at: string): TokenUsage => {
  const from = new ObjectReader(new IssueReader(), object, at, inAnswer)
  const usage: MutableDraft<TokenUsage> = {}
  const prompt = tokenCount(from.value("promptTokenCount"))
  const cached = tokenCount(from.value("cachedContentTokenCount"))
  const total = tokenCount(from.value("totalTokenCount"))
  setDefined(usage, "cacheRead", cached)
  if (prompt !== undefined) usage.input = Math.max(0, prompt - (cached ?? 0))
  setDefined(usage, "toolPrompt", tokenCount(from.value("toolUsePromptTokenCount")))
  setDefined(usage, "reasoning", tokenCount(from.value("thoughtsTokenCount")))
  const others = (prompt ?? 0) + (usage.toolPrompt ?? 0) + (usage.reasoning ?? 0)
  const rest = total === undefined || prompt === undefined ? undefined : Math.max(0, total - others)
  setDefined(usage, "text", tokenCount(from.value("candidatesTokenCount")) ?? rest)
  usage.at = at
  usage.places = placesIn(from, toolPlaces)
  readViews(usage, from, at)
  return from.attachUnknown(usage)
}

const readViews = (usage: MutableDraft<TokenUsage>, from: ObjectReader, at: JsonPointer): void => {
  const by = new Map<string, number>()
  const places = new Map(usage.places)
  for (const [member, prefix] of views) {
    for (const item of from.items(member) ?? []) {
      const modality = item.string("modality")
      if (modality === undefined) continue
      const view = prefix + modality.toLowerCase()
      by.set(view, tokenCount(item.value("tokenCount")) ?? 0)
      places.set(view, item.at.slice(at.length))
    }
  }
  if (by.size === 0) return
  usage.by = by
  usage.places = places
}

/** Usage as the wire says it: counts that are not known are left out. */
export const encodeUsage = (usage: TokenUsage): JsonObjectBuilder => {
  const { input, cacheRead, cacheWrite, toolPrompt, text, reasoning } = usage
  const prompt = input === undefined ? undefined : input + (cacheRead ?? 0) + (cacheWrite ?? 0)
  const out: JsonObjectBuilder = {
    promptTokenCount: prompt,
    cachedContentTokenCount: cacheRead,
    candidatesTokenCount: text,
    thoughtsTokenCount: reasoning,
    toolUsePromptTokenCount: toolPrompt,
    totalTokenCount:
      prompt === undefined || text === undefined ? undefined : prompt + text + (reasoning ?? 0) + (toolPrompt ?? 0)
  }
  for (const [member, prefix] of views) {
    const counts = [...(usage.by ?? [])].filter(([view]) => isModality(view, prefix))
    if (counts.length > 0) out[member] = counts.map(([view, tokenCount]) => ({ modality: nameOf(view), tokenCount }))
  }
  return restore(out, usage)
}

/** What the vendor counts apart. */
const modalities: ReadonlySet<string> = new Set(["text", "image", "video", "audio", "document", "modality_unspecified"])

const isModality = (view: string, prefix: string): boolean =>
  view.startsWith(prefix) && modalities.has(view.slice(prefix.length))

const nameOf = (view: string): string => view.slice(view.indexOf(".") + 1).toUpperCase()

/** The counts of a usage that the wire has none for. */
export const lostCounts = ({ by, cacheWriteHour }: TokenUsage): readonly string[] => [
  ...(cacheWriteHour === undefined ? [] : ["cacheWriteHour"]),
  ...[...(by?.keys() ?? [])].filter((view) => !views.some(([, prefix]) => isModality(view, prefix)))
]
