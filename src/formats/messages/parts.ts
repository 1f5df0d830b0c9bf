import type {
  ContentPart,
  ReasoningPart,
  SearchResultPart,
  TextPart,
  ToolChangePart,
  MediaPart,
  ToolCallPart,
  ToolResultPart
} from "../../core/chat/chat.ts"
import type { ReplyContext } from "../../core/format.ts"
import {
  type MutableDraft,
  setDefined,
  type JsonObjectBuilder,
  isObject,
  type Json,
  type JsonObject,
  JsonText,
  type JsonTemplate
} from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { type IssueReader, isPlainText } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { decodeCitations, encodeCitations, isMadeCitation } from "./citations.ts"
import { attachCarriers, type Carrier, isSealed, foreignRule } from "../../core/chat/envelope.ts"
import {
  decodeCite,
  type DecodeContext,
  decodeInnerContent,
  finishDecoded,
  inAnswer,
  inRequest,
  type PartDecoder,
  unknownPart,
  type EncodeContext,
  type EncodedBlock,
  finishCacheable,
  isOwn,
  isWordless,
  note,
  noteField,
  noteLeftovers,
  encodeCite,
  encodeContent
} from "./context.ts"
import { decodeMedia, decodeUpload, encodeMedia } from "./media.ts"
import {
  carriedEnvelope,
  decodeOpaque,
  vendorOpaque,
  decodeCompaction,
  encodeCompaction,
  isHeldElsewhere
} from "./opaque.ts"
import { rules } from "./rules.ts"
import { decodeToolResult, encodeToolResult } from "./tool-results.ts"
import { decodeToolCall, type CallIds, encodeProviderPartOrNote, encodeToolCall } from "./tool-calls.ts"
import { ownVendor, id } from "./wire.ts"

/** The context in which blocks are decoded: those of a request, or with `reply` of its answer. */
export const blockDecodeContext = (reader: IssueReader, reply?: ReplyContext): DecodeContext => {
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
  return carriers === undefined
    ? parts
    : attachCarriers(parts, carriers, (path) => context.reader.notes.push(rules.note("opaque-mismatch", path)))
}

/** Reads one block; undefined where it is not as it must be, which is an issue. */
export const decodePart = (context: DecodeContext, object: JsonObject, at: JsonPointer): ContentPart | undefined => {
  if (isPlainText(object)) return { type: "text", at, text: object["text"] }
  const block = new ObjectReader(context.reader, object, at, context.reply === undefined ? inRequest : inAnswer)
  const type = block.needed("type")
  if (type === undefined) return undefined
  const read = blockDecoders.get(type) ?? (type.endsWith("_tool_result") ? decodeToolResult : undefined)
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
  const content = redacted ? block.needed("data") : requiredText(context, block, "thinking")
  if (content === undefined) return undefined
  const part: MutableDraft<ReasoningPart> = { type: "reasoning", at: block.at }
  if (!redacted) part.text = content
  decodeOpaque(reader, part, vendor, redacted ? content : block.string("signature"))
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

const decodeToolChange: PartDecoder = (_, block, type) => {
  const body = block.json("tool") ?? JsonText.source("null")
  const change = type === "tool_addition" ? "add" : "remove"
  const part: MutableDraft<ToolChangePart> = { type: "tool-change", at: block.at, change, body }
  const name = body.object?.["name"]
  if (typeof name === "string") part.name = name
  return finishDecoded(block, part)
}

/** What reads a block, by its type. */
export const blockDecoders: ReadonlyMap<string, PartDecoder> = new Map([
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

/** Where the parts that are written stand. */
export interface PartPlace {
  readonly role: "system" | "user" | "assistant"
  /** Position of the turn among those that are written. */
  readonly turn: number
  readonly ids: CallIds
  /** How many calls the turn has already. */
  calls: number
}

/** Writes parts as blocks; those that cannot be written leave a note instead. */
export const encodeParts = (
  to: EncodeContext,
  parts: readonly ContentPart[],
  place: PartPlace
): readonly EncodedBlock[] => {
  const out: EncodedBlock[] = []
  for (const part of parts) {
    const block = encodePart(to, part, place)
    if (block !== undefined) out.push(block)
  }
  return out
}

const encodePart = (to: EncodeContext, part: ContentPart, place: PartPlace): EncodedBlock | undefined => {
  if (part.type !== "reasoning" && part.type !== "compaction") noteOpaque(to, part)
  switch (part.type) {
    case "text":
      return encodeText(to, part)
    case "refusal":
      note(to, part.text.trim() === "" ? "empty-part" : "refusal-text", part.at)
      return part.text.trim() === "" ? undefined : finishCacheable(to, textBlock(part.text, undefined), part)
    case "reasoning":
      return encodeThought(to, part)
    case "media":
      return encodeMediaPart(to, part, place)
    case "tool-call":
      return part.runBy === "provider"
        ? encodeProvider(to, part)
        : encodeToolCall(to, part, place.ids.ofCall(part, place.turn, place.calls++))
    case "tool-result":
      return part.runBy === "provider"
        ? encodeProvider(to, part)
        : encodeToolResult(to, part, place.ids, (parts) => encodeParts(to, parts, place))
    case "search-result":
      return encodeSearchResult(to, part, place)
    case "compaction":
      if (isHeldElsewhere(part, to.vendor)) note(to, "compaction-held", part.at)
      return finishCacheable(to, encodeCompaction(part, to.vendor), part)
    case "tool-change":
      return finishCacheable(
        to,
        { type: part.change === "add" ? "tool_addition" : "tool_removal", tool: part.body },
        part
      )
    case "unknown":
      return part.format === id ? part.body : void note(to, "unknown-part", part.at)
  }
}

const noteOpaque = (to: EncodeContext, part: ContentPart): void => {
  if (part.opaque !== undefined && part.opaque.length > 0) note(to, "foreign-opaque", part.at)
}

const encodeText = (to: EncodeContext, part: TextPart): JsonObjectBuilder | undefined => {
  if (isWordless(to, part) && !isOwn(part)) {
    if (part.text !== "") note(to, "empty-part/blank", part.at)
    if (part.cache !== undefined) note(to, "cache-mark/place", part.at)
    if (part.citations !== undefined) noteField(to, "citation", part, "citations")
    return undefined
  }
  if (part.citations === undefined) return finishCacheable(to, textBlock(part.text, undefined), part)
  const citations = encodeCitations(to, part.citations, part, to.own)
  const ownCitations = citations.filter((citation) => !isMadeCitation(citation))
  if (ownCitations.length < citations.length) noteField(to, "citation", part, "citations")
  return finishCacheable(
    to,
    textBlock(part.text, ownCitations.length === 0 && citations.length > 0 ? undefined : ownCitations),
    part
  )
}

const encodeThought = (to: EncodeContext, part: ReasoningPart): JsonObjectBuilder | undefined => {
  const opaque = vendorOpaque(part, to.vendor, to.target.model)
  if (part.cache !== undefined) note(to, "cache-mark/place", part.at)
  if (opaque === undefined || isSealed(opaque.data)) {
    note(to, part.opaque === undefined || part.opaque.length === 0 ? "unsigned-thinking" : foreignRule(part), part.at)
    noteLeftovers(to, part)
    return undefined
  }
  if (opaque.kind === "redacted" && part.text !== undefined) noteField(to, "unsigned-thinking", part, "text")
  const out: JsonObjectBuilder =
    opaque.kind === "redacted"
      ? { type: "redacted_thinking", data: opaque.data }
      : { type: "thinking", thinking: part.text ?? "", signature: opaque.data }
  const { cache: _, ...unmarked } = part
  to.thoughts.set(out, part.at ?? "")
  return finishCacheable(to, out, unmarked)
}

/** An assistant's own media are not taken back, of which pictures are left out; what this format's client sends is its own affair. */
const encodeMediaPart = (to: EncodeContext, part: MediaPart, place: PartPlace): JsonObjectBuilder | undefined =>
  place.role === "user" || to.own
    ? encodeMedia(to, part, (parts) => encodeParts(to, parts, place))
    : void note(to, part.media === "image" ? "unknown-part" : "unsupported-media", part.at)

const encodeProvider = (to: EncodeContext, part: ToolCallPart | ToolResultPart): JsonObjectBuilder | undefined => {
  const out = encodeProviderPartOrNote(to, part)
  const { native: _, ...rest } = part
  return out && finishCacheable(to, out, rest)
}

const encodeSearchResult = (to: EncodeContext, part: SearchResultPart, place: PartPlace): JsonObjectBuilder => {
  const { source, title } = part
  const content = encodeContent(part, part.parts, (parts) => encodeParts(to, parts, place))
  return finishCacheable(to, { type: "search_result", source, title, content, citations: encodeCite(part) }, part)
}

/** A text block; `citations` are those that could be written, absent where the block says nothing of them. */
export const textBlock = (text: string, citations: readonly JsonTemplate[] | null | undefined): JsonObjectBuilder =>
  citations === undefined ? { type: "text", text } : { type: "text", text, citations }
