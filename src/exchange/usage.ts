import type { ChatRequest, ChatEvent } from "../core/chat/chat.ts"
import type { ContentPart } from "../core/chat/node.ts"
import type { WireRequest, UpstreamFormat } from "../core/format.ts"
import { JsonText, isArray, isObject } from "../core/json/json.ts"
import { pushInSteps, type StreamFrame, type Transducer } from "../core/framing/transducer.ts"
import { type TranslationNote, noteRules } from "../core/notes/note.ts"
import { countPrompt, sampledCounter, estimateTokens } from "../core/tokens/count.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import type { ErrorReason, GatewayError } from "../core/errors/error.ts"
import type { EventCheck } from "../core/events/checked-answer.ts"
import { mergeUsage } from "../core/events/fold.ts"
import { copyText, eventTooLarge, eventValue } from "../core/framing/stream-limits.ts"
import type { Passthrough } from "../core/passthrough.ts"
import { long } from "./offload.ts"

const table = noteRules("usage", {
  synthesised: { cost: { estimate: "The upstream reported no usage; this is an estimate." } }
})

/** Why an answer's usage is not its upstream's. */
export const estimateNote: TranslationNote = table.note("estimate", "")

/** What a request counts in tokens; or its call and the text that was sent, of which that is estimated once it is wanted. */
export type Prompt =
  | { readonly tokens: number | undefined }
  | { readonly call: Omit<WireRequest, "body">; readonly text: string }

/** The tokens of a prompt, estimated when they are asked for. */
export type CountPrompt = () => number | undefined

/** What a request that was written for an upstream counts. */
export const counting =
  ({ decodeRequest }: UpstreamFormat, prompt: Prompt): CountPrompt =>
  () => {
    if ("tokens" in prompt) return prompt.tokens
    const read = decodeRequest({ ...prompt.call, body: JsonText.source(prompt.text) })
    return read.ok ? estimatePrompt(read.value.value.request) : undefined
  }

/** The most characters of a prompt that are looked at; what more there is counts as they do. */
const mostRead = 1_000_000

/** What a prompt counts, by an estimate. */
export const estimatePrompt = (request: ChatRequest): number =>
  countPrompt(request, sampledCounter(estimateTokens, mostRead))

/** How many characters one token holds, as the tokenizers of today's models cut common texts. */
const perToken = 4

/** What an answer's parts say, in tokens, estimated while they come. */
export class AnswerCounter {
  #characters = 0

  /** Counts what an event adds to a part. */
  see(event: ChatEvent): void {
    if (event.type === "part") this.count(event.value)
    else if (event.type === "delta" && "text" in event.delta) this.#characters += event.delta.text.length
  }

  /** Counts what is known of a part. */
  count(part: ContentPart): void {
    this.#characters += charactersOf(part)
  }

  /** The usage of an answer whose upstream told none. */
  usage(prompt: CountPrompt): TokenUsage {
    const input = prompt()
    const text = Math.ceil(this.#characters / perToken)
    return input === undefined ? { text } : { input, text }
  }
}

const charactersOf = (part: ContentPart): number => {
  switch (part.type) {
    case "text":
    case "refusal":
      return part.text.length
    case "reasoning":
      return part.text?.length ?? 0
    case "tool-call":
      return part.name.length + inputOf(part.input).length
    default:
      return 0
  }
}

const inputOf = (input: Extract<ContentPart, { type: "tool-call" }>["input"]): string =>
  input.kind === "json" ? input.json.text : input.kind === "text" ? input.text : input.code

const none: readonly TranslationNote[] = []

/** A reader of a stream, of which a frame can be read in steps and what it says checked in the next. */
export interface AnswerReader extends Transducer<StreamFrame, ChatEvent> {
  readonly read: (frame: StreamFrame) => Generator<void, readonly ChatEvent[], void>
  readonly checked: EventCheck
}

/**
 * A reader that goes on behind an error, for what the answer cost, and says nothing else then: OpenAI's own says an
 * `error` and then a `response.failed`, read in a recorded stream (2026-11), and of the two the second counts.
 */
export const readingBehind = (
  make: () => Transducer<StreamFrame, ChatEvent>,
  check: EventCheck = (events) => events
): AnswerReader => {
  const reader = make()
  let behind: typeof reader | undefined
  const checked: EventCheck = (events) => {
    if (behind !== undefined) return events.filter(tellsCost)
    const told = check(events)
    if (told.at(-1)?.type === "error") behind = make()
    return told
  }
  return {
    read: (frame) => pushInSteps(behind ?? reader, frame),
    checked,
    push: (frame) => checked((behind ?? reader).push(frame)),
    end: (how) => (behind === undefined ? check(reader.end(how)) : []),
    notes: reader.notes
  }
}

const tellsCost = (event: ChatEvent): boolean =>
  event.type === "usage" || (event.type === "error" && event.error.details.usage !== undefined)

/**
 * Why a vendor makes no answer, though it may have counted its prompt already: the same request is to be sent again then.
 *
 * @see https://docs.claude.com/en/api/errors an overload is told in a stream, too, and passes by (read 2026-11)
 */
const refusals: ReadonlySet<ErrorReason> = new Set(["Overloaded", "RateLimited"])

/** What is remembered of a stream: its usage so far, whether it ended, and the error that it ended with. */
export class StreamObserver {
  readonly #prompt: CountPrompt | undefined
  readonly #said = new AnswerCounter()
  #usage: TokenUsage | undefined
  #notes: readonly TranslationNote[] = none
  #failure: GatewayError | undefined
  #isCounted = false
  #began = false
  #ended = false

  /** `prompt`: what its request counts, where a usage that its upstream never tells is to be estimated. */
  constructor(prompt?: CountPrompt) {
    this.#prompt = prompt
  }

  /** Looks at an event. What it gives is to be said before it. */
  see(event: ChatEvent): ChatEvent | undefined {
    if (event.type === "end") this.#ended = true
    if (event.type === "usage") this.#count(event.usage, this.#failure !== undefined)
    else if (event.type === "error") this.#seeError(event.error)
    else if (this.#prompt !== undefined && this.#usage === undefined) {
      if (event.type === "end") return this.#estimate(this.#prompt)
      this.#said.see(event)
    }
    return undefined
  }

  /** Counts what was told, with an error or behind it, too: that is what its answer cost. */
  #count(usage: TokenUsage, isLast: boolean): void {
    this.#usage = mergeUsage(this.#usage, usage)
    this.#isCounted = isLast
    this.#failure = this.#failure?.with({ usage: this.#usage })
  }

  /** An error may say what its answer cost, behind another one, too: such an answer was made. */
  #seeError(error: GatewayError): void {
    const { usage, shouldRetry } = error.details
    if (usage !== undefined) this.#count(usage, true)
    this.#failure = shouldRetry === false ? this.#failure?.with({ shouldRetry }) : this.#failure
    this.fail(error)
  }

  /** What the client is told: nobody else is, as no upstream counted it. */
  #estimate(prompt: CountPrompt): ChatEvent {
    this.#notes = [estimateNote]
    return { type: "usage", usage: this.#said.usage(prompt) }
  }

  /** The notes since they were last asked for. */
  readonly notes = (): readonly TranslationNote[] => {
    const notes = this.#notes
    this.#notes = none
    return notes
  }

  /** Remembers an error, and what its answer cost: what was counted before, unless its vendor had no room for it. */
  fail(error: GatewayError): void {
    const isFree = refusals.has(error.reason) && error.details.usage === undefined
    this.#failure ??= isFree || this.#usage === undefined ? error : error.with({ usage: this.#usage })
  }

  /** Something was told to the client. */
  spoke(): void {
    if (this.#failure === undefined) this.#began = true
  }

  readonly usage = (): TokenUsage | undefined => this.#usage

  readonly failure = (): GatewayError | undefined => this.#failure

  readonly awaitsUsage = (): boolean =>
    this.#failure !== undefined && !this.#isCounted && this.#failure.details.code !== eventTooLarge

  readonly began = (): boolean => this.#began

  readonly ended = (): boolean => this.#ended
}

/** Whether a frame of such a stream tells usage and nothing else: the one that a client who did not ask must not see. */
export const isUsageFrame = ({ data }: StreamFrame): boolean => {
  if (!data.includes('"usage"')) return false
  const chunk = eventValue(data)
  if (!isObject(chunk)) return false
  const choices = chunk["choices"]
  return isArray(choices) && choices.length === 0 && isObject(chunk["usage"])
}

/** What frames count that pass unread: the last of them is read, once that is asked for. */
export class UnreadUsage {
  readonly #passing: Pick<Passthrough, "counts" | "usage">
  readonly #see: (usage: TokenUsage) => void
  #last: string | undefined

  /** `see` is told of what was read. */
  constructor(passing: Pick<Passthrough, "counts" | "usage">, see: (usage: TokenUsage) => void) {
    this.#passing = passing
    this.#see = see
  }

  /** A frame passes. A long one is read at once, and not kept. */
  pass(frame: StreamFrame): void {
    if (this.#passing.counts?.(frame) !== true) return
    const isLong = frame.data.length > long
    this.#last = isLong ? frame.data : copyText(frame.data)
    if (isLong) this.read()
  }

  /** Reads what was counted last. */
  read(): void {
    if (this.#last === undefined) return
    const usage = this.#passing.usage(eventValue(this.#last))
    this.#last = undefined
    if (usage !== undefined) this.#see(usage)
  }
}
