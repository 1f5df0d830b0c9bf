import { createServer, Socket } from "node:net"
import { Readable } from "node:stream"
import { setImmediate as turn } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Agent } from "undici"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import type { GatewayError } from "../../src/core/errors/error.ts"
import type { ReplyStream } from "../../src/exchange/chat-exchange.ts"
import { serveStream } from "../../src/exchange/serve-stream.ts"
import { Upstream } from "../../src/index.ts"
import { layerUndici } from "../../src/node.ts"
import { type ByteFlow, ChunkQueue, type FlowReader } from "../../src/upstream/flow.ts"
import { LoopTurns } from "../../src/upstream/turns.ts"
import { machineOf, scriptedMachine } from "../cost/machines.ts"
import { listen } from "../faults/loopback.ts"

const kilo = 1024

/** Turns of the loop, as many as anything here takes. */
const settled = async (): Promise<void> => {
  for (let time = 0; time < 20; time++) await turn()
}

/** A part of a read of 64 KiB, as node gives it. */
const partOfRead = (bytes: number): Uint8Array => new Uint8Array(64 * kilo).subarray(0, bytes)

/** A reader for whom something waits, who takes one thing more whenever it is asked to go on. */
const slowReader = (waits = true) => {
  const told: (readonly Uint8Array[])[] = []
  return {
    told,
    size: () => told.flat().reduce((sum, { length }) => sum + length, 0),
    take: (pieces: readonly Uint8Array[]) => {
      told.push(pieces)
      return false
    },
    waits: () => waits,
    end: () => undefined,
    die: (thrown: unknown) => {
      throw thrown
    }
  }
}

describe("what waits for a reader of a queue", () => {
  const queue = (held: number): ChunkQueue =>
    new ChunkQueue(
      held,
      { pause: () => undefined, resume: () => undefined },
      new LoopTurns(() => 0, setImmediate),
      "one"
    )
  const memory = (pieces: readonly Uint8Array[] = []) => pieces.map(({ length, buffer }) => [length, buffer.byteLength])

  it("is one piece with memory of its own once the reader wants no more", async () => {
    const pieces = queue(64 * kilo)
    const reader = slowReader()
    pieces.read(reader)
    for (const bytes of [16 * kilo, 3 * kilo, 5 * kilo]) pieces.push(partOfRead(bytes))
    await settled()
    pieces.resume()
    await settled()
    expect(memory(reader.told[1])).toEqual([[8 * kilo, 8 * kilo]])
  })

  it("is so once no more is held for it", async () => {
    const pieces = queue(8 * kilo)
    const reader = slowReader()
    pieces.read(reader)
    pieces.push(new Uint8Array(1))
    await settled()
    for (const bytes of [6 * kilo, 4 * kilo]) pieces.push(partOfRead(bytes))
    pieces.resume()
    await settled()
    expect(memory(reader.told[1])).toEqual([[10 * kilo, 10 * kilo]])
  })
})

/** Serves what a machine says of pieces; what comes tells pieces, as an upstream would. */
const serve = async (machine: ReplyStream, first: Uint8Array, reader: ReturnType<typeof slowReader>) => {
  let to: FlowReader<GatewayError> | undefined
  const flow: ByteFlow<GatewayError> = {
    read: (taker) => {
      to = taker
      taker.take([first])
    },
    resume: () => undefined,
    leave: () => undefined
  }
  const served = await Effect.runPromise(serveStream(flow, machine, undefined, () => undefined))
  served.read(reader)
  await settled()
  return {
    tell: (piece: Uint8Array) => to?.take([piece]),
    goOn: async () => {
      served.resume()
      await settled()
    }
  }
}

const delta = (text: string): string => `data: {"candidates":[{"content":{"parts":[{"text":"${text}"}]}}]}\n\n`

describe("what a translated stream makes for a reader for whom something waits", () => {
  const events = Math.floor((16 * kilo) / delta("w").length)
  const much = Buffer.from(delta("w").repeat(events))
  const texts = (told: readonly (readonly Uint8Array[])[]): number =>
    Buffer.concat(told.flat()).toString().split('"content":"w"').length - 1
  /** What all of it is in the client's bytes: twice as many at least. */
  const whole = async () => {
    const reader = slowReader(false)
    const { tell } = await serve(machineOf("chatCompletions", "generateContent"), Buffer.from(delta("a")), reader)
    tell(much)
    return reader
  }

  it("is 16 KiB and what one step says, however much came", async () => {
    const reader = slowReader()
    const { tell } = await serve(machineOf("chatCompletions", "generateContent"), Buffer.from(delta("a")), reader)
    const before = reader.size()
    expect(tell(much)).toBe(false)
    const made = reader.size() - before
    expect(made).toBeGreaterThanOrEqual(16 * kilo)
    expect(made).toBeLessThan(24 * kilo)
    expect((await whole()).size() - before).toBeGreaterThan(28 * kilo)
  })

  it("is all of it in the end, none twice", async () => {
    const reader = slowReader()
    const { tell, goOn } = await serve(machineOf("chatCompletions", "generateContent"), Buffer.from(delta("a")), reader)
    tell(much)
    for (let time = 0; time < 4; time++) await goOn()
    expect([texts(reader.told), texts((await whole()).told)]).toEqual([events, events])
  })

  it("is all of it at once where nothing waits", async () => {
    expect((await whole()).told).toHaveLength(2)
  })

  it("leaves what is to be made of, which keeps no more memory than itself", async () => {
    const memory: (readonly [number, number])[] = []
    const machine = scriptedMachine({
      push: (piece) => {
        if (piece.length > 0) memory.push([piece.length, piece.buffer.byteLength])
        return [new Uint8Array(16 * kilo)]
      }
    })
    const { tell, goOn } = await serve(machine, new Uint8Array(1), slowReader())
    tell(partOfRead(5 * kilo))
    await goOn()
    expect(memory.slice(1)).toEqual([
      [2 * kilo, 64 * kilo],
      [2 * kilo, 3 * kilo]
    ])
  })
})

describe("a call over undici", () => {
  const said = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${`8000\r\n${"a".repeat(32 * kilo)}\r\n`.repeat(16)}0\r\n\r\n`
  const calling = async (body: string | Uint8Array) => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined)
      socket.once("data", () => socket.write(said))
    })
    const url = `http://127.0.0.1:${await listen(server)}/`
    const runtime = ManagedRuntime.make(layerUndici({ retries: 0 }))
    onTestFinished(async () => {
      await runtime.dispose()
      server.close()
    })
    return runtime.runPromise(
      Effect.flatMap(Upstream, ({ unary }) => unary({ url, method: "POST", headers: {}, body }))
    )
  }

  it("is handed less than 32 KiB at once of a socket that reads no further than one read ahead", async () => {
    const read = vi.spyOn(Readable.prototype, "read")
    onTestFinished(() => read.mockRestore())
    const { body } = await calling("{}")
    expect(body.length).toBe(16 * 32 * kilo)
    const ofUpstream = read.mock.results.flatMap(({ value }, at) => {
      const socket: unknown = read.mock.contexts[at]
      return socket instanceof Socket && Buffer.isBuffer(value) ? [{ socket, length: value.length }] : []
    })
    expect(Math.max(...ofUpstream.map(({ length }) => length))).toBeLessThan(32 * kilo)
    expect(new Set(ofUpstream.map(({ socket }) => socket.readableHighWaterMark))).toEqual(new Set([16 * kilo]))
  })

  it.each([
    ["a text", "{}"],
    ["a long text", JSON.stringify({ a: "b".repeat(10_000) })],
    ["a part of memory that is shared out", partOfRead(100)]
  ])("is sent %s in memory of its own, for it is held until the answer ends", async (_, body) => {
    const dispatch = vi.spyOn(Agent.prototype, "dispatch")
    onTestFinished(() => dispatch.mockRestore())
    await calling(body)
    const sent: unknown = dispatch.mock.calls[0]?.[0].body
    expect(sent instanceof Uint8Array && sent.buffer.byteLength === sent.length && sent.length === body.length).toBe(
      true
    )
  })
})
