import { attachCarriers, type Carrier } from "../../core/chat/envelope.ts"
import type { ChatCandidate, ChatResponse, ContentPart, TokenLogprob } from "../../core/chat/chat.ts"
import { appendAll } from "../../core/collections.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { wordsOf } from "../../core/errors/failure.ts"
import { fail, type Invalid, type Result } from "../../core/errors/invalid.ts"
import type { ReplyContext } from "../../core/format.ts"
import {
  type MutableDraft,
  setDefined,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  JsonText,
  objectOr
} from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { Translated } from "../../core/notes/note.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { asAnswered, consume, bodyOf } from "./context.ts"
import { isSaidError, readError } from "./error.ts"
import { decodeFinishReason, finishContent } from "./finish-reason.ts"
import { decodeTextLogprobs } from "./logprobs.ts"
import { decodeOutputItem, itemReader, itemType } from "./output-decode.ts"
import { note } from "./rules.ts"
import { decodeUsage } from "./usage.ts"
import { answerMembers, echoedMembers, id } from "./wire.ts"

/** A whole answer. A body that only describes an error is that error, whatever its status was. */
export const decodeResponse = (
  body: JsonText,
  reply: ReplyContext
): Result<Translated<ChatResponse>, Invalid | GatewayError> => {
  const read = bodyOf(body)
  if (!read.ok) return read
  const { value } = read
  const error = errorOf(value)
  if (error !== undefined) return fail(error)
  const reader = new IssueReader()
  const response: MutableDraft<ChatResponse> = {
    ...decodeHead(new ObjectReader(reader, value, "", asAnswered)),
    at: "",
    candidates: [decodeCandidate(reader, value, reply)]
  }
  setDefined(response, "usage", decodeUsage(value["usage"]))
  return reader.settled(response)
}

/**
 * The error that an answer is: it failed, it is not there yet, or it only tells what is wrong. One that failed was made
 * and may have to be paid for: clients are told not to ask again by themselves, as the vendor's 200 does not make them.
 *
 * @see https://github.com/openai/openai-python/issues/3212 its SDK throws nothing for a `failed` answer, so that none asks again (read 2026-11)
 * @see https://github.com/robocurve/inspect-robots/issues/448 OpenRouter's are a 200, too (read 2026-11)
 */
const errorOf = (body: JsonObject): GatewayError | undefined => {
  const { status, output } = body
  const isFailed = isFailure(status)
  if (isSaidError(body)) return isFailed ? readError(body).with({ shouldRetry: false }) : readError(body)
  if (isFailed)
    return new GatewayError("UpstreamFailed", `The upstream's answer has the status ${status}.`, { shouldRetry: false })
  const isEmpty = !isArray(output) || output.length === 0
  if (isEmpty && (status === "queued" || status === "in_progress")) return inBackground()
  return isArray(output) || wordsOf(body) === undefined ? undefined : readError(body)
}

/** Whether an answer of this status is over and was not given. */
const isFailure = (status: Json | undefined): status is "failed" | "cancelled" =>
  status === "failed" || status === "cancelled"

/** The error of an answer that has all that clients look for in one, and says that it failed. */
export const toldFailure = (body: JsonObject): GatewayError | undefined =>
  isFailure(body["status"]) && body["object"] === "response" && isArray(body["output"]) ? errorOf(body) : undefined

const inBackground = (): GatewayError =>
  new GatewayError("UpstreamFailed", "The upstream answers in the background; its answer is not ready.")

const places: ReadonlyMap<string, JsonPointer> = new Map([
  ["created", "/created_at"],
  ["tier", "/service_tier"]
])

/** What an answer says of itself besides its output. What it repeats of its request says nothing new. */
export const decodeHead = (from: ObjectReader): MutableDraft<Omit<ChatResponse, "candidates" | "usage">> => {
  const head: MutableDraft<Omit<ChatResponse, "candidates" | "usage">> = { places }
  setDefined(head, "id", from.string("id") || undefined)
  setDefined(head, "model", from.string("model") || undefined)
  const created = from.number("created_at")
  if (created !== undefined && created > 0) head.created = Math.floor(created)
  setDefined(head, "tier", from.string("service_tier") || undefined)
  from.skip(...answerMembers.response)
  for (const key of echoedMembers) {
    const value = from.json(key)
    if (value !== undefined) consume(head, key, value)
  }
  head.native = { format: id, ...head.native }
  return from.attachUnknown(head)
}

const candidatePlaces: ReadonlyMap<string, JsonPointer> = new Map([["finish", "/status"]])

const decodeCandidate = (reader: IssueReader, body: JsonObject, reply: ReplyContext): ChatCandidate => {
  const items = reader.required(body, "output", "", reader.objects) ?? []
  const parts: ContentPart[] = []
  const carriers: Carrier[] = []
  for (const [item, at] of items) {
    const { parts: itemParts, carrier } = decodeOutputItem(itemReader(reader, item, at), reader, reply)
    appendAll(parts, itemParts)
    if (carrier !== undefined) carriers.push({ ...carrier, before: parts.length })
  }
  const whole = attachCarriers(parts, carriers, (at: JsonPointer) => note(reader, "opaque-mismatch", at))
  const candidate: MutableDraft<ChatCandidate> = {
    at: "",
    index: 0,
    parts: whole,
    finish: decodeFinishReason(responseStatus(body), incompleteReason(body), finishContent(whole)),
    places: candidatePlaces
  }
  takeLogprobs(candidate, items)
  const unknown = unknownOfMessages(items)
  if (unknown.size > 0) candidate.native = { format: id, inner: unknown }
  return candidate
}

/** How far an answer is, in the vendor's word. */
export const responseStatus = ({ status }: JsonObject): string | undefined =>
  typeof status === "string" ? status : undefined

/** Why an answer is not complete, in the vendor's word. */
export const incompleteReason = ({ incomplete_details: details }: JsonObject): string | undefined => {
  const reason = objectOr(details)?.["reason"]
  return typeof reason === "string" ? reason : undefined
}

/** The log probabilities of all texts, which stand where those of the first do. */
const takeLogprobs = (
  candidate: MutableDraft<ChatCandidate>,
  items: readonly (readonly [JsonObject, JsonPointer])[]
): void => {
  const logprobs: TokenLogprob[] = []
  for (const [item, at] of items) {
    if (itemType(item) !== "message" || !isArray(item["content"])) continue
    for (const [index, part] of item["content"].entries()) {
      const found = isObject(part) ? decodeTextLogprobs(part["logprobs"]) : []
      if (found.length > 0 && logprobs.length === 0)
        candidate.places = new Map(candidatePlaces).set("logprobs", `${at}/content/${index}/logprobs`)
      appendAll(logprobs, found)
    }
  }
  if (logprobs.length > 0) candidate.logprobs = logprobs
}

const messageMembers: ReadonlySet<string> = new Set(["type", "id", "status", "role", "phase", "content"])

/** Members of messages that are not known, by their pointers: their first part keeps them, and other formats note them. */
export const unknownOfMessages = (
  items: readonly (readonly [JsonObject, JsonPointer])[]
): ReadonlyMap<JsonPointer, JsonText> => {
  const out = new Map<JsonPointer, JsonText>()
  for (const [item, at] of items) {
    if (itemType(item) !== "message") continue
    for (const key of Object.keys(item))
      if (!messageMembers.has(key) && !isNull(item[key])) out.set(childPointer(at, key), JsonText.member(item, key))
  }
  return out
}

const isNull = (value: Json | undefined): boolean => value === null || value === undefined
