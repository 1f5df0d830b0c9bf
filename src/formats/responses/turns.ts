import { attachCarriers, type Carrier } from "../../core/chat/envelope.ts"
import type { ChatMessage, ContentPart, ToolCallPart, ToolResultPart } from "../../core/chat/chat.ts"
import type { StateRef, ChatNode, NativeExtras } from "../../core/chat/node.ts"
import {
  type JsonObject,
  type JsonObjectBuilder,
  JsonText,
  type MutableDraft,
  putMember,
  isArray,
  isObject,
  type Json
} from "../../core/json/json.ts"
import { type JsonPointer, childPointer } from "../../core/json/pointer.ts"
import type { IssueReader } from "../../core/reading/issue-reader.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { note } from "./rules.ts"
import { id } from "./wire.ts"
import { unwrapError } from "../../core/chat/tool-calls.ts"
import { asEnded, callPlaces } from "./tool-calls.ts"
import { consume } from "./context.ts"
import { phasePart } from "./opaque.ts"
import { type Speaker, takeText } from "./parts.ts"
import { resultPlaces } from "./tool-results.ts"

/** A conversation while its items are read. */
export class Turns {
  readonly messages: ChatMessage[] = []
  readonly refs: StateRef[] = []
  readonly toolItems: ObjectReader[] = []
  readonly reader: IssueReader
  #parts: ContentPart[] = []
  #carriers: Carrier[] = []
  #at: JsonPointer | undefined
  /** What the turn's messages say besides their parts, by the place of the first part of each. */
  #heads: Map<string, JsonText> | undefined
  /** What the conversation ends with, where the vendor's models alone can go on from it. */
  awaiting: StateRef | undefined

  constructor(reader: IssueReader) {
    this.reader = reader
  }

  /** Parts of the assistant's turn. */
  say(at: JsonPointer, ...parts: readonly ContentPart[]): void {
    this.#at ??= at
    for (const part of parts) this.#parts.push(part)
  }

  /** A message of the assistant's turn: an item of its own, which the vendor is told again as it was. */
  sayMessage(at: JsonPointer, item: JsonObject, parts: readonly ContentPart[]): void {
    const phase = phasePart(item, at)
    if (phase !== undefined) this.say(at, phase)
    this.#heads ??= new Map()
    this.#heads.set(String(this.#parts.length), headOf(item))
    this.say(at, ...parts)
  }

  /** Bytes that stand beside the part that they cover. */
  carry(carrier: Omit<Carrier, "before">): void {
    this.#at ??= carrier.at
    this.#carriers.push({ ...carrier, before: this.#parts.length })
  }

  /** A message of another turn. */
  tell(message: ChatMessage): void {
    this.close()
    this.messages.push(message)
  }

  /** Ends the assistant's turn. */
  close(): void {
    if (this.#at === undefined) return
    const parts = attachCarriers(this.#parts, this.#carriers, (at) => note(this.reader, "opaque-mismatch", at))
    const message: MutableDraft<ChatMessage> = { role: "assistant", parts, at: this.#at }
    if (this.#heads !== undefined) message.native = { format: id, consumed: this.#heads }
    this.messages.push(message)
    this.#heads = undefined
    this.#parts = []
    this.#carriers = []
    this.#at = undefined
  }
}

/** What an item says besides its parts; of its content, whether it is a text. */
const headOf = (item: JsonObject): JsonText => {
  const words: { [key: string]: string } = {}
  for (const key of Object.keys(item)) {
    const value = item[key]
    if (typeof value === "string") putMember(words, key, key === "content" ? "" : value)
    else if (key !== "content") return unusualHead(item)
  }
  return JsonText.of(words)
}

const unusualHead = (item: JsonObject): JsonText => {
  const head: JsonObjectBuilder = {}
  for (const key of Object.keys(item)) {
    if (key !== "content") putMember(head, key, JsonText.member(item, key))
    else if (typeof item["content"] === "string") head["content"] = ""
  }
  return JsonText.tree(head)
}

/**
 * Moves results to the turn of their calls: this API takes them anywhere behind those, and other vendors at once. The
 * same messages where all stand so.
 */
export const settleResults = (messages: readonly ChatMessage[]): readonly ChatMessage[] => {
  const late = messages.some(isAnswer) ? lateResults(messages) : undefined
  if (late === undefined || late.size === 0) return messages
  const moved = new Set([...late.values()].flat())
  const settled: ChatMessage[] = []
  let waiting: readonly ContentPart[] = []
  const settle = (): void => {
    if (waiting.length > 0) settled.push({ role: "user", parts: waiting })
    waiting = []
  }
  messages.forEach((message, index) => {
    const parts = message.parts.filter((part) => !moved.has(part))
    if (parts.length === 0 && message.parts.length > 0) return
    if (!isAnswer(message)) settle()
    settled.push(parts.length === message.parts.length ? message : { ...message, parts })
    waiting = late.get(index) ?? waiting
  })
  settle()
  return isAnswer(messages.at(-1)) ? answersLast(settled) : settled
}

/** What an assistant said between the results that the conversation ends with stands before them, where its calls do. */
const answersLast = (settled: readonly ChatMessage[]): readonly ChatMessage[] => {
  const said = settled.slice(-1)
  const turn = settled.slice(0, -1).findLastIndex((message) => !isAnswer(message)) + 1
  if (said[0]?.role !== "assistant" || settled[turn - 1]?.role !== "assistant") return settled
  return [...settled.slice(0, turn), ...said, ...settled.slice(turn, -1)]
}

/** Whether a message is nothing but results. */
const isAnswer = (message: ChatMessage | undefined): boolean =>
  message?.role === "user" && message.parts.length > 0 && message.parts.every(({ type }) => type === "tool-result")

/**
 * The results behind which something else was said since their calls, by the place of the message with those. Of calls
 * with one id that wait only the last has a result: nobody knows which of two is whose.
 */
const lateResults = (messages: readonly ChatMessage[]): ReadonlyMap<number, readonly ContentPart[]> => {
  const late = new Map<number, ContentPart[]>()
  const places = new Map<string, number>()
  let open: number | undefined
  messages.forEach((message, index) => {
    if (message.role === "assistant") open = index
    else if (!isAnswer(message)) open = undefined
    for (const part of message.parts) {
      if (part.type === "tool-call" && part.id !== undefined) places.set(part.id, index)
      if (part.type !== "tool-result" || part.runBy !== "client" || part.id === undefined) continue
      const place = places.get(part.id)
      places.delete(part.id)
      if (place === undefined || place === open) continue
      const before = late.get(place)
      if (before === undefined) late.set(place, [part])
      else before.push(part)
    }
  })
  return late
}

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
