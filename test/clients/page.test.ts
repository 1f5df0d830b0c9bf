import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import tests from "../../package.json" with { type: "json" }
import large from "./long/package.json" with { type: "json" }

const page = readFileSync(new URL("README.md", import.meta.url), "utf8")
const rows = [...page.matchAll(/^\| `(\S+)`\s+\| (\S+)\s+\|/gm)].map(([, name, version]) => [name, version])

const installed = Object.entries({ ...tests.devDependencies, ...large.dependencies })

describe("the page of real clients", () => {
  it("has 13 clients", () => expect(rows).toHaveLength(13))

  it.each(rows)("tells the version of %s that is installed: %s", (...row) => {
    expect(installed).toContainEqual(row)
  })

  it("leaves out none of the large ones but what they are made of", () => {
    const told = rows.map(([name]) => name)
    const left = Object.keys(large.dependencies).filter((name) => !told.includes(name))
    expect(left).toEqual(["@langchain/core", "zod"])
  })
})
