import type { ChatFormat } from "../../core/format.ts"
import { sseFraming, maxFrame, frameTooLong } from "../../core/framing/sse.ts"
import { decodeError, encodeError } from "./wire.ts"
import { decodeRequest, encodeRequest } from "./request.ts"
import { encodeResponse } from "./response-encode.ts"
import { decodeResponse } from "./response-decode.ts"
import { decodeStream } from "./stream-decode.ts"
import { encodeStream } from "./stream-encode.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { type StreamFrame, type StreamFraming, noNotes, type Transducer } from "../../core/framing/transducer.ts"
import { TextBuffer } from "../../core/framing/stream-limits.ts"

/** A JSON array that is written item by item: what some vendors stream where nobody asked for server-sent events. */
export const jsonArray: StreamFraming = {
  id: "json-array",
  contentType: "application/json; charset=utf-8",
  read: (max = maxFrame) => readItems(max),
  write: () => {
    let begun = false
    return {
      push: ({ data }) => {
        const before = begun ? ",\r\n" : "["
        begun = true
        return [before + data]
      },
      end: () => [begun ? "]" : "[]"],
      notes: noNotes
    }
  }
}

/** What is known between two pieces of text. */
interface State {
  /** Text of the item that is not complete yet. */
  item: TextBuffer
  /** Containers that are open, the array itself included. */
  depth: number
  inString: boolean
  /** Whether the last character was a backslash inside a string. */
  escaped: boolean
  done: boolean
}

const readItems = (max: number): Transducer<Uint8Array, StreamFrame | GatewayError> => {
  const decoder = new TextDecoder()
  const state: State = { item: new TextBuffer(), depth: 0, inString: false, escaped: false, done: false }
  return {
    push: (bytes) => (state.done ? [] : readText(state, decoder.decode(bytes, { stream: true }), max)),
    end: (how) => {
      if (state.done) return []
      const out = readText(state, decoder.decode(), max)
      const rest = state.item.text.trim()
      state.done = true
      return how === "clean" && state.depth === 0 && rest !== "" ? [...out, { data: rest }] : out
    },
    notes: noNotes
  }
}

/** Reads text up to its end. An object that stands alone is one item; what is between items is read over. */
const readText = (state: State, text: string, max: number): readonly (StreamFrame | GatewayError)[] => {
  const out: (StreamFrame | GatewayError)[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (state.inString) readInString(state, code)
    else if (code === 34) state.inString = true
    else if (code === 91 || code === 123) {
      if (state.depth === 0 && code === 91) from = at + 1
      state.depth += state.depth === 0 && code === 123 ? 2 : 1
    } else if ((code === 93 || code === 125) && state.depth > 0) {
      if (--state.depth > 1) continue
      state.item.add(text.slice(from, at + 1))
      if (state.depth === 1) out.push({ data: state.item.text.trim() })
      state.item = new TextBuffer()
      from = at + 1
    } else if (code === 44 && state.depth === 1) {
      state.item = new TextBuffer()
      from = at + 1
    }
  }
  state.item.add(text.slice(from))
  if (state.item.length <= max) return out
  state.done = true
  return [...out, frameTooLong(max)]
}

const readInString = (state: State, code: number): void => {
  if (state.escaped) state.escaped = false
  else if (code === 92) state.escaped = true
  else if (code === 34) state.inString = false
}

/** The `generateContent` and `streamGenerateContent` methods, as their vendor's SDK types of version 3.1 say them. */
export const generateContent: ChatFormat<"generate-content"> = {
  id: "generate-content",
  framings: [sseFraming, jsonArray],
  decodeRequest,
  encodeRequest,
  decodeResponse,
  encodeResponse,
  decodeStream,
  encodeStream,
  decodeError,
  encodeError
}
