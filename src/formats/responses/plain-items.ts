import type { ChatMessage, ContentPart, ToolCallPart, ToolResultPart } from "../../core/chat/chat.ts"
import type { ChatNode, NativeExtras } from "../../core/chat/node.ts"
import { unwrapError } from "../../core/chat/tool-calls.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText, type MutableDraft } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { asEnded, callPlaces } from "./tool-calls.ts"
import { consume } from "./context.ts"
import { type Speaker, takeText } from "./parts.ts"
import { resultPlaces } from "./tool-results.ts"
import type { Turns } from "./turns.ts"
import { id } from "./wire.ts"

/**
 * Takes an item of which nothing has to be read, as most are: a message of texts, a function's call, a result that is a
 * text. False for all others.
 */
export const takePlainItem = (turns: Turns, item: JsonObject, at: JsonPointer): boolean => {
  switch (item["type"]) {
    case undefined:
    case "message":
      return takeMessage(turns, item, at)
    case "function_call": {
      const call = takeCall(item, at)
      if (call !== undefined) turns.say(at, asEnded(call, item))
      return call !== undefined
    }
    case "function_call_output": {
      const result = takeResult(item, at)
      if (result !== undefined) turns.tell({ role: "user", parts: [result], at })
      return result !== undefined
    }
    default:
      return false
  }
}

const takeMessage = (turns: Turns, item: JsonObject, at: JsonPointer): boolean => {
  const { role, content, type } = item
  if (role === "assistant") {
    const parts = takeTexts(content, at, "model")
    if (parts !== undefined) turns.sayMessage(at, item, parts)
    return parts !== undefined
  }
  if ((role !== "user" && role !== "system") || !isSpelled(item, messageMembers)) return false
  const parts = takeTexts(content, at, "client")
  if (parts === undefined) return false
  const message: MutableDraft<ChatMessage> = { role, parts, at }
  if (typeof content === "string") message.native = type === undefined ? bare : bareMessage
  else if (type !== undefined) message.native = typed
  turns.tell(booked(message, item))
  return true
}

/** A content that is a text, or a list of texts of the speaker's own kind. */
const takeTexts = (content: Json | undefined, at: JsonPointer, speaker: Speaker): ContentPart[] | undefined => {
  const place = `${at}/content`
  if (typeof content === "string") return [{ type: "text", text: content, at: place }]
  if (!isArray(content) || content.length === 0) return undefined
  const parts: ContentPart[] = []
  for (const item of content) {
    const part = isObject(item) ? takeText(item, childPointer(place, parts.length), speaker) : undefined
    if (part === undefined) return undefined
    parts.push(part)
  }
  return parts
}

const takeCall = (item: JsonObject, at: JsonPointer): ToolCallPart | undefined => {
  const { call_id, name, arguments: text } = item
  if (typeof call_id !== "string" || typeof name !== "string" || typeof text !== "string") return undefined
  if (!isSpelled(item, callMembers)) return undefined
  const input = { kind: "json", json: JsonText.source(text) } as const
  const places = callPlaces
  const call: ToolCallPart = {
    type: "tool-call",
    at,
    id: call_id,
    name,
    of: "function",
    runBy: "client",
    input,
    places
  }
  return booked(call, item)
}

const takeResult = (item: JsonObject, at: JsonPointer): ToolResultPart | undefined => {
  const { call_id, output } = item
  if (typeof call_id !== "string" || typeof output !== "string" || !isSpelled(item, resultMembers)) return undefined
  const said: readonly ContentPart[] = [{ type: "text", text: output, at: `${at}/output` }]
  const parts = unwrapError(said)
  const result: MutableDraft<ToolResultPart> = {
    type: "tool-result",
    at,
    id: call_id,
    of: "function",
    runBy: "client",
    output: { kind: "parts", parts: parts ?? said },
    places: resultPlaces,
    native: bare
  }
  if (parts !== undefined) result.error = true
  return booked(result, item)
}

/** What most items say beside their fields: that their content is a text, and that they are messages. */
const bare: NativeExtras = { format: id, kind: "bare" }
const typed: NativeExtras = { format: id, consumed: new Map([["type", JsonText.of("message")]]) }
const bareMessage: NativeExtras = { ...bare, ...typed }

/** What items say of themselves that is a text in every one of them. */
const own = ["id", "status"] as const

const messageMembers: ReadonlySet<string> = new Set(["type", "role", "content", ...own])
const callMembers: ReadonlySet<string> = new Set(["type", "call_id", "name", "arguments", ...own])
const resultMembers: ReadonlySet<string> = new Set(["type", "call_id", "output", ...own])

/** Whether an item has none but these members, texts but for its content. */
const isSpelled = (item: JsonObject, members: ReadonlySet<string>): boolean => {
  for (const key in item) if (!members.has(key) || (typeof item[key] !== "string" && key !== "content")) return false
  return true
}

/** Keeps what an item says of itself. */
const booked = <N extends MutableDraft<ChatNode>>(node: N, item: JsonObject): N => {
  for (const key of own) if (item[key] !== undefined) consume(node, key, JsonText.member(item, key))
  return node
}
