import type { ChatEvent } from "../../core/chat/chat.ts"
import { mergeUsage, withMore } from "../../core/events/fold.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import { type StreamFrame, type FailingTransducer, writingTransducer } from "../../core/framing/transducer.ts"
import { stringifyJson } from "../../core/json/json.ts"
import { errorBody, id } from "./wire.ts"
import { answeredHead, blockedChoice, noteHead, noteUsage } from "./response-encode.ts"
import { note } from "./rules.ts"
import { encodeUsage } from "./response-end.ts"
import { addToCandidate, beginPart, endPart, extendPart, finishCandidate, encoderAt } from "./stream-encode-parts.ts"
import { StreamEncoderState } from "./stream-encode-state.ts"

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
