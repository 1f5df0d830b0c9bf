/** How long a case waits for what must happen while nothing else does, in milliseconds; only a case that fails anyway waits so long. */
export const patience = 20_000

/** Wakes those who wait for a ledger to say something. */
export class Watch {
  readonly #waiting = new Set<() => void>()
  readonly #patience: number

  constructor(ms: number = patience) {
    this.#patience = ms
  }

  /** Something was written down: every waiter looks again. */
  changed(): void {
    for (const look of this.#waiting) look()
  }

  /** The first value other than undefined that `look` finds; rejects when `look` throws, or when nothing was written down for so long. */
  until<A>(what: string, look: () => A | undefined): Promise<A> {
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => {
        clearTimeout(timer)
        this.#waiting.delete(again)
        done()
      }
      const again = () => {
        timer.refresh()
        try {
          const found = look()
          if (found !== undefined) settle(() => resolve(found))
        } catch (why) {
          settle(() => reject(why))
        }
      }
      const timer = setTimeout(() => settle(() => reject(new Error(`never seen: ${what}`))), this.#patience)
      this.#waiting.add(again)
      again()
    })
  }
}

/** A gate that a case opens, or that a script opens to say how far it came. Opening twice is opening once. */
export interface Gate {
  readonly opened: Promise<void>
  readonly open: () => void
}

/** A closed gate. */
export const gate = (): Gate => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** Waits until a number stands still for `ms` milliseconds, and gives it: for "no more can be sent now". */
export const settled = async (read: () => number, ms = 300): Promise<number> => {
  for (let last = read(); ; last = read()) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    if (read() === last) return last
  }
}
