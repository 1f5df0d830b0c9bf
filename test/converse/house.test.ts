import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const top = join(import.meta.dirname, "../..")
const textOf = (file: string): string => readFileSync(join(top, file), "utf8")
const importsOf = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/(?:from|import\() ?"([^"]+)"/g)].map(([, path = ""]) => path)

const format = globSync("examples/bedrock-converse/*.ts", { cwd: top })

describe("a format outside the house", () => {
  it("is a folder that imports the entry for formats, and nothing else", () => {
    const imported = format.flatMap(importsOf).filter((path) => !path.startsWith("./"))
    expect(new Set(imported)).toEqual(new Set(["../../src/format.ts"]))
    expect(imported).toHaveLength(format.length)
    expect(format).toHaveLength(10)
  })

  it("is named nowhere in the house", () => {
    const sources = globSync("src/**/*.ts", { cwd: top })
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.filter((file) => /converse\b|bedrock/i.test(textOf(file)))).toEqual([])
  })
})

describe("the entry for formats", () => {
  it("has nothing that the format does not use, but the framing of most others", () => {
    const names = [...textOf("src/format.ts").matchAll(/export (?:type )?\{([^}]*)\}/gu)].flatMap(([, list = ""]) =>
      list.split(",").map((name) => name.trim().replace("type ", ""))
    )
    const used = new Set(format.flatMap((file) => textOf(file).match(/\w+/gu) ?? []))
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter((name) => name !== "" && !used.has(name))).toEqual(["sseFraming"])
  })
})
