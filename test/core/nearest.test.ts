import { describe, expect, it } from "vitest"
import { nearestOccurrence } from "../../src/core/chat/citations.ts"

describe("where a piece of text stands nearest to a place", () => {
  it.each([
    ["at the place", "one two one", "one", 8, 8],
    ["before it", "one two three", "one", 12, 0],
    ["behind it", "three two one", "one", 0, 10],
    ["the nearer of two", "one two one", "one", 5, 8],
    ["the one before, of two as near", "one     one", "one", 4, 0],
    ["within itself", "aaaa", "aa", 2, 2],
    ["behind a beginning of itself", "aabaabaac", "aabaac", 0, 3],
    ["nowhere", "one two", "three", 0, undefined],
    ["nowhere, where it is longer", "one", "one two", 0, undefined]
  ])("%s", (_, text, piece, place, found) => {
    expect(nearestOccurrence(text, piece, place)).toBe(found)
  })

  it("is where looking back and looking ahead find it", () => {
    let seed = 7
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
    const word = (length: number): string => Array.from({ length }, () => "ab"[random(2)]).join("")
    for (let time = 0; time < 2000; time++) {
      const [text, piece, place] = [word(1 + random(20)), word(1 + random(4)), random(20)]
      const places = [text.lastIndexOf(piece, place), text.indexOf(piece, place)].filter((at) => at >= 0)
      const [best] = places.toSorted((one, other) => Math.abs(one - place) - Math.abs(other - place))
      expect([text, piece, place, nearestOccurrence(text, piece, place)]).toEqual([text, piece, place, best])
    }
  })
})
