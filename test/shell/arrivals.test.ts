import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import { Arrivals } from "../../src/gateway/arrivals.ts"

/** A loop whose turns come when they are called, on a clock that beginning a request moves. */
const loop = (cost: number) => {
  let now = 1
  const later: (() => void)[] = []
  const begun: string[] = []
  const arrivals = new Arrivals(
    () => now,
    (go) => later.push(go)
  )
  const begin = (name: string): void => {
    begun.push(name)
    now += cost
  }
  return {
    begun,
    come: (account: string, name = account) => {
      if (arrivals.isFree) return void begin(name)
      return Effect.runFork(
        Effect.andThen(
          arrivals.turn(account),
          Effect.sync(() => begin(name))
        )
      )
    },
    pass: (ms: number): void => void (now += ms),
    turn: (): number => {
      const all = later.splice(0)
      for (const go of all) go()
      return all.length
    }
  }
}

describe("requests that come together", () => {
  it("begin at once until they have taken a share", () => {
    const { begun, come } = loop(2)
    for (const name of ["a", "b", "c", "d", "e"]) come("flood", name)
    expect(begun).toEqual(["a", "b", "c"])
  })

  it("begin at once where the loop came round between them, however much time goes by", () => {
    const { begun, come, pass, turn } = loop(4)
    for (const name of ["a", "b", "c"]) {
      come("flood", name)
      pass(1000)
      turn()
    }
    expect(begun).toEqual(["a", "b", "c"])
  })

  it("begin in turns by account, a share in each turn of the loop", () => {
    const { begun, come, turn } = loop(2)
    for (const name of ["a", "b", "c", "d", "e", "f", "g"]) come("flood", name)
    come("another", "1")
    come("another", "2")
    const at = [1, 2].map(() => {
      turn()
      return begun.splice(0).join(" ")
    })
    expect(at).toEqual(["a b c d 1 e", "2 f g"])
  })

  it("leave their line with their client, and take no turn of it", async () => {
    const { begun, come, turn } = loop(5)
    come("flood", "a")
    const left = come("flood", "b")
    come("flood", "c")
    come("another", "1")
    if (left !== undefined) await Effect.runPromise(Fiber.interrupt(left))
    turn()
    expect(begun).toEqual(["a", "c"])
  })

  it("stand behind those that wait, and nothing is asked of the loop once nobody does", () => {
    const { begun, come, turn } = loop(5)
    for (const name of ["a", "b", "c"]) come("flood", name)
    turn()
    come("flood", "d")
    const asked = [turn(), turn(), turn()]
    expect([begun, asked]).toEqual([
      ["a", "b", "c", "d"],
      [1, 1, 0]
    ])
  })
})
