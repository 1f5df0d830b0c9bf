import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { expect, it } from "vitest"
import type { ReplyStream } from "../../src/exchange/chat-exchange.ts"
import { eventsIn, maskAsides, stepsOf } from "../../src/exchange/event-lines.ts"
import { keptHistory } from "../../src/exchange/history.ts"
import { responses } from "../../src/formats.ts"
import { history } from "../../src/formats/responses/history.ts"
import { memoryTexts } from "../../src/history/memory.ts"
import { keptIn } from "../../src/history/store-from-texts.ts"
import { textLimits } from "../../src/history/store.ts"
import type { StreamFraming } from "../../src/core/framing/transducer.ts"
import { machineOf, stepsAfter, stepsAtEnd } from "./machines.ts"
import { atOnce } from "./masks.ts"

// A line costs something however short it is: a mebibyte may be one line or half a million.

const encoder = new TextEncoder()

const many = 400_000
const comments = ":\n".repeat(many)
/** So many steps of 64 Ki lines they are. */
const steps = 7

const chunk = `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta: { content: "a" } }] })}\n\n`

/** What a machine says, and after how many steps of what was pushed and of the end. */
const said = (machine: ReplyStream, text: string): readonly [told: string, pushed: number, ended: number] => {
  const pushed = stepsAfter(machine, encoder.encode(text))
  const ended = stepsAtEnd(machine)
  return [[...pushed, ...ended].join(""), pushed.length - 1, ended.length - 1]
}

const passing = (): ReplyStream => machineOf("chatCompletions", "chatCompletions")

it("a step is of no more than a mebibyte and of no more than 65,536 lines", () => {
  const lengths = (text: string): readonly number[] => [...stepsOf(encoder.encode(text))].map(({ length }) => length)
  expect(lengths("x".repeat(2 * 1024 * 1024 + 1))).toEqual([1024 * 1024, 1024 * 1024, 1])
  expect(lengths("a\n".repeat(70_000))).toEqual([131_072, 8928])
  expect(lengths("\r".repeat(65_537))).toEqual([65_536, 1])
  expect([lengths("a\n".repeat(30_000)), lengths("")]).toEqual([[60_000], []])
})

it("comment lines before an event that passes are read, and then masked, in steps", () => {
  const [told, pushed] = said(passing(), chunk + comments + chunk)
  expect(told.startsWith(chunk + comments + chunk)).toBe(true)
  expect(pushed).toBe(steps + (steps - 1))
})

it("comment lines with which a stream ends are read in steps, too: for what they hold, and for what they may cost", () => {
  const machine = passing()
  const [told, pushed, ended] = said(machine, chunk + comments)
  expect([told.includes(":\n"), pushed]).toEqual([false, 0])
  expect(ended).toBe(steps + steps)
})

it("lines are masked, and events parted, in steps", () => {
  const bytes = encoder.encode(comments)
  expect([
    ...maskAsides(
      bytes,
      atOnce((text) => text)
    )
  ]).toHaveLength(steps - 1)
  expect([...eventsIn(bytes)].filter((block) => block === undefined)).toHaveLength(steps - 1)
})

it("very many events that say nothing are judged, and then chosen, in steps", () => {
  const [told, pushed] = said(passing(), chunk + "data:\n\n".repeat(10_000) + chunk)
  expect(told.startsWith(`${chunk}data:\n\n`)).toBe(true)
  // 10,002 events, 1024 a step: 9 times others have their turn before they are judged, and 9 times before they are told.
  expect(pushed).toBe(9 + 9)
})

it("comment lines before the last event of an answer that is kept are read in turns", async () => {
  const [framing] = responses.framings
  const read: StreamFraming["read"] = (...args) => {
    const reading = framing.read(...args)
    return { ...reading, push: (bytes) => (turns.push(turn), reading.push(bytes)) }
  }
  const turns: number[] = []
  let turn = 0
  let over = false
  const count = (): void => {
    turn++
    if (!over) setImmediate(count)
  }
  const store = keptIn(memoryTexts(textLimits()))
  const format = { ...responses, framings: [{ ...framing, read }] as const }
  const request = { input: [], issuer: "openai", model: "m" }
  const keeper = keptHistory("responses", history).keeper(store, format, "one", request, Effect.succeed)
  const response = { id: "resp_1", status: "completed", store: false, output: [] }
  const last = `event: response.completed\ndata: ${JSON.stringify({ type: "response.completed", response })}\n\n`
  const bytes = Stream.make(encoder.encode(comments + last))
  const kept = keeper?.stream(bytes, { ended: () => true, failure: () => undefined }) ?? Stream.empty
  setImmediate(count)
  await Effect.runPromise(Stream.runDrain(kept))
  over = true
  // The events are parted in 6 turns, and the lines of the last are read in 7.
  expect(new Set(turns).size).toBe(steps)
  expect(turns[0]).toBeGreaterThanOrEqual(steps - 1)
  expect(await Effect.runPromise(store.get("one", "resp_1"))).toBeDefined()
})
