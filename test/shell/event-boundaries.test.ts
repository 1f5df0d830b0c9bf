import { expect, it } from "vitest"
import { splitEvents } from "../../src/exchange/event-boundaries.ts"

const encoder = new TextEncoder()
const decoder = new TextDecoder()

it.each([
  ["line feeds", ["a: 1\n\n", "b: 2\nc: 3\n\n", "d"]],
  ["carriage returns", ["a: 1\r\r", "b: 2\r\r"]],
  ["both together", ["a: 1\r\n\r\n", "b: 2\r\n\r\n"]],
  ["now these, now those", ["a: 1\n\n", "b: 2\r\r", "c: 3\r\n\r\n", "d: 4\n\r", "e: 5\n\n"]]
])("events whose lines end in %s come one by one", (_, events) => {
  const blocks = splitEvents(encoder.encode(events.join("")))
  expect(blocks.map((block) => decoder.decode(block))).toEqual(events)
})
