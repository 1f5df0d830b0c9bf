import type { FunctionTool, Request, Tool, ToolChoice, ToolKind, VendorTool } from "../../../words/chat.ts"
import { type JsonObject, JsonText, put } from "../../../words/json.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import { readCache } from "../cache.ts"
import { type Draft, type Inner, type Out, readInner, setNative } from "../native.ts"
import { known, ownVendor, toolOf } from "../wire.ts"

/** The version of a tool that stood in `mcp_servers`. */
export const mcpServer = "mcp_server"

/** Reads `tools` and `mcp_servers`, in this order. */
export const readTools = (reader: Reader, body: JsonObject): readonly Tool[] | undefined => {
  const declared = reader.objects(body, "tools", "")
  const servers = reader.objects(body, "mcp_servers", "")
  if (declared === undefined && servers === undefined) return undefined
  const tools: Tool[] = []
  for (const [object, at] of declared ?? []) {
    const tool = readTool(reader, object, at)
    if (tool !== undefined) tools.push(tool)
  }
  for (const [object, at] of servers ?? []) tools.push(readServer(reader, object, at))
  return tools
}

const readTool = (reader: Reader, object: JsonObject, at: Pointer): Tool | undefined => {
  const type = reader.string(object, "type", at)
  return type === undefined || type === "custom"
    ? readFunction(reader, object, at)
    : readVendorTool(reader, object, at, type)
}

/** Where fields of a tool stand whose member has another name, for the members that are there. */
const toolPlaces = (object: JsonObject, at: Pointer): ReadonlyMap<string, Pointer> => {
  const places = new Map([["input", `${at}/input_schema`]])
  if (object["defer_loading"] !== undefined) places.set("deferred", `${at}/defer_loading`)
  if (object["input_examples"] !== undefined) places.set("examples", `${at}/input_examples`)
  if (object["cache_control"] !== undefined) places.set("cache", `${at}/cache_control`)
  return places
}

const readFunction = (reader: Reader, object: JsonObject, at: Pointer): FunctionTool | undefined => {
  const name = reader.required(object, "name", at, reader.string)
  if (name === undefined) return undefined
  const tool: Draft<FunctionTool> = { type: "function", at, places: toolPlaces(object, at), name }
  const description = reader.string(object, "description", at)
  if (description !== undefined) tool.description = description
  if (reader.object(object, "input_schema", at) !== undefined) {
    tool.input = { dialect: "json-schema", source: JsonText.member(object, "input_schema") }
  }
  const strict = reader.boolean(object, "strict", at)
  if (strict !== undefined) tool.strict = strict
  const deferred = reader.boolean(object, "defer_loading", at)
  if (deferred !== undefined) tool.deferred = deferred
  const examples = reader.array(object, "input_examples", at)
  if (examples !== undefined) tool.examples = examples.map((example) => JsonText.of(example))
  const inner = readCache(reader, object, at, tool)
  setNative(tool, reader.rest(object, known.customTool), object["type"] === "custom" ? "custom" : undefined, inner)
  return tool
}

const readVendorTool = (reader: Reader, object: JsonObject, at: Pointer, version: string): VendorTool => {
  const { of, runBy } = toolOf(version)
  const tool: Draft<VendorTool> = {
    type: "vendor",
    at,
    vendor: ownVendor,
    of,
    runBy,
    version,
    config: configOf(object, ["type", "name", "cache_control"])
  }
  const name = reader.string(object, "name", at)
  if (name !== undefined) tool.name = name
  const inner = readCache(reader, object, at, tool)
  setNative(tool, undefined, undefined, inner)
  return tool
}

const readServer = (reader: Reader, object: JsonObject, at: Pointer): VendorTool => {
  const tool: Draft<VendorTool> = {
    type: "vendor",
    at,
    vendor: ownVendor,
    of: "mcp",
    runBy: "provider",
    version: mcpServer,
    config: configOf(object, ["name"])
  }
  const name = reader.string(object, "name", at)
  if (name !== undefined) tool.name = name
  return tool
}

const configOf = (object: JsonObject, except: readonly string[]): JsonText => {
  const config: Out = {}
  for (const key of Object.keys(object)) if (!except.includes(key)) put(config, key, JsonText.member(object, key))
  return JsonText.tree(config)
}

/** Reads `tool_choice` into the request; members that are not known are added to `inner`. */
export const readToolChoice = (
  reader: Reader,
  body: JsonObject,
  request: Draft<Request>,
  inner?: Inner
): Inner | undefined => {
  const choice = reader.object(body, "tool_choice", "")
  if (choice === undefined) return inner
  const at = "/tool_choice"
  const read = choiceOf(reader, choice, at, request.tools ?? [])
  if (read !== undefined) request.toolChoice = read
  const single = reader.boolean(choice, "disable_parallel_tool_use", at)
  if (single !== undefined) request.parallelToolCalls = !single
  const found = readInner(reader, inner, choice, known.toolChoice, at)
  if (read !== undefined || typeof choice["type"] !== "string") return found
  const kept = found ?? new Map<Pointer, JsonText>()
  for (const key of ["type", "name"])
    if (choice[key] !== undefined) kept.set(below(at, key), JsonText.member(choice, key))
  return kept
}

const choiceOf = (reader: Reader, choice: JsonObject, at: Pointer, tools: readonly Tool[]): ToolChoice | undefined => {
  switch (reader.required(choice, "type", at, reader.string)) {
    case "auto":
      return { mode: "auto" }
    case "any":
      return { mode: "required" }
    case "none":
      return { mode: "none" }
    case "tool": {
      const name = reader.required(choice, "name", at, reader.string)
      return name === undefined ? undefined : { mode: "tool", of: kindNamed(tools, name), name }
    }
    default:
      return undefined
  }
}

const kindNamed = (tools: readonly Tool[], name: string): ToolKind => {
  const tool = tools.find((it) => it.name === name)
  return tool === undefined ? "function" : tool.type === "vendor" ? tool.of : tool.type
}
