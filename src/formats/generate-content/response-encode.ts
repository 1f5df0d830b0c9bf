import type { ChatCandidate, ChatResponse } from "../../core/chat/chat.ts"
import type { ReplyEncodeContext } from "../../core/chat/codec.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import { type JsonObjectBuilder, type JsonTemplate, JsonText } from "../../core/json/json.ts"
import type { Translated } from "../../core/notes/note.ts"
import { lostCountRule, type TokenUsage } from "../../core/tokens/usage.ts"
import { consumed, type EncodedPart, isOwn, note, noteField, noteLeftovers, restore } from "./context.ts"
import { encodeFinish, encodePromptBlock, honestFinish, encodeUsage, lostCounts } from "./response-end.ts"
import { encodeGrounding } from "./citations.ts"
import { encodeLogprobs, hasTokenBytes } from "./output-text.ts"
import { withCarriedBytes, encodeReplyPart } from "./response-parts.ts"
import { isBrokenCall } from "../../core/chat/tool-calls.ts"

/** Writes a whole answer. It was paid for, so it is always written; what has no place leaves a note. */
export const encodeResponse = (
  response: ChatResponse,
  preferences: ReplyPreferences,
  defaults: ResponseDefaults
): Translated<JsonText> => {
  const to: ReplyEncodeContext = { preferences, defaults, notes: [] }
  const candidates = response.candidates.map((candidate) => encodeCandidate(to, candidate))
  const out: JsonObjectBuilder = {
    candidates: candidates.length === 0 ? undefined : candidates,
    promptFeedback: encodePromptBlock(response.block),
    usageMetadata: response.usage === undefined ? undefined : encodeUsage(response.usage),
    ...encodeHead(to, response)
  }
  noteHead(to, response)
  noteUsage(to, response.usage)
  restore(out, response)
  return { value: JsonText.tree(out), notes: to.notes }
}

/** What an answer says of itself besides its candidates and its usage. */
export const encodeHead = (
  to: ReplyEncodeContext,
  response: Pick<ChatResponse, "id" | "model" | "created" | "native">
): JsonObjectBuilder => ({
  modelVersion: response.model ?? to.defaults.model,
  createTime: consumed(response, "createTime") ?? rfc3339(response.created ?? to.defaults.created),
  responseId: response.id ?? to.defaults.id
})

/** Notes what an answer of another format says of itself, and this one cannot. */
export const noteHead = (
  to: ReplyEncodeContext,
  response: Pick<ChatResponse, "tier" | "refs" | "native" | "at" | "places">
): void => {
  if (response.tier !== undefined) noteField(to, "bookkeeping", response, "tier")
  for (const ref of response.refs ?? []) note(to, "container", ref.at ?? response.at)
  noteLeftovers(to, response)
}

/** Notes what the vendor's usage has no count for. */
export const noteUsage = (to: ReplyEncodeContext, usage: TokenUsage | undefined): void => {
  if (usage === undefined) return
  if (usage.cacheWrite !== undefined) noteField(to, "usage-merged", usage, "cacheWrite")
  for (const name of lostCounts(usage)) noteField(to, lostCountRule(usage, name), usage, name)
  noteLeftovers(to, usage)
}

const encodeCandidate = (to: ReplyEncodeContext, candidate: ChatCandidate): JsonObjectBuilder => {
  const { parts } = candidate
  const broken = parts.some(isBrokenCall)
  const written: EncodedPart[] = []
  const numbers = parts.map((part, index) => {
    const out = encodeReplyPart(
      to,
      withCarriedBytes(to, part, index, (at) => parts[at]),
      index,
      candidate.finish?.kind === "length"
    )
    return out === undefined ? undefined : written.push(out) - 1
  })
  const out: JsonObjectBuilder = {
    content: { parts: written.length === 0 ? [{ text: "" }] : written, role: "model" },
    ...encodeFinish(to, honestFinish(candidate, broken, parts)),
    index: candidate.index,
    groundingMetadata: encodeGrounding(to, candidate, parts, numbers),
    citationMetadata: consumed(candidate, "citationMetadata"),
    logprobsResult: logprobsResult(to, candidate)
  }
  if (!isOwn(candidate)) noteLeftovers(to, candidate)
  return restore(out, candidate)
}

const logprobsResult = (to: ReplyEncodeContext, candidate: ChatCandidate): JsonTemplate => {
  const asRead = consumed(candidate, "logprobsResult")
  const { logprobs } = candidate
  if (asRead !== undefined || logprobs === undefined) return asRead
  if (logprobs.some(hasTokenBytes)) noteField(to, "logprobs", candidate, "logprobs")
  return encodeLogprobs(logprobs)
}

const day = 86_400

/** The years that four digits can say, in seconds from 1970. */
const firstSecond = -62_167_219_200

const lastSecond = 253_402_300_799

/** A time in seconds from 1970 as RFC 3339 says it; undefined where its year has not four digits. */
export const rfc3339 = (seconds: number): string | undefined => {
  const whole = Math.floor(seconds)
  if (!(whole >= firstSecond && whole <= lastSecond)) return undefined
  const days = Math.floor(whole / day)
  const rest = whole - days * day
  const clock = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60].map((it) => digits(it, 2)).join(":")
  return `${dateOf(days)}T${clock}Z`
}

/** The date of a day, counted from 1970: years begin in March here, so that a leap day is the last of its year. */
const dateOf = (days: number): string => {
  const since = days + 719_468
  const era = Math.floor(since / 146_097)
  const ofEra = since - era * 146_097
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const date = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(date, 2)}`
}

const digits = (value: number, count: number): string => String(value).padStart(count, "0")
