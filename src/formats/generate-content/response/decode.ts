import { placesIn } from "../../../core/reading/spellings.ts"
import { consume, inAnswer } from "../native.ts"
import { ObjectReader } from "../../../core/reading/object-reader.ts"
import { type MutableDraft, setDefined } from "../../../core/json/builder.ts"
import type { BlockReason, ChatCandidate, ChatResponse } from "../../../core/chat/chat.ts"
import type { GatewayError } from "../../../core/errors/error.ts"
import type { CandidateAddition } from "../../../core/events/event.ts"
import type { ReplyContext } from "../../../core/format.ts"
import { Invalid, fail, type Result } from "../../../core/errors/invalid.ts"
import { isArray, isObject, type JsonText } from "../../../core/json/json.ts"
import type { Translated } from "../../../core/notes/note.ts"
import type { JsonPointer } from "../../../core/json/pointer.ts"
import { IssueReader } from "../../../core/reading/issue-reader.ts"
import { requestLimits } from "../../../core/request-limits.ts"
import { tooManyCandidates } from "../../../core/chat/request-checks.ts"
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
export const decodeResponse = (
  body: JsonText,
  undo: ReplyContext
): Result<Translated<ChatResponse>, Invalid | GatewayError> => {
  const { value } = body
  const error = frameError(value ?? null)
  if (error !== undefined) return fail(error)
  if (!isObject(value)) return fail(Invalid.at("", "The answer is not a JSON object."))
  const reader = new IssueReader()
  const members = new ObjectReader(reader, value, "", inAnswer)
  const head = readHead(members)
  const candidates = (members.items("candidates") ?? []).map((it, order) => readCandidate(it, order, undo))
  if (candidates.length > requestLimits.candidates) return fail(tooManyCandidates())
  const usage = members.value("usageMetadata")
  const response: MutableDraft<ChatResponse> = { ...members.attachUnknown(head), candidates }
  response.native = { format: id, ...response.native }
  if (isObject(usage)) response.usage = readUsage(usage, members.below("usageMetadata"))
  return reader.settled(response)
}

type Head = Omit<ChatResponse, "candidates" | "usage">

/** Reads what an answer says of itself besides its candidates: whole, and at the beginning of a stream. */
export const readHead = (answer: ObjectReader): MutableDraft<Head> => {
  const head: MutableDraft<Head> = { at: "" }
  setDefined(head, "id", answer.string("responseId"))
  setDefined(head, "model", answer.string("modelVersion"))
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
const feedbackPlaces: ReadonlyMap<string, JsonPointer> = new Map([
  ["category", "/blockReason"],
  ["message", "/blockReasonMessage"],
  ["ratings", "/safetyRatings"]
])
const candidatePlaces: ReadonlyMap<string, JsonPointer> = new Map([
  ["finish", "/finishReason"],
  ["logprobs", "/logprobsResult"]
])
const blockPlaces: ReadonlyMap<string, JsonPointer> = new Map([
  ["message", "/finishMessage"],
  ["ratings", "/safetyRatings"]
])

/** Why the prompt was blocked; ratings of one that was not are kept as they are. */
export const readPromptBlock = (answer: ObjectReader): BlockReason | undefined => {
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

const readCandidate = (candidate: ObjectReader, order: number, undo: ReplyContext): ChatCandidate => {
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
  const out: MutableDraft<ChatCandidate> = {
    at: candidate.at,
    index: candidate.integer("index") ?? order,
    parts,
    ...add,
    places
  }
  const reason = wordOf(candidate.value("finishReason"))
  if (reason !== undefined) out.finish = finishOf(reason, all.some(isClientCall))
  return candidate.attachUnknown(out)
}

/** Reads what is said of a candidate besides its parts and its finish. Only of a blocked one its message says why. */
export const readAdditions = (
  candidate: ObjectReader,
  texts: () => Texts,
  looking: Looking
): MutableDraft<CandidateAddition> => {
  const add: MutableDraft<CandidateAddition> = {}
  const reason = wordOf(candidate.object["finishReason"] ?? candidate.object["finish_reason"])
  const blocked = reason !== undefined && finishOf(reason, false).kind === "blocked"
  const message = blocked ? candidate.string("finishMessage") : undefined
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
  readGrounding(candidate, texts, add, looking)
  const logprobs = readLogprobs(candidate.value("logprobsResult"))
  const text = candidate.json("logprobsResult")
  if (logprobs !== undefined && text !== undefined) {
    add.logprobs = logprobs
    consume(add, "logprobsResult", text)
  }
  return add
}
