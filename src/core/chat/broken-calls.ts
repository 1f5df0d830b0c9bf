import { JsonText } from "../json/json.ts"
import type { JsonPointer } from "../json/pointer.ts"
import type { ChatMessage, ChatRequest, ContentPart, ToolCallPart } from "./chat.ts"
import { inputObject, inputText, isClientCall } from "./tool-calls.ts"

/** A call of a conversation that broke off: left out for want of a result, or sent with its input as free text. */
export interface BrokenCall {
  readonly rule: "broken-off" | "broken-input"
  readonly path: JsonPointer
}

/** A request as vendors take it who want a result for each call, and an object as its input. */
export interface SettledCalls {
  readonly request: ChatRequest
  readonly broken: readonly BrokenCall[]
}

/**
 * Leaves out calls that broke off and have no result, with the thoughts that led to them alone; of those that have one,
 * an input that is no object is sent as the text that it is, in the member `input`. The same request where there is none.
 */
export const settleBrokenCalls = (request: ChatRequest): SettledCalls => {
  const { messages } = request
  if (!messages.some(({ parts }) => parts.some(isBroken))) return { request, broken: [] }
  const results = new Set(messages.flatMap(({ parts }) => parts.flatMap(idOfResult)))
  const broken: BrokenCall[] = []
  const settled = messages.flatMap((message) => settle(message, results, broken))
  return { request: { ...request, messages: settled }, broken }
}

const isBroken = (part: ContentPart): part is ToolCallPart =>
  isClientCall(part) && part.input.kind !== "code" && part.input.unfinished === true

const idOfResult = (part: ContentPart): readonly string[] =>
  part.type === "tool-result" && part.id !== undefined ? [part.id] : []

const settle = (message: ChatMessage, results: ReadonlySet<string>, broken: BrokenCall[]): readonly ChatMessage[] => {
  if (!message.parts.some(isBroken)) return [message]
  const parts: ContentPart[] = []
  for (const part of message.parts) {
    if (!isBroken(part)) parts.push(part)
    else if (results.has(part.id ?? "")) parts.push(withObject(part, broken))
    else {
      broken.push({ rule: "broken-off", path: part.at ?? "" })
      while (parts.at(-1)?.type === "reasoning") parts.pop()
    }
  }
  return parts.length === 0 ? [] : [{ ...message, parts }]
}

const withObject = (call: ToolCallPart, broken: BrokenCall[]): ToolCallPart => {
  if (inputObject(call) !== undefined) return call
  broken.push({ rule: "broken-input", path: call.at ?? "" })
  return { ...call, input: { kind: "json", json: JsonText.tree({ input: inputText(call.input) }) } }
}
