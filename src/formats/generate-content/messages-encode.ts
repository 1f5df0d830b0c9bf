import type { ChatMessage } from "../../core/chat/chat.ts"
import { OpenCalls } from "../../core/chat/tool-calls.ts"
import type { ContentPart, ToolCallPart } from "../../core/chat/node.ts"
import {
  clientCalls,
  groupsOf,
  inCallOrder,
  type MessageRun,
  messageRuns,
  partsOf,
  unpairedCalls,
  unpairedReasons,
  systemAsUser
} from "../../core/chat/turns.ts"
import { appendAll } from "../../core/collections.ts"
import type { JsonObjectBuilder } from "../../core/json/json.ts"
import { nearestOf } from "../../core/notes/note.ts"
import {
  consumed,
  type ContentTurn,
  type EncodeContext,
  type EncodedPart,
  kindOf,
  note,
  noteLeftovers,
  restore
} from "./context.ts"
import { encodeParts } from "./parts.ts"
import { id } from "./wire.ts"

/** A conversation as the wire has it. */
interface Conversation {
  /** Absent where there is no system text. */
  readonly system?: JsonObjectBuilder
  readonly contents: readonly JsonObjectBuilder[]
}

const noCalls = new OpenCalls()

/** Writes a conversation: the system instruction, then turns whose roles alternate, results first and in call order. */
export const encodeMessages = (to: EncodeContext): Conversation => {
  const { system, rest } = placeSystem(to)
  for (const { problem, path } of unpairedCalls(rest)) note(to, "unpaired-call", path, unpairedReasons[problem])
  const parts: EncodedPart[] = []
  for (const message of system) appendAll(parts, systemParts(to, message))
  const contents: JsonObjectBuilder[] = []
  let calls: readonly ToolCallPart[] = []
  for (const run of messageRuns(rest)) {
    if (run.role === "assistant") calls = clientCalls(partsOf(run.messages))
    encodeTurn(to, run, calls, contents)
  }
  const [only] = system
  if (only === undefined || (parts.length === 0 && !to.own)) return { contents }
  const out: JsonObjectBuilder = { role: consumed(only, "role"), parts }
  for (const message of system) restore(out, message)
  return { system: out, contents }
}

/** Which system messages go to the head, and what stands in place of the others: the wire has no place for those. */
const placeSystem = (
  to: EncodeContext
): { readonly system: readonly ChatMessage[]; readonly rest: readonly ChatMessage[] } => {
  const system: ChatMessage[] = []
  const rest: ChatMessage[] = []
  for (const message of to.request.messages) {
    if (message.role !== "system") rest.push(message)
    else if (rest.length === 0) system.push(message)
    else if (to.target.lateSystem === "hoist") {
      note(to, "late-system/hoisted", message.at)
      system.push(message)
    } else {
      for (const part of message.parts) if (part.type !== "text") noteSystemPart(to, part)
      const moved = systemAsUser(message)
      const isEmpty = moved.parts.length === 0
      note(to, isEmpty ? "empty-message" : "late-system", message.at)
      if (!isEmpty) rest.push(moved)
    }
  }
  return { system, rest }
}

const systemParts = (to: EncodeContext, message: ChatMessage): readonly EncodedPart[] => {
  noteMessage(to, message)
  const written = message.parts.filter((part) => {
    if (part.type === "text" || to.own) return true
    noteSystemPart(to, part)
    return false
  })
  const parts = encodeParts(to, written, { role: "system", calls: noCalls, signed: true })
  if (parts.length === 0 && written.length > 0 && !to.own) note(to, "empty-message", message.at)
  return parts
}

/** A change of tools is told by the tools that are left of it. */
const noteSystemPart = (to: EncodeContext, part: ContentPart): void =>
  note(to, part.type === "tool-change" && part.name !== undefined ? "tool-change" : "system-part", part.at)

const noteMessage = (to: EncodeContext, message: ChatMessage): void => {
  if (message.level !== undefined) note(to, "bookkeeping/level", message.at)
  if (message.name !== undefined) note(to, "unsupported", `${message.at ?? ""}/name`)
  if (message.id !== undefined) note(to, "message-id", `${message.at ?? ""}/id`)
  if (message.cache !== undefined) note(to, "cache-mark", nearestOf(message, "cache"))
  noteLeftovers(to, message)
}

const encodeTurn = (
  to: EncodeContext,
  run: MessageRun,
  calls: readonly ToolCallPart[],
  contents: JsonObjectBuilder[]
): void => {
  const before = contents.length
  const role = run.role === "assistant" ? "assistant" : "user"
  const turn: WholeTurn = {
    role,
    calls: calls.length === 0 ? noCalls : new OpenCalls(calls),
    signed: to.target.signedCalls !== true,
    ...(to.own || to.target.resultMedia !== false ? {} : { apart: [] }),
    empty: []
  }
  for (const group of groupsOf(run.messages, id)) {
    const written = role === "user" ? encodeUserParts(to, group, calls, turn) : encodeEach(to, group, turn)
    const parts = turn.apart === undefined ? written : [...written, ...turn.apart.splice(0)]
    const [first] = group
    if (parts.length === 0 || first === undefined) continue
    for (const together of to.own ? [parts] : resultsApart(parts)) {
      const content: JsonObjectBuilder = { role: role === "assistant" ? "model" : encodeRole(first), parts: together }
      for (const message of group) restore(content, message)
      contents.push(content)
    }
  }
  noteEmpty(to, turn, contents.length > before)
}

/** A turn, and its messages of which nothing was left to write. */
interface WholeTurn extends ContentTurn {
  readonly empty: ChatMessage[]
}

/**
 * Results, which come first, apart from what follows them: newer models refuse a content that has both, in words that
 * speak of a turn of the model's.
 *
 * @see https://github.com/Prism-Shadow/agenthub/pull/189 3.7 refuses both together and takes them apart (2026-08)
 * @see https://github.com/deepnoodle-ai/dive/pull/287 the same of 3.8 (2026-09)
 */
const resultsApart = (parts: readonly EncodedPart[]): readonly (readonly EncodedPart[])[] => {
  const rest = parts.findIndex((part) => !("functionResponse" in part))
  return rest > 0 ? [parts.slice(0, rest), parts.slice(rest)] : [parts]
}

/** Empty messages are left out; a user's turn of nothing else is refused. */
const noteEmpty = (to: EncodeContext, { role, empty }: WholeTurn, written: boolean): void => {
  for (const { at } of empty) note(to, role === "user" && !written ? "empty-user" : "empty-message", at)
}

/** The role of a user's content: the older `function`, or none, where it came so. */
const encodeRole = (message: ChatMessage): string | undefined => {
  const kind = kindOf(message)
  return kind === undefined ? "user" : kind === "function" ? kind : undefined
}

const encodeEach = (to: EncodeContext, messages: readonly ChatMessage[], turn: WholeTurn): readonly EncodedPart[] => {
  const out: EncodedPart[] = []
  for (const message of messages) appendAll(out, encodeMessage(to, message, turn))
  return out
}

const encodeMessage = (to: EncodeContext, message: ChatMessage, turn: WholeTurn): readonly EncodedPart[] => {
  noteMessage(to, message)
  const before = to.notes.length
  const parts = encodeParts(to, message.parts, turn)
  if (parts.length > 0) return parts
  const refused = to.notes.slice(before).some(({ kind }) => kind === "refused")
  if (message.role !== "user" || !refused) turn.empty.push(message)
  return parts
}

/** A user's turn. Results that are not already first and in order are brought there, across its messages. */
const encodeUserParts = (
  to: EncodeContext,
  messages: readonly ChatMessage[],
  calls: readonly ToolCallPart[],
  turn: WholeTurn
): readonly EncodedPart[] => {
  const parts = partsOf(messages)
  const ordered = inCallOrder(parts, calls)
  if (ordered === parts) return encodeEach(to, messages, turn)
  for (const message of messages) {
    noteMessage(to, message)
    if (message.parts.every((part) => part.type === "text" && part.text === "")) turn.empty.push(message)
  }
  return encodeParts(to, ordered, turn)
}
