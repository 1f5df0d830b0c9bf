import type {
  FunctionTool,
  ChatRequest,
  ToolDefinition,
  ToolChoice,
  ToolKind,
  VendorTool
} from "../../../core/chat/chat.ts"
import { checkMembers, memberChecks, objectWith, isCount, isText } from "../../../core/reading/member-checks.ts"
import { JsonText, putMember } from "../../../core/json/json.ts"
import type { JsonPointer } from "../../../core/json/pointer.ts"
import { marked } from "../cache.ts"
import type { ObjectReader } from "../../../core/reading/object-reader.ts"
import { type MutableDraft, setDefined, type JsonObjectBuilder } from "../../../core/json/builder.ts"
import { ownVendor, toolOf } from "../wire.ts"
import { withoutPlaceholders } from "./vendors-own.ts"

/** The version of a tool that stood in `mcp_servers`. */
export const mcpServer = "mcp_server"

/** Reads `tools` and `mcp_servers`, in this order. */
export const readTools = (body: ObjectReader): readonly ToolDefinition[] | undefined => {
  const declared = body.items("tools")
  const servers = body.items("mcp_servers")
  if (declared === undefined && servers === undefined) return undefined
  return [
    ...withoutPlaceholders(body.reader, (declared ?? []).map(readTool)),
    ...(servers ?? []).map((server) => readVendorTool(server, mcpServer, ["name"]))
  ]
}

const readTool = (tool: ObjectReader): ToolDefinition => {
  const type = tool.string("type")
  return type === undefined || type === "custom"
    ? readFunction(tool, type)
    : marked(tool, readVendorTool(tool, type, ["type", "name", "cache_control"]))
}

/** Where fields of a tool stand whose member has another name. */
const places: ReadonlyMap<string, JsonPointer> = new Map([
  ["input", "/input_schema"],
  ["deferred", "/defer_loading"],
  ["examples", "/input_examples"],
  ["cache", "/cache_control"]
])

const readFunction = (from: ObjectReader, kind: string | undefined): FunctionTool => {
  const { at, object, reader } = from
  const tool: MutableDraft<FunctionTool> = { type: "function", at, places, name: from.needed("name") ?? "" }
  setDefined(tool, "description", from.string("description"))
  const schema = from.required("input_schema", reader.object)
  if (schema !== undefined) tool.input = { dialect: "json-schema", source: JsonText.of(schema) }
  setDefined(tool, "strict", from.boolean("strict"))
  setDefined(tool, "deferred", from.boolean("defer_loading"))
  from.skip("input_examples")
  setDefined(
    tool,
    "examples",
    reader.array(object, "input_examples", at)?.map((example) => JsonText.of(example))
  )
  return marked(from, tool, kind)
}

/** What must hold of the settings of the search tool, which cross unread. */
const search = memberChecks({
  max_uses: isCount,
  user_location: objectWith({ type: isText, timezone: isText, country: isText, region: isText, city: isText })
})

const readVendorTool = (from: ObjectReader, version: string, except: readonly string[]): VendorTool => {
  const config: JsonObjectBuilder = {}
  for (const key of Object.keys(from.object)) {
    if (!except.includes(key)) putMember(config, key, JsonText.member(from.object, key))
  }
  const kind = version === mcpServer ? ({ of: "mcp", runBy: "provider" } as const) : toolOf(version)
  if (kind.of === "web-search") checkMembers(from.reader, from.object, from.at, search)
  from.skip(...Object.keys(from.object))
  const tool: MutableDraft<VendorTool> = {
    type: "vendor",
    at: from.at,
    vendor: ownVendor,
    ...kind,
    version,
    config: JsonText.tree(config)
  }
  setDefined(tool, "name", from.string("name"))
  return tool
}

/** The choices that name no tool, here and on the wire. */
export const choices: ReadonlyMap<string, "auto" | "required" | "none"> = new Map([
  ["auto", "auto"],
  ["any", "required"],
  ["none", "none"]
] as const)

/** Reads `tool_choice` into the request; a choice of another type is kept as it is. */
export const readToolChoice = (body: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  const choice = body.inside("tool_choice")
  if (choice === undefined) return
  const { reader } = choice
  if (reader.required(choice.object, "type", choice.at, reader.string) === undefined) return
  const single = choice.boolean("disable_parallel_tool_use")
  if (single !== undefined) request.parallelToolCalls = !single
  const mode = choice.word("type", choices)
  setDefined(request, "toolChoice", mode === undefined ? named(choice, request.tools ?? []) : { mode })
}

const named = (choice: ObjectReader, tools: readonly ToolDefinition[]): ToolChoice | undefined => {
  if (choice.object["type"] !== "tool") return undefined
  choice.skip("type")
  const name = choice.needed("name") ?? ""
  return { mode: "tool", of: kindNamed(tools, name), name }
}

const kindNamed = (tools: readonly ToolDefinition[], name: string): ToolKind => {
  const tool = tools.find((it) => it.name === name)
  return tool === undefined ? "function" : tool.type === "vendor" ? tool.of : tool.type
}
