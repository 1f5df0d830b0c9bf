import type { TextCitation, FinishReason, ContentPart, CandidateAddition, PartDelta } from "../../core/chat/chat.ts"
import { applyDelta } from "../../core/events/fold.ts"
import { detailsOf, isOrdered, CarrierPlaces, detailText, encodeOpaque } from "./opaque.ts"
import { encodeFinishReason } from "./response-end.ts"
import { itemWeight, weightOf } from "../../core/framing/stream-limits.ts"
import { encodeLogprobs } from "../openai/members.ts"
import type { JsonTemplate, JsonObjectBuilder } from "../../core/json/json.ts"
import { restoreOwn } from "./context.ts"
import { encodeCitations } from "./citations.ts"
import { keepsPart, noteBlock, noteOrder } from "./response-encode.ts"
import { encodePicture } from "./media.ts"
import { closeThink, openThink } from "./response-decode.ts"
import { noteLeftovers, note } from "./rules.ts"
import { beginCall, closeCalls, endCall, extendCall } from "./stream-encode-calls.ts"
import {
  type StreamEncoderState,
  type CandidateEncoder,
  CallLine,
  digestAt,
  keepPart,
  partAt,
  spokenIn
} from "./stream-encode-state.ts"
import { appendAll } from "../../core/collections.ts"
/** The writer of a candidate, whose first chunk says its role. */
export const encoderAt = (state: StreamEncoderState, index: number): CandidateEncoder => {
  const known = state.writers.get(index)
  if (known !== undefined) return known
  const writer: CandidateEncoder = {
    index,
    parts: [],
    spoken: [],
    cited: new Map(),
    calls: new CallLine(),
    thinking: false,
    thought: 0,
    thoughts: 0,
    sentCalls: 0,
    places: new CarrierPlaces("joined"),
    placed: 0,
    sentDetails: 0,
    grounding: undefined
  }
  state.writers.set(index, writer)
  state.held.add(itemWeight)
  state.role(index)
  return writer
}

/** Writes the beginning of a part. */
export const beginPart = (
  state: StreamEncoderState,
  writer: CandidateEncoder,
  index: number,
  part: ContentPart
): void => {
  if (part.type === "reasoning") {
    if (writer.thoughts++ > 0) writeNew(state, writer, index, state.preferences.thinking === "field")
  } else if (!keepsPart(part, state)) {
    writer.parts[index] = undefined
    return
  }
  keepPart(state, writer, index, part)
  noteLeftovers(state, part)
  switch (part.type) {
    case "text":
    case "refusal":
    case "reasoning":
      return writeText(state, writer, part.type, detailText(part) ?? "")
    case "media": {
      closeThinking(state, writer)
      const picture = encodePicture(part)
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

const writeText = (
  state: StreamEncoderState,
  writer: CandidateEncoder,
  type: ContentPart["type"],
  text: string
): void => {
  if (text === "") return
  if (type === "reasoning") return writeReasoning(state, writer, text)
  closeThinking(state, writer)
  state.text(writer.index, type === "text" ? "content" : "refusal", text)
}

const writeReasoning = (state: StreamEncoderState, writer: CandidateEncoder, text: string): void => {
  const { thinking } = state.preferences
  if (thinking === "field") state.text(writer.index, "reasoning_content", text)
  if (thinking !== "content") return
  writeThought(state, writer, writer.thinking ? text : openThink + text)
  writer.thinking = true
}

const writeThought = (state: StreamEncoderState, writer: CandidateEncoder, text: string): void => {
  writer.thought += text.length
  state.text(writer.index, "content", text)
}

const closeThinking = (state: StreamEncoderState, writer: CandidateEncoder): void => {
  if (!writer.thinking) return
  writer.thinking = false
  writeThought(state, writer, closeThink)
}

/** Writes what an open part goes on with. */
export const extendPart = (
  state: StreamEncoderState,
  writer: CandidateEncoder,
  index: number,
  delta: PartDelta
): void => {
  const part = writer.parts[index]
  if (part === undefined) return
  keepDelta(state, writer, index, delta)
  switch (delta.type) {
    case "text":
      return writeText(state, writer, part.type, delta.text)
    case "input":
      return extendCall(state, writer, index, delta.text, delta.unfinished)
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

/** Keeps what a part went on with; the bytes of a sound are told, and needed no more. */
const keepDelta = (
  { held }: StreamEncoderState,
  { parts, spoken, cited }: CandidateEncoder,
  index: number,
  delta: PartDelta
): void => {
  const part = parts[index]
  if (part === undefined || delta.type === "data" || delta.type === "transcript") return
  if (delta.type === "text" || delta.type === "input") return spoken[index]?.add(delta.text)
  const now = delta.type === "citation" ? part : applyDelta(part, delta)
  if (delta.type === "opaque") held.replace(part.opaque, now.opaque)
  else held.add(weightOf(delta))
  if (delta.type === "citation") cite(cited, index, delta.citation)
  else parts[index] = now
}

const cite = (cited: CandidateEncoder["cited"], index: number, citation: TextCitation): void => {
  const citations = cited.get(index)
  if (citations === undefined) cited.set(index, [citation])
  else citations.push(citation)
}

const noteLong = (state: StreamEncoderState, { parts }: CandidateEncoder, index: number): void => {
  const part = parts[index]
  if (part !== undefined) note(state, "too-long", part)
}

/** Writes the end of a part: a call's, and the carriers of what is complete. */
export const endPart = (state: StreamEncoderState, writer: CandidateEncoder, index: number): void => {
  const type = writer.parts[index]?.type
  if (type === "tool-call") endCall(state, writer, index)
  if (type !== "reasoning") return
  closeThinking(state, writer)
  if (writer.spoken[index]?.isWhole === false) noteLong(state, writer, index)
  const isOrdered = state.preferences.thinking === "field" && (writer.thoughts > 1 || isBehind(writer, index))
  if (isOrdered || partAt(writer, index)?.opaque !== undefined) writeNew(state, writer, index + 1, isOrdered)
}

/** Whether something stands before a part. */
const isBehind = ({ parts }: CandidateEncoder, index: number): boolean =>
  parts.findIndex((part) => part !== undefined) < index

/**
 * The carriers of reasoning before a part that the client was not told: as soon as it is whole, for it may be all that
 * comes, and before more of it begins, for nothing else tells the two apart.
 */
const writeNew = (state: StreamEncoderState, writer: CandidateEncoder, before: number, ordered: boolean): void => {
  const details: JsonTemplate[] = []
  for (; writer.placed < before; writer.placed++) {
    const index = writer.placed
    const part = partAt(writer, index)
    if (part === undefined) continue
    const place = writer.places.of(part)
    if (part.type === "reasoning")
      appendAll(
        details,
        detailsOf(part, place, ordered, (of) => digestAt(writer, index, of))
      )
  }
  writeDetailsOf(state, writer, details)
}

/** The carriers of all parts, whole in one delta, where the last that the client was told were not all: some keep those alone. */
const writeCarriers = (
  state: StreamEncoderState,
  writer: CandidateEncoder,
  parts: readonly ContentPart[],
  digest: (part: ContentPart) => string
): void => {
  const details = encodeOpaque(
    parts,
    "joined",
    state.preferences.thinking === "field" && isOrdered(parts),
    "all",
    digest
  )
  if (details.length > writer.sentDetails) writeDetailsOf(state, writer, details)
}

const writeDetailsOf = (
  state: StreamEncoderState,
  writer: CandidateEncoder,
  details: readonly JsonTemplate[]
): void => {
  if (details.length === 0) return
  writer.sentDetails = details.length
  state.delta(writer.index, { reasoning_details: details })
}

/** Writes what is said of a candidate besides its parts. */
export const addToCandidate = (state: StreamEncoderState, writer: CandidateEncoder, add: CandidateAddition): void => {
  if (add.grounding !== undefined) {
    state.held.replace(writer.grounding, add.grounding)
    writer.grounding = add.grounding
  }
  noteBlock(add.block, state)
  if (add.native !== undefined) noteLeftovers(state, { native: add.native })
  const members = restoreOwn<JsonObjectBuilder>({}, add)
  if (add.logprobs !== undefined) members["logprobs"] = encodeLogprobs(add.logprobs)
  if (Object.keys(members).length > 0) state.beside(writer.index, members)
}

/** Writes the end of a candidate: whatever is still open, its annotations and carriers, then the reason. */
export const finishCandidate = (state: StreamEncoderState, writer: CandidateEncoder, finish: FinishReason): void => {
  closeThinking(state, writer)
  closeCalls(state, writer)
  const { parts, length, digest } = spokenIn(writer)
  const presentParts = parts.filter((part) => part !== undefined)
  const annotations = encodeCitations({ ...writer, parts }, presentParts, writer.thought, state, length)
  if (annotations.length > 0) state.delta(writer.index, { annotations })
  writeCarriers(state, writer, presentParts, digest)
  noteOrder(presentParts, state)
  const [word, rule] = encodeFinishReason(finish, presentParts, writer.sentCalls > 0, state.preferences.legacyTools)
  if (rule !== undefined) note(state, rule, "")
  state.beside(writer.index, { finish_reason: word })
}
