import { consume, inRequest } from "../native.ts"
import { Members } from "../../../core/reading/members.ts"
import { type Draft, set } from "../../../core/draft.ts"
import { restored } from "../../../core/chat/carried-calls.ts"
import type { Message, Part, Request } from "../../../core/chat/chat.ts"
import { asked as plain, type Asked, type Call, type DecodedRequest } from "../../../core/format.ts"
import { Invalid } from "../../../core/errors/invalid.ts"
import { isArray, isObject, type Json } from "../../../core/json/json.ts"
import type { Translated } from "../../../core/notes/note.ts"
import { below } from "../../../core/json/pointer.ts"
import { filled } from "../../../core/reading/ranges.ts"
import { checkSizes } from "../../../core/chat/sizes.ts"
import { Reader } from "../../../core/reading/reader.ts"
import { fail, type Result } from "../../../core/errors/result.ts"
import { readContentParts, readParts } from "../parts/decode.ts"
import { type Reading, readingOf } from "../parts/reading.ts"
import { note } from "../rules.ts"
import { id, modelOf as idIn, ownVendor } from "../wire.ts"
import { readOutput } from "./output.ts"
import { type Places, readConfig } from "./settings.ts"
import { readThinking } from "./thinking.ts"
import { readToolConfig, readTools } from "./tools.ts"
import { append } from "../../../core/append.ts"
import { inTurns, saysMore } from "./turns.ts"

/** Reads a request. The model and the verb stand in its path. */
export const decodeRequest = (call: Call): Result<Translated<DecodedRequest>, Invalid> => {
  const { object } = call.body
  if (object === undefined) return fail(Invalid.at("", "The body must be a JSON object."))
  const reader = new Reader()
  const body = new Members(reader, object, "", inRequest)
  const messages: Message[] = []
  readSystem(body, messages)
  readContents(body, messages)
  const request: Draft<Request> = {
    at: "",
    model: modelOf(call, body),
    messages: restored(messages, (at) => note(reader, "carrier", at)),
    native: { format: id }
  }
  readSettings(call, body, request)
  const asked: Asked = {
    ...plain,
    stream: call.stream,
    usage: true,
    thinking: request.thinking?.visible === false ? "hidden" : "field"
  }
  checkSizes(reader, request)
  return reader.settled({ request, asked })
}

/** The model of the path; a body may name it too. */
const modelOf = ({ model }: Call, body: Members): string => {
  const said = body.string("model")
  return model === "" ? idIn(said ?? "") : model
}

const readSettings = (call: Call, body: Members, request: Draft<Request>): void => {
  const places: Places = new Map()
  const config = body.inside("generationConfig")
  if (config !== undefined) {
    readConfig(config, request, places)
    readThinking(config, request, places)
    readOutput(config, request, places)
  }
  readTools(body, request, ownVendor, call.names)
  readToolConfig(body, request, places)
  readHeld(body, request, places)
  readSafety(body, request, places)
  if (places.size > 0) request.places = places
  const { native = { format: id } } = body.keepOn(request)
  const { spelled } = body.reader
  request.native = spelled.size === 0 ? native : { ...native, spelled }
}

/** The vendor's plain tier has another name elsewhere. */
const readHeld = (body: Members, request: Draft<Request>, places: Places): void => {
  const cache = body.string("cachedContent")
  if (cache !== undefined) {
    request.refs = [{ vendor: ownVendor, kind: "cache", id: cache, at: body.below("cachedContent") }]
  }
  const tier = body.string("serviceTier")
  if (tier !== undefined) {
    request.tier = tier === "standard" ? "default" : tier
    places.set("tier", body.below("serviceTier"))
  }
  set(request, "metadata", body.record("labels"))
  if (request.metadata !== undefined) places.set("metadata", body.below("labels"))
}

const readSafety = (body: Members, request: Draft<Request>, places: Places): void => {
  const said = body.json("safetySettings")
  const settings = body.items("safetySettings")
  if (said === undefined || settings === undefined) return
  request.safety = settings.map(readSetting)
  consume(request, "safetySettings", said)
  places.set("safety", body.below("safetySettings"))
}

type Safety = NonNullable<Request["safety"]>[number]

const readSetting = (setting: Members): Safety => {
  const safety: Draft<Safety> = { category: setting.string("category") ?? "" }
  set(safety, "threshold", setting.string("threshold"))
  set(safety, "method", setting.string("method"))
  return safety
}

/** Reads the system instruction. Its role says nothing. */
const readSystem = (body: Members, messages: Message[]): void => {
  const system = body.inside("systemInstruction")
  if (system === undefined) return
  const role = system.json("role")
  const parts = readContentParts(readingOf(body.reader, ownVendor), system)
  const message: Draft<Message> = { role: "system", at: system.at, parts }
  if (role !== undefined) consume(message, "role", role)
  messages.push(message)
}

const readContents = (body: Members, messages: Message[]): void => {
  const lone = body.lone("contents")
  const contents = lone === undefined ? filled(body, "contents") : [lone]
  const reading = readingOf(body.reader, ownVendor)
  const read: Message[] = []
  const at = body.below("contents")
  for (let index = 0; index < contents.length; index++) {
    const message = readContent(reading, contents[index] ?? null, lone === undefined ? below(at, index) : at)
    if (message === undefined || (read.at(-1)?.role === "assistant" && isSilent(message))) continue
    read.push(message)
  }
  const whole = inTurns(read.flatMap((message) => unjoined(reading, message)))
  for (const message of whole) append(messages, apart(message))
}

/** Whether a model's content says nothing: the last frame of a stream, which clients keep as a turn of its own. */
const isSilent = (message: Message): boolean =>
  message.role === "assistant" &&
  !saysMore(message) &&
  message.parts.length > 0 &&
  message.parts.every(
    (part) => part.type === "text" && part.text === "" && part.opaque === undefined && !saysMore(part)
  )

/** A model's content that holds results, as some clients send their history: these are the user's. */
const apart = (message: Message): readonly Message[] => {
  if (message.role !== "assistant" || !message.parts.some(isResult)) return [message]
  const out: Draft<Message>[] = []
  for (const part of message.parts) {
    const role = isResult(part) ? "user" : "assistant"
    const last = out.at(-1)
    if (last?.role === role) last.parts = [...last.parts, part]
    else out.push({ ...(out.length === 0 ? message : { at: message.at ?? "" }), role, parts: [part] })
  }
  return out
}

const isResult = (part: Part): boolean => part.type === "tool-result" && part.runBy === "client"

/** A message without the parts that became one with an earlier one. */
const unjoined = ({ joined }: Reading, message: Message): readonly Message[] => {
  if (joined.size === 0 || !message.parts.some((part) => joined.has(part))) return [message]
  const parts = message.parts.filter((part) => !joined.has(part))
  return parts.length === 0 ? [] : [{ ...message, parts }]
}

const readContent = (reading: Reading, item: Json, at: string): Message | undefined => {
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
      parts: readParts(reading, parts, `${at}/parts`)
    }
  }
  const content = new Members(reading.reader, item, at, inRequest)
  if (!content.has("parts")) reading.reader.absent(at, "parts")
  const message: Draft<Message> = {
    role: role === "model" ? "assistant" : "user",
    at,
    parts: readContentParts(reading, content)
  }
  return content.keepOn(message, roleKind(content))
}

/** Which spelling of the user's role a content has, where it is not `user`. */
const roleKind = (content: Members): string | undefined => {
  const role = content.string("role") ?? ""
  if (role === "user" || role === "model") return undefined
  if (role === "function") return role
  return role === "" ? "bare" : content.reader.issue(content.below("role"), "`role` must be `user` or `model`.")
}
