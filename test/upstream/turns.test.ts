import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { describe, expect, it, vi } from "vitest"
import { Pieces } from "../../src/upstream/pieces.ts"
import { Turns } from "../../src/upstream/turns.ts"

/** A loop whose turns come when they are called, on a clock that work moves. */
const loop = () => {
  let now = 1
  const later: (() => void)[] = []
  const turns = new Turns(
    () => now,
    (go) => later.push(go)
  )
  return {
    turns,
    later,
    work: (ms: number): void => {
      turns.begin()
      now += ms
      turns.rest()
    },
    pass: (ms: number): void => {
      now += ms
    },
    turn: (): void => later.splice(0).forEach((go) => go())
  }
}

describe("turns at the loop", () => {
  it("are free as long as little was done, however much time goes by", () => {
    const { turns, work, pass, later } = loop()
    work(4)
    pass(1000)
    work(4)
    expect([turns.isFree, later]).toEqual([true, []])
  })

  it("are not once a share was worked, until the others had theirs", () => {
    const { turns, work, turn } = loop()
    work(6)
    work(6)
    const over = turns.isFree
    turn()
    expect([over, turns.isFree]).toEqual([false, true])
  })

  it("come in the order of asking, a share of work at a time", () => {
    const { turns, work, turn } = loop()
    const done: string[] = []
    work(10)
    for (const name of ["a", "b", "c", "d"]) {
      turns.wait(() => {
        done.push(name)
        work(6)
      })
    }
    const at: string[] = []
    for (let time = 0; time < 3; time++) {
      turn()
      at.push(done.join(""))
    }
    expect(at).toEqual(["ab", "abcd", "abcd"])
  })

  it("are given to nobody who left", () => {
    const { turns, work, turn } = loop()
    const done: string[] = []
    work(10)
    const leave = turns.wait(() => done.push("a"))
    turns.wait(() => done.push("b"))
    leave()
    turn()
    expect(done).toEqual(["b"])
  })
})

const kilo = 1024

/** Reads pieces as a reader does to whom each pull costs some milliseconds; tells what it pulled. */
const reading = (pieces: Pieces, pulled: (bytes: number) => void) =>
  Effect.runFork(
    Stream.runForEachArray(pieces.stream, (some) =>
      Effect.sync(() => pulled(some.reduce((sum, { length }) => sum + length, 0)))
    )
  )

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

describe("the pieces of a stream", () => {
  it("are pulled slice by slice, none lost", async () => {
    const { turns } = loop()
    const pieces = new Pieces(64 * kilo, { pause: () => undefined, resume: () => undefined }, turns)
    const bytes = Uint8Array.from({ length: 40 * kilo }, (_, at) => at % 251)
    const got: Uint8Array[] = []
    pieces.push(bytes.subarray(0, 5))
    pieces.push(bytes.subarray(5))
    pieces.end()
    await Effect.runPromise(
      Stream.runForEachArray(pieces.stream, (some) => Effect.sync(() => got.push(Buffer.concat(some))))
    )
    expect(got.map(({ length }) => length)).toEqual([16 * kilo, 16 * kilo, 8 * kilo])
    expect(Buffer.concat(got).equals(bytes)).toBe(true)
  })

  it("of streams that all have much are pulled by turns, in the order in which they asked", async () => {
    const { turns, pass, turn } = loop()
    const order: string[] = []
    for (const name of ["a", "b"]) {
      const pieces = new Pieces(256 * kilo, { pause: () => undefined, resume: () => undefined }, turns)
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
    expect(order.join("")).toBe("aababb")
  })

  it("stand in line once, however many come meanwhile", async () => {
    const { turns, work, turn } = loop()
    const pulled: number[] = []
    const waits = vi.spyOn(turns, "wait")
    const pieces = new Pieces(256 * kilo, { pause: () => undefined, resume: () => undefined }, turns)
    reading(pieces, (bytes) => pulled.push(bytes))
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
    const pieces = new Pieces(
      64 * kilo,
      { pause: () => void source.pause(), resume: () => void source.resume() },
      turns
    )
    for (let time = 0; time < 5; time++) pieces.push(new Uint8Array(16 * kilo))
    said.push("reads")
    pieces.end()
    await Effect.runPromise(Stream.runDrain(pieces.stream))
    expect(said).toEqual(["pause", "reads", "resume"])
  })
})
