import type { ContentPart, ChatEvent, PartDelta } from "../../core/chat/chat.ts"
import type { OpaqueBytes } from "../../core/chat/node.ts"
import type { ToldMembers } from "../../core/events/native-members.ts"
import type { ReplyContext } from "../../core/format.ts"
import { type HeldCounter, itemWeight, type TextBuffer } from "../../core/framing/stream-limits.ts"
import type { Json } from "../../core/json/json.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import type { ThoughtDetail } from "./thought-details.ts"

/** A stream that is being read. */
export interface StreamReadState {
  readonly reply: ReplyContext
  readonly choices: Map<number, ChoiceState>
  readonly notes: TranslationNote[]
  readonly held: HeldCounter
  /** The unknown members that chunks said of the answer. */
  readonly told: ToldMembers
  /** What the frame that is being read says. */
  events: ChatEvent[]
  /** What chunks said that said nothing of the answer before it began. */
  ahead: { [key: string]: Json }
  started: boolean
  /** Whether the last frame counted the whole answer. */
  counted: boolean
  /** How many sources were told of what a search found. */
  sources: number
  done: boolean
  tier: string | undefined
}

/** One choice of a stream that is being read: its open parts by kind, as indices. */
export class ChoiceState {
  readonly stream: StreamReadState
  readonly index: number
  /** The calls by the place that the upstream gives them, and in their order. */
  readonly callsByPlace = new Map<number | string, CallRead>()
  readonly calls: CallRead[] = []
  parts = 0
  text: number | undefined
  refusal: number | undefined
  reasoning: number | undefined
  audio: number | undefined
  /** Reasoning parts in their order, ended ones too. */
  readonly thoughts = new Set<number>()
  /** The last of them. */
  thought: number | undefined
  /** The detail of another gateway's that its last fragment was of. */
  detail: ThoughtDetail | undefined
  /** How that gateway wants the open thought back, where nobody signed it yet. */
  unsigned: readonly OpaqueBytes[] | undefined
  /** Whether deltas said anything of it: a whole message behind them says it again. */
  hasContent = false
  /** Why it ends, as soon as that was said. */
  reason: string | undefined
  finished = false

  constructor(stream: StreamReadState, index: number) {
    this.stream = stream
    this.index = index
  }

  /** Begins a part, and gives its index. */
  begin(value: ContentPart): number {
    const part = this.parts++
    this.stream.held.add(itemWeight)
    this.stream.events.push({ type: "part", candidate: this.index, part, value })
    return part
  }

  /** Says more of a part. */
  extend(part: number, delta: PartDelta): void {
    this.stream.events.push({ type: "delta", candidate: this.index, part, delta })
  }

  /** Ends a part. */
  end(part: number): void {
    this.stream.events.push({ type: "part-end", candidate: this.index, part })
  }
}

/** A call that a choice has begun. */
export interface CallRead {
  readonly part: number
  /** Where the upstream places it. */
  readonly place: number | string
  readonly id: string | undefined
  readonly name: string
  /** Whether anything of its input came. */
  hasInput: boolean
  /** The input as it comes, where it is free text inside an object. */
  object?: TextBuffer
}
