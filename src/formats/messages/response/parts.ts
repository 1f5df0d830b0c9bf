import { QuoteBudget } from "../../../core/chat/quoted.ts"
import type {
  TextCitation,
  FinishReason,
  ContentPart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart
} from "../../../core/chat/chat.ts"
import type { JsonText } from "../../../core/json/json.ts"
import {
  citationsOut,
  compactionOut,
  inputOut,
  lacksInput,
  providerOut,
  providerTold,
  textOut,
  toolUseOut
} from "../blocks/encode.ts"
import { carriedId } from "../../../core/chat/carried-calls.ts"
import { groupItems } from "../../../core/collections.ts"
import { isOwn, restore } from "../native.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { carriersOf, reasoningOut } from "../opaque.ts"
import { id, ownVendor } from "../wire.ts"
import { note, noteLeftovers } from "../noting.ts"
import { type Telling } from "./telling.ts"
import { beforeCall, callCarriers, isUnseen, noteAlone, unseenOut } from "./unseen.ts"

/** A part of an answer as the blocks that hold it: none, one, or its text cut where its citations end. */
export const partOut = (
  to: Telling,
  part: ContentPart,
  index: number,
  finish: FinishReason | undefined
): readonly (JsonObjectBuilder | JsonText)[] => {
  noteLeftovers(to, part)
  switch (part.type) {
    case "text":
      noteAlone(to, part, part.opaque)
      return writeText(to, part)
    case "refusal":
      note(to, part.text === "" ? "refusal-empty" : "block", part.at)
      return []
    case "reasoning":
      return writeReasoning(to, part, index)
    case "tool-call":
      return part.runBy === "provider" ? writeProvider(to, part) : writeCall(to, part, index, finish)
    case "tool-result":
      if (part.runBy === "provider") return writeProvider(to, part)
      break
    case "media":
      return writeMedia(to, part)
    case "compaction":
      return [restore(compactionOut(part, ownVendor), part)]
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
const writeText = (to: Telling, part: TextPart): readonly JsonObjectBuilder[] => {
  const { text, citations = [] } = part
  if (text === "" && part.citations === undefined && !isOwn(part)) return []
  const endOf = ({ span }: TextCitation): number =>
    Math.min(Math.max(span?.end ?? text.length, 0), text.length) || text.length
  const ending = groupItems(citations, endOf)
  const ends = [...new Set([...ending.keys(), text.length])].toSorted((a, b) => a - b)
  const quoted = new QuoteBudget()
  return ends.map((end, index) => {
    const here = ending.get(end) ?? []
    const written = citationsOut(to, here, part, true, quoted)
    for (const { span, at } of here) if (span !== undefined) note(to, "citation-span", at ?? part.at)
    const none = written.length === 0 && part.citations?.length !== 0
    const block = textOut(text.slice(ends[index - 1] ?? 0, end), none ? null : written)
    return end === text.length ? restore(block, part) : block
  })
}

const writeReasoning = (to: Telling, part: ReasoningPart, index: number): readonly JsonObjectBuilder[] => {
  const [opaque, ...more] = part.opaque ?? []
  if (isUnseen(to, part)) return beforeCall(to, part, index, unseenOut(part, index))
  if (opaque === undefined) return unsigned(to, part)
  const shown = restore(reasoningOut(part, opaque, index), part)
  return [shown, ...beforeCall(to, part, index, carriersOf(more, index, part))]
}

/** Reasoning that nothing signs: a thinking block with an empty signature, or text, as the client asked. */
const unsigned = (to: Telling, part: ReasoningPart): readonly JsonObjectBuilder[] => {
  if (part.text === undefined) return []
  if (to.asked.thinking === "field") return [restore({ type: "thinking", thinking: part.text, signature: "" }, part)]
  return [textOut(`<think>\n${part.text}\n</think>\n`, null)]
}

/** A call whose input is not a JSON object is never an empty one: it is left out. */
const writeCall = (
  to: Telling,
  part: ToolCallPart,
  index: number,
  finish: FinishReason | undefined
): readonly JsonObjectBuilder[] => {
  const input = inputOut(part)
  if (input === undefined) {
    note(to, finish?.kind === "length" ? "cut-call" : "bad-call", part.at)
    return []
  }
  if (part.input.kind === "text") note(to, "input-text", part.at)
  if (lacksInput(part)) note(to, "input-empty", part.at)
  const call = callOut(to, part, index)
  return [...callCarriers(part, index, call["id"]), { ...call, input }]
}

/** A call as an answer has it: its id carries the bytes that it needs. */
export const callOut = (to: Telling, part: ToolCallPart, index: number): JsonObjectBuilder =>
  providerOut(part) ?? restore(toolUseOut(part, idOut(to, part, index), part.name, undefined), part)

/** A call's id; it is made of the answer's own where the upstream gave none. */
const idOut = (to: Telling, part: ToolCallPart, index: number): string =>
  carriedId(part.id ?? madeId(to, index), part, index, to.partAt, ownVendor)

const madeId = ({ stamp }: Telling, index: number): string =>
  `toolu_${stamp.id.replace(/[^A-Za-z0-9_-]/g, "_")}_${index}`

const writeProvider = (to: Telling, part: ToolCallPart | ToolResultPart): readonly JsonObjectBuilder[] => {
  const out = providerTold(to, part)
  return out === undefined ? [] : [out]
}

const writeMedia = (to: Telling, part: Extract<ContentPart, { type: "media" }>): readonly JsonObjectBuilder[] => {
  if (part.transcript === undefined || part.transcript === "") {
    note(to, "media-in-reply", part.at)
    return []
  }
  note(to, "transcript", part.at)
  return [textOut(part.transcript, null)]
}
