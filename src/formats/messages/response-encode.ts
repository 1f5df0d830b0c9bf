import {
  refusalIn,
  withRefusal,
  type BlockReason,
  type ChatCandidate,
  type ChatResponse
} from "../../core/chat/chat.ts"
import { finishOf, isThought } from "../../core/chat/codec.ts"
import { appendAll } from "../../core/collections.ts"
import { groundedParts } from "../../core/chat/citations.ts"
import type { EncodedResponse, ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import { type JsonObjectBuilder, type JsonTemplate, JsonText } from "../../core/json/json.ts"
import { nearestOf } from "../../core/notes/note.ts"
import { lostCountRule, type TokenUsage } from "../../core/tokens/usage.ts"
import { noteGrounding } from "./citations.ts"
import {
  consumed,
  type EncodedBlock,
  isOwn,
  note,
  noteEnd,
  noteField,
  noteLeftovers,
  type ResponseEncodeContext,
  restore
} from "./context.ts"
import {
  brokenEnd,
  encodeBlockReason,
  encodeFinishReason,
  hasCategory,
  encodeUsage,
  lostCounts,
  endWithoutMedia
} from "./response-end.ts"
import { encodeReplyPart } from "./response-parts.ts"
import { id } from "./wire.ts"
import { isBrokenCall, isClientCall } from "../../core/chat/tool-calls.ts"

/** Writes a whole answer. It was paid for, so it is always written; what has no place leaves a note. */
export const encodeResponse = (
  response: ChatResponse,
  preferences: ReplyPreferences,
  defaults: ResponseDefaults
): EncodedResponse => {
  const to: ResponseEncodeContext = { preferences, defaults, notes: [], partAt: (index) => parts[index] }
  const first = firstCandidate(to, response)
  const finish = finishOf(first, (at) => note(to, "finish-unsaid", at))
  const candidate = withRefusal({ ...first, finish }, refusalIn(first.parts))
  const parts = groundedParts(candidate, (cited) => noteGrounding(to, cited))
  const content: EncodedBlock[] = []
  let [said, lost] = [false, false]
  parts.forEach((part, index) => {
    const blocks = encodeReplyPart(to, part, index, candidate.finish)
    if (blocks.length === 0) lost ||= part.type === "media"
    else said ||= !isThought(part)
    appendAll(content, blocks)
  })
  const end = endWithoutMedia({ said, lost }, encodeStopReason(to, response, candidate, parts.some(isClientCall)))
  noteUsage(to, response.usage)
  const failure = first.parts.some(isBrokenCall) ? brokenEnd(finish) : undefined
  const value = JsonText.tree(encodeMessage(to, response, content, end))
  return { value, notes: to.notes, ...(failure && { failure }) }
}

/** The one answer that a message holds: the first. None is an answer that was blocked before it began. */
const firstCandidate = (to: ResponseEncodeContext, { candidates, block }: ChatResponse): ChatCandidate => {
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

/** A message with its content and its end: whole, or at the beginning of a stream with neither. */
export const encodeMessage = (
  to: ResponseEncodeContext,
  response: Omit<ChatResponse, "candidates">,
  content: readonly JsonTemplate[],
  end: JsonObjectBuilder
): JsonObjectBuilder => {
  if (response.created !== undefined) noteField(to, "bookkeeping", response, "created")
  noteLeftovers(to, response)
  const id = response.id ?? to.defaults.id
  const model = response.model ?? to.defaults.model
  const usage = encodeUsage(response.usage, encodeTier(to, response))
  if (!isOwn(response)) usage["inference_geo"] = usage["speed"] = null
  return restore({ id, type: "message", role: "assistant", model, content, ...end, usage }, response)
}

/** How an answer ended, with calls for the client or without, and what else is said of it at its end. */
export const encodeStopReason = (
  to: ResponseEncodeContext,
  response: Pick<ChatResponse, "refs" | "native">,
  candidate: Pick<ChatCandidate, "finish" | "block" | "native" | "at" | "places">,
  calls: boolean
): JsonObjectBuilder => {
  const { finish } = candidate
  const block = finish?.kind === "malformed" ? undefined : candidate.block
  const ended = finish === undefined ? undefined : encodeFinishReason(finish, calls)
  if (ended?.exact === false) noteEnd(to, "finish-reason", nearestOf(candidate, "finish"), finish)
  if (block !== undefined) noteBlock(to, block, isOwn(candidate))
  else if (candidate.block !== undefined) noteField(to, "unsupported", candidate.block, "message")
  return restore(
    {
      stop_reason: ended?.reason ?? null,
      stop_sequence: finish?.sequence ?? null,
      stop_details: encodeBlockReason(block, isOwn(candidate)),
      container: encodeContainer(to, response)
    },
    candidate
  )
}

/** Notes what `stop_details` cannot say of why something was withheld. */
const noteBlock = (to: ResponseEncodeContext, block: BlockReason, own: boolean): void => {
  if (block.category !== undefined && !hasCategory(block.category, own)) noteField(to, "unsupported", block, "category")
  if (block.ratings !== undefined) noteField(to, "unsupported", block, "ratings")
}

const encodeContainer = (to: ResponseEncodeContext, response: Pick<ChatResponse, "refs" | "native">): JsonTemplate => {
  const held = consumed(response, "container")
  if (held === undefined) for (const { at } of response.refs ?? []) note(to, "container", at)
  return held ?? null
}

/** The service tiers that an answer may name. */
const tiers: ReadonlySet<string> = new Set(["standard", "priority", "batch"])

/** The service tier of an answer as its usage names it. */
const encodeTier = (
  to: ResponseEncodeContext,
  response: Pick<ChatResponse, "tier" | "native" | "at" | "places">
): string | undefined => {
  const { tier: ownTier, native } = response
  const tier = ownTier === "default" ? "standard" : ownTier
  if (ownTier === "standard") noteField(to, "spelling", response, "tier")
  if (tier === undefined || tiers.has(tier) || native?.format === id) return tier
  noteField(to, "service-tier", response, "tier")
  return undefined
}

/** Notes what the endpoint's usage has no count for, and what it counts although it is not known. */
export const noteUsage = (to: ResponseEncodeContext, usage: TokenUsage | undefined): void => {
  if (usage?.input === undefined || usage.text === undefined) note(to, "required-member", usage?.at)
  if (usage === undefined) return
  noteLeftovers(to, usage)
  for (const view of lostCounts(usage)) noteField(to, lostCountRule(usage, view), usage, view)
  if (usage.toolPrompt !== undefined) noteField(to, "usage-merged", usage, "toolPrompt")
}
