import type { ChatCandidate, TextCitation, FinishReason, ContentPart, ChatResponse } from "../../../core/chat/chat.ts"
import type { QuoteBudget } from "../../../core/chat/quoted.ts"
import type { ChatEvent } from "../../../core/events/event.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../../core/format.ts"
import type { StreamFrame } from "../../../core/framing/transducer.ts"
import type { OpaqueBytes } from "../../../core/chat/node.ts"
import type { RepeatedFrames } from "../../../core/events/delta-fast-path.ts"
import { HeldCounter } from "../../../core/framing/held.ts"
import type { GatewayError } from "../../../core/errors/error.ts"
import type { JsonObjectBuilder, MutableDraft } from "../../../core/json/builder.ts"
import type { TokenUsage } from "../../../core/tokens/usage.ts"
import { type RuleKey } from "../rules.ts"
import { note } from "../noting.ts"
import { type Telling } from "../response/telling.ts"
import { GatheredNative } from "../../../core/events/gathered-native.ts"
import type { CallInput } from "./call-input.ts"

/** What is said of a part. */
export type PartEvent = Extract<ChatEvent, { readonly part: number }>

/** A part on its way to blocks. */
export interface Track {
  readonly part: number
  /** `whole`: written when it ends; the others as they come. */
  readonly kind: "text" | "reasoning" | "call" | "whole"
  value: ContentPart
  /** Its text, which digests and quotes are made of. */
  readonly heard: RepeatedFrames
  /** What its citations quote of it. */
  readonly quoted: QuoteBudget
  /** The input of a call, until it ends. */
  input: CallInput | undefined
  /** Bytes that no block has said yet. */
  opaque: readonly OpaqueBytes[]
  /** Citations of a text that has not begun. */
  readonly citations: TextCitation[]
  /** What it counts as long as it has not ended. */
  held: number
  /** Whether a block of it was ever written. */
  written: boolean
  ended: boolean
}

/** What a stream's writer knows. */
export interface Writer extends Telling {
  readonly frames: StreamFrame[]
  readonly held: HeldCounter
  readonly tracks: Map<number, Track>
  /** What was said of parts while a call was open that was not whole, in the order of the parts' first words. */
  readonly waiting: Map<number, PartEvent[]>
  /** Blocks that show nothing, which are written where a call follows, with the part of each. */
  readonly unseen: { readonly part: ContentPart; readonly block: JsonObjectBuilder }[]
  /** The part whose block is open. */
  open: Track | undefined
  /** The index of the next block. */
  index: number
  started: boolean
  /** Whether anything was said of the answer itself: one of which nothing is said was blocked. */
  begun: boolean
  done: boolean
  /** The error that ended it. */
  failure?: GatewayError
  readonly head: MutableDraft<Pick<ChatResponse, "refs" | "native">>
  readonly candidate: MutableDraft<Pick<ChatCandidate, "block" | "native">>
  /** What only the upstream's format says of the candidate; it is told at the end. */
  readonly native: GatheredNative
  /** What refusals said; it is told at the end. */
  refusal: string
  /** Whether a call of the client's ended with an input that is no object. */
  broken: boolean
  finish: FinishReason | undefined
  usage: TokenUsage | undefined
  readonly told: Set<RuleKey>
}

/** The beginning of a stream. */
export const writerOf = (asked: ReplyPreferences, stamp: ResponseDefaults, most?: number): Writer => {
  const tracks = new Map<number, Track>()
  const held = new HeldCounter(most)
  return {
    asked,
    stamp,
    partAt: (index) => spoken(tracks.get(index)),
    notes: [],
    frames: [],
    held,
    tracks,
    waiting: new Map(),
    unseen: [],
    open: undefined,
    index: 0,
    started: false,
    begun: false,
    done: false,
    head: {},
    candidate: {},
    native: new GatheredNative(held),
    refusal: "",
    broken: false,
    finish: undefined,
    usage: undefined,
    told: new Set()
  }
}

/** A part as far as it was said, a long text by its beginning. */
const spoken = (track: Track | undefined): ContentPart | undefined =>
  track === undefined || track.kind === "whole" || !("text" in track.value)
    ? track?.value
    : { ...track.value, text: track.heard.text }

/** Writes a note of a rule once a stream. */
export const tellOnce = (to: Writer, rule: RuleKey): void => {
  if (to.told.has(rule)) return
  to.told.add(rule)
  note(to, rule, "")
}
