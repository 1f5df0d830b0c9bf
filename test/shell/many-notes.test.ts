import { expect, it } from "vitest"
import { KeptNotes, keptOf } from "../../src/exchange/answer.ts"
import type { TranslationNote } from "../../src/core/notes/note.ts"

const note = (kind: TranslationNote["kind"], severity: TranslationNote["severity"], path: string): TranslationNote => ({
  kind,
  severity,
  path,
  rule: "test/rule",
  detail: "It is a test."
})

const many = [
  ...Array.from({ length: 600 }, (_, index) => note("dropped", "cosmetic", `/light/${index}`)),
  note("dropped", "meaning", "/heavy"),
  note("refused", "meaning", "/refused")
]

it("as many notes of a request as are told are all kept", () => {
  const few = many.slice(0, 500)
  expect(keptOf(few)).toBe(few)
})

it("of more notes those are kept that speak against the request, then those that weigh", () =>
  expect(
    keptOf(many)
      .slice(0, 3)
      .map(({ path }) => path)
  ).toEqual(["/refused", "/heavy", "/light/0"]))

it("of more notes the last says how many are not told", () => {
  const kept = keptOf(many)
  expect([kept.length, kept.at(-1)?.detail]).toEqual([501, "102 more notes are not shown."])
})

it("of an answer those that came after the first hundred are counted once", () => {
  const kept = new KeptNotes()
  kept.add(many.slice(0, 103))
  expect(kept.take().at(-1)?.detail).toBe("3 more notes are not shown.")
  kept.add(many.slice(0, 1))
  expect(kept.take()).toEqual(many.slice(0, 1))
})
