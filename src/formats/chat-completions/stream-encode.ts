import type { FinishReason, ContentPart, CandidateAddition, ChatEvent } from "../../core/chat/chat.ts"
import { isOrdered, encodeOpaque } from "./opaque.ts"
import { CarrierPlaces } from "./places.ts"
import { encodeFinishReason, encodeUsage } from "./response-end.ts"
import { itemWeight } from "../../core/framing/stream-limits.ts"
import { encodeLogprobs } from "../openai/logprobs.ts"
import { type JsonObjectBuilder, stringifyJson } from "../../core/json/json.ts"
import { restoreOwn } from "./context.ts"
import { encodeCitations } from "./citations.ts"
import { noteBlock, noteOrder, answeredHead, blockedChoice, noteHead, noteUsage } from "./response-encode.ts"
import { noteEnd, noteLeftovers, note } from "./rules.ts"
import { closeCalls, closeThinking, writeDetailsOf, beginPart, endPart, extendPart } from "./stream-encode-parts.ts"
import { type CandidateEncoder, CallLine, spokenIn, StreamEncoderState } from "./stream-encode-state.ts"
import { mergeUsage, withMore } from "../../core/events/fold.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import { type StreamFrame, type FailingTransducer, writingTransducer } from "../../core/framing/transducer.ts"
import { errorBody, id } from "./wire.ts"

/** Writes the events of one answer as chunks. `[DONE]` comes with the end alone; after an error nothing. */
export const encodeStream = (
  preferences: ReplyPreferences,
  defaults: ResponseDefaults,
  most?: number
): FailingTransducer<ChatEvent, StreamFrame> => {
  const state = new StreamEncoderState(preferences, defaults, most)
  const machine = writingTransducer(state, writeEvent, (to, error) => writeEvent(to, { type: "error", error }))
  const notes = (): readonly TranslationNote[] => {
    const found = machine.notes()
    return found.length === 0 ? found : found.map(answeredHead)
  }
  return { ...machine, notes }
}

const writeEvent = (state: StreamEncoderState, event: ChatEvent): void => {
  switch (event.type) {
    case "start":
      noteHead(event.response, state)
      return state.begin(event.response)
    case "part":
      return beginPart(state, encoderAt(state, event.candidate), event.part, event.value)
    case "delta":
      return extendPart(state, encoderAt(state, event.candidate), event.part, event.delta)
    case "part-end":
      return endPart(state, encoderAt(state, event.candidate), event.part)
    case "candidate":
      return addToCandidate(state, encoderAt(state, event.candidate), event.add)
    case "finish":
      return finishCandidate(state, encoderAt(state, event.candidate), event.finish)
    case "usage":
      state.usage = mergeUsage(state.usage, event.usage)
      return
    case "response":
      noteHead(event.add, state)
      return state.begin(withMore(state.head, event.add))
    case "frame":
      if (event.format === id) return state.frame(event.body.text)
      return note(state, "unknown-event", "")
    case "end":
      return writeEnd(state)
    case "error":
      state.done = true
      state.failure = event.error
      return state.frame(stringifyJson(errorBody(event.error)))
  }
}

/** The end: one usage chunk where the client asked for it, then the terminator. A blocked prompt is one empty choice. */
const writeEnd = (state: StreamEncoderState): void => {
  const { preferences, head, usage } = state
  if (state.writers.size === 0) {
    const { index, finish } = blockedChoice(head, state)
    finishCandidate(state, encoderAt(state, index), finish)
  }
  state.done = true
  if (usage !== undefined) noteUsage(usage, state)
  if (usage !== undefined && preferences.usage) state.counts(encodeUsage(usage))
  state.frame("[DONE]")
}

/** The writer of a candidate, whose first chunk says its role. */
const encoderAt = (state: StreamEncoderState, index: number): CandidateEncoder => {
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

/** Writes what is said of a candidate besides its parts. */
const addToCandidate = (state: StreamEncoderState, writer: CandidateEncoder, add: CandidateAddition): void => {
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
const finishCandidate = (state: StreamEncoderState, writer: CandidateEncoder, finish: FinishReason): void => {
  closeThinking(state, writer)
  closeCalls(state, writer)
  const { parts, length, digest } = spokenIn(writer)
  const presentParts = parts.filter((part) => part !== undefined)
  const annotations = encodeCitations({ ...writer, parts }, presentParts, writer.thought, state, length)
  if (annotations.length > 0) state.delta(writer.index, { annotations })
  writeCarriers(state, writer, presentParts, digest)
  noteOrder(presentParts, state)
  const [word, rule] = encodeFinishReason(finish, presentParts, writer.sentCalls > 0, state.preferences.legacyTools)
  if (rule !== undefined) noteEnd(state, rule, "", finish)
  state.beside(writer.index, { finish_reason: word })
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
