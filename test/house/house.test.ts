import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { figuresOf } from "./figures.ts"

const sources = fileURLToPath(new URL("../../src", import.meta.url))

it("has no file of more than 300 lines", () => {
  const files = globSync("**/*.ts", { cwd: sources })
  const long = files.filter((file) => readFileSync(join(sources, file), "utf8").split("\n").length - 1 > 300)
  expect(files.length).toBeGreaterThan(500)
  expect(long).toEqual([])
})

it("has few files that hold next to nothing, and few names that mean two things", () => {
  const { tiny, twice, oneWord } = figuresOf(sources)
  expect(tiny).toBeLessThanOrEqual(10)
  expect(twice).toBeLessThanOrEqual(30)
  expect(oneWord).toBeLessThanOrEqual(12)
})

it("measures what stands in a folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "isogloss-house-"))
  try {
    writeFileSync(join(folder, "one.ts"), "export const same = 1\nexport const longerName = 2\n")
    writeFileSync(join(folder, "two.ts"), "export const same = 1\n")
    const figures = { files: 2, lines: 3, median: 2, longest: 2, tiny: 0, twice: 1, oneWord: 50 }
    expect(figuresOf(folder)).toEqual(figures)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
