import type {
  ChatCandidate,
  ChatResponse,
  ContentPart,
  FinishReason,
  TextCitation,
  ChatEvent
} from "../../core/chat/chat.ts"
import type { OpaqueBytes } from "../../core/chat/node.ts"
import { type QuoteBudget, GatheredGrounding } from "../../core/chat/citations.ts"
import { appendAll } from "../../core/collections.ts"
import type { HashedText } from "../../core/events/delta-fast-path.ts"
import { GatheredNative } from "../../core/events/fold.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import { HeldCounter, weightOf } from "../../core/framing/stream-limits.ts"
import type { EncoderWrites, StreamFrame } from "../../core/framing/transducer.ts"
import { mostNotes } from "../../core/notes/note.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  isItems,
  isObject,
  type JsonTemplate,
  JsonText,
  stringifyJson
} from "../../core/json/json.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"
import type { EncodedBlock, ResponseEncodeContext } from "./context.ts"
import { encodeOpaqueOver } from "./opaque.ts"
import { isWordsAlone, noteLostOpaque } from "./response-parts.ts"
import type { RuleKey } from "./rules.ts"
import type { CallInput } from "./tool-calls.ts"

/** What is said of a part. */
export type PartEvent = Extract<ChatEvent, { readonly part: number }>

/** A part on its way to blocks. */
export interface PartState {
  readonly part: number
  /** `whole`: written when it ends; the others as they come. */
  readonly kind: "text" | "reasoning" | "call" | "whole"
  value: ContentPart
  /** Its text, which digests and quotes are made of. */
  readonly text: HashedText
  /** What its citations quote of it. */
  readonly quoted: QuoteBudget
  /** The input of a call, until it ends. */
  input: CallInput | undefined
  /** Bytes that no block has said yet. */
  opaque: readonly OpaqueBytes[]
  /** Citations of a text that has not begun. */
  readonly citations: TextCitation[]
  /** What it counts as long as it has not ended. */
  held: number
  /** Whether a block of it was ever written. */
  written: boolean
  ended: boolean
}

/** What a stream's writer knows. */
export interface StreamEncoderState extends ResponseEncodeContext, EncoderWrites<StreamFrame> {
  readonly parts: Map<number, PartState>
  /** What was said of parts while a call was open that was not whole, in the order of the parts' first words. */
  readonly waiting: Map<number, PartEvent[]>
  /** Blocks that show nothing, which are written where a call follows, with the part of each. */
  readonly hidden: { readonly part: ContentPart; readonly block: JsonObjectBuilder }[]
  /** The part whose block is open. */
  open: PartState | undefined
  /** The index of the next block. */
  index: number
  started: boolean
  /** Whether anything was said of the answer itself: one of which nothing is said was blocked. */
  answered: boolean
  readonly head: MutableDraft<Pick<ChatResponse, "refs" | "native">>
  /** What only the upstream's format says of the answer behind its beginning; it is told at the end. */
  readonly late: GatheredNative
  readonly candidate: MutableDraft<Pick<ChatCandidate, "block" | "native">>
  /** What only the upstream's format says of the candidate; it is told at the end. */
  readonly native: GatheredNative
  readonly grounding: GatheredGrounding<PartState>
  /** Whether a block was written that is no thought. */
  said: boolean
  /** Whether a medium was left out. */
  lost: boolean
  /** What refusals said; it is told at the end. */
  refusal: string
  /** Whether a call of the client's ended with an input that is no object. */
  broken: boolean
  finish: FinishReason | undefined
  usage: TokenUsage | undefined
  readonly noted: Set<RuleKey>
}

/** The beginning of a stream. */
export const streamEncoderState = (
  preferences: ReplyPreferences,
  defaults: ResponseDefaults,
  most?: number
): StreamEncoderState => {
  const tracks = new Map<number, PartState>()
  const held = new HeldCounter(most)
  return {
    preferences,
    defaults,
    partAt: (index) => partSoFar(tracks.get(index)),
    notes: [],
    mostNotes,
    frames: [],
    held,
    parts: tracks,
    waiting: new Map(),
    hidden: [],
    open: undefined,
    index: 0,
    started: false,
    answered: false,
    done: false,
    head: {},
    late: new GatheredNative(held),
    candidate: {},
    native: new GatheredNative(held),
    grounding: new GatheredGrounding(held, tracks),
    said: false,
    lost: false,
    refusal: "",
    broken: false,
    finish: undefined,
    usage: undefined,
    noted: new Set()
  }
}

/** A part as far as it was said, a long text by its beginning. */
const partSoFar = (track: PartState | undefined): ContentPart | undefined =>
  track === undefined || track.kind === "whole" || !("text" in track.value)
    ? track?.value
    : { ...track.value, text: track.text.text }

/** A frame: the event's name is its type. */
export const frameOf = (type: string, body: JsonObjectBuilder): StreamFrame => ({
  event: type,
  data: stringifyJson({ type, ...body })
})

/** A block begins. */
const startFrame = (index: number, block: JsonTemplate): StreamFrame =>
  frameOf("content_block_start", { index, content_block: block })

/** A block goes on. */
export const deltaFrame = (index: number, delta: JsonObjectBuilder): StreamFrame =>
  frameOf("content_block_delta", { index, delta })

/** What texts come in, by the kind of their block: the type of the delta, and its member. */
const deltas = {
  text: '"text_delta","text"',
  reasoning: '"thinking_delta","thinking"',
  call: '"input_json_delta","partial_json"'
}

/** A block goes on with a text or a call's input: what most frames of a stream say. */
export const textFrame = (index: number, kind: keyof typeof deltas, text: string): StreamFrame => ({
  event: "content_block_delta",
  data: `{"type":"content_block_delta","index":${index},"delta":{"type":${deltas[kind]}:${JSON.stringify(text)}}}`
})

/** A block ends. */
const stopFrame = (index: number): StreamFrame => frameOf("content_block_stop", { index })

type Piece = readonly [member: string, empty: JsonTemplate, delta: string, says: string]

const inputPieces: readonly Piece[] = [["input", {}, "input_json_delta", "partial_json"]]

/** What comes in deltas on this wire, by the type of the block: its member, what it begins as, and the delta. */
const pieces: ReadonlyMap<JsonTemplate, readonly Piece[]> = new Map<JsonTemplate, readonly Piece[]>([
  [
    "text",
    [
      ["citations", null, "citations_delta", "citation"],
      ["text", "", "text_delta", "text"]
    ]
  ],
  [
    "thinking",
    [
      ["thinking", "", "thinking_delta", "thinking"],
      ["signature", "", "signature_delta", "signature"]
    ]
  ],
  ["tool_use", inputPieces],
  ["server_tool_use", inputPieces],
  ["mcp_tool_use", inputPieces]
])

/** A block that is known whole, as the frames that say it. */
const wholeFrames = (index: number, block: EncodedBlock): readonly StreamFrame[] => {
  if (block instanceof JsonText) return [startFrame(index, block), stopFrame(index)]
  const start = { ...block }
  const deltas: StreamFrame[] = []
  for (const [member, empty, type, says] of pieces.get(block["type"]) ?? []) {
    start[member] = empty
    for (const piece of saidIn(block[member])) deltas.push(deltaFrame(index, { type, [says]: piece }))
  }
  return [startFrame(index, start), ...deltas, stopFrame(index)]
}

/** What deltas say of a member: each item of a list, a text that is not empty, or a JSON text. */
const saidIn = (value: JsonTemplate): readonly JsonTemplate[] => {
  if (value === undefined || value === null || value === "") return []
  return isItems(value) ? value : [typeof value === "string" ? value : stringifyJson(value)]
}

/** A frame that no event could say, as it came. */
export const passedFrame = (kind: string, body: JsonText): StreamFrame => {
  const type = isObject(body.value) ? body.value["type"] : undefined
  return { event: typeof type === "string" ? type : kind, data: body.text }
}

/** Keeps blocks that show nothing until a call follows. */
export const keepHidden = (to: StreamEncoderState, part: ContentPart, blocks: readonly JsonObjectBuilder[]): void => {
  for (const block of blocks) {
    to.held.add(weightOf(block))
    to.hidden.push({ part, block })
  }
}

/** Lets go of blocks that show nothing: what follows them is no call. Behind a `text` there may still be one. */
export const dropHidden = (to: StreamEncoderState, follows?: "text"): void => {
  for (const unseen of to.hidden.splice(0)) {
    const { part, block } = unseen
    if (follows === "text" && isWordsAlone(part)) {
      to.hidden.push(unseen)
      continue
    }
    to.held.release(weightOf(block))
    noteLostOpaque(to, part, part.opaque)
  }
}

/** Writes blocks that show nothing: a call follows them. */
export const pushHidden = (to: StreamEncoderState): void => {
  for (const { block } of to.hidden.splice(0)) pushBlock(to, block)
}

/** No call comes any more. Bytes beside which nothing was said hide nothing. */
export const endHidden = (to: StreamEncoderState): void => {
  if (to.index > 0 || to.refusal !== "") return dropHidden(to)
  for (const { part, block } of to.hidden.splice(0)) if (!isWordsAlone(part)) pushBlock(to, block)
}

/** Begins the block of a part. */
export const openPartBlock = (to: StreamEncoderState, track: PartState, block: JsonObjectBuilder): void => {
  to.frames.push(startFrame(to.index, block))
  to.open = track
  to.said ||= track.kind !== "reasoning"
  track.written = true
}

/** Writes a block that is known whole. */
export const pushBlock = (to: StreamEncoderState, block: EncodedBlock): void =>
  appendAll(to.frames, wholeFrames(to.index++, block))

/**
 * Ends the open block. A thinking block is signed just before its end, by nothing where nothing signs it.
 *
 * @see https://github.com/vercel/ai `@ai-sdk/anthropic` 4.0.105 sends back no thinking whose signature it was not told (run 2026-11)
 */
export const closeOpen = (to: StreamEncoderState): void => {
  const track = to.open
  if (track === undefined) return
  if (track.kind === "reasoning") {
    const [opaque, ...others] = track.opaque
    track.opaque = others
    const signature = opaque === undefined ? "" : encodeOpaqueOver(opaque, track.part, () => track.text.digest())
    to.frames.push(deltaFrame(to.index, { type: "signature_delta", signature }))
  }
  to.frames.push(stopFrame(to.index++))
  to.open = undefined
}
