import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { imageTables } from "./images/tables.ts"
import { open } from "./open.ts"
import { promises } from "./promises.ts"
import { crossings } from "./runner.ts"
import { tables } from "./tables.ts"
import { videoTables } from "./videos/tables.ts"

const here = fileURLToPath(new URL(".", import.meta.url))

/** The ids that tests beside the tables name. */
const named = globSync("*.test.ts", { cwd: here }).flatMap((file) =>
  [...readFileSync(here + file, "utf8").matchAll(/\bkeeps(?:\.each\([^)]*\))?\(\s*"([^"]+)"/g)].map(([, id = ""]) => id)
)
const shown = new Set([
  ...named,
  ...tables.flatMap(({ table }) => table.cases.map(({ keeps }) => keeps)),
  ...[...imageTables, ...videoTables].flatMap(({ cases }) => cases.map(({ keeps }) => keeps))
])
const ids = Object.keys(promises)

/** How many promises there were when this was last looked at; they may become more. */
const least = 233

describe("the promises of the endpoint tables", () => {
  it(`are ${ids.length}, and were never more`, () => expect(ids.length).toBeGreaterThanOrEqual(least))

  it("are each shown by a test", () => expect(ids.filter((id) => !shown.has(id))).toEqual([]))

  it("are all that tests name", () => expect([...shown].filter((id) => !ids.includes(id))).toEqual([]))

  it("are each a sentence of their own", () => {
    const sentences = Object.values(promises)
    expect(new Set(sentences).size).toBe(sentences.length)
    expect(sentences.filter((sentence) => !/^[A-Z].{15,}[.]$/.test(sentence))).toEqual([])
  })

  it("are not kept where a list says so, and nowhere else", () => {
    const names = new Set(tables.flatMap(({ table }) => crossings(table).map(({ name }) => name)))
    expect([...open].filter((name) => !names.has(name))).toEqual([])
  })
})
