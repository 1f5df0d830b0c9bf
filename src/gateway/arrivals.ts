import * as Effect from "effect/Effect"
import { later } from "../upstream/later.ts"
import { LinkedQueue } from "../upstream/linked-queue.ts"

/** How long requests that come together are begun before everybody else has a turn, in milliseconds. */
const share = 5

/**
 * The order in which requests are begun whose bodies are there. As long as few come together each begins at once; once
 * beginning them has taken {@link share} milliseconds the others stand in lines, one for each account, which take turns,
 * and sockets and timers come between: whoever sends hundreds at once waits behind itself.
 */
export class Arrivals {
  readonly #now: () => number
  readonly #later: (go: () => void) => void
  readonly #lines = new Map<string, LinkedQueue<() => void>>()
  /** When the requests of this turn of the loop began to be begun. */
  #since: number | undefined

  /** `now` tells milliseconds; `later` does something once sockets and timers were looked at. */
  constructor(now: () => number, later: (go: () => void) => void) {
    this.#now = now
    this.#later = later
  }

  /** Arrivals at this runtime's loop. */
  static readonly make: Effect.Effect<Arrivals> = Effect.map(
    later,
    (after) => new Arrivals(() => performance.now(), after)
  )

  /** Whether a request may begin at once. */
  get isFree(): boolean {
    if (this.#lines.size > 0) return false
    if (this.#since !== undefined) return this.#now() - this.#since < share
    this.#since = this.#now()
    this.#later(this.#serve)
    return true
  }

  /** Waits in an account's line. */
  turn(account: string): Effect.Effect<void> {
    return Effect.callback((resume) => {
      const line = this.#lines.get(account) ?? new LinkedQueue()
      this.#lines.set(account, line)
      const link = line.append(() => resume(Effect.void))
      return Effect.sync(() => void line.remove(link))
    })
  }

  readonly #serve = (): void => {
    const began = this.#now()
    this.#since = undefined
    for (const [account, line] of this.#lines) {
      this.#lines.delete(account)
      const { first } = line
      if (first === undefined) continue
      line.remove(first)
      if (line.size > 0) this.#lines.set(account, line)
      first.value()
      if (this.#now() - began >= share) break
    }
    if (this.#lines.size > 0) this.#later(this.#serve)
  }
}
