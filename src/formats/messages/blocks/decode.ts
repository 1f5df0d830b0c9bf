import type {
  CompactionPart,
  Part,
  ReasoningPart,
  SearchResultPart,
  TextPart,
  ToolChangePart
} from "../../../words/chat.ts"
import type { Undo } from "../../../words/format.ts"
import { isObject, type Json, type JsonObject, JsonText } from "../../../words/json.ts"
import type { Opaque, Vendor } from "../../../words/node.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import { readCache } from "../cache.ts"
import { readCitations } from "../citations.ts"
import { type Draft, setNative } from "../native.ts"
import { attach, carried, type Carrier, readOpaque } from "../opaque.ts"
import { id, known } from "../wire.ts"
import { readProviderCall, readProviderResult, readToolResult, readToolUse } from "./calls.ts"
import { readDocument, readImage } from "./media.ts"
import { readCite, readContent, type Reading, restOf } from "./reading.ts"

/** A reading of blocks: of a request, or with `undo` of its answer. */
export const readingOf = (reader: Reader, vendor: Vendor, undo?: Undo): Reading => {
  const reading: Reading = {
    reader,
    vendor,
    ...(undo === undefined ? {} : { undo }),
    blocks: (items, at) => readBlocks(reading, items, at)
  }
  return reading
}

/** Reads blocks as the parts of a message; what carriers between them hold goes to its parts. */
export const readBlocks = (reading: Reading, items: readonly Json[], at: Pointer): readonly Part[] => {
  const parts: Part[] = []
  let carriers: Carrier[] | undefined
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    const path = below(at, index)
    if (!isObject(item)) {
      reading.reader.issue(path, "This item must be an object.")
      continue
    }
    const envelope = item["type"] === "thinking" ? carried(item) : undefined
    if (envelope !== undefined) {
      carriers ??= []
      carriers.push({ envelope, at: path, before: parts.length })
      continue
    }
    const part = readBlock(reading, item, path)
    if (part !== undefined) parts.push(part)
  }
  return carriers === undefined ? parts : attach(reading.reader, parts, carriers)
}

/** Reads one block; undefined where it is not as it must be, which is an issue. */
export const readBlock = (reading: Reading, block: JsonObject, at: Pointer): Part | undefined => {
  const { reader } = reading
  const type = reader.required(block, "type", at, reader.string)
  switch (type) {
    case undefined:
      return undefined
    case "text":
      return readText(reading, block, at)
    case "tool_use":
      return readToolUse(reading, block, at)
    case "tool_result":
      return readToolResult(reading, block, at)
    case "thinking":
    case "redacted_thinking":
      return readReasoning(reading, block, at, type)
    case "image":
      return readImage(reading, block, at)
    case "document":
      return readDocument(reading, block, at)
    case "search_result":
      return readSearchResult(reading, block, at)
    case "server_tool_use":
    case "mcp_tool_use":
      return readProviderCall(reading, block, at, type)
    case "compaction":
      return readCompaction(reading, block, at)
    case "tool_addition":
    case "tool_removal":
      return readToolChange(reading, block, at, type)
    default:
      return type.endsWith("_tool_result")
        ? readProviderResult(reading, block, at, type)
        : { type: "unknown", at, format: id, kind: type, body: JsonText.of(block) }
  }
}

const readText = (reading: Reading, block: JsonObject, at: Pointer): TextPart | undefined => {
  const { reader } = reading
  const text = reader.required(block, "text", at, reader.string)
  if (text === undefined) return undefined
  const part: Draft<TextPart> = { type: "text", at, text }
  const citations = readCitations(reader, block, at)
  if (citations !== undefined) part.citations = citations
  const inner = readCache(reader, block, at, part)
  setNative(part, restOf(reading, block, known.text), undefined, inner)
  return part
}

const readReasoning = (
  reading: Reading,
  block: JsonObject,
  at: Pointer,
  type: "thinking" | "redacted_thinking"
): ReasoningPart | undefined => {
  const { reader, vendor } = reading
  const part: Draft<ReasoningPart> = { type: "reasoning", at }
  if (type === "thinking") {
    const text = reader.required(block, "thinking", at, reader.string)
    if (text === undefined) return undefined
    part.text = text
    readOpaque(reader, part, "signature", reader.string(block, "signature", at) ?? "", vendor)
  } else {
    const data = reader.required(block, "data", at, reader.string)
    if (data === undefined) return undefined
    readOpaque(reader, part, "redacted", data, vendor)
  }
  setNative(part, restOf(reading, block, type === "thinking" ? known.thinking : known.redacted))
  return part
}

const readSearchResult = (reading: Reading, block: JsonObject, at: Pointer): SearchResultPart | undefined => {
  const { reader } = reading
  const source = reader.required(block, "source", at, reader.string)
  const title = reader.required(block, "title", at, reader.string)
  const content = readContent(reading, block, at)
  if (source === undefined || title === undefined) return undefined
  const part: Draft<SearchResultPart> = { type: "search-result", at, source, title, parts: content?.parts ?? [] }
  const inner = readCite(reader, block, at, part, readCache(reader, block, at, part))
  setNative(part, restOf(reading, block, known.searchResult), content?.string === true ? "string" : undefined, inner)
  return part
}

const readCompaction = (reading: Reading, block: JsonObject, at: Pointer): CompactionPart => {
  const { reader, vendor } = reading
  const part: Draft<CompactionPart> = { type: "compaction", at }
  const text = reader.string(block, "content", at)
  if (text !== undefined) part.text = text
  const opaque: Opaque[] = []
  const encrypted = reader.string(block, "encrypted_content", at)
  if (encrypted !== undefined) opaque.push({ vendor, kind: "encrypted", data: encrypted })
  const signature = reader.string(block, "signature", at)
  if (signature !== undefined) opaque.push({ vendor, kind: "signature", data: signature })
  if (opaque.length > 0) part.opaque = opaque
  const inner = readCache(reader, block, at, part)
  setNative(part, restOf(reading, block, known.compaction), undefined, inner)
  return part
}

const readToolChange = (
  reading: Reading,
  block: JsonObject,
  at: Pointer,
  type: "tool_addition" | "tool_removal"
): ToolChangePart => {
  const { reader } = reading
  const part: Draft<ToolChangePart> = {
    type: "tool-change",
    at,
    change: type === "tool_addition" ? "add" : "remove",
    body: reader.json(block, "tool") ?? JsonText.source("null")
  }
  const inner = readCache(reader, block, at, part)
  setNative(part, restOf(reading, block, known.toolChange), undefined, inner)
  return part
}
