import type { MediaPart, Message, Part, RefusalPart, ToolResultPart } from "../../../words/chat.ts"
import { isObject, type JsonObject } from "../../../words/json.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import { readCalls } from "../calls.ts"
import { readCarried, withCarried } from "../carriers.ts"
import type { Draft } from "../draft.ts"
import { nativeOf, restOf } from "../native.ts"
import { needed, readNode, silent, table } from "../table.ts"
import { id, keys, ownVendor } from "../wire.ts"
import { readContent } from "./parts-decode.ts"
import { unwrapError } from "./result-error.ts"

/** The messages of a request, each in its place. Items that are no objects were refused before. */
export const readMessages = (reader: Reader, body: JsonObject): readonly Message[] => {
  const out: Message[] = []
  const items = reader.required(body, "messages", "", reader.array) ?? []
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    const message = isObject(item) ? readMessage(reader, item, `/messages/${index}`) : undefined
    if (message !== undefined) out.push(message)
  }
  return out
}

const readMessage = (reader: Reader, object: JsonObject, at: Pointer): Message | undefined => {
  const role = reader.required(object, "role", at, reader.string)
  switch (role) {
    case undefined:
      return undefined
    case "system":
    case "developer":
    case "user":
      return readPlain(reader, object, at, role)
    case "assistant":
      return readAssistant(reader, object, at)
    case "tool":
    case "function":
      return readResult(reader, object, at, role)
    default:
      return reader.issue(below(at, "role"), "`role` must be system, developer, user, assistant, tool or function.")
  }
}

const readPlain = (reader: Reader, object: JsonObject, at: Pointer, role: "system" | "developer" | "user"): Message => {
  if (object["content"] === undefined || object["content"] === null) reader.issue(at, "`content` is required.")
  const parts = readContent(reader, object, at)
  const message: Draft<Message> = { role: role === "user" ? "user" : "system", parts, at }
  if (role === "developer") message.level = "developer"
  return named(reader, message, object, at, keys.message)
}

/** Adds the name and what is not known of a message. Null is absence in `content`. */
const named = (
  reader: Reader,
  message: Draft<Message>,
  object: JsonObject,
  at: Pointer,
  known: ReadonlySet<string>
): Message => {
  const name = reader.string(object, "name", at)
  if (name !== undefined) message.name = name
  const rest = restOf(object, known, true)
  if (rest !== undefined) message.native = { ...message.native, ...nativeOf(rest), format: id }
  return message
}

const readAssistant = (reader: Reader, object: JsonObject, at: Pointer): Message => {
  const carried = readCarried(object, at, reader.notes, ownVendor)
  const parts: Part[] = [...readContent(reader, object, at)]
  const refusal = readRefusal(reader, object, at)
  if (refusal !== undefined) parts.push(refusal)
  const audio = readAudio(reader, object, at)
  if (audio !== undefined) parts.push(audio)
  for (const call of readCalls(reader, object, at)) parts.push(call)
  const message: Draft<Message> = { role: "assistant", parts: withCarried(parts, carried, reader.notes), at }
  const native = nativeOf(undefined, undefined, undefined, carried.consumed)
  if (native !== undefined) message.native = native
  return named(reader, message, object, at, keys.assistant)
}

/** A refusal in the message's own member. */
export const readRefusal = (reader: Reader, object: JsonObject, at: Pointer): RefusalPart | undefined => {
  const text = reader.string(object, "refusal", at)
  return text === undefined ? undefined : { type: "refusal", text, at: below(at, "refusal") }
}

const heldAudio = table<Draft<MediaPart>>({
  id: needed<Draft<MediaPart>>({
    ...silent,
    says: [["source", ""]],
    read: (reader, object, key, at, node) => {
      const id = reader.string(object, key, at) ?? ""
      node.source = { kind: "ref", ref: { vendor: ownVendor, kind: "audio", id } }
    }
  })
})

const noAudio = { type: "media", media: "audio", source: { kind: "text", text: "" } } as const

const readAudio = (reader: Reader, object: JsonObject, at: Pointer): MediaPart | undefined => {
  const audio = reader.object(object, "audio", at)
  return audio && readNode(heldAudio, reader, audio, below(at, "audio"), { ...noAudio })
}

const readResult = (reader: Reader, object: JsonObject, at: Pointer, role: "tool" | "function"): Message => {
  const content = readContent(reader, object, at)
  const unwrapped = unwrapError(content)
  const result: Draft<ToolResultPart> = {
    type: "tool-result",
    of: "function",
    runBy: "client",
    output: { kind: "parts", parts: unwrapped ?? content },
    at
  }
  const id = role === "tool" ? reader.required(object, "tool_call_id", at, reader.string) : undefined
  if (id !== undefined) result.id = id
  const name = role === "tool" ? reader.string(object, "name", at) : reader.required(object, "name", at, reader.string)
  if (name !== undefined) result.name = name
  if (unwrapped !== undefined) result.error = true
  result.places = new Map<string, Pointer>().set("output", `${at}/content`).set("id", `${at}/tool_call_id`)
  const native = nativeOf(restOf(object, keys.tool, true), undefined, role === "function" ? "legacy" : undefined)
  if (native !== undefined) result.native = native
  return { role: "user", parts: [result], at }
}
