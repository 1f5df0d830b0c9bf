import type { IncomingRequest } from "./request-reader.ts"
import type { Step } from "./steps.ts"
import type { SeenRequest } from "./upstream-ledger.ts"

/**
 * One answer of a script. Answers are taken in their order, the first that fits:
 * `on: "request"` (default) starts when the whole request came, `"head"` when its head came, `"connect"` when a
 * connection was accepted, before a byte was read. `when` looks at the request (for `"head"` its body is still empty).
 * An answer is used `times` times (default 1).
 */
export interface Scripted {
  readonly on?: "request" | "head" | "connect"
  readonly when?: (request: SeenRequest) => boolean
  readonly times?: number
  readonly steps: readonly Step[]
}

/** Hands out the answers of a script. */
export class Script {
  readonly #left: { readonly answer: Scripted; times: number }[]

  constructor(answers: readonly Scripted[]) {
    this.#left = answers.map((answer) => ({ answer, times: answer.times ?? 1 }))
  }

  /** Adds an answer to the end of the script. */
  add(answer: Scripted): void {
    this.#left.push({ answer, times: answer.times ?? 1 })
  }

  /** The answer for a new connection: only when it is the next one. */
  onConnect(): readonly Step[] | undefined {
    const next = this.#left.find(({ times }) => times > 0)
    return next?.answer.on === "connect" ? take(next) : undefined
  }

  /** The answer for a request whose head came, unless an answer before it waits for the whole of any request. */
  onHead(request: IncomingRequest): readonly Step[] | undefined {
    for (const entry of this.#left) {
      if (entry.times <= 0 || entry.answer.on === "connect") continue
      const { on = "request", when } = entry.answer
      if (on === "request" && when === undefined) return undefined
      if (on === "head" && (when?.(request) ?? true)) return take(entry)
    }
    return undefined
  }

  /** The answer for a request that came whole. */
  onRequest(request: IncomingRequest): readonly Step[] | undefined {
    const fits = this.#left.find(
      ({ answer: { on = "request", when }, times }) => times > 0 && on === "request" && (when?.(request) ?? true)
    )
    return fits === undefined ? undefined : take(fits)
  }
}

const take = (entry: { readonly answer: Scripted; times: number }): readonly Step[] => {
  entry.times -= 1
  return entry.answer.steps
}
