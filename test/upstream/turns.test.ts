import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { describe, expect, it, vi } from "vitest"
import { flowStream, ChunkQueue } from "../../src/upstream/flow.ts"
import { LoopTurns } from "../../src/upstream/turns.ts"

/** A loop whose turns come when they are called, on a clock that work moves. */
const loop = () => {
  let now = 5000
  const later: (() => void)[] = []
  const done: string[] = []
  const turns = new LoopTurns(
    () => now,
    (go) => later.push(go)
  )
  const work = (ms: number, account = "one"): void => {
    turns.begin(account)
    now += ms
    turns.rest()
  }
  return {
    turns,
    later,
    done,
    work,
    /** A step of an account's comes, which takes a millisecond. */
    come: (account: string, name = account) =>
      Effect.runFork(
        turns.take(
          account,
          Effect.sync(() => {
            done.push(name)
            now += 1
            turns.rest()
          })
        )
      ),
    pass: (ms: number): void => {
      now += ms
    },
    turn: (): number => {
      const all = later.splice(0)
      for (const go of all) go()
      return all.length
    }
  }
}

describe("turns at the loop", () => {
  it("are free as long as little was done, however much time goes by", () => {
    const { turns, work, pass, later } = loop()
    work(0.05)
    pass(1000)
    work(0.05)
    expect([turns.begin("one"), turns.begin("one"), later]).toEqual([true, true, []])
  })

  it("are not for an account whose step went once there is much to do, until the loop came round", () => {
    const { turns, work, turn } = loop()
    work(1)
    const said = [turns.begin("one"), turns.begin("one")]
    turn()
    expect([...said, turns.begin("one")]).toEqual([true, false, true])
  })

  it("let one step of each account go, and of whoever sends many one in each turn of the loop", () => {
    const { done, work, come, turn } = loop()
    work(1)
    for (const name of ["a", "b", "c", "d"]) come("flood", name)
    come("another", "1")
    come("another", "2")
    const at = [0, 1, 2, 3].map((turns) => {
      if (turns > 0) turn()
      return done.splice(0).join(" ")
    })
    expect(at).toEqual(["a 1", "b 2", "c", "d"])
  })

  it("let whoever comes go at once while others wait", () => {
    const { done, work, come, turn } = loop()
    work(1)
    for (const name of ["a", "b", "c", "d"]) come("flood", name)
    come("another", "1")
    turn()
    come("another", "2")
    come("flood", "e")
    expect(done).toEqual(["a", "1", "2"])
  })

  it("go to whoever came before the lines go on, two turns of the loop in a row and no more", () => {
    const { done, work, come, turn } = loop()
    work(1)
    for (const name of ["a", "b", "c", "d"]) come("flood", name)
    for (const name of ["1", "2", "3", "4"]) {
      come("another", name)
      turn()
    }
    turn()
    expect(done.join(" ")).toBe("a 1 2 3 b 4 c")
  })

  it("are long for an account that was alone for a second, until another comes", () => {
    const { done, work, pass, come, turn } = loop()
    work(0)
    pass(1001)
    for (let n = 0; n < 8; n++) come("one")
    const first = done.splice(0).length
    for (let n = 0; n < 8; n++) come("one")
    turn()
    const second = done.splice(0).length
    come("another")
    turn()
    turn()
    expect([first, second, done]).toEqual([6, 5, ["another", "one"]])
  })

  it("are given to nobody who left", async () => {
    const { done, work, come, turn } = loop()
    work(1)
    come("flood", "a")
    const left = come("flood", "b")
    come("flood", "c")
    await Effect.runPromise(Fiber.interrupt(left))
    turn()
    expect(done).toEqual(["a", "c"])
  })

  it("ask nothing of the loop once nobody waits", () => {
    const { work, come, turn } = loop()
    work(1)
    for (const name of ["a", "b", "c"]) come("flood", name)
    expect([turn(), turn(), turn(), turn()]).toEqual([1, 1, 0, 0])
  })
})

const kilo = 1024

/** Reads pieces as a reader does to whom each pull costs some milliseconds; tells what it pulled. */
const reading = (pieces: ChunkQueue, pulled: (bytes: number) => void) =>
  Effect.runFork(
    Stream.runForEachArray(flowStream(pieces), (some) =>
      Effect.sync(() => pulled(some.reduce((sum, { length }) => sum + length, 0)))
    )
  )

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

describe("the pieces of a stream", () => {
  it("are pulled slice by slice, none lost", async () => {
    const { turns } = loop()
    const pieces = new ChunkQueue(64 * kilo, { pause: () => undefined, resume: () => undefined }, turns, "one")
    const bytes = Uint8Array.from({ length: 40 * kilo }, (_, at) => at % 251)
    const got: Uint8Array[] = []
    pieces.push(bytes.subarray(0, 5))
    pieces.push(bytes.subarray(5))
    pieces.end()
    await Effect.runPromise(
      Stream.runForEachArray(flowStream(pieces), (some) => Effect.sync(() => got.push(Buffer.concat(some))))
    )
    expect(got.map(({ length }) => length)).toEqual([16 * kilo, 16 * kilo, 8 * kilo])
    expect(Buffer.concat(got).equals(bytes)).toBe(true)
  })

  it("of accounts that all have much are pulled by turns", async () => {
    const { turns, pass, turn } = loop()
    const order: string[] = []
    for (const name of ["a", "b"]) {
      const pieces = new ChunkQueue(256 * kilo, { pause: () => undefined, resume: () => undefined }, turns, name)
      reading(pieces, () => {
        order.push(name)
        pass(10)
      })
      pieces.push(new Uint8Array(48 * kilo))
    }
    for (let time = 0; time < 6; time++) {
      await nextTurn()
      turn()
    }
    expect(order.join("")).toBe("ababab")
  })

  it("stand in line once, however many come meanwhile", async () => {
    const { turns, work, turn } = loop()
    const pulled: number[] = []
    const waits = vi.spyOn(turns, "wait")
    const pieces = new ChunkQueue(256 * kilo, { pause: () => undefined, resume: () => undefined }, turns, "one")
    reading(pieces, (bytes) => pulled.push(bytes))
    work(10)
    work(10)
    for (let time = 0; time < 3; time++) {
      pieces.push(new Uint8Array(10))
      await nextTurn()
    }
    const before = pulled.length
    turn()
    await nextTurn()
    expect([before, pulled]).toEqual([0, [30]])
    expect(waits).toHaveBeenCalledOnce()
  })

  it("that are not pulled stop their source, until all were", async () => {
    const { turns } = loop()
    const said: string[] = []
    const source = { pause: () => said.push("pause"), resume: () => said.push("resume") }
    const pieces = new ChunkQueue(
      64 * kilo,
      { pause: () => void source.pause(), resume: () => void source.resume() },
      turns,
      "one"
    )
    for (let time = 0; time < 5; time++) pieces.push(new Uint8Array(16 * kilo))
    said.push("reads")
    pieces.end()
    await Effect.runPromise(Stream.runDrain(flowStream(pieces)))
    expect(said).toEqual(["pause", "reads", "resume"])
  })
})
