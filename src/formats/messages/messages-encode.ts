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
import { isItems, type JsonObjectBuilder } from "../../core/json/json.ts"
import {
  type EncodeContext,
  type EncodedBlock,
  finishCacheable,
  isWordless,
  kindOf,
  note,
  noteLeftovers,
  restore
} from "./context.ts"
import { encodeParts, type PartPlace } from "./parts.ts"
import { CallIds } from "./tool-calls.ts"
import { id } from "./wire.ts"

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
  const empty = message.parts.length > 0 && message.parts.every((part) => isWordless(to, part))
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
    let said = false
    const at: TurnPlace = { role: run.role, turn: out.length, ids, calls: 0, empty }
    if (run.role === "assistant") {
      ids.turn()
      calls = clientCalls(partsOf(run.messages))
    }
    for (const group of groupsOf(run.messages, id)) {
      const content =
        run.role === "assistant"
          ? withoutLastThoughts(to, encodeGroup(to, group, at))
          : encodeUserGroup(to, group, partsOf(group), calls, at)
      const [only] = group
      if (content.length === 0 || only === undefined) continue
      said = true
      const turn: JsonObjectBuilder = {
        role: run.role,
        content: group.length === 1 ? asString(only, content) : content
      }
      for (const message of group) restore(turn, message)
      if (to.own || !joinTurn(out.at(-1), turn)) out.push(turn)
    }
    if (empty.length > 0) noteEmpty(to, empty.splice(0), run.role === "user" && !said)
  }
  return out
}

/**
 * An assistant's turn without the thinking that ends it, of which nothing came: the endpoint refuses it so. What this
 * format's own client says is its affair.
 *
 * @see https://github.com/tailcallhq/forgecode/issues/3071 status and sentence of Anthropic's (2026-04)
 */
const withoutLastThoughts = (to: EncodeContext, blocks: readonly EncodedBlock[]): readonly EncodedBlock[] => {
  const end = to.own ? blocks.length : blocks.findLastIndex((block) => !to.thoughts.has(block)) + 1
  for (const block of blocks.slice(end)) note(to, "last-thinking", to.thoughts.get(block))
  return end === blocks.length ? blocks : blocks.slice(0, end)
}

/** Adds what a turn says to the one before it, where both are of one role; whether they are. */
const joinTurn = (before: JsonObjectBuilder | undefined, { role, content }: JsonObjectBuilder): boolean => {
  if (before === undefined || before["role"] !== role || !isItems(before["content"]) || !isItems(content)) return false
  before["content"] = [...before["content"], ...content]
  return true
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
    if (message.parts.every((part) => isWordless(to, part))) at.empty.push(message)
  }
  return encodeParts(to, ordered, at)
}

const asString = (message: ChatMessage, content: readonly EncodedBlock[]): string | readonly EncodedBlock[] => {
  const [only] = message.parts
  return wasString(kindOf(message)) && message.parts.length === 1 && only?.type === "text" ? only.text : content
}
