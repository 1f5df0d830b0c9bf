import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { uncovered } from "../config/uncovered.ts"
import { readFile } from "../../src/config/file.ts"
import { printed } from "./front-page.ts"

const top = fileURLToPath(new URL("../..", import.meta.url))
const pageAt = (path: string): string => readFileSync(join(top, path), "utf8")
const readme = pageAt("README.md")
const docs = globSync("docs/*.md", { cwd: top })
const everyPage = (): string => ["README.md", ...docs].map(pageAt).join("\n")
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"))

/** The rows of the table under a heading, cell by cell, without its head. */
const rowsUnder = (heading: string, page: string): readonly (readonly string[])[] => {
  const [section = ""] = page.split(`\n## ${heading}\n`)[1]?.split("\n## ") ?? []
  const rows = section.split("\n").filter((line) => line.startsWith("|"))
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
  )
}

/** A page's headings, as links name them. */
const headingsOf = (page: string): readonly string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(/\s/g, "-")
  )

describe("the README", () => {
  it("is read in five minutes: 123 lines at most", () => {
    expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(123)
  })

  it("names entries and exports that are there", async () => {
    const named = [...everyPage().matchAll(/(\w+)\([^`()]*\)+` of `isogloss\/(\w+)`/g)]
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

describe("the pages", () => {
  it("are five", () => {
    expect(["README.md", ...docs]).toHaveLength(5)
  })

  it("have the tables of endpoints, families, named models, errors and losses that the code prints", async () => {
    const file = join(top, "docs/reference.md")
    await expect(printed(readFileSync(file, "utf8"))).toMatchFileSnapshot(file)
  }, 60_000)

  it("leave no cell of a table empty", () => {
    const rows = ["README.md", ...docs]
      .flatMap((page) => pageAt(page).split("\n"))
      .filter((line) => line.startsWith("|"))
    expect(rows.length).toBeGreaterThan(120)
    expect(rows.filter((row) => /\|\s*\|/.test(row))).toEqual([])
  })

  it("show a configuration that can be read", () => {
    const [, yaml = ""] = /^```yaml\n(.*?)^```$/ms.exec(pageAt("docs/configuration.md")) ?? []
    const read = readFile(yaml, { TEAM_KEY: "team-key", ANTHROPIC_API_KEY: "vendor-key" })
    expect(uncovered(read)).toMatchObject({
      ok: true,
      value: {
        port: 8787,
        keys: [{ key: "team-key", name: "team", models: ["claude-haiku-*", "llama-*"] }],
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

  it("say why each dependency is there", () => {
    const listed = rowsUnder("Dependencies, and why", pageAt("docs/architecture.md")).map(
      ([name = ""]) => /`([^`]+)`/.exec(name)?.[1]
    )
    expect(new Set(listed)).toEqual(new Set(Object.keys({ ...dependencies, ...peerDependencies })))
  })

  it.each(["README.md", "CONTRIBUTING.md", "SECURITY.md", ...docs])(
    "%s points at files and headings that are there",
    (page) => {
      const links = [...pageAt(page).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link = ""]) => link)
      expect(links.length).toBeGreaterThan(0)
      const isThere = (link: string): boolean => {
        const [path = "", heading] = link.split("#")
        const file = path === "" ? join(top, page) : join(top, dirname(page), path)
        return existsSync(file) && (heading === undefined || headingsOf(readFileSync(file, "utf8")).includes(heading))
      }
      expect(links.filter((link) => !isThere(link))).toEqual([])
    }
  )
})

describe("where things are, in CONTRIBUTING.md", () => {
  it("names folders that are there", () => {
    const cells = rowsUnder("Where things are", pageAt("CONTRIBUTING.md")).map(([cell = ""]) => cell)
    const names = cells.flatMap((cell) => [...cell.matchAll(/`([\w/]+)`/g)].map(([, name = ""]) => name))
    const isThere = (name: string): boolean => [name, `src/${name}`].some((path) => existsSync(join(top, path)))
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !isThere(name))).toEqual([])
  })
})
