import type { ChatMessage, ContentPart, ToolCallPart } from "../../core/chat/chat.ts"
import {
  clientCalls,
  groupsOf,
  inCallOrder,
  messageRuns,
  partsOf,
  unpairedCalls,
  unpairedReasons,
  systemAsUser
} from "../../core/chat/turns.ts"
import { appendAll } from "../../core/collections.ts"
import type { JsonObjectBuilder, MutableDraft } from "../../core/json/builder.ts"
import { isArray, isObject, type JsonObject } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { IssueReader } from "../../core/reading/issue-reader.ts"
import { readFilledList } from "../../core/reading/numbers.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import {
  decodeContent,
  type DecodeContext,
  type EncodeContext,
  type EncodedBlock,
  finishCacheable,
  inRequest,
  kindOf,
  note,
  noteLeftovers,
  restore
} from "./context.ts"
import { decodeContext, encodeParts, type PartPlace } from "./parts.ts"
import { rules } from "./rules.ts"
import { CallIds } from "./tool-calls.ts"
import { id } from "./wire.ts"

/**
 * Reads `system` and `messages` as one conversation. A message's kind is `string` where its content was one; a system
 * message that heads `messages` itself begins its kind with `inline`, so that it is told apart from `system`.
 */
export const decodeMessages = (body: ObjectReader): readonly ChatMessage[] => {
  const context = decodeContext(body.reader)
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

/** Whether a system message headed `messages` rather than standing in `system`. */
const isInline = (kind: string | undefined): boolean => kind?.startsWith("inline") === true

/** Whether a message's content was a string. */
const wasString = (kind: string | undefined): boolean => kind === "string" || kind === "inline-string"

/** A conversation as the wire has it. */
interface EncodedConversation {
  /** Absent where there is no system text. */
  readonly system?: string | readonly EncodedBlock[]
  readonly messages: readonly JsonObjectBuilder[]
}

/** Writes a conversation: `system`, then turns whose roles alternate, results first and in the order of their calls. */
export const encodeMessages = (to: EncodeContext, head: readonly string[]): EncodedConversation => {
  const { system, rest } = placeSystem(to, to.own ? to.request.messages : to.request.messages.map(cacheOnLastPart))
  const ids = new CallIds()
  const blocks: EncodedBlock[] = []
  for (const message of system) appendAll(blocks, encodeHeadSystem(to, message, ids))
  for (const text of head) blocks.push({ type: "text", text })
  for (const { problem, path } of unpairedCalls(rest)) note(to, "unpaired-call", path, unpairedReasons[problem])
  const messages = encodeTurns(to, rest, ids)
  const [only] = system
  const [text] = only?.parts ?? []
  const plain =
    system.length === 1 && head.length === 0 && only !== undefined && wasString(kindOf(only)) && text?.type === "text"
  if (plain) return { system: text.text, messages }
  return blocks.length === 0 ? { messages } : { system: blocks, messages }
}

/** A message whose cache mark stands on the last of its parts that takes one. */
const cacheOnLastPart = (message: ChatMessage): ChatMessage => {
  const { cache, parts } = message
  const last = cache === undefined ? -1 : parts.findLastIndex(({ type }) => type !== "reasoning")
  const part = parts[last]
  if (cache === undefined || part === undefined || part.cache !== undefined) return message
  return { ...message, parts: parts.with(last, { ...part, cache }) }
}

/** Which system messages go to the head, and what stands in place of the others. */
const placeSystem = (
  to: EncodeContext,
  messages: readonly ChatMessage[]
): { system: ChatMessage[]; rest: ChatMessage[] } => {
  const native = to.target.lateSystem === "native"
  const system: ChatMessage[] = []
  const rest: ChatMessage[] = []
  for (const message of messages) {
    if (message.role !== "system") rest.push(message)
    else if (rest.length === 0 && !(native && isInline(kindOf(message)))) system.push(message)
    else if (native) rest.push(message)
    else if (to.target.lateSystem === "hoist") {
      note(to, "late-system/hoisted", message.at)
      system.push(message)
    } else {
      note(to, "late-system", message.at)
      rest.push(systemAsUser(message))
    }
  }
  return { system, rest }
}

const encodeHeadSystem = (to: EncodeContext, message: ChatMessage, ids: CallIds): readonly EncodedBlock[] => {
  const blocks = encodeSystem(to, message, ids)
  const empty = message.parts.length > 0 && message.parts.every((part) => part.type === "text" && part.text === "")
  if (empty && !wasString(kindOf(message))) note(to, "empty-message", message.at)
  return blocks
}

const encodeSystem = (to: EncodeContext, message: ChatMessage, ids: CallIds): readonly EncodedBlock[] => {
  noteMessage(to, message)
  const parts = message.parts.filter((part) => {
    if (part.type === "text" || part.type === "unknown" || part.type === "tool-change") return true
    note(to, "system-part", part.at)
    return false
  })
  return encodeParts(to, parts, { role: "system", turn: 0, ids, calls: 0 })
}

const noteMessage = (to: EncodeContext, message: ChatMessage): void => {
  if (message.level !== undefined) note(to, "bookkeeping/level", message.at)
  if (message.name !== undefined) note(to, "unsupported", `${message.at ?? ""}/name`)
  if (message.id !== undefined) note(to, "message-id", `${message.at ?? ""}/id`)
  noteLeftovers(to, message)
}

const encodeTurns = (
  to: EncodeContext,
  messages: readonly ChatMessage[],
  ids: CallIds
): readonly JsonObjectBuilder[] => {
  const out: JsonObjectBuilder[] = []
  const empty: ChatMessage[] = []
  let calls: readonly ToolCallPart[] = []
  for (const run of messageRuns(messages)) {
    if (run.role === "system") {
      for (const message of run.messages) appendAll(out, encodeInlineSystem(to, message, ids))
      continue
    }
    const at: TurnPlace = { role: run.role, turn: out.length, ids, calls: 0, empty }
    if (run.role === "assistant") {
      ids.turn()
      calls = clientCalls(partsOf(run.messages))
    }
    for (const group of groupsOf(run.messages, id)) {
      const content =
        run.role === "assistant" ? encodeGroup(to, group, at) : encodeUserGroup(to, group, partsOf(group), calls, at)
      const [only] = group
      if (content.length === 0 || only === undefined) continue
      const turn: JsonObjectBuilder = {
        role: run.role,
        content: group.length === 1 ? asString(only, content) : content
      }
      for (const message of group) restore(turn, message)
      out.push(turn)
    }
    if (empty.length > 0) noteEmpty(to, empty.splice(0), run.role === "user" && out.length === at.turn)
  }
  return out
}

/** Where a turn stands, and its messages of which nothing was left to write. */
interface TurnPlace extends PartPlace {
  readonly empty: ChatMessage[]
}

/** Empty messages are left out; a user's turn of nothing else is refused. */
const noteEmpty = (to: EncodeContext, messages: readonly ChatMessage[], only: boolean): void => {
  for (const { at } of messages) note(to, only ? "empty-user" : "empty-message", at)
}

const encodeInlineSystem = (to: EncodeContext, message: ChatMessage, ids: CallIds): readonly JsonObjectBuilder[] => {
  const blocks = encodeSystem(to, message, ids)
  const out: JsonObjectBuilder = { role: "system" }
  if (blocks.length > 0) out["content"] = asString(message, blocks)
  else if (message.native?.rest === undefined) {
    note(to, "empty-message", message.at)
    return []
  }
  return [finishCacheable(to, out, message)]
}

const encodeGroup = (to: EncodeContext, messages: readonly ChatMessage[], at: TurnPlace): readonly EncodedBlock[] => {
  const [only] = messages
  return messages.length === 1 && only !== undefined
    ? encodeMessage(to, only, at)
    : messages.flatMap((message) => encodeMessage(to, message, at))
}

const encodeMessage = (to: EncodeContext, message: ChatMessage, at: TurnPlace): readonly EncodedBlock[] => {
  noteMessage(to, message)
  const before = to.notes.length
  const blocks = encodeParts(to, message.parts, at)
  const refused = blocks.length === 0 && to.notes.slice(before).some((it) => it.kind === "refused")
  if (blocks.length === 0 && (message.role === "assistant" || !refused)) at.empty.push(message)
  return blocks
}

/** A user's turn. Results that are not already first and in order are brought there, across its messages. */
const encodeUserGroup = (
  to: EncodeContext,
  messages: readonly ChatMessage[],
  parts: readonly ContentPart[],
  calls: readonly ToolCallPart[],
  at: TurnPlace
): readonly EncodedBlock[] => {
  const ordered = calls.length === 0 ? parts : inCallOrder(parts, calls)
  if (ordered === parts) return encodeGroup(to, messages, at)
  for (const message of messages) {
    noteMessage(to, message)
    if (message.parts.every((part) => part.type === "text" && part.text === "")) at.empty.push(message)
  }
  return encodeParts(to, ordered, at)
}

const asString = (message: ChatMessage, content: readonly EncodedBlock[]): string | readonly EncodedBlock[] => {
  const [only] = message.parts
  return wasString(kindOf(message)) && message.parts.length === 1 && only?.type === "text" ? only.text : content
}
