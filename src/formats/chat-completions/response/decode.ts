import type { Candidate, FinishReason, Grounding, MediaPart, Part, Response } from "../../../words/chat/chat.ts"
import type { GatewayError } from "../../../words/errors/error.ts"
import type { Undo } from "../../../words/format.ts"
import type { Invalid } from "../../../words/errors/invalid.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText } from "../../../words/json/json.ts"
import type { Translated } from "../../../words/notes/note.ts"
import { Members } from "../../../words/reading/members.ts"
import { below, type Pointer } from "../../../words/json/pointer.ts"
import { Reader } from "../../../words/reading/reader.ts"
import { fail, type Result } from "../../../words/errors/result.ts"
import type { Usage } from "../../../words/tokens/usage.ts"
import { readAnnotations } from "../annotations.ts"
import { asDeclared, readCalls, told } from "../calls.ts"
import { readCarried, withCarried } from "../carriers.ts"
import type { Draft } from "../../../words/draft.ts"
import { asSaid, innerOf, nativeOf, restOf } from "../native.ts"
import { readError } from "../error.ts"
import { hasClientCall, readFinish } from "../finish.ts"
import { readLogprobs } from "../logprobs.ts"
import { objectOf } from "../reading.ts"
import { note } from "../rules.ts"
import { readUsage } from "../usage.ts"
import { answer, id, ownVendor } from "../wire.ts"
import { readSources } from "./sources.ts"

/** A whole answer. A body that only describes an error is that error, whatever its status was. */
export const decodeResponse = (body: JsonText, undo: Undo): Result<Translated<Response>, Invalid | GatewayError> => {
  const read = objectOf(body)
  if (!read.ok) return read
  const { value } = read
  const { choices } = value
  const error = isArray(choices) && choices.length > 0 ? errorOfChoice(choices) : errorOf(value)
  if (error !== undefined) return fail(error)
  const reader = new Reader()
  return reader.settled(readResponse(reader, value, undo))
}

/** Whether a member `error` tells of one: an object, or words. */
const saysError = (error: Json | undefined): boolean => isObject(error) || (typeof error === "string" && error !== "")

/** The error that an object's member `error` tells. */
export const errorOf = (object: JsonObject): GatewayError | undefined =>
  saysError(object["error"]) ? readError(object) : undefined

/** The error for which an answer broke off, as its choices tell it. */
export const errorOfChoice = (choices: readonly Json[]): GatewayError | undefined => {
  const broken = choices.find((choice) => isObject(choice) && saysError(choice["error"]))
  return isObject(broken) ? readError(broken) : undefined
}

const readResponse = (reader: Reader, body: JsonObject, undo: Undo): Response => {
  const candidates: Candidate[] = []
  let usage = readUsage(body["usage"])
  const choices = reader.required(body, "choices", "", reader.objects) ?? []
  choices.forEach(([choice, at], order) => {
    candidates.push(readChoice(reader, choice, at, order, undo))
    usage ??= readUsage(choice["usage"], below(at, "usage"))
  })
  const response: Draft<Response> = {
    ...readHead(body),
    candidates: withSources(candidates, readSources(body)),
    at: ""
  }
  if (usage !== undefined) response.usage = usage
  const native = nativeOf(restOf(body, answer.response, true))
  if (native !== undefined) response.native = native
  return response
}

/** What a search found belongs to the first candidate. */
const withSources = (
  [first, ...others]: readonly Candidate[],
  grounding: Grounding | undefined
): readonly Candidate[] => {
  if (first === undefined) return others
  return [grounding === undefined ? first : { ...first, grounding }, ...others]
}

/** Where fields stand whose member has another name: of the answer itself, of a choice, of a sound. */
const places: ReadonlyMap<string, Pointer> = new Map([["tier", "/service_tier"]])
const choicePlaces: ReadonlyMap<string, Pointer> = new Map([["finish", "/finish_reason"]])
const soundPlaces: ReadonlyMap<string, Pointer> = new Map([["expires", "/expires_at"]])

/** What a body or a chunk says of the response itself. */
export const readHead = (body: JsonObject): Omit<Response, "candidates" | "usage"> => {
  const head: Draft<Omit<Response, "candidates" | "usage">> = { places }
  const { id: name, model, created, service_tier: tier } = body
  if (typeof name === "string" && name !== "") head.id = name
  if (typeof model === "string" && model !== "") head.model = model
  if (typeof created === "number" && created > 0) head.created = Math.floor(created)
  if (typeof tier === "string" && tier !== "") head.tier = tier
  return head
}

const readChoice = (reader: Reader, choice: JsonObject, at: Pointer, order: number, undo: Undo): Candidate => {
  const message = reader.object(choice, "message", at)
  const parts = message === undefined ? [] : readMessage(reader, message, below(at, "message"), undo)
  const index = choice["index"]
  const candidate: Draft<Candidate> = {
    index: typeof index === "number" ? index : order,
    parts,
    at,
    places: choicePlaces
  }
  candidate.finish = readReason(reader, choice, at, hasClientCall(parts))
  const logprobs = readLogprobs(choice["logprobs"])
  if (logprobs !== undefined) candidate.logprobs = logprobs
  const inner = message && innerOf(undefined, message, answer.message, "/message", true)
  const native = nativeOf(restOf(choice, answer.choice, true), inner)
  if (native !== undefined) candidate.native = native
  return candidate
}

/** Why a choice ended; as its content says, where it does not: it is whole. */
const readReason = (reader: Reader, choice: JsonObject, at: Pointer, calls: boolean): FinishReason => {
  const word = choice["finish_reason"]
  if (typeof word === "string" && word !== "") return readFinish(word, calls)
  note(reader.notes, "finish-unsaid", below(at, "finish_reason"))
  return { kind: calls ? "tool-calls" : "stop" }
}

const readMessage = (reader: Reader, message: JsonObject, at: Pointer, undo: Undo): readonly Part[] => {
  const parts: Part[] = withAnnotations(readContent(message["content"], below(at, "content")), message)
  const refusal = reader.string(message, "refusal", at)
  if (refusal !== undefined && refusal !== "") parts.push({ type: "refusal", text: refusal, at: below(at, "refusal") })
  const audio = readAudio(message["audio"], below(at, "audio"))
  if (audio !== undefined) parts.push(audio)
  for (const call of readCalls(new Members(reader, message, at, asSaid), told)) parts.push(asDeclared(call, undo))
  const carried = readCarried(message, at, reader.notes, undo.vendor ?? ownVendor)
  return withCarried(parts, carried, reader.notes)
}

/** Content of an answer: a string, or items of text and thinking as some vendors send. */
const readContent = (content: Json | undefined, at: Pointer): readonly Part[] => {
  if (typeof content === "string") return [{ type: "text", text: content, at }]
  if (!isArray(content)) return []
  return content.flatMap((item, index) => readItem(item, below(at, index)))
}

/** An item of content: text, a refusal, thinking, or one that is not known. */
export const readItem = (item: Json, at: Pointer = ""): readonly Part[] => {
  if (typeof item === "string") return [{ type: "text", text: item, at }]
  if (!isObject(item)) return []
  const { type, text, refusal } = item
  if (typeof text === "string") return [{ type: "text", text, at }]
  if (typeof refusal === "string") return [{ type: "refusal", text: refusal, at }]
  const thought = thinkingText(item)
  if (thought !== undefined) return [{ type: "reasoning", text: thought, at }]
  return [{ type: "unknown", format: id, kind: typeof type === "string" ? type : "", body: JsonText.of(item), at }]
}

/** The text of a `thinking` item, whose thoughts are a string or items of text. */
const thinkingText = (item: JsonObject): string | undefined => {
  const { thinking } = item
  if (typeof thinking === "string") return thinking
  if (!isArray(thinking)) return undefined
  return thinking.map((it) => (isObject(it) && typeof it["text"] === "string" ? it["text"] : "")).join("")
}

/** Annotations stand on the first text; without one they have no place. */
const withAnnotations = (parts: readonly Part[], message: JsonObject): Part[] => {
  const citations = readAnnotations(message["annotations"])
  const out = [...parts]
  const place = out.findIndex((part) => part.type === "text")
  const text = out[place]
  if (citations.length > 0 && text?.type === "text") out[place] = { ...text, citations }
  return out
}

/** A sound. The wire needs all four members; empty ones say nothing, and all of them are no sound. */
export const readAudio = (audio: Json | undefined, at: Pointer = ""): MediaPart | undefined => {
  if (!isObject(audio)) return undefined
  const { id: name, data, transcript, expires_at: expires } = audio
  if (!name && !data && !transcript && !expires) return undefined
  const source = { kind: "base64", data: typeof data === "string" ? data : "" } as const
  const part: Draft<MediaPart> = { type: "media", media: "audio", source, at }
  if (typeof name === "string" && name !== "") part.id = name
  if (typeof transcript === "string" && transcript !== "") part.transcript = transcript
  if (typeof expires === "number" && expires !== 0) {
    part.expires = expires
    part.places = soundPlaces
  }
  return part
}

/** Token counts of a chunk: on its top level, inside its first choice, or where a vendor hides them. */
export const usageOf = (chunk: JsonObject, choice: JsonObject | undefined): Usage | undefined => {
  const hidden = chunk["x_groq"]
  return (
    readUsage(chunk["usage"]) ??
    (choice && readUsage(choice["usage"])) ??
    (isObject(hidden) ? readUsage(hidden["usage"]) : undefined)
  )
}
