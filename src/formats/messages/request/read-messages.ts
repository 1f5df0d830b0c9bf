import { inRequest } from "../native.ts"
import { ObjectReader } from "../../../core/reading/object-reader.ts"
import type { MutableDraft } from "../../../core/json/builder.ts"
import type { ChatMessage } from "../../../core/chat/chat.ts"
import { isArray, isObject, type JsonObject } from "../../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../../core/json/pointer.ts"
import { readFilledList } from "../../../core/reading/numbers.ts"
import type { IssueReader } from "../../../core/reading/issue-reader.ts"
import { readingOf } from "../blocks/decode.ts"
import { readContent, type Reading } from "../blocks/reading.ts"
import { id, ownVendor } from "../wire.ts"
import { withoutAccounting } from "./vendors-own.ts"

/**
 * Reads `system` and `messages` as one conversation. A message's kind is `string` where its content was one; a system
 * message that heads `messages` itself begins its kind with `inline`, so that it is told apart from `system`.
 */
export const readMessages = (body: ObjectReader): readonly ChatMessage[] => {
  const reading = readingOf(body.reader, ownVendor)
  const messages: ChatMessage[] = []
  const system = readSystem(reading, body)
  if (system !== undefined) messages.push(system)
  let head = true
  const items = readFilledList(body, "messages")
  for (let index = 0; index < items.length; index++) {
    const object = items[index]
    const at = `/messages/${index}`
    const role = isObject(object)
      ? readRole(body.reader, object, at)
      : body.reader.issue(at, "This item must be an object.")
    if (!isObject(object) || role === undefined) continue
    head &&= role === "system"
    messages.push(readMessage(reading, object, at, role, head))
  }
  return messages
}

const readSystem = (reading: Reading, body: ObjectReader): ChatMessage | undefined => {
  const system = body.value("system")
  const at = "/system"
  const role = "system"
  if (system === undefined) return undefined
  body.markEmpty("system")
  if (typeof system === "string") {
    return { at, role, parts: [{ type: "text", text: system, at }], native: { format: id, kind: "string" } }
  }
  if (!isArray(system)) return reading.reader.issue(at, "`system` must be a string or an array of blocks.")
  const parts = withoutAccounting(reading.reader, reading.blocks(system, at))
  return parts.length === 0 ? undefined : { at, role, parts }
}

const readRole = (reader: IssueReader, message: JsonObject, at: JsonPointer): ChatMessage["role"] | undefined => {
  const { role } = message
  if (role === "user" || role === "assistant" || role === "system") return role
  return reader.required(message, "role", at, reader.string) === undefined
    ? undefined
    : reader.issue(childPointer(at, "role"), "`role` must be `user`, `assistant` or `system`.")
}

/** Most messages have no other members: only one that has is read as members. */
const readMessage = (
  reading: Reading,
  object: JsonObject,
  at: JsonPointer,
  role: ChatMessage["role"],
  head: boolean
): ChatMessage => {
  const { parts, kind } = readContent(reading, object, at)
  const message: MutableDraft<ChatMessage> = { at, role, parts }
  const spelled = role === "system" && head ? (kind === undefined ? "inline" : "inline-string") : kind
  const isBare = (object["content"] ?? null) === null
  if (isBare && role !== "system") reading.reader.absent(at, "content")
  if (Object.keys(object).length > 2 || isBare) {
    const members = new ObjectReader(reading.reader, object, at, inRequest)
    members.skip("role", "content")
    return members.attachUnknown(message, spelled)
  }
  if (spelled !== undefined) message.native = { format: id, kind: spelled }
  return message
}

/** Whether a system message headed `messages` rather than standing in `system`. */
export const isInline = (kind: string | undefined): boolean => kind?.startsWith("inline") === true

/** Whether a message's content was a string. */
export const wasString = (kind: string | undefined): boolean => kind === "string" || kind === "inline-string"
