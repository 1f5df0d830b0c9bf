import type { BlockReason, ChatCandidate, ContentPart, ChatResponse } from "../../../core/chat/chat.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../../core/format.ts"
import { JsonText, type JsonTemplate } from "../../../core/json/json.ts"
import { nearestOf } from "../../../core/notes/note-writer.ts"
import type { Translated } from "../../../core/notes/note.ts"
import type { TokenUsage } from "../../../core/tokens/usage.ts"
import { inputOut } from "../blocks/encode.ts"
import { blockOut, hasCategory, reasonOf, withRefusal } from "../finish.ts"
import { consumed, isOwn, restore } from "../native.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { lostViews, usageOut } from "../usage.ts"
import { id } from "../wire.ts"
import { grounded } from "./grounding.ts"
import { partOut } from "./parts.ts"
import { note, noteField, noteLeftovers } from "../noting.ts"
import { type Telling } from "./telling.ts"

/** Writes a whole answer. It was paid for, so it is always written; what has no place leaves a note. */
export const encodeResponse = (
  response: ChatResponse,
  asked: ReplyPreferences,
  stamp: ResponseDefaults
): Translated<JsonText> => {
  const to: Telling = { asked, stamp, notes: [], partAt: (index) => parts[index] }
  const first = chosen(to, response)
  const candidate = honest(withRefusal(first, refusalOf(first)))
  const parts = grounded(to, candidate)
  const content = parts.flatMap((part, index) => partOut(to, part, index, candidate.finish))
  const end = endOut(to, response, candidate)
  tellUsage(to, response.usage)
  return { value: JsonText.tree(messageOut(to, response, content, end)), notes: to.notes }
}

/** The one answer that a message holds: the first. None is an answer that was blocked before it began. */
const chosen = (to: Telling, { candidates, block }: ChatResponse): ChatCandidate => {
  const first = candidates.find(({ index }) => index === 0) ?? candidates[0]
  for (const candidate of candidates) if (candidate !== first) note(to, "candidate", candidate.at)
  if (first !== undefined) {
    noteLeftovers(to, first)
    if (first.logprobs !== undefined) noteField(to, "logprobs", first, "logprobs")
    return first
  }
  if (block !== undefined) note(to, "block", block.at)
  return { index: 0, parts: [], finish: { kind: "blocked" }, ...(block === undefined ? {} : { block }) }
}

const refusalOf = ({ parts }: ChatCandidate): string =>
  parts.map((part) => (part.type === "refusal" ? part.text : "")).join("")

/** An answer whose calls were left out for what their input was did not end in calls. */
const honest = (candidate: ChatCandidate): ChatCandidate =>
  candidate.finish?.kind !== "length" && candidate.parts.some(isBroken)
    ? { ...candidate, finish: { kind: "malformed" } }
    : candidate

const isBroken = (part: ContentPart): boolean =>
  part.type === "tool-call" && part.runBy === "client" && inputOut(part) === undefined

/** A message with its content and its end: whole, or at the beginning of a stream with neither. */
export const messageOut = (
  to: Telling,
  response: Omit<ChatResponse, "candidates">,
  content: readonly JsonTemplate[],
  end: JsonObjectBuilder
): JsonObjectBuilder => {
  if (response.created !== undefined) noteField(to, "created", response, "created")
  noteLeftovers(to, response)
  const id = response.id ?? to.stamp.id
  const model = response.model ?? to.stamp.model
  const usage = usageOut(response.usage, tierOut(to, response))
  if (!isOwn(response)) usage["inference_geo"] = null
  return restore({ id, type: "message", role: "assistant", model, content, ...end, usage }, response)
}

/** How an answer ended, and what else is said of it at its end. */
export const endOut = (
  to: Telling,
  response: Pick<ChatResponse, "refs" | "native">,
  candidate: Pick<ChatCandidate, "finish" | "block" | "native" | "at" | "places">
): JsonObjectBuilder => {
  const { finish, block } = candidate
  const ended = finish === undefined ? undefined : reasonOf(finish)
  if (ended?.exact === false) note(to, "finish", nearestOf(candidate, "finish"))
  if (block !== undefined) noteBlock(to, block, isOwn(candidate))
  return restore(
    {
      stop_reason: ended?.reason ?? null,
      stop_sequence: finish?.sequence ?? null,
      stop_details: blockOut(block, isOwn(candidate)),
      container: containerOut(to, response)
    },
    candidate
  )
}

/** Notes what `stop_details` cannot say of why something was withheld. */
const noteBlock = (to: Telling, block: BlockReason, own: boolean): void => {
  if (block.category !== undefined && !hasCategory(block.category, own)) noteField(to, "unsupported", block, "category")
  if (block.ratings !== undefined) noteField(to, "unsupported", block, "ratings")
}

const containerOut = (to: Telling, response: Pick<ChatResponse, "refs" | "native">): JsonTemplate => {
  const held = consumed(response, "container")
  if (held === undefined) for (const { at } of response.refs ?? []) note(to, "container", at)
  return held ?? null
}

/** The service tiers that an answer may name. */
const tiers: ReadonlySet<string> = new Set(["standard", "priority", "batch"])

/** The service tier of an answer as its usage names it. */
const tierOut = (
  to: Telling,
  response: Pick<ChatResponse, "tier" | "native" | "at" | "places">
): string | undefined => {
  const { tier: said, native } = response
  const tier = said === "default" ? "standard" : said
  if (said === "standard") noteField(to, "tier-name", response, "tier")
  if (tier === undefined || tiers.has(tier) || native?.format === id) return tier
  noteField(to, "tier", response, "tier")
  return undefined
}

/** Notes what the endpoint's usage has no count for, and what it counts although it is not known. */
export const tellUsage = (to: Telling, usage: TokenUsage | undefined): void => {
  if (usage?.input === undefined || usage.text === undefined) note(to, "usage-unknown", usage?.at)
  if (usage === undefined) return
  noteLeftovers(to, usage)
  for (const view of lostViews(usage)) noteField(to, "usage-view", usage, view, view)
  if (usage.toolPrompt !== undefined) noteField(to, "usage-merged", usage, "toolPrompt")
}
