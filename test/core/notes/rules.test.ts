import { describe, expect, it } from "vitest"
import { noteRules } from "../../../src/core/notes/note.ts"

const book = noteRules("format-1", {
  dropped: { meaning: { n: "There is one answer." }, cost: { mark: "Nothing is cached." } },
  refused: { meaning: { held: "Another vendor holds this." } }
})

describe("a table of rules", () => {
  it("says of each rule what happens, what it means and why", () => {
    expect(book.table).toEqual({
      n: { kind: "dropped", severity: "meaning", detail: "There is one answer." },
      mark: { kind: "dropped", severity: "cost", detail: "Nothing is cached." },
      held: { kind: "refused", severity: "meaning", detail: "Another vendor holds this." }
    })
  })

  it("writes the note of a rule at a place", () => {
    expect(book.note("mark", "/messages/0/cache_control")).toEqual({
      kind: "dropped",
      severity: "cost",
      detail: "Nothing is cached.",
      path: "/messages/0/cache_control",
      rule: "format-1/mark"
    })
  })

  it("lets a case say more than the rule", () => {
    expect(book.note("n", "/n", { target: "/count", detail: "Two were asked for." })).toMatchObject({
      target: "/count",
      detail: "Two were asked for."
    })
  })

  it("names the member that a note is about, where its name is a plain one", () => {
    const { note } = noteRules("f", { dropped: { meaning: { unsupported: "`{member}` is not supported." } } })
    expect(note("unsupported", "/generationConfig/stopSequences/5").detail).toBe("`stopSequences` is not supported.")
    expect(note("unsupported", "/a$&b").detail).toBe("This is not supported.")
    expect(note("unsupported", "").detail).toBe("This is not supported.")
  })

  it("keeps the cases of a rule apart by their sentences alone", () => {
    const { note } = noteRules("f", {
      dropped: { meaning: { stop: "Too many." }, cosmetic: { "stop/empty": "Empty." } }
    })
    expect(note("stop/empty", "/stop")).toMatchObject({ rule: "f/stop", severity: "cosmetic", detail: "Empty." })
  })
})
