import { isHeldToSchema, lossOfSetting, userLocation } from "../../core/chat/tool.ts"
import type {
  ChatRequest,
  ToolDefinition,
  ToolKind,
  VendorTool,
  FunctionTool,
  CustomTool
} from "../../core/chat/chat.ts"
import {
  isObject,
  type JsonObject,
  JsonText,
  type JsonTemplate,
  type MutableDraft,
  type JsonObjectBuilder,
  putAt
} from "../../core/json/json.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import type { WireNames } from "../../core/format.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import {
  readNode,
  takeNode,
  writeMembers,
  constantMember,
  nestedMember,
  neededMember,
  memberTable,
  textMember
} from "../../core/reading/member-table.ts"
import { contentVendor, id, ownVendor } from "./wire.ts"
import { type DecodeContext, kindOf, restoreOwn, type EncodeContext, cacheControl } from "./context.ts"
import { appendAll } from "../../core/collections.ts"
import { toolsAtEnd } from "../../core/chat/turns.ts"
import { noteCache } from "./parts.ts"
import { unchosenBy } from "./tool-choice.ts"
import { freeTextSchema } from "../../core/chat/tool-calls.ts"
import { formatMember, grammarMembers, schemaMember } from "../openai/tools.ts"
import { isStrictInVain, nothingStrict, strictMember } from "../openai/tools.ts"

/** All tools of a request: declared ones, those of the content-style family with its stored prefix, the search tool. */
export const decodeTools = (root: DecodeContext, request: MutableDraft<ChatRequest>): void => {
  const tools = readTools(root.from)
  const more: ToolDefinition[] = []
  for (const native of root.natives) {
    appendAll(more, readNativeTools(native, root.names))
    const cached = native.string("cached_content")
    if (cached === undefined) continue
    request.refs = [...(request.refs ?? []), { vendor: contentVendor, kind: "cache", id: cached }]
    root.place("refs", native.below("cached_content"))
  }
  const search = readSearch(root.from)
  if (search !== undefined) more.push(search)
  if (more.length > 0) request.tools = [...(tools ?? []), ...more]
  else if (tools !== undefined) request.tools = tools
}

/** Tools of a request: `tools`, then the old `functions`. Absent where the request has neither. */
const readTools = (body: ObjectReader): readonly ToolDefinition[] | undefined => {
  const declared = body.nodes("tools", readTool, takeTool)
  const legacy = body.nodes("functions", readLegacy)
  return declared === undefined || legacy === undefined ? (declared ?? legacy) : [...declared, ...legacy]
}

const noFunction = { type: "function", name: "" } as const

const readLegacy = (from: ObjectReader): ToolDefinition =>
  readNode(bareFunction, from, { ...noFunction, native: { format: id, kind: "legacy" } })

/** A function of which nothing has to be read; undefined for all other tools. */
const takeTool = (tool: JsonObject, at: JsonPointer): ToolDefinition | undefined =>
  tool["type"] === "function" ? takeNode(functionTool, tool, at, { ...noFunction }) : undefined

const readTool = (from: ObjectReader): ToolDefinition => {
  const { at, object } = from
  const type = from.string("type") ?? (isObject(object["function"]) ? "function" : undefined)
  switch (type) {
    case undefined:
      from.reader.absent(at, "type")
      return noFunction
    case "function":
      return readNode(functionTool, from, { ...noFunction })
    case "custom":
      return decodeCustomTool(from)
    default: {
      const config = JsonText.of(object)
      const native = { format: id, kind: "tool" }
      return { type: "vendor", vendor: ownVendor, of: "other", runBy: "provider", version: type, config, native, at }
    }
  }
}

/** `web_search_options` as the vendor's own search tool. */
const readSearch = (body: ObjectReader): VendorTool | undefined => {
  const config = body.record("web_search_options")
  return (
    config && {
      type: "vendor",
      vendor: ownVendor,
      of: "web-search",
      runBy: "provider",
      config,
      at: "/web_search_options"
    }
  )
}

/** Tools of the content-style family, from `extra_body`: every member of every item is one. */
const readNativeTools = (from: ObjectReader, names: WireNames): readonly VendorTool[] => {
  const out: VendorTool[] = []
  for (const item of from.items("tools") ?? []) {
    for (const key of Object.keys(item.object)) {
      const search = names.webSearch.includes(key)
      out.push({
        type: "vendor",
        vendor: contentVendor,
        of: search ? "web-search" : nativeKind(key),
        name: search ? (names.webSearch[0] ?? key) : key,
        runBy: "provider",
        config: (search ? item.record(key) : item.json(key)) ?? noConfig,
        native: { format: id, kind: "extra_body" },
        at: item.below(key)
      })
    }
  }
  return out
}

const noConfig = JsonText.source("{}")

/** The tools of that family, in either spelling. */
const nativeKinds: ReadonlyMap<string, ToolKind> = new Map([
  ["googlesearch", "web-search"],
  ["googlesearchretrieval", "web-search"],
  ["urlcontext", "web-fetch"],
  ["codeexecution", "code-execution"],
  ["googlemaps", "maps"],
  ["filesearch", "file-search"],
  ["computeruse", "computer"]
])

const nativeKind = (key: string): ToolKind => nativeKinds.get(key.replaceAll("_", "").toLowerCase()) ?? "other"

/** The tools of a request, each kind in its member. */
interface Written {
  readonly tools: JsonTemplate[]
  readonly functions: JsonTemplate[]
  readonly native: JsonTemplate[]
  search: JsonTemplate | undefined
}

/** Writes the tools of a request into the members that say them. */
export const encodeTools = (writing: EncodeContext, request: ChatRequest, body: JsonObjectBuilder): void => {
  const tools = toolsAtEnd(request)
  if (tools === undefined) return
  const out: Written = { tools: [], functions: [], native: [], search: undefined }
  const kept = new Set(tools)
  const isUnchosen = unchosenBy(writing, request)
  for (const tool of request.tools ?? []) if (!kept.has(tool)) writing.dropped.add(tool)
  for (const tool of tools) {
    noteCache(writing, tool)
    if (isUnchosen(tool)) writing.note("unchosen-tool", tool)
    else if (tool.type === "function") writeFunction(writing, tool, out)
    else if (tool.type === "custom") out.tools.push(encodeCustomTool(writing, tool))
    else writeVendor(writing, tool, out)
  }
  if (out.tools.length > 0 || (writing.own && tools.length === 0)) body["tools"] = out.tools
  if (out.functions.length > 0) body["functions"] = out.functions
  if (out.search !== undefined) body["web_search_options"] = out.search
  if (out.native.length > 0) putAt(body, `${writing.native}/tools`, out.native)
}

const writeFunction = (writing: EncodeContext, tool: FunctionTool, out: Written): void => {
  const { input, output, examples, deferred } = tool
  const named = { ...tool, name: writing.name(tool.name, tool) }
  if (isHeldToSchema(tool) && !writing.own) named.input ??= nothingStrict
  if (!writing.own && isStrictInVain(tool)) {
    delete named.strict
    writing.note("tool-strict", tool, "strict")
  }
  if (input?.dialect === "openapi-3.0") writing.note("schema", tool, "input")
  if (output !== undefined) writing.note("tool-setting", tool, "output")
  if (examples !== undefined) writing.note("unsupported", tool, "examples")
  if (deferred !== undefined) writing.note("cost-setting", tool, "deferred")
  writing.leftovers(tool)
  if (kindOf(tool) === "legacy") out.functions.push(restoreOwn(writeMembers(bareFunction, named), tool))
  else out.tools.push(restoreOwn(writeMembers(functionTool, named), tool))
}

const writeVendor = (writing: EncodeContext, tool: VendorTool, out: Written): void => {
  const kind = kindOf(tool)
  if (kind === "tool") out.tools.push(tool.config)
  else if (kind === "extra_body") out.native.push({ [tool.name ?? ""]: tool.config })
  else if (tool.of === "web-search" && out.search === undefined) {
    out.search = tool.vendor === ownVendor && tool.version === undefined ? tool.config : searchOptions(writing, tool)
    writing.leftovers(tool)
  } else {
    writing.note("unsupported-tool", tool)
    writing.dropped.add(tool)
  }
}

/** A search tool that is declared among the tools: how much it reads and where the user is stay, all other settings go. */
const searchOptions = (writing: EncodeContext, tool: VendorTool): JsonTemplate => {
  if (tool.vendor !== ownVendor) writing.note("tool-stand-in", tool)
  const out: JsonObjectBuilder = {}
  for (const [key, value] of Object.entries(tool.config.object ?? {})) {
    if (key === "search_context_size") out[key] = value
    else if (key === "user_location" && isObject(value))
      out[key] = { type: "approximate", approximate: userLocation(value) }
    else if (key !== "type" && value !== null) writing.note(lossOfSetting(key, value), tool, key)
  }
  return out
}

/** A function as the old `functions` has it. */
export const bareFunction = memberTable<MutableDraft<FunctionTool>>({
  name: neededMember(textMember("name")),
  description: textMember("description"),
  parameters: schemaMember("input"),
  strict: strictMember((strict) => strict !== false)
})

/** A function as an item of `tools`. */
export const functionTool = memberTable<MutableDraft<FunctionTool>>({
  type: constantMember("function"),
  function: neededMember(nestedMember(bareFunction)),
  cache_control: cacheControl
})

/** Reads a tool that takes free text. */
const decodeCustomTool = (from: ObjectReader): CustomTool => readNode(customTool, from, { type: "custom", name: "" })

/** Writes it: as a function where it is not taken as it is. */
const encodeCustomTool = (writing: EncodeContext, tool: CustomTool): JsonTemplate => {
  const name = writing.name(tool.name, tool)
  writing.leftovers(tool)
  if (writing.takesOwnTools) return restoreOwn(writeMembers(customTool, { ...tool, name }), tool)
  const { description, grammar } = tool
  writing.customTools.push(name)
  if (grammar !== undefined) writing.note("unsupported", tool, "grammar")
  return { type: "function", function: { name, description, parameters: freeTextSchema } }
}

const format = formatMember(
  memberTable({
    type: constantMember("grammar"),
    grammar: neededMember(nestedMember(memberTable(grammarMembers)))
  }),
  ({ syntax, definition }) => ({ type: "grammar", grammar: { definition, syntax } })
)

/** A tool of free text as an item of `tools`. */
export const customTool = memberTable<MutableDraft<CustomTool>>({
  type: constantMember("custom"),
  custom: neededMember(
    nestedMember(
      memberTable({ name: neededMember(textMember("name")), description: textMember("description"), format })
    )
  ),
  cache_control: cacheControl
})
