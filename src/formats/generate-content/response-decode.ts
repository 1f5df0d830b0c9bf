import type { BlockReason, ChatCandidate, ChatResponse, CandidateAddition } from "../../core/chat/chat.ts"
import { mostCandidates, noCandidates, settledAnswer, tooManyCandidates } from "../../core/chat/codec.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { fail, Invalid, type Result } from "../../core/errors/invalid.ts"
import type { ReplyContext } from "../../core/format.ts"
import { type JsonText, type MutableDraft, setDefined, isArray, isObject } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { Translated } from "../../core/notes/note.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { placesIn } from "../../core/reading/member-row.ts"
import { consume, decodeContext, inAnswer } from "./context.ts"
import { id } from "./wire.ts"
import { frameError, decodeFinishReason, decodePromptBlock, finishWord, decodeUsage } from "./response-end.ts"
import { citedParts, decodeCitations, decodeGrounding } from "./citations.ts"
import { decodeLogprobs, type PartTexts, SearchBudget } from "./output-text.ts"
import { decodeParts } from "./parts.ts"
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
  const counts = members.value("usageMetadata")
  const usage = isObject(counts) ? decodeUsage(counts, members.below("usageMetadata")) : undefined
  if (candidates.length > mostCandidates) return fail(tooManyCandidates(usage))
  if (candidates.length === 0 && head.block === undefined) return fail(noCandidates(usage))
  const response: MutableDraft<ChatResponse> = { ...members.attachUnknown(head), candidates }
  response.native = { format: id, ...response.native }
  setDefined(response, "usage", usage)
  return settledAnswer(reader, response)
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

/** The seconds from 1970 of a time in RFC 3339; undefined where a text is none. */
const unixSeconds = (time: string): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/i.test(time)) return undefined
  const milliseconds = Date.parse(time)
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000)
}
