import { isHeldToSchema, lossOfSetting, userLocation } from "../../core/chat/tool.ts"
import type {
  ChatRequest,
  CustomTool,
  FunctionTool,
  ToolDefinition,
  ToolKind,
  VendorTool
} from "../../core/chat/chat.ts"
import type { NativeExtras } from "../../core/chat/node.ts"
import { toolsAtEnd } from "../../core/chat/turns.ts"
import { appendAll } from "../../core/collections.ts"
import type { ClientCall } from "../../core/format.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  isArray,
  isObject,
  type Json,
  JsonText,
  type JsonTemplate
} from "../../core/json/json.ts"
import {
  constantMember,
  flagMember,
  memberTable,
  neededMember,
  readNode,
  textMember,
  type WireMember,
  writeMembers
} from "../../core/reading/member-table.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { nearestOf } from "../../core/notes/note.ts"
import {
  consume,
  consumed,
  type DecodeContext,
  type EncodeContext,
  kindOf,
  ownNative,
  restore,
  spelledName,
  ToolNames,
  kindOfType
} from "./context.ts"
import { note, noteLeftovers } from "./rules.ts"
import { id, ownVendor } from "./wire.ts"
import { formatMember, grammarMembers, schemaMember } from "../openai/tools.ts"
import { emptySchema, isStrictInVain, strictMember, withImpliedStrictness } from "../openai/tools.ts"

/** The tools of a request, and how its client wants the calls of those that other formats know otherwise. */
export interface DecodedTools {
  readonly tools: readonly ToolDefinition[] | undefined
  readonly calls: ReadonlyMap<string, ClientCall>
  readonly names: ToolNames
}

/** A list of tools while it is read. */
interface Declaring {
  readonly names: ToolNames
  readonly calls: Map<string, ClientCall>
  /** The names of the list's tools so far. */
  readonly declared: Set<string>
}

/**
 * All tools of a request: those of items that bring some, then `tools`. A namespace's are told under its name. One that is
 * declared again, in another list, is what the later one says.
 */
export const decodeTools = (
  { from, body, ownTexts }: DecodeContext,
  toolItems: readonly ObjectReader[]
): DecodedTools => {
  const all = { names: new ToolNames(), calls: new Map<string, ClientCall>() }
  for (const { object } of toolItems) all.names.keep(object["tools"])
  all.names.keep(body["tools"])
  const out: ToolDefinition[] = []
  for (const item of toolItems) {
    const list = { ...all, declared: new Set<string>() }
    const tools = (item.items("tools") ?? []).flatMap((tool) => decodeTool(tool, list))
    ownTexts.set(item.at, JsonText.of(item.object))
    appendAll(out, keptIn(tools, "additional"))
  }
  const declared = from.items("tools")
  const list = { ...all, declared: new Set<string>() }
  for (const tool of declared ?? []) appendAll(out, decodeTool(tool, list))
  return { tools: declared === undefined && out.length === 0 ? undefined : withoutFormer(out), ...all }
}

const withoutFormer = (tools: readonly ToolDefinition[]): readonly ToolDefinition[] => {
  const last = new Map(tools.map((tool) => [tool.name, tool]))
  return tools.filter((tool) => tool.type === "vendor" || last.get(tool.name) === tool)
}

/** Tools that came in one object of the wire: the first of them keeps it whole, or the request does. */
const keptIn = (
  tools: readonly ToolDefinition[],
  kind: string,
  consumed?: ReadonlyMap<string, JsonText>
): readonly ToolDefinition[] =>
  tools.map((tool, index) => ({ ...tool, native: { format: id, kind, ...(index === 0 && consumed && { consumed }) } }))

const decodeTool = (from: ObjectReader, list: Declaring, namespace?: string): readonly ToolDefinition[] => {
  const type = from.needed("type")
  switch (type) {
    case undefined:
      return []
    case "function":
      return [qualified(from, withImpliedStrictness(readNode(functionTool, from, { type, name: "" })), list, namespace)]
    case "custom":
      return [qualified(from, readNode(customTool, from, { type, name: "" }), list, namespace)]
    case "namespace":
      return decodeNamespace(from, list)
    default:
      return [decodeVendorTool(from, type)]
  }
}

/** A tool under the name that other formats know it by, which no other tool of its list has. */
const qualified = <T extends FunctionTool | CustomTool>(
  from: ObjectReader,
  tool: T,
  { names, calls, declared }: Declaring,
  namespace: string | undefined
): T => {
  const name = names.of(tool.name, namespace)
  if (declared.has(name)) from.reader.issue(from.below("name"), "Another tool has the same name.")
  declared.add(name)
  if (namespace === undefined) return tool
  calls.set(name, { as: tool.type, name: tool.name, namespace })
  return { ...tool, name }
}

const decodeNamespace = (from: ObjectReader, list: Declaring): readonly ToolDefinition[] => {
  const name = from.needed("name") ?? ""
  const description = from.string("description")
  const tools = (from.items("tools") ?? []).flatMap((tool) => decodeTool(tool, list, name))
  const described = tools.map((tool) =>
    tool.type === "vendor" || description === undefined
      ? tool
      : { ...tool, description: [description, tool.description].filter((it) => it !== undefined).join("\n\n") }
  )
  return keptIn(described, "namespace", new Map([["namespace", JsonText.of(from.object)]]))
}

const clientRun: ReadonlySet<ToolKind> = new Set(["shell", "apply-patch", "computer"])

const decodeVendorTool = ({ object, at }: ObjectReader, type: string): VendorTool => {
  const of = kindOfType(type)
  const members = Object.keys(object).filter((key) => key !== "type")
  return {
    type: "vendor",
    vendor: ownVendor,
    of,
    runBy: clientRun.has(of) || object["execution"] === "client" ? "client" : "provider",
    version: type,
    config: JsonText.tree(Object.fromEntries(members.map((key) => [key, JsonText.member(object, key)]))),
    native: { format: id, kind: "vendor" },
    at
  }
}

/** What most tools say beside their fields. */
const notStrict: NativeExtras = { format: id, consumed: new Map([["strict", JsonText.of(false)]]) }

const takeStrict = (tool: MutableDraft<FunctionTool>, value: Json | undefined): boolean => {
  if (value === true) tool.strict = true
  else if (value === false && tool.native === undefined) tool.native = notStrict
  else if (value === false) consume(tool, "strict", JsonText.of(false))
  return typeof value === "boolean"
}

/** Whether calls are held to the schema. That they are not is what other formats mean where they say nothing. */
const strict: WireMember<MutableDraft<FunctionTool>> = {
  ...strictMember((said) => (said === "implied" ? undefined : said)),
  take: takeStrict,
  read: (from, key, tool) => void takeStrict(tool, from.boolean(key))
}

/** The members of a function. */
export const functionTool = memberTable<MutableDraft<FunctionTool>>({
  type: constantMember("function"),
  name: neededMember(textMember("name")),
  description: textMember("description"),
  parameters: schemaMember("input"),
  strict,
  output_schema: schemaMember("output"),
  defer_loading: flagMember("deferred")
})

const format = formatMember(
  memberTable({ type: constantMember("grammar"), ...grammarMembers }),
  ({ syntax, definition }) => ({ type: "grammar", syntax, definition })
)

/** The members of a tool of free text. */
export const customTool = memberTable<MutableDraft<CustomTool>>({
  type: constantMember("custom"),
  name: neededMember(textMember("name")),
  description: textMember("description"),
  format
})

/** The tools of a request as this format says them, and the items that bring some of them. */
export interface EncodedTools {
  readonly tools: readonly JsonTemplate[] | undefined
  /** Where each stands in the input. */
  readonly items: ReadonlyMap<number, JsonTemplate>
  /** Tools that have no place. */
  readonly dropped: ReadonlySet<ToolDefinition>
}

const noTools: EncodedTools = { tools: undefined, items: new Map(), dropped: new Set() }

/** Writes the tools of a request. */
export const encodeTools = (to: EncodeContext): EncodedTools => {
  const declared = to.request.tools ?? []
  if (declared.length === 0 && !to.own) return noTools
  const tools = toolsAtEnd(to.request) ?? []
  const kept = new Set(tools)
  const dropped = new Set(declared.filter((tool) => !kept.has(tool)))
  const out: JsonTemplate[] = []
  const items = new Map<number, JsonTemplate>()
  for (const [at, item] of ownNative(to.request)?.consumed ?? []) if (isItemsPlace(at)) items.set(indexOf(at), item)
  for (const tool of tools) {
    if (!to.own && tool.cache !== undefined) note(to, "cache-mark", nearestOf(tool, "cache"))
    if (to.own && (kindOf(tool) === "additional" || kindOf(tool) === "namespace")) {
      const namespace = consumed(tool, "namespace")
      if (namespace !== undefined) out.push(namespace)
      continue
    }
    const written = encodeTool(to, tool)
    if (written === undefined) dropped.add(tool)
    else out.push(written)
  }
  const wanted = out.length > 0 || (to.own && tools.length === 0 && to.request.tools !== undefined)
  return { tools: wanted ? out : undefined, items, dropped }
}

/** Where the items stand that bring tools, among what a request keeps in its own spelling. */
const itemsPlace = "/input/"

const isItemsPlace = (key: string): boolean => key.startsWith(itemsPlace)

const indexOf = (at: string): number => Number(at.slice(itemsPlace.length))

const encodeTool = (to: EncodeContext, tool: ToolDefinition): JsonTemplate | undefined => {
  noteLeftovers(to, tool)
  switch (tool.type) {
    case "function":
      return encodeFunction(to, tool)
    case "custom":
      return restore(writeMembers(customTool, { ...tool, name: spelledName(to, tool.name, tool) }), tool)
    case "vendor":
      return encodeVendorTool(to, tool)
  }
}

/** A function; whether it is strict is always said, for what absence means differs between vendors. */
const encodeFunction = (to: EncodeContext, tool: FunctionTool): JsonTemplate => {
  if (tool.examples !== undefined) note(to, "unsupported", tool, "examples")
  const out = writeMembers(functionTool, { ...tool, name: spelledName(to, tool.name, tool) })
  if (to.own) return restore({ ...out, strict: consumed(tool, "strict") ?? out["strict"] }, tool)
  const [isHeld, inVain] = [isHeldToSchema(tool), isStrictInVain(tool)]
  if (inVain) note(to, "tool-strict", tool, "strict")
  return { ...out, parameters: out["parameters"] ?? emptySchema(isHeld), strict: isHeld && !inVain }
}

const encodeVendorTool = (to: EncodeContext, tool: VendorTool): JsonTemplate | undefined => {
  const { vendor, of, version, config } = tool
  if (vendor === ownVendor && version !== undefined && of !== "other") return { type: version, ...config.object }
  if (to.own) return { type: version, ...config.object }
  if (of === "web-search") {
    if (vendor !== ownVendor) note(to, "tool-stand-in", tool)
    return { type: "web_search", ...searchOptions(to, tool) }
  }
  note(to, "unsupported-tool", tool)
  return undefined
}

/** The settings of another vendor's search that this one has, too: how much it reads, where the user is, and where it looks; the others are noted. */
const searchOptions = (to: EncodeContext, tool: VendorTool): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  const config = tool.config.object ?? {}
  for (const key of Object.keys(config)) {
    const value = config[key]
    if (key === "search_context_size") out[key] = value
    else if (key === "user_location" && isObject(value)) out[key] = { type: "approximate", ...userLocation(value) }
    else if (key === "allowed_domains" && isArray(value)) out["filters"] = { [key]: JsonText.member(config, key) }
    else if (value !== null) note(to, lossOfSetting(key, value), tool, key)
  }
  return out
}

/** How the calls of a request's tools are told to its client, and which of them take free text. */
export const customNames = ({ tools = [] }: Pick<ChatRequest, "tools">): readonly string[] =>
  tools.filter((tool) => tool.type === "custom").map(({ name }) => name)
