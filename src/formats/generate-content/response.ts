import type { BlockReason, ChatCandidate, ChatResponse } from "../../core/chat/chat.ts"
import type { ReplyEncodeContext } from "../../core/chat/encode-context.ts"
import { noCandidates, tooManyCandidates } from "../../core/chat/request-checks.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { fail, Invalid, type Result } from "../../core/errors/invalid.ts"
import type { CandidateAddition } from "../../core/events/event.ts"
import type { ReplyContext, ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import { type JsonObjectBuilder, type MutableDraft, setDefined } from "../../core/json/builder.ts"
import { isArray, isObject, type JsonTemplate, JsonText } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { Translated } from "../../core/notes/note.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { placesIn } from "../../core/reading/spellings.ts"
import { requestLimits } from "../../core/request-limits.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"
import {
  consume,
  consumed,
  decodeContext,
  type EncodedPart,
  inAnswer,
  isOwn,
  note,
  noteField,
  noteLeftovers,
  restore
} from "./context.ts"
import { frameError } from "./error.ts"
import {
  decodeFinishReason,
  decodePromptBlock,
  encodeFinish,
  encodePromptBlock,
  finishWord,
  honestFinish
} from "./finish-reason.ts"
import { citedParts, decodeCitations, decodeGrounding, encodeGrounding } from "./citations.ts"
import { decodeLogprobs, encodeLogprobs, hasTokenBytes } from "./logprobs.ts"
import { decodeParts } from "./parts.ts"
import { encodeReplyPart, isBrokenCall, withCarriedBytes } from "./response-parts.ts"
import { type PartTexts, SearchBudget } from "./text-spans.ts"
import { decodeUsage, encodeUsage, lostCounts } from "./usage.ts"
import { id } from "./wire.ts"
import { isClientCall } from "../../core/chat/tool-calls.ts"

/** Reads a whole answer. An error body inside a success is the error that it says. */
export const decodeResponse = (
  body: JsonText,
  reply: ReplyContext
): Result<Translated<ChatResponse>, Invalid | GatewayError> => {
  const { value } = body
  const error = frameError(value ?? null)
  if (error !== undefined) return fail(error)
  if (!isObject(value)) return fail(Invalid.at("", "The answer is not a JSON object."))
  const reader = new IssueReader()
  const members = new ObjectReader(reader, value, "", inAnswer)
  const head = decodeHead(members)
  const candidates = (members.items("candidates") ?? []).map((it, order) => decodeCandidate(it, order, reply))
  if (candidates.length > requestLimits.candidates) return fail(tooManyCandidates())
  if (candidates.length === 0 && head.block === undefined) return fail(noCandidates())
  const usage = members.value("usageMetadata")
  const response: MutableDraft<ChatResponse> = { ...members.attachUnknown(head), candidates }
  response.native = { format: id, ...response.native }
  if (isObject(usage)) response.usage = decodeUsage(usage, members.below("usageMetadata"))
  return reader.settled(response)
}

type Head = Omit<ChatResponse, "candidates" | "usage">

/** Reads what an answer says of itself besides its candidates: whole, and at the beginning of a stream. */
export const decodeHead = (answer: ObjectReader): MutableDraft<Head> => {
  const head: MutableDraft<Head> = { at: "" }
  setDefined(head, "id", answer.string("responseId"))
  setDefined(head, "model", answer.string("modelVersion"))
  const time = answer.string("createTime")
  const created = time === undefined ? undefined : unixSeconds(time)
  if (created !== undefined) {
    head.created = created
    head.places = new Map([["created", answer.below("createTime")]])
    const text = answer.json("createTime")
    if (text !== undefined) consume(head, "createTime", text)
  }
  const block = decodePromptBlock(answer)
  if (block !== undefined) head.block = block
  answer.has("usageMetadata")
  answer.has("candidates")
  return head
}

/** Where fields stand whose member has another name: of a candidate, of a blocked candidate. */
const candidatePlaces: ReadonlyMap<string, JsonPointer> = new Map([
  ["finish", "/finishReason"],
  ["logprobs", "/logprobsResult"]
])

const blockPlaces: ReadonlyMap<string, JsonPointer> = new Map([
  ["message", "/finishMessage"],
  ["ratings", "/safetyRatings"]
])

const decodeCandidate = (candidate: ObjectReader, order: number, reply: ReplyContext): ChatCandidate => {
  const content = candidate.inside("content")
  content?.has("role")
  const context = decodeContext(candidate.reader, reply)
  const items = content?.array("parts") ?? []
  const read = decodeParts(context, items, content?.below("parts") ?? candidate.at)
  const all = read.filter((part) => !context.joined.has(part))
  const texts = (): PartTexts => all.map((part) => (part.type === "text" ? part.text : undefined))
  const budget = new SearchBudget()
  const add = decodeAdditions(candidate, texts, budget)
  const parts = citedParts(all, decodeCitations(candidate, texts, add, budget))
  const places = placesIn(candidate, candidatePlaces)
  const out: MutableDraft<ChatCandidate> = {
    at: candidate.at,
    index: candidate.integer("index") ?? order,
    parts,
    ...add,
    places
  }
  const reason = finishWord(candidate.value("finishReason"))
  if (reason !== undefined) out.finish = decodeFinishReason(reason, all.some(isClientCall))
  return candidate.attachUnknown(out)
}

/**
 * Reads what is said of a candidate besides its parts and its finish. Its message says why where something was withheld:
 * the vendor says one of calls, too.
 */
export const decodeAdditions = (
  candidate: ObjectReader,
  texts: () => PartTexts,
  budget: SearchBudget
): MutableDraft<CandidateAddition> => {
  const add: MutableDraft<CandidateAddition> = {}
  const reason = finishWord(candidate.object["finishReason"] ?? candidate.object["finish_reason"])
  const kind = reason === undefined ? undefined : decodeFinishReason(reason, false).kind
  const blocked = kind === "blocked"
  const message = blocked || kind === "malformed" ? candidate.string("finishMessage") : undefined
  const ratings = candidate.object["safetyRatings"] ?? candidate.object["safety_ratings"]
  const rated = isArray(ratings) && ratings.length > 0
  if (message !== undefined || (blocked && rated)) {
    const block: MutableDraft<BlockReason> = {
      at: candidate.at,
      places: placesIn(candidate, blockPlaces)
    }
    setDefined(block, "message", message)
    if (blocked && rated) setDefined(block, "ratings", candidate.json("safetyRatings"))
    add.block = block
  }
  if (!rated) candidate.has("safetyRatings")
  decodeGrounding(candidate, texts, add, budget)
  const logprobs = decodeLogprobs(candidate.value("logprobsResult"))
  const text = candidate.json("logprobsResult")
  if (logprobs !== undefined && text !== undefined) {
    add.logprobs = logprobs
    consume(add, "logprobsResult", text)
  }
  return add
}

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
  for (const name of lostCounts(usage)) noteField(to, "usage-count", usage, name)
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
const first = -62_167_219_200

const last = 253_402_300_799

/** A time in seconds from 1970 as RFC 3339 says it; undefined where its year has not four digits. */
export const rfc3339 = (seconds: number): string | undefined => {
  const whole = Math.floor(seconds)
  if (!(whole >= first && whole <= last)) return undefined
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

/** The seconds from 1970 of a time in RFC 3339; undefined where a text is none. */
const unixSeconds = (time: string): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/i.test(time)) return undefined
  const milliseconds = Date.parse(time)
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000)
}
