import type { Request, Tool, ToolKind, VendorTool } from "../../../words/chat.ts"
import { isObject, type JsonObject, JsonText } from "../../../words/json.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import type { WireNames } from "../../../words/wire-names.ts"
import type { Draft } from "../draft.ts"
import { readNode } from "../table.ts"
import { contentVendor, id, ownVendor } from "../wire.ts"
import type { Root } from "./root.ts"
import { bareFunction, customTool, functionTool } from "./tool-tables.ts"

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
  for (const [object, at] of declared ?? []) out.push(readTool(reader, object, at))
  for (const [object, at] of legacy ?? [])
    out.push(readNode(bareFunction, reader, object, at, { ...noFunction, native: { format: id, kind: "legacy" } }))
  return out
}

const noFunction = { type: "function", name: "" } as const

const readTool = (reader: Reader, object: JsonObject, at: Pointer): Tool => {
  const type = reader.string(object, "type", at) ?? (isObject(object["function"]) ? "function" : undefined)
  switch (type) {
    case undefined:
      reader.issue(at, "`type` is required.")
      return noFunction
    case "function":
      return readNode(functionTool, reader, object, at, { ...noFunction })
    case "custom":
      return readNode(customTool, reader, object, at, { type, name: "" })
    default: {
      const config = JsonText.of(object)
      const native = { format: id, kind: "tool" }
      return { type: "vendor", vendor: ownVendor, of: "other", runBy: "provider", version: type, config, native, at }
    }
  }
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
