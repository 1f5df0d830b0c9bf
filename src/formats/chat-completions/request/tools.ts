import type { CustomTool, FunctionTool, Request, Tool, ToolKind, VendorTool } from "../../../words/chat.ts"
import { isObject, type JsonObject, JsonText } from "../../../words/json.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import type { WireNames } from "../../../words/wire-names.ts"
import type { Draft } from "../draft.ts"
import { innerOf, nativeOf, restOf, type Texts } from "../native.ts"
import { contentVendor, id, keys, ownVendor } from "../wire.ts"
import type { Root } from "./root.ts"

/** All tools of a request: declared ones, those of the content-style family with its stored prefix, the search tool. */
export const readAllTools = (root: Root, request: Draft<Request>): void => {
  const { reader, body } = root
  const tools = readTools(reader, body)
  const more: Tool[] = []
  for (const [object, at] of root.nativeObjects()) {
    more.push(...readNativeTools(reader, object, at, root.names))
    const cached = reader.string(object, "cached_content", at)
    if (cached === undefined) continue
    request.refs = [...(request.refs ?? []), { vendor: contentVendor, kind: "cache", id: cached }]
    root.places.set("refs", below(at, "cached_content"))
  }
  const search = readSearch(reader, body)
  if (search !== undefined) more.push(search)
  if (more.length > 0) request.tools = [...(tools ?? []), ...more]
  else if (tools !== undefined) request.tools = tools
}

/** Tools of a request: `tools`, then the old `functions`. Absent where the request has neither. */
const readTools = (reader: Reader, body: JsonObject): Tool[] | undefined => {
  const declared = reader.objects(body, "tools", "")
  const legacy = reader.objects(body, "functions", "")
  if (declared === undefined && legacy === undefined) return undefined
  const out: Tool[] = []
  for (const [object, at] of declared ?? []) {
    const tool = readTool(reader, object, at)
    if (tool !== undefined) out.push(tool)
  }
  for (const [object, at] of legacy ?? []) {
    const tool = readFunction(reader, object, at, "legacy", restOf(object, keys.function), undefined)
    if (tool !== undefined) out.push(tool)
  }
  return out
}

const readTool = (reader: Reader, object: JsonObject, at: Pointer): Tool | undefined => {
  const type = reader.string(object, "type", at) ?? (isObject(object["function"]) ? "function" : undefined)
  switch (type) {
    case undefined:
      return reader.issue(at, "`type` is required.")
    case "function": {
      const body = reader.required(object, "function", at, reader.object)
      if (body === undefined) return undefined
      const inner = innerOf(undefined, body, keys.function, "/function")
      return readFunction(reader, body, below(at, "function"), undefined, restOf(object, keys.tool_), inner, at)
    }
    case "custom": {
      const body = reader.required(object, "custom", at, reader.object)
      return body && readCustom(reader, object, body, at)
    }
    default: {
      const native = { format: id, kind: "tool" }
      return {
        type: "vendor",
        vendor: ownVendor,
        of: "other",
        runBy: "provider",
        version: type,
        config: JsonText.of(object),
        native,
        at
      }
    }
  }
}

const readFunction = (
  reader: Reader,
  body: JsonObject,
  path: Pointer,
  kind: string | undefined,
  rest: Texts | undefined,
  inner: Texts | undefined,
  at = path
): FunctionTool | undefined => {
  const name = reader.required(body, "name", path, reader.string)
  if (name === undefined) return undefined
  const tool: Draft<FunctionTool> = { type: "function", name, at }
  const description = reader.string(body, "description", path)
  if (description !== undefined) tool.description = description
  const parameters = reader.object(body, "parameters", path)
  if (parameters !== undefined) tool.input = { dialect: "json-schema", source: JsonText.of(parameters) }
  const strict = reader.boolean(body, "strict", path)
  if (strict !== undefined) tool.strict = strict
  tool.places = placesOf(path)
  const native = nativeOf(rest, inner, kind)
  if (native !== undefined) tool.native = native
  return tool
}

const placesOf = (path: Pointer): ReadonlyMap<string, Pointer> =>
  new Map<string, Pointer>()
    .set("name", `${path}/name`)
    .set("description", `${path}/description`)
    .set("input", `${path}/parameters`)
    .set("strict", `${path}/strict`)

const readCustom = (reader: Reader, object: JsonObject, body: JsonObject, at: Pointer): CustomTool | undefined => {
  const path = below(at, "custom")
  const name = reader.required(body, "name", path, reader.string)
  if (name === undefined) return undefined
  const tool: Draft<CustomTool> = { type: "custom", name, at }
  const description = reader.string(body, "description", path)
  if (description !== undefined) tool.description = description
  const format = reader.object(body, "format", path)
  let inner = innerOf(undefined, body, keys.custom, "/custom")
  if (format !== undefined && format["type"] === "grammar") {
    const grammar = reader.required(format, "grammar", below(path, "format"), reader.object)
    const place = below(below(path, "format"), "grammar")
    const syntax = grammar && reader.required(grammar, "syntax", place, reader.string)
    const definition = grammar && reader.required(grammar, "definition", place, reader.string)
    if (syntax !== undefined && definition !== undefined) tool.grammar = { syntax, definition }
    inner = innerOf(inner, format, keys.grammarFormat, "/custom/format")
    if (grammar !== undefined) inner = innerOf(inner, grammar, keys.grammar, "/custom/format/grammar")
  } else if (format !== undefined) inner = innerOf(inner, format, keys.none, "/custom/format")
  tool.places = new Map([
    ["name", below(path, "name")],
    ["grammar", `${path}/format/grammar`]
  ])
  const native = nativeOf(restOf(object, keys.customTool), inner)
  if (native !== undefined) tool.native = native
  return tool
}

/** `web_search_options` as the vendor's own search tool. */
const readSearch = (reader: Reader, body: JsonObject): VendorTool | undefined => {
  const options = reader.object(body, "web_search_options", "")
  if (options === undefined) return undefined
  const config = JsonText.of(options)
  return { type: "vendor", vendor: ownVendor, of: "web-search", runBy: "provider", config, at: "/web_search_options" }
}

/** Tools of the content-style family, from `extra_body`: every member of every item is one. */
const readNativeTools = (reader: Reader, object: JsonObject, at: Pointer, names: WireNames): readonly VendorTool[] => {
  const out: VendorTool[] = []
  for (const [item, path] of reader.objects(object, "tools", at) ?? []) {
    for (const key of Object.keys(item)) {
      const name = names.webSearch.includes(key) ? (names.webSearch[0] ?? key) : key
      const of = names.webSearch.includes(key) ? "web-search" : (nativeKinds.get(key) ?? "other")
      const native = { format: id, kind: "extra_body" }
      const config = JsonText.member(item, key)
      out.push({
        type: "vendor",
        vendor: contentVendor,
        of,
        name,
        runBy: "provider",
        config,
        native,
        at: below(path, key)
      })
    }
  }
  return out
}

const nativeKinds: ReadonlyMap<string, ToolKind> = new Map([
  ["googleSearch", "web-search"],
  ["google_search", "web-search"],
  ["googleSearchRetrieval", "web-search"],
  ["urlContext", "web-fetch"],
  ["url_context", "web-fetch"],
  ["codeExecution", "code-execution"],
  ["code_execution", "code-execution"],
  ["googleMaps", "maps"],
  ["fileSearch", "file-search"],
  ["computerUse", "computer"]
])
