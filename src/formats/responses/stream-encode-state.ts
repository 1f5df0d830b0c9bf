import type { ChatCandidate, ChatResponse, ContentPart, FinishReason, TextCitation } from "../../core/chat/chat.ts"
import { GatheredGrounding } from "../../core/events/gathered-grounding.ts"
import { GatheredNative } from "../../core/events/native-members.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import { HeldCounter, type TextBuffer } from "../../core/framing/stream-limits.ts"
import type { EncoderWrites, StreamFrame } from "../../core/framing/transducer.ts"
import { type JsonObjectBuilder, type JsonTemplate, type MutableDraft, stringifyJson } from "../../core/json/json.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"
import { LogprobQueue } from "./output-encode.ts"
import type { RuleKey } from "./rules.ts"
import type { ResponseEncodeContext } from "./context.ts"

/** A part on its way to items. */
export interface PartState {
  readonly place: number
  /** `whole`: written when it ends; the others as they come. */
  readonly kind: "text" | "reasoning" | "call" | "whole"
  value: ContentPart
  /** What it said, where that is not in its value. */
  readonly text: TextBuffer
  /** Where frames that say more of it say that it stands: members, printed once. */
  stands: string
  /** The item that is open for it, where it has one of its own. */
  item: OpenItem | undefined
  /** The content of a message that is open for a text. */
  content: OpenContent | undefined
  ended: boolean
  /** Of a call: whether its input broke off. */
  unfinished: boolean
}

/** An item that was begun and has not ended. */
interface OpenItem {
  readonly id: string
  readonly index: number
  /** Of a call: its id. */
  readonly callId?: string
}

/** A message that was begun and has not ended, and what it holds so far. */
export interface OpenMessage extends OpenItem {
  readonly first: ContentPart
  readonly content: JsonTemplate[]
  open: OpenContent | undefined
}

/** A text or a refusal of a message, which has not ended. */
export interface OpenContent {
  readonly track: PartState
  readonly index: number
  readonly text: TextBuffer
  readonly citations: TextCitation[]
}

/** What a stream's writer knows. */
export interface StreamEncoderState extends ResponseEncodeContext, EncoderWrites<StreamFrame> {
  answer: string
  readonly parts: Map<number, PartState>
  /** The items of the answer; undefined where one has not ended. */
  readonly output: (JsonTemplate | undefined)[]
  readonly tokens: LogprobQueue
  message: OpenMessage | undefined
  head: Omit<ChatResponse, "candidates" | "usage">
  readonly candidate: MutableDraft<Pick<ChatCandidate, "block">>
  /** What only the upstream's format says of the answer; it is told at the end. */
  readonly native: GatheredNative
  readonly grounding: GatheredGrounding<PartState>
  /** The number of the next frame. */
  sequence: number
  started: boolean
  /** Whether anything was said of the answer itself: one of which nothing is said was blocked. */
  answered: boolean
  finish: FinishReason | undefined
  usage: TokenUsage | undefined
  readonly noted: Set<RuleKey>
}

/** The beginning of a stream. */
export const streamEncoderState = (
  preferences: ReplyPreferences,
  defaults: ResponseDefaults,
  most?: number
): StreamEncoderState => {
  const parts = new Map<number, PartState>()
  const held = new HeldCounter(most)
  return {
    preferences,
    defaults,
    answer: defaults.id,
    partAt: (index) => soFar(parts.get(index)),
    notes: [],
    frames: [],
    held,
    parts,
    output: [],
    tokens: new LogprobQueue(),
    message: undefined,
    head: {},
    candidate: {},
    native: new GatheredNative(held),
    grounding: new GatheredGrounding(held, parts),
    sequence: 0,
    started: false,
    answered: false,
    finish: undefined,
    usage: undefined,
    noted: new Set(),
    done: false
  }
}

/** A part as far as it was said. */
export const soFar = (track: PartState | undefined): ContentPart | undefined => {
  if (track === undefined) return undefined
  const { kind, value, content, text } = track
  if (value.type === "text" && content !== undefined) return { ...value, text: content.text.text }
  return kind === "reasoning" && value.type === "reasoning" && !track.ended ? { ...value, text: text.text } : value
}

/**
 * Says a frame: its event's name is its type, and its number the next. It is printed once it is read, as the frames at a
 * stream's end hold what was said again and again.
 */
export const pushFrame = (to: StreamEncoderState, type: string, body: JsonObjectBuilder): void => {
  const told = { type, sequence_number: to.sequence++, ...body }
  let data: string | undefined
  to.frames.push({
    event: type,
    get data() {
      return (data ??= stringifyJson(told))
    }
  })
}

/** Where a part stands, as {@link pushDelta} says it. */
export const standing = (place: JsonObjectBuilder): string => stringifyJson(place).slice(1, -1)

/** Says more of a part: the most frequent of frames, of which only the number and the text are printed anew. */
export const pushDelta = (
  to: StreamEncoderState,
  type: string,
  { stands }: PartState,
  text: string,
  rest = ""
): void => {
  const head = `{"type":"${type}","sequence_number":${to.sequence++},${stands}`
  to.frames.push({ event: type, data: `${head},"delta":${JSON.stringify(text)}${rest}}` })
}
