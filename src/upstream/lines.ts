import { LinkedQueue } from "./linked-queue.ts"

/** Whoever waits for the one thread, in a line for each account. */
export class AccountLines {
  readonly #lines = new Map<string, LinkedQueue<() => void>>()

  /** Whether nobody waits. */
  get isEmpty(): boolean {
    return this.#lines.size === 0
  }

  /** Whether anybody of an account waits. */
  holds(account: string): boolean {
    return this.#lines.has(account)
  }

  /** Stands in an account's line. What comes back leaves it. */
  wait(account: string, go: () => void): () => void {
    const line = this.#lines.get(account) ?? new LinkedQueue()
    this.#lines.set(account, line)
    const link = line.append(go)
    return () => {
      if (line.remove(link)) this.#keep(account, line)
    }
  }

  /** Lets the first of each line go. */
  round(): void {
    for (const [account, line] of Array.from(this.#lines)) {
      const { first } = line
      if (first === undefined) continue
      line.remove(first)
      this.#keep(account, line)
      first.value()
    }
  }

  #keep(account: string, { size }: LinkedQueue<() => void>): void {
    if (size === 0) this.#lines.delete(account)
  }
}
