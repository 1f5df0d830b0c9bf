import { chatRules } from "../../../src/core/notes/chat-rules.ts"
import type { NoteRules } from "../../../src/core/notes/note.ts"
import { rules as chatCompletions } from "../../../src/formats/chat-completions/rules.ts"
import { rules as generateContent } from "../../../src/formats/generate-content/rules.ts"
import { rules as messages } from "../../../src/formats/messages/rules.ts"
import { rules as responses } from "../../../src/formats/responses/rules.ts"
import { type Subject, subjects } from "../../laws/subjects.ts"
import { bodyKinds, fates, lossiness, type Row, worst } from "./fates.ts"

/** Lines of a table, its columns as wide as their widest cell. */
export const table = (rows: readonly (readonly string[])[]): readonly string[] => {
  const [head = [], ...body] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)]
}

const sayings = (row: Row, into: readonly Subject[]): readonly string[] =>
  into.map(({ format }) => (row.fates.get(format.id) ?? ["kept"]).join(", "))

const isBelow = (row: Row, prefix: readonly string[]): boolean =>
  prefix.every((name, index) => row.member[index] === name)

/** Rows under the shortest names below which all say the same. */
const folded = (
  rows: readonly Row[],
  into: readonly Subject[],
  depth = 1
): readonly (readonly [member: readonly string[], sayings: readonly string[]])[] => {
  const groups = new Map<string, readonly string[]>()
  for (const { member } of rows) groups.set(member.slice(0, depth).join("\n"), member.slice(0, depth))
  return [...groups.values()].flatMap((prefix) => {
    const inside = rows.filter((row) => isBelow(row, prefix))
    const [first, ...others] = inside
    if (first === undefined) return []
    const said = sayings(first, into)
    const same = others.every((row) => sayings(row, into).join() === said.join())
    const ends = inside.some(({ member }) => member.length === depth)
    if (same || (ends && inside.length === 1)) return [[prefix, said] as const]
    const here = inside.filter(({ member }) => member.length === depth)
    const deeper = inside.filter(({ member }) => member.length > depth)
    return [...here.map((row) => [prefix, sayings(row, into)] as const), ...folded(deeper, into, depth + 1)]
  })
}

const spelled = (member: readonly string[]): string => `\`${member.join(".").replaceAll(".[", "[")}\``

const others = (from: Subject): readonly Subject[] => subjects.filter((to) => to !== from)

const title = { request: "Requests", response: "Answers" } as const

/** The rules that notes name, and the formats that have each. */
export const ruleLines = (): readonly string[] => [
  "## Rules of notes",
  "",
  ...table([
    ["`rule`", "What happens", "To what", "Formats"],
    ...Object.entries(chatRules).flatMap(([kind, rules]) =>
      Object.entries(rules).map(([rule, about]) => [`\`${rule}\``, kind, about, formatsWith(rule)])
    )
  ])
]

const formatsWith = (rule: string): string => {
  const having = [...chatRuleTables].filter(([, { table }]) => rulesIn(table).has(rule)).map(([id]) => id)
  return having.length === chatRuleTables.size ? "all" : having.map((id) => `\`${id}\``).join(", ")
}

/** The rules of a format's table, whatever cases it has of each. */
export const rulesIn = (table: NoteTable): ReadonlySet<string> =>
  new Set(Object.keys(table).map((key) => key.split("/", 1)[0] ?? ""))

/** Rules of notes by their keys. */
export type NoteTable = NoteRules<string>["table"]

/** The tables of the formats of chats, by their name. */
export const chatRuleTables: ReadonlyMap<string, { readonly table: NoteTable }> = new Map<
  string,
  { readonly table: NoteTable }
>([chatCompletions, messages, generateContent, responses].map((rules) => [rules.name, rules]))

/** The matrix as lines of Markdown: a section a format, a table a kind of body, a column a format it goes into. */
export const matrix = (): readonly string[] =>
  subjects.flatMap((from) => {
    const into = others(from)
    const head = into.map(({ format }) => `into \`${format.id}\``)
    return [
      `## \`${from.format.id}\``,
      "",
      ...bodyKinds.flatMap((kind) => {
        const rows = folded(lossiness(from, kind, into), into)
        const cells = rows.map(([member, said]) => [spelled(member), ...said])
        return [`### ${title[kind]} of \`${from.format.id}\``, "", ...table([["Member", ...head], ...cells]), ""]
      })
    ]
  })

/** How many members each pair keeps, approximates, drops and refuses; one with several fates counts under the worst. */
export const totals = (): readonly string[] =>
  table([
    ["From", "Into", ...fates.map((fate) => fate[0]?.toUpperCase() + fate.slice(1))],
    ...subjects.flatMap((from) =>
      others(from).map((to) => {
        const found = bodyKinds.flatMap((kind) =>
          lossiness(from, kind, [to]).map((row) => worst(row.fates.get(to.format.id) ?? []))
        )
        const counts = fates.map((fate) => String(found.filter((one) => one === fate).length))
        return [`\`${from.format.id}\``, `\`${to.format.id}\``, ...counts]
      })
    )
  ])
