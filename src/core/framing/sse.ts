import { GatewayError } from "../errors/error.ts"
import { eventTooLarge, copyText, TextBuffer } from "./stream-limits.ts"
import { type StreamFrame, type StreamFraming, noNotes, type Transducer } from "./transducer.ts"

/** The most that one frame may hold, in UTF-16 code units. */
export const maxFrame = 16 * 1024 * 1024

/** The error of a frame that holds more. */
export const frameTooLong = (max: number): GatewayError =>
  new GatewayError("UpstreamFailed", `The upstream sent a stream event of more than ${max} characters.`, {
    code: eventTooLarge
  })

/**
 * Server-sent events, as `text/event-stream` defines them. Comments, `id:` and `retry:` are read over; a last event
 * without its blank line counts, and so does JSON that stands in no event, as some vendors write an error; invalid UTF-8
 * becomes U+FFFD.
 */
export const sseFraming: StreamFraming = {
  id: "sse",
  contentType: "text/event-stream; charset=utf-8",
  read: (max = maxFrame, aside) => readFrames(max, aside),
  write: () => ({ push: (frame) => [print(frame)], end: () => [], notes: noNotes })
}

const print = ({ event, data }: StreamFrame): string => {
  const lines = data.includes("\n") || data.includes("\r") ? data.split(/\r\n|\r|\n/).join("\ndata: ") : data
  return event === undefined ? `data: ${lines}\n\n` : `event: ${nameOf(event)}\ndata: ${lines}\n\n`
}

const nameOf = (event: string): string => (/[\r\n\0]/.test(event) ? event.replace(/[\r\n\0]/g, " ") : event)

interface State {
  /** Text of the line that is not complete yet. */
  pending: TextBuffer
  /** Whether the last text ended in a carriage return, whose line feed may follow. */
  afterReturn: boolean
  event: string | undefined
  /** Whether lines are data as they are, up to the next empty one: an error that stands in no event. */
  bare: boolean
  /** The lines of data, and what they count. */
  data: string[]
  units: number
  done: boolean
  /** Is told of each line that is no event's, and of each event's name. */
  readonly aside: ((name?: string) => void) | undefined
}

/** What a line of data counts besides its text: a line is held by itself, and what is held is joined at once. */
const line = 256

const readFrames = (max: number, aside?: State["aside"]): Transducer<Uint8Array, StreamFrame | GatewayError> => {
  const decoder = new TextDecoder()
  const state: State = {
    pending: new TextBuffer(),
    afterReturn: false,
    event: undefined,
    bare: false,
    data: [],
    units: 0,
    done: false,
    aside
  }
  return {
    push: (bytes) => (state.done ? [] : readText(state, decoder.decode(bytes, { stream: true }), max)),
    end: (how) => {
      if (state.done) return []
      const out = [...readText(state, decoder.decode(), max)]
      if (state.done) return out
      state.done = true
      if (how !== "clean") return out
      readPending(state, "")
      return state.data.length === 0 ? out : [...out, frameOf(state)]
    },
    notes: noNotes
  }
}

const readText = (state: State, text: string, max: number): readonly (StreamFrame | GatewayError)[] => {
  const out: (StreamFrame | GatewayError)[] = []
  let from = state.afterReturn && text.startsWith("\n") ? 1 : 0
  let back = text.indexOf("\r", from)
  if (text.length > 0) state.afterReturn = text.endsWith("\r")
  while (state.units <= max) {
    const feed = text.indexOf("\n", from)
    if (back >= 0 && back < from) back = text.indexOf("\r", from)
    const end = feed < 0 ? back : back < 0 ? feed : Math.min(feed, back)
    if (end < 0) break
    if (state.pending.length > 0) readPending(state, text.slice(from, end))
    else if (end > from) readLine(state, text, from, end)
    else if (state.data.length > 0) out.push(frameOf(state))
    else state.event = undefined
    from = text.charCodeAt(end) === carriageReturn && text.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1
  }
  if (from < text.length) state.pending.add(from === 0 ? text : copyText(text.slice(from)))
  if (state.pending.length + state.units > max) {
    state.done = true
    out.push(frameTooLong(max))
  }
  return out
}

const lineFeed = 10
const carriageReturn = 13
const space = 32

/** Reads the line that began in an earlier piece and ends here. */
const readPending = (state: State, rest: string): void => {
  state.pending.add(rest)
  const { text } = state.pending
  state.pending = new TextBuffer()
  readLine(state, text, 0, text.length)
}

/** Reads the line of a text from `from` to `end`. */
const readLine = (state: State, text: string, from: number, end: number): void => {
  if (state.bare || isBare(text.charCodeAt(from))) readBare(state, text.slice(from, end))
  else if (text.startsWith("data:", from)) addData(state, valueIn(text, from + 5, end))
  else if (text.startsWith("event:", from)) nameEvent(state, copyText(valueIn(text, from + 6, end)))
  else if (end - from === 4 && text.startsWith("data", from)) addData(state, "")
  else state.aside?.()
}

const nameEvent = (state: State, name: string): void => {
  state.event = name
  state.aside?.(name)
}

/** Whether a line begins as JSON does. No field begins so. */
const isBare = (code: number): boolean => code === 123 || code === 91

/** Reads a line of JSON that its vendor wrote into the stream without an event. */
const readBare = (state: State, line: string): void => {
  state.bare = true
  state.aside?.()
  addData(state, line)
}

const addData = (state: State, value: string): void => {
  state.data.push(value)
  state.units += value.length + (state.data.length > 1 ? line : 0)
}

/** A field's value, without the one space that may stand before it. */
const valueIn = (text: string, from: number, end: number): string =>
  text.slice(text.charCodeAt(from) === space ? from + 1 : from, end)

const frameOf = (state: State): StreamFrame => {
  const [only = "", ...more] = state.data
  const data = more.length === 0 ? only : state.data.join("\n")
  const named: StreamFrame = state.event === undefined ? { data } : { event: state.event, data }
  const frame: StreamFrame = state.bare ? { ...named, bare: true } : named
  state.event = undefined
  state.bare = false
  state.data = []
  state.units = 0
  return frame
}
