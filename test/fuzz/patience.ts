/** Milliseconds between two looks. */
export const pause = 100

/** In a pause an idle process uses fewer milliseconds of the processor. */
const stir = 2

/** How many pauses a process may be idle while an answer is waited for. */
const mostIdle = 200

/** How many milliseconds of the processor an answer may take. */
const mostWork = 20_000

/** How long an answer is waited for: by what this process does, so that other work on the machine takes nothing of it. */
export class Patience {
  readonly #begun: number
  #seen: number
  #idle = 0

  /** `used`: the milliseconds of the processor that the process has used so far. */
  constructor(used: number) {
    this.#begun = used
    this.#seen = used
  }

  /** Whether it is at its end: looked at after each pause, with what is used by then. */
  isOver(used: number): boolean {
    if (used - this.#seen < stir) this.#idle++
    this.#seen = used
    return this.#idle >= mostIdle || used - this.#begun >= mostWork
  }
}
