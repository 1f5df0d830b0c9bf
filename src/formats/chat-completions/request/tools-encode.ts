import type { CustomTool, FunctionTool, ChatRequest, VendorTool } from "../../../core/chat/chat.ts"
import { JsonText, type JsonObject, type JsonTemplate, isObject } from "../../../core/json/json.ts"
import { toolsAtEnd } from "../../../core/chat/turns.ts"
import { kindOf, restore } from "../native.ts"
import { type JsonObjectBuilder, putAt } from "../../../core/json/builder.ts"
import { writeMembers } from "../../../core/reading/member-table.ts"
import { ownVendor } from "../wire.ts"
import { noteCache } from "./parts-encode.ts"
import { isStrict } from "./strict.ts"
import { bareFunction, customTool, functionTool } from "./tool-tables.ts"
import type { Writing } from "./writing.ts"

/** The tools of a request, each kind in its member. */
interface Written {
  readonly tools: JsonTemplate[]
  readonly functions: JsonTemplate[]
  readonly native: JsonTemplate[]
  search: JsonTemplate | undefined
}

/** Writes the tools of a request into the members that say them. */
export const writeAllTools = (writing: Writing, request: ChatRequest, body: JsonObjectBuilder): void => {
  const tools = toolsAtEnd(request)
  if (tools === undefined) return
  const out: Written = { tools: [], functions: [], native: [], search: undefined }
  for (const tool of request.tools ?? []) if (!tools.includes(tool)) writing.dropped.push(tool)
  for (const tool of tools) {
    if (!writing.own) noteCache(writing, tool)
    if (tool.type === "function") writeFunction(writing, tool, out)
    else if (tool.type === "custom") out.tools.push(writeCustom(writing, tool))
    else writeVendor(writing, tool, out)
  }
  if (out.tools.length > 0 || (writing.own && tools.length === 0)) body["tools"] = out.tools
  if (out.functions.length > 0) body["functions"] = out.functions
  if (out.search !== undefined) body["web_search_options"] = out.search
  if (out.native.length > 0) putAt(body, `${writing.native}/tools`, out.native)
}

const writeFunction = (writing: Writing, tool: FunctionTool, out: Written): void => {
  const { input, output, examples, deferred } = tool
  const told = { ...tool, name: writing.name(tool.name) }
  if (!staysStrict(writing, tool)) delete told.strict
  if (input?.dialect === "openapi-3.0") writing.note("tool-schema", tool, "input")
  if (output !== undefined) writing.note("tool-output", tool, "output")
  if (examples !== undefined) writing.note("tool-examples", tool, "examples")
  if (deferred !== undefined) writing.note("tool-deferred", tool, "deferred")
  writing.leftovers(tool)
  if (kindOf(tool) === "legacy") out.functions.push(restore(writeMembers(bareFunction, told), tool))
  else out.tools.push(restore(writeMembers(functionTool, told), tool))
}

const staysStrict = (writing: Writing, tool: FunctionTool): boolean => {
  if (writing.own || tool.strict !== true || isStrict(tool.input?.source.value)) return true
  writing.note("tool-strict", tool, "strict")
  return false
}

const writeCustom = (writing: Writing, tool: CustomTool): JsonTemplate => {
  writing.leftovers(tool)
  return restore(writeMembers(customTool, { ...tool, name: writing.name(tool.name) }), tool)
}

const writeVendor = (writing: Writing, tool: VendorTool, out: Written): void => {
  const kind = kindOf(tool)
  if (kind === "tool") out.tools.push(tool.config)
  else if (kind === "extra_body") out.native.push({ [tool.name ?? ""]: tool.config })
  else if (tool.of === "web-search" && out.search === undefined) {
    out.search = tool.vendor === ownVendor ? optionsOf(tool.config) : searchOptions(writing, tool)
    writing.leftovers(tool)
  } else {
    writing.note("tool-vendor", tool)
    writing.dropped.push(tool)
  }
}

/** The settings of the vendor's own search, without the word that makes them a tool elsewhere. */
const optionsOf = (config: JsonText): JsonTemplate => {
  const members = config.object
  if (members === undefined || !Object.hasOwn(members, "type")) return config
  const kept = Object.keys(members).filter((key) => key !== "type")
  return Object.fromEntries(kept.map((key) => [key, JsonText.member(members, key)]))
}

/** Another vendor's search tool: where the user is stays, all other settings go. */
const searchOptions = (writing: Writing, tool: VendorTool): JsonTemplate => {
  writing.note("tool-search", tool)
  const place = tool.config.object?.["user_location"]
  if (!isObject(place)) return {}
  const { city, country, region, timezone } = place
  return { user_location: { type: "approximate", approximate: stated({ city, country, region, timezone }) } }
}

const stated = (members: { readonly [key: string]: unknown }): JsonObject =>
  JsonText.tree(
    Object.fromEntries(Object.entries(members).filter((it): it is [string, string] => typeof it[1] === "string"))
  ).object ?? {}
