import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { tables } from "../sandbox/tables.ts"
import { modelTables } from "./models.ts"
import { type Known, rowsOf, sources, type SourceName } from "./pages.ts"
import { refusalsKnown } from "./refusals.ts"

const sorted = (rows: readonly string[]): readonly string[] => rows.toSorted()

/** Every table of rows about vendors: its name, its rows, and what they are known from. */
const all: readonly (readonly [name: string, rows: readonly string[], known: Known])[] = [
  ...tables.map(([title, refusals]) => [title, refusals.map(({ name }) => name), refusalsKnown[title] ?? {}] as const),
  ...modelTables.map(({ title, rows, known }) => [title, Object.keys(rows), known] as const)
]

describe("each row of a table about vendors", () => {
  it.each(all)("has a source, or is said to have none, once: %s", (_, rows, known) =>
    expect(sorted(rowsOf(known).map(([row]) => row))).toEqual(sorted(rows))
  )

  it("stands in one of 26 tables of refusals, or of 20 of models", () =>
    expect([tables.length, modelTables.length, Object.keys(refusalsKnown).length]).toEqual([26, 20, 26]))
})

const isName = (name: string): name is SourceName => Object.hasOwn(sources, name)

const quoted = all.flatMap(([table, , { words = {} }]) =>
  Object.entries(words).flatMap(([name, rows]) =>
    Object.entries(rows).map(([row, said]) => [table, row, name, said] as const)
  )
)

describe("words of an SDK's types", () => {
  it.each(quoted)("stand there: %s, %s", (_, __, name, said) => {
    const source = isName(name) ? sources[name] : undefined
    const types = source !== undefined && "types" in source ? source.types : ""
    const text = readFileSync(new URL(`../../node_modules/${types}`, import.meta.url), "utf8")
    expect(text.replace(/\s*\n\s*\*\s*/g, " ").includes(said), said).toBe(true)
  })
})

describe("the sources", () => {
  it("are each referred to", () => {
    const used = new Set(all.flatMap(([, , known]) => rowsOf(known).map(([, name]) => name)))
    expect(Object.keys(sources).filter((name) => !used.has(name))).toEqual([])
  })

  it("are https pages, each with the month in which it was read or written, or none, or types that are installed", () => {
    for (const source of Object.values(sources)) {
      if ("types" in source) expect(source.types).toMatch(/^[@a-z][\w@/.-]+\.d\.ts$/)
      else expect(`${source.page} ${source.month}`).toMatch(/^https:\/\/.+ (undated|20\d\d-(0[1-9]|1[0-2]))$/)
    }
  })
})
