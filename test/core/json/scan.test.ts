import { describe, expect, it } from "vitest"
import { closingQuote, ValueEnd } from "../../../src/core/json/scan.ts"

const isClosedAfter = (...pieces: readonly string[]): boolean => {
  const end = new ValueEnd()
  for (const piece of pieces) end.add(piece)
  return end.isClosed
}

describe("the end of a value that comes in pieces", () => {
  it("is found wherever it is cut", () => {
    const text = '{"a":["\\"}",{"b":"\\\\"}]}'
    const cuts = Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)])
    expect(cuts.filter((pieces) => !isClosedAfter(...pieces))).toEqual([])
  })

  it.each([['{"a":1'], ['{"a":"}'], ["{} 1"]])("is not behind %s", (text) => expect(isClosedAfter(text)).toBe(false))
})

/** The quote that no backslash escapes, looked for character by character. */
const unescapedQuote = (text: string): number => {
  let escaped = false
  const at = text.split("").findIndex((character) => {
    const closes = character === '"' && !escaped
    escaped = character === "\\" && !escaped
    return closes
  })
  return at < 0 ? text.length : at
}

describe("the quote that closes a string", () => {
  it("is the first that is not escaped, however quotes and backslashes stand in it", () => {
    const words = Array.from({ length: 3 ** 8 }, (_, number) =>
      Array.from({ length: 8 }, (__, at) => '"\\a'[Math.floor(number / 3 ** at) % 3]).join("")
    )
    const before = ["", '\\"'.repeat(40), `${"b".repeat(70)}\\"`, '\\\\\\"'.repeat(7)]
    const texts = before.flatMap((start) => words.map((word) => start + word))
    expect(texts.filter((text) => closingQuote(text, 0) !== unescapedQuote(text))).toEqual([])
  })
})
