import type { ChatMessage, ContentPart } from "../../core/chat/chat.ts"
import { type MutableDraft, isArray, isObject, type JsonObject } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { IssueReader } from "../../core/reading/issue-reader.ts"
import { readFilledList } from "../../core/reading/member-row.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { decodeContent, type DecodeContext, inRequest } from "./context.ts"
import { blockDecodeContext } from "./parts.ts"
import { rules } from "./rules.ts"
import { id } from "./wire.ts"

/**
 * Reads `system` and `messages` as one conversation. A message's kind is `string` where its content was one; a system
 * message that heads `messages` itself begins its kind with `inline`, so that it is told apart from `system`.
 */
export const decodeMessages = (body: ObjectReader): readonly ChatMessage[] => {
  const context = blockDecodeContext(body.reader)
  const messages: ChatMessage[] = []
  const system = decodeSystem(context, body)
  if (system !== undefined) messages.push(system)
  let head = true
  const items = readFilledList(body, "messages")
  for (let index = 0; index < items.length; index++) {
    const object = items[index]
    const at = `/messages/${index}`
    const role = isObject(object)
      ? decodeRole(body.reader, object, at)
      : body.reader.issue(at, "This item must be an object.")
    if (!isObject(object) || role === undefined) continue
    head &&= role === "system"
    messages.push(decodeMessage(context, object, at, role, head))
  }
  return messages
}

const decodeSystem = (context: DecodeContext, body: ObjectReader): ChatMessage | undefined => {
  const system = body.value("system")
  const at = "/system"
  const role = "system"
  if (system === undefined) return undefined
  body.markEmpty("system")
  if (typeof system === "string") {
    return { at, role, parts: [{ type: "text", text: system, at }], native: { format: id, kind: "string" } }
  }
  if (!isArray(system)) return context.reader.issue(at, "`system` must be a string or an array of blocks.")
  const parts = withoutAccounting(context.reader, context.decodeParts(system, at))
  return parts.length === 0 ? undefined : { at, role, parts }
}

/**
 * The system prompt without the line of Claude Code's accounting, which is another in every request: no other vendor
 * reads it, and where a prompt begins with it nothing of the prompt is found in a cache.
 *
 * @see https://github.com/anthropics/claude-code/issues/68900 (read 2026-11)
 * @see https://github.com/sgl-project/sglang/pull/29169 where another server leaves it out
 */
const withoutAccounting = (reader: IssueReader, parts: readonly ContentPart[]): readonly ContentPart[] =>
  parts.filter((part) => {
    if (part.type !== "text" || !accounting.test(part.text)) return true
    reader.notes.push(rules.note("bookkeeping/accounting", part.at ?? ""))
    return false
  })

const accounting = /^x-anthropic-billing-header:[^\n]*\n?$/

const decodeRole = (reader: IssueReader, message: JsonObject, at: JsonPointer): ChatMessage["role"] | undefined => {
  const { role } = message
  if (role === "user" || role === "assistant" || role === "system") return role
  return reader.required(message, "role", at, reader.string) === undefined
    ? undefined
    : reader.issue(childPointer(at, "role"), "`role` must be `user`, `assistant` or `system`.")
}

/** Most messages have no other members: only one that has is read as members. */
const decodeMessage = (
  context: DecodeContext,
  object: JsonObject,
  at: JsonPointer,
  role: ChatMessage["role"],
  head: boolean
): ChatMessage => {
  const { parts, kind } = decodeContent(context, object, at)
  const message: MutableDraft<ChatMessage> = { at, role, parts }
  const spelled = role === "system" && head ? (kind === undefined ? "inline" : "inline-string") : kind
  const isBare = (object["content"] ?? null) === null
  if (isBare && role !== "system") context.reader.absent(at, "content")
  if (Object.keys(object).length > 2 || isBare) {
    const members = new ObjectReader(context.reader, object, at, inRequest)
    members.skip("role", "content")
    return members.attachUnknown(message, spelled)
  }
  if (spelled !== undefined) message.native = { format: id, kind: spelled }
  return message
}
