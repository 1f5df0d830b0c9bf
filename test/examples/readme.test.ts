import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { uncovered } from "../config/uncovered.ts"
import { readFile } from "../../src/config/file.ts"
import { printed } from "./front-page.ts"

const top = fileURLToPath(new URL("../..", import.meta.url))
const file = join(top, "README.md")
const readme = readFileSync(file, "utf8")
const contributing = readFileSync(join(top, "CONTRIBUTING.md"), "utf8")
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"))

/** The rows of the table under a heading, cell by cell, without its head. */
const rowsUnder = (heading: string, page = readme): readonly (readonly string[])[] => {
  const [section = ""] = page.split(`\n## ${heading}\n`)[1]?.split("\n## ") ?? []
  const rows = section.split("\n").filter((line) => line.startsWith("|"))
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
  )
}

describe("the README", () => {
  it("is shorter than 320 lines", () => {
    expect(readme.split("\n").length).toBeLessThanOrEqual(320)
  })

  it("has the tables of endpoints, families, named models, errors and losses that the code prints", async () => {
    await expect(printed(readme)).toMatchFileSnapshot(file)
  }, 60_000)

  it("leaves no cell of a table empty", () => {
    const rows = readme.split("\n").filter((line) => line.startsWith("|"))
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter((row) => /\|\s*\|/.test(row))).toEqual([])
  })

  it("shows a configuration that can be read", () => {
    const [, yaml = ""] = /^```yaml\n(.*?)^```$/ms.exec(readme) ?? []
    const read = readFile(yaml, { TEAM_KEY: "team-key", ANTHROPIC_API_KEY: "vendor-key" })
    expect(uncovered(read)).toMatchObject({
      ok: true,
      value: {
        port: 8787,
        keys: [{ key: "team-key", name: "team", models: ["claude-*", "gpt-4o*"] }],
        upstreams: [
          { name: "anthropic", family: "claude", key: "vendor-key" },
          { name: "local", family: "compatible", key: "none", url: "http://127.0.0.1:8000/v1" }
        ],
        routes: [
          { match: "llama-*", upstream: "local" },
          { match: "fast", upstream: "anthropic", model: "claude-haiku-4-5" }
        ]
      }
    })
  })

  it("says why each dependency is there", () => {
    const listed = rowsUnder("Dependencies, and why").map(([name = ""]) => /`([^`]+)`/.exec(name)?.[1])
    expect(new Set(listed)).toEqual(new Set(Object.keys({ ...dependencies, ...peerDependencies })))
  })

  it("points at files that are there", () => {
    const links = [...readme.matchAll(/\]\((?!https:)([^)#]+)\)/g)].map(([, link = ""]) => link)
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((path) => !existsSync(join(top, path)))).toEqual([])
  })

  it("names entries and exports that are there", async () => {
    const named = [...readme.matchAll(/(\w+)\([^`()]*\)+` of `isogloss\/(\w+)`/g)]
    expect(named.length).toBeGreaterThan(2)
    for (const [, name = "", entry = ""] of named) {
      expect(Object.keys(await import(join(top, "src", `${entry}.ts`)))).toContain(name)
    }
  })

  it("tells who is not behind it, and how to start", () => {
    expect(readme).toContain("Not affiliated with any vendor.")
    expect(readme).toContain("npm ci && npm start ")
    expect(readme).toContain("npm ci && npm run setup && npm test ")
  })

  it("shows a translation in five lines and a mount in ten", () => {
    const [translation = "", mount = ""] = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code)
    const linesOf = (code: string): number =>
      code.split("\n").filter((it) => it !== "" && !it.startsWith("import ")).length
    expect(linesOf(translation)).toBe(5)
    expect(linesOf(mount)).toBeLessThanOrEqual(10)
  })
})

describe("where things are, in CONTRIBUTING.md", () => {
  it("names folders that are there", () => {
    const cells = rowsUnder("Where things are", contributing).map(([cell = ""]) => cell)
    const names = cells.flatMap((cell) => [...cell.matchAll(/`([\w/]+)`/g)].map(([, name = ""]) => name))
    const isThere = (name: string): boolean => [name, `src/${name}`].some((path) => existsSync(join(top, path)))
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !isThere(name))).toEqual([])
  })
})
