import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const top = join(import.meta.dirname, "../..")
const textOf = (file: string): string => readFileSync(join(top, file), "utf8")
const importsOf = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/(?:from|import\() ?"([^"]+)"/g)].map(([, path = ""]) => path)

/** The folder of the format itself, without what tests it. */
const format = ["decode-stream", "encode-stream", "error", "format", "framing", "read-blocks", "request", "response"]
  .concat("rules", "write-blocks")
  .map((name) => `test/converse/${name}.ts`)

describe("a new format", () => {
  it("is a folder that imports the words, and nothing else of the house", () => {
    const imported = format.flatMap(importsOf).filter((path) => !path.startsWith("./"))
    expect(imported.filter((path) => !path.startsWith("../../src/core/"))).toEqual([])
    expect(imported.length).toBeGreaterThan(30)
  })

  it("is all of that folder", () => {
    const tests = ["framing.test", "house.test", "laws.test", "translation.test", "made", "subject"]
    const all = globSync("test/converse/*.ts", { cwd: top }).map((file) => file.replaceAll("\\", "/"))
    expect(all.toSorted()).toEqual([...format, ...tests.map((name) => `test/converse/${name}.ts`)].toSorted())
  })

  it("is named nowhere else in the house", () => {
    const sources = globSync("src/**/*.ts", { cwd: top })
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.filter((file) => /converse\b|bedrock/i.test(textOf(file)))).toEqual([])
  })
})
