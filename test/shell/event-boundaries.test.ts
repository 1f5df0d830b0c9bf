import { expect, it } from "vitest"
import { eventsIn, EventSplitter } from "../../src/exchange/event-lines.ts"

const encoder = new TextEncoder()
const decoder = new TextDecoder()

it.each([
  ["line feeds", ["a: 1\n\n", "b: 2\nc: 3\n\n", "d"]],
  ["carriage returns", ["a: 1\r\r", "b: 2\r\r"]],
  ["both together", ["a: 1\r\n\r\n", "b: 2\r\n\r\n"]],
  ["now these, now those", ["a: 1\n\n", "b: 2\r\r", "c: 3\r\n\r\n", "d: 4\n\r", "e: 5\n\n"]]
])("events whose lines end in %s come one by one", (_, events) => {
  const blocks = [...eventsIn(encoder.encode(events.join("")))].filter((block) => block !== undefined)
  expect(blocks.map((block) => decoder.decode(block))).toEqual(events)
})

/** Each text with each place at which it can be cut. */
const cuts = ["a: 1\n\n", "a: 1\r\r", "a: 1\r\n\r\n", "a: 1\r\n\n"].flatMap((event) =>
  Array.from({ length: event.length - 1 }, (_, at) => [event.slice(0, at + 1), event.slice(at + 1)] as const)
)

it.each(cuts)("an event is there with the end of its blank line: %j, %j", (first, second) => {
  const splitter = new EventSplitter()
  const given = [first, second].map((piece) => decoder.decode(splitter.push(encoder.encode(piece))))
  expect(given.join("")).toMatch(/^a: 1(\n|\r\n?)(\n|\r\n?)$/)
})
