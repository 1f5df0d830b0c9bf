import type { FinishReason, Part } from "../../../words/chat/chat.ts"
import type { CandidateAddition, Delta } from "../../../words/events/event.ts"
import { extend } from "../../../words/events/fold.ts"
import { isOrdered, textOf, writeDetails } from "../carriers.ts"
import { writeFinish } from "../finish.ts"
import { writeLogprobs } from "../logprobs.ts"
import type { Out } from "../../../words/out.ts"
import { restore } from "../native.ts"
import { writeCitations } from "../response/citations.ts"
import { keeps, noteBlock } from "../response/encode.ts"
import { writePicture } from "../response/picture.ts"
import { closeThink, openThink } from "../response/think.ts"
import { noteOrder } from "../order.ts"
import { noteLeftovers, note } from "../rules.ts"
import { beginCall, closeCalls, endCall, extendCall } from "./calls-encode.ts"
import { partAt, type Printing, type Writer } from "./printing.ts"

/** The writer of a candidate, whose first chunk says its role. */
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
  state.role(index)
  return writer
}

/** Writes the beginning of a part. */
export const beginPart = (state: Printing, writer: Writer, index: number, part: Part): void => {
  if (part.type === "reasoning") writeEarlier(state, writer)
  else if (!keeps(part, state)) {
    writer.parts[index] = undefined
    return
  }
  writer.parts[index] = part
  noteLeftovers(state, part)
  switch (part.type) {
    case "text":
    case "refusal":
    case "reasoning":
      return writeText(state, writer, part.type, textOf(part) ?? "")
    case "media": {
      closeThinking(state, writer)
      const picture = writePicture(part)
      if (picture !== undefined) return state.delta(writer.index, { images: [picture] })
      const data = part.source.kind === "base64" && part.source.data !== "" ? part.source.data : undefined
      const audio = { id: part.id, data, transcript: part.transcript, expires_at: part.expires }
      return state.delta(writer.index, { audio })
    }
    case "tool-call":
      closeThinking(state, writer)
      return beginCall(state, writer, index, part)
    default:
  }
}

/** The carriers of reasoning so far, before more of it begins: nothing else tells the two apart. */
const writeEarlier = (state: Printing, writer: Writer): void => {
  if (state.asked.thinking === "field" && writer.parts.some((part) => part?.type === "reasoning"))
    writeCarriers(state, writer, "reasoning", true)
}

const writeText = (state: Printing, writer: Writer, type: Part["type"], text: string): void => {
  if (text === "") return
  if (type === "reasoning") return writeReasoning(state, writer, text)
  closeThinking(state, writer)
  state.text(writer.index, type === "text" ? "content" : "refusal", text)
}

const writeReasoning = (state: Printing, writer: Writer, text: string): void => {
  const { thinking } = state.asked
  if (thinking === "field") state.text(writer.index, "reasoning_content", text)
  if (thinking !== "content") return
  writeThought(state, writer, writer.thinking ? text : openThink + text)
  writer.thinking = true
}

const writeThought = (state: Printing, writer: Writer, text: string): void => {
  writer.thought += text.length
  state.text(writer.index, "content", text)
}

const closeThinking = (state: Printing, writer: Writer): void => {
  if (!writer.thinking) return
  writer.thinking = false
  writeThought(state, writer, closeThink)
}

/** Writes what an open part goes on with. */
export const extendPart = (state: Printing, writer: Writer, index: number, delta: Delta): void => {
  const part = writer.parts[index]
  if (part === undefined) return
  if (delta.type === "text" || delta.type === "input") hold(writer, index, delta.text)
  else writer.parts[index] = extend(part, delta)
  switch (delta.type) {
    case "text":
      return writeText(state, writer, part.type, delta.text)
    case "input":
      return extendCall(state, writer, index, delta.text)
    case "data":
      return state.delta(writer.index, { audio: { data: delta.data } })
    case "transcript":
      return state.delta(writer.index, { audio: { transcript: delta.text } })
    case "opaque":
      return part.type === "tool-call" ? extendCall(state, writer, index, "") : undefined
    case "citation":
    case "rest":
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
export const endPart = (state: Printing, writer: Writer, index: number): void => {
  const type = writer.parts[index]?.type
  if (type === "tool-call") endCall(state, writer, index)
  if (type !== "reasoning") return
  closeThinking(state, writer)
  writeCarriers(state, writer, "reasoning", false)
}

/** The carriers of all parts so far, whole in one delta, where they are more than the client was told. `more`: reasoning follows. */
const writeCarriers = (state: Printing, writer: Writer, of: "reasoning" | "all", more: boolean): void => {
  const kept = keptParts(writer)
  const ordered = state.asked.thinking === "field" && (more || isOrdered(kept))
  const details = writeDetails(kept, "joined", ordered, of)
  if (details.length <= writer.sentDetails) return
  writer.sentDetails = details.length
  state.delta(writer.index, { reasoning_details: details })
}

/** Writes what is said of a candidate besides its parts. */
export const addToCandidate = (state: Printing, writer: Writer, add: CandidateAddition): void => {
  if (add.grounding !== undefined) writer.grounding = add.grounding
  noteBlock(add.block, state)
  if (add.native !== undefined) noteLeftovers(state, { native: add.native })
  const members = restore<Out>({}, add)
  if (add.logprobs !== undefined) members["logprobs"] = writeLogprobs(add.logprobs)
  if (Object.keys(members).length > 0) state.beside(writer.index, members)
}

/** Writes the end of a candidate: whatever is still open, its annotations and carriers, then the reason. */
export const finishCandidate = (state: Printing, writer: Writer, finish: FinishReason): void => {
  closeThinking(state, writer)
  closeCalls(state, writer)
  const kept = keptParts(writer)
  const annotations = writeCitations(writer, kept, writer.thought, state)
  if (annotations.length > 0) state.delta(writer.index, { annotations })
  writeCarriers(state, writer, "all", false)
  noteOrder(kept, state)
  const [word, rule] = writeFinish(finish, state.asked.legacyTools && writer.sentCalls > 0)
  if (rule !== undefined) note(state, rule, "")
  state.beside(writer.index, { finish_reason: word })
}
