import { namesIn } from "../../../core/reading/spellings.ts"
import type {
  FunctionTool,
  ChatRequest,
  ToolSchema,
  ToolDefinition,
  ToolChoice,
  VendorTool
} from "../../../core/chat/chat.ts"
import { isObject, type JsonObject, JsonText } from "../../../core/json/json.ts"
import type { JsonPointer } from "../../../core/json/pointer.ts"
import type { VendorId } from "../../../core/chat/node.ts"
import type { WireNames } from "../../../core/format.ts"
import type { ObjectReader } from "../../../core/reading/object-reader.ts"
import { consume } from "../native.ts"
import { type MutableDraft, setDefined } from "../../../core/json/builder.ts"
import { upSchema } from "../schema/up.ts"
import { search, searchNames, vendorTools } from "../wire.ts"
import type { Places } from "./settings.ts"

/** Reads the tools of a request: each declared function, and each other member of each element, is one. */
export const readTools = (
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
        for (const declared of element.nodes(member, readFunction, takeFunction) ?? []) tools.push(declared)
      } else {
        const searches = searching.has(member)
        const name = searches ? search : member
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
export const inputMembers = ["parameters", "parametersJsonSchema"] as const
export const outputMembers = ["response", "responseJsonSchema"] as const

const schemaPlaces = new Map([["input", "/parametersJsonSchema"]])

/** Takes a function with a name, a description and a schema, as most are; undefined for all others. */
const takeFunction = (declared: JsonObject, at: JsonPointer): FunctionTool | undefined => {
  const { name, description, parametersJsonSchema: schema } = declared
  if (typeof name !== "string" || typeof description !== "string" || !isObject(schema)) return undefined
  if (Object.keys(declared).length > 3) return undefined
  const input = { dialect: "json-schema", source: JsonText.of(schema) } as const
  return { type: "function", at, name, description, input, places: schemaPlaces }
}

const readFunction = (from: ObjectReader): FunctionTool => {
  const tool: MutableDraft<FunctionTool> = { type: "function", at: from.at, name: from.needed("name") ?? "" }
  setDefined(tool, "description", from.string("description"))
  const places: Places = new Map()
  setDefined(tool, "input", readSchema(from, tool, "input", inputMembers, places))
  setDefined(tool, "output", readSchema(from, tool, "output", outputMembers, places))
  if (places.size > 0) tool.places = places
  return from.attachUnknown(tool)
}

const readSchema = (
  from: ObjectReader,
  tool: MutableDraft<FunctionTool>,
  field: string,
  [older, newer]: readonly [string, string],
  places: Places
): ToolSchema | undefined => {
  const member = from.says(newer) ? newer : older
  const source = member === newer ? from.json(member) : from.record(member)
  if (source === undefined) return undefined
  places.set(field, from.below(member).slice(from.at.length))
  if (member === newer) return { dialect: "json-schema", source }
  consume(tool, older, source)
  return { dialect: "json-schema", source: upSchema(source) }
}

type Mode = "auto" | "none" | "required" | "validated"

/** The modes by their word in any letters; that in capitals is written. */
const modes: ReadonlyMap<string, Mode> = new Map(
  (
    [
      ["AUTO", "auto"],
      ["NONE", "none"],
      ["ANY", "required"],
      ["VALIDATED", "validated"]
    ] as const
  ).flatMap(([word, mode]) => [
    [word.toLowerCase(), mode],
    [word, mode]
  ])
)

/** The word of each mode. */
export const modeWords: ReadonlyMap<string, string> = new Map([...modes].map(([word, mode]) => [mode, word]))

/** Reads `toolConfig`. One tool that alone may be called, and must be, is a choice of that tool. */
export const readToolConfig = (body: ObjectReader, request: MutableDraft<ChatRequest>, places: Places): void => {
  const calling = body.inside("toolConfig")?.inside("functionCallingConfig")
  const mode = calling?.word("mode", modes)
  if (calling === undefined || mode === undefined) return
  const only = calling.strings("allowedFunctionNames")
  places.set("toolChoice", calling.at)
  request.toolChoice = choiceOf(mode, only)
}

const choiceOf = (mode: Mode, only: readonly string[] | undefined): ToolChoice => {
  const [name, second] = only ?? []
  if (mode === "required" && name !== undefined && second === undefined) return { mode: "tool", of: "function", name }
  return only === undefined ? { mode } : { mode, only }
}
