import { describe, expect, it } from "vitest"
import { printNotes } from "../../src/exchange/answer.ts"
import type { TranslationNote } from "../../src/core/notes/note.ts"

const note = (path: string): TranslationNote => ({
  kind: "dropped",
  severity: "meaning",
  detail: "The format has no such member.",
  path,
  rule: "messages/unsupported"
})

describe("the header that tells notes", () => {
  it("says how many there are, and each by kind, place and rule", () => {
    expect(printNotes([note("/seed"), note("")])).toBe(
      "count=2; dropped /seed messages/unsupported; dropped / messages/unsupported"
    )
  })

  it("tells twenty at most, and counts all", () => {
    const header = printNotes(Array.from({ length: 30 }, () => note("/a")))
    expect([header.startsWith("count=30;"), header.split("; ").length - 1]).toEqual([true, 20])
  })

  it("tells what changes meaning or cost before what does not", () => {
    const light = { ...note("/created"), severity: "cosmetic" } as const
    const many = Array.from({ length: 25 }, () => light)
    expect(printNotes([...many, note("/seed")])).toMatch(
      /^count=26; dropped \/seed messages\/unsupported; dropped \/created /
    )
    expect(printNotes([...many, note("/seed")]).split("; ").length - 1).toBe(20)
  })

  it("is at most 2 KiB, however long its places are", () => {
    const header = printNotes(Array.from({ length: 20 }, () => note(`/${"x".repeat(300)}`)))
    expect([header.startsWith("count=20;"), header.length <= 2048, header.includes("xxx")]).toEqual([true, true, true])
  })

  it("is printable ASCII without a separator of its own, whatever a place is called", () => {
    expect(printNotes([note("/é\r\n;😀")])).toBe("count=1; dropped /%C3%A9%0D%0A%3B%F0%9F%98%80 messages/unsupported")
  })
})
