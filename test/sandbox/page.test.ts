import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { sourceOf } from "../sources/pages.ts"
import { refusalsKnown } from "../sources/refusals.ts"
import { tables } from "./tables.ts"

const file = new URL("../../src/sandbox/README.md", import.meta.url)

/** The hand-written head of the page: all before the first table. */
const head = (): string => readFileSync(file, "utf8").split("\n## ", 1)[0]?.trimEnd() ?? ""

const columns = ["Name", "Refused where", "Status", "Type", "Code", "Known from"]

/** Rows as a table of Markdown, its columns as wide as the formatter makes them. */
const table = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = columns.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`
  return [line(columns), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)]
}

const page = (): string =>
  [
    head(),
    ...tables.flatMap(([title, refusals]) => [
      "",
      `## ${title}`,
      "",
      ...table(
        refusals.map(({ name, when, status, type, code }) => [
          `\`${name}\``,
          when.replaceAll("|", "\\|"),
          String(status),
          `\`${type}\``,
          code === null ? "" : `\`${code}\``,
          sourceOf(refusalsKnown[title] ?? {}, name)
        ])
      )
    ])
  ].join("\n") + "\n"

describe("the sandbox's own page", () => {
  it("tells every refusal as the code has it", async () => {
    await expect(page()).toMatchFileSnapshot(file.pathname)
  })

  it("has 26 tables, none of them empty", () => {
    expect(tables).toHaveLength(26)
    expect(tables.filter(([, refusals]) => refusals.length === 0)).toEqual([])
  })

  it.each(tables)("names each refusal of %s once", (_, refusals) => {
    const names = refusals.map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})
