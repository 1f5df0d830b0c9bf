import type {
  CompactionPart,
  ContentPart,
  ReasoningPart,
  SearchResultPart,
  TextPart,
  ToolChangePart
} from "../../core/chat/chat.ts"
import type { OpaqueBytes } from "../../core/chat/node.ts"
import type { ReplyContext } from "../../core/format.ts"
import { type MutableDraft, setDefined } from "../../core/json/builder.ts"
import { isObject, type Json, type JsonObject, JsonText } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { isPlainText } from "../../core/reading/member-checks.ts"
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
import { ownVendor } from "./wire.ts"

/** The context in which blocks are decoded: those of a request, or with `reply` of its answer. */
export const decodeContext = (reader: IssueReader, reply?: ReplyContext): DecodeContext => {
  const context: DecodeContext = {
    reader,
    vendor: reply?.vendor ?? ownVendor,
    reply,
    decodeParts: (items, at) => decodeParts(context, items, at)
  }
  return context
}

/** Reads blocks as the parts of a message; what carriers between them hold goes to its parts. */
const decodeParts = (context: DecodeContext, items: readonly Json[], at: JsonPointer): readonly ContentPart[] => {
  const parts: ContentPart[] = []
  let carriers: Carrier[] | undefined
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    const path = childPointer(at, index)
    if (!isObject(item)) {
      context.reader.issue(path, "This item must be an object.")
      continue
    }
    const envelope = item["type"] === "thinking" ? carriedEnvelope(item) : undefined
    if (envelope !== undefined) {
      carriers ??= []
      carriers.push({ envelope, at: path, before: parts.length })
      continue
    }
    const part = decodePart(context, item, path)
    if (part !== undefined) parts.push(part)
  }
  return carriers === undefined ? parts : attachCarriers(context.reader, parts, carriers)
}

/** Reads one block; undefined where it is not as it must be, which is an issue. */
export const decodePart = (context: DecodeContext, object: JsonObject, at: JsonPointer): ContentPart | undefined => {
  if (isPlainText(object)) return { type: "text", at, text: object["text"] }
  const block = new ObjectReader(context.reader, object, at, context.reply === undefined ? inRequest : inAnswer)
  const type = block.needed("type")
  if (type === undefined) return undefined
  const read = decoders.get(type) ?? (type.endsWith("_tool_result") ? decodeToolResult : undefined)
  return read === undefined ? unknownPart(block, type) : read(context, block, type)
}

/** A text that requests must have; imitators leave it out of answers where it is empty. */
const requiredText = ({ reply }: DecodeContext, block: ObjectReader, name: string): string | undefined =>
  reply === undefined || block.has(name) ? block.needed(name) : ""

const decodeText: PartDecoder = (context, block) => {
  const text = requiredText(context, block, "text")
  if (text === undefined) return undefined
  const part: MutableDraft<TextPart> = { type: "text", at: block.at, text }
  setDefined(part, "citations", decodeCitations(block))
  return finishDecoded(block, part)
}

const decodeReasoning: PartDecoder = (context, block, type) => {
  const { reader, vendor } = context
  const redacted = type === "redacted_thinking"
  const said = redacted ? block.needed("data") : requiredText(context, block, "thinking")
  if (said === undefined) return undefined
  const part: MutableDraft<ReasoningPart> = { type: "reasoning", at: block.at }
  if (!redacted) part.text = said
  decodeOpaque(reader, part, vendor, redacted ? said : block.string("signature"))
  return block.attachUnknown(part)
}

const decodeSearchResult: PartDecoder = (context, block) => {
  const source = block.needed("source")
  const title = block.needed("title")
  const { parts, kind } = decodeInnerContent(context, block)
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
