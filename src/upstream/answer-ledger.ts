import { LinkedQueue, type QueueLink } from "../core/collections.ts"
import type { UpstreamLimits } from "./upstream.ts"

/**
 * Whether an account may hold so much while so much is free: `share / (1 - share)` times as much as that. Alone it comes
 * to `share` of all, and beside others that hold much a newcomer finds room (the dynamic thresholds by which sockets are
 * shared out, too).
 */
export const isWithinShare = (held: number, free: number, share: number): boolean => held * (1 - share) <= free * share

/**
 * Counts the bytes of the long whole answers that are in memory, from their first to where their clients took the last,
 * shared out between accounts as the bodies of requests are. What would be more is not refused, for it is paid for: it
 * waits where it is until there is room. An account none of whose answers is whole, so that none will be let go, goes on
 * with one all the same, whatever others hold.
 */
export class AnswerLedger {
  readonly #limits: Pick<UpstreamLimits, "replies" | "share">
  readonly #accounts = new Map<string, Account>()
  readonly #waiting = new LinkedQueue<Waiting["value"]>()
  #bytes = 0

  /** The limits are read each time: they may change, and who changes them {@link AnswerLedger.wake}s. */
  constructor(limits: Pick<UpstreamLimits, "replies" | "share">) {
    this.#limits = limits
  }

  /** An answer of an account, of which nothing is counted before it grows. `onHeld` is told what ends it then. */
  answer(account: string, onHeld?: (end: () => void) => void): HeldAnswer {
    return new HeldAnswer(this, account, onHeld)
  }

  /** An account that holds an answer more. */
  enter(name: string): Account {
    const account = this.#accounts.get(name) ?? { name, answers: 0, bytes: 0, whole: 0, first: undefined }
    this.#accounts.set(name, account)
    account.answers += 1
    return account
  }

  /** Counts what came of an answer besides. Whether more of it may come at once. */
  add(answer: HeldAnswer, account: Account, bytes: number): boolean {
    this.#count(account, bytes)
    return this.#mayGrow(answer, account)
  }

  /** Goes on with an answer once there is room. What comes back takes the wish back. */
  wait(answer: HeldAnswer, account: Account, go: () => void): () => void {
    const link: Waiting = this.#waiting.append({ answer, account, go })
    return () => void this.#waiting.remove(link)
  }

  /** Nobody holds an answer any more. */
  release(answer: HeldAnswer, account: Account): void {
    if (account.first === answer) account.first = undefined
    if (--account.answers === 0) this.#accounts.delete(account.name)
    this.#count(account, -answer.bytes)
    this.wake()
  }

  /** Goes on with what waits and has room by now. */
  wake(): void {
    let next: Waiting | undefined
    for (let link = this.#waiting.first; link !== undefined; link = next) {
      next = link.after
      const { answer: waiting, account: its, go } = link.value
      if (this.#mayGrow(waiting, its) && this.#waiting.remove(link)) go()
    }
  }

  #mayGrow(answer: HeldAnswer, account: Account): boolean {
    const { replies, share } = this.#limits
    if (isWithinShare(account.bytes, replies - this.#bytes, share)) return true
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
type Waiting = QueueLink<{ readonly answer: HeldAnswer; readonly account: Account; readonly go: () => void }>

/** What a ledger counts of one answer, from where it is long. */
export class HeldAnswer {
  readonly #ledger: AnswerLedger
  readonly #name: string
  readonly #onHeld: ((end: () => void) => void) | undefined
  #account: Account | undefined
  #isWhole = false
  bytes = 0

  constructor(ledger: AnswerLedger, name: string, onHeld?: (end: () => void) => void) {
    this.#ledger = ledger
    this.#name = name
    this.#onHeld = onHeld
  }

  /** So many bytes of it came. Whether more may come at once, else once {@link HeldAnswer.wait} says so. */
  grow(bytes: number): boolean {
    if (this.#account === undefined) this.#onHeld?.(this.end)
    this.#account ??= this.#ledger.enter(this.#name)
    const more = bytes - this.bytes
    this.bytes = bytes
    return this.#ledger.add(this, this.#account, more)
  }

  wait(go: () => void): () => void {
    return this.#account === undefined ? () => undefined : this.#ledger.wait(this, this.#account, go)
  }

  /** All of it came: it is held on where somebody was told what ends it. */
  complete(): void {
    if (this.#onHeld === undefined) return this.end()
    if (this.#account === undefined) return
    this.#isWhole = true
    this.#account.whole += 1
  }

  /** Nobody holds it any more. */
  readonly end = (): void => {
    const account = this.#account
    if (account === undefined) return
    if (this.#isWhole) account.whole -= 1
    this.#isWhole = false
    this.#account = undefined
    this.#ledger.release(this, account)
    this.bytes = 0
  }
}
