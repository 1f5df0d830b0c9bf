import { setImmediate as turn } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import { describe, expect, it } from "vitest"
import type { ReplyStream } from "../../src/exchange/chat-exchange.ts"
import { serveStream } from "../../src/exchange/serve-stream.ts"
import { flowOf, flowStream, ChunkQueue } from "../../src/upstream/flow.ts"
import { LoopTurns } from "../../src/upstream/turns.ts"
import { scriptedMachine } from "../cost/machines.ts"

const source = { pause: () => undefined, resume: () => undefined }

const queue = (): ChunkQueue => new ChunkQueue(64 * 1024, source, new LoopTurns(() => 0, setImmediate), "one")

const bytes = (text: string): Uint8Array => Buffer.from(text)

/** A machine that says what it is pushed. */
const echo = (push: ReplyStream["push"], waits = false): ReplyStream => scriptedMachine({ push, waits: () => waits })

/** Reads and notes down what it is told; takes more at once as often as it may. */
const reading = (more: number) => {
  const told: string[] = []
  return {
    told,
    take: (pieces: readonly Uint8Array[]): boolean => {
      told.push(Buffer.concat(pieces).toString())
      return told.length <= more
    },
    end: () => void told.push("end"),
    die: (thrown: unknown) => void told.push(`died: ${String(thrown)}`)
  }
}

describe("a flow", () => {
  it("lets go the memory of a piece of which little is left", async () => {
    const pieces = queue()
    const memory: number[] = []
    pieces.read({
      ...reading(0),
      take: (some) => {
        memory.push(...some.map(({ buffer }) => buffer.byteLength))
        return true
      }
    })
    pieces.push(new Uint8Array(60 * 1024))
    for (let time = 0; time < 4; time++) await turn()
    expect(memory).toEqual([60 * 1024, 44 * 1024, 28 * 1024, 12 * 1024])
  })

  it("tells what came in one turn as one piece", async () => {
    const pieces = queue()
    const lengths: number[] = []
    pieces.read({
      ...reading(0),
      take: (some) => {
        lengths.push(...some.map(({ length }) => length))
        return true
      }
    })
    for (let at = 0; at < 20_000; at++) pieces.push(bytes("a"))
    for (let time = 0; time < 3; time++) await turn()
    expect(lengths).toEqual([16 * 1024, 20_000 - 16 * 1024])
  })

  it("tells what came in one turn together, and then waits until more is wanted", async () => {
    const pieces = queue()
    const reader = reading(0)
    pieces.read(reader)
    for (const text of ["a", "b"]) pieces.push(bytes(text))
    await turn()
    for (const text of ["c", "d"]) {
      pieces.push(bytes(text))
      await turn()
    }
    const before = [...reader.told]
    pieces.end()
    pieces.resume()
    await turn()
    pieces.resume()
    await turn()
    expect([before, reader.told]).toEqual([["ab"], ["ab", "cd", "end"]])
  })

  it("that is left tells nothing more", async () => {
    const pieces = queue()
    const reader = reading(9)
    pieces.read(reader)
    pieces.push(bytes("a"))
    await turn()
    pieces.leave()
    pieces.push(bytes("b"))
    pieces.end()
    await turn()
    expect(reader.told).toEqual(["a"])
  })

  it("is a stream for who reads those", async () => {
    const told = flowStream(flowOf([[bytes("a"), bytes("b")], [bytes("c")]]))
    const groups: number[] = []
    await Effect.runPromise(Stream.runForEachArray(told, (some) => Effect.sync(() => void groups.push(some.length))))
    expect(groups).toEqual([2, 1])
  })
})

describe("a stream that is served", () => {
  it("dies of a defect before its first bytes", async () => {
    const pieces = queue()
    const broken = echo(() => {
      throw new Error("planted")
    })
    const served = Effect.runPromiseExit(serveStream(pieces, broken, undefined, () => undefined))
    pieces.push(bytes("a"))
    expect(Exit.hasDies(await served)).toBe(true)
  })

  it("tells its reader of a defect behind them", async () => {
    const pieces = queue()
    const machine = echo((piece) => {
      if (piece[0] === 98) throw new Error("planted")
      return [piece]
    })
    const served = Effect.runPromise(serveStream(pieces, machine, undefined, () => undefined))
    pieces.push(bytes("a"))
    const reader = reading(9)
    ;(await served).read(reader)
    pieces.push(bytes("b"))
    await turn()
    expect(reader.told).toEqual(["a", "died: Error: planted"])
  })

  it("does nothing more for a reader who left while it worked on a long event", async () => {
    let pushed = 0
    const machine = echo(() => [bytes(String(pushed++))], true)
    const pieces = queue()
    const served = Effect.runPromise(serveStream(pieces, machine, undefined, () => undefined))
    pieces.push(bytes("a"))
    const flow = await served
    const reader = reading(9)
    flow.read(reader)
    flow.leave()
    for (let time = 0; time < 3; time++) await turn()
    expect([pushed, reader.told]).toEqual([1, ["0"]])
  })
})
