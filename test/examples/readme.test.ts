import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { metrics } from "../../src/endpoints/metrics.ts"
import { openApi } from "../../src/endpoints/open-api.ts"
import { chatCompletions } from "../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../src/formats/generate-content/index.ts"
import { messages } from "../../src/formats/messages/index.ts"
import { endpoints as served } from "../../src/hosts/cli/endpoints.ts"
import { lab } from "../../src/lab.ts"
import * as families from "../../src/config/families.ts"
import { fits } from "../../src/credentials/principal.ts"
import { readFile } from "../../src/config/file.ts"
import { GatewayError, statusOf, type Reason } from "../../src/words/error.ts"

const top = fileURLToPath(new URL("../..", import.meta.url))
const readme = readFileSync(join(top, "README.md"), "utf8")
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

const reasons = Object.keys(statusOf).filter((reason): reason is Reason => reason in statusOf)

/** What the formats make of a reason, as a row of the README. */
const rowOf = (reason: Reason): readonly string[] => {
  const error = new GatewayError(reason, "a message")
  const chat = chatCompletions.encodeError(error)
  const message = messages.encodeError(error)
  const content = generateContent.encodeError(error)
  const { type, code } = JSON.parse(chat.body.text).error
  const others = [
    ["messages", message.status],
    ["generate-content", content.status]
  ].flatMap(([name, status]) => (status === chat.status ? [] : [`, ${name} ${status}`]))
  return [
    reason,
    `${chat.status}${others.join("")}`,
    code === null ? `\`${type}\`` : `\`${type}\` (\`${code}\`)`,
    `\`${JSON.parse(message.body.text).error.type}\``,
    `\`${JSON.parse(content.body.text).error.status}\``
  ]
}

describe("the README", () => {
  it("is shorter than 300 lines", () => {
    expect(readme.split("\n").length).toBeLessThanOrEqual(300)
  })

  it("lists the endpoints that there are", () => {
    const there = [...served, ...lab(), openApi, metrics]
    const listed = rowsUnder("Endpoints and formats").flatMap(([endpoints]) => endpoints?.split(", "))
    expect(listed).toEqual(there.map(({ method, path }) => `\`${method} ${path.replace(/(?<=\/)[*:](\w+)/, "{$1}")}\``))
  })

  it.each(reasons)("says how %s is told", (reason) => {
    expect(rowsUnder("Errors").find(([name]) => name === reason)).toEqual(rowOf(reason))
  })

  it("lists the families that there are, and what switches them on", () => {
    const there = Object.values(families).map(({ listing: { family, format, environment } }) => [
      `\`${family}\``,
      `\`${format}\``,
      environment === undefined ? "none" : `\`${environment.key}\`, \`${environment.url}\``
    ])
    expect(rowsUnder("Families").map(([name, format, , variables]) => [name, format, variables])).toEqual(there)
  })

  it("says which ids each family claims that is nothing but its differences", () => {
    const claims = Object.values(families).flatMap((it) => ("differences" in it ? [it.differences] : []))
    expect(claims.length).toBeGreaterThan(5)
    for (const { family, models: chats, ...more } of claims.filter(({ models: globs }) => globs.length > 0)) {
      const embeds = "embedders" in more ? (more.embedders ?? []) : []
      const globs = [
        ...chats,
        ...embeds.filter((glob) => !chats.some((chat) => fits([chat])(glob.replaceAll("*", "x"))))
      ]
      const [, , cell = ""] = rowsUnder("Families").find(([name]) => name === `\`${family}\``) ?? []
      const said = [...cell.matchAll(/`([^`]+)`/g)].map(([, glob]) => glob)
      expect(cell.endsWith("…") ? globs.filter((glob) => said.includes(glob)) : globs).toEqual(said)
    }
  })

  it("lists no reason twice and none that is not there", () => {
    const listed = rowsUnder("Errors").map(([name]) => name)
    expect(listed).toHaveLength(reasons.length)
    expect(new Set(listed)).toEqual(new Set<string>(reasons))
  })

  it("shows a configuration that can be read", () => {
    const [, yaml = ""] = /^```yaml\n(.*?)^```$/ms.exec(readme) ?? []
    const read = readFile(yaml, { TEAM_KEY: "team-key", ANTHROPIC_API_KEY: "vendor-key" })
    expect(read).toMatchObject({
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
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = ""]) => link)
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
