import type { ChatRequest } from "../core/chat/chat.ts"
import type { ContentPart } from "../core/chat/part.ts"
import type { ChatEvent } from "../core/events/event.ts"
import type { WireRequest, UpstreamFormat } from "../core/format.ts"
import { JsonText } from "../core/json/json.ts"
import { type TranslationNote, noteRules } from "../core/notes/note.ts"
import { countPrompt, sampledCounter, estimateTokens } from "../core/tokens/count.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"

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
