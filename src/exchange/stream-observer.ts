import type { GatewayError } from "../core/errors/error.ts"
import type { ChatEvent } from "../core/events/event.ts"
import { mergeUsage } from "../core/events/fold.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import { estimateNote, type CountPrompt, AnswerCounter } from "./estimate.ts"

const none: readonly TranslationNote[] = []

/** What is remembered of a stream: its usage so far, whether it ended, and the error that it ended with. */
export class StreamObserver {
  readonly #prompt: CountPrompt | undefined
  readonly #said = new AnswerCounter()
  #usage: TokenUsage | undefined
  #notes: readonly TranslationNote[] = none
  #failure: GatewayError | undefined
  #began = false
  #ended = false

  /** `prompt`: what its request counts, where a usage that its upstream never tells is to be estimated. */
  constructor(prompt?: CountPrompt) {
    this.#prompt = prompt
  }

  /** Looks at an event. What it gives is to be said before it. */
  see(event: ChatEvent): ChatEvent | undefined {
    if (event.type === "end") this.#ended = true
    if (event.type === "usage") this.#usage = mergeUsage(this.#usage, event.usage)
    else if (event.type === "error") this.#failure ??= event.error
    else if (this.#prompt !== undefined && this.#usage === undefined) {
      if (event.type === "end") return this.#estimate(this.#prompt)
      this.#said.see(event)
    }
    return undefined
  }

  #estimate(prompt: CountPrompt): ChatEvent {
    const usage = (this.#usage = this.#said.usage(prompt))
    this.#notes = [estimateNote]
    return { type: "usage", usage }
  }

  /** The notes since they were last asked for. */
  readonly notes = (): readonly TranslationNote[] => {
    const notes = this.#notes
    this.#notes = none
    return notes
  }

  /** Remembers an error. */
  fail(error: GatewayError): void {
    this.#failure ??= error
  }

  /** Something was told to the client. */
  spoke(): void {
    if (this.#failure === undefined) this.#began = true
  }

  readonly usage = (): TokenUsage | undefined => this.#usage

  readonly failure = (): GatewayError | undefined => this.#failure

  readonly began = (): boolean => this.#began

  readonly ended = (): boolean => this.#ended
}
