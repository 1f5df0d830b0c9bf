import type { CustomTool, FunctionTool, Request, VendorTool } from "../../../words/chat.ts"
import { JsonText, type JsonObject, type Tree } from "../../../words/json.ts"
import { isObject } from "../../../words/json.ts"
import { kindOf, type Members, putAt, restore } from "../native.ts"
import { ownVendor } from "../wire.ts"
import { noteCache } from "./parts-encode.ts"
import { isStrict } from "./strict.ts"
import type { Writing } from "./writing.ts"

/** The tools of a request, each kind in its member. */
interface Written {
  readonly tools: Tree[]
  readonly functions: Tree[]
  readonly native: Tree[]
  search: Tree | undefined
}

/** Writes the tools of a request into the members that say them. */
export const writeAllTools = (writing: Writing, { tools }: Request, body: Members): void => {
  if (tools === undefined) return
  const out: Written = { tools: [], functions: [], native: [], search: undefined }
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
  const { name, description, input } = tool
  const body: Members = {
    name: writing.name(name),
    description,
    parameters: input?.source.printable,
    strict: strictOf(writing, tool)
  }
  if (input?.dialect === "openapi-3.0") writing.note("tool-schema", tool, "input")
  if (tool.output !== undefined) writing.note("tool-output", tool, "output")
  if (tool.examples !== undefined) writing.note("tool-examples", tool, "examples")
  if (tool.deferred !== undefined) writing.note("tool-deferred", tool, "deferred")
  writing.leftovers(tool)
  if (kindOf(tool) === "legacy") out.functions.push(restore(body, tool))
  else out.tools.push(restore({ type: "function", function: body }, tool))
}

const strictOf = (writing: Writing, tool: FunctionTool): boolean | undefined => {
  if (writing.own || tool.strict !== true || isStrict(tool.input?.source.value)) return tool.strict
  writing.note("tool-strict", tool, "strict")
  return undefined
}

const writeCustom = (writing: Writing, tool: CustomTool): Tree => {
  const { name, description, grammar } = tool
  const format =
    grammar === undefined
      ? undefined
      : { type: "grammar", grammar: { definition: grammar.definition, syntax: grammar.syntax } }
  writing.leftovers(tool)
  return restore({ type: "custom", custom: { name: writing.name(name), description, format } }, tool)
}

const writeVendor = (writing: Writing, tool: VendorTool, out: Written): void => {
  const kind = kindOf(tool)
  if (kind === "tool") out.tools.push(tool.config)
  else if (kind === "extra_body") out.native.push({ [tool.name ?? ""]: tool.config })
  else if (tool.of === "web-search" && out.search === undefined) {
    out.search = tool.vendor === ownVendor ? tool.config : searchOptions(writing, tool)
    writing.leftovers(tool)
  } else {
    writing.note("tool-vendor", tool)
    writing.dropped.push(tool)
  }
}

/** Another vendor's search tool: where the user is stays, all other settings go. */
const searchOptions = (writing: Writing, tool: VendorTool): Tree => {
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
