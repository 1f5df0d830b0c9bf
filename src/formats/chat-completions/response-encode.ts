import { lostCountRule } from "../../core/tokens/usage.ts"
import { isClientCall, lacksInput } from "../../core/chat/tool-calls.ts"
import type { BlockReason, ChatCandidate, MediaPart, ContentPart, ChatResponse } from "../../core/chat/chat.ts"
import { finishOf, isThought } from "../../core/chat/codec.ts"
import type { PartAt } from "../../core/chat/carried-calls.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import { JsonText, type JsonTemplate, type JsonObjectBuilder } from "../../core/json/json.ts"
import { nearestOf, type NoteSink, type TranslationNote, type Translated } from "../../core/notes/note.ts"
import { isOrdered, encodeOpaque } from "./opaque.ts"
import { detailText, textsOfType } from "./places.ts"
import { encodeFinishReason, lostCounts, encodeUsage } from "./response-end.ts"
import { encodeLogprobs } from "../openai/logprobs.ts"
import { listedOwn, restoreOwn } from "./context.ts"
import { type RuleKey, noteEnd, noteLeftovers, note } from "./rules.ts"
import { encodeCitations } from "./citations.ts"
import {
  callEntry,
  signatureOf,
  wholeInput,
  type EncodedCall,
  callId,
  isCustomCall,
  noteCall,
  noteInput
} from "./tool-calls.ts"
import { encodePicture, isPicture } from "./media.ts"
import { thinkingIn } from "./response-decode.ts"

/** A whole answer that is being written. */
interface Answer extends EncodedCall {
  readonly id: string
}

/** A whole answer as this format's body. */
export const encodeResponse = (
  response: ChatResponse,
  preferences: ReplyPreferences,
  defaults: ResponseDefaults
): Translated<JsonText> => {
  const { id = defaults.id, created = defaults.created, model = defaults.model, usage, tier } = response
  const to: Answer = { preferences, id, notes: [] }
  const candidates = response.candidates.length > 0 ? response.candidates : [blockedChoice(response, to)]
  const out: JsonObjectBuilder = {
    id,
    object: "chat.completion",
    created,
    model,
    choices: candidates.map((candidate) => writeChoice(candidate, to)),
    usage: usage && encodeUsage(usage),
    service_tier: tier
  }
  if (usage !== undefined) noteUsage(usage, to)
  noteHead(response, to)
  return { value: JsonText.tree(restoreOwn(out, response)), notes: to.notes.map(answeredHead) }
}

/** An answer is never refused: what a request would be refused for is dropped. */
export const answeredHead = (note: TranslationNote): TranslationNote =>
  note.kind === "refused" ? { ...note, kind: "dropped" } : note

/** Notes what the format does not say of an answer besides its candidates. */
export const noteHead = (response: Omit<ChatResponse, "candidates" | "usage">, to: NoteSink): void => {
  for (const { kind, at } of response.refs ?? [])
    note(to, kind === "container" ? kind : "held-elsewhere", at ?? response)
  noteLeftovers(to, response)
}

/** Notes the counts that have no place of their own. */
export const noteUsage = (usage: NonNullable<ChatResponse["usage"]>, to: NoteSink): void => {
  for (const name of lostCounts(usage)) note(to, lostCountRule(usage, name), usage, name)
  noteLeftovers(to, usage)
}

/** A prompt that was blocked has no candidate; the format needs one. */
export const blockedChoice = (
  response: Pick<ChatResponse, "block" | "at">,
  to: NoteSink
): Required<Pick<ChatCandidate, "index" | "parts" | "finish">> => {
  note(to, "required-member/choice", response)
  noteBlock(response.block, to)
  return { index: 0, parts: [], finish: { kind: "blocked" } }
}

/** Notes what is known of why something was withheld. */
export const noteBlock = (block: BlockReason | undefined, to: NoteSink): void => {
  if (block === undefined) return
  for (const field of blockFields) if (block[field] !== undefined) note(to, "unsupported", block, field)
}

const blockFields = ["category", "message", "ratings"] as const

const writeChoice = (candidate: ChatCandidate, to: Answer): JsonTemplate => {
  const { index, parts, finish, block, logprobs } = candidate
  const out: JsonObjectBuilder = {
    index,
    message: writeMessage(candidate, to),
    logprobs: logprobs ? encodeLogprobs(logprobs) : null
  }
  const [word, rule] = encodeFinishReason(
    finishOf(candidate, (at) => note(to, "finish-unsaid", at)),
    parts,
    parts.some(isClientCall),
    to.preferences.legacyTools
  )
  out["finish_reason"] = word
  const place = finish?.sequence === undefined ? "finish" : "sequence"
  if (rule !== undefined) noteEnd(to, rule, nearestOf(candidate, place), finish)
  noteBlock(block, to)
  noteLeftovers(to, candidate)
  return restoreOwn(out, candidate)
}

const writeMessage = (candidate: ChatCandidate, to: Answer): JsonObjectBuilder => {
  const parts = candidate.parts.filter((part) => keepsPart(part, to))
  const texts = textsOfType(parts, "text")
  const thought = textsOfType(parts, "reasoning").join("")
  const before = to.preferences.thinking === "content" && thought !== "" ? thinkingIn(thought) : ""
  const field = to.preferences.thinking === "field"
  const out: JsonObjectBuilder = {
    role: "assistant",
    content: texts.length > 0 || before !== "" ? before + texts.join("") : null,
    refusal: textsOfType(parts, "refusal").join("") || null,
    reasoning_content: (field && thought) || undefined,
    reasoning_details: listedOwn(encodeOpaque(parts, "joined", field && isOrdered(parts))),
    annotations: listedOwn(encodeCitations(candidate, parts, before.length, to)),
    audio: audioIn(parts.filter(isSound), to),
    images: listedOwn(parts.flatMap((part) => (part.type === "media" && encodePicture(part)) || []))
  }
  writeCalls(out, parts, to)
  for (const part of parts) noteLeftovers(to, part)
  noteOrder(parts, to)
  return out
}
/** Whether a part has a place in an answer; a note where it has not. */
export const keepsPart = (part: ContentPart, to: NoteSink): boolean => {
  const loss = lossOf(part)
  if (loss !== undefined) note(to, loss, part)
  else if (part.type === "media")
    for (const field of unsaidOf(part)) if (part[field] !== undefined) note(to, "media-detail", part, field)
  return loss === undefined
}

const lossOf = (part: ContentPart): RuleKey | undefined => {
  switch (part.type) {
    case "text":
    case "refusal":
      return undefined
    case "reasoning":
      return detailText(part) === undefined && (part.opaque ?? []).length === 0 ? "empty-part/thinking" : undefined
    case "media":
      return !isThought(part) && (isSound(part) || isPicture(part)) ? undefined : "answer-media"
    case "tool-call":
      return part.runBy === "client" ? undefined : "provider-call"
    case "tool-result":
      return "provider-call"
    case "search-result":
    case "tool-change":
    case "compaction":
    case "unknown":
      return "unknown-part"
  }
}

/** A sound whose bytes are there. */
interface Sound extends MediaPart {
  readonly source: Extract<MediaPart["source"], { readonly kind: "base64" }>
}

const isSound = (part: ContentPart): part is Sound =>
  part.type === "media" && part.media === "audio" && part.source.kind === "base64"

/** What an answer cannot say of a picture, by its bytes or by its URL, or of a sound. */
const unsaidOf = ({ media, source }: MediaPart) =>
  media !== "image" ? ofSound : source.kind === "url" ? ofLink : ofPicture

const options = ["name", "title", "context", "cite", "detail", "clip"] as const
const ofPicture = [...options, "transcript", "expires", "id"] as const
const ofLink = [...ofPicture, "mime"] as const
const ofSound = [...options, "mime"] as const

/** The sound of an answer, which has place for one. */
const audioIn = ([audio, ...more]: readonly Sound[], to: NoteSink): JsonTemplate => {
  for (const sound of more) note(to, "answer-media", sound)
  if (audio === undefined) return undefined
  const { id = "", source, expires = 0, transcript = "" } = audio
  return { id, data: source.data, expires_at: expires, transcript }
}

/** Writes calls: the first one in the old spelling where that was asked for. */
const writeCalls = (out: JsonObjectBuilder, parts: readonly ContentPart[], to: Answer): void => {
  const { preferences, id } = to
  const partAt: PartAt = (part) => parts[part]
  const calls: JsonTemplate[] = []
  parts.forEach((call, part) => {
    if (call.type !== "tool-call") return
    const custom = isCustomCall(call, preferences)
    const input = wholeInput(call.input, custom)
    const text = lacksInput(call) ? "{}" : input
    noteCall(call, to)
    noteInput(call, !lacksInput(call), to)
    if (preferences.legacyTools && out["function_call"] === undefined) {
      out["function_call"] = { name: call.name, arguments: text }
      return
    }
    if (preferences.legacyTools && calls.length === 0) note(to, "legacy-calls", call)
    const name = callId(call, { answer: id, index: calls.length, part, partAt })
    calls.push(restoreOwn(callEntry(name, call.name, custom, text, signatureOf(call)), call))
  })
  out["tool_calls"] = listedOwn(calls)
}

/** The place of each kind in a message; reasoning has a carrier that says its place. */
const ranks: Partial<Record<ContentPart["type"], number>> = { text: 0, refusal: 1, media: 3, "tool-call": 4 }

/** Notes the parts of an answer that the format moves: it says texts, refusals, sounds, pictures and calls in that order. */
export const noteOrder = (parts: readonly ContentPart[], to: NoteSink): void => {
  let highest = 0
  let before: ContentPart | undefined
  let texts = 0
  for (const part of parts) {
    const rank = isSound(part) ? 2 : ranks[part.type]
    const apart = part.type === "text" && before?.type === "reasoning" && texts > 0
    if (part.type === "text") texts++
    if ((rank !== undefined && rank < highest) || apart) note(to, "part-order", part)
    if (rank !== undefined) highest = Math.max(highest, rank)
    before = part
  }
  const refusals = parts.filter((part) => part.type === "refusal")
  for (const part of refusals) if (part.text === "") note(to, "empty-part", part)
  for (const part of refusals.slice(1)) note(to, "part-order/refusals", part)
}
