import { exclusionBy, isHeldToSchema, lossOfSetting, userLocation } from "../../core/chat/tool.ts"
import { freeTextSchema } from "../../core/chat/tool-calls.ts"
import type { CustomTool, FunctionTool, ToolDefinition, ToolSchema, VendorTool } from "../../core/chat/chat.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  isObject,
  type JsonTemplate,
  JsonText,
  putMember
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { placeOf } from "../../core/notes/note.ts"
import {
  type IssueReader,
  checkMembers,
  isCount,
  isText,
  memberChecks,
  objectWith
} from "../../core/reading/issue-reader.ts"
import { flagRow, type MemberRow, readNullableRows, requiredText, textRow } from "../../core/reading/member-row.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import {
  type EncodeContext,
  encodeToolName,
  finishCacheable,
  finishDecoded,
  kindOf,
  note,
  noteField
} from "./context.ts"
import { rules } from "./rules.ts"
import { closeSchema, noteClosed, encodeInputSchema } from "./schema.ts"
import { maxStrictTools, ownVendor, standInTools, vendorTool } from "./wire.ts"

/** The version of a tool that stood in `mcp_servers`. */
const mcpServer = "mcp_server"

/** Reads `tools` and `mcp_servers`, in this order. */
export const decodeTools = (body: ObjectReader): readonly ToolDefinition[] | undefined => {
  const declared = body.items("tools")
  const servers = body.items("mcp_servers")
  if (declared === undefined && servers === undefined) return undefined
  return [
    ...withoutPlaceholders(body.reader, (declared ?? []).map(decodeTool)),
    ...(servers ?? []).map((server) => decodeVendorTool(server, mcpServer, ["name"]))
  ]
}

/**
 * The tools without those that hold a place for tools to come, so that the vendor's cache stands: they cannot be
 * called, and other vendors, which put off no tools, would offer them.
 *
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool (read 2026-11)
 */
const withoutPlaceholders = (reader: IssueReader, tools: readonly ToolDefinition[]): readonly ToolDefinition[] =>
  tools.filter((tool) => {
    if (tool.type !== "function" || tool.deferred !== true || !placeholders.has(tool.name)) return true
    reader.notes.push(rules.note("bookkeeping/placeholder", tool.at ?? ""))
    return false
  })

/** The names that Claude Code and pi give them. */
const placeholders: ReadonlySet<string> = new Set(["DeferredToolPlaceholder", "__pi_deferred_placeholder__"])

const decodeTool = (tool: ObjectReader): ToolDefinition => {
  const type = tool.string("type")
  return type === undefined || type === "custom"
    ? decodeFunction(tool, type)
    : finishDecoded(tool, decodeVendorTool(tool, type, ["type", "name", "cache_control"]))
}

/** Where fields of a tool stand whose member has another name. */
const places: ReadonlyMap<string, JsonPointer> = new Map([
  ["input", "/input_schema"],
  ["deferred", "/defer_loading"],
  ["examples", "/input_examples"],
  ["cache", "/cache_control"]
])

const inputSchemaRow: MemberRow<ToolSchema | undefined> = {
  schema: { type: "object" },
  required: true,
  read: (from, key) => {
    const schema = from.required(key, from.reader.object)
    return schema && { dialect: "json-schema", source: JsonText.of(schema) }
  }
}

const examplesRow: MemberRow<readonly JsonText[] | undefined> = {
  schema: { type: "array" },
  read: (from, key) => {
    from.skip(key)
    return from.reader.array(from.object, key, from.at)?.map((example) => JsonText.of(example))
  }
}

/** The members of a function. */
export const functionMembers = {
  name: requiredText,
  description: textRow,
  input_schema: inputSchemaRow,
  strict: flagRow,
  defer_loading: flagRow,
  input_examples: examplesRow
}

const decodeFunction = (from: ObjectReader, kind: string | undefined): FunctionTool => {
  const { name, description, input_schema, strict, defer_loading, input_examples } = readNullableRows(
    functionMembers,
    from
  )
  const tool: MutableDraft<FunctionTool> = { type: "function", at: from.at, places, name }
  setDefined(tool, "description", description)
  setDefined(tool, "input", input_schema)
  setDefined(tool, "strict", strict)
  setDefined(tool, "deferred", defer_loading)
  setDefined(tool, "examples", input_examples)
  return finishDecoded(from, tool, kind)
}

/** What must hold of the settings of the search tool, which cross unread. */
const search = memberChecks({
  max_uses: isCount,
  user_location: objectWith({ type: isText, timezone: isText, country: isText, region: isText, city: isText })
})

const decodeVendorTool = (from: ObjectReader, version: string, except: readonly string[]): VendorTool => {
  const config: JsonObjectBuilder = {}
  for (const key of Object.keys(from.object)) {
    if (!except.includes(key)) putMember(config, key, JsonText.member(from.object, key))
  }
  const kind = version === mcpServer ? ({ of: "mcp", runBy: "provider" } as const) : vendorTool(version)
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

/** The tools of a request as the wire has them: those that stand in `tools`, and those in `mcp_servers`. */
export interface EncodedTools {
  readonly tools?: readonly JsonObjectBuilder[]
  readonly servers?: readonly JsonObjectBuilder[]
  /** Names under which tools were sent. */
  readonly names: ReadonlySet<string>
}

/** Writes the tools of a request; those that the vendor does not have leave a note. */
export const encodeTools = (to: EncodeContext): EncodedTools => {
  const declared = to.request.tools
  const names = new Set<string>()
  if (declared === undefined) return { names }
  const tools: JsonObjectBuilder[] = []
  const servers: JsonObjectBuilder[] = []
  const isExcluded = exclusionBy(to.request.toolChoice)
  let strict = 0
  for (const tool of declared) {
    if (isExcluded(tool)) {
      note(to, "unchosen-tool", tool.at)
      continue
    }
    const out = encodeTool(to, tool, names, strict < maxStrictTools)
    if (out === undefined) continue
    if (out["strict"] === true) strict++
    if (typeof out["name"] === "string") names.add(out["name"])
    if (tool.type === "vendor" && tool.version === mcpServer) servers.push(out)
    else tools.push(out)
  }
  const out: MutableDraft<EncodedTools> = { names }
  if (tools.length > 0 || (to.own && declared.length === 0)) out.tools = tools
  if (servers.length > 0) out.servers = servers
  return out
}

type Names = ReadonlySet<string>

const encodeTool = (
  to: EncodeContext,
  tool: ToolDefinition,
  names: Names,
  mayBeStrict: boolean
): JsonObjectBuilder | undefined => {
  switch (tool.type) {
    case "function":
      return encodeFunction(to, tool, mayBeStrict)
    case "custom":
      return encodeCustomTool(to, tool)
    case "vendor":
      return encodeVendorTool(to, tool, names)
  }
}

const encodeFunction = (to: EncodeContext, tool: FunctionTool, mayBeStrict: boolean): JsonObjectBuilder => {
  const name = encodeToolName(to, tool.name, tool)
  const input = encodeInputSchema(to, tool, name)
  const strict = isHeldToSchema(tool) ? encodeStrictSchema(to, tool, input, mayBeStrict) : undefined
  const out: JsonObjectBuilder = {
    type: kindOf(tool),
    name,
    description: tool.description,
    input_schema: strict ?? input.printable,
    defer_loading: tool.deferred,
    input_examples: tool.examples?.map((example) => example.printable)
  }
  if (strict !== undefined || tool.strict === false) out["strict"] = strict !== undefined
  if (tool.output !== undefined) noteField(to, "tool-setting", tool, "output")
  return finishCacheable(to, out, tool)
}

/**
 * The schema of a strict tool, which the model is held to: closed, and its bounds told. Nothing where it cannot be held
 * to one, or the vendor's schemas cannot say it.
 *
 * @see https://github.com/vercel/ai/issues/20681 the vendor's refusal of open objects (read 2026-11-23)
 */
const encodeStrictSchema = (
  to: EncodeContext,
  tool: FunctionTool,
  schema: JsonText,
  mayBeStrict: boolean
): JsonTemplate | undefined => {
  const isHeld = to.target.schemas !== false
  if (isHeld && to.own) return schema.printable
  if (!mayBeStrict) return void noteField(to, "tool-strict/many", tool, "strict")
  const taken = closeSchema(schema)
  if (!isHeld || !taken.sayable) return void noteField(to, "tool-strict", tool, "strict")
  if (tool.input !== undefined) noteClosed(to, taken, placeOf(tool, "input"))
  return taken.schema
}

/** A tool that takes free text, as a function with one string member. */
const encodeCustomTool = (to: EncodeContext, tool: CustomTool): JsonObjectBuilder => {
  const name = encodeToolName(to, tool.name, tool)
  to.customTools.push(name)
  if (tool.grammar !== undefined) noteField(to, "unsupported", tool, "grammar")
  return finishCacheable(to, { name, description: tool.description, input_schema: freeTextSchema }, tool)
}

const encodeVendorTool = (to: EncodeContext, tool: VendorTool, names: Names): JsonObjectBuilder | undefined => {
  if (tool.vendor !== to.vendor || tool.version === undefined) return encodeStandIn(to, tool, names)
  const out: JsonObjectBuilder = { type: tool.version === mcpServer ? undefined : tool.version, name: tool.name }
  const config = tool.config.object
  if (config !== undefined)
    for (const key of Object.keys(config)) putMember(out, key, JsonText.member(config, key).printable)
  return finishCacheable(to, out, tool)
}

/** The tool that stands in for another vendor's, once: two of one name are refused. */
const encodeStandIn = (to: EncodeContext, tool: VendorTool, names: Names): JsonObjectBuilder | undefined => {
  const found = tool.runBy === "provider" ? standInTools.get(tool.of) : undefined
  if (found === undefined || names.has(found.name)) return void note(to, "unsupported-tool", tool.at)
  note(to, "tool-stand-in", tool.at)
  return finishCacheable(to, { ...found, ...encodeSettings(to, tool) }, tool)
}

/** How many searches a size of search context stands for. */
const searchUses: Readonly<Record<string, number>> = { low: 2, medium: 5, high: 10 }

/** The settings of another vendor's tool that this one has, too; the others are noted. */
const encodeSettings = (to: EncodeContext, tool: VendorTool): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  const config = tool.config.object ?? {}
  for (const key of Object.keys(config)) {
    const value = config[key]
    if (key === "search_context_size" && typeof value === "string" && Object.hasOwn(searchUses, value))
      out["max_uses"] = searchUses[value]
    else if (key === "user_location" && isObject(value))
      out["user_location"] = { type: "approximate", ...userLocation(value) }
    else if (key === "filters" && isObject(value) && Array.isArray(value["allowed_domains"])) {
      out["allowed_domains"] = JsonText.member(value, "allowed_domains")
    } else if (key === "excludeDomains") out["blocked_domains"] = JsonText.member(config, key)
    else if (value !== null) noteField(to, lossOfSetting(key, value), tool, key)
  }
  return out
}
