import type { ChatMessage, ContentPart, ToolCallPart } from "../../../core/chat/chat.ts"
import type { JsonText } from "../../../core/json/json.ts"
import { clientCalls, groupsOf, inCallOrder, partsOf, messageRuns, unpairedCalls } from "../../../core/chat/turns.ts"
import { kindOf, restore } from "../native.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { id } from "../wire.ts"
import { CallIds } from "./ids.ts"
import { blocksOut, type Place } from "./parts.ts"
import { isInline, wasString } from "./read-messages.ts"
import { note, noteLeftovers } from "../noting.ts"
import { type Writing, finishMarked } from "./writing.ts"
import { appendAll } from "../../../core/collections.ts"

/** A conversation as the wire has it. */
export interface Conversation {
  /** Absent where there is no system text. */
  readonly system?: string | readonly (JsonObjectBuilder | JsonText)[]
  readonly messages: readonly JsonObjectBuilder[]
}

/** Writes a conversation: `system`, then turns whose roles alternate, results first and in the order of their calls. */
export const conversationOut = (to: Writing, head: readonly string[]): Conversation => {
  const { system, rest } = place(to, to.own ? to.request.messages : to.request.messages.map(markedInside))
  const ids = new CallIds()
  const blocks: (JsonObjectBuilder | JsonText)[] = []
  for (const message of system) appendAll(blocks, writeHead(to, message, ids))
  for (const text of head) blocks.push({ type: "text", text })
  for (const { path } of unpairedCalls(rest)) note(to, "unpaired", path)
  const messages = writeTurns(to, rest, ids)
  const [only] = system
  const [text] = only?.parts ?? []
  const plain =
    system.length === 1 && head.length === 0 && only !== undefined && wasString(kindOf(only)) && text?.type === "text"
  if (plain) return { system: text.text, messages }
  return blocks.length === 0 ? { messages } : { system: blocks, messages }
}

/** A message whose cache mark stands on the last of its parts that takes one. */
const markedInside = (message: ChatMessage): ChatMessage => {
  const { cache, parts } = message
  const last = cache === undefined ? -1 : parts.findLastIndex(({ type }) => type !== "reasoning")
  const part = parts[last]
  if (cache === undefined || part === undefined || part.cache !== undefined) return message
  return { ...message, parts: parts.with(last, { ...part, cache }) }
}

/** Which system messages go to the head, and what stands in place of the others. */
const place = (to: Writing, messages: readonly ChatMessage[]): { system: ChatMessage[]; rest: ChatMessage[] } => {
  const native = to.target.lateSystem === "native"
  const system: ChatMessage[] = []
  const rest: ChatMessage[] = []
  for (const message of messages) {
    if (message.role !== "system") rest.push(message)
    else if (rest.length === 0 && !(native && isInline(kindOf(message)))) system.push(message)
    else if (native) rest.push(message)
    else if (to.target.lateSystem === "hoist") {
      note(to, "hoisted-system", message.at)
      system.push(message)
    } else {
      note(to, "late-system", message.at)
      rest.push(asUser(message))
    }
  }
  return { system, rest }
}

const asUser = (message: ChatMessage): ChatMessage => {
  const texts = message.parts.map((part) => (part.type === "text" ? part.text : "")).filter((text) => text !== "")
  const { native: _, ...plain } = message
  const text = `<system>\n${texts.join("\n")}\n</system>`
  return { ...plain, role: "user", parts: texts.length === 0 ? [] : [{ type: "text", text }] }
}

const writeHead = (to: Writing, message: ChatMessage, ids: CallIds): readonly (JsonObjectBuilder | JsonText)[] => {
  const blocks = writeSystem(to, message, ids)
  const empty = message.parts.length > 0 && message.parts.every((part) => part.type === "text" && part.text === "")
  if (empty && !wasString(kindOf(message))) note(to, "empty-message", message.at)
  return blocks
}

const writeSystem = (to: Writing, message: ChatMessage, ids: CallIds): readonly (JsonObjectBuilder | JsonText)[] => {
  noteMessage(to, message)
  const kept = message.parts.filter((part) => {
    if (part.type === "text" || part.type === "unknown" || part.type === "tool-change") return true
    note(to, "system-part", part.at)
    return false
  })
  return blocksOut(to, kept, { role: "system", turn: 0, ids, calls: 0 })
}

const noteMessage = (to: Writing, message: ChatMessage): void => {
  if (message.level !== undefined) note(to, "level", message.at)
  if (message.name !== undefined) note(to, "message-name", `${message.at ?? ""}/name`)
  if (message.id !== undefined) note(to, "message-id", `${message.at ?? ""}/id`)
  noteLeftovers(to, message)
}

const writeTurns = (to: Writing, messages: readonly ChatMessage[], ids: CallIds): readonly JsonObjectBuilder[] => {
  const out: JsonObjectBuilder[] = []
  const empty: ChatMessage[] = []
  let calls: readonly ToolCallPart[] = []
  for (const run of messageRuns(messages)) {
    if (run.role === "system") {
      for (const message of run.messages) appendAll(out, writeInline(to, message, ids))
      continue
    }
    const at: TurnPlace = { role: run.role, turn: out.length, ids, calls: 0, empty }
    if (run.role === "assistant") {
      ids.turn()
      calls = clientCalls(partsOf(run.messages))
    }
    for (const group of groupsOf(run.messages, id)) {
      const content =
        run.role === "assistant" ? writeEach(to, group, at) : writeUser(to, group, partsOf(group), calls, at)
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
interface TurnPlace extends Place {
  readonly empty: ChatMessage[]
}

/** Empty messages are left out; a user's turn of nothing else is refused. */
const noteEmpty = (to: Writing, messages: readonly ChatMessage[], only: boolean): void => {
  for (const { at } of messages) note(to, only ? "empty-user" : "empty-message", at)
}

const writeInline = (to: Writing, message: ChatMessage, ids: CallIds): readonly JsonObjectBuilder[] => {
  const blocks = writeSystem(to, message, ids)
  const out: JsonObjectBuilder = { role: "system" }
  if (blocks.length > 0) out["content"] = asString(message, blocks)
  else if (message.native?.rest === undefined) {
    note(to, "empty-message", message.at)
    return []
  }
  return [finishMarked(to, out, message)]
}

const writeEach = (
  to: Writing,
  messages: readonly ChatMessage[],
  at: TurnPlace
): readonly (JsonObjectBuilder | JsonText)[] => {
  const [only] = messages
  return messages.length === 1 && only !== undefined
    ? writeMessage(to, only, at)
    : messages.flatMap((message) => writeMessage(to, message, at))
}

const writeMessage = (to: Writing, message: ChatMessage, at: TurnPlace): readonly (JsonObjectBuilder | JsonText)[] => {
  noteMessage(to, message)
  const before = to.notes.length
  const blocks = blocksOut(to, message.parts, at)
  const refused = blocks.length === 0 && to.notes.slice(before).some((it) => it.kind === "refused")
  if (blocks.length === 0 && (message.role === "assistant" || !refused)) at.empty.push(message)
  return blocks
}

/** A user's turn. Results that are not already first and in order are brought there, across its messages. */
const writeUser = (
  to: Writing,
  messages: readonly ChatMessage[],
  parts: readonly ContentPart[],
  calls: readonly ToolCallPart[],
  at: TurnPlace
): readonly (JsonObjectBuilder | JsonText)[] => {
  const ordered = calls.length === 0 ? parts : inCallOrder(parts, calls)
  if (ordered === parts || ordered.every((part, index) => part === parts[index])) return writeEach(to, messages, at)
  for (const message of messages) {
    noteMessage(to, message)
    if (message.parts.every((part) => part.type === "text" && part.text === "")) at.empty.push(message)
  }
  return blocksOut(to, ordered, at)
}

const asString = (
  message: ChatMessage,
  content: readonly (JsonObjectBuilder | JsonText)[]
): string | readonly (JsonObjectBuilder | JsonText)[] => {
  const [only] = message.parts
  return wasString(kindOf(message)) && message.parts.length === 1 && only?.type === "text" ? only.text : content
}
