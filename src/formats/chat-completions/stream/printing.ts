import type { Candidate, Part, Response, ToolCallPart } from "../../../words/chat/chat.ts"
import { extend } from "../../../words/events/fold.ts"
import type { Asked, Stamp } from "../../../words/format.ts"
import type { Note } from "../../../words/notes/note.ts"
import type { Usage } from "../../../words/tokens/usage.ts"
import type { Chunks } from "./chunks.ts"

/** A stream that is being written. */
export interface Printing {
  readonly asked: Asked
  readonly stamp: Stamp
  readonly chunks: Chunks
  readonly writers: Map<number, Writer>
  readonly notes: Note[]
  head: Omit<Response, "candidates" | "usage">
  usage: Usage | undefined
  done: boolean
}

/** One candidate of a stream that is being written. */
export interface Writer {
  readonly index: number
  /** Parts, without what {@link more} holds of them; those without a place are undefined. */
  readonly parts: (Part | undefined)[]
  /** Text and input that parts went on with, in pieces, by part. */
  readonly more: (string[] | undefined)[]
  /** Calls that wait or are open, in their order. */
  readonly calls: OpenCall[]
  /** Whether a `<think>` is open in the content. */
  thinking: boolean
  /** Characters of reasoning and its marks in the content so far. */
  thought: number
  sentCalls: number
  /** How many carriers the client has been told. */
  sentDetails: number
  grounding: Candidate["grounding"]
}

/** A call that is being written, or waits for its turn. */
export interface OpenCall {
  readonly part: number
  call: ToolCallPart
  started: boolean
  ended: boolean
  /** Input that was not written yet. */
  waiting: string
  /** Whether any input was written. */
  said: boolean
  place: number
}

/** The part at an index, as far as it was said; undefined where it has no place. */
export const partAt = (writer: Writer, index: number): Part | undefined => {
  const part = writer.parts[index]
  const pieces = writer.more[index]
  if (part === undefined || pieces === undefined) return part
  const said = extend(part, { type: part.type === "tool-call" ? "input" : "text", text: pieces.join("") })
  writer.parts[index] = said
  writer.more[index] = undefined
  return said
}
