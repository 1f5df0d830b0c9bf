import { plainId } from "../../../core/chat/call-id.ts"
import type { ToolCallPart, ToolResultPart } from "../../../core/chat/chat.ts"
import { JsonText } from "../../../core/json/json.ts"
import type { JsonPointer } from "../../../core/json/pointer.ts"
import { marked } from "../cache.ts"
import { type MutableDraft, setDefined } from "../../../core/json/builder.ts"
import { toolNamed } from "../wire.ts"
import type { ObjectReader } from "../../../core/reading/object-reader.ts"
import { type ReadBlock, readInside } from "./reading.ts"

const noInput = JsonText.source("{}")
const noContent = JsonText.source("null")

/**
 * Reads a call that the client answers, or one of a tool that the vendor runs. In answers, what the request's encoding
 * renamed or stood in for is undone.
 */
export const readCall: ReadBlock = ({ undo }, block, type) => {
  const sent = block.needed("name")
  if (sent === undefined) return undefined
  const { at } = block
  const json = readInput(block)
  const client = type === "tool_use"
  const mcp = type === "mcp_tool_use"
  if (client && undo?.output?.tool === sent) return { type: "text", at, text: unwrap(json, undo.output.wrapped) }
  const custom = client && undo?.customTools.includes(sent) === true
  const part: MutableDraft<ToolCallPart> = {
    type: "tool-call",
    at,
    name: (client ? undo?.names.get(sent) : undefined) ?? sent,
    of: custom ? "custom" : client ? "function" : mcp ? "mcp" : toolNamed(sent),
    runBy: client ? "client" : "provider",
    input: custom ? { kind: "text", text: freeText(json) } : { kind: "json", json }
  }
  const id = client && undo === undefined ? block.needed("id") : block.string("id")
  setDefined(part, "id", undo === undefined || id === undefined ? id : plainId(id))
  if (client) setDefined(part, "toolset", block.string("toolset_name"))
  if (mcp) setDefined(part, "server", block.string("server_name"))
  else setDefined(part, "caller", block.json("caller"))
  return marked(block, part, client ? undefined : type)
}

/** Reads a call's input. Imitators write the JSON text of it as a string, or nothing. */
const readInput = (block: ObjectReader): JsonText => {
  const json = block.json("input") ?? noInput
  const said = json.value
  if (typeof said !== "string") return json
  return said.trim() === "" ? noInput : JsonText.source(said)
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

const errorPlaces: ReadonlyMap<string, JsonPointer> = new Map([
  ["id", "/tool_use_id"],
  ["error", "/is_error"]
])
const resultPlaces: ReadonlyMap<string, JsonPointer> = new Map([...errorPlaces, ["output", "/content"]])

/** Reads the client's answer to a call, or what a tool that the vendor runs answered, whose content crosses unread. */
export const readResult: ReadBlock = (reading, block, type) => {
  const client = type === "tool_result"
  const id = client ? block.needed("tool_use_id") : block.string("tool_use_id")
  if (client && id === undefined) return undefined
  const content = client ? readInside(reading, block) : undefined
  const part: MutableDraft<ToolResultPart> = {
    type: "tool-result",
    at: block.at,
    of: client ? "function" : toolNamed(type),
    runBy: client ? "client" : "provider",
    output:
      content === undefined
        ? { kind: "json", json: block.json("content") ?? noContent }
        : { kind: "parts", parts: content.parts }
  }
  setDefined(part, "id", id)
  setDefined(part, "error", block.boolean("is_error"))
  if (client) part.places = block.says("content") ? resultPlaces : errorPlaces
  return marked(block, part, client ? content?.kind : type)
}
