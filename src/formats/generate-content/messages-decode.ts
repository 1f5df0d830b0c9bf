import type { ChatMessage } from "../../core/chat/chat.ts"
import type { ChatNode, ContentPart, ReasoningPart, TextPart } from "../../core/chat/node.ts"
import { appendAll } from "../../core/collections.ts"
import { type MutableDraft, isArray, isObject, type Json } from "../../core/json/json.ts"
import { childPointer } from "../../core/json/pointer.ts"
import { readFilledList } from "../../core/reading/member-row.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { consume, decodeContext, type DecodeContext, inRequest } from "./context.ts"
import { decodeContentParts, decodeParts } from "./parts.ts"

/** Reads the system instruction. Its role says nothing. */
export const decodeSystem = (body: ObjectReader, messages: ChatMessage[]): void => {
  const system = body.inside("systemInstruction")
  if (system === undefined) return
  const role = system.json("role")
  const parts = decodeContentParts(decodeContext(body.reader), system)
  const message: MutableDraft<ChatMessage> = { role: "system", at: system.at, parts }
  if (role !== undefined) consume(message, "role", role)
  messages.push(message)
}

/** Reads the contents: a model's that follow one another are one turn, and results in them are the user's. */
export const decodeMessages = (body: ObjectReader, messages: ChatMessage[]): void => {
  const lone = body.lone("contents")
  const contents = lone === undefined ? readFilledList(body, "contents") : [lone]
  const context = decodeContext(body.reader)
  const read: ChatMessage[] = []
  const at = body.below("contents")
  for (let index = 0; index < contents.length; index++) {
    const message = decodeContent(context, contents[index] ?? null, lone === undefined ? childPointer(at, index) : at)
    if (message === undefined || (read.at(-1)?.role === "assistant" && isSilent(message))) continue
    read.push(message)
  }
  const whole = joinTurns(read.flatMap((message) => withoutJoined(context, message)))
  for (const message of whole) appendAll(messages, splitResults(message))
}

/** Whether a model's content says nothing: the last frame of a stream, which clients keep as a turn of its own. */
const isSilent = (message: ChatMessage): boolean =>
  message.role === "assistant" &&
  !hasOwnMembers(message) &&
  message.parts.length > 0 &&
  message.parts.every(
    (part) => part.type === "text" && part.text === "" && part.opaque === undefined && !hasOwnMembers(part)
  )

/** A model's content that holds results, as some clients send their history: these are the user's. */
const splitResults = (message: ChatMessage): readonly ChatMessage[] => {
  if (message.role !== "assistant" || !message.parts.some(isClientResult)) return [message]
  const out: MutableDraft<ChatMessage>[] = []
  for (const part of message.parts) {
    const role = isClientResult(part) ? "user" : "assistant"
    const last = out.at(-1)
    if (last?.role === role) last.parts = [...last.parts, part]
    else out.push({ ...(out.length === 0 ? message : { at: message.at ?? "" }), role, parts: [part] })
  }
  return out
}

const isClientResult = (part: ContentPart): boolean => part.type === "tool-result" && part.runBy === "client"

/** A message without the parts that became one with an earlier one. */
const withoutJoined = ({ joined }: DecodeContext, message: ChatMessage): readonly ChatMessage[] => {
  if (joined.size === 0 || !message.parts.some((part) => joined.has(part))) return [message]
  const parts = message.parts.filter((part) => !joined.has(part))
  return parts.length === 0 ? [] : [{ ...message, parts }]
}

const decodeContent = (context: DecodeContext, item: Json, at: string): ChatMessage | undefined => {
  if (!isObject(item)) return context.reader.issue(at, "This item must be an object.")
  const role = item["role"]
  if (role !== "model") {
    context.unsigned.text = []
    context.unsigned.reasoning = []
  }
  const { parts } = item
  if ((role === "user" || role === "model") && isArray(parts) && Object.keys(item).length === 2) {
    return {
      role: role === "user" ? "user" : "assistant",
      at,
      parts: decodeParts(context, parts, `${at}/parts`)
    }
  }
  const content = new ObjectReader(context.reader, item, at, inRequest)
  if (!content.has("parts")) context.reader.absent(at, "parts")
  const message: MutableDraft<ChatMessage> = {
    role: role === "model" ? "assistant" : "user",
    at,
    parts: decodeContentParts(context, content)
  }
  return content.attachUnknown(message, roleSpelling(content))
}

/** Which spelling of the user's role a content has, where it is not `user`. */
const roleSpelling = (content: ObjectReader): string | undefined => {
  const role = content.string("role") ?? ""
  if (role === "user" || role === "model") return undefined
  if (role === "function") return role
  return role === "" ? "bare" : content.reader.issue(content.below("role"), "`role` must be `user` or `model`.")
}

/** A model's turn that is put together of several contents. */
interface OpenTurn extends MutableDraft<ChatMessage> {
  parts: ContentPart[]
}

/**
 * Messages of which those of a model that follow one another are one, and their pieces of a text or a thought, too: a
 * chat of the vendor's SDK keeps each frame of a stream as a content of its own.
 */
const joinTurns = (messages: readonly ChatMessage[]): readonly ChatMessage[] => {
  const out: ChatMessage[] = []
  let turn: OpenTurn | undefined
  for (const message of messages) {
    const last = out.at(-1)
    if (last === undefined || !isModels(last) || !isModels(message) || hasCalled(last)) {
      out.push(message)
      continue
    }
    if (turn !== last) out[out.length - 1] = turn = { ...last, parts: [...last.parts] }
    appendPieces(turn.parts, message.parts)
  }
  return out
}

/** Whether a node has members that only this format knows, and that are not null. */
const hasOwnMembers = ({ native }: ChatNode): boolean =>
  [...(native?.rest?.values() ?? [])].some(({ text }) => text !== "null")

const isModels = (message: ChatMessage): boolean => message.role === "assistant" && !hasOwnMembers(message)

/** Whether calls end a message: what comes behind them is told apart. */
const hasCalled = ({ parts }: ChatMessage): boolean => parts.at(-1)?.type === "tool-call"

const appendPieces = (parts: ContentPart[], [first, ...others]: readonly ContentPart[]): void => {
  const last = parts.at(-1)
  if (first === undefined) return
  if (last !== undefined && isPlainPiece(last) && isPlainPiece(first) && last.type === first.type) {
    parts[parts.length - 1] = { ...last, text: (last.text ?? "") + (first.text ?? "") }
  } else parts.push(first)
  for (const part of others) parts.push(part)
}

/** Whether a part is a text or a thought, and nothing else is said of it. */
const isPlainPiece = (part: ContentPart): part is TextPart | ReasoningPart =>
  (part.type === "text" || part.type === "reasoning") && part.opaque === undefined && !hasOwnMembers(part)
