import type { ContentPart, ReasoningPart } from "../../../core/chat/chat.ts"
import type { ChatEvent, PartDelta } from "../../../core/events/event.ts"
import type { OpaqueBytes } from "../../../core/chat/node.ts"
import { isObject, type Json, type JsonObject, JsonText, objectOr } from "../../../core/json/json.ts"
import { isSealed, unsealEnvelope as openEnvelope } from "../../../core/chat/envelope.ts"
import { IssueReader } from "../../../core/reading/issue-reader.ts"
import { TextBuffer } from "../../../core/framing/gathered.ts"
import { itemWeight } from "../../../core/framing/held.ts"
import { readBlock, readingOf } from "../blocks/decode.ts"
import { freeText, unwrap } from "../blocks/calls.ts"
import { inCitation, readCitation } from "../citations.ts"
import { ObjectReader } from "../../../core/reading/object-reader.ts"
import type { Block, State } from "./state.ts"
import { appendAll } from "../../../core/collections.ts"

const nothing: readonly never[] = []

/** A block begins. What is known of it already is in its part; a call's input is there whole, or comes in deltas. */
export const openBlock = (state: State, index: number, wire: JsonObject): readonly ChatEvent[] => {
  const before = state.open.has(index) ? closeBlock(state, index) : nothing
  const reader = new IssueReader()
  const read = readBlock(readingOf(reader, state.vendor, state.undo), wire, "")
  appendAll(state.notes, reader.notes)
  if (read === undefined) return before
  const { at: _, ...part } = read
  const kind = kindOf(wire, part)
  const block: Block = {
    part: state.parts++,
    kind,
    input: new TextBuffer(),
    any: part.type === "reasoning" && isSaid(part)
  }
  state.open.set(index, block)
  state.held.add(itemWeight)
  if (index >= 0) state.lastIndex = index
  if (part.type === "tool-call" && part.runBy === "client") state.calls = true
  const value = begun(part, kind)
  return [...before, { type: "part", candidate: 0, part: block.part, value }]
}

const kindOf = (wire: JsonObject, part: ContentPart): Block["kind"] => {
  if (part.type === "tool-call") return hasInput(wire) ? "whole" : part.of === "custom" ? "custom" : "call"
  if (part.type === "text" && wire["type"] !== "text") return hasInput(wire) ? "whole" : "output"
  return part.type === "text" || part.type === "reasoning" ? part.type : "other"
}

const hasInput = ({ input }: JsonObject): boolean => {
  const object = typeof input === "string" ? JsonText.source(input).object : objectOr(input)
  return object !== undefined && Object.keys(object).length > 0
}

/** Whether a block of thinking says something at its beginning: an empty text is none until it ends so. */
const isSaid = ({ text, opaque }: ReasoningPart): boolean => text !== "" || opaque !== undefined

const begun = (part: ContentPart, kind: Block["kind"]): ContentPart => {
  if (part.type === "reasoning" && !isSaid(part)) {
    const { text: _, ...unsaid } = part
    return unsaid
  }
  if (part.type === "text" && kind === "output") return { ...part, text: "" }
  if (part.type !== "tool-call" || kind === "whole") return part
  return {
    ...part,
    input: kind === "custom" ? { kind: "text", text: "" } : { kind: "json", json: JsonText.source("") }
  }
}

/**
 * What one delta says. A block that was never begun begins here, as the delta's kind tells. So does one beside the block
 * that has its index, where imitators go on with text after a call, or with thinking after a text.
 */
export const deltaOf = (state: State, index: number, wire: JsonObject): readonly ChatEvent[] => {
  const at = isForeign(state.open.get(index), wire) ? ~index : index
  const found = state.open.get(at)
  if (found !== undefined && !isForeign(found, wire)) return onDelta(state, found, wire)
  const type = begunBy.get(wire["type"])
  if (type === undefined) return nothing
  const before = openBlock(state, at, { type })
  const block = state.open.get(at)
  return block === undefined ? before : [...before, ...onDelta(state, block, wire)]
}

/** Whether a delta says text that is not of its block's kind. */
const isForeign = (block: Block | undefined, { type, text, thinking }: JsonObject): boolean => {
  if (block === undefined || block.kind === "other") return false
  const { kind } = block
  return type === "text_delta"
    ? kind !== "text" && text !== ""
    : type === "thinking_delta" && kind !== "reasoning" && thinking !== ""
}

/** What a text of a delta says; undefined where it says nothing yet. */
type Says = (text: string, block: Block, state: State) => PartDelta | undefined

const asText: Says = (text) => ({ type: "text", text })

const asThinking: Says = (text, block) => {
  block.any ||= text !== ""
  return text === "" ? undefined : { type: "text", text }
}

const asInput: Says = (text, block, { undo, held }) => {
  if (block.kind === "whole") return undefined
  block.any ||= text !== ""
  if (block.kind === "call") return { type: "input", text }
  if (block.kind === "output" && undo.output?.wrapped !== true) return { type: "text", text }
  held.add(text.length)
  block.input.add(text)
  return undefined
}

const asOpaque =
  (kind: OpaqueBytes["kind"]): Says =>
  (data, block, { vendor }) => {
    const opaque = isSealed(data) ? openEnvelope(data)?.opaque : data === "" ? undefined : { vendor, kind, data }
    if (opaque === undefined) return undefined
    block.any ||= opaque.kind !== "signature"
    return { type: "opaque", opaque }
  }

/** What the texts of a delta say, by its type and their member. */
const texts: ReadonlyMap<Json | undefined, readonly (readonly [member: string, says: Says])[]> = new Map([
  ["text_delta", [["text", asText]]],
  ["thinking_delta", [["thinking", asThinking]]],
  ["input_json_delta", [["partial_json", asInput]]],
  ["signature_delta", [["signature", asOpaque("signature")]]],
  [
    "compaction_delta",
    [
      ["content", asText],
      ["encrypted_content", asOpaque("encrypted")]
    ]
  ]
])

/** The types of blocks that deltas tell. */
const begunBy: ReadonlyMap<Json | undefined, string> = new Map([
  ["text_delta", "text"],
  ["citations_delta", "text"],
  ["thinking_delta", "thinking"],
  ["signature_delta", "thinking"]
])

const onDelta = (state: State, block: Block, wire: JsonObject): readonly ChatEvent[] => {
  const out: ChatEvent[] = []
  for (const [member, says] of texts.get(wire["type"]) ?? nothing) {
    const text = wire[member]
    const said = typeof text === "string" ? says(text, block, state) : undefined
    if (said !== undefined) out.push(delta(block, said))
  }
  const cited = wire["citation"]
  if (wire["type"] === "citations_delta" && isObject(cited)) {
    const { at: _, ...citation } = readCitation(new ObjectReader(new IssueReader(), cited, "", inCitation))
    out.push(delta(block, { type: "citation", citation }))
  }
  return out
}

const delta = (block: Block, said: PartDelta): ChatEvent => ({
  type: "delta",
  candidate: 0,
  part: block.part,
  delta: said
})

/** What has an index ends: its block, and what was told beside it. */
export const closeIndex = (state: State, index: number): readonly ChatEvent[] => [
  ...closeBlock(state, index),
  ...closeBlock(state, ~index)
]

/** A block ends: what was gathered of it is said. A call without any input has an empty object. */
export const closeBlock = (state: State, index: number): readonly ChatEvent[] => {
  const block = state.open.get(index)
  if (block === undefined) return nothing
  state.open.delete(index)
  state.held.release(itemWeight + block.input.length)
  const end: ChatEvent = { type: "part-end", candidate: 0, part: block.part }
  const last = lastOf(state, block)
  return last === undefined ? [end] : [delta(block, last), end]
}

const lastOf = (state: State, block: Block): PartDelta | undefined => {
  switch (block.kind) {
    case "call":
      return block.any ? undefined : { type: "input", text: "{}" }
    case "reasoning":
      return block.any ? undefined : { type: "text", text: "" }
    case "custom":
      return { type: "input", text: freeText(JsonText.source(block.input.length === 0 ? "{}" : block.input.text)) }
    case "output": {
      const wrapped = state.undo.output?.wrapped === true
      return wrapped ? { type: "text", text: unwrap(JsonText.source(block.input.text), true) } : undefined
    }
    default:
      return undefined
  }
}

/** All blocks that are open end, in the order in which they began. */
export const closeAll = (state: State): readonly ChatEvent[] =>
  state.open.size === 0 ? nothing : [...state.open.keys()].flatMap((index) => closeBlock(state, index))
