import type { Message } from "../../../words/chat.ts"
import { isObject, type JsonObject } from "../../../words/json.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import { readBlocks, readingOf } from "../blocks/decode.ts"
import { readContent, type Reading } from "../blocks/reading.ts"
import { type Draft, setNative } from "../native.ts"
import { known, ownVendor } from "../wire.ts"

/**
 * Reads `system` and `messages` as one conversation. A message's kind is `string` where its content was one; a system
 * message that heads `messages` itself begins its kind with `inline`, so that it is told apart from `system`.
 */
export const readMessages = (reader: Reader, body: JsonObject): readonly Message[] => {
  const reading = readingOf(reader, ownVendor)
  const messages: Message[] = []
  const system = readSystem(reading, body)
  if (system !== undefined) messages.push(system)
  let head = true
  const items = reader.array(body, "messages", "") ?? []
  for (let index = 0; index < items.length; index++) {
    const object = items[index]
    if (!isObject(object)) continue
    const at = `/messages/${index}`
    const role = readRole(reader, object, at)
    if (role === undefined) continue
    head &&= role === "system"
    messages.push(readMessage(reading, object, at, role, head))
  }
  return messages
}

const readSystem = (reading: Reading, body: JsonObject): Message | undefined => {
  const system = body["system"]
  if (typeof system === "string") {
    const message: Draft<Message> = {
      at: "/system",
      role: "system",
      parts: [{ type: "text", text: system, at: "/system" }]
    }
    setNative(message, undefined, "string")
    return message
  }
  const items = reading.reader.array(body, "system", "")
  return items === undefined || items.length === 0
    ? undefined
    : { at: "/system", role: "system", parts: readBlocks(reading, items, "/system") }
}

const readRole = (reader: Reader, object: JsonObject, at: Pointer): Message["role"] | undefined => {
  const role = reader.string(object, "role", at)
  switch (role) {
    case "user":
    case "assistant":
    case "system":
      return role
    default:
      return reader.issue(below(at, "role"), "`role` must be `user`, `assistant` or `system`.")
  }
}

const readMessage = (
  reading: Reading,
  object: JsonObject,
  at: Pointer,
  role: Message["role"],
  head: boolean
): Message => {
  const content = readContent(reading, object, at)
  const message: Draft<Message> = { at, role, parts: content?.parts ?? [] }
  const string = content?.string === true
  const kind = role === "system" && head ? (string ? "inline-string" : "inline") : string ? "string" : undefined
  setNative(message, reading.reader.rest(object, known.message), kind)
  return message
}

/** Whether a system message headed `messages` rather than standing in `system`. */
export const isInline = (kind: string | undefined): boolean => kind === "inline" || kind === "inline-string"

/** Whether a message's content was a string. */
export const wasString = (kind: string | undefined): boolean => kind === "string" || kind === "inline-string"
