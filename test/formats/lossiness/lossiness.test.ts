import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { subjects } from "../../laws/subjects.ts"
import { bodyKinds, lossiness } from "./fates.ts"
import { chatRules } from "../../../src/core/notes/chat-rules.ts"
import { chatRuleTables, matrix, ruleLines, rulesIn } from "./tables.ts"

const file = new URL("../../../src/formats/README.md", import.meta.url)

/** The hand-written head of the file: all before the first format's section. */
const head = (): string => readFileSync(file, "utf8").split("\n## `", 1)[0]?.trimEnd() ?? ""

/** How many members the fixtures of each format name, by kind of body. */
const counted: Readonly<Record<string, readonly number[]>> = {
  "chat-completions": [110, 38],
  messages: [170, 42],
  "generate-content": [101, 53]
}

describe("the lossiness matrix", () => {
  it("stands in the formats' own page as the code prints it", async () => {
    await expect([head(), "", ...matrix(), ...ruleLines()].join("\n").trimEnd().concat("\n")).toMatchFileSnapshot(
      file.pathname
    )
  }, 60_000)

  it.each(subjects)(
    "looks at every member that the fixtures of $format.id name",
    (from) => {
      const into = subjects.filter((to) => to !== from)
      expect(bodyKinds.map((kind) => lossiness(from, kind, into).length)).toEqual(counted[from.format.id])
    },
    60_000
  )
})

describe("the rules of notes", () => {
  const named: readonly string[] = Object.values(chatRules).flatMap((rules) => Object.keys(rules))
  const tables = [...chatRuleTables.values()].map(({ table }) => rulesIn(table))

  it("stand once in the vocabulary, and in a format's table", () => {
    expect(new Set(named).size).toBe(named.length)
    expect(named.filter((rule) => !tables.some((rules) => rules.has(rule)))).toEqual([])
  })

  it("are few, and most are every format's", () => {
    expect(named.length).toBeLessThanOrEqual(95)
    expect(named.filter((rule) => tables.every((rules) => rules.has(rule))).length).toBeGreaterThanOrEqual(44)
  })
})
