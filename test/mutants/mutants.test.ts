import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { mutants } from "./mutants.ts"

const source = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../src/${file}`, import.meta.url)), "utf8")

/** The test files of the tree, by their paths. */
const tests = globSync("test/**/*.test.ts", { cwd: fileURLToPath(new URL("../..", import.meta.url)) })

describe("the defects that are planted", () => {
  it.each(mutants.map((mutant) => [mutant.name, mutant] as const))("%s: its line stands once", (_, { file, find }) => {
    expect(source(file).split(find).length - 1).toBe(1)
  })

  it.each(mutants.map((mutant) => [mutant.name, mutant] as const))("%s: changes it", (_, { find, replace }) => {
    expect(replace).not.toBe(find)
  })

  it.each(mutants.map((mutant) => [mutant.name, mutant] as const))("%s: its tests are there", (_, { caughtBy }) => {
    expect(caughtBy.filter((suite) => !tests.some((test) => test.startsWith(`test/${suite}`)))).toEqual([])
  })

  it("have names of their own", () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  })
})
