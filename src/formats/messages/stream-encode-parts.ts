import type { ContentPart, TextCitation, ToolCallPart, PartDelta } from "../../core/chat/chat.ts"
import { QuoteBudget } from "../../core/chat/citations.ts"
import { isThought, withCitations } from "../../core/chat/codec.ts"
import { HashedText } from "../../core/events/delta-fast-path.ts"
import { applyDelta, withOpaque, withoutContent } from "../../core/events/fold.ts"
import { pieceWeight, weightOf } from "../../core/framing/stream-limits.ts"
import { encodeCitation } from "./citations.ts"
import { kindOf, note, noteLeftovers, noteOnce } from "./context.ts"
import { coveredPrefixes } from "../../core/chat/envelope.ts"
import { encodeCarriers } from "./opaque.ts"
import { textBlock } from "./parts.ts"
import {
  toolUseOf,
  encodeCallCarriers,
  encodeHiddenBlocks,
  encodeReplyPart,
  isHiddenThought,
  noteLostOpaque
} from "./response-parts.ts"
import {
  closeOpen,
  deltaFrame,
  dropHidden,
  endHidden,
  keepHidden,
  openPartBlock,
  type PartEvent,
  type PartState,
  pushBlock,
  pushHidden,
  type StreamEncoderState,
  textFrame
} from "./stream-encode-state.ts"
import { CallInput } from "./tool-calls.ts"
import { isClientCall } from "../../core/chat/tool-calls.ts"

/** Writes what an event says of a part. All that is said of other parts waits until the open call is whole. */
export const onPart = (to: StreamEncoderState, event: PartEvent): void => {
  const { part } = event
  const { open, waiting } = to
  if (event.type === "delta" && open?.part === part && waiting.size === 0) return continuePart(to, open, event.delta)
  if (!mustWait(to, part)) {
    encodePartEvent(to, event)
    return resume(to)
  }
  const events = waiting.get(part)
  to.held.add(weightOf(event))
  if (events === undefined) waiting.set(part, [event])
  else events.push(event)
}

const mustWait = ({ open, waiting }: StreamEncoderState, part: number): boolean =>
  open?.kind === "call" && open.part !== part && (waiting.has(part) || !isFinished(open))

const isFinished = ({ input }: PartState): boolean => input?.isFinished === true

/** Says what waited, part by part, as long as no call is in the way. */
const resume = (to: StreamEncoderState): void => {
  for (const [part, events] of to.waiting) {
    if (to.open?.kind === "call" && !isFinished(to.open)) return
    to.waiting.delete(part)
    for (const event of events) {
      to.held.release(weightOf(event))
      encodePartEvent(to, event)
    }
  }
}

const encodePartEvent = (to: StreamEncoderState, event: PartEvent): void => {
  const track = to.parts.get(event.part)
  switch (event.type) {
    case "part":
      return beginPart(to, event.part, event.value)
    case "delta":
      return track === undefined || track.ended ? undefined : continuePart(to, track, event.delta)
    case "part-end":
      return track === undefined || track.ended ? undefined : endPart(to, track)
  }
}

const partKind = (to: StreamEncoderState, value: ContentPart): PartState["kind"] => {
  switch (value.type) {
    case "text":
      return value.citations !== undefined && value.citations.length > 0 ? "whole" : "text"
    case "reasoning":
      return value.text === undefined || to.preferences.thinking !== "field" || isRedacted(value)
        ? "whole"
        : "reasoning"
    case "tool-call":
      return value.input.kind === "json" && (value.runBy === "client" || kindOf(value) !== undefined) ? "call" : "whole"
    default:
      return "whole"
  }
}

const isRedacted = ({ opaque }: ContentPart): boolean => opaque?.[0]?.kind === "redacted"

const beginPart = (to: StreamEncoderState, part: number, value: ContentPart): void => {
  const kind = partKind(to, value)
  const track: PartState = {
    part,
    kind,
    value: kind === "whole" ? value : withoutContent(value),
    text: new HashedText(signedPrefixes(value)),
    input: undefined,
    opaque: value.opaque ?? [],
    citations: [],
    quoted: new QuoteBudget(),
    held: 0,
    written: false,
    ended: false
  }
  to.parts.set(part, track)
  to.held.add(weightOf(track.value))
  if (kind === "whole") {
    track.held = weightOf(value)
    return
  }
  noteLeftovers(to, value)
  if (value.type === "tool-call") openCall(to, track, value)
  else if ("text" in value) addText(to, track, value.text ?? "")
}

/** What may stand before the text of a part where it is signed. */
const signedPrefixes = ({ type }: ContentPart): readonly string[] =>
  type === "text" ? [coveredPrefixes.text] : ["", coveredPrefixes.reasoning]

/** Counts what is kept of a part until it ends. */
const countHeld = (to: StreamEncoderState, track: PartState, units: number): void => {
  to.held.add(units)
  track.held += units
}

const openCall = (to: StreamEncoderState, track: PartState, value: ToolCallPart): void => {
  closeOpen(to)
  const call = toolUseOf(to, value, track.part)
  pushHidden(to)
  for (const block of encodeCallCarriers(value, track.part, call["id"])) pushBlock(to, block)
  track.opaque = []
  track.input = new CallInput()
  openPartBlock(to, track, { ...call, input: {} })
  if (value.input.kind === "json" && value.input.json.text !== "") addInput(to, track, value.input.json.text)
}

const continuePart = (to: StreamEncoderState, track: PartState, delta: PartDelta): void => {
  if (track.kind === "whole") {
    countHeld(to, track, "text" in delta ? delta.text.length + pieceWeight : weightOf(delta))
    if (delta.type === "citation") track.citations.push(delta.citation)
    else track.value = applyDelta(track.value, delta)
    return
  }
  switch (delta.type) {
    case "text":
      return addText(to, track, delta.text)
    case "input":
      to.broken ||= delta.unfinished === true && track.input?.length === 0 && isClientCall(track.value)
      return addInput(to, track, delta.text)
    case "opaque":
      to.held.replace(track.opaque, withOpaque(track.opaque, delta.opaque))
      track.opaque = withOpaque(track.opaque, delta.opaque)
      track.value = applyDelta(track.value, delta)
      return
    case "citation":
      return addCitation(to, track, delta.citation)
    case "data":
    case "transcript":
    case "rest":
      return
  }
}

const addText = (to: StreamEncoderState, track: PartState, text: string): void => {
  if (text === "" || track.kind === "call") return
  if (to.open !== track) reopen(to, track)
  track.text.add(text)
  to.frames.push(textFrame(to.index, track.kind === "text" ? "text" : "reasoning", text))
}

/** Opens a block for text, after another block where the part had one already. */
const reopen = (to: StreamEncoderState, track: PartState): void => {
  closeOpen(to)
  dropHidden(to, track.kind === "text" ? "text" : undefined)
  if (track.written) noteOnce(to, "part-order")
  openPartBlock(
    to,
    track,
    track.kind === "text" ? textBlock("", null) : { type: "thinking", thinking: "", signature: "" }
  )
  for (const citation of track.citations.splice(0)) addCitation(to, track, citation)
}

const addInput = (to: StreamEncoderState, track: PartState, text: string): void => {
  if (track.input === undefined) return
  countHeld(to, track, text.length)
  track.input.add(text)
  if (to.open === track) to.frames.push(textFrame(to.index, "call", text))
}

/** Says a citation of a text that goes on. */
export const addCitation = (to: StreamEncoderState, track: PartState, citation: TextCitation): void => {
  if (!track.written) {
    to.held.add(weightOf(citation))
    track.citations.push(citation)
    return
  }
  const quote = track.quoted.of(track.text.isWhole ? track.text.text : "", citation)
  const out = to.open === track ? encodeCitation(citation, quote ?? "", true) : undefined
  if (out === undefined) return note(to, "citation", citation.at)
  noteLeftovers(to, citation)
  if (quote === undefined) noteOnce(to, "citation-quote")
  if (citation.span !== undefined) noteOnce(to, "citation-span")
  to.frames.push(deltaFrame(to.index, { type: "citations_delta", citation: out }))
}

const endPart = (to: StreamEncoderState, track: PartState): void => {
  track.ended = true
  if (track.kind === "whole") {
    closeOpen(to)
    writeWhole(to, track)
    if (track.value.type === "refusal") to.refusal += track.value.text
    else releaseHeld(to, track)
    track.value = withoutContent(track.value)
    to.held.add(weightOf(track.value))
    return
  }
  if (track.kind === "call") endInput(to, track)
  if (track.kind === "reasoning" && !track.written) endUnwritten(to, track)
  // the block of a text stays open until the next begins: what it rests on may come behind it
  if (to.open === track && track.kind !== "text") closeOpen(to)
  if (track.opaque.length > 0) endOpaque(to, track)
}

const writeWhole = (to: StreamEncoderState, { value, citations, part }: PartState): void => {
  if (isHiddenThought(to, value)) return keepHidden(to, value, encodeHiddenBlocks(value, part))
  const blocks = encodeReplyPart(to, withCitations(value, citations), part, undefined)
  if (blocks.length > 0 && isClientCall(value)) pushHidden(to)
  else if (blocks.length > 0) dropHidden(to)
  if (blocks.length === 0) to.lost ||= value.type === "media"
  else to.said ||= !isThought(value)
  for (const block of blocks) pushBlock(to, block)
}

/** A thought of which no text came. */
const endUnwritten = (to: StreamEncoderState, track: PartState): void => {
  const { value, opaque, part } = track
  const thought = { ...value, opaque }
  if (!isHiddenThought(to, thought)) return reopen(to, track)
  keepHidden(to, thought, encodeHiddenBlocks(thought, part))
  track.opaque = []
}

/** Bytes that no block of the part has said. */
const endOpaque = (to: StreamEncoderState, track: PartState): void => {
  const { value, opaque, part, text: hashed } = track
  if (track.kind === "call") {
    noteOnce(to, "part-order/opaque")
    closeOpen(to)
    for (const block of encodeCarriers(opaque, part, value)) pushBlock(to, block)
  } else if (track.kind === "reasoning") {
    const blocks = encodeCarriers(opaque, part, value, () => hashed.digest(coveredPrefixes.reasoning))
    keepHidden(to, { ...value, opaque }, blocks)
  } else noteLostOpaque(to, value, opaque)
  track.opaque = []
}

/** What only an open part needs is needed no more. */
const releaseHeld = (to: StreamEncoderState, track: PartState): void => {
  to.held.release(track.held)
  track.held = 0
}

const endInput = (to: StreamEncoderState, track: PartState): void => {
  const { value, input } = track
  to.broken ||= isClientCall(value) && input?.isWhole !== true
  releaseHeld(to, track)
  track.input = undefined
}

/** All parts end, those that waited too. */
export const endAll = (to: StreamEncoderState): void => {
  for (const part of to.parts.keys()) onPart(to, { type: "part-end", candidate: 0, part })
  closeOpen(to)
  endHidden(to)
}
