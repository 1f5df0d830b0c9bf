import type {
  ChatCandidate,
  TextCitation,
  FinishReason,
  ContentPart,
  ChatResponse,
  TokenLogprob
} from "../../../core/chat/chat.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../../core/format.ts"
import type { StreamFrame } from "../../../core/framing/transducer.ts"
import type { RepeatedFrames } from "../../../core/events/delta-fast-path.ts"
import { HeldCounter, itemWeight } from "../../../core/framing/held.ts"
import type { OpaqueBytes } from "../../../core/chat/node.ts"
import type { GatewayError } from "../../../core/errors/error.ts"
import type { TokenUsage } from "../../../core/tokens/usage.ts"
import type { MutableDraft } from "../../../core/json/builder.ts"
import { note, type RuleKey } from "../rules.ts"
import { GatheredNative } from "../../../core/events/gathered-native.ts"
import type { ValueEnd } from "../../../core/json/scan.ts"
import type { Telling } from "../response/telling.ts"

/** A part on its way to frames. */
export interface Track {
  readonly part: number
  /** `live`: its text is written as it comes; `whole`: it is written when it ends. */
  kind: "live" | "whole"
  value: ContentPart
  /** What was written of it. */
  readonly heard: RepeatedFrames
  /** What it counts as long as it has not ended. */
  held: number
  /** Bytes that no frame has said yet. */
  opaque: readonly OpaqueBytes[]
  /** Citations that came behind its beginning. */
  readonly citations: TextCitation[]
  /** Where the input of a call ends, and whether it is a JSON object then; undefined as long as nobody knows. */
  readonly end: ValueEnd
  isObject: boolean | undefined
  ended: boolean
}

/** What is known of one candidate. */
export interface Writer {
  readonly index: number
  readonly tracks: Map<number, Track>
  /** Parts that were written, each once, in the order of their first frames. */
  readonly written: number[]
  /** Calls that no text has ended. */
  readonly calls: Track[]
  /** The part that was written last, where it was text that nothing signed. */
  last: Track | undefined
  /** Those that no frame has said, and what they count. */
  logprobs: TokenLogprob[]
  heldLogprobs: number
  readonly rest: MutableDraft<Pick<ChatCandidate, "grounding" | "block" | "native">>
  /** What only the upstream's format says of it; it is told at the end. */
  readonly native: GatheredNative
  broken: boolean
  finish: FinishReason | undefined
}

/** What a stream's writer knows. */
export interface Writing extends Telling {
  readonly frames: StreamFrame[]
  readonly held: HeldCounter
  readonly writers: Map<number, Writer>
  /** What every frame says behind its candidate. */
  tail: string
  block: ChatResponse["block"]
  native: ChatResponse["native"]
  usage: TokenUsage | undefined
  /** The same as frames say it. */
  usageText: string
  /** A part that waits for what follows it. */
  last: { readonly writer: Writer; readonly text: string } | undefined
  done: boolean
  /** The error that ended it. */
  failure?: GatewayError
  readonly told: Set<RuleKey>
}

/** The beginning of a stream. */
export const writingOf = (asked: ReplyPreferences, stamp: ResponseDefaults, most?: number): Writing => ({
  asked,
  stamp,
  notes: [],
  frames: [],
  held: new HeldCounter(most),
  writers: new Map(),
  tail: "",
  block: undefined,
  native: undefined,
  usage: undefined,
  usageText: "",
  last: undefined,
  done: false,
  told: new Set()
})

/** The writer of a candidate. */
export const writerAt = (to: Writing, index: number): Writer => {
  const known = to.writers.get(index)
  if (known !== undefined) return known
  const writer: Writer = {
    index,
    tracks: new Map(),
    written: [],
    calls: [],
    last: undefined,
    logprobs: [],
    heldLogprobs: 0,
    rest: {},
    native: new GatheredNative(to.held),
    broken: false,
    finish: undefined
  }
  to.writers.set(index, writer)
  to.held.add(itemWeight)
  return writer
}

/** Writes a note of a rule once a stream. */
export const tellOnce = (to: Writing, rule: RuleKey): void => {
  if (to.told.has(rule)) return
  to.told.add(rule)
  note(to, rule, "")
}
