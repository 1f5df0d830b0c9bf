import { consume, inRequest, type DecodeContext, decodeContext } from "../context.ts"
import { ObjectReader } from "../../../core/reading/object-reader.ts"
import { type MutableDraft, setDefined } from "../../../core/json/builder.ts"
import { restoreCarriedCalls } from "../../../core/chat/carried-calls.ts"
import type { ChatMessage, ContentPart, ChatRequest } from "../../../core/chat/chat.ts"
import {
  defaultReplyPreferences as plain,
  type ReplyPreferences,
  type WireRequest,
  type DecodedRequest
} from "../../../core/format.ts"
import { Invalid, fail, type Result } from "../../../core/errors/invalid.ts"
import { isArray, isObject, type Json } from "../../../core/json/json.ts"
import type { Translated } from "../../../core/notes/note.ts"
import { childPointer } from "../../../core/json/pointer.ts"
import { readFilledList } from "../../../core/reading/numbers.ts"
import { checkSizes } from "../../../core/chat/request-checks.ts"
import { IssueReader } from "../../../core/reading/issue-reader.ts"
import { decodeContentParts, decodeParts } from "../parts/decode.ts"
import { note } from "../context.ts"
import { id, modelIn as idIn, ownVendor } from "../wire.ts"
import { decodeOutputFormat } from "../output-format.ts"
import { type FieldPlaces, decodeSettings } from "../settings.ts"
import { decodeThinking } from "../thinking.ts"
import { decodeToolChoice, decodeTools } from "../tools.ts"
import { appendAll } from "../../../core/collections.ts"
import { inTurns, saysMore } from "./turns.ts"

/** Reads a request. The model and the verb stand in its path. */
export const decodeRequest = (call: WireRequest): Result<Translated<DecodedRequest>, Invalid> => {
  const { object } = call.body
  if (object === undefined) return fail(Invalid.at("", "The body must be a JSON object."))
  const reader = new IssueReader()
  const body = new ObjectReader(reader, object, "", inRequest)
  const messages: ChatMessage[] = []
  readSystem(body, messages)
  decodeMessages(body, messages)
  const request: MutableDraft<ChatRequest> = {
    at: "",
    model: modelOf(call, body),
    messages: restoreCarriedCalls(messages, (at) => note(reader, "carrier", at)),
    native: { format: id }
  }
  readSettings(call, body, request)
  const asked: ReplyPreferences = {
    ...plain,
    stream: call.stream,
    usage: true,
    thinking: request.thinking?.visible === false ? "hidden" : "field"
  }
  checkSizes(reader, request)
  return reader.settled({ request, asked })
}

/** The model of the path; a body may name it too. */
const modelOf = ({ model }: WireRequest, body: ObjectReader): string => {
  const said = body.string("model")
  return model === "" ? idIn(said ?? "") : model
}

const readSettings = (call: WireRequest, body: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  const places: FieldPlaces = new Map()
  const config = body.inside("generationConfig")
  if (config !== undefined) {
    decodeSettings(config, request, places)
    decodeThinking(config, request, places)
    decodeOutputFormat(config, request, places)
  }
  decodeTools(body, request, ownVendor, call.names)
  decodeToolChoice(body, request, places)
  readHeld(body, request, places)
  readSafety(body, request, places)
  if (places.size > 0) request.places = places
  const { native = { format: id } } = body.attachUnknown(request)
  const { spelled } = body.reader
  request.native = spelled.size === 0 ? native : { ...native, spelled }
}

/** The vendor's plain tier has another name elsewhere. */
const readHeld = (body: ObjectReader, request: MutableDraft<ChatRequest>, places: FieldPlaces): void => {
  const cache = body.string("cachedContent")
  if (cache !== undefined) {
    request.refs = [{ vendor: ownVendor, kind: "cache", id: cache, at: body.below("cachedContent") }]
  }
  const tier = body.string("serviceTier")
  if (tier !== undefined) {
    request.tier = tier === "standard" ? "default" : tier
    places.set("tier", body.below("serviceTier"))
  }
  setDefined(request, "metadata", body.record("labels"))
  if (request.metadata !== undefined) places.set("metadata", body.below("labels"))
}

const readSafety = (body: ObjectReader, request: MutableDraft<ChatRequest>, places: FieldPlaces): void => {
  const said = body.json("safetySettings")
  const settings = body.items("safetySettings")
  if (said === undefined || settings === undefined) return
  request.safety = settings.map(readSetting)
  consume(request, "safetySettings", said)
  places.set("safety", body.below("safetySettings"))
}

type Safety = NonNullable<ChatRequest["safety"]>[number]

const readSetting = (setting: ObjectReader): Safety => {
  const safety: MutableDraft<Safety> = { category: setting.string("category") ?? "" }
  setDefined(safety, "threshold", setting.string("threshold"))
  setDefined(safety, "method", setting.string("method"))
  return safety
}

/** Reads the system instruction. Its role says nothing. */
const readSystem = (body: ObjectReader, messages: ChatMessage[]): void => {
  const system = body.inside("systemInstruction")
  if (system === undefined) return
  const role = system.json("role")
  const parts = decodeContentParts(decodeContext(body.reader), system)
  const message: MutableDraft<ChatMessage> = { role: "system", at: system.at, parts }
  if (role !== undefined) consume(message, "role", role)
  messages.push(message)
}

const decodeMessages = (body: ObjectReader, messages: ChatMessage[]): void => {
  const lone = body.lone("contents")
  const contents = lone === undefined ? readFilledList(body, "contents") : [lone]
  const reading = decodeContext(body.reader)
  const read: ChatMessage[] = []
  const at = body.below("contents")
  for (let index = 0; index < contents.length; index++) {
    const message = readContent(reading, contents[index] ?? null, lone === undefined ? childPointer(at, index) : at)
    if (message === undefined || (read.at(-1)?.role === "assistant" && isSilent(message))) continue
    read.push(message)
  }
  const whole = inTurns(read.flatMap((message) => unjoined(reading, message)))
  for (const message of whole) appendAll(messages, apart(message))
}

/** Whether a model's content says nothing: the last frame of a stream, which clients keep as a turn of its own. */
const isSilent = (message: ChatMessage): boolean =>
  message.role === "assistant" &&
  !saysMore(message) &&
  message.parts.length > 0 &&
  message.parts.every(
    (part) => part.type === "text" && part.text === "" && part.opaque === undefined && !saysMore(part)
  )

/** A model's content that holds results, as some clients send their history: these are the user's. */
const apart = (message: ChatMessage): readonly ChatMessage[] => {
  if (message.role !== "assistant" || !message.parts.some(isResult)) return [message]
  const out: MutableDraft<ChatMessage>[] = []
  for (const part of message.parts) {
    const role = isResult(part) ? "user" : "assistant"
    const last = out.at(-1)
    if (last?.role === role) last.parts = [...last.parts, part]
    else out.push({ ...(out.length === 0 ? message : { at: message.at ?? "" }), role, parts: [part] })
  }
  return out
}

const isResult = (part: ContentPart): boolean => part.type === "tool-result" && part.runBy === "client"

/** A message without the parts that became one with an earlier one. */
const unjoined = ({ joined }: DecodeContext, message: ChatMessage): readonly ChatMessage[] => {
  if (joined.size === 0 || !message.parts.some((part) => joined.has(part))) return [message]
  const parts = message.parts.filter((part) => !joined.has(part))
  return parts.length === 0 ? [] : [{ ...message, parts }]
}

const readContent = (reading: DecodeContext, item: Json, at: string): ChatMessage | undefined => {
  if (!isObject(item)) return reading.reader.issue(at, "This item must be an object.")
  const role = item["role"]
  if (role !== "model") {
    reading.unsigned.text = []
    reading.unsigned.reasoning = []
  }
  const { parts } = item
  if ((role === "user" || role === "model") && isArray(parts) && Object.keys(item).length === 2) {
    return {
      role: role === "user" ? "user" : "assistant",
      at,
      parts: decodeParts(reading, parts, `${at}/parts`)
    }
  }
  const content = new ObjectReader(reading.reader, item, at, inRequest)
  if (!content.has("parts")) reading.reader.absent(at, "parts")
  const message: MutableDraft<ChatMessage> = {
    role: role === "model" ? "assistant" : "user",
    at,
    parts: decodeContentParts(reading, content)
  }
  return content.attachUnknown(message, roleKind(content))
}

/** Which spelling of the user's role a content has, where it is not `user`. */
const roleKind = (content: ObjectReader): string | undefined => {
  const role = content.string("role") ?? ""
  if (role === "user" || role === "model") return undefined
  if (role === "function") return role
  return role === "" ? "bare" : content.reader.issue(content.below("role"), "`role` must be `user` or `model`.")
}
