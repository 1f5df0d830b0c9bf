import type { GatewayError } from "../core/errors/error.ts"
import type { ChatEvent } from "../core/events/event.ts"
import { mergeUsage } from "../core/events/fold.ts"
import type { Note } from "../core/notes/note.ts"
import type { Usage } from "../core/tokens/usage.ts"
import { estimateNote, type CountPrompt, Said } from "./estimate.ts"

const none: readonly Note[] = []

/** What is remembered of a stream: its usage so far, whether it ended, and the error that it ended with. */
export class Watch {
  readonly #prompt: CountPrompt | undefined
  readonly #said = new Said()
  #usage: Usage | undefined
  #notes: readonly Note[] = none
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
  readonly notes = (): readonly Note[] => {
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

  readonly usage = (): Usage | undefined => this.#usage

  readonly failure = (): GatewayError | undefined => this.#failure

  readonly began = (): boolean => this.#began

  readonly ended = (): boolean => this.#ended
}
