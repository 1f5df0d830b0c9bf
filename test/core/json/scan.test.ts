import { describe, expect, it } from "vitest"
import { closingQuote, scanJson, ValueEnd } from "../../../src/core/json/value.ts"

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

describe("a number that JavaScript would print in another way", () => {
  const isRisky = (numeral: string): boolean => scanJson(`[${numeral}]`, { depth: 9, members: 9 }).risky

  it("is known among all of seven characters and fewer", () => {
    const numeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?$/
    let [texts, found] = [[""], 0]
    for (let length = 1; length <= 7; length++) {
      texts = texts.flatMap((text) => ["0", "1", "5", ".", "-", "e"].map((next) => text + next))
      const numerals = texts.filter((text) => numeral.test(text))
      found += numerals.length
      expect(numerals.filter((text) => isRisky(text) !== (String(Number(text)) !== text))).toEqual([])
    }
    expect(found).toBe(15_336)
  })

  it.each([
    ["0.000001", false],
    ["0.0000001", true],
    ["-0.000009", false],
    ["1.0000001", false],
    ["123456789012345", false],
    ["1234567890123.5", false],
    ["1234567890.12345678", true],
    ["9007199254740993", true],
    ["-0", true],
    ["-0.5", false],
    ["-0.0", true]
  ])("is told apart: %s", (numeral, expected) => expect(isRisky(numeral)).toBe(expected))
})
