import type { ChatCandidate, TextCitation, ContentPart, ChatResponse, ToolCallPart } from "../../core/chat/chat.ts"
import { HashedText } from "../../core/events/delta-fast-path.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import type { StreamFrame, EncoderWrites } from "../../core/framing/transducer.ts"
import { HeldCounter, weightOf } from "../../core/framing/stream-limits.ts"
import {
  putMember,
  type JsonTemplate,
  stringifyJson,
  type JsonObjectBuilder,
  isArray,
  isObject,
  type Json,
  type JsonObject
} from "../../core/json/json.ts"
import { mostNotes, type TranslationNote } from "../../core/notes/note.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"
import { carrierFormat } from "./opaque.ts"
import { type CarrierPlaces, textOfDetail } from "./places.ts"
import { ownNative } from "./context.ts"
import { textDigest, unsealEnvelope, sealEnvelope, hiddenThought, hiddenThoughtIn } from "../../core/chat/envelope.ts"
import { withCitations } from "../../core/chat/codec.ts"
import { nothingOf } from "../../core/events/fold.ts"
import { inputText } from "../../core/chat/tool-calls.ts"

/** A stream that is being written. It prints the chunks: what all of them say is printed once. */
export class StreamEncoderState implements EncoderWrites<StreamFrame> {
  readonly preferences: ReplyPreferences
  readonly defaults: ResponseDefaults
  readonly frames: StreamFrame[] = []
  readonly notes: TranslationNote[] = []
  readonly mostNotes = mostNotes
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

/** Keeps a part for what may be said of it later: not its bytes, and of its text what {@link HashedText} keeps. */
export const keepPart = (
  { held }: StreamEncoderState,
  { parts, spoken }: CandidateEncoder,
  index: number,
  part: ContentPart
): void => {
  const bare = bareOf(part)
  held.add(weightOf(bare))
  parts[index] = bare
  const spokenText = new HashedText()
  spokenText.add(saidOf(part))
  spoken[index] = spokenText
}

const saidOf = (part: ContentPart): string =>
  part.type === "tool-call" ? inputText(part.input) : "text" in part ? (part.text ?? "") : ""

const bareOf = (part: ContentPart): ContentPart => {
  switch (part.type) {
    case "text":
    case "refusal":
      return { ...part, text: "" }
    case "reasoning": {
      const { text: _, ...bare } = part
      return part.text === undefined ? part : { ...bare, text: "" }
    }
    case "tool-call":
      return { ...part, input: nothingOf(part.input) }
    case "media":
      return { ...part, source: { kind: "base64", data: "" } }
    default:
      return part
  }
}

/**
 * The part at an index as far as it was said: a long text by its beginning; long reasoning by its kind alone, for a
 * carrier says all of it or nothing. Undefined where it has no place.
 */
export const partAt = ({ parts, spoken }: CandidateEncoder, index: number): ContentPart | undefined => {
  const part = parts[index]
  const text = spoken[index]
  if (part === undefined || text === undefined || text.length === 0) return part
  if (part.type === "reasoning" && !text.isWhole) return { type: "reasoning" }
  return part.type === "text" || part.type === "refusal" || part.type === "reasoning"
    ? { ...part, text: text.text }
    : part
}

/** What is asked of parts whose texts need not be there. */
interface SpokenMeasures {
  readonly length: (part: ContentPart) => number
  readonly digest: (part: ContentPart) => string
}

/** The digest of what was said of a part. */
export const digestAt = ({ spoken }: CandidateEncoder, index: number, part: ContentPart): string => {
  const text = spoken[index]
  return text !== undefined && text.length > 0 ? text.digest() : textDigest(textOfDetail(part))
}

/** The parts of a candidate as far as they were said, those without a place as undefined, and what is known of their texts. */
export const spokenIn = (
  writer: CandidateEncoder
): { readonly parts: readonly (ContentPart | undefined)[] } & SpokenMeasures => {
  const byPart = new Map<ContentPart, HashedText>()
  const parts = writer.parts.map((_, index) => {
    const spoken = partAt(writer, index)
    const part = spoken === undefined ? undefined : withCitations(spoken, writer.cited.get(index) ?? [])
    const text = writer.spoken[index]
    if (part !== undefined && text !== undefined && text.length > 0) byPart.set(part, text)
    return part
  })
  return {
    parts,
    length: (part) => byPart.get(part)?.length ?? 0,
    digest: (part) => byPart.get(part)?.digest() ?? textDigest(textOfDetail(part))
  }
}

/** The carriers of a thought that a whole answer does not show. */
export const unshownDetails = (text: string): JsonTemplate => [
  { type: "reasoning.encrypted", data: sealEnvelope(hiddenThought(text), 0, ""), format: carrierFormat, index: 0 }
]

/** The thought that a message carries and nobody was shown; undefined where it carries anything else. */
export const unshownOf = ({ reasoning_details: details }: JsonObject): string | undefined => {
  if (!isArray(details) || details.length !== 1) return undefined
  return unshownDetail(details[0] ?? null)
}

const unshownDetail = (detail: Json): string | undefined => {
  const data = isObject(detail) && detail["format"] === carrierFormat ? detail["data"] : undefined
  const envelope = typeof data === "string" ? unsealEnvelope(data) : undefined
  return envelope && hiddenThoughtIn(envelope.opaque)
}
