import type { Part, TextPart, ToolCallPart, ToolResultPart } from "../../../words/chat.ts"
import { type JsonObject, JsonText } from "../../../words/json.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import { readCache } from "../cache.ts"
import { type Draft, setNative } from "../native.ts"
import { calledTool, known, providerResults } from "../wire.ts"
import { readContent, type Reading, restOf } from "./reading.ts"

const noInput = JsonText.source("{}")

/** Reads a call that the client answers; in answers, what the request's encoding renamed or stood in for is undone. */
export const readToolUse = (reading: Reading, block: JsonObject, at: Pointer): ToolCallPart | TextPart | undefined => {
  const { reader, undo } = reading
  const sent = reader.required(block, "name", at, reader.string)
  if (sent === undefined) return undefined
  const json = reader.json(block, "input") ?? noInput
  if (undo?.output?.tool === sent) return { type: "text", at, text: unwrap(json, undo.output.wrapped) }
  const custom = undo?.customTools.includes(sent) === true
  const part: Draft<ToolCallPart> = {
    type: "tool-call",
    at,
    name: undo?.names.get(sent) ?? sent,
    of: custom ? "custom" : "function",
    runBy: "client",
    input: custom ? { kind: "text", text: freeText(json) } : { kind: "json", json }
  }
  const id = reader.string(block, "id", at)
  if (id !== undefined) part.id = id
  const toolset = reader.string(block, "toolset_name", at)
  if (toolset !== undefined) part.toolset = toolset
  const caller = reader.json(block, "caller")
  if (caller !== undefined) part.caller = caller
  const inner = readCache(reader, block, at, part)
  setNative(part, restOf(reading, block, known.toolUse), undefined, inner)
  return part
}

/** The answer's text in the input of the tool that stood in for a schema. */
export const unwrap = (json: JsonText, wrapped: boolean): string => {
  const object = wrapped ? json.object : undefined
  return object !== undefined && Object.hasOwn(object, "value") ? JsonText.member(object, "value").text : json.text
}

/** The free text in the input of a tool that was sent as a function with one string member `input`. */
export const freeText = (json: JsonText): string => {
  const text = json.object?.["input"]
  return typeof text === "string" ? text : json.text
}

/** Reads an answer to a call, as the client gives it. */
export const readToolResult = (reading: Reading, block: JsonObject, at: Pointer): ToolResultPart | undefined => {
  const { reader } = reading
  const id = reader.required(block, "tool_use_id", at, reader.string)
  if (id === undefined) return undefined
  const content = readContent(reading, block, at)
  const part: Draft<ToolResultPart> = {
    type: "tool-result",
    at,
    id,
    of: "function",
    runBy: "client",
    output: { kind: "parts", parts: content?.parts ?? [] }
  }
  const error = reader.boolean(block, "is_error", at)
  if (error !== undefined) {
    part.error = error
    part.places = new Map([["error", below(at, "is_error")]])
  }
  const inner = readCache(reader, block, at, part)
  setNative(part, restOf(reading, block, known.toolResult), content?.string === true ? "string" : undefined, inner)
  return part
}

/** Reads a call of a tool that the vendor runs. */
export const readProviderCall = (
  reading: Reading,
  block: JsonObject,
  at: Pointer,
  type: "server_tool_use" | "mcp_tool_use"
): Part | undefined => {
  const { reader } = reading
  const name = reader.required(block, "name", at, reader.string)
  if (name === undefined) return undefined
  const mcp = type === "mcp_tool_use"
  const part: Draft<ToolCallPart> = {
    type: "tool-call",
    at,
    name,
    of: mcp ? "mcp" : calledTool(name),
    runBy: "provider",
    input: { kind: "json", json: reader.json(block, "input") ?? noInput }
  }
  const id = reader.string(block, "id", at)
  if (id !== undefined) part.id = id
  const server = mcp ? reader.string(block, "server_name", at) : undefined
  if (server !== undefined) part.server = server
  const caller = mcp ? undefined : reader.json(block, "caller")
  if (caller !== undefined) part.caller = caller
  const inner = readCache(reader, block, at, part)
  setNative(part, restOf(reading, block, mcp ? known.mcpToolUse : known.toolUse), type, inner)
  return part
}

/** Reads what a tool that the vendor runs answered; its content crosses unread. */
export const readProviderResult = (reading: Reading, block: JsonObject, at: Pointer, type: string): ToolResultPart => {
  const { reader } = reading
  const part: Draft<ToolResultPart> = {
    type: "tool-result",
    at,
    of: providerResults.get(type) ?? "other",
    runBy: "provider",
    output: { kind: "json", json: reader.json(block, "content") ?? JsonText.source("null") }
  }
  const id = reader.string(block, "tool_use_id", at)
  if (id !== undefined) part.id = id
  const error = reader.boolean(block, "is_error", at)
  if (error !== undefined) part.error = error
  const inner = readCache(reader, block, at, part)
  setNative(part, restOf(reading, block, known.toolResult), type, inner)
  return part
}
