import { placesIn } from "../../../core/reading/spellings.ts"
import { consume, inAnswer } from "../native.ts"
import { Members } from "../../../core/reading/members.ts"
import { type Draft, set } from "../../../core/draft.ts"
import type { Block, Candidate, Response } from "../../../core/chat/chat.ts"
import type { GatewayError } from "../../../core/errors/error.ts"
import type { CandidateAddition } from "../../../core/events/event.ts"
import type { Undo } from "../../../core/format.ts"
import { Invalid } from "../../../core/errors/invalid.ts"
import { isArray, isObject, type JsonText } from "../../../core/json/json.ts"
import type { Translated } from "../../../core/notes/note.ts"
import type { Pointer } from "../../../core/json/pointer.ts"
import { Reader } from "../../../core/reading/reader.ts"
import { fail, type Result } from "../../../core/errors/result.ts"
import { caps } from "../../../core/caps.ts"
import { crowded } from "../../../core/chat/sizes.ts"
import { frameError } from "../error.ts"
import { finishOf, isClientCall, wordOf } from "../finish.ts"
import { readLogprobs } from "../logprobs.ts"
import { readParts } from "../parts/decode.ts"
import { readingOf } from "../parts/reading.ts"
import { readUsage } from "../usage.ts"
import { id, ownVendor } from "../wire.ts"
import { secondsIn } from "./time.ts"
import { readCitations, readGrounding, withCitations } from "./grounding.ts"
import { Looking, type Texts } from "./looking.ts"

/** Reads a whole answer. An error body inside a success is the error that it says. */
export const decodeResponse = (body: JsonText, undo: Undo): Result<Translated<Response>, Invalid | GatewayError> => {
  const { value } = body
  const error = frameError(value ?? null)
  if (error !== undefined) return fail(error)
  if (!isObject(value)) return fail(Invalid.at("", "The answer is not a JSON object."))
  const reader = new Reader()
  const members = new Members(reader, value, "", inAnswer)
  const head = readHead(members)
  const candidates = (members.items("candidates") ?? []).map((it, order) => readCandidate(it, order, undo))
  if (candidates.length > caps.candidates) return fail(crowded())
  const usage = members.value("usageMetadata")
  const response: Draft<Response> = { ...members.keepOn(head), candidates }
  response.native = { format: id, ...response.native }
  if (isObject(usage)) response.usage = readUsage(usage, members.below("usageMetadata"))
  return reader.settled(response)
}

type Head = Omit<Response, "candidates" | "usage">

/** Reads what an answer says of itself besides its candidates: whole, and at the beginning of a stream. */
export const readHead = (answer: Members): Draft<Head> => {
  const head: Draft<Head> = { at: "" }
  set(head, "id", answer.string("responseId"))
  set(head, "model", answer.string("modelVersion"))
  const time = answer.string("createTime")
  const created = time === undefined ? undefined : secondsIn(time)
  if (created !== undefined) {
    head.created = created
    head.places = new Map([["created", answer.below("createTime")]])
    const text = answer.json("createTime")
    if (text !== undefined) consume(head, "createTime", text)
  }
  const block = readPromptBlock(answer)
  if (block !== undefined) head.block = block
  answer.has("usageMetadata")
  answer.has("candidates")
  return head
}

/** Where fields stand whose member has another name: of a blocked prompt, of a candidate, of a blocked candidate. */
const feedbackPlaces: ReadonlyMap<string, Pointer> = new Map([
  ["category", "/blockReason"],
  ["message", "/blockReasonMessage"],
  ["ratings", "/safetyRatings"]
])
const candidatePlaces: ReadonlyMap<string, Pointer> = new Map([
  ["finish", "/finishReason"],
  ["logprobs", "/logprobsResult"]
])
const blockPlaces: ReadonlyMap<string, Pointer> = new Map([
  ["message", "/finishMessage"],
  ["ratings", "/safetyRatings"]
])

/** Why the prompt was blocked; ratings of one that was not are kept as they are. */
export const readPromptBlock = (answer: Members): Block | undefined => {
  const feedback = answer.inside("promptFeedback")
  const category = feedback?.string("blockReason")
  if (feedback === undefined || category === undefined) return undefined
  const block: Draft<Block> = {
    at: feedback.at,
    category,
    places: placesIn(feedback, feedbackPlaces)
  }
  set(block, "message", feedback.string("blockReasonMessage"))
  set(block, "ratings", feedback.json("safetyRatings"))
  return block
}

const readCandidate = (candidate: Members, order: number, undo: Undo): Candidate => {
  const content = candidate.inside("content")
  content?.has("role")
  const reading = readingOf(candidate.reader, undo.vendor ?? ownVendor, undo)
  const items = content?.array("parts") ?? []
  const read = readParts(reading, items, content?.below("parts") ?? candidate.at)
  const all = read.filter((part) => !reading.joined.has(part))
  const texts = (): Texts => all.map((part) => (part.type === "text" ? part.text : undefined))
  const looking = new Looking()
  const add = readAdditions(candidate, texts, looking)
  const parts = withCitations(all, readCitations(candidate, texts, add, looking))
  const places = placesIn(candidate, candidatePlaces)
  const out: Draft<Candidate> = { at: candidate.at, index: candidate.integer("index") ?? order, parts, ...add, places }
  const reason = wordOf(candidate.value("finishReason"))
  if (reason !== undefined) out.finish = finishOf(reason, all.some(isClientCall))
  return candidate.keepOn(out)
}

/** Reads what is said of a candidate besides its parts and its finish. Only of a blocked one its message says why. */
export const readAdditions = (candidate: Members, texts: () => Texts, looking: Looking): Draft<CandidateAddition> => {
  const add: Draft<CandidateAddition> = {}
  const reason = wordOf(candidate.object["finishReason"] ?? candidate.object["finish_reason"])
  const blocked = reason !== undefined && finishOf(reason, false).kind === "blocked"
  const message = blocked ? candidate.string("finishMessage") : undefined
  const ratings = candidate.object["safetyRatings"] ?? candidate.object["safety_ratings"]
  const rated = isArray(ratings) && ratings.length > 0
  if (message !== undefined || (blocked && rated)) {
    const block: Draft<Block> = {
      at: candidate.at,
      places: placesIn(candidate, blockPlaces)
    }
    set(block, "message", message)
    if (blocked && rated) set(block, "ratings", candidate.json("safetyRatings"))
    add.block = block
  }
  if (!rated) candidate.has("safetyRatings")
  readGrounding(candidate, texts, add, looking)
  const logprobs = readLogprobs(candidate.value("logprobsResult"))
  const text = candidate.json("logprobsResult")
  if (logprobs !== undefined && text !== undefined) {
    add.logprobs = logprobs
    consume(add, "logprobsResult", text)
  }
  return add
}
