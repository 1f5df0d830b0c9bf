import { attachCarriers, type Carrier, hiddenThoughtIn, isSealed, unsealEnvelope } from "../../core/chat/envelope.ts"
import type { ChatCandidate, ChatResponse, ContentPart, FinishReason, TokenLogprob } from "../../core/chat/chat.ts"
import { settledAnswer } from "../../core/chat/codec.ts"
import { imageMime } from "../../core/bytes.ts"
import { appendAll } from "../../core/collections.ts"
import { type ErrorDetails, GatewayError } from "../../core/errors/error.ts"
import { fail, type Invalid, type Result } from "../../core/errors/invalid.ts"
import { wordsOf } from "../../core/errors/failure.ts"
import type { ReplyContext } from "../../core/format.ts"
import {
  type MutableDraft,
  setDefined,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  JsonText,
  objectOr,
  spelledMembers
} from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { Translated, NoteSink } from "../../core/notes/note.ts"
import { bodyObject, IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { asAnswered, consume } from "./context.ts"
import { answerMembers, echoedMembers, id, ownVendor } from "./wire.ts"
import { isSaidError, readError, decodeFinishReason, finishContent, decodeUsage } from "./response-end.ts"
import { decodeTextLogprobs } from "../openai/logprobs.ts"
import { note } from "./rules.ts"
import type { NativeExtras, VendorId } from "../../core/chat/node.ts"
import { decodeOpaque, phasePart } from "./opaque.ts"
import { decodePart } from "./parts.ts"
import { asDeclared, asEnded, callTypes, decodeToolCall } from "./tool-calls.ts"

/** A whole answer. A body that only describes an error is that error, whatever its status was. */
export const decodeResponse = (
  body: JsonText,
  reply: ReplyContext
): Result<Translated<ChatResponse>, Invalid | GatewayError> => {
  const read = bodyObject(body, "answer")
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
  return settledAnswer(reader, response)
}

/** The error that an answer is: it failed, it is not there yet, or it only tells what is wrong. */
const errorOf = (body: JsonObject): GatewayError | undefined => {
  const { status, output } = body
  if (isFailure(status)) return failureOf(body, status)
  if (isSaidError(body)) return readError(body)
  if (status === "queued" || status === "in_progress") return inBackground()
  if (!isArray(output)) return wordsOf(body) === undefined ? undefined : readError(body)
  return status === undefined || status === "completed" || status === "incomplete"
    ? undefined
    : new GatewayError("UpstreamFailed", "The upstream's answer has no status that is known.", made(body))
}

/**
 * The error of an answer that failed, whole or as a stream tells it: it was made and may have to be paid for. Clients are
 * told not to ask again by themselves, as the vendor's 200 does not make them.
 *
 * @see https://github.com/openai/openai-python/issues/3212 its SDK throws nothing for a `failed` answer, so that none asks again (read 2026-11)
 * @see https://github.com/robocurve/inspect-robots/issues/448 OpenRouter's are a 200, too (read 2026-11)
 */
export const failureOf = (body: JsonObject, status: string): GatewayError =>
  isSaidError(body)
    ? readError(body).with(made(body))
    : new GatewayError("UpstreamFailed", `The upstream's answer has the status ${status}.`, made(body))

const made = ({ usage }: JsonObject): ErrorDetails => ({ shouldRetry: false, usage: decodeUsage(usage) })

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
  noteFinish(reader, candidate.finish)
  takeLogprobs(candidate, items)
  const unknown = unknownOfMessages(items)
  if (unknown.size > 0) candidate.native = { format: id, inner: unknown }
  return candidate
}

/** Notes an end that is told as another. */
export const noteFinish = (to: NoteSink, finish: FinishReason | undefined): void => {
  if (finish?.raw !== undefined) note(to, "finish-reason/incomplete", "/status")
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

/** What an item of an answer says: parts, or bytes of a part beside it. */
interface DecodedItem {
  readonly parts: readonly ContentPart[]
  readonly carrier?: Omit<Carrier, "before">
}

/** Reads an item of an answer's `output`. What the request's encoding renamed is undone. */
export const decodeOutputItem = (from: ObjectReader, to: NoteSink, reply: ReplyContext): DecodedItem => {
  const { at, object } = from
  const type = itemType(object)
  if (type === "message") return { parts: decodeMessageItem(from) }
  if (callTypes.has(type)) return { parts: [asEnded(asDeclared(decodeToolCall(from, type), reply), object)] }
  if (type === "reasoning") {
    const read = decodeOpaque(from, to, reply.vendor ?? ownVendor)
    return "part" in read ? { parts: [read.part] } : { parts: [], carrier: { envelope: read.envelope, at } }
  }
  const whole = type === "compaction" ? compactionOf(object, reply) : pictureOf(object, type)
  return { parts: [{ at, ...(whole ?? { type: "unknown", format: id, kind: type, body: JsonText.of(object) }) }] }
}

/** The type of an item; one that says none is a message. */
export const itemType = ({ type }: JsonObject): string => (typeof type === "string" ? type : "message")

/** The parts of a message; the first keeps what the item says besides them. */
const decodeMessageItem = (from: ObjectReader): readonly ContentPart[] => {
  const parts = contentItems(from.object["content"]).map(([item, index]) =>
    decodePart(from.with(item, childPointer(from.below("content"), index)), "model")
  )
  const [first, ...more] = parts
  if (first === undefined) return parts
  const phase = phasePart(from.object, from.at)
  return [...(phase === undefined ? [] : [phase]), beginningMessage(first, from.object), ...more]
}

const contentItems = (content: Json | undefined): readonly (readonly [JsonObject, number])[] =>
  isArray(content) ? content.flatMap((item, index) => (isObject(item) ? [[item, index] as const] : [])) : []

/** A part with which a message begins: it keeps what the message says besides its content. */
const beginningMessage = (part: ContentPart, message: JsonObject): ContentPart => {
  const marked: MutableDraft<ContentPart> = { ...part }
  consume(marked, "message", without(message, "content"))
  return marked
}

/** The part with which an item of a stream begins: it keeps the id that the item began with, which nothing else keeps then. */
export const withItemId = <P extends ContentPart>(item: { id?: string }, part: P): P => {
  const { id } = item
  if (id === undefined) return part
  delete item.id
  const begun: P & MutableDraft<ContentPart> = { ...part }
  if (part.type === "reasoning") consume(begun, "id", JsonText.tree(id))
  else consume(begun, "message", JsonText.tree({ id }))
  return begun
}

/** An object without one of its members. */
const without = (object: JsonObject, member: string): JsonText => {
  const { [member]: _, ...rest } = spelledMembers(object)
  return JsonText.tree(rest)
}

const nativeItem = (item: JsonText, kind: string): NativeExtras => ({
  format: id,
  kind,
  consumed: new Map([["item", item]])
})

type Undone = Extract<ContentPart, { type: "media" | "compaction" }>

/** A summary that stands for turns before: ours in words, the vendor's in its bytes. */
const compactionOf = (object: JsonObject, { vendor = ownVendor }: { readonly vendor?: VendorId }): Undone => {
  const data = typeof object["encrypted_content"] === "string" ? object["encrypted_content"] : ""
  const opened = isSealed(data) ? unsealEnvelope(data) : undefined
  const text = opened && hiddenThoughtIn(opened.opaque)
  const native = nativeItem(JsonText.of(object), "compaction")
  return text === undefined
    ? { type: "compaction", opaque: [opened?.opaque ?? { vendor, kind: "encrypted", data }], native }
    : { type: "compaction", text, native }
}

const rewritten: ReadonlyMap<JsonPointer, string> = new Map([["/revised_prompt", "bookkeeping"]])

/** Whether a text is not there, or empty. */
const isNothing = (value: Json | undefined): boolean => isNull(value) || value === ""

/** The picture that a model made, whose bytes are its source alone; undefined where there is none. */
const pictureOf = (object: JsonObject, type: string): Undone | undefined => {
  const { result, output_format: format, revised_prompt: revised } = object
  if (type !== "image_generation_call" || typeof result !== "string" || result === "") return undefined
  const mime = imageMime(typeof format === "string" ? format : "png")
  return {
    type: "media",
    media: "image",
    mime,
    source: { kind: "base64", data: result },
    native: { ...nativeItem(without(object, "result"), type), ...(isNothing(revised) ? {} : { untold: rewritten }) }
  }
}

/** The reader of an item of an answer, or of a piece of one that stands nowhere. */
export const itemReader = (reader: ObjectReader["reader"], item: JsonObject, at = ""): ObjectReader =>
  new ObjectReader(reader, item, at, asAnswered)
