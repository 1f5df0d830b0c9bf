import { foreignRule } from "../../core/chat/envelope.ts"
import { plainId } from "../../core/chat/call-id.ts"
import { carriedId } from "../../core/chat/carried-calls.ts"
import type {
  ContentPart,
  FinishReason,
  ReasoningPart,
  TextCitation,
  TextPart,
  ToolCallPart,
  ToolResultPart
} from "../../core/chat/chat.ts"
import type { OpaqueBytes } from "../../core/chat/node.ts"
import { QuoteBudget } from "../../core/chat/citations.ts"
import { groupItems } from "../../core/collections.ts"
import type { JsonObjectBuilder, JsonTemplate } from "../../core/json/json.ts"
import { encodeCitations } from "./citations.ts"
import {
  type EncodedBlock,
  isOwn,
  kindOf,
  note,
  noteLeftovers,
  type ResponseEncodeContext,
  restore
} from "./context.ts"
import {
  encodeCarriers,
  encodeHiddenThought,
  encodeReasoning,
  isVendorOpaque,
  encodeCompaction,
  isHeldElsewhere
} from "./opaque.ts"
import { textBlock } from "./parts.ts"
import { encodeProviderPart, encodeProviderPartOrNote, spelledId, toolUseBlock } from "./tool-calls.ts"
import { id, ownVendor } from "./wire.ts"
import { inputObject, isClientCall, lacksInput } from "../../core/chat/tool-calls.ts"

/** A part of an answer as the blocks that hold it: none, one, or its text cut where its citations end. */
export const encodeReplyPart = (
  to: ResponseEncodeContext,
  part: ContentPart,
  index: number,
  finish: FinishReason | undefined
): readonly EncodedBlock[] => {
  noteLeftovers(to, part)
  switch (part.type) {
    case "text":
      noteLostOpaque(to, part, part.opaque)
      return encodeReplyText(to, part)
    case "refusal":
      note(to, part.text === "" ? "empty-part" : "block", part.at)
      return []
    case "reasoning":
      return encodeReplyReasoning(to, part, index)
    case "tool-call":
      return part.runBy === "provider" ? encodeProvider(to, part) : encodeReplyCall(to, part, index, finish)
    case "tool-result":
      if (part.runBy === "provider") return encodeProvider(to, part)
      break
    case "media":
      return encodeTranscript(to, part)
    case "compaction":
      if (isHeldElsewhere(part, ownVendor)) break
      return [restore(encodeCompaction(part, ownVendor), part)]
    case "unknown":
      if (part.format === id) return [part.body]
      break
    case "search-result":
    case "tool-change":
      break
  }
  note(to, "unknown-part", part.at)
  return []
}

/** A text, cut where the spans of its citations end, so that each citation has the block that it ends. */
const encodeReplyText = (to: ResponseEncodeContext, part: TextPart): readonly JsonObjectBuilder[] => {
  const { text, citations = [] } = part
  if (text === "" && part.citations === undefined && !isOwn(part)) return []
  const endOf = ({ span }: TextCitation): number =>
    Math.min(Math.max(span?.end ?? text.length, 0), text.length) || text.length
  const ending = groupItems(citations, endOf)
  const ends = [...new Set([...ending.keys(), text.length])].toSorted((a, b) => a - b)
  const quoted = new QuoteBudget()
  return ends.map((end, index) => {
    const here = ending.get(end) ?? []
    const written = encodeCitations(to, here, part, true, quoted)
    for (const { span, at } of here) if (span !== undefined) note(to, "citation-span", at ?? part.at)
    const none = written.length === 0 && part.citations?.length !== 0
    const block = textBlock(text.slice(ends[index - 1] ?? 0, end), none ? null : written)
    return end === text.length ? restore(block, part) : block
  })
}

const encodeReplyReasoning = (
  to: ResponseEncodeContext,
  part: ReasoningPart,
  index: number
): readonly JsonObjectBuilder[] => {
  const [opaque, ...more] = part.opaque ?? []
  if (isHiddenThought(to, part)) return beforeCall(to, part, index, encodeHiddenBlocks(part, index))
  if (opaque === undefined) return encodeUnsigned(to, part)
  const shown = restore(encodeReasoning(part, opaque, index), part)
  return [shown, ...beforeCall(to, part, index, encodeCarriers(more, index, part))]
}

/** Reasoning that nothing signs: a thinking block with an empty signature, or text, as the client asked. */
const encodeUnsigned = (to: ResponseEncodeContext, part: ReasoningPart): readonly JsonObjectBuilder[] => {
  if (part.text === undefined) return []
  if (to.preferences.thinking === "field")
    return [restore({ type: "thinking", thinking: part.text, signature: "" }, part)]
  return [textBlock(`<think>\n${part.text}\n</think>\n`, null)]
}

/** A call whose input is not a JSON object is never an empty one: it is left out. */
const encodeReplyCall = (
  to: ResponseEncodeContext,
  part: ToolCallPart,
  index: number,
  finish: FinishReason | undefined
): readonly JsonObjectBuilder[] => {
  const input = inputObject(part)
  if (input === undefined) {
    note(to, finish?.kind === "length" ? "broken-call/cut" : "broken-call", part.at)
    return []
  }
  if (part.input.kind === "text") note(to, "input-text", part.at)
  if (lacksInput(part)) note(to, "empty-input", part.at)
  const call = toolUseOf(to, part, index)
  return [...encodeCallCarriers(part, index, call["id"]), { ...call, input }]
}

/** A call as an answer has it: its id carries the bytes that it needs, and who made it is always said. */
export const toolUseOf = (to: ResponseEncodeContext, part: ToolCallPart, index: number): JsonObjectBuilder => {
  const block = toolUseBlock(part, encodeCallId(to, part, index), part.name, undefined)
  block["caller"] ??= { type: "direct" }
  return encodeProviderPart(part) ?? restore(block, part)
}

/** A call's id, which other models of the format take, too; it is made of the answer's own where the upstream gave none. */
const encodeCallId = (to: ResponseEncodeContext, part: ToolCallPart, index: number): string =>
  carriedId(spelledId(part.id ?? madeId(to, index)), part, index, to.partAt, ownVendor)

const madeId = ({ defaults }: ResponseEncodeContext, index: number): string =>
  `toolu_${defaults.id.replace(/[^A-Za-z0-9_-]/g, "_")}_${index}`

const encodeProvider = (
  to: ResponseEncodeContext,
  part: ToolCallPart | ToolResultPart
): readonly JsonObjectBuilder[] => {
  const out = encodeProviderPartOrNote(to, part)
  return out === undefined ? [] : [out]
}

const encodeTranscript = (
  to: ResponseEncodeContext,
  part: Extract<ContentPart, { type: "media" }>
): readonly JsonObjectBuilder[] => {
  if (part.transcript === undefined || part.transcript === "") {
    note(to, "answer-media", part.at)
    return []
  }
  note(to, "part-text", part.at)
  return [textBlock(part.transcript, null)]
}

/** Whether nothing of a thought is for the client's eyes. What else there is of it only a call needs that it led to. */
export const isHiddenThought = ({ preferences }: ResponseEncodeContext, part: ContentPart): part is ReasoningPart => {
  if (part.type !== "reasoning") return false
  const [opaque] = part.opaque ?? []
  if (opaque === undefined) return part.text === undefined || part.text === "" || preferences.thinking === "hidden"
  return (part.text === undefined || part.text === "") && !isVendorOpaque(opaque)
}

/** What keeps a thought that is not seen: blocks that show nothing. */
export const encodeHiddenBlocks = (part: ReasoningPart, index: number): readonly JsonObjectBuilder[] => {
  const { text = "", opaque = [] } = part
  const [first, ...more] = opaque
  if (first === undefined) return text === "" ? [] : [encodeHiddenThought(text, index)]
  return [encodeReasoning(part, first, index), ...encodeCarriers(more, index, part)]
}

/** Whether a thought is words alone, which a call needs even where the answer says something before it. */
export const isWordsAlone = ({ opaque = [] }: ContentPart): boolean => opaque.length === 0

/** Blocks that show nothing, where a call follows or nothing else is said. Elsewhere clients take the first or the last block for the answer. */
const beforeCall = (
  to: ResponseEncodeContext,
  part: ReasoningPart,
  index: number,
  blocks: readonly JsonObjectBuilder[]
): readonly JsonObjectBuilder[] => {
  if (leadsToCall(to, index, isWordsAlone(part)) || (!isWordsAlone(part) && isNothingSaid(to))) return blocks
  if (blocks.length > 0) noteLostOpaque(to, part, part.opaque)
  return []
}

/** Whether the next part that says something, or that is no text, is a call of the client's. */
const leadsToCall = (to: ResponseEncodeContext, index: number, overText: boolean): boolean => {
  for (let at = index + 1; ; at++) {
    const part = to.partAt(at)
    if (part === undefined) return false
    if (!isSilent(to, part) && !(overText && part.type === "text")) return isClientCall(part)
  }
}

/** Whether no part has a block that shows anything. */
const isNothingSaid = (to: ResponseEncodeContext): boolean => {
  for (let at = 0; ; at++) {
    const part = to.partAt(at)
    if (part === undefined) return true
    if (!isSilent(to, part)) return false
  }
}

/** Whether a part has no block that shows anything: an unseen thought, an empty text, what another vendor ran. */
const isSilent = (to: ResponseEncodeContext, part: ContentPart): boolean => {
  switch (part.type) {
    case "text":
      return part.text === ""
    case "tool-call":
    case "tool-result":
      return part.runBy === "provider" && kindOf(part) === undefined
    default:
      return isHiddenThought(to, part)
  }
}

/** Notes bytes that no block is made for. */
export const noteLostOpaque = (
  to: ResponseEncodeContext,
  part: ContentPart,
  bytes: readonly OpaqueBytes[] = []
): void => {
  if (bytes.length > 0) note(to, foreignRule(part), part.at)
}

/** Bytes of a call that are too long for its id, in blocks before it. */
export const encodeCallCarriers = (
  part: ToolCallPart,
  index: number,
  id: JsonTemplate
): readonly JsonObjectBuilder[] => {
  const isCarried = typeof id === "string" && plainId(id) !== id
  return encodeCarriers(
    isCarried ? part.opaque?.filter(({ vendor }) => vendor === ownVendor) : part.opaque,
    index,
    part
  )
}
