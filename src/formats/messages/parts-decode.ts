import type {
  CompactionPart,
  ContentPart,
  ReasoningPart,
  SearchResultPart,
  TextPart,
  ToolChangePart
} from "../../core/chat/chat.ts"
import type { OpaqueBytes, VendorId } from "../../core/chat/node.ts"
import type { ReplyContext } from "../../core/format.ts"
import { type MutableDraft, setDefined } from "../../core/json/builder.ts"
import { isObject, type Json, type JsonObject, JsonText } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { isPlainText } from "../../core/reading/wire-objects.ts"
import { decodeCitations } from "./citations.ts"
import {
  decodeCite,
  type DecodeContext,
  decodeInnerContent,
  finishDecoded,
  inAnswer,
  inRequest,
  type PartDecoder,
  unknownPart
} from "./context.ts"
import { decodeMedia, decodeUpload } from "./media.ts"
import { attachCarriers, carriedEnvelope, type Carrier, decodeOpaque } from "./opaque.ts"
import { decodeToolCall, decodeToolResult } from "./tool-calls.ts"

/** A reading of blocks: of a request, or with `undo` of its answer. */
export const decodeContext = (reader: IssueReader, vendor: VendorId, undo?: ReplyContext): DecodeContext => {
  const reading: DecodeContext = {
    reader,
    vendor,
    reply: undo,
    decodeParts: (items, at) => decodeParts(reading, items, at)
  }
  return reading
}

/** Reads blocks as the parts of a message; what carriers between them hold goes to its parts. */
const decodeParts = (reading: DecodeContext, items: readonly Json[], at: JsonPointer): readonly ContentPart[] => {
  const parts: ContentPart[] = []
  let carriers: Carrier[] | undefined
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    const path = childPointer(at, index)
    if (!isObject(item)) {
      reading.reader.issue(path, "This item must be an object.")
      continue
    }
    const envelope = item["type"] === "thinking" ? carriedEnvelope(item) : undefined
    if (envelope !== undefined) {
      carriers ??= []
      carriers.push({ envelope, at: path, before: parts.length })
      continue
    }
    const part = decodePart(reading, item, path)
    if (part !== undefined) parts.push(part)
  }
  return carriers === undefined ? parts : attachCarriers(reading.reader, parts, carriers)
}

/** Reads one block; undefined where it is not as it must be, which is an issue. */
export const decodePart = (reading: DecodeContext, object: JsonObject, at: JsonPointer): ContentPart | undefined => {
  if (isPlainText(object)) return { type: "text", at, text: object["text"] }
  const block = new ObjectReader(reading.reader, object, at, reading.reply === undefined ? inRequest : inAnswer)
  const type = block.needed("type")
  if (type === undefined) return undefined
  const read = decoders.get(type) ?? (type.endsWith("_tool_result") ? decodeToolResult : undefined)
  return read === undefined ? unknownPart(block, type) : read(reading, block, type)
}

/** A text that requests must have; imitators leave it out of answers where it is empty. */
const requiredText = ({ reply: undo }: DecodeContext, block: ObjectReader, name: string): string | undefined =>
  undo === undefined || block.has(name) ? block.needed(name) : ""

const decodeText: PartDecoder = (reading, block) => {
  const text = requiredText(reading, block, "text")
  if (text === undefined) return undefined
  const part: MutableDraft<TextPart> = { type: "text", at: block.at, text }
  setDefined(part, "citations", decodeCitations(block))
  return finishDecoded(block, part)
}

const decodeReasoning: PartDecoder = (reading, block, type) => {
  const { reader, vendor } = reading
  const redacted = type === "redacted_thinking"
  const said = redacted ? block.needed("data") : requiredText(reading, block, "thinking")
  if (said === undefined) return undefined
  const part: MutableDraft<ReasoningPart> = { type: "reasoning", at: block.at }
  if (!redacted) part.text = said
  decodeOpaque(reader, part, vendor, redacted ? said : block.string("signature"))
  return block.attachUnknown(part)
}

const decodeSearchResult: PartDecoder = (reading, block) => {
  const source = block.needed("source")
  const title = block.needed("title")
  const { parts, kind } = decodeInnerContent(reading, block)
  if (source === undefined || title === undefined) return undefined
  const part: MutableDraft<SearchResultPart> = { type: "search-result", at: block.at, source, title, parts }
  decodeCite(block, part)
  return finishDecoded(block, part, kind)
}

const decodeCompaction: PartDecoder = ({ vendor }, block) => {
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
  return finishDecoded(block, part)
}

const decodeToolChange: PartDecoder = (_, block, type) => {
  const body = block.json("tool") ?? JsonText.source("null")
  const change = type === "tool_addition" ? "add" : "remove"
  const part: MutableDraft<ToolChangePart> = { type: "tool-change", at: block.at, change, body }
  const name = body.object?.["name"]
  if (typeof name === "string") part.name = name
  return finishDecoded(block, part)
}

const decoders: ReadonlyMap<string, PartDecoder> = new Map([
  ["text", decodeText],
  ["tool_use", decodeToolCall],
  ["tool_result", decodeToolResult],
  ["thinking", decodeReasoning],
  ["redacted_thinking", decodeReasoning],
  ["image", decodeMedia],
  ["document", decodeMedia],
  ["container_upload", decodeUpload],
  ["search_result", decodeSearchResult],
  ["server_tool_use", decodeToolCall],
  ["mcp_tool_use", decodeToolCall],
  ["compaction", decodeCompaction],
  ["tool_addition", decodeToolChange],
  ["tool_removal", decodeToolChange]
])
