import { GatewayError } from "../../../words/errors/error.ts"
import type { ChatEvent } from "../../../words/events/event.ts"
import { mergeUsage } from "../../../words/events/fold.ts"
import type { Asked, Stamp } from "../../../words/format.ts"
import type { Frame } from "../../../words/framing/framing.ts"
import { write } from "../../../words/json/json.ts"
import type { Ending, Transducer } from "../../../words/framing/transducer.ts"
import { errorBody } from "../error.ts"
import { answered, blocked, noteHead, noteUsage } from "../response/encode.ts"
import { note } from "../rules.ts"
import { writeUsage } from "../usage.ts"
import { id } from "../wire.ts"
import { Chunks } from "./chunks.ts"
import { addToCandidate, beginPart, endPart, extendPart, finishCandidate, writerAt } from "./candidate.ts"
import type { Printing } from "./printing.ts"
import { unfold } from "../../../words/events/unfold.ts"

const nothing: readonly Frame[] = []

/** Writes the events of one answer as chunks. `[DONE]` comes with the end alone; after an error nothing. */
export const encodeStream = (asked: Asked, stamp: Stamp): Transducer<ChatEvent, Frame> => {
  const chunks = new Chunks(asked.usage)
  const state: Printing = {
    asked,
    stamp,
    chunks,
    writers: new Map(),
    notes: [],
    head: {},
    usage: undefined,
    done: false
  }
  return {
    push: (event) => (state.done ? nothing : writeEvent(state, event)),
    end: (how) => (state.done ? nothing : writeError(state, endingOf(how))),
    notes: () => state.notes.splice(0).map(answered)
  }
}

const endingOf = (how: Ending): GatewayError =>
  how instanceof GatewayError ? how : new GatewayError("UpstreamFailed", "The answer ended before it was complete.")

const writeError = (state: Printing, error: GatewayError): readonly Frame[] => {
  state.done = true
  return [{ data: write(errorBody(error)) }]
}

const writeEvent = (state: Printing, event: ChatEvent): readonly Frame[] => {
  switch (event.type) {
    case "start":
      return writeStart(state, event.response)
    case "part":
      return beginPart(state, writerAt(state, event.candidate), event.part, event.value)
    case "delta":
      return extendPart(state, writerAt(state, event.candidate), event.part, event.delta)
    case "part-end":
      return endPart(state, writerAt(state, event.candidate), event.part)
    case "candidate":
      return addToCandidate(state, writerAt(state, event.candidate), event.add)
    case "finish":
      return finishCandidate(state, writerAt(state, event.candidate), event.finish)
    case "usage":
      state.usage = mergeUsage(state.usage, event.usage)
      return nothing
    case "response":
      state.head = { ...state.head, ...event.add }
      state.chunks.head(state.head, state.stamp)
      return nothing
    case "frame":
      return writeFrame(state, event)
    case "end":
      return writeEnd(state)
    case "error":
      return writeError(state, event.error)
  }
}

const writeStart = (state: Printing, response: Printing["head"]): readonly Frame[] => {
  state.head = response
  noteHead(response, state.notes)
  state.chunks.head(response, state.stamp)
  return nothing
}

const writeFrame = (state: Printing, event: Extract<ChatEvent, { type: "frame" }>): readonly Frame[] => {
  if (event.format === id) return [{ data: event.body.text }]
  note(state.notes, "frame", "", undefined, `The format has no stream event like \`${event.kind}\`.`)
  return nothing
}

/** The end: one usage chunk where the client asked for it, then the terminator. A blocked prompt is one empty choice. */
const writeEnd = (state: Printing): readonly Frame[] => {
  const out: Frame[] = []
  if (state.writers.size === 0) {
    const candidates = blocked(state.head, state.notes)
    for (const event of unfold({ ...state.head, candidates })) {
      if (event.type !== "start" && event.type !== "end") out.push(...writeEvent(state, event))
    }
  }
  state.done = true
  if (state.usage !== undefined) noteUsage(state.usage, state.notes)
  if (state.usage !== undefined && state.asked.usage) out.push(state.chunks.usage(writeUsage(state.usage)))
  out.push({ data: "[DONE]" })
  return out
}
