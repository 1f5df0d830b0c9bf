import type { Alarm, Alarms } from "./alarms.ts"
import type { Limits } from "./limits.ts"

/** A request that waits to pass. */
interface Waiting {
  readonly pass: () => void
  readonly refuse: () => void
  alarm: Alarm | undefined
}

/** Lets so many requests to one origin pass at once; the others wait in line for a while. */
export class Turnstile {
  readonly #alarms: Alarms
  readonly #limits: Limits
  readonly #waiting = new Set<Waiting>()
  #inside = 0

  constructor(alarms: Alarms, limits: Limits) {
    this.#alarms = alarms
    this.#limits = limits
  }

  /** Calls `pass`, at once or later, or `refuse`. The answer takes the wish back; one that passed must {@link leave}. */
  enter(pass: () => void, refuse: () => void): () => void {
    if (this.#inside < this.#limits.sockets) {
      this.#inside++
      pass()
      return nothing
    }
    if (this.#waiting.size >= this.#limits.queue) {
      refuse()
      return nothing
    }
    const waiting: Waiting = { pass, refuse, alarm: undefined }
    this.#waiting.add(waiting)
    const giveUp = (): undefined => {
      if (this.#remove(waiting)) refuse()
      return undefined
    }
    waiting.alarm = this.#alarms.set({ at: this.#alarms.now() + this.#limits.queueClock, ring: giveUp })
    return () => void this.#remove(waiting)
  }

  /** Frees a place. */
  leave(): void {
    this.#inside--
    const [next] = this.#waiting
    if (next === undefined) return
    this.#remove(next)
    this.#inside++
    next.pass()
  }

  #remove(waiting: Waiting): boolean {
    if (waiting.alarm !== undefined) this.#alarms.clear(waiting.alarm)
    return this.#waiting.delete(waiting)
  }
}

const nothing = (): void => undefined
