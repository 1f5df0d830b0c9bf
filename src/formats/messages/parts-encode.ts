import type {
  CompactionPart,
  ContentPart,
  MediaPart,
  ReasoningPart,
  SearchResultPart,
  TextPart,
  ToolCallPart,
  ToolResultPart
} from "../../core/chat/chat.ts"
import { isSealed } from "../../core/chat/envelope.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import type { JsonTemplate, JsonText } from "../../core/json/json.ts"
import { encodeCitations, isMadeCitation } from "./citations.ts"
import {
  type EncodeContext,
  type EncodedBlock,
  encodeToolName,
  finishCacheable,
  isOwn,
  note,
  noteField,
  noteLeftovers
} from "./context.ts"
import { encodeCite, encodeContent, encodeMedia } from "./media.ts"
import { vendorOpaque } from "./opaque.ts"
import { type CallIds, encodeProviderPartOrNote, toolUseBlock } from "./tool-calls.ts"
import { id } from "./wire.ts"
import { inputObject, lacksInput } from "../../core/chat/call-input.ts"

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
      note(to, part.text === "" ? "empty-part" : "refusal-text", part.at)
      return part.text === "" ? undefined : finishCacheable(to, textBlock(part.text, undefined), part)
    case "reasoning":
      return encodeReasoningPart(to, part)
    case "media":
      return encodeMediaPart(to, part, place)
    case "tool-call":
      return part.runBy === "provider" ? encodeProvider(to, part) : encodeToolCall(to, part, place)
    case "tool-result":
      return part.runBy === "provider" ? encodeProvider(to, part) : encodeToolResult(to, part, place)
    case "search-result":
      return encodeSearchResult(to, part, place)
    case "compaction":
      if (isHeldElsewhere(to, part)) note(to, "compaction-held", part.at)
      return finishCacheable(to, encodeCompaction(part, to.vendor), part)
    case "tool-change":
      return finishCacheable(
        to,
        { type: part.change === "add" ? "tool_addition" : "tool_removal", tool: part.body },
        part
      )
    default:
      return encodeUnknown(to, part)
  }
}

/** Whether nothing of a summary can be read but by another vendor. */
const isHeldElsewhere = (to: EncodeContext, { text, opaque = [] }: CompactionPart): boolean =>
  text === undefined && opaque.length > 0 && opaque.every(({ vendor }) => vendor !== to.vendor)

/** Parts that only their own format holds. */
const encodeUnknown = (to: EncodeContext, part: Extract<ContentPart, { type: "unknown" }>): JsonText | undefined => {
  if (part.format === id) return part.body
  note(to, "unknown-part", part.at)
  return undefined
}

const noteOpaque = (to: EncodeContext, part: ContentPart): void => {
  if (part.opaque !== undefined && part.opaque.length > 0) note(to, "foreign-opaque", part.at)
}

const encodeText = (to: EncodeContext, part: TextPart): JsonObjectBuilder | undefined => {
  if (part.text === "" && !isOwn(part)) {
    if (part.cache !== undefined) note(to, "cache-mark/place", part.at)
    if (part.citations !== undefined) noteField(to, "citation", part, "citations")
    return undefined
  }
  if (part.citations === undefined) return finishCacheable(to, textBlock(part.text, undefined), part)
  const citations = encodeCitations(to, part.citations, part, to.own)
  const kept = citations.filter((citation) => !isMadeCitation(citation))
  if (kept.length < citations.length) noteField(to, "citation", part, "citations")
  return finishCacheable(to, textBlock(part.text, kept.length === 0 && citations.length > 0 ? undefined : kept), part)
}

const encodeReasoningPart = (to: EncodeContext, part: ReasoningPart): JsonObjectBuilder | undefined => {
  const opaque = vendorOpaque(part, to.vendor, to.target.model)
  if (part.cache !== undefined) note(to, "cache-mark/place", part.at)
  if (opaque === undefined || isSealed(opaque.data)) {
    note(to, part.opaque === undefined || part.opaque.length === 0 ? "unsigned-thinking" : "foreign-opaque", part.at)
    noteLeftovers(to, part)
    return undefined
  }
  if (opaque.kind === "redacted" && part.text !== undefined) noteField(to, "unsigned-thinking", part, "text")
  const out: JsonObjectBuilder =
    opaque.kind === "redacted"
      ? { type: "redacted_thinking", data: opaque.data }
      : { type: "thinking", thinking: part.text ?? "", signature: opaque.data }
  const { cache: _, ...unmarked } = part
  return finishCacheable(to, out, unmarked)
}

/** An assistant's own media are not taken back; what this format's client sends is its own affair. */
const encodeMediaPart = (to: EncodeContext, part: MediaPart, place: PartPlace): JsonObjectBuilder | undefined => {
  if (place.role === "user" || to.own) return encodeMedia(to, part, (parts) => encodeParts(to, parts, place))
  note(to, "unsupported-media", part.at)
  return undefined
}

const encodeToolCall = (to: EncodeContext, part: ToolCallPart, place: PartPlace): JsonObjectBuilder | undefined => {
  const input = inputObject(part)
  const callId = place.ids.ofCall(part, place.turn, place.calls++)
  if (input === undefined) {
    noteField(to, "call-input", part, "input")
    return undefined
  }
  if (lacksInput(part)) noteField(to, "empty-input", part, "input")
  return finishCacheable(to, toolUseBlock(part, callId, encodeToolName(to, part.name), input), part)
}

const encodeToolResult = (to: EncodeContext, part: ToolResultPart, place: PartPlace): JsonObjectBuilder | undefined => {
  const call = place.ids.ofResult(part)
  if (call === undefined) return undefined
  if (call.guessed) note(to, "unnamed-result", part.at)
  const content = encodeResultContent(to, part, place)
  return finishCacheable(to, { type: "tool_result", tool_use_id: call.id, content, is_error: part.error }, part)
}

/** Nothing where the result has no parts; a string where it came so. */
const encodeResultContent = (to: EncodeContext, part: ToolResultPart, place: PartPlace): JsonTemplate | undefined => {
  const { output } = part
  if (output.kind === "json") {
    const text = { type: "text", text: output.json.text }
    return output.parts === undefined ? [text] : [text, ...encodeParts(to, output.parts, place)]
  }
  const content = encodeContent(part, output.parts, (parts) => encodeParts(to, parts, place))
  return typeof content !== "string" && content.length === 0 ? undefined : content
}

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

/** A summary that stands for earlier turns, with the vendor's own bytes. */
export const encodeCompaction = (part: CompactionPart, vendor: string): JsonObjectBuilder => {
  const bytes = (kind: "encrypted" | "signature"): string | undefined =>
    part.opaque?.find((it) => it.vendor === vendor && it.kind === kind)?.data
  return {
    type: "compaction",
    content: part.text ?? null,
    encrypted_content: bytes("encrypted") ?? null,
    signature: bytes("signature")
  }
}
