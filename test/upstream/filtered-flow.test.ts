import { setImmediate as turn } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { GatewayError } from "../../src/core/errors/error.ts"
import { FilteredFlow } from "../../src/upstream/filtered-flow.ts"
import { ChunkQueue } from "../../src/upstream/flow.ts"
import { LoopTurns } from "../../src/upstream/turns.ts"

// A socket is read up to 32 times before anybody else has a turn: what costs something for each byte waits until it is told.

const source = { pause: () => undefined, resume: () => undefined }

const bytes = (text: string): Uint8Array => Buffer.from(text)

/** Keeps the last byte back, and takes 6 milliseconds for each piece. */
const slow = () => {
  let clock = 0
  let rest: Uint8Array = new Uint8Array(0)
  const lengths: number[] = []
  return {
    lengths,
    now: () => clock,
    push: (piece: Uint8Array): Uint8Array => {
      clock += 6
      lengths.push(piece.length)
      const all = Buffer.concat([rest, piece])
      rest = all.subarray(-1)
      return all.subarray(0, -1)
    },
    end: () => rest
  }
}

/** A flow through a filter, and what brings it. */
const flowThrough = (filter: ReturnType<typeof slow>) => {
  const pieces = new ChunkQueue(64 * 1024, source, new LoopTurns(filter.now, setImmediate), "one")
  return [pieces, new FilteredFlow(pieces, filter)] as const
}

/** Reads all, and notes down what it is told. */
const reading = () => {
  const told: string[] = []
  return {
    told,
    take: (pieces: readonly Uint8Array[]): boolean => {
      told.push(Buffer.concat(pieces).toString())
      return true
    },
    end: (error?: unknown) => void told.push(error === undefined ? "end" : "failed"),
    die: (thrown: unknown) => void told.push(`died: ${String(thrown)}`)
  }
}

describe("what comes from a socket and is filtered", () => {
  it("is so in turns of who reads it, slice by slice, however much came at once", async () => {
    const filter = slow()
    const [pieces, flow] = flowThrough(filter)
    const reader = reading()
    flow.read(reader)
    for (let piece = 0; piece < 32; piece++) pieces.push(bytes("x".repeat(64 * 1024)))
    pieces.end()
    expect(filter.lengths).toEqual([])
    const steps: number[] = []
    while (reader.told.at(-1) !== "end") {
      const before = filter.lengths.length
      await turn()
      steps.push(filter.lengths.length - before)
    }
    // Once it is known that there is much to do, one goes in each turn of the loop.
    expect(Math.max(...steps)).toBeLessThanOrEqual(3)
    expect([filter.lengths.length, Math.max(...filter.lengths)]).toEqual([128, 16 * 1024])
    expect(reader.told.slice(0, -1).join("") === "x".repeat(32 * 64 * 1024)).toBe(true)
  })

  it("is told with what was kept back before its end, and not where it failed", async () => {
    for (const [error, told] of [
      [undefined, ["ab", "c", "end"]],
      [new GatewayError("UpstreamFailed", "x"), ["ab", "failed"]]
    ] as const) {
      const [pieces, flow] = flowThrough(slow())
      const reader = reading()
      flow.read(reader)
      pieces.push(bytes("abc"))
      pieces.end(error)
      for (let time = 0; time < 4; time++) await turn()
      expect(reader.told).toEqual(told)
    }
  })

  it("is no beat where all of it is kept back, and a beat is told as it is", async () => {
    const [pieces, flow] = flowThrough(slow())
    const reader = reading()
    flow.read(reader)
    pieces.push(bytes("a"))
    await turn()
    expect(reader.told).toEqual([])
    pieces.beat()
    await turn()
    expect(reader.told).toEqual([""])
    pieces.push(bytes("b"))
    await turn()
    expect(reader.told).toEqual(["", "a"])
  })
})
