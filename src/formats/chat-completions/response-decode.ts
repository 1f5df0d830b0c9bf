import { bodyObject, IssueReader } from "../../core/reading/issue-reader.ts"
import type {
  ChatCandidate,
  FinishReason,
  GroundingMetadata,
  MediaPart,
  ContentPart,
  ChatResponse
} from "../../core/chat/chat.ts"
import {
  mostCandidates,
  unsaidFinish,
  noCandidates,
  settledAnswer,
  tooManyCandidates,
  saysError
} from "../../core/chat/codec.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { type Invalid, fail, type Result } from "../../core/errors/invalid.ts"
import type { ReplyContext } from "../../core/format.ts"
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  JsonText,
  type MutableDraft,
  setDefined
} from "../../core/json/json.ts"
import type { NoteSink, Translated } from "../../core/notes/note.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { wordsOf } from "../../core/errors/failure.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"
import { decodeCitations, decodeSources } from "./citations.ts"
import { asDeclared, decodeToolCalls, upstreamCallTables } from "./tool-calls.ts"
import { decodeOpaque } from "./opaque.ts"
import { withCarried } from "./places.ts"
import { asSaid, innerOf, withNative } from "./context.ts"
import { answerMembers, id, ownVendor } from "./wire.ts"
import { readError, decodeFinishReason, failureReason, decodeUsage, reasonIn } from "./response-end.ts"
import { isClientCall } from "../../core/chat/tool-calls.ts"
import { decodeLogprobs } from "../openai/logprobs.ts"
import { note } from "./rules.ts"
import { decodePicture } from "./media.ts"
import { appendAll } from "../../core/collections.ts"

/**
 * A whole answer. A body that tells an error is that error, beside choices, too.
 *
 * @see https://openrouter.ai/docs/errors the status is 200 once the model has begun, and the error is in the body (read 2026-11)
 */
export const decodeResponse = (
  body: JsonText,
  reply: ReplyContext
): Result<Translated<ChatResponse>, Invalid | GatewayError> => {
  const read = bodyObject(body, "answer")
  if (!read.ok) return read
  const { value } = read
  const { choices } = value
  const error = memberError(value) ?? (isArray(choices) ? errorOfChoice(choices) : errorWithout(value))
  if (error !== undefined) return fail(error.with({ usage: usageIn(value, undefined) }))
  const reader = new IssueReader()
  const response = readResponse(reader, value, reply)
  const { candidates, usage } = response
  if (candidates.length > mostCandidates) return fail(tooManyCandidates(usage))
  const isEmpty = candidates.length === 0 && reader.issues.length === 0
  return isEmpty ? fail(noCandidates(usage)) : settledAnswer(reader, response)
}

/** The error that a member `error` tells. */
export const memberError = (value: Json | undefined): GatewayError | undefined =>
  isObject(value) && saysError(value["error"]) ? readError(value) : undefined

/** The error that a body without choices is, where it says anything in words. Beside a code of 0 they tell success. */
export const errorWithout = (body: JsonObject): GatewayError | undefined => {
  const { code, base_resp: base } = body
  const isFine = code === 0 || (isObject(base) && base["status_code"] === 0)
  return isFine || wordsOf(body) === undefined ? undefined : readError(body)
}

/** The error for which an answer broke off, as its choices tell it. */
export const errorOfChoice = (choices: readonly Json[]): GatewayError | undefined =>
  memberError(choices.find((choice) => memberError(choice) !== undefined))

const readResponse = (reader: IssueReader, body: JsonObject, reply: ReplyContext): ChatResponse => {
  const candidates: (ChatCandidate & { readonly parts: ContentPart[] })[] = []
  let usage = decodeUsage(body["usage"])
  const choices = reader.required(body, "choices", "", reader.objects) ?? []
  choices.forEach(([choice, at], order) => {
    const candidate = readChoice(reader, choice, at, order, reply)
    const before = candidates.at(-1)
    if (before === undefined || !goesOn(before, candidate, choice))
      candidates.push({ ...candidate, parts: [...candidate.parts] })
    else for (const part of candidate.parts) before.parts.push(part)
    usage ??= decodeUsage(choice["usage"], childPointer(at, "usage"))
  })
  const response: MutableDraft<ChatResponse> = {
    ...readHead(body),
    candidates: withSources(candidates, decodeSources(body)),
    at: ""
  }
  setDefined(response, "usage", usage)
  return withNative(response, body, answerMembers.response)
}

/** Whether a choice goes on with the one before: some vendors give each call of an answer a choice of its own. */
const goesOn = (before: ChatCandidate, { parts }: ChatCandidate, { index }: JsonObject): boolean =>
  parts.some(isClientCall) &&
  before.finish?.kind === "tool-calls" &&
  (typeof index !== "number" || !before.parts.some(isClientCall))

/** What a search found belongs to the first candidate. */
const withSources = (
  [first, ...others]: readonly ChatCandidate[],
  grounding: GroundingMetadata | undefined
): readonly ChatCandidate[] => {
  if (first === undefined) return others
  return [grounding === undefined ? first : { ...first, grounding }, ...others]
}

/** Where fields stand whose member has another name: of the answer itself, of a choice, of a sound. */
const places: ReadonlyMap<string, JsonPointer> = new Map([["tier", "/service_tier"]])
const choicePlaces: ReadonlyMap<string, JsonPointer> = new Map([["finish", "/finish_reason"]])
const soundPlaces: ReadonlyMap<string, JsonPointer> = new Map([["expires", "/expires_at"]])

/** What a body or a chunk says of the response itself. */
export const readHead = (body: JsonObject): MutableDraft<Omit<ChatResponse, "candidates" | "usage">> => {
  const { id: name, model, created, service_tier: tier } = body
  return {
    places,
    ...(isSaid(name) && { id: name }),
    ...(isSaid(model) && { model }),
    ...(typeof created === "number" && created > 0 && { created: Math.floor(created) }),
    ...(isSaid(tier) && { tier })
  }
}

const isSaid = (value: Json | undefined): value is string => typeof value === "string" && value !== ""

const readChoice = (
  reader: IssueReader,
  choice: JsonObject,
  at: JsonPointer,
  order: number,
  reply: ReplyContext
): ChatCandidate => {
  const { index = order } = choice
  const message = reader.object(choice, "message", at)
  const parts = message === undefined ? [] : readMessage(reader, message, childPointer(at, "message"), reply)
  const candidate: MutableDraft<ChatCandidate> = {
    index: typeof index === "number" ? index : order,
    parts,
    at,
    places: choicePlaces,
    finish: readReason(reader, choice, at, parts.some(isClientCall))
  }
  setDefined(candidate, "logprobs", decodeLogprobs(choice["logprobs"]))
  setDefined(candidate, "block", failureReason(choice))
  const inner = message && innerOf(undefined, message, answerMembers.message, "/message", true)
  return withNative(candidate, choice, answerMembers.choice, inner)
}

/** Why a choice ended; as its content says, where it does not: it is whole. */
const readReason = (reader: IssueReader, choice: JsonObject, at: JsonPointer, calls: boolean): FinishReason => {
  const word = reasonIn(choice["finish_reason"])
  if (word !== undefined) return decodeFinishReason(word, calls)
  note(reader, "finish-unsaid", childPointer(at, "finish_reason"))
  return unsaidFinish(calls)
}

const readMessage = (
  reader: IssueReader,
  message: JsonObject,
  at: JsonPointer,
  reply: ReplyContext
): readonly ContentPart[] => {
  reader.string(message, "refusal", at)
  if (typeof message["content"] !== "object") reader.string(message, "content", at)
  const parts = withAnnotations(reader, saidIn(reader, message, at), message, at)
  for (const call of decodeToolCalls(new ObjectReader(reader, message, at, asSaid), upstreamCallTables))
    parts.push(asDeclared(call, reply))
  const carried = decodeOpaque(message, at, reader, reply.vendor ?? ownVendor)
  return withCarried(parts, carried, reader)
}

/** What a message or a delta says besides its reasoning and its calls: content, then its refusal, sound and pictures. */
export const saidIn = (
  to: NoteSink,
  { content, refusal, audio, images }: JsonObject,
  at: JsonPointer
): readonly ContentPart[] => {
  const parts: ContentPart[] = []
  if (typeof content === "string") parts.push({ type: "text", text: content, at: childPointer(at, "content") })
  else appendAll(parts, readItems(to, content, childPointer(at, "content")))
  if (isSaid(refusal)) parts.push({ type: "refusal", text: refusal, at: childPointer(at, "refusal") })
  if (isObject(audio) && soundMembers.some((key) => audio[key])) parts.push(readAudio(audio, childPointer(at, "audio")))
  appendAll(parts, readItems(to, images, childPointer(at, "images")))
  return parts
}

const readItems = (to: NoteSink, items: Json | undefined, at: JsonPointer): readonly ContentPart[] => {
  if (isArray(items)) return items.flatMap((item, index) => readItem(to, item, childPointer(at, index)))
  return items === undefined || items === null ? [] : readItem(to, items, at)
}

/**
 * An item of content: text, a refusal, thinking as a string or items of text, a picture, or one that is not known. What
 * is none of that is noted: the answer was paid for.
 */
const readItem = (to: NoteSink, item: Json, at: JsonPointer): readonly ContentPart[] => {
  if (typeof item === "string") return [{ type: "text", text: item, at }]
  if (!isObject(item)) {
    note(to, "unknown-member", at, "This item of the answer is neither an object nor a text; it was left out.")
    return []
  }
  const { type, text, refusal, summary, thinking = type === "reasoning" ? (summary ?? text) : undefined } = item
  if (typeof text === "string" && thinking === undefined) return [{ type: "text", text, at }]
  if (typeof refusal === "string") return [{ type: "refusal", text: refusal, at }]
  if (typeof thinking === "string") return [{ type: "reasoning", text: thinking, at }]
  if (isArray(thinking)) return [{ type: "reasoning", text: thinking.map(textIn).join(""), at }]
  const picture = decodePicture(item, at)
  if (picture !== undefined) return [picture]
  return [{ type: "unknown", format: id, kind: typeof type === "string" ? type : "", body: JsonText.of(item), at }]
}

const textIn = (item: Json): string => (isObject(item) && typeof item["text"] === "string" ? item["text"] : "")

/** Annotations stand on the first text; without one they have no place. */
const withAnnotations = (
  reader: IssueReader,
  parts: readonly ContentPart[],
  message: JsonObject,
  at: JsonPointer
): ContentPart[] => {
  const citations = decodeCitations(message["annotations"], childPointer(at, "annotations"))
  const out = [...parts]
  const place = out.findIndex((part) => part.type === "text")
  const text = out[place]
  if (text?.type === "text" && citations.length > 0) out[place] = { ...text, citations }
  else for (const citation of citations) note(reader, "citation/text", citation.at ?? at)
  return out
}

const soundMembers = ["id", "data", "transcript", "expires_at"]

/** A sound. The wire needs all four members; empty ones say nothing, and all of them are no sound. */
const readAudio = ({ id: name, data, transcript, expires_at: expires }: JsonObject, at: JsonPointer): MediaPart => ({
  type: "media",
  media: "audio",
  source: { kind: "base64", data: typeof data === "string" ? data : "" },
  at,
  ...(isSaid(name) && { id: name }),
  ...(isSaid(transcript) && { transcript }),
  ...(typeof expires === "number" && expires !== 0 && { expires, places: soundPlaces })
})

/** Token counts of a chunk: on its top level, inside its first choice, or where a vendor hides them. */
export const usageIn = (chunk: JsonObject, choice: JsonObject | undefined): TokenUsage | undefined => {
  const hidden = chunk["x_groq"]
  return (
    decodeUsage(chunk["usage"]) ??
    decodeUsage(choice?.["usage"]) ??
    decodeUsage(isObject(hidden) ? hidden["usage"] : null)
  )
}

/** What opens reasoning inside the content. */
export const openThink = "<think>\n"

/** What closes it, before anything else is said. */
export const closeThink = "\n</think>\n"

/** Reasoning as content. */
export const thinkingIn = (text: string): string => openThink + text + closeThink
