import { freeTextSchema } from "../../core/chat/tool-calls.ts"
import type { ChatRequest } from "../../core/chat/chat.ts"
import type { VendorId } from "../../core/chat/node.ts"
import {
  type CustomTool,
  type FunctionTool,
  exclusionBy,
  isHeldToSchema,
  type ToolDefinition,
  type ToolSchema,
  type VendorTool,
  lossOfSetting
} from "../../core/chat/tool.ts"
import { toolsAtEnd } from "../../core/chat/turns.ts"
import { type WireNames, wireNames } from "../../core/format.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  isObject,
  type JsonObject,
  JsonText
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { namesIn } from "../../core/reading/member-row.ts"
import { type EncodeContext, encodeToolName, type FieldPlaces, finishNode, note, noteField } from "./context.ts"
import { decodeSchemaMember } from "./schema-decode.ts"
import { encodeSchema } from "./schema-encode.ts"
import { searchNames, searchTool, standInTools, vendorTools } from "./wire.ts"

/** Reads the tools of a request: each declared function, and each other member of each element, is one. */
export const decodeTools = (
  body: ObjectReader,
  request: MutableDraft<ChatRequest>,
  vendor: VendorId,
  names: WireNames
): void => {
  const elements = body.items("tools")
  if (elements === undefined) return
  const tools: ToolDefinition[] = []
  const searching = searchNames(names)
  for (const element of elements) {
    for (const member of namesIn(element)) {
      if (member === "functionDeclarations") {
        for (const declared of element.nodes(member, decodeFunction, takeFunction) ?? []) tools.push(declared)
      } else {
        const searches = searching.has(member)
        const name = searches ? searchTool : member
        const config = (searches ? element.record(member) : element.json(member)) ?? JsonText.source("{}")
        const of = searches ? "web-search" : (vendorTools.get(name) ?? "other")
        const tool: VendorTool = {
          type: "vendor",
          at: element.below(member),
          vendor,
          of,
          name,
          runBy: "provider",
          config
        }
        tools.push(tool)
      }
    }
    body.bareIn(element)
  }
  request.tools = tools
}

/** The members that hold a schema: in the vendor's own dialect, and in JSON Schema. */
const inputMembers = ["parameters", "parametersJsonSchema"] as const

const outputMembers = ["response", "responseJsonSchema"] as const

const schemaPlaces = new Map([["input", "/parametersJsonSchema"]])

/** Takes a function with a name, a description and a schema, as most are; undefined for all others. */
const takeFunction = (declared: JsonObject, at: JsonPointer): FunctionTool | undefined => {
  const { name, description, parametersJsonSchema: schema } = declared
  if (typeof name !== "string" || typeof description !== "string" || !isObject(schema)) return undefined
  if (Object.keys(declared).length > 3) return undefined
  const input = { dialect: "json-schema", source: JsonText.of(schema) } as const
  return { type: "function", at, name, description, input, places: schemaPlaces }
}

const decodeFunction = (from: ObjectReader): FunctionTool => {
  const tool: MutableDraft<FunctionTool> = { type: "function", at: from.at, name: from.needed("name") ?? "" }
  setDefined(tool, "description", from.string("description"))
  const places: FieldPlaces = new Map()
  setDefined(tool, "input", decodeToolSchema(from, tool, "input", inputMembers, places))
  setDefined(tool, "output", decodeToolSchema(from, tool, "output", outputMembers, places))
  if (places.size > 0) tool.places = places
  return from.attachUnknown(tool)
}

const decodeToolSchema = (
  from: ObjectReader,
  tool: MutableDraft<FunctionTool>,
  field: string,
  [older, newer]: readonly [string, string],
  places: FieldPlaces
): ToolSchema | undefined => {
  const member = from.says(newer) ? newer : older
  const schema = decodeSchemaMember(from, tool, member, member === older)
  if (schema !== undefined) places.set(field, from.below(member).slice(from.at.length))
  return schema
}

/** Writes tools into the body; gives the names of the functions among them. */
export const encodeTools = (to: EncodeContext, out: JsonObjectBuilder): ReadonlySet<string> => {
  const elements: JsonObjectBuilder[] = []
  const names = new Set<string>()
  const isExcluded = exclusionBy(to.request.toolChoice)
  let functions: JsonObjectBuilder[] | undefined
  for (const tool of toolsAtEnd(to.request) ?? []) {
    if (isLeftOut(to, tool, isExcluded)) continue
    if (tool.type === "vendor") {
      const element = encodeVendorTool(to, tool, elements)
      if (element === undefined) continue
      elements.push(element)
      functions = undefined
    } else {
      const declared = tool.type === "function" ? encodeFunction(to, tool) : encodeCustomTool(to, tool)
      names.add(tool.name)
      if (functions === undefined) elements.push({ functionDeclarations: (functions = []) })
      functions.push(declared)
    }
  }
  if (elements.length > 0 || (to.request.tools?.length === 0 && to.own)) out["tools"] = elements
  return names
}

/**
 * Tools that the choice excludes, and the vendor's own where nothing may be called. Functions stay where one must be
 * called: which ones may be stands in the choice as it is written.
 */
const isLeftOut = (to: EncodeContext, tool: ToolDefinition, isExcluded: (tool: ToolDefinition) => boolean): boolean => {
  const mode = to.request.toolChoice?.mode
  if (to.own || mode === undefined) return false
  const isOver = tool.type === "vendor" && mode === "none"
  const isOut = isOver || (isExcluded(tool) && (tool.type === "vendor" || mode === "auto"))
  if (isOut) note(to, isOver ? "overridden" : "unchosen-tool", tool.at)
  return isOut
}

const encodeFunction = (to: EncodeContext, tool: FunctionTool): JsonObjectBuilder => {
  const out: JsonObjectBuilder = { name: encodeToolName(to, tool.name, tool), description: tool.description }
  encodeSchema(to, out, tool.input, tool, "input", inputMembers)
  encodeSchema(to, out, tool.output, tool, "output", outputMembers)
  if (tool.strict !== undefined) {
    if (isHeldToSchema(tool)) noteField(to, "tool-strict", tool, "strict")
    else noteField(to, "tool-setting", tool, "strict")
  }
  if (tool.examples !== undefined) noteField(to, "unsupported", tool, "examples")
  if (tool.deferred !== undefined) noteField(to, "tool-setting", tool, "deferred")
  return finishNode(to, out, tool)
}

/** A tool that takes free text, as a function with one string member. */
const encodeCustomTool = (to: EncodeContext, tool: CustomTool): JsonObjectBuilder => {
  const name = encodeToolName(to, tool.name, tool)
  to.customTools.push(name)
  if (tool.grammar !== undefined) noteField(to, "unsupported", tool, "grammar")
  return finishNode(to, { name, description: tool.description, parametersJsonSchema: freeTextSchema }, tool)
}

/** A tool of a vendor's. One of Google's stands in for another vendor's once. */
const encodeVendorTool = (
  to: EncodeContext,
  tool: VendorTool,
  before: readonly JsonObjectBuilder[]
): JsonObjectBuilder | undefined => {
  if (tool.vendor === to.vendor && tool.name !== undefined) {
    if (tool.version !== undefined) noteField(to, "tool-setting", tool, "version")
    const name = searchNames(to.target.names ?? wireNames).has(tool.name) ? searchTool : tool.name
    return finishNode(to, { [name]: tool.config }, tool)
  }
  const member = tool.runBy === "provider" ? standInTools.get(tool.of) : undefined
  if (member === undefined || before.some((element) => Object.hasOwn(element, member))) {
    return void note(to, "unsupported-tool", tool.at)
  }
  note(to, "tool-stand-in", tool.at)
  return finishNode(to, { [member]: settingsOut(to, tool) }, tool)
}

/** The settings of another vendor's tool that this one has: a search's domains to leave out. The others are noted. */
const settingsOut = (to: EncodeContext, tool: VendorTool): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  const config = tool.config.object ?? {}
  for (const key of Object.keys(config)) {
    if (key === "blocked_domains" && tool.of === "web-search" && Array.isArray(config[key]))
      out["excludeDomains"] = JsonText.member(config, key)
    else if (config[key] !== null && !(isObject(config[key]) && Object.keys(config[key]).length === 0)) {
      noteField(to, lossOfSetting(key, config[key]), tool, key)
    }
  }
  return out
}
