import type {
  CompactionPart,
  MediaPart,
  ContentPart,
  ReasoningPart,
  SearchResultPart,
  TextPart,
  ToolCallPart,
  ToolResultPart
} from "../../../core/chat/chat.ts"
import { isSealed } from "../../../core/chat/envelope.ts"
import type { JsonText, JsonTemplate } from "../../../core/json/json.ts"
import {
  citationsOut,
  compactionOut,
  inputOut,
  lacksInput,
  providerTold,
  textOut,
  toolUseOut
} from "../blocks/encode.ts"
import { isMade } from "../citations.ts"
import { isOwn } from "../native.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { ownOpaque } from "../opaque.ts"
import { id } from "../wire.ts"
import type { CallIds } from "./ids.ts"
import { citeOut, contentOut } from "../blocks/media.ts"
import { mediaOut } from "./media.ts"
import { note, noteField, noteLeftovers } from "../noting.ts"
import { type Writing, finishMarked, nameOut } from "./writing.ts"

/** Where the parts that are written stand. */
export interface Place {
  readonly role: "system" | "user" | "assistant"
  /** Position of the turn among those that are written. */
  readonly turn: number
  readonly ids: CallIds
  /** How many calls the turn has already. */
  calls: number
}

/** Writes parts as blocks; those that cannot be written leave a note instead. */
export const blocksOut = (
  to: Writing,
  parts: readonly ContentPart[],
  place: Place
): readonly (JsonObjectBuilder | JsonText)[] => {
  const out: (JsonObjectBuilder | JsonText)[] = []
  for (const part of parts) {
    const block = blockOut(to, part, place)
    if (block !== undefined) out.push(block)
  }
  return out
}

const blockOut = (to: Writing, part: ContentPart, place: Place): JsonObjectBuilder | JsonText | undefined => {
  if (part.type !== "reasoning" && part.type !== "compaction") noteOpaque(to, part)
  switch (part.type) {
    case "text":
      return writeText(to, part)
    case "refusal":
      note(to, part.text === "" ? "refusal-empty" : "refusal", part.at)
      return part.text === "" ? undefined : finishMarked(to, textOut(part.text, undefined), part)
    case "reasoning":
      return writeReasoning(to, part)
    case "media":
      return writeMedia(to, part, place)
    case "tool-call":
      return part.runBy === "provider" ? writeProvider(to, part) : writeCall(to, part, place)
    case "tool-result":
      return part.runBy === "provider" ? writeProvider(to, part) : writeResult(to, part, place)
    case "search-result":
      return writeSearchResult(to, part, place)
    case "compaction":
      if (isHeldElsewhere(to, part)) note(to, "compaction-held", part.at)
      return finishMarked(to, compactionOut(part, to.vendor), part)
    case "tool-change":
      return finishMarked(to, { type: part.change === "add" ? "tool_addition" : "tool_removal", tool: part.body }, part)
    default:
      return otherOut(to, part)
  }
}

/** Whether nothing of a summary can be read but by another vendor. */
const isHeldElsewhere = (to: Writing, { text, opaque = [] }: CompactionPart): boolean =>
  text === undefined && opaque.length > 0 && opaque.every(({ vendor }) => vendor !== to.vendor)

/** Parts that only their own format holds. */
const otherOut = (to: Writing, part: Extract<ContentPart, { type: "unknown" }>): JsonText | undefined => {
  if (part.format === id) return part.body
  note(to, "unknown-part", part.at)
  return undefined
}

const noteOpaque = (to: Writing, part: ContentPart): void => {
  if (part.opaque !== undefined && part.opaque.length > 0) note(to, "foreign-opaque", part.at)
}

const writeText = (to: Writing, part: TextPart): JsonObjectBuilder | undefined => {
  if (part.text === "" && !isOwn(part)) {
    if (part.cache !== undefined) note(to, "cache-place", part.at)
    if (part.citations !== undefined) noteField(to, "citation", part, "citations")
    return undefined
  }
  if (part.citations === undefined) return finishMarked(to, textOut(part.text, undefined), part)
  const citations = citationsOut(to, part.citations, part, to.own)
  const kept = citations.filter((citation) => !isMade(citation))
  if (kept.length < citations.length) noteField(to, "citation", part, "citations")
  return finishMarked(to, textOut(part.text, kept.length === 0 && citations.length > 0 ? undefined : kept), part)
}

const writeReasoning = (to: Writing, part: ReasoningPart): JsonObjectBuilder | undefined => {
  const opaque = ownOpaque(part, to.vendor, to.target.model)
  if (part.cache !== undefined) note(to, "cache-place", part.at)
  if (opaque === undefined || isSealed(opaque.data)) {
    note(to, part.opaque === undefined || part.opaque.length === 0 ? "reasoning" : "foreign-opaque", part.at)
    noteLeftovers(to, part)
    return undefined
  }
  if (opaque.kind === "redacted" && part.text !== undefined) noteField(to, "reasoning", part, "text")
  const out: JsonObjectBuilder =
    opaque.kind === "redacted"
      ? { type: "redacted_thinking", data: opaque.data }
      : { type: "thinking", thinking: part.text ?? "", signature: opaque.data }
  const { cache: _, ...unmarked } = part
  return finishMarked(to, out, unmarked)
}

/** An assistant's own media are not taken back; what this format's client sends is its own affair. */
const writeMedia = (to: Writing, part: MediaPart, place: Place): JsonObjectBuilder | undefined => {
  if (place.role === "user" || to.own) return mediaOut(to, part, (parts) => blocksOut(to, parts, place))
  note(to, "media", part.at)
  return undefined
}

const writeCall = (to: Writing, part: ToolCallPart, place: Place): JsonObjectBuilder | undefined => {
  const input = inputOut(part)
  const callId = place.ids.ofCall(part, place.turn, place.calls++)
  if (input === undefined) {
    noteField(to, "input", part, "input")
    return undefined
  }
  if (lacksInput(part)) noteField(to, "input-empty", part, "input")
  return finishMarked(to, toolUseOut(part, callId, nameOut(to, part.name), input), part)
}

const writeResult = (to: Writing, part: ToolResultPart, place: Place): JsonObjectBuilder | undefined => {
  const call = place.ids.ofResult(part)
  if (call === undefined) return undefined
  if (call.guessed) note(to, "by-order", part.at)
  const content = resultContent(to, part, place)
  return finishMarked(to, { type: "tool_result", tool_use_id: call.id, content, is_error: part.error }, part)
}

/** Nothing where the result has no parts; a string where it came so. */
const resultContent = (to: Writing, part: ToolResultPart, place: Place): JsonTemplate | undefined => {
  const { output } = part
  if (output.kind === "json") {
    const text = { type: "text", text: output.json.text }
    return output.parts === undefined ? [text] : [text, ...blocksOut(to, output.parts, place)]
  }
  const content = contentOut(part, output.parts, (parts) => blocksOut(to, parts, place))
  return typeof content !== "string" && content.length === 0 ? undefined : content
}

const writeProvider = (to: Writing, part: ToolCallPart | ToolResultPart): JsonObjectBuilder | undefined => {
  const out = providerTold(to, part)
  const { native: _, ...rest } = part
  return out && finishMarked(to, out, rest)
}

const writeSearchResult = (to: Writing, part: SearchResultPart, place: Place): JsonObjectBuilder => {
  const { source, title } = part
  const content = contentOut(part, part.parts, (parts) => blocksOut(to, parts, place))
  return finishMarked(to, { type: "search_result", source, title, content, citations: citeOut(part) }, part)
}
