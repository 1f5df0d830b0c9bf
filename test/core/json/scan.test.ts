import { describe, expect, it } from "vitest"
import { ValueEnd } from "../../../src/core/json/scan.ts"

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
