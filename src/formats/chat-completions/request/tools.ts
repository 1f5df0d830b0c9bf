import type { ChatRequest, ToolDefinition, ToolKind, VendorTool } from "../../../core/chat/chat.ts"
import { isObject, type JsonObject, JsonText } from "../../../core/json/json.ts"
import type { ObjectReader } from "../../../core/reading/object-reader.ts"
import type { WireNames } from "../../../core/format.ts"
import type { MutableDraft } from "../../../core/json/builder.ts"
import type { JsonPointer } from "../../../core/json/pointer.ts"
import { readNode, takeNode } from "../../../core/reading/member-table.ts"
import { contentVendor, id, ownVendor } from "../wire.ts"
import type { Root } from "./root.ts"
import { bareFunction, customTool, functionTool } from "./tool-tables.ts"
import { appendAll } from "../../../core/collections.ts"

/** All tools of a request: declared ones, those of the content-style family with its stored prefix, the search tool. */
export const readAllTools = (root: Root, request: MutableDraft<ChatRequest>): void => {
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
      return readNode(customTool, from, { type, name: "" })
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
