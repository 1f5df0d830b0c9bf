import type { ChatCandidate, TextCitation, ContentPart, ChatResponse, ToolCallPart } from "../../core/chat/chat.ts"
import type { HashedText } from "../../core/events/delta-fast-path.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import type { StreamFrame, EncoderWrites } from "../../core/framing/transducer.ts"
import { HeldCounter } from "../../core/framing/stream-limits.ts"
import { putMember, type JsonTemplate, stringifyJson, type JsonObjectBuilder } from "../../core/json/json.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"
import type { CarrierPlaces } from "./opaque.ts"
import { ownNative } from "./context.ts"

/** A stream that is being written. It prints the chunks: what all of them say is printed once. */
export class StreamEncoderState implements EncoderWrites<StreamFrame> {
  readonly preferences: ReplyPreferences
  readonly defaults: ResponseDefaults
  readonly frames: StreamFrame[] = []
  readonly notes: TranslationNote[] = []
  readonly held: HeldCounter
  readonly writers = new Map<number, CandidateEncoder>()
  head: Omit<ChatResponse, "candidates" | "usage"> = {}
  usage: TokenUsage | undefined
  done = false
  failure?: GatewayError
  /** The beginning of every chunk. */
  #start = ""
  /** The beginning of a chunk of {@link #candidate}, up to its delta. */
  #open = ""
  #candidate = 0
  readonly #tail: string
  /** The end of a chunk behind its delta, where the choice goes on. */
  readonly #rest: string

  constructor(preferences: ReplyPreferences, defaults: ResponseDefaults, most?: number) {
    this.held = new HeldCounter(most)
    this.preferences = preferences
    this.defaults = defaults
    this.#tail = preferences.usage ? `,"usage":null}` : "}"
    this.#rest = `,"finish_reason":null}]${this.#tail}`
  }

  /** Sets what every chunk says of the answer. */
  begin(response: StreamEncoderState["head"]): void {
    this.head = response
    const out: JsonObjectBuilder = {
      id: response.id ?? this.defaults.id,
      object: "chat.completion.chunk",
      created: response.created ?? this.defaults.created,
      model: response.model ?? this.defaults.model,
      service_tier: response.tier
    }
    for (const [key, value] of ownNative(response)?.rest ?? []) if (value.text !== "null") putMember(out, key, value)
    this.#start = stringifyJson(out).slice(0, -1)
    this.#turnTo(this.#candidate)
  }

  #turnTo(candidate: number): void {
    this.#candidate = candidate
    this.#open = `${this.#start},"choices":[{"index":${candidate},"delta":`
  }

  /** A frame as it is. */
  frame(data: string): void {
    this.frames.push({ data })
  }

  /** The first chunk of a candidate. */
  role(candidate: number): void {
    this.#delta(candidate, `{"role":"assistant","content":""}`)
  }

  /** A chunk with one choice's delta. */
  delta(candidate: number, delta: JsonTemplate): void {
    this.#delta(candidate, stringifyJson(delta))
  }

  /** A chunk with one member of one choice's delta: the most frequent of all. */
  text(candidate: number, key: string, text: string): void {
    this.#delta(candidate, `{"${key}":${JSON.stringify(text)}}`)
  }

  /** A chunk with more input of the call at a place: the second most frequent. */
  input(candidate: number, place: number, custom: boolean, text: string): void {
    const body = custom ? `"custom":{"input":` : `"function":{"arguments":`
    this.#delta(candidate, `{"tool_calls":[{"index":${place},${body}${JSON.stringify(text)}}}]}`)
  }

  #delta(candidate: number, delta: string): void {
    if (candidate !== this.#candidate) this.#turnTo(candidate)
    this.frame(this.#open + delta + this.#rest)
  }

  /** A chunk with what a choice says besides its delta, or why it ends. */
  beside(index: number, members: JsonObjectBuilder): void {
    const choice = stringifyJson({ index, delta: {}, ...members, finish_reason: members["finish_reason"] ?? null })
    this.frame(`${this.#start},"choices":[${choice}]${this.#tail}`)
  }

  /** The chunk of token counts. */
  counts(usage: JsonTemplate): void {
    this.frame(`${this.#start},"choices":[],"usage":${stringifyJson(usage)}}`)
  }
}

/** One candidate of a stream that is being written. */
export interface CandidateEncoder {
  readonly index: number
  /** Parts, without their texts and their bytes; those without a place are undefined. */
  readonly parts: (ContentPart | undefined)[]
  /** The texts and inputs of parts, by part. */
  readonly spoken: (HashedText | undefined)[]
  /** Citations that parts went on with, by part. */
  readonly cited: Map<number, TextCitation[]>
  /** Calls that wait or are open, in their order. */
  readonly calls: CallLine
  /** Whether a `<think>` is open in the content. */
  thinking: boolean
  /** Characters of reasoning and its marks in the content so far. */
  thought: number
  /** How many parts are reasoning. */
  thoughts: number
  sentCalls: number
  /** The places of the parts whose reasoning was told, and how many those are. */
  readonly places: CarrierPlaces
  placed: number
  /** How many carriers the client was told last. */
  sentDetails: number
  grounding: ChatCandidate["grounding"]
}

/** A call that is being written, or waits for its turn. */
export interface OpenCall {
  readonly part: number
  call: ToolCallPart
  started: boolean
  ended: boolean
  /** Input that was not written yet. */
  waiting: string
  /** Whether any input was written, or it broke off before. */
  hasInput: boolean
  place: number
}

/** Calls in the order in which they are written, the first of which is open. Each is found at once, however many wait. */
export class CallLine {
  readonly #calls = new Map<number, OpenCall>()
  /** Their parts, those that are done too. */
  readonly #order: number[] = []
  #done = 0

  /** The call that is open. */
  get first(): OpenCall | undefined {
    return this.#calls.get(this.#order[this.#done] ?? -1)
  }

  /** The parts of the calls that are left. */
  get parts(): readonly number[] {
    return this.#order.slice(this.#done)
  }

  /** The call that is a part; undefined where it is done. */
  of(part: number): OpenCall | undefined {
    return this.#calls.get(part)
  }

  /** A call waits. */
  add(call: OpenCall): void {
    this.#calls.set(call.part, call)
    this.#order.push(call.part)
  }

  /** The first is done. */
  next(): void {
    this.#calls.delete(this.#order[this.#done++] ?? -1)
  }
}
