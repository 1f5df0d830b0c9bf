import type { Undo } from "../../../words/format.ts"
import type { Note } from "../../../words/notes/note.ts"
import type { Texts } from "../native.ts"

/** A stream that is being read. */
export interface Reading {
  readonly undo: Undo
  readonly choices: Map<number, Choice>
  readonly notes: Note[]
  /** What this format alone says before the answer begins. */
  ahead: Texts | undefined
  started: boolean
  /** Whether the last frame counted the whole answer. */
  counted: boolean
  /** How many sources were told of what a search found. */
  sources: number
  done: boolean
  tier: string | undefined
}

/** One choice of a stream that is being read: its open parts by kind, as indices. */
export interface Choice {
  readonly index: number
  readonly calls: CallsRead
  parts: number
  text: number | undefined
  refusal: number | undefined
  reasoning: number | undefined
  audio: number | undefined
  /** Reasoning parts in their order, ended ones too. */
  readonly thoughts: number[]
  /** Why it ends, as soon as that was said. */
  reason: string | undefined
  finished: boolean
}

/** The calls of a choice, by the place that the upstream gives them, and in their order. */
export interface CallsRead {
  readonly byPlace: Map<number | string, CallRead>
  readonly all: CallRead[]
}

/** A call that a choice has begun. */
export interface CallRead {
  readonly part: number
  readonly id: string | undefined
  readonly name: string
  /** Whether anything of its input came. */
  said: boolean
}
