import type * as Fiber from "effect/Fiber"
import type { Principal } from "../credentials/principal.ts"
import { GatewayError } from "../core/errors/error.ts"

/** The fiber that a request is served on. */
type Under = Pick<Fiber.Fiber<unknown, unknown>, "addObserver">

/** Counts the requests of each account that are under way. Of an account that has none, nothing is known. */
export class InFlight {
  readonly #most: number
  readonly #byAccount = new Map<string, number>()

  /** `most` of one account, where its principal does not say. */
  constructor(most: number) {
    this.#most = most
  }

  /** Counts a request until its fiber ends; a `RateLimited` where as many of its account are under way as may be. */
  enter({ name, requests = this.#most }: Principal, fiber: Under): GatewayError | undefined {
    const count = this.#byAccount.get(name) ?? 0
    if (count >= requests) return tooMany(requests)
    this.#byAccount.set(name, count + 1)
    fiber.addObserver(() => this.#leave(name))
    return undefined
  }

  #leave(name: string): void {
    const count = this.#byAccount.get(name) ?? 0
    if (count > 1) this.#byAccount.set(name, count - 1)
    else this.#byAccount.delete(name)
  }
}

const tooMany = (most: number): GatewayError =>
  new GatewayError(
    "RateLimited",
    `${most} requests of this account are under way, and no more may be. Try again once one of them has ended.`,
    { retryAfter: 1 }
  )
