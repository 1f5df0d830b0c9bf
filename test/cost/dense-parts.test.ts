import { describe, expect, it, onTestFinished, vi } from "vitest"
import { emptyReplyContext } from "../../src/core/format.ts"
import type { ReadEvent } from "../../src/core/framing/transducer.ts"
import { pushInSteps } from "../../src/core/framing/transducer.ts"
import { generateContent } from "../../src/formats/generate-content/index.ts"
import { list } from "./list.ts"
import { machineOf, stepsAfter, stepsAtEnd } from "./machines.ts"

// An event of Gemini's may have thousands of parts, parts that are long, and members that no other format can say: the
// parts are read in steps, and what nobody reads is not printed.

const dataOf = (parts: readonly object[], more: object = {}): string =>
  JSON.stringify({ candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }], ...more })

const eventOf = (data: string): Uint8Array => Buffer.from(`data: ${data}\n\n`)

/** What a reader says of data that were read before, and how often others had their turn. */
const decodedInSteps = (data: string) => {
  const read: ReadEvent = { data, brief: data, value: JSON.parse(data), beyond: undefined }
  const work = pushInSteps(generateContent.decodeStream(emptyReplyContext), { data, read })
  let turns = 0
  let step = work.next()
  for (; step.done !== true; step = work.next()) turns++
  return { events: step.value, turns }
}

const call = (at: number): object => ({ functionCall: { id: `c${at}`, name: "f", args: { at } } })

it.each([
  // The numbers of calls are read exactly in a step of their own; then each part counts 512 of 256 Ki.
  ["many calls", list(2000, call), 1 + 3],
  ["many texts", list(2000, (at) => ({ text: `${at}` })), 3],
  ["long texts", list(4, () => ({ text: "word ".repeat(60_000) })), 3],
  ["a few parts", [{ text: "a" }, { text: "b", thought: true }], 0]
])("%s of one event are read in steps, and say the same as at once", (_, parts, turns) => {
  const data = dataOf(parts)
  const stepped = decodedInSteps(data)
  expect(stepped.turns).toBe(turns)
  expect(JSON.stringify(stepped.events)).toBe(
    JSON.stringify(generateContent.decodeStream(emptyReplyContext).push({ data }))
  )
})

const calls = eventOf(dataOf(list(4000, call)))

it("an event of many calls is read in steps where it is translated", () => {
  const steps = stepsAfter(machineOf("messages", "generateContent"), calls)
  // Its lines are read; it is walked over and read; its numbers are read exactly, and its parts in 8 steps; it is looked over.
  expect(steps.findIndex((text) => text !== "")).toBe(3 + 1 + 8 + 1)
})

it("an event of many calls is read in steps where it passes", () => {
  // Its lines are read; it is walked over; all else is as above, and it is judged.
  expect(stepsAfter(machineOf("generateContent", "generateContent"), calls).length).toBe(2 + 1 + 8 + 1)
})

it("events that say nothing to a client are gone through in steps", () => {
  const stepsOf = (parts: number): number => {
    const event = eventOf(dataOf(list(parts, () => ({ other: "1".repeat(200_000 / parts) }))))
    return stepsAfter(machineOf("chatCompletions", "generateContent"), event).length
  }
  // 2,500 parts are read in 5 steps and are 5,000 events and some more, which are gone through 1,024 at once.
  expect(stepsOf(2500) - stepsOf(500)).toBe(4 + 4)
})

const texts = list(6, () => "t\n".repeat(100_000))

const unread: Readonly<Record<string, string>> = {
  "a part": dataOf([{ text: "ok", x: texts }]),
  "an answer": dataOf([{ text: "ok" }], { x: texts }),
  "a candidate": dataOf([{ text: "ok" }]).replace('"content"', () => `"x":${JSON.stringify(texts)},"content"`)
}

describe.each(Object.entries(unread))("what no other format can say of %s", (_, data) => {
  it.each(["chatCompletions", "messages", "responses"] as const)("is not printed for clients of %s", (client) => {
    const machine = machineOf(client, "generateContent")
    const printed = vi.spyOn(JSON, "stringify")
    onTestFinished(() => printed.mockRestore())
    stepsAfter(machine, eventOf(data))
    stepsAtEnd(machine)
    const lengths = printed.mock.results.map(({ value }) => String(value).length)
    expect(Math.max(...lengths)).toBeLessThan(64 * 1024)
  })
})

it("a long thought is sealed for a client of Responses in one step and printed, once, in others", () => {
  const text = "tt\n".repeat(500_000)
  const machine = machineOf("responses", "generateContent")
  let now = 0
  const printed: (readonly [step: number, kind: string])[] = []
  const stringify = JSON.stringify
  const watch = vi.spyOn(JSON, "stringify").mockImplementation((value: unknown, ...more: []) => {
    if (value === text) printed.push([now, "text"])
    else if (Array.isArray(value) && value.includes(text)) printed.push([now, "sealed"])
    else if (typeof value === "string" && value.startsWith("isg1.")) printed.push([now, "carrier"])
    return stringify(value, ...more)
  })
  onTestFinished(() => watch.mockRestore())
  machine.push(eventOf(dataOf([{ text, thought: true }])))
  for (; machine.waits(); now++) machine.push(new Uint8Array(0))
  machine.end("clean")
  for (; machine.waits(); now++) machine.push(new Uint8Array(0))
  expect(machine.failure()).toBeUndefined()
  const steps = new Map(printed.map(([step, kind]) => [kind, step]))
  expect(printed.map(([, kind]) => kind).toSorted()).toEqual(["carrier", "sealed", "text"])
  expect(steps.get("carrier")).toBeGreaterThan(steps.get("sealed") ?? Infinity)
})

it("behind a long event that tells an error what the answer cost is still heard where it passes", () => {
  const event = (type: string, value: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`
  const response = { id: "r", object: "response", model: "m", output: [] }
  const usage = { input_tokens: 3, output_tokens: 4, total_tokens: 7 }
  const machine = machineOf("responses", "responses")
  stepsAfter(
    machine,
    Buffer.from(
      event("response.created", { response: { ...response, status: "in_progress" } }) +
        event("error", { code: "server_error", message: "It failed. ".repeat(10_000) }) +
        event("response.failed", {
          response: { ...response, status: "failed", error: { code: "x", message: "" }, usage }
        })
    )
  )
  expect(machine.usage()).toMatchObject({ input: 3, text: 4 })
})
