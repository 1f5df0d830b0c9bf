import type { GatewayError } from "../words/error.ts"
import type { ChatEvent } from "../words/event.ts"
import { mergeUsage } from "../words/fold.ts"
import type { Usage } from "../words/usage.ts"

/** What is remembered of a stream: its usage so far, and the error that it ended with. */
export class Watch {
  #usage: Usage | undefined
  #failure: GatewayError | undefined
  #began = false

  /** Looks at an event. */
  see(event: ChatEvent): void {
    if (event.type === "usage") this.#usage = mergeUsage(this.#usage, event.usage)
    else if (event.type === "error") this.#failure ??= event.error
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
}
