import type { ReplyContext } from "../../../core/format.ts"
import type { JsonObject } from "../../../core/json/json.ts"
import type { TextBuffer } from "../../../core/framing/gathered.ts"
import { HeldCounter } from "../../../core/framing/held.ts"
import type { TranslationNote } from "../../../core/notes/note.ts"
import type { TokenUsage } from "../../../core/tokens/usage.ts"
import { ownVendor } from "../wire.ts"

/** A block that is open: the part that it became, and what its deltas mean. */
export interface Block {
  readonly part: number
  /**
   * `custom`: the input of a tool that takes free text; `output`: of the tool that stood in for a schema; `whole`: a
   * call whose input came at once; `ignored`: a block that nothing more is read of.
   */
  readonly kind: "text" | "reasoning" | "call" | "custom" | "output" | "whole" | "other"
  /** Input that is gathered until the block ends, and whether any came. */
  readonly input: TextBuffer
  any: boolean
}

/** What a stream's reader knows. */
export interface State {
  readonly undo: ReplyContext
  readonly vendor: string
  readonly notes: TranslationNote[]
  readonly held: HeldCounter
  /** Open blocks by their index on the wire, which may have gaps; by its complement, what is told beside such a block. */
  readonly open: Map<number, Block>
  lastIndex: number
  /** The message as it began. */
  message: JsonObject
  /** How many parts there are. */
  parts: number
  started: boolean
  finished: boolean
  done: boolean
  /** Whether there was a call that the client has to answer. */
  calls: boolean
  usage: TokenUsage | undefined
}

/** The beginning of a stream. */
export const stateOf = (undo: ReplyContext, most?: number): State => ({
  undo,
  vendor: undo.vendor ?? ownVendor,
  notes: [],
  held: new HeldCounter(most),
  open: new Map(),
  lastIndex: -1,
  message: {},
  parts: 0,
  started: false,
  finished: false,
  done: false,
  calls: false,
  usage: undefined
})
