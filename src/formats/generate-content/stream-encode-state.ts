import type { RuleKey } from "./rules.ts"
import type { ChatCandidate, ChatResponse, FinishReason, TokenLogprob } from "../../core/chat/chat.ts"
import type { ReplyEncodeContext } from "../../core/chat/codec.ts"
import type { OpaqueBytes, ContentPart, TextCitation } from "../../core/chat/node.ts"
import type { HashedText } from "../../core/events/delta-fast-path.ts"
import { GatheredNative } from "../../core/events/fold.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import { HeldCounter, itemWeight, unreadWeight } from "../../core/framing/stream-limits.ts"
import type { EncoderWrites, StreamFrame } from "../../core/framing/transducer.ts"
import { mostNotes } from "../../core/notes/note.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  type JsonTemplate,
  spliceJson,
  stringifyJson
} from "../../core/json/json.ts"
import type { ValueEnd } from "../../core/json/value.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"
import type { EncodedPart } from "./context.ts"
import { encodeLogprobs } from "./output-text.ts"
import { encodeUsage } from "./response-end.ts"

/**
 * Writes a frame of one part, once something follows it: where nothing does, the end of the answer goes with it, for
 * clients keep each frame as a turn of its own, and an empty one between calls and results is refused.
 */
export const pushPart = (to: StreamEncoderState, candidate: CandidateEncoder, part: EncodedPart): void => {
  pushLast(to)
  const text = stringifyJson(part)
  to.held.add(unreadWeight(text))
  to.last = { candidate, text }
}

/** Writes the part that waits for what follows it. */
export const pushLast = (to: StreamEncoderState): void => {
  const last = takeLast(to)
  if (last !== undefined) pushFrame(to, last.candidate, last.text)
}

/** The part that waits, which waits no more. */
export const takeLast = (to: StreamEncoderState): StreamEncoderState["last"] => {
  const { last } = to
  to.last = undefined
  if (last !== undefined) to.held.release(unreadWeight(last.text))
  return last
}

/** Writes a frame of one part that is printed already: no frame is without one, and each tells the usage up to there. */
export const pushText = (to: StreamEncoderState, candidate: CandidateEncoder, part: string): void => {
  pushLast(to)
  pushFrame(to, candidate, part)
}

const pushFrame = (to: StreamEncoderState, candidate: CandidateEncoder, part: string): void => {
  const logprobs =
    candidate.logprobs.length === 0 ? "" : `,"logprobsResult":${stringifyJson(encodeLogprobs(candidate.logprobs))}`
  to.held.release(candidate.heldLogprobs)
  candidate.logprobs = []
  candidate.heldLogprobs = 0
  const content = `{"parts":[${part}],"role":"model"}`
  const text = `{"content":${content},"index":${candidate.index},"safetyRatings":[]${logprobs}}`
  to.frames.push({ data: `{"candidates":[${text}]${to.usageText}${to.tail}}` })
}

/** Usage as it stands in a frame. Each frame says it again: clients add up what is new in each. */
export const usageTail = (usage: TokenUsage): string => `,"usageMetadata":${stringifyJson(encodeUsage(usage))}`

/** Members of an object as they follow others. */
export const tailOf = (members: JsonObjectBuilder): string => {
  const text = stringifyJson(members)
  return text === "{}" ? "" : `,${text.slice(1, -1)}`
}

/** Writes the last frame: how each candidate ended, and the last usage. */
export const pushEnd = (
  to: StreamEncoderState,
  candidates: readonly JsonObjectBuilder[],
  more: JsonObjectBuilder
): void => {
  const out: { [key: string]: JsonTemplate } = {
    candidates: candidates.length === 0 ? undefined : candidates,
    usageMetadata: to.usage === undefined ? undefined : encodeUsage(to.usage),
    ...more
  }
  const text = spliceJson(out)
  to.frames.push({ data: text === "{}" ? `{${to.tail.slice(1)}}` : `${text.slice(0, -1)}${to.tail}}` })
}

/** A part on its way to frames. */
export interface PartEncoder {
  readonly part: number
  /** `live`: its text is written as it comes; `whole`: it is written when it ends. */
  kind: "live" | "whole"
  value: ContentPart
  /** What was written of it. */
  readonly hashed: HashedText
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
export interface CandidateEncoder {
  readonly index: number
  readonly parts: Map<number, PartEncoder>
  /** Parts that were written, each once, in the order of their first frames. */
  readonly written: number[]
  /** Calls that no text has ended. */
  readonly calls: PartEncoder[]
  /** The part that was written last, where it was text that nothing signed. */
  last: PartEncoder | undefined
  /** Those that no frame has said, and what they count. */
  logprobs: TokenLogprob[]
  heldLogprobs: number
  readonly rest: MutableDraft<Pick<ChatCandidate, "grounding" | "block" | "native">>
  /** What only the upstream's format says of it; it is told at the end. */
  readonly native: GatheredNative
  broken: boolean
  finish: FinishReason | undefined
}

/** What a stream's encoder knows. */
export interface StreamEncoderState extends ReplyEncodeContext, EncoderWrites<StreamFrame> {
  readonly candidates: Map<number, CandidateEncoder>
  /** What every frame says behind its candidate. */
  tail: string
  block: ChatResponse["block"]
  /** What only the upstream's format says of the answer; the last frame tells it. */
  readonly native: GatheredNative
  usage: TokenUsage | undefined
  /** The same as frames say it. */
  usageText: string
  /** A part that waits for what follows it. */
  last: { readonly candidate: CandidateEncoder; readonly text: string } | undefined
  readonly noted: Set<RuleKey>
}

/** The beginning of a stream. */
export const streamEncoderState = (
  preferences: ReplyPreferences,
  defaults: ResponseDefaults,
  most?: number
): StreamEncoderState => {
  const held = new HeldCounter(most)
  return {
    preferences,
    defaults,
    notes: [],
    mostNotes,
    frames: [],
    held,
    candidates: new Map(),
    tail: "",
    block: undefined,
    native: new GatheredNative(held),
    usage: undefined,
    usageText: "",
    last: undefined,
    done: false,
    noted: new Set()
  }
}

/** The state of a candidate, which begins where it is not known. */
export const candidateAt = (to: StreamEncoderState, index: number): CandidateEncoder => {
  const known = to.candidates.get(index)
  if (known !== undefined) return known
  const candidate: CandidateEncoder = {
    index,
    parts: new Map(),
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
  to.candidates.set(index, candidate)
  to.held.add(itemWeight)
  return candidate
}
