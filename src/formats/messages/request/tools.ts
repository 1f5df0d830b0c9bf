import type { CustomTool, FunctionTool, ToolSchema, ToolDefinition, VendorTool } from "../../../core/chat/chat.ts"
import type { MutableDraft, JsonObjectBuilder } from "../../../core/json/builder.ts"
import {
  isObject,
  type JsonObject,
  JsonText,
  putMember,
  type JsonTemplate,
  stringifyJson
} from "../../../core/json/json.ts"
import { placeOf } from "../../../core/notes/note-writer.ts"
import { kindOf } from "../native.ts"
import { told } from "./closed.ts"
import { noteTold } from "./places.ts"
import { mcpServer } from "./read-tools.ts"
import { isChoice, rooted } from "./root.ts"
import { note, noteField } from "../noting.ts"
import { type Writing, finishMarked, nameOut } from "./writing.ts"

/** The tools of a request as the wire has them: those that stand in `tools`, and those in `mcp_servers`. */
export interface Tools {
  readonly tools?: readonly JsonObjectBuilder[]
  readonly servers?: readonly JsonObjectBuilder[]
  /** Names under which tools were sent. */
  readonly names: ReadonlySet<string>
}

/** Writes the tools of a request; those that the vendor does not have leave a note. */
export const toolsOut = (to: Writing): Tools => {
  const declared = to.request.tools
  const names = new Set<string>()
  if (declared === undefined) return { names }
  const tools: JsonObjectBuilder[] = []
  const servers: JsonObjectBuilder[] = []
  const choice = to.request.toolChoice
  const only = choice !== undefined && "only" in choice ? choice.only : undefined
  for (const tool of declared) {
    if (tool.type !== "vendor" && only?.includes(tool.name) === false) {
      note(to, "only", tool.at)
      continue
    }
    const out = toolOut(to, tool)
    if (out === undefined) continue
    if (typeof out["name"] === "string") names.add(out["name"])
    if (tool.type === "vendor" && tool.version === mcpServer) servers.push(out)
    else tools.push(out)
  }
  const out: MutableDraft<Tools> = { names }
  if (tools.length > 0 || (to.own && declared.length === 0)) out.tools = tools
  if (servers.length > 0) out.servers = servers
  return out
}

const toolOut = (to: Writing, tool: ToolDefinition): JsonObjectBuilder | undefined => {
  switch (tool.type) {
    case "function":
      return functionOut(to, tool)
    case "custom":
      return customOut(to, tool)
    case "vendor":
      return vendorOut(to, tool)
  }
}

const functionOut = (to: Writing, tool: FunctionTool): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {
    type: kindOf(tool),
    name: nameOut(to, tool.name),
    description: tool.description,
    input_schema: inputSchema(to, tool),
    defer_loading: tool.deferred,
    input_examples: tool.examples?.map((example) => example.printable)
  }
  if (tool.strict === true && to.target.schemas === false) noteField(to, "strict", tool, "strict")
  else if (tool.strict !== undefined) out["strict"] = tool.strict
  if (tool.output !== undefined) noteField(to, "tool-setting", tool, "output")
  return finishMarked(to, out, tool)
}

const noInput: JsonObjectBuilder = { type: "object" }

/**
 * A schema's root must say that it is an object, and be no choice of schemas; where it is otherwise, it is made so. The
 * model is held to that of a strict tool, whose bounds are told therefore.
 */
const inputSchema = (to: Writing, tool: FunctionTool): JsonTemplate => {
  if (tool.input === undefined) return noInput
  const { source, dialect } = tool.input
  if (dialect !== "json-schema") noteField(to, "schema-dialect", tool, "input")
  const object = source.object
  if (object === undefined) {
    noteField(to, "tool-schema", tool, "input")
    return noInput
  }
  if (to.own) return source.printable
  const choice = isChoice(object)
  if (choice) noteField(to, "tool-schema", tool, "input")
  const made = choice || !Object.hasOwn(object, "type") ? rooted(object) : undefined
  if (tool.strict !== true || to.target.schemas === false) return made ?? source.printable
  const taken = told(made === undefined ? source : JsonText.source(stringifyJson(made)))
  noteTold(to, taken, placeOf(tool, "input"))
  return taken.schema
}

/** A tool that takes free text, as a function with one string member. */
const customOut = (to: Writing, tool: CustomTool): JsonObjectBuilder => {
  const name = nameOut(to, tool.name)
  to.customTools.push(name)
  if (tool.grammar !== undefined) noteField(to, "grammar", tool, "grammar")
  const input_schema = { type: "object", properties: { input: { type: "string" } }, required: ["input"] }
  return finishMarked(to, { name, description: tool.description, input_schema }, tool)
}

const vendorOut = (to: Writing, tool: VendorTool): JsonObjectBuilder | undefined => {
  if (tool.vendor !== to.vendor || tool.version === undefined) return standIn(to, tool)
  const out: JsonObjectBuilder = { type: tool.version === mcpServer ? undefined : tool.version, name: tool.name }
  const config = tool.config.object
  if (config !== undefined)
    for (const key of Object.keys(config)) putMember(out, key, JsonText.member(config, key).printable)
  return finishMarked(to, out, tool)
}

/** The vendor's own tool that does what another vendor's does. */
const standIns: ReadonlyMap<string, { readonly type: string; readonly name: string }> = new Map([
  ["web-search", { type: "web_search_20250305", name: "web_search" }],
  ["web-fetch", { type: "web_fetch_20250910", name: "web_fetch" }],
  ["code-execution", { type: "code_execution_20250825", name: "code_execution" }]
])

const standIn = (to: Writing, tool: VendorTool): JsonObjectBuilder | undefined => {
  const found = tool.runBy === "provider" ? standIns.get(tool.of) : undefined
  if (found === undefined) {
    note(to, "tool-kind", tool.at)
    return undefined
  }
  note(to, "tool-approximated", tool.at)
  return finishMarked(to, { ...found, ...(tool.of === "web-search" ? searchSettings(to, tool) : {}) }, tool)
}

/** How many searches a size of search context stands for. */
const uses: Readonly<Record<string, number>> = { low: 2, medium: 5, high: 10 }

const searchSettings = (to: Writing, tool: VendorTool): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  const config = tool.config.object ?? {}
  for (const key of Object.keys(config)) {
    const value = config[key]
    if (key === "search_context_size" && typeof value === "string" && Object.hasOwn(uses, value))
      out["max_uses"] = uses[value]
    else if (key === "user_location" && isObject(value)) out["user_location"] = location(value)
    else if (key === "filters" && isObject(value) && Array.isArray(value["allowed_domains"])) {
      out["allowed_domains"] = JsonText.member(value, "allowed_domains")
    } else if (key === "excludeDomains") out["blocked_domains"] = JsonText.member(config, key)
    else if (value !== null) noteField(to, "tool-setting", tool, key)
  }
  return out
}

const location = (value: JsonObject): JsonObjectBuilder => {
  const at = isObject(value["approximate"]) ? value["approximate"] : value
  const out: JsonObjectBuilder = { type: "approximate" }
  for (const key of ["city", "region", "country", "timezone"]) if (typeof at[key] === "string") out[key] = at[key]
  return out
}

/** Whether a schema's root is an object's. */
export const isObjectSchema = (schema: ToolSchema): boolean => schema.source.object?.["type"] === "object"
