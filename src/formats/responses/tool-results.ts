import type { ContentPart, ToolKind, ToolResultPart } from "../../core/chat/chat.ts"
import { unwrapError, wrapError } from "../../core/chat/tool-calls.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  JsonText,
  type JsonTemplate
} from "../../core/json/json.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { keepBookkeeping, restoreBookkeeping, consumed, type EncodeContext, kindOf, restore } from "./context.ts"
import { decodeParts, encodeParts, isMarked, onlyText } from "./parts.ts"
import { note, noteLeftovers } from "./rules.ts"
import { clientCallTypes } from "./tool-calls.ts"
import { id } from "./wire.ts"

/** What a client says of a call. */
export const decodeToolResult = (from: ObjectReader, type: string): ToolResultPart => {
  const result: MutableDraft<ToolResultPart> = {
    type: "tool-result",
    at: from.at,
    of:
      type === "function_call_output" ? "function" : type === "custom_tool_call_output" ? "custom" : kindOfResult(type),
    runBy: type === "tool_search_output" && from.object["execution"] !== "client" ? "provider" : "client",
    output: { kind: "parts", parts: [] },
    places: resultPlaces
  }
  if (type !== "function_call_output" && type !== "custom_tool_call_output")
    return decodeOtherResult(from, type, result)
  from.skip("type")
  setDefined(result, "id", from.needed("call_id"))
  if (!from.has("output")) from.reader.absent(from.at, "output")
  if (typeof from.object["output"] === "string") result.native = { format: id, kind: "bare" }
  const parts = decodeParts(from, "output", "client")
  const unwrapped = unwrapError(parts)
  result.output = { kind: "parts", parts: unwrapped ?? parts }
  if (unwrapped !== undefined) result.error = true
  keepBookkeeping(from, result)
  return from.attachUnknown(result)
}

/** Where fields of a result stand. */
export const resultPlaces = new Map([
  ["id", "/call_id"],
  ["output", "/output"]
])

const kindOfResult = (type: string): ToolKind =>
  type === "tool_search_output" ? "tool-search" : (clientCallTypes.get(type.replace(/_output$/, "")) ?? "other")

const decodeOtherResult = (
  { object }: ObjectReader,
  type: string,
  result: MutableDraft<ToolResultPart>
): ToolResultPart => {
  if (typeof object["call_id"] === "string") result.id = object["call_id"]
  const value = object["output"] ?? object["tools"] ?? null
  result.output =
    typeof value === "string"
      ? { kind: "parts", parts: [{ type: "text", text: value }] }
      : { kind: "json", json: JsonText.of(value) }
  result.native = { format: id, kind: type, consumed: new Map([["item", JsonText.of(object)]]) }
  return result
}

/** What a client says of a call as OpenAI takes it; `custom`: its call was one of a custom tool. */
export const encodeToolResult = (
  to: EncodeContext,
  part: ToolResultPart,
  callId: string,
  custom: boolean
): JsonTemplate => {
  const item = consumed(part, "item")
  if (item !== undefined) return item
  noteLeftovers(to, part)
  const out: JsonObjectBuilder = {
    type: custom ? "custom_tool_call_output" : "function_call_output",
    call_id: callId,
    output: outputOf(to, part)
  }
  return restore(restoreBookkeeping(out, part), part)
}

const outputOf = (to: EncodeContext, part: ToolResultPart): JsonTemplate => {
  const { output, error } = part
  const parts: readonly ContentPart[] =
    output.kind === "parts"
      ? output.parts
      : [{ type: "text", text: jsonText(output.json.value, output.json.text) }, ...(output.parts ?? [])]
  if (error === true && !to.own) note(to, "tool-result/error", part, "error")
  const content = error === true ? wrapError(parts) : parts
  const items = encodeParts(to, content, "client")
  const text = content.length === 0 ? "" : onlyText(content)
  return text !== undefined && (to.own ? kindOf(part) === "bare" : !items.some(isMarked)) ? text : items
}

/** A JSON string is a result's text; any other JSON value is its text in JSON. */
const jsonText = (value: unknown, text: string): string => (typeof value === "string" ? value : text)
