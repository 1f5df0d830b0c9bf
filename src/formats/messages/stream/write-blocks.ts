import { QuoteBudget } from "../../../core/chat/quoted.ts"
import type { TextCitation, GroundingMetadata, ContentPart, ToolCallPart } from "../../../core/chat/chat.ts"
import type { PartDelta } from "../../../core/events/event.ts"
import { applyDelta, withCitations, withOpaque } from "../../../core/events/fold.ts"
import { appendAll } from "../../../core/collections.ts"
import { textOut } from "../blocks/encode.ts"
import { RepeatedFrames } from "../../../core/events/delta-fast-path.ts"
import { withoutContent } from "../../../core/events/spent.ts"
import { pieceWeight, weightOf } from "../../../core/framing/held.ts"
import { citationOut } from "../citations.ts"
import { kindOf } from "../native.ts"
import type { JsonText } from "../../../core/json/json.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { carriersOf, marks, toldOver } from "../opaque.ts"
import { groundsOf } from "../response/grounding.ts"
import { callOut, partOut } from "../response/parts.ts"
import { callCarriers, isUnseen, noteAlone, unseenOut } from "../response/unseen.ts"
import { note, noteGrounding, noteLeftovers } from "../noting.ts"
import { CallInput } from "./call-input.ts"
import { deltaFrame, startFrame, stopFrame, textFrame, wholeFrames } from "./frames.ts"
import { dropUnseen, keepUnseen } from "./unseen.ts"
import { type PartEvent, tellOnce, type Track, type Writer } from "./telling.ts"

/** Writes what an event says of a part. All that is said of other parts waits until the open call is whole. */
export const onPart = (to: Writer, event: PartEvent): void => {
  const { part } = event
  const { open, waiting } = to
  if (event.type === "delta" && open?.part === part && waiting.size === 0) return goOn(to, open, event.delta)
  if (!mustWait(to, part)) {
    say(to, event)
    return resume(to)
  }
  const events = waiting.get(part)
  to.held.add(weightOf(event))
  if (events === undefined) waiting.set(part, [event])
  else events.push(event)
}

const mustWait = ({ open, waiting }: Writer, part: number): boolean =>
  open?.kind === "call" && open.part !== part && (waiting.has(part) || !isFinished(open))

const isFinished = ({ input }: Track): boolean => input?.isFinished === true

/** Says what waited, part by part, as long as no call is in the way. */
const resume = (to: Writer): void => {
  for (const [part, events] of to.waiting) {
    if (to.open?.kind === "call" && !isFinished(to.open)) return
    to.waiting.delete(part)
    for (const event of events) {
      to.held.release(weightOf(event))
      say(to, event)
    }
  }
}

const say = (to: Writer, event: PartEvent): void => {
  const track = to.tracks.get(event.part)
  switch (event.type) {
    case "part":
      return begin(to, event.part, event.value)
    case "delta":
      return track === undefined || track.ended ? undefined : goOn(to, track, event.delta)
    case "part-end":
      return track === undefined || track.ended ? undefined : end(to, track)
  }
}

const kindFor = (to: Writer, value: ContentPart): Track["kind"] => {
  switch (value.type) {
    case "text":
      return value.citations !== undefined && value.citations.length > 0 ? "whole" : "text"
    case "reasoning":
      return value.text === undefined || to.asked.thinking !== "field" || isRedacted(value) ? "whole" : "reasoning"
    case "tool-call":
      return value.input.kind === "json" && (value.runBy === "client" || kindOf(value) !== undefined) ? "call" : "whole"
    default:
      return "whole"
  }
}

const isRedacted = ({ opaque }: ContentPart): boolean => opaque?.[0]?.kind === "redacted"

const begin = (to: Writer, part: number, value: ContentPart): void => {
  const kind = kindFor(to, value)
  const track: Track = {
    part,
    kind,
    value: kind === "whole" ? value : withoutContent(value),
    heard: new RepeatedFrames(prefixes(value)),
    input: undefined,
    opaque: value.opaque ?? [],
    citations: [],
    quoted: new QuoteBudget(),
    held: 0,
    written: false,
    ended: false
  }
  to.tracks.set(part, track)
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
const prefixes = ({ type }: ContentPart): readonly string[] => (type === "text" ? [marks.text] : ["", marks.reasoning])

/** Counts what is kept of a part until it ends. */
const keep = (to: Writer, track: Track, units: number): void => {
  to.held.add(units)
  track.held += units
}

const openCall = (to: Writer, track: Track, value: ToolCallPart): void => {
  closeOpen(to)
  const call = callOut(to, value, track.part)
  for (const { block } of to.unseen.splice(0)) push(to, block)
  for (const block of callCarriers(value, track.part, call["id"])) push(to, block)
  track.opaque = []
  track.input = new CallInput()
  open(to, track, { ...call, input: {} })
  if (value.input.kind === "json" && value.input.json.text !== "") addInput(to, track, value.input.json.text)
}

const open = (to: Writer, track: Track, block: JsonObjectBuilder): void => {
  to.frames.push(startFrame(to.index, block))
  to.open = track
  track.written = true
}

const push = (to: Writer, block: JsonObjectBuilder | JsonText): void =>
  appendAll(to.frames, wholeFrames(to.index++, block))

const goOn = (to: Writer, track: Track, delta: PartDelta): void => {
  if (track.kind === "whole") {
    keep(to, track, "text" in delta ? delta.text.length + pieceWeight : weightOf(delta))
    if (delta.type === "citation") track.citations.push(delta.citation)
    else track.value = applyDelta(track.value, delta)
    return
  }
  switch (delta.type) {
    case "text":
      return addText(to, track, delta.text)
    case "input":
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

const addText = (to: Writer, track: Track, text: string): void => {
  if (text === "" || track.kind === "call") return
  if (to.open !== track) reopen(to, track)
  track.heard.add(text)
  to.frames.push(textFrame(to.index, track.kind === "text" ? "text" : "reasoning", text))
}

/** Opens a block for text, after another block where the part had one already. */
const reopen = (to: Writer, track: Track): void => {
  closeOpen(to)
  dropUnseen(to, track.kind === "text" ? "text" : undefined)
  if (track.written) tellOnce(to, "text-order")
  open(to, track, track.kind === "text" ? textOut("", null) : { type: "thinking", thinking: "", signature: "" })
  for (const citation of track.citations.splice(0)) addCitation(to, track, citation)
}

const addInput = (to: Writer, track: Track, text: string): void => {
  if (track.input === undefined) return
  keep(to, track, text.length)
  track.input.add(text)
  if (to.open === track) to.frames.push(textFrame(to.index, "call", text))
}

const addCitation = (to: Writer, track: Track, citation: TextCitation): void => {
  if (!track.written) {
    to.held.add(weightOf(citation))
    track.citations.push(citation)
    return
  }
  const quote = track.quoted.of(track.heard.isWhole ? track.heard.text : "", citation)
  const out = to.open === track ? citationOut(citation, quote ?? "", true) : undefined
  if (out === undefined) return note(to, "citation", citation.at)
  if (quote === undefined) tellOnce(to, "quote")
  if (citation.span !== undefined) tellOnce(to, "citation-span")
  to.frames.push(deltaFrame(to.index, { type: "citations_delta", citation: out }))
}

/** Says what a search found as citations of the texts that rest on it: those that are past have no more place for one. */
export const ground = (to: Writer, grounding: GroundingMetadata): void => {
  noteGrounding(to, grounding)
  for (const [part, citations] of groundsOf(grounding)) {
    const track = to.tracks.get(part)
    if (track?.kind === "text") for (const citation of citations) addCitation(to, track, citation)
  }
}

/** Ends the open block. A thinking block is signed just before its end. */
export const closeOpen = (to: Writer): void => {
  const track = to.open
  if (track === undefined) return
  const [opaque, ...others] = track.opaque
  if (track.kind === "reasoning" && opaque !== undefined) {
    track.opaque = others
    to.frames.push(
      deltaFrame(to.index, {
        type: "signature_delta",
        signature: toldOver(opaque, track.part, () => track.heard.digest())
      })
    )
  }
  to.frames.push(stopFrame(to.index++))
  to.open = undefined
}

const end = (to: Writer, track: Track): void => {
  track.ended = true
  if (track.kind === "whole") {
    closeOpen(to)
    writeWhole(to, track)
    if (track.value.type === "refusal") to.refusal += track.value.text
    else letGo(to, track)
    track.value = withoutContent(track.value)
    to.held.add(weightOf(track.value))
    return
  }
  if (track.kind === "call") endInput(to, track)
  if (track.kind === "reasoning" && !track.written) endUnwritten(to, track)
  if (to.open === track) closeOpen(to)
  if (track.opaque.length > 0) endOpaque(to, track)
}

const writeWhole = (to: Writer, { value, citations, part }: Track): void => {
  if (isUnseen(to, value)) return keepUnseen(to, value, unseenOut(value, part))
  const blocks = partOut(to, withCitations(value, citations), part, undefined)
  if (blocks.length > 0) dropUnseen(to)
  for (const block of blocks) push(to, block)
}

/** A thought of which no text came. */
const endUnwritten = (to: Writer, track: Track): void => {
  const { value, opaque, part } = track
  const thought = { ...value, opaque }
  if (!isUnseen(to, thought)) return reopen(to, track)
  keepUnseen(to, thought, unseenOut(thought, part))
  track.opaque = []
}

/** Bytes that no block of the part has said. */
const endOpaque = (to: Writer, track: Track): void => {
  const { value, opaque, part, heard } = track
  if (track.kind === "call") {
    tellOnce(to, "late-opaque")
    closeOpen(to)
    for (const block of carriersOf(opaque, part, value)) push(to, block)
  } else if (track.kind === "reasoning") {
    const blocks = carriersOf(opaque, part, value, () => heard.digest(marks.reasoning))
    keepUnseen(to, { ...value, opaque }, blocks)
  } else noteAlone(to, value, opaque)
  track.opaque = []
}

/** What only an open part needs is needed no more. */
const letGo = (to: Writer, track: Track): void => {
  to.held.release(track.held)
  track.held = 0
}

const endInput = (to: Writer, track: Track): void => {
  const { value, input } = track
  to.broken ||= value.type === "tool-call" && value.runBy === "client" && input?.isWhole !== true
  letGo(to, track)
  track.input = undefined
}

/** All parts end, those that waited too. */
export const endAll = (to: Writer): void => {
  for (const part of to.tracks.keys()) onPart(to, { type: "part-end", candidate: 0, part })
  closeOpen(to)
  dropUnseen(to)
}
