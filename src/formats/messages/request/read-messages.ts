import type { Message } from "../../../words/chat.ts"
import { isObject } from "../../../words/json.ts"
import { below } from "../../../words/pointer.ts"
import { readingOf } from "../blocks/decode.ts"
import { readContent, type Reading } from "../blocks/reading.ts"
import { Members } from "../members.ts"
import { type Draft } from "../native.ts"
import { id, ownVendor } from "../wire.ts"

/**
 * Reads `system` and `messages` as one conversation. A message's kind is `string` where its content was one; a system
 * message that heads `messages` itself begins its kind with `inline`, so that it is told apart from `system`.
 */
export const readMessages = (body: Members): readonly Message[] => {
  const reading = readingOf(body.reader, ownVendor)
  const messages: Message[] = []
  const system = readSystem(reading, body)
  if (system !== undefined) messages.push(system)
  let head = true
  body.skip("messages")
  const items = body.reader.array(body.object, "messages", "") ?? []
  for (let index = 0; index < items.length; index++) {
    const object = items[index]
    if (!isObject(object)) continue
    const message = new Members(body.reader, object, `/messages/${index}`)
    const role = readRole(message)
    if (role === undefined) continue
    head &&= role === "system"
    messages.push(readMessage(reading, message, role, head))
  }
  return messages
}

const readSystem = (reading: Reading, body: Members): Message | undefined => {
  const system = body.value("system")
  const at = "/system"
  const role = "system"
  if (typeof system === "string") {
    return { at, role, parts: [{ type: "text", text: system, at }], native: { format: id, kind: "string" } }
  }
  const items = reading.reader.array(body.object, "system", "")
  return items === undefined || items.length === 0 ? undefined : { at, role, parts: reading.blocks(items, at) }
}

const roles: ReadonlyMap<string, Message["role"]> = new Map(
  (["user", "assistant", "system"] as const).map((role) => [role, role])
)

const readRole = (message: Members): Message["role"] | undefined =>
  message.word("role", roles) ??
  message.reader.issue(below(message.at, "role"), "`role` must be `user`, `assistant` or `system`.")

const readMessage = (reading: Reading, from: Members, role: Message["role"], head: boolean): Message => {
  const { parts, kind } = readContent(reading, from)
  const message: Draft<Message> = { at: from.at, role, parts }
  if (role !== "system" || !head) return from.keepOn(message, kind)
  return from.keepOn(message, kind === undefined ? "inline" : "inline-string")
}

/** Whether a system message headed `messages` rather than standing in `system`. */
export const isInline = (kind: string | undefined): boolean => kind?.startsWith("inline") === true

/** Whether a message's content was a string. */
export const wasString = (kind: string | undefined): boolean => kind === "string" || kind === "inline-string"
