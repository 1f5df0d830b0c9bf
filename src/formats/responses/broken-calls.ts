import type { ChatMessage, ChatRequest, ContentPart } from "../../core/chat/chat.ts"
import { isArray, isObject, type Json, type JsonObject, type JsonText } from "../../core/json/json.ts"
import { parsedOrNull } from "../../core/json/value.ts"
import { consumed, isOwn } from "./context.ts"
import { id } from "./wire.ts"

/**
 * The places of items that a vendor does not take back: calls that broke off, which nothing answers, and the thoughts
 * that led to each of them alone. Those that are answered stay as they are.
 *
 * @see https://github.com/Azure/azure-sdk-for-python/issues/46092 a call without its output is a 400 (read 2026-11)
 */
export const brokenItems = (input: Json | undefined): ReadonlySet<number> => {
  const places = new Set<number>()
  if (!isArray(input) || !input.some(isCall)) return places
  const answered = new Set<Json | undefined>()
  let isLost = false
  for (const [at, item] of [...input.entries()].toReversed()) {
    if (isOutput(item)) answered.add(item["call_id"])
    if (!isThought(item)) isLost = isCall(item) && !answered.delete(item["call_id"]) && isBroken(item)
    if (isLost) places.add(at)
  }
  return places
}

const isCall = (item: Json): item is JsonObject =>
  isObject(item) && (item["type"] === "function_call" || item["type"] === "custom_tool_call")

const isOutput = (item: Json): item is JsonObject =>
  isObject(item) && (item["type"] === "function_call_output" || item["type"] === "custom_tool_call_output")

const isThought = (item: Json | undefined): boolean => isObject(item) && item["type"] === "reasoning"

/** Whether a call says that it is incomplete, or has arguments that are no object. */
const isBroken = ({ type, status, arguments: args }: JsonObject): boolean =>
  status === "incomplete" ||
  (type === "function_call" && typeof args === "string" && args.trim() !== "" && !isObject(parsedOrNull(args)))

/** A request without some parts, and without messages that were nothing else. */
export const withoutParts = (request: ChatRequest, lost: ReadonlySet<ContentPart>): ChatRequest =>
  lost.size === 0 ? request : { ...request, messages: request.messages.flatMap((one) => withoutPartsOf(one, lost)) }

/** What a turn's items say besides their parts goes by the places of those. */
const withoutPartsOf = (message: ChatMessage, lost: ReadonlySet<ContentPart>): readonly ChatMessage[] => {
  const { native } = message
  const parts: ContentPart[] = []
  const heads = new Map<string, JsonText>()
  for (const [index, part] of message.parts.entries()) {
    if (lost.has(part)) continue
    const head = consumed(message, String(index))
    if (head !== undefined) heads.set(String(parts.length), head)
    parts.push(part)
  }
  if (parts.length === message.parts.length) return [message]
  if (parts.length === 0) return []
  return [{ ...message, parts, ...(isOwn(message) ? { native: { format: id, ...native, consumed: heads } } : {}) }]
}
