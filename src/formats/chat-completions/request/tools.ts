import type { CustomTool, FunctionTool, Request, Tool, ToolKind, VendorTool } from "../../../words/chat.ts"
import { isObject, type JsonObject, JsonText } from "../../../words/json.ts"
import type { Native } from "../../../words/node.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import type { WireNames } from "../../../words/wire-names.ts"
import type { Draft } from "../draft.ts"
import { type Named, readNamed } from "../named.ts"
import { innerOf, nativeOf, restOf, type Texts } from "../native.ts"
import { contentVendor, id, keys, ownVendor } from "../wire.ts"
import { markedBy } from "./cache-mark.ts"
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
    const name = reader.required(object, "name", at, reader.string)
    const native = nativeOf(restOf(object, keys.function), undefined, "legacy")
    if (name !== undefined) out.push(readFunction(reader, { name, body: object, path: at }, at, native))
  }
  return out
}

const readTool = (reader: Reader, object: JsonObject, at: Pointer): Tool | undefined => {
  const type = reader.string(object, "type", at) ?? (isObject(object["function"]) ? "function" : undefined)
  switch (type) {
    case undefined:
      return reader.issue(at, "`type` is required.")
    case "function": {
      const named = readNamed(reader, object, type, at)
      if (named === undefined) return undefined
      const { rest, cache, consumed } = markedBy(restOf(object, keys.tool_))
      const inner = innerOf(undefined, named.body, keys.function, "/function")
      const tool = readFunction(reader, named, at, nativeOf(rest, inner, undefined, consumed))
      return cache === undefined ? tool : { ...tool, cache }
    }
    case "custom": {
      const named = readNamed(reader, object, type, at)
      return named && readCustom(reader, object, named, at)
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

const readFunction = (reader: Reader, named: Named, at: Pointer, native: Native | undefined): FunctionTool => {
  const { name, body, path } = named
  const tool: Draft<FunctionTool> = { type: "function", name, at }
  const description = reader.string(body, "description", path)
  if (description !== undefined) tool.description = description
  const parameters = reader.object(body, "parameters", path)
  if (parameters !== undefined) tool.input = { dialect: "json-schema", source: JsonText.of(parameters) }
  const strict = reader.boolean(body, "strict", path)
  if (strict !== undefined) tool.strict = strict
  tool.places = placesOf(path)
  if (native !== undefined) tool.native = native
  return tool
}

const placesOf = (path: Pointer): ReadonlyMap<string, Pointer> =>
  new Map<string, Pointer>()
    .set("name", `${path}/name`)
    .set("description", `${path}/description`)
    .set("input", `${path}/parameters`)
    .set("strict", `${path}/strict`)

const readCustom = (reader: Reader, object: JsonObject, { name, body, path }: Named, at: Pointer): CustomTool => {
  const tool: Draft<CustomTool> = { type: "custom", name, at }
  const description = reader.string(body, "description", path)
  if (description !== undefined) tool.description = description
  const format = reader.object(body, "format", path)
  let inner = innerOf(undefined, body, keys.custom, "/custom")
  if (format !== undefined) {
    const grammar = format["type"] === "grammar"
    inner = innerOf(inner, format, grammar ? keys.grammarFormat : keys.none, "/custom/format")
    if (grammar) inner = readGrammar(reader, tool, format, `${path}/format`, inner)
  }
  tool.places = new Map([
    ["name", below(path, "name")],
    ["grammar", `${path}/format/grammar`]
  ])
  const native = nativeOf(restOf(object, keys.customTool), inner)
  if (native !== undefined) tool.native = native
  return tool
}

/** The grammar of a custom tool; gives back what else stands beside it. */
const readGrammar = (
  reader: Reader,
  tool: Draft<CustomTool>,
  format: JsonObject,
  at: Pointer,
  inner: Texts | undefined
): Texts | undefined => {
  const path = `${at}/grammar`
  const grammar = reader.required(format, "grammar", at, reader.object)
  if (grammar === undefined) return inner
  const syntax = reader.required(grammar, "syntax", path, reader.string)
  const definition = reader.required(grammar, "definition", path, reader.string)
  if (syntax !== undefined && definition !== undefined) tool.grammar = { syntax, definition }
  return innerOf(inner, grammar, keys.grammar, "/custom/format/grammar")
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
