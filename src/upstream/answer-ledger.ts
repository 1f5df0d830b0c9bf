import { LinkedQueue, type QueueLink } from "../core/collections.ts"
import type { UpstreamLimits } from "./upstream.ts"

/**
 * Counts the bytes of the long whole answers that are in memory, from their first to where their clients took the last,
 * shared out between accounts as the bodies of requests are. What would be more is not refused, for it is paid for: it
 * waits where it is until there is room. An account none of whose answers is whole, so that none will be let go, goes on
 * with one all the same, whatever others hold.
 */
export class AnswerLedger {
  readonly #limits: Pick<UpstreamLimits, "replies" | "share">
  readonly #accounts = new Map<string, Account>()
  readonly #waiting = new LinkedQueue<readonly [answer: HeldAnswer, go: () => void]>()
  #bytes = 0

  /** The limits are read each time: they may change. */
  constructor(limits: Pick<UpstreamLimits, "replies" | "share">) {
    this.#limits = limits
  }

  /** An answer of an account that begins to be long. */
  open(name: string): HeldAnswer {
    const account = this.#accounts.get(name) ?? { name, answers: 0, bytes: 0, whole: 0, first: undefined }
    this.#accounts.set(name, account)
    account.answers += 1
    return new HeldAnswer(this, account)
  }

  /** Counts what came of an answer besides. Whether more of it may come at once. */
  add(answer: HeldAnswer, bytes: number): boolean {
    this.#count(answer.account, bytes)
    return this.#mayGrow(answer)
  }

  /** Goes on with an answer once there is room. What comes back takes the wish back. */
  wait(answer: HeldAnswer, go: () => void): () => void {
    const link: Waiting = this.#waiting.append([answer, go])
    return () => void this.#waiting.remove(link)
  }

  /** Nobody holds an answer any more. */
  release(answer: HeldAnswer): void {
    const { account } = answer
    if (account.first === answer) account.first = undefined
    if (--account.answers === 0) this.#accounts.delete(account.name)
    this.#count(account, -answer.bytes)
    let next: Waiting | undefined
    for (let link = this.#waiting.first; link !== undefined; link = next) {
      next = link.after
      const [waiting, go] = link.value
      if (this.#mayGrow(waiting) && this.#waiting.remove(link)) go()
    }
  }

  #mayGrow(answer: HeldAnswer): boolean {
    const { replies, share } = this.#limits
    const { account } = answer
    if (account.bytes * (1 - share) <= (replies - this.#bytes) * share) return true
    if (account.whole > 0) return false
    account.first ??= answer
    return account.first === answer
  }

  #count(account: Account, bytes: number): void {
    account.bytes += bytes
    this.#bytes += bytes
  }
}

/** What an account holds. */
interface Account {
  readonly name: string
  answers: number
  bytes: number
  /** How many of its answers are whole. */
  whole: number
  /** The one that goes on though there is no room. */
  first: HeldAnswer | undefined
}

/** An answer that waits for room, and what goes on with it. */
type Waiting = QueueLink<readonly [answer: HeldAnswer, go: () => void]>

/** What a ledger counts of one answer. */
export class HeldAnswer {
  readonly #ledger: AnswerLedger
  readonly account: Account
  bytes = 0
  #isWhole = false
  #isOver = false

  constructor(ledger: AnswerLedger, account: Account) {
    this.#ledger = ledger
    this.account = account
  }

  /** So many bytes of it came. Whether more may come at once, else once {@link HeldAnswer.wait} says so. */
  grow(bytes: number): boolean {
    const more = bytes - this.bytes
    this.bytes = bytes
    return this.#ledger.add(this, more)
  }

  wait(go: () => void): () => void {
    return this.#ledger.wait(this, go)
  }

  /** All of it came. */
  complete(): void {
    this.#isWhole = true
    this.account.whole += 1
  }

  /** Nobody holds it any more. */
  readonly end = (): void => {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#isWhole) this.account.whole -= 1
    this.#ledger.release(this)
  }
}
