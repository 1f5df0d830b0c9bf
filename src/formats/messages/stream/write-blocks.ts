import type { Citation, Part, ToolCallPart } from "../../../words/chat.ts"
import type { Delta } from "../../../words/event.ts"
import { extend } from "../../../words/fold.ts"
import { isWhole, textOut } from "../blocks/encode.ts"
import { citationOut } from "../citations.ts"
import { kindOf } from "../native.ts"
import { carrierBlock, covered, told } from "../opaque.ts"
import { callOut, partOut } from "../response/parts.ts"
import { note, noteLeftovers } from "../noting.ts"
import { deltaFrame, startFrame, stopFrame, textFrame, wholeFrames } from "./frames.ts"
import { tellOnce, type Track, type Writer } from "./telling.ts"

/** A part begins: at once where its turn has come, else when the open call has ended. */
export const beginPart = (to: Writer, part: number, value: Part): void => {
  const track: Track = {
    part,
    kind: kindFor(to, value),
    value,
    text: "",
    opaque: [...(value.opaque ?? [])],
    waiting: [],
    written: false,
    ended: false
  }
  to.tracks.set(part, track)
  if (mustWait(to)) to.parked.push(track)
  else begin(to, track)
}

const kindFor = (to: Writer, value: Part): Track["kind"] => {
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

const isRedacted = ({ opaque }: Part): boolean => opaque?.[0]?.kind === "redacted"

/** A call can make room for the next part only when its input is whole. */
const mustWait = (to: Writer): boolean => to.parked.length > 0 || (to.open?.kind === "call" && !isFinished(to.open))

const isFinished = (track: Track): boolean => track.text.trimEnd().endsWith("}") && isWhole(track.text)

const begin = (to: Writer, track: Track): void => {
  const { value } = track
  noteLeftovers(to, value)
  if (track.kind === "whole") return
  if (value.type === "tool-call") return openCall(to, track, value)
  const { text } = value.type === "text" || value.type === "reasoning" ? value : { text: "" }
  if (text !== undefined && text !== "") addText(to, track, text)
}

const openCall = (to: Writer, track: Track, value: ToolCallPart): void => {
  closeOpen(to)
  writeCarriers(to, track)
  const provider = value.runBy === "provider" ? partOut(to, value, track.part, undefined)[0] : undefined
  const block = provider ?? callOut(to, value, track.part, {})
  to.frames.push(startFrame(to.index, "text" in block ? block : { ...block, input: {} }))
  to.open = track
  track.written = true
  if (value.input.kind === "json" && value.input.json.text !== "") addInput(to, track, value.input.json.text)
}

/** Bytes that a part's own block cannot hold, in blocks of their own. */
const writeCarriers = (to: Writer, track: Track): void => {
  for (const opaque of track.opaque.splice(0)) {
    const text = covered(withText(track))
    to.frames.push(...wholeFrames(to.index++, carrierBlock(opaque, track.part, text)))
  }
}

/** The part with all text that came. */
const withText = ({ value, text }: Track): Part =>
  value.type === "text" || value.type === "reasoning" ? { ...value, text } : value

/** A part goes on. */
export const goOn = (to: Writer, part: number, delta: Delta): void => {
  const track = to.tracks.get(part)
  if (track === undefined || track.ended) return
  if (to.parked.includes(track)) track.waiting.push(delta)
  else apply(to, track, delta)
}

const apply = (to: Writer, track: Track, delta: Delta): void => {
  if (track.kind === "whole") {
    track.value = extend(track.value, delta)
    return
  }
  switch (delta.type) {
    case "text":
      return addText(to, track, delta.text)
    case "input":
      return addInput(to, track, delta.text)
    case "opaque":
      track.opaque = [
        ...track.opaque.filter((it) => it.vendor !== delta.opaque.vendor || it.kind !== delta.opaque.kind),
        delta.opaque
      ]
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
  if (to.open !== track && !reopen(to, track)) {
    track.waiting.push({ type: "text", text })
    to.parked.push(track)
    return
  }
  track.text += text
  to.frames.push(textFrame(to.index, track.kind === "text" ? "text" : "reasoning", text))
}

/** Opens a block for text, after another block where the part had one already. False while a call is not whole. */
const reopen = (to: Writer, track: Track): boolean => {
  if (mustWait(to)) return false
  closeOpen(to)
  if (track.written) tellOnce(to, "text-order")
  else if (track.kind === "text") writeCarriers(to, track)
  const block = track.kind === "text" ? textOut("", null) : { type: "thinking", thinking: "", signature: "" }
  to.frames.push(startFrame(to.index, block))
  to.open = track
  track.written = true
  for (const waiting of track.waiting.splice(0)) apply(to, track, waiting)
  return true
}

const addInput = (to: Writer, track: Track, text: string): void => {
  track.text += text
  if (to.open !== track) return
  to.frames.push(textFrame(to.index, "call", text))
  if (to.parked.length > 0) unpark(to)
}

const addCitation = (to: Writer, track: Track, citation: Citation): void => {
  if (!track.written) {
    track.waiting.push({ type: "citation", citation })
    return
  }
  const out = to.open === track ? citationOut(citation, track.text, true) : undefined
  if (out === undefined) return note(to, "citation", citation.at)
  if (citation.span !== undefined) tellOnce(to, "citation-span")
  to.frames.push(deltaFrame(to.index, { type: "citations_delta", citation: out }))
}

/** Ends the open block. A thinking block is signed just before its end. */
export const closeOpen = (to: Writer): void => {
  const track = to.open
  if (track === undefined) return
  const opaque = track.kind === "reasoning" ? track.opaque.shift() : undefined
  if (opaque !== undefined) {
    to.frames.push(deltaFrame(to.index, { type: "signature_delta", signature: told(opaque, track.part, track.text) }))
  }
  to.frames.push(stopFrame(to.index++))
  to.open = undefined
}

/** A part ends, and the parts that waited for it have their turn. */
export const endPart = (to: Writer, part: number): void => {
  const track = to.tracks.get(part)
  if (track === undefined || track.ended) return
  track.ended = true
  if (to.parked.includes(track)) return
  end(to, track)
  unpark(to)
}

const end = (to: Writer, track: Track): void => {
  if (track.kind === "whole") {
    closeOpen(to)
    for (const block of partOut(to, track.value, track.part, undefined))
      to.frames.push(...wholeFrames(to.index++, block))
    return
  }
  if (track.kind === "reasoning" && !track.written) reopen(to, track)
  if (to.open === track) closeOpen(to)
  if (track.opaque.length === 0) return
  if (track.written) tellOnce(to, "late-opaque")
  closeOpen(to)
  writeCarriers(to, track)
}

/** Gives parked parts their turn, as long as no call is in the way. */
const unpark = (to: Writer): void => {
  while (to.parked.length > 0 && (to.open?.kind !== "call" || isFinished(to.open))) {
    const track = to.parked.shift()
    if (track === undefined) return
    const waiting = track.waiting.splice(0)
    const others = to.parked.splice(0)
    if (!track.written) begin(to, track)
    for (const delta of waiting) apply(to, track, delta)
    if (track.ended) end(to, track)
    to.parked.push(...others)
  }
}

/** All parts end, those that waited too. */
export const endAll = (to: Writer): void => {
  for (const part of to.tracks.keys()) endPart(to, part)
  closeOpen(to)
  unpark(to)
  closeOpen(to)
}
