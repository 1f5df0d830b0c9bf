import { freeTextIn } from "../../core/chat/tool-calls.ts"
import type { ContentPart, ReasoningPart, ChatEvent, PartDelta } from "../../core/chat/chat.ts"
import { isSealed, unsealEnvelope } from "../../core/chat/envelope.ts"
import type { OpaqueBytes } from "../../core/chat/node.ts"
import { appendAll } from "../../core/collections.ts"
import { ToldMembers } from "../../core/events/fold.ts"
import type { ReplyContext } from "../../core/format.ts"
import { TextBuffer, HeldCounter, itemWeight } from "../../core/framing/stream-limits.ts"
import { isObject, type Json, type JsonObject, JsonText, objectOr } from "../../core/json/json.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"
import { decodeCitation, inCitation } from "./citations.ts"
import { blockDecodeContext, decodePart } from "./parts.ts"
import { unwrapOutput, MemberRenamer } from "./tool-calls.ts"
import { ownVendor } from "./wire.ts"

/** A block that is open: the part that it became, and what its deltas mean. */
interface OpenBlock {
  readonly part: number
  /**
   * `custom`: the input of a tool that takes free text; `output`: of the tool that stood in for a schema; `whole`: a
   * call whose input came at once; `ignored`: a block that nothing more is read of.
   */
  readonly kind: "text" | "reasoning" | "call" | "custom" | "output" | "whole" | "other"
  /** Input that is gathered until the block ends, and whether any came. */
  readonly input: TextBuffer
  /** What gives the input the client's own names, where some were sent otherwise. */
  readonly renamer: MemberRenamer | undefined
  any: boolean
}

/** What a stream's reader knows. */
export interface StreamDecoderState {
  readonly reply: ReplyContext
  readonly vendor: string
  readonly notes: TranslationNote[]
  readonly held: HeldCounter
  /** The unknown members that were said of the answer. */
  readonly told: ToldMembers
  /** Open blocks by their index on the wire, which may have gaps; by its complement, what is told beside such a block. */
  readonly open: Map<number, OpenBlock>
  lastIndex: number
  /** Where a call ended without any input: what comes next tells whether its limit cut it. */
  bare: number
  /** The message as it began. */
  message: JsonObject
  /** How many parts there are. */
  parts: number
  started: boolean
  finished: boolean
  /** Whether anything of the content could not be read. */
  unread: boolean
  done: boolean
  /** Whether there was a call that the client has to answer. */
  calls: boolean
  usage: TokenUsage | undefined
}

/** The beginning of a stream. */
export const streamDecoderState = (reply: ReplyContext, most?: number): StreamDecoderState => {
  const held = new HeldCounter(most)
  return {
    reply,
    vendor: reply.vendor ?? ownVendor,
    notes: [],
    held,
    told: new ToldMembers(held),
    open: new Map(),
    lastIndex: -1,
    bare: NaN,
    message: {},
    parts: 0,
    started: false,
    finished: false,
    unread: false,
    done: false,
    calls: false,
    usage: undefined
  }
}

const nothing: readonly never[] = []

/** A block begins. What is known of it already is in its part; a call's input is there whole, or comes in deltas. */
export const openBlock = (state: StreamDecoderState, index: number, wire: JsonObject): readonly ChatEvent[] => {
  const before = [...closeBlock(state, state.bare), ...closeBlock(state, index)]
  state.bare = NaN
  const reader = new IssueReader()
  const read = decodePart(blockDecodeContext(reader, state.reply), wire, "")
  appendAll(state.notes, reader.notes)
  state.unread ||= read === undefined
  if (read === undefined) return before
  const { at: _, ...part } = read
  const kind = blockKind(wire, part)
  const block: OpenBlock = {
    part: state.parts++,
    kind,
    input: new TextBuffer(),
    renamer: renamerFor(state.reply, wire),
    any: part.type === "reasoning" && isSaid(part)
  }
  state.open.set(index, block)
  state.held.add(itemWeight)
  if (index >= 0) state.lastIndex = index
  if (part.type === "tool-call" && part.runBy === "client") state.calls = true
  const value = initialPart(part, kind)
  return [...before, { type: "part", candidate: 0, part: block.part, value }]
}

const renamerFor = ({ properties }: ReplyContext, { type, name }: JsonObject): MemberRenamer | undefined => {
  const names = type === "tool_use" && typeof name === "string" ? properties?.get(name) : undefined
  return names && new MemberRenamer(names)
}

const blockKind = (wire: JsonObject, part: ContentPart): OpenBlock["kind"] => {
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

const initialPart = (part: ContentPart, kind: OpenBlock["kind"]): ContentPart => {
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
export const decodeDelta = (state: StreamDecoderState, index: number, wire: JsonObject): readonly ChatEvent[] => {
  const at = isForeign(state.open.get(index), wire) ? ~index : index
  const found = state.open.get(at)
  if (found !== undefined && !isForeign(found, wire)) return decodeBlockDelta(state, found, wire)
  const type = blockTypeOfDelta.get(wire["type"])
  if (type === undefined) return nothing
  const before = openBlock(state, at, { type })
  const block = state.open.get(at)
  return block === undefined ? before : [...before, ...decodeBlockDelta(state, block, wire)]
}

/** Whether a delta says text that is not of its block's kind. */
const isForeign = (block: OpenBlock | undefined, { type, text, thinking }: JsonObject): boolean => {
  if (block === undefined || block.kind === "other") return false
  const { kind } = block
  return type === "text_delta"
    ? kind !== "text" && text !== ""
    : type === "thinking_delta" && kind !== "reasoning" && thinking !== ""
}

/** What a text of a delta says; undefined where it says nothing yet. */
type DeltaDecoder = (text: string, block: OpenBlock, state: StreamDecoderState) => PartDelta | undefined

const asText: DeltaDecoder = (text) => ({ type: "text", text })

const asThinking: DeltaDecoder = (text, block) => {
  block.any ||= text !== ""
  return text === "" ? undefined : { type: "text", text }
}

const asInput: DeltaDecoder = (text, block, { reply, held }) => {
  if (block.kind === "whole") return undefined
  block.any ||= text !== ""
  const said = block.renamer?.push(text) ?? text
  if (said === "" && text !== "") return undefined
  if (block.kind === "call") return { type: "input", text: said }
  if (block.kind === "output" && reply.output?.wrapped !== true) return { type: "text", text: said }
  held.add(text.length)
  block.input.add(text)
  return undefined
}

const asOpaque =
  (kind: OpaqueBytes["kind"]): DeltaDecoder =>
  (data, block, { vendor }) => {
    const opaque = isSealed(data) ? unsealEnvelope(data)?.opaque : data === "" ? undefined : { vendor, kind, data }
    if (opaque === undefined) return undefined
    block.any ||= opaque.kind !== "signature"
    return { type: "opaque", opaque }
  }

/** What the texts of a delta say, by its type and their member. */
const deltaTexts: ReadonlyMap<Json | undefined, readonly (readonly [member: string, says: DeltaDecoder])[]> = new Map([
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
const blockTypeOfDelta: ReadonlyMap<Json | undefined, string> = new Map([
  ["text_delta", "text"],
  ["citations_delta", "text"],
  ["thinking_delta", "thinking"],
  ["signature_delta", "thinking"]
])

const decodeBlockDelta = (state: StreamDecoderState, block: OpenBlock, wire: JsonObject): readonly ChatEvent[] => {
  const out: ChatEvent[] = []
  for (const [member, says] of deltaTexts.get(wire["type"]) ?? nothing) {
    const text = wire[member]
    state.unread ||= !isTextOrNone(text)
    const delta = typeof text === "string" ? says(text, block, state) : undefined
    if (delta !== undefined) out.push(deltaEvent(block, delta))
  }
  const cited = wire["citation"]
  if (wire["type"] === "citations_delta" && isObject(cited)) {
    const { at: _, ...citation } = decodeCitation(new ObjectReader(new IssueReader(), cited, "", inCitation))
    out.push(deltaEvent(block, { type: "citation", citation }))
  }
  return out
}

/** Whether what a delta says is a text, or nothing. */
export const isTextOrNone = (value: Json | undefined): boolean => typeof (value ?? "") === "string"

const deltaEvent = (block: OpenBlock, delta: PartDelta): ChatEvent => ({
  type: "delta",
  candidate: 0,
  part: block.part,
  delta
})

/** What has an index ends: its block, and what was told beside it. */
export const closeIndex = (state: StreamDecoderState, index: number): readonly ChatEvent[] => [
  ...closeBlock(state, index),
  ...closeBlock(state, ~index)
]

/** A block is said to end; a call that has no input yet does so with what comes next. */
export const stopIndex = (state: StreamDecoderState, index: number): readonly ChatEvent[] => {
  const { kind, any } = state.open.get(index) ?? {}
  if (any || (kind !== "call" && kind !== "custom")) return closeIndex(state, index)
  state.bare = index
  return nothing
}

/** A block ends: what was gathered of it is said. A call without any input has an empty object, unless it was `cut`. */
export const closeBlock = (state: StreamDecoderState, index: number, cut = false): readonly ChatEvent[] => {
  const block = state.open.get(index)
  if (block === undefined) return nothing
  state.open.delete(index)
  state.held.release(itemWeight + block.input.length)
  const end: ChatEvent = { type: "part-end", candidate: 0, part: block.part }
  const last = lastDelta(state, block, cut)
  return last === undefined ? [end] : [deltaEvent(block, last), end]
}

const lastDelta = (state: StreamDecoderState, block: OpenBlock, cut: boolean): PartDelta | undefined => {
  switch (block.kind) {
    case "call":
      return block.any ? undefined : { type: "input", ...(cut ? { text: "", unfinished: true } : { text: "{}" }) }
    case "reasoning":
      return block.any ? undefined : { type: "text", text: "" }
    case "custom":
      return freeText(block, cut)
    case "output": {
      const wrapped = state.reply.output?.wrapped === true
      return wrapped ? { type: "text", text: unwrapOutput(JsonText.source(block.input.text), true) } : undefined
    }
    default:
      return undefined
  }
}

const freeText = ({ input }: OpenBlock, cut = true): PartDelta => ({
  ...freeTextIn(JsonText.source(input.text || (cut ? "{" : "{}"))),
  type: "input"
})

/** What was gathered of free text in blocks that nothing ended. */
export const freeTextSoFar = (state: StreamDecoderState): readonly ChatEvent[] =>
  [...state.open.values()].flatMap((block) => (block.kind === "custom" ? [deltaEvent(block, freeText(block))] : []))
