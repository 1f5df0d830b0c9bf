import { GatewayError } from "./error.ts"
import type { Frame, Framing } from "./framing.ts"
import { noNotes, type Transducer } from "./transducer.ts"

/** The most that one frame may hold, in UTF-16 code units. */
export const maxFrame = 16 * 1024 * 1024

/**
 * Server-sent events, as `text/event-stream` defines them. Comments, `id:` and `retry:` are read over; a last event
 * without its blank line counts; invalid UTF-8 becomes U+FFFD.
 */
export const sse: Framing = {
  id: "sse",
  contentType: "text/event-stream; charset=utf-8",
  read: (max = maxFrame) => readFrames(max),
  write: () => ({ push: (frame) => [print(frame)], end: () => [], notes: noNotes })
}

const print = ({ event, data }: Frame): string => {
  const lines = /[\r\n]/.test(data) ? data.split(/\r\n|\r|\n/).join("\ndata: ") : data
  return event === undefined ? `data: ${lines}\n\n` : `event: ${event.replace(/[\r\n\0]/g, " ")}\ndata: ${lines}\n\n`
}

interface State {
  /** Text of the line that is not complete yet, in pieces. */
  pending: string
  /** Whether the last text ended in a carriage return, whose line feed may follow. */
  afterReturn: boolean
  event: string | undefined
  data: string | undefined
  done: boolean
}

const readFrames = (max: number): Transducer<Uint8Array, Frame | GatewayError> => {
  const decoder = new TextDecoder()
  const state: State = { pending: "", afterReturn: false, event: undefined, data: undefined, done: false }
  return {
    push: (bytes) => (state.done ? [] : readText(state, decoder.decode(bytes, { stream: true }), max)),
    end: (how) => {
      if (state.done) return []
      const out = [...readText(state, decoder.decode(), max)]
      if (state.done) return out
      state.done = true
      if (how !== "clean") return out
      readLine(state, state.pending)
      return state.data === undefined ? out : [...out, frameOf(state, state.data)]
    },
    notes: noNotes
  }
}

const readText = (state: State, text: string, max: number): readonly (Frame | GatewayError)[] => {
  const out: (Frame | GatewayError)[] = []
  let from = state.afterReturn && text.startsWith("\n") ? 1 : 0
  let back = text.indexOf("\r", from)
  if (text.length > 0) state.afterReturn = text.endsWith("\r")
  for (;;) {
    const feed = text.indexOf("\n", from)
    if (back >= 0 && back < from) back = text.indexOf("\r", from)
    const end = feed < 0 ? back : back < 0 ? feed : Math.min(feed, back)
    if (end < 0) break
    const line = state.pending + text.slice(from, end)
    state.pending = ""
    from = text.startsWith("\r\n", end) ? end + 2 : end + 1
    if (line !== "") readLine(state, line)
    else if (state.data !== undefined) out.push(frameOf(state, state.data))
    else state.event = undefined
  }
  state.pending += text.slice(from)
  if (state.pending.length + (state.data?.length ?? 0) > max) {
    state.done = true
    out.push(new GatewayError("UpstreamFailed", `The upstream sent a stream event of more than ${max} characters.`))
  }
  return out
}

const readLine = (state: State, line: string): void => {
  if (line.startsWith("data:")) {
    const value = line.startsWith(" ", 5) ? line.slice(6) : line.slice(5)
    state.data = state.data === undefined ? value : `${state.data}\n${value}`
  } else if (line.startsWith("event:")) {
    state.event = line.startsWith(" ", 6) ? line.slice(7) : line.slice(6)
  } else if (line === "data") {
    state.data = state.data === undefined ? "" : `${state.data}\n`
  }
}

const frameOf = (state: State, data: string): Frame => {
  const frame = state.event === undefined ? { data } : { event: state.event, data }
  state.event = undefined
  state.data = undefined
  return frame
}
