/** Why something may not wait: its account has as much as it may, or there is no room for anybody. */
export type Refusal = "account" | "all"

/**
 * What waits, shared out between accounts: they have their turns one after another, however much of each waits, and an
 * account may have no more waiting than there are places free. Alone it comes to half of them, and a newcomer finds some.
 */
export class Turns<A> {
  /** What waits of each account, the one whose turn is next first. */
  readonly #lines = new Map<string, Set<A>>()
  #size = 0

  /** Why one more of an account may not wait where so many places are; undefined where it may. */
  refusal(account: string, places: number): Refusal | undefined {
    const free = places - this.#size
    if (free <= 0) return "all"
    return (this.#lines.get(account)?.size ?? 0) < free ? undefined : "account"
  }

  /** Lets something wait. The answer takes it back, if it still waits. */
  add(account: string, thing: A): () => void {
    const line = this.#lines.get(account) ?? new Set<A>()
    this.#lines.set(account, line.add(thing))
    this.#size += 1
    return () => this.#take(account, line, thing)
  }

  /** Takes what is next; undefined where nothing waits. */
  next(): A | undefined {
    const [first] = this.#lines
    if (first === undefined) return undefined
    const [account, line] = first
    const [thing] = line
    this.#lines.delete(account)
    if (line.size > 0) this.#lines.set(account, line)
    if (thing !== undefined) this.#take(account, line, thing)
    return thing
  }

  #take(account: string, line: Set<A>, thing: A): void {
    if (!line.delete(thing)) return
    this.#size -= 1
    if (line.size === 0) this.#lines.delete(account)
  }
}
