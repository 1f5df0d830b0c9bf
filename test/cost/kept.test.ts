import * as Formats from "../../src/formats.ts"
import { setImmediate as turn } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { describe, expect, it } from "vitest"
import { serveStream } from "../../src/exchange/serve-stream.ts"
import { flowOf, flowStream } from "../../src/upstream/flow.ts"
import { translateStream } from "../../src/translate.ts"
import { list } from "./list.ts"
import { machineOf, scriptedMachine, stepsAfter } from "./machines.ts"

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

/** The bytes of the heap that are no garbage. */
const heap = (): number => {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

const formats = {
  "chat completions": Formats.chatCompletions,
  messages: Formats.messages,
  "generate content": Formats.generateContent
}
type Name = keyof typeof formats
const names = Object.keys(formats) as readonly Name[]

const frame = (value: object): string => `data: ${JSON.stringify(value)}\n\n`

/** The same with its name, as Anthropic sends it. */
const namedFrame = (value: Readonly<Record<string, unknown>> & { readonly type: string }): string =>
  `event: ${value.type}\n${frame(value)}`

/** How a stream of each format begins, and an event with a text. */
const streams: Readonly<Record<Name, readonly [begin: string, event: string]>> = {
  "chat completions": ["", frame({ id: "c", model: "m", choices: [{ index: 0, delta: { content: "some words" } }] })],
  messages: [
    namedFrame({ type: "message_start", message: { id: "m", role: "assistant", content: [], usage: {} } }) +
      namedFrame({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    namedFrame({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "some words" } })
  ],
  "generate content": ["", frame({ candidates: [{ index: 0, content: { parts: [{ text: "some words" }] } }] })]
}

/** A piece with whole events, so many bytes, which breaks off in another one. */
const piece = 64 * 1024
const pieceOf = ([begin, event]: readonly [string, string]): Uint8Array =>
  new TextEncoder().encode((begin + event.repeat(Math.ceil(piece / event.length) + 1)).slice(0, piece))

const ways = names.flatMap((to) => names.filter((from) => from !== to).map((from) => [from, to] as const))

/** How many streams wait for their next piece at once. */
const open = 128

describe("a stream that waits", () => {
  it.each(ways)("keeps of %s to a client of %s less than half of what it read", (from, to) => {
    const bytes = pieceOf(streams[from])
    const begin = () => {
      const machine = translateStream({ from: formats[from], to: formats[to] })
      return { machine, said: machine.push(bytes).length }
    }
    expect(begin().said).toBeGreaterThan(0)
    const before = heap()
    const waiting = list(open, () => begin().machine)
    const kept = (heap() - before) / waiting.length
    expect(kept).toBeLessThan(piece / 2)
  })

  it("does not keep the first that it told", async () => {
    const told: WeakRef<Uint8Array>[] = []
    const machine = scriptedMachine({
      push: () => {
        const said = new Uint8Array(1000)
        told.push(new WeakRef(said))
        return [said]
      }
    })
    const body = flowOf(list(3, () => [new Uint8Array(1)] as const))
    const kept = Effect.gen(function* () {
      const next = yield* Stream.toPull(flowStream(yield* serveStream(body, machine, undefined, () => undefined)))
      for (const _ of [1, 2]) expect((yield* next).length).toBe(1)
      yield* Effect.promise(() => turn())
      collect()
      expect((yield* next).length).toBe(1)
      return told.map((ref) => ref.deref() !== undefined)
    })
    expect((await Effect.runPromise(Effect.scoped(kept)))[0]).toBe(false)
  })
})

it("an answer of which too much would be kept is not said again where it fails", () => {
  const machine = machineOf("responses", "chatCompletions")
  const event = frame({ id: "c", model: "m", choices: [{ index: 0, delta: { content: "word ".repeat(10_000) } }] })
  let told = ""
  for (let at = 0; at < 60 && machine.failure() === undefined; at++) {
    told = stepsAfter(machine, Buffer.from(event)).join("")
  }
  const last = JSON.parse(/^data: (\{"type":"response\.failed".*)$/m.exec(told)?.[1] ?? "null")
  expect(last.response).toMatchObject({ status: "failed", output: [] })
  expect(told.length).toBeLessThan(60_000)
})
