import {
  refusalIn,
  withRefusal,
  type BlockReason,
  type ChatCandidate,
  type ChatResponse,
  type ContentPart,
  type FinishReason
} from "../../core/chat/chat.ts"
import { type ReplyEncodeContext, saysError } from "../../core/chat/codec.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  isObject,
  type Json,
  type JsonTemplate,
  type JsonObject,
  isArray
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { nearestOf } from "../../core/notes/note.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { placesIn } from "../../core/reading/member-row.ts"
import { noteEnd, noteField, inAnswer, restore } from "./context.ts"
import { id, memberOf, errorWording } from "./wire.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { tokenCount, type TokenUsage } from "../../core/tokens/usage.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { failureIn } from "../../core/errors/failure.ts"

type Kind = FinishReason["kind"]

/**
 * Every finish reason and what it means; the first of a kind is the one that is written.
 *
 * @see `FinishReason` of `@google/genai` 3.3 (read 2026-11)
 * @see https://cloud.google.com/dotnet/docs/reference/Google.Cloud.AIPlatform.V1/latest/Google.Cloud.AIPlatform.V1.Candidate.Types.FinishReason of Vertex AI (read 2026-11)
 */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["STOP", "stop"],
  ["MAX_TOKENS", "length"],
  ["SAFETY", "blocked"],
  ["RECITATION", "blocked"],
  ["BLOCKLIST", "blocked"],
  ["PROHIBITED_CONTENT", "blocked"],
  ["SPII", "blocked"],
  ["IMAGE_SAFETY", "blocked"],
  ["IMAGE_PROHIBITED_CONTENT", "blocked"],
  ["IMAGE_RECITATION", "blocked"],
  ["LANGUAGE", "blocked"],
  ["MODEL_ARMOR", "blocked"],
  ["ESCALATION", "blocked"],
  ["PUP_LIMITED_DISABLED", "blocked"],
  ["CONTINUATION", "length"],
  ["MALFORMED_FUNCTION_CALL", "malformed"],
  ["UNEXPECTED_TOOL_CALL", "malformed"],
  ["TOO_MANY_TOOL_CALLS", "malformed"],
  ["MALFORMED_RESPONSE", "malformed"],
  ["MISSING_THOUGHT_SIGNATURE", "malformed"],
  ["NO_IMAGE", "malformed"],
  ["IMAGE_OTHER", "malformed"],
  ["OTHER", "malformed"]
])

/**
 * The reasons by their numbers, which the vendor's cloud says in place of words where it is asked to.
 *
 * @see https://docs.cloud.google.com/java/docs/reference/google-cloud-vertexai/latest/com.google.cloud.vertexai.api.Candidate.FinishReason (read 2026-11)
 */
const numbered = [
  undefined,
  "STOP",
  "MAX_TOKENS",
  "SAFETY",
  "RECITATION",
  "OTHER",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "MALFORMED_FUNCTION_CALL",
  "MODEL_ARMOR"
] as const

/** The reason that a candidate gives; undefined where it gives none. */
export const finishWord = (value: Json | undefined): string | undefined =>
  typeof value === "number" ? numbered[value] : typeof value === "string" ? value : undefined

/** The word for no reason: "Default value. This value is unused." */
const unspecified = "FINISH_REASON_UNSPECIFIED"

/** Reasons that their kind alone gives back. */
const exact: ReadonlySet<string> = new Set(["STOP", "MAX_TOKENS", "SAFETY"])

/** What a finish reason means. There is none for calls: an answer that stopped with one for the client ended for it. */
export const decodeFinishReason = (word: string, calls: boolean): FinishReason => {
  const kind = kinds.get(word) ?? "other"
  if (kind === "stop" && calls) return { kind: "tool-calls" }
  if (exact.has(word)) return { kind }
  const raw = { format: id, value: word }
  return word === unspecified ? { kind, raw, doubt: "unsaid" } : { kind, raw }
}

/** The reason that is written for each kind. */
const reasons: Readonly<Record<Kind, string>> = {
  stop: "STOP",
  "tool-calls": "STOP",
  length: "MAX_TOKENS",
  blocked: "SAFETY",
  malformed: "MALFORMED_FUNCTION_CALL",
  other: "OTHER",
  context: "MAX_TOKENS",
  refusal: "SAFETY",
  "stop-sequence": "STOP",
  pause: "MAX_TOKENS",
  compaction: "STOP"
}

/** Kinds that no reason says. */
const unsaid: ReadonlySet<Kind> = new Set<Kind>(["context", "refusal", "stop-sequence", "pause", "compaction", "other"])

/** The finish reason for a finish, and whether it says what the finish does. */
export const encodeFinishReason = ({ kind, raw }: FinishReason): { readonly reason: string; readonly exact: boolean } =>
  raw?.format === id ? { reason: raw.value, exact: true } : { reason: reasons[kind], exact: !unsaid.has(kind) }

/** Reasons for which this vendor says that it blocked a prompt. */
const blockReasons: ReadonlySet<string> = new Set([
  "SAFETY",
  "OTHER",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "IMAGE_SAFETY",
  "MODEL_ARMOR",
  "JAILBREAK"
])

/** Why the prompt was blocked. */
export const encodePromptBlock = (block: ChatResponse["block"]): JsonTemplate =>
  block === undefined
    ? undefined
    : {
        blockReason: blockReasons.has(block.category ?? "") ? block.category : "OTHER",
        blockReasonMessage: block.message,
        safetyRatings: block.ratings
      }

type Ended = Pick<ChatCandidate, "finish" | "block" | "native" | "at" | "places">

/** How a candidate ended, and why something of it was withheld. */
export const encodeFinish = (to: ReplyEncodeContext, candidate: Ended): JsonObjectBuilder => {
  const { finish, block } = candidate
  const ended = finish === undefined ? undefined : encodeFinishReason(finish)
  if (ended?.exact === false) {
    noteEnd(to, "finish-reason", nearestOf(candidate, finish?.sequence === undefined ? "finish" : "sequence"), finish)
  }
  if (block?.category !== undefined) noteField(to, "unsupported", block, "category")
  return { finishReason: ended?.reason, finishMessage: block?.message, safetyRatings: block?.ratings ?? [] }
}

/** What cuts an answer off, and a call with it. */
const cutting: ReadonlySet<Kind | undefined> = new Set<Kind>(["length", "context", "blocked", "refusal"])

/** How an answer ended whose calls were not whole, or that refused in its own words: these are why it stopped. */
export const honestFinish = <A extends Ended>(ended: A, broken: boolean, parts: readonly ContentPart[]): A => {
  if (broken && !cutting.has(ended.finish?.kind)) return { ...ended, finish: { kind: "malformed" } }
  return withRefusal(ended, refusalIn(parts))
}

/** Where fields stand whose member has another name: of a blocked prompt. */
const feedbackPlaces: ReadonlyMap<string, JsonPointer> = new Map([
  ["category", "/blockReason"],
  ["message", "/blockReasonMessage"],
  ["ratings", "/safetyRatings"]
])

/** Why the prompt was blocked; ratings of one that was not are kept as they are. */
export const decodePromptBlock = (answer: ObjectReader): BlockReason | undefined => {
  const feedback = answer.inside("promptFeedback")
  const category = feedback?.string("blockReason")
  if (feedback === undefined || category === undefined) return undefined
  const block: MutableDraft<BlockReason> = {
    at: feedback.at,
    category,
    places: placesIn(feedback, feedbackPlaces)
  }
  setDefined(block, "message", feedback.string("blockReasonMessage"))
  setDefined(block, "ratings", feedback.json("safetyRatings"))
  return block
}

/** Views by modality: the member, and how the names of its views begin. */
const views = [
  ["promptTokensDetails", "input."],
  ["cacheTokensDetails", "cache."],
  ["candidatesTokensDetails", "output."],
  ["toolUsePromptTokensDetails", "tool."]
] as const

const toolPlaces: ReadonlyMap<string, JsonPointer> = new Map([["toolPrompt", "/toolUsePromptTokenCount"]])

/** The usage of an answer, or beside an error. */
export const usageIn = (body: Json): TokenUsage | undefined => {
  const usage = isObject(body) ? memberOf(body, "usageMetadata") : undefined
  return isObject(usage) ? decodeUsage(usage, "/usageMetadata") : undefined
}

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

/** The error that came inside a success, with the counts beside it; undefined where there is none. */
export const frameError = (body: Json): GatewayError | undefined => {
  const first = isArray(body) ? body[0] : body
  if (!isObject(first) || !saysError(first["error"])) return undefined
  return failureIn(errorWording, first).with({ usage: usageIn(first) })
}
