import { expect, it } from "vitest"
import { maskAsides } from "../../src/exchange/event-lines.ts"
import { atOnce } from "../cost/masks.ts"

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** What is made of a text, and in how many steps; each text that is masked is kept. */
const run = (text: string) => {
  const seen: string[] = []
  const mask = atOnce((words) => {
    seen.push(words)
    return words.replaceAll("secret", "[redacted]")
  })
  const work = maskAsides(encoder.encode(text), mask)
  let steps = 1
  let step = work.next()
  for (; step.done !== true; step = work.next()) steps++
  return { text: decoder.decode(step.value), seen, steps }
}

it.each([
  ["line feeds", "\n"],
  ["carriage returns", "\r"],
  ["both together", "\r\n"]
])("lines that are no event's are masked, and no others, where they end in %s", (_, end) => {
  const lines = [": secret", "data: secret", "event: secret", "id: secret", "", "secret", "data: {}", "", ""]
  const { text, seen } = run(lines.join(end))
  expect(text).toBe(
    [": [redacted]", "data: secret", "event: secret", "id: [redacted]", "", "[redacted]", "data: {}", "", ""].join(end)
  )
  expect(seen).toEqual([`: secret${end}`, `id: secret${end}${end}secret${end}`])
})

it("lines without end are masked in steps", () => {
  const { text, seen, steps } = run(`: ${"x".repeat(97)}\n`.repeat(30_000) + "data: secret\n\n")
  expect([text.length, text.endsWith("data: secret\n\n")]).toEqual([3_000_014, true])
  expect(Math.max(...seen.map(({ length }) => length))).toBeLessThan(66_000)
  expect(steps).toBe(3)
})

it("of a line of more than a mebibyte its end alone is told", () => {
  const { text, seen } = run(`data: a\n: ${"secret".repeat(200_000)}\r\n\r\ndata: b\n\n`)
  expect(text).toBe("data: a\n\r\n\r\ndata: b\n\n")
  expect(seen.join("")).not.toContain("secret")
})
