import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { claudeRules as claude } from "../../../src/families/claude.ts"
import { geminiRules as gemini } from "../../../src/families/gemini/models.ts"
import { compatNoteRules } from "../../../src/families/openai-compatible/profile.ts"
import { chatRuleTables, type NoteTable } from "./tables.ts"

/** The lines of a table of rules that a person wrote, by their cells. */
const rowsOf = (name: string): readonly (readonly string[])[] =>
  readFileSync(new URL(`../../fixtures/notes/${name}`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" | ").map((cell) => cell.trim()))

/** What the sentences of a chat format call its API, and then its vendor. */
const names: Readonly<Record<string, readonly [api: string, ...vendor: string[]]>> = {
  "chat-completions": ["Chat Completions"],
  messages: ["Messages", "Anthropic", "Claude"],
  "generate-content": ["Gemini", "Google"],
  responses: ["Responses"]
}
const [[, ...formats] = [], ...chat] = rowsOf("chat-rules.txt")
const chatRows = formats.slice(0, -1).map((format, column) => ({
  format,
  table: chatRuleTables.get(format)?.table ?? {},
  rows: chat
    .map(([rule = "", ...cells]) => ({
      rule,
      severity: cells[column],
      says: cells.at(-1) ?? ""
    }))
    .filter(({ severity }) => severity !== "-")
}))

describe.each(chatRows)("the rules of $format", ({ format, table, rows }) => {
  it("are those that were written down, and matter as much", () => {
    const severities = Object.entries(table).map(([rule, { severity }]) => [rule, severity])
    expect(Object.fromEntries(severities)).toEqual(Object.fromEntries(rows.map((row) => [row.rule, row.severity])))
  })

  it.each(rows)("$rule speaks of what it is about", ({ rule, says }) => {
    expect(table[rule]?.detail).toMatch(new RegExp(says.replaceAll("{api}", names[format]?.[0] ?? ""), "u"))
  })

  it("name no other format's API or vendor", () => {
    const others = Object.entries(names).flatMap(([other, all]) => (other === format ? [] : all))
    const strange = Object.values(table).filter(({ detail }) => others.some((other) => detail.includes(other)))
    expect(strange).toEqual([])
  })
})

const families = new Map<string, NoteTable>([
  ["claude", claude.table],
  ["gemini", gemini.table],
  ["openai-compatible", compatNoteRules("any").table]
])
const [, ...familyRows] = rowsOf("family-rules.txt")

describe("the rules of families", () => {
  it("are those that were written down", () => {
    const keys = [...families].flatMap(([family, table]) => Object.keys(table).map((rule) => `${family}/${rule}`))
    expect(keys.toSorted()).toEqual(familyRows.map(([rule = ""]) => rule).toSorted())
  })

  it.each(familyRows)("%s: %s, %s, says %s", (rule = "", kind, severity, says) => {
    const [family = "", key = ""] = rule.split("/")
    expect(families.get(family)?.[key]).toMatchObject({ kind, severity, detail: expect.stringContaining(says) })
  })
})
