import type * as Fiber from "effect/Fiber"
import { GatewayError } from "../core/errors/error.ts"
import type { WorkLine } from "../exchange/offload.ts"
import type { BodyLimits } from "../exchange/policies.ts"
import { isWithinShare } from "../upstream/answer-ledger.ts"
import type { AccountTurns } from "../upstream/turns.ts"

/** The fiber that a request is served on. */
export type RequestFiber = Pick<Fiber.Fiber<unknown, unknown>, "addObserver">

/**
 * Counts the bytes of the request bodies that are in memory, shared out between accounts. Of an account that holds
 * nothing, nothing is known.
 */
export class BodyLedger {
  readonly #limits: BodyLimits
  readonly #byAccount = new Map<string, number>()
  #held = 0

  /** The limits are read each time: they may change. */
  constructor(limits: BodyLimits) {
    this.#limits = limits
  }

  /** How many bytes are held, of all accounts. */
  get held(): number {
    return this.#held
  }

  /** An entry for the body of a request, which ends with the request's fiber at the latest. */
  open(account: string, fiber: RequestFiber): BodyEntry {
    let entered = 0
    let isOver = false
    const end = (): void => {
      isOver = true
      this.#add(account, -entered)
      entered = 0
    }
    fiber.addObserver(end)
    const refuses = (bytes: number): GatewayError | undefined => (isOver ? forgotten() : this.#refusal(account, bytes))
    return {
      refuses,
      take: (bytes) => {
        const refused = refuses(bytes)
        if (refused !== undefined) return refused
        entered += bytes
        this.#add(account, bytes)
        return undefined
      },
      end
    }
  }

  #refusal(account: string, bytes: number): GatewayError | undefined {
    const { all, share } = this.#limits
    const wanted = (this.#byAccount.get(account) ?? 0) + bytes
    const free = all - this.#held - bytes
    if (isWithinShare(wanted, free, share)) return undefined
    const accounts = this.#byAccount.size + (this.#byAccount.has(account) ? 0 : 1)
    return wanted > (all * share) / accounts ? full("RateLimited", "This account's") : full("Overloaded", "The")
  }

  #add(account: string, bytes: number): void {
    if (bytes === 0) return
    const held = (this.#byAccount.get(account) ?? 0) + bytes
    this.#held += bytes
    if (held === 0) this.#byAccount.delete(account)
    else this.#byAccount.set(account, held)
  }
}

/** What a ledger counts of one body. */
export interface BodyEntry {
  /** Why so many bytes more would not be taken now. */
  readonly refuses: (bytes: number) => GatewayError | undefined
  /** Counts bytes that are to be held besides, unless they are refused; once the entry has ended, all are. */
  readonly take: (bytes: number) => GatewayError | undefined
  /** Gives all back, of a body that nobody holds any more. */
  readonly end: () => void
}

const full = (reason: "RateLimited" | "Overloaded", whose: string): GatewayError =>
  new GatewayError(
    reason,
    `${whose} requests that are under way hold as much memory as they may. Try again in a moment.`,
    { retryAfter: 1 }
  )

/** Whose client has left: it hears nothing of this. */
const forgotten = (): GatewayError => new GatewayError("InvalidRequest", "The request is over.")

/**
 * The turns in which the long bodies of an account are read. While enough of what was read waits to be worked on, the
 * rest stays where it is: a body that is read before anybody can use it takes the thread from others, and memory.
 */
export const readingTurns = (turns: AccountTurns, line: WorkLine | undefined, account: string): AccountTurns =>
  line === undefined
    ? turns
    : {
        begin: () => turns.begin() && !line.isFull(account),
        rest: () => turns.rest(),
        wait: (go) => standIn(turns, line, account, go)
      }

/** Waits for room in the line, then for a turn in which there still is some. */
const standIn = (turns: AccountTurns, line: WorkLine, account: string, go: () => void): (() => void) => {
  let leave = nothing
  const goOn = (): void => (line.isFull(account) ? stand() : go())
  const stand = (): void => {
    if (line.isFull(account)) leave = line.onRoom(account, stand)
    else if (turns.begin()) goOn()
    else leave = turns.wait(goOn)
    turns.rest()
  }
  stand()
  return () => leave()
}

const nothing = (): void => undefined
