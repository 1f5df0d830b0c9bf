import type { MediaPart, ChatMessage, ContentPart, RefusalPart } from "../../core/chat/chat.ts"
import { type MutableDraft, isArray, isObject, type JsonObject } from "../../core/json/json.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { readFilledList } from "../../core/reading/member-row.ts"
import { neededMember, readNode, keptTextMember, memberTable } from "../../core/reading/member-table.ts"
import { decodeToolCalls, clientCallTables, takeToolCalls } from "./tool-calls.ts"
import { decodeOpaque } from "./opaque.ts"
import { withCarried } from "./places.ts"
import { asSaid, cacheControl } from "./context.ts"
import { id, wireKeys, ownVendor } from "./wire.ts"
import { decodeParts } from "./parts.ts"
import { besideContent, decodeMedia } from "./media.ts"
import { takeToolResult, decodeToolResult } from "./tool-results.ts"

/** The messages of a request, each in its place. */
export const decodeMessages = (body: ObjectReader): readonly ChatMessage[] => {
  const out: ChatMessage[] = []
  const items = readFilledList(body, "messages")
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    const at = `/messages/${index}`
    const message = isObject(item)
      ? (takeMessage(item, at) ?? readMessage(new ObjectReader(body.reader, item, at, asSaid)))
      : body.reader.issue(at, "This item must be an object.")
    if (message !== undefined) out.push(message)
  }
  return out
}

/** A message of a text, of functions' calls or of a result, of which nothing has to be read; undefined for all others. */
const takeMessage = (message: JsonObject, at: JsonPointer): ChatMessage | undefined => {
  const { role } = message
  switch (role) {
    case "system":
    case "user":
    case "assistant":
      return takeSaid(message, role, at)
    case "tool": {
      const result = takeToolResult(message, at)
      return result && { role: "user", parts: [result], at }
    }
    default:
      return undefined
  }
}

const takeSaid = (message: JsonObject, role: ChatMessage["role"], at: JsonPointer): ChatMessage | undefined => {
  const { content, tool_calls } = message
  const known = tool_calls === undefined ? 2 : 3
  if (typeof content !== "string" || Object.keys(message).length > known) return undefined
  const text: ContentPart = { type: "text", text: content, at: `${at}/content` }
  if (tool_calls === undefined) return { role, parts: [text], at }
  const calls = role === "assistant" ? takeToolCalls(tool_calls, `${at}/tool_calls`) : undefined
  return calls && { role, parts: [text, ...calls], at }
}

const readMessage = (from: ObjectReader): ChatMessage | undefined => {
  const role = from.needed("role")
  switch (role) {
    case undefined:
      return undefined
    case "system":
    case "developer":
    case "user":
      return readPlain(from, role)
    case "assistant":
      return readAssistant(from)
    case "tool":
    case "function":
      return { role: "user", parts: [decodeToolResult(from, role)], at: from.at }
    default:
      return from.reader.issue(
        from.below("role"),
        "`role` must be system, developer, user, assistant, tool or function."
      )
  }
}

const readPlain = (from: ObjectReader, role: "system" | "developer" | "user"): ChatMessage => {
  if (!from.has("content")) from.reader.absent(from.at, "content")
  const parts = decodeParts(from)
  const message: MutableDraft<ChatMessage> = { role: role === "user" ? "user" : "system", parts, at: from.at }
  if (role === "developer") message.level = "developer"
  return named(from, message, wireKeys.message)
}

/** Adds the name and what is not known of a message. Null is absence in what is `known`. */
const named = (from: ObjectReader, message: MutableDraft<ChatMessage>, known: ReadonlySet<string>): ChatMessage => {
  const name = from.string("name")
  if (name !== undefined) message.name = name
  cacheControl.read(from, "cache_control", message)
  from.absent(known)
  return from.attachUnknown(message)
}

const readAssistant = (from: ObjectReader): ChatMessage => {
  const { at, object, reader } = from
  const carried = decodeOpaque(object, at, reader, ownVendor)
  const parts: ContentPart[] = decodeParts(from)
  const refusal = readRefusal(from)
  if (refusal !== undefined) parts.push(refusal)
  const audio = readAudio(from)
  if (audio !== undefined) parts.push(audio)
  for (const picture of readPictures(from)) parts.push(picture)
  for (const call of decodeToolCalls(from, clientCallTables)) parts.push(call)
  from.skip("reasoning_content", "reasoning", "reasoning_details")
  from.markEmpty("reasoning_details")
  const message: MutableDraft<ChatMessage> = { role: "assistant", parts: withCarried(parts, carried, reader), at }
  if (carried.consumed !== undefined) message.native = { format: id, consumed: carried.consumed }
  return named(from, message, wireKeys.assistant)
}

/** The pictures of an earlier answer; a list that holds anything else is kept as it is. */
const readPictures = (from: ObjectReader): readonly MediaPart[] => {
  const { images } = from.object
  if (!isArray(images) || !images.every((item) => isObject(item) && item["image_url"])) return []
  return (from.items("images") ?? []).map((item) => {
    const picture = decodeMedia(item, "image_url")
    return { ...picture, native: { ...picture.native, format: id, kind: besideContent } }
  })
}

/** A refusal in the message's own member. */
const readRefusal = (from: ObjectReader): RefusalPart | undefined => {
  const text = from.string("refusal")
  return text === undefined ? undefined : { type: "refusal", text, at: from.below("refusal") }
}

/** The members of `audio`: an earlier answer's sound. */
export const heldAudio = memberTable<MutableDraft<MediaPart>>({
  id: neededMember(
    keptTextMember<MutableDraft<MediaPart>>((node, id) => {
      node.source = { kind: "ref", ref: { vendor: ownVendor, kind: "audio", id } }
    }, "source")
  )
})

const noAudio = { type: "media", media: "audio", source: { kind: "text", text: "" } } as const

const readAudio = (from: ObjectReader): MediaPart | undefined => {
  const audio = from.own("audio")
  return audio && readNode(heldAudio, audio, { ...noAudio })
}
