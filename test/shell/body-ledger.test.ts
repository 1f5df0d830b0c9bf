import * as Exit from "effect/Exit"
import { describe, expect, it } from "vitest"
import { type BodyEntry, BodyLedger } from "../../src/gateway/body-ledger.ts"

/** A request whose end is the test's to say. */
const open = (ledger: BodyLedger, account: string): BodyEntry & { readonly leave: () => void } => {
  const observers: (() => void)[] = []
  const fiber = {
    addObserver: (told: (exit: Exit.Exit<unknown>) => void) => {
      observers.push(() => told(Exit.void))
      return () => undefined
    }
  }
  const entry = ledger.open(account, fiber)
  return { ...entry, leave: () => observers.forEach((tell) => tell()) }
}

const reasonOf = (refused: ReturnType<BodyEntry["take"]>): string => refused?.reason ?? "taken"

describe("the memory of request bodies", () => {
  it("is not all one account's, which is told that the rest is for others", () => {
    const ledger = new BodyLedger({ all: 1000, share: 0.75 })
    const flood = open(ledger, "flood")
    expect([750, 1].map((bytes) => reasonOf(flood.take(bytes)))).toEqual(["taken", "RateLimited"])
    expect(ledger.held).toBe(750)
  })

  it("has room for another account, of what is left as much as the first has of all", () => {
    const ledger = new BodyLedger({ all: 1000, share: 0.75 })
    open(ledger, "flood").take(750)
    const another = open(ledger, "another")
    expect([187, 1].map((bytes) => reasonOf(another.take(bytes)))).toEqual(["taken", "Overloaded"])
  })

  it("comes back to an account with the end of its requests, once each", () => {
    const ledger = new BodyLedger({ all: 1000, share: 1 })
    const [first, second] = [open(ledger, "a"), open(ledger, "a")]
    first.take(300)
    first.take(300)
    second.take(400)
    first.leave()
    expect(ledger.held).toBe(400)
    expect(reasonOf(open(ledger, "a").take(601))).toBe("RateLimited")
    expect(reasonOf(open(ledger, "a").take(600))).toBe("taken")
  })

  it("takes nothing more for a request that is over", () => {
    const ledger = new BodyLedger({ all: 1000, share: 1 })
    const left = open(ledger, "a")
    left.leave()
    expect(reasonOf(left.take(1))).toBe("InvalidRequest")
    expect(ledger.held).toBe(0)
  })

  it("comes back before the end of its request where the body is held no more, once", () => {
    const ledger = new BodyLedger({ all: 1000, share: 1 })
    const [first, second] = [open(ledger, "a"), open(ledger, "a")]
    first.take(600)
    second.take(400)
    first.end()
    first.leave()
    expect(ledger.held).toBe(400)
  })

  it("is asked for without being taken", () => {
    const ledger = new BodyLedger({ all: 1000, share: 1 })
    const entry = open(ledger, "a")
    expect([1001, 1000].map((bytes) => reasonOf(entry.refuses(bytes)))).toEqual(["RateLimited", "taken"])
    expect(ledger.held).toBe(0)
  })

  it("is as much as the limits say now", () => {
    const limits = { all: 10, share: 1 }
    const ledger = new BodyLedger(limits)
    limits.all = 1000
    expect(reasonOf(open(ledger, "a").take(1000))).toBe("taken")
  })
})
