import { describe, expect, it } from "vitest"
import { modelTables } from "./models.ts"
import { sourceOf, sources } from "./pages.ts"

const file = new URL("../../src/families/README.md", import.meta.url)

const head = `# What is known of vendors' models

One row a model: what it takes, as its family's file has it, and what that is known from. The names of sources are below.
Where an SDK's types are named they name the model, and what it takes is nowhere said by machine; \`unverified\` means that
nobody has checked the row against anything outside. An id that is in no table loses only what its whole family refuses.
The page is printed from the code, and a test holds it to that.`

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = columns.map((title, at) => Math.max(title.length, ...rows.map((cells) => cells[at]?.length ?? 0)))
  const padded = (cells: readonly string[]): string => row(cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)))
  return [padded(columns), row(widths.map((width) => "-".repeat(width))), ...rows.map(padded)]
}

const told = (rules: unknown): string =>
  `\`${typeof rules === "string" ? rules : JSON.stringify(rules, (_, value: unknown) => (value === undefined ? "none" : value))}\``

const page = (): string =>
  [
    head,
    ...modelTables.flatMap(({ title, rows, known }) => [
      "",
      `## ${title}`,
      "",
      ...table(
        ["Model", "What it takes", "Known from"],
        Object.entries(rows).map(([id, rules]) => [`\`${id}\``, told(rules), sourceOf(known, id)])
      )
    ]),
    "",
    "## Sources",
    "",
    ...table(
      ["Name", "Where", "Whose", "Read, or written"],
      Object.entries(sources).map(([name, source]) =>
        "types" in source
          ? [name, `\`${source.types}\``, "the vendor's SDK", "as installed"]
          : [name, source.page, source.by, source.month]
      )
    )
  ].join("\n") + "\n"

describe("the page of models", () => {
  it("tells every row as the code has it, in its place, and what it is known from", async () => {
    await expect(page()).toMatchFileSnapshot(file.pathname)
  })
})
