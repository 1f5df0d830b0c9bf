import * as Effect from "effect/Effect"
import { later } from "./later.ts"
import { LinkedQueue } from "./linked-queue.ts"

/** How long streams may work before everybody else has a turn, in milliseconds. */
const share = 10

/**
 * The turns of streams at the one thread that they share. As long as there is little to do each goes at once; once they
 * have worked for {@link share} milliseconds they stand in a line, and sockets and timers come between.
 */
export class Turns {
  readonly #now: () => number
  readonly #later: (go: () => void) => void
  readonly #line = new LinkedQueue<() => void>()
  /** When whoever has the turn took it up; 0 where nobody has. */
  #since = 0
  #spent = 0
  #isOver = false

  /** `now` tells milliseconds; `later` does something once sockets and timers were looked at. */
  constructor(now: () => number, later: (go: () => void) => void) {
    this.#now = now
    this.#later = later
  }

  /** Turns at this runtime's loop. */
  static readonly make: Effect.Effect<Turns> = Effect.map(later, (after) => new Turns(() => performance.now(), after))

  /** Whether work may go on at once; the turn of whoever asks ends where it may not. */
  get isFree(): boolean {
    this.rest()
    return !this.#isOver
  }

  /** Someone takes up work, which lasts until anybody rests or asks. */
  begin(): void {
    this.#since = this.#now()
  }

  /** What was taken up is done, or goes on elsewhere. */
  rest(): void {
    if (this.#since === 0) return
    this.#spent += this.#now() - this.#since
    this.#since = 0
    if (this.#spent < share || this.#isOver) return
    this.#isOver = true
    this.#later(this.#serve)
  }

  /** Stands in line. What comes back leaves it. */
  wait(go: () => void): () => void {
    const link = this.#line.append(go)
    return () => void this.#line.remove(link)
  }

  readonly #serve = (): void => {
    this.#isOver = false
    this.#spent = 0
    for (let { first } = this.#line; first !== undefined; { first } = this.#line) {
      this.#line.remove(first)
      first.value()
      if (!this.isFree) return
    }
  }
}
