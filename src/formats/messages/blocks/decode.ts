import { inAnswer, inRequest } from "../native.ts"
import { ObjectReader } from "../../../core/reading/object-reader.ts"
import { type MutableDraft, setDefined } from "../../../core/json/builder.ts"
import type {
  CompactionPart,
  ContentPart,
  ReasoningPart,
  SearchResultPart,
  TextPart,
  ToolChangePart
} from "../../../core/chat/chat.ts"
import type { ReplyContext } from "../../../core/format.ts"
import { isObject, type Json, type JsonObject, JsonText } from "../../../core/json/json.ts"
import type { OpaqueBytes, VendorId } from "../../../core/chat/node.ts"
import { childPointer, type JsonPointer } from "../../../core/json/pointer.ts"
import { type IssueReader } from "../../../core/reading/issue-reader.ts"
import { isPlainText } from "../../../core/reading/wire-objects.ts"
import { marked } from "../cache.ts"
import { readCitations } from "../citations.ts"
import { attach, carried, type Carrier, readOpaque } from "../opaque.ts"
import { readCall, readResult } from "./calls.ts"
import { readMedia, readUpload } from "./media.ts"
import { type ReadBlock, readCite, readInside, type Reading } from "./reading.ts"
import { unknownPart } from "./unknown.ts"

/** A reading of blocks: of a request, or with `undo` of its answer. */
export const readingOf = (reader: IssueReader, vendor: VendorId, undo?: ReplyContext): Reading => {
  const reading: Reading = { reader, vendor, undo, blocks: (items, at) => readBlocks(reading, items, at) }
  return reading
}

/** Reads blocks as the parts of a message; what carriers between them hold goes to its parts. */
export const readBlocks = (reading: Reading, items: readonly Json[], at: JsonPointer): readonly ContentPart[] => {
  const parts: ContentPart[] = []
  let carriers: Carrier[] | undefined
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    const path = childPointer(at, index)
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
export const readBlock = (reading: Reading, object: JsonObject, at: JsonPointer): ContentPart | undefined => {
  if (isPlainText(object)) return { type: "text", at, text: object["text"] }
  const block = new ObjectReader(reading.reader, object, at, reading.undo === undefined ? inRequest : inAnswer)
  const type = block.needed("type")
  if (type === undefined) return undefined
  const read = readers.get(type) ?? (type.endsWith("_tool_result") ? readResult : undefined)
  return read === undefined ? unknownPart(block, type) : read(reading, block, type)
}

/** A text that requests must have; imitators leave it out of answers where it is empty. */
const readSaid = ({ undo }: Reading, block: ObjectReader, name: string): string | undefined =>
  undo === undefined || block.has(name) ? block.needed(name) : ""

const readText: ReadBlock = (reading, block) => {
  const text = readSaid(reading, block, "text")
  if (text === undefined) return undefined
  const part: MutableDraft<TextPart> = { type: "text", at: block.at, text }
  setDefined(part, "citations", readCitations(block))
  return marked(block, part)
}

const readReasoning: ReadBlock = (reading, block, type) => {
  const { reader, vendor } = reading
  const redacted = type === "redacted_thinking"
  const said = redacted ? block.needed("data") : readSaid(reading, block, "thinking")
  if (said === undefined) return undefined
  const part: MutableDraft<ReasoningPart> = { type: "reasoning", at: block.at }
  if (!redacted) part.text = said
  readOpaque(reader, part, vendor, redacted ? said : block.string("signature"))
  return block.attachUnknown(part)
}

const readSearchResult: ReadBlock = (reading, block) => {
  const source = block.needed("source")
  const title = block.needed("title")
  const { parts, kind } = readInside(reading, block)
  if (source === undefined || title === undefined) return undefined
  const part: MutableDraft<SearchResultPart> = { type: "search-result", at: block.at, source, title, parts }
  readCite(block, part)
  return marked(block, part, kind)
}

const readCompaction: ReadBlock = ({ vendor }, block) => {
  const part: MutableDraft<CompactionPart> = { type: "compaction", at: block.at }
  setDefined(part, "text", block.string("content"))
  const opaque: OpaqueBytes[] = []
  for (const [kind, member] of [
    ["encrypted", "encrypted_content"],
    ["signature", "signature"]
  ] as const) {
    const data = block.string(member)
    if (data !== undefined) opaque.push({ vendor, kind, data })
  }
  if (opaque.length > 0) part.opaque = opaque
  return marked(block, part)
}

const readToolChange: ReadBlock = (_, block, type) => {
  const body = block.json("tool") ?? JsonText.source("null")
  const change = type === "tool_addition" ? "add" : "remove"
  const part: MutableDraft<ToolChangePart> = { type: "tool-change", at: block.at, change, body }
  const name = body.object?.["name"]
  if (typeof name === "string") part.name = name
  return marked(block, part)
}

const readers: ReadonlyMap<string, ReadBlock> = new Map([
  ["text", readText],
  ["tool_use", readCall],
  ["tool_result", readResult],
  ["thinking", readReasoning],
  ["redacted_thinking", readReasoning],
  ["image", readMedia],
  ["document", readMedia],
  ["container_upload", readUpload],
  ["search_result", readSearchResult],
  ["server_tool_use", readCall],
  ["mcp_tool_use", readCall],
  ["compaction", readCompaction],
  ["tool_addition", readToolChange],
  ["tool_removal", readToolChange]
])
