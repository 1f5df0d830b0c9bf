import type { ChatMessage, ContentPart, ToolCallPart, ToolResultPart } from "../../core/chat/chat.ts"
import type { JsonTemplate, JsonObjectBuilder } from "../../core/json/json.ts"
import { idAt, UniqueIds } from "../../core/chat/call-id.ts"
import {
  callOfResults,
  clientResults,
  inCallOrder,
  messageRuns,
  unpairedCalls,
  unpairedReasons
} from "../../core/chat/turns.ts"
import { isClientCall } from "../../core/chat/tool-calls.ts"
import { kindOf, restoreOwn, type EncodeContext } from "./context.ts"
import { encodeAssistant } from "./assistant.ts"
import { isBareText, noteCache, encodePart } from "./parts.ts"
import { encodeToolResult } from "./tool-results.ts"
import { appendAll } from "../../core/collections.ts"

/** The messages of a request, tool results before whatever else their turn says. */
export const encodeMessages = (writing: EncodeContext, messages: readonly ChatMessage[]): readonly JsonTemplate[] => {
  for (const { problem, path } of unpairedCalls(messages))
    writing.note("unpaired-call", path, undefined, unpairedReasons[problem])
  const out: JsonTemplate[] = []
  let ids = noIds
  let place = 0
  for (const run of messageRuns(messages)) {
    if (run.role === "assistant") {
      ids = identify(writing, run.messages, place)
      for (const message of writing.own ? run.messages : joined(run.messages)) writeAnswer(writing, message, ids, out)
    } else if (run.role === "system") {
      for (const message of run.messages) writeSystem(writing, message, out)
    } else if (writing.own) {
      const answered = answersIn(run.messages, ids)
      for (const message of run.messages) writeUserRun(writing, [message], ids, answered, out)
    } else writeUserRun(writing, run.messages, ids, answersIn(run.messages, ids), out)
    place += run.messages.length
  }
  if (out.length === 0) writing.note("no-messages", "")
  return out
}

/** An assistant's messages with what follows a call in the same one: no message may stand between calls and their results. */
const joined = (messages: readonly ChatMessage[]): readonly ChatMessage[] => {
  const out: ChatMessage[] = []
  for (const message of messages) {
    const before = out.at(-1)
    if (before === undefined || !before.parts.some(isClientCall) || !isBare(message)) out.push(message)
    else out[out.length - 1] = { ...before, parts: [...before.parts, ...message.parts] }
  }
  return out
}

/** Whether a message says nothing but its parts. */
const isBare = ({ name, id, native, cache }: ChatMessage): boolean =>
  name === undefined && id === undefined && native?.rest === undefined && cache === undefined

/** The calls of a turn, and the ids they are sent under. */
type Ids = ReadonlyMap<ToolCallPart, string>

const noIds: Ids = new Map()

const identify = (writing: EncodeContext, messages: readonly ChatMessage[], place: number): Ids => {
  const out = new Map<ToolCallPart, string>()
  const used = new UniqueIds([], (id) => writing.id(id))
  for (const message of messages) {
    for (const call of message.parts) {
      if (call.type !== "tool-call" || call.runBy !== "client") continue
      const id = writing.own && call.id !== undefined ? call.id : writing.id(used.of(call.id ?? idAt(place, out.size)))
      if (id !== call.id && kindOf(call) !== "legacy")
        writing.note("required-member", call, call.id === undefined ? undefined : "id")
      out.set(call, id)
    }
  }
  return out
}

const writeAnswer = (writing: EncodeContext, message: ChatMessage, ids: Ids, out: JsonTemplate[]): void => {
  for (const part of message.parts) {
    if (part.type !== "compaction") continue
    if (part.text === undefined) writing.note("compaction-held", part)
    else {
      writing.note("part-text/summary", part)
      out.push({ role: "system", content: part.text })
    }
  }
  const written = encodeAssistant(writing, message, ids)
  if (written !== undefined) out.push(written)
}

/** A system message; an empty one is left out. */
const writeSystem = (writing: EncodeContext, message: ChatMessage, out: JsonTemplate[]): void => {
  if (message.parts.length === 0 && !writing.own) writing.note("empty-message", message)
  else writePlain(writing, message, message.parts, message.level ?? "system", out)
}

/** The calls of the turn before that the results of a user's turn answer. */
type Answered = ReadonlyMap<ToolResultPart, ToolCallPart>

const answersIn = (messages: readonly ChatMessage[], ids: Ids): Answered =>
  callOfResults(resultsIn(messages), [...ids.keys()])

const resultsIn = (messages: readonly ChatMessage[]): readonly ToolResultPart[] => {
  const results: ToolResultPart[] = []
  for (const { parts } of messages) for (const part of parts) if (isResult(part)) results.push(part)
  return results
}

/** One user turn: its results as tool messages, media of results as a user message, then the rest of each message. */
const writeUserRun = (
  writing: EncodeContext,
  messages: readonly ChatMessage[],
  ids: Ids,
  answered: Answered,
  out: JsonTemplate[]
): void => {
  const results = resultsIn(messages)
  if (results.length > 0) writeResults(writing, results, ids, answered, out)
  for (const message of messages) {
    const parts = results.length === 0 ? message.parts : message.parts.filter((part) => !isResult(part))
    if (parts.length === 0 && message.parts.length > 0) writing.leftovers(message)
    else writePlain(writing, message, parts, "user", out)
  }
}

const isResult = (part: ContentPart): part is ToolResultPart => part.type === "tool-result" && part.runBy === "client"

const writeResults = (
  writing: EncodeContext,
  results: readonly ToolResultPart[],
  ids: Ids,
  answered: Answered,
  out: JsonTemplate[]
): void => {
  const media: ContentPart[] = []
  const isOrdered = writing.own || results.length === 1
  const ordered = isOrdered ? results : clientResults(inCallOrder(results, [...ids.keys()]))
  for (const part of ordered) {
    const call = answered.get(part)
    const id = (call && ids.get(call)) ?? writing.id(part.id ?? "")
    out.push(encodeToolResult(writing, part, id, media))
  }
  if (media.length > 0) out.push({ role: "user", content: media.flatMap((part) => encodePart(writing, part)) })
}

/** A message of text and media; one whose parts all had no place is left out, with its name, and their notes say why. */
const writePlain = (
  writing: EncodeContext,
  message: ChatMessage,
  parts: readonly ContentPart[],
  role: string,
  messages: JsonTemplate[]
): void => {
  const content = contentOf(writing, message, parts)
  if (message.id !== undefined) writing.note("message-id", message, "id")
  noteCache(writing, message)
  writing.leftovers(message)
  if (parts.length === 0) writing.note("empty-user", message)
  else if (content !== undefined) {
    const out: JsonObjectBuilder = { role, content }
    if (message.name !== undefined) out["name"] = message.name
    messages.push(restoreOwn(out, message))
  } else if (message.name !== undefined) writing.note("empty-message", message)
}

/** Plain texts of a system message are one text of paragraphs: few vendors take a list of them there. */
const contentOf = (
  writing: EncodeContext,
  message: ChatMessage,
  parts: readonly ContentPart[]
): JsonTemplate | undefined => {
  const isOne = parts.length === 1 || (message.role === "system" && !writing.own)
  if (isOne && parts.length > 0 && parts.every(isBareText)) return parts.map(({ text }) => text).join("\n\n")
  const items: JsonTemplate[] = []
  for (const part of parts) {
    if (message.role === "system" && part.type !== "text" && !writing.own)
      writing.note(part.type === "tool-change" && part.name !== undefined ? "tool-change" : "system-part", part)
    else if (part.type === "refusal" && !writing.own) {
      writing.note("refusal-text", part)
      items.push({ type: "text", text: part.text })
    } else appendAll(items, encodePart(writing, part))
  }
  return items.length === 0 ? undefined : items
}
