import type { Candidate, FinishReason, Part } from "../../../words/chat/chat.ts"
import type { CandidateAddition, Delta } from "../../../words/events/event.ts"
import { extend } from "../../../words/events/fold.ts"
import type { Frame } from "../../../words/framing/framing.ts"
import type { Tree } from "../../../words/json/json.ts"
import { isOrdered, textOf, writeDetails } from "../carriers.ts"
import { writeFinish } from "../finish.ts"
import { writeLogprobs } from "../logprobs.ts"
import { ownNative } from "../native.ts"
import { writeCitations } from "../response/citations.ts"
import { keeps, noteBlock } from "../response/encode.ts"
import { closeThink, openThink } from "../response/think.ts"
import { noteOrder } from "../order.ts"
import { noteLeftovers, note } from "../rules.ts"
import { audioDelta, audioStart } from "./audio-encode.ts"
import { beginCall, closeCalls, endCall, extendCall } from "./calls-encode.ts"
import { partAt, type Printing, type Writer } from "./printing.ts"

const nothing: readonly Frame[] = []

/** The writer of a candidate. */
export const writerAt = (state: Printing, index: number): Writer => {
  const known = state.writers.get(index)
  if (known !== undefined) return known
  const writer: Writer = {
    index,
    parts: [],
    more: [],
    calls: [],
    thinking: false,
    thought: 0,
    sentCalls: 0,
    sentDetails: 0,
    grounding: undefined
  }
  state.writers.set(index, writer)
  return writer
}

/** The frames before a candidate's first: its role. */
const withRole = (state: Printing, writer: Writer, frames: readonly Frame[]): readonly Frame[] =>
  state.chunks.isNew(writer.index) ? [state.chunks.role(writer.index), ...frames] : frames

/** Writes the beginning of a part. */
export const beginPart = (state: Printing, writer: Writer, index: number, part: Part): readonly Frame[] => {
  if (part.type !== "reasoning" && !keeps(part, state.notes)) {
    writer.parts[index] = undefined
    return withRole(state, writer, nothing)
  }
  const before = part.type === "reasoning" ? writeEarlier(state, writer) : nothing
  writer.parts[index] = part
  noteLeftovers(state.notes, part)
  const frames = startOf(state, writer, index, part)
  return withRole(state, writer, before.length === 0 ? frames : [...before, ...frames])
}

/** The carriers of reasoning so far, before more of it begins: nothing else tells the two apart. */
const writeEarlier = (state: Printing, writer: Writer): readonly Frame[] =>
  state.asked.thinking === "field" && writer.parts.some((part) => part?.type === "reasoning")
    ? writeCarriers(state, writer, "reasoning", true)
    : nothing

const startOf = (state: Printing, writer: Writer, index: number, part: Part): readonly Frame[] => {
  switch (part.type) {
    case "text":
      return writeText(state, writer, "content", part.text)
    case "refusal":
      return writeText(state, writer, "refusal", part.text)
    case "reasoning":
      return writeReasoning(state, writer, textOf(part) ?? "")
    case "media":
      return [...closeThinking(state, writer), ...audioStart(state, writer.index, part)]
    case "tool-call":
      return [...closeThinking(state, writer), ...beginCall(state, writer, index, part)]
    default:
      return nothing
  }
}

const writeText = (state: Printing, writer: Writer, key: "content" | "refusal", text: string): readonly Frame[] => {
  if (text === "") return nothing
  const frame = state.chunks.text(writer.index, key, text)
  return writer.thinking ? [...closeThinking(state, writer), frame] : [frame]
}

const writeReasoning = (state: Printing, writer: Writer, text: string): readonly Frame[] => {
  if (text === "" || state.asked.thinking === "hidden") return nothing
  if (state.asked.thinking === "field") return [state.chunks.text(writer.index, "reasoning_content", text)]
  const said = writer.thinking ? text : openThink + text
  writer.thinking = true
  writer.thought += said.length
  return [state.chunks.text(writer.index, "content", said)]
}

const closeThinking = (state: Printing, writer: Writer): readonly Frame[] => {
  if (!writer.thinking) return nothing
  writer.thinking = false
  writer.thought += closeThink.length
  return [state.chunks.text(writer.index, "content", closeThink)]
}

/** Writes what an open part goes on with. */
export const extendPart = (state: Printing, writer: Writer, index: number, delta: Delta): readonly Frame[] => {
  const part = writer.parts[index]
  if (part === undefined) return nothing
  switch (delta.type) {
    case "text":
      hold(writer, index, delta.text)
      if (part.type === "text") return writeText(state, writer, "content", delta.text)
      if (part.type === "refusal") return writeText(state, writer, "refusal", delta.text)
      return writeReasoning(state, writer, delta.text)
    case "input":
      hold(writer, index, delta.text)
      return extendCall(state, writer, index, delta.text)
    case "data":
    case "transcript":
      writer.parts[index] = extend(part, delta)
      return audioDelta(state, writer.index, delta)
    case "opaque":
      writer.parts[index] = extend(part, delta)
      return part.type === "tool-call" ? extendCall(state, writer, index, "") : nothing
    case "citation":
    case "rest":
      writer.parts[index] = extend(part, delta)
      return nothing
  }
}

const hold = (writer: Writer, index: number, text: string): void => {
  const pieces = writer.more[index]
  if (pieces === undefined) writer.more[index] = [text]
  else pieces.push(text)
}

/** The parts that have a place, as far as they were said. */
const keptParts = (writer: Writer): readonly Part[] => {
  writer.more.forEach((_, index) => partAt(writer, index))
  return writer.parts.filter((part) => part !== undefined)
}

/** Writes the end of a part: a call's, and the carriers of what is complete. */
export const endPart = (state: Printing, writer: Writer, index: number): readonly Frame[] => {
  const part = writer.parts[index]
  if (part === undefined) return nothing
  if (part.type === "tool-call") return endCall(state, writer, index)
  if (part.type !== "reasoning") return nothing
  return [...closeThinking(state, writer), ...writeCarriers(state, writer, "reasoning", false)]
}

/** The carriers of all parts so far, whole in one delta, where they are more than the client was told. `more`: reasoning follows. */
const writeCarriers = (state: Printing, writer: Writer, of: "reasoning" | "all", more: boolean): readonly Frame[] => {
  const kept = keptParts(writer)
  const ordered = state.asked.thinking === "field" && (more || isOrdered(kept))
  const details = writeDetails(kept, "joined", ordered, of)
  if (details.length <= writer.sentDetails) return nothing
  writer.sentDetails = details.length
  return [state.chunks.delta(writer.index, { reasoning_details: details })]
}

/** Writes what is said of a candidate besides its parts. */
export const addToCandidate = (state: Printing, writer: Writer, add: CandidateAddition): readonly Frame[] => {
  if (add.grounding !== undefined) writer.grounding = add.grounding
  noteBlock(add.block, state.notes)
  if (add.native !== undefined) noteLeftovers(state.notes, { native: add.native })
  const native = ownNative(add)
  const rest = Object.fromEntries(native?.rest ?? [])
  const members = add.logprobs === undefined ? rest : { ...rest, logprobs: writeLogprobs(add.logprobs) }
  const frames = Object.keys(members).length === 0 ? nothing : [state.chunks.beside(writer.index, members)]
  return withRole(state, writer, frames)
}

/** Writes the end of a candidate: whatever is still open, its annotations and carriers, then the reason. */
export const finishCandidate = (state: Printing, writer: Writer, finish: FinishReason): readonly Frame[] => {
  const out: Frame[] = [...closeThinking(state, writer), ...closeCalls(state, writer)]
  const annotations = annotationsOf(state, writer)
  if (annotations.length > 0) out.push(state.chunks.delta(writer.index, { annotations }))
  out.push(...writeCarriers(state, writer, "all", false))
  noteOrder(keptParts(writer), state.notes)
  const legacy = state.asked.legacyTools && writer.sentCalls > 0
  const [word, rule] = writeFinish(finish, legacy)
  if (rule !== undefined) note(state.notes, rule, "")
  out.push(state.chunks.finish(writer.index, word))
  return withRole(state, writer, out)
}

const annotationsOf = (state: Printing, writer: Writer): readonly Tree[] => {
  const kept = keptParts(writer)
  const candidate: Candidate = {
    index: writer.index,
    parts: kept,
    ...(writer.grounding && { grounding: writer.grounding })
  }
  return writeCitations(candidate, kept, writer.thought, state.notes)
}
