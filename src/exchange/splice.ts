import type { Edit } from "../words/format.ts"
import { write } from "../words/json.ts"
import { afterSpace, closingQuote, endOfNumber } from "../words/json-look.ts"
import { tokens } from "../words/pointer.ts"

/** The edits below one place: the edit of the place itself, or those of its members. */
interface Plan {
  edit?: Edit
  readonly members: Map<string, Plan>
}

/** A stretch of the text, and what takes its place. */
interface Cut {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * Applies edits to JSON text at their pointers, and changes nothing else of it. A member or an item that is there is
 * replaced, or removed with its comma; an object's member that is not there is added at its end. The text must be
 * valid JSON without duplicate names. No edit may stand inside another; of two at one place the later counts.
 */
export const splice = (text: string, edits: readonly Edit[]): string => {
  if (edits.length === 0) return text
  const cuts: Cut[] = []
  visit(text, afterSpace(text, 0), planOf(edits), cuts)
  let out = ""
  let at = 0
  for (const cut of cuts) {
    out += text.slice(at, cut.from) + cut.text
    at = cut.to
  }
  return out + text.slice(at)
}

const planOf = (edits: readonly Edit[]): Plan => {
  const root: Plan = { members: new Map() }
  for (const edit of edits) {
    let plan = root
    for (const token of tokens(edit.path)) {
      const next = plan.members.get(token) ?? { members: new Map() }
      plan.members.set(token, next)
      plan = next
    }
    plan.edit = edit
  }
  return root
}

/** Cuts what a plan wants out of the value at `at`; answers where the value ends. */
const visit = (text: string, at: number, plan: Plan, cuts: Cut[]): number => {
  if (plan.edit !== undefined && plan.edit.value !== undefined) {
    const end = afterValue(text, at)
    cuts.push({ from: at, to: end, text: write(plan.edit.value) })
    return end
  }
  const open = text[at]
  return plan.members.size > 0 && (open === "{" || open === "[") ? visitMembers(text, at, plan, cuts) : afterValue(text, at)
}

const visitMembers = (text: string, open: number, plan: Plan, cuts: Cut[]): number => {
  const named = text[open] === "{"
  const left = new Map(plan.members)
  let kept = 0
  let index = 0
  let comma = open
  let at = afterSpace(text, open + 1)
  while (text[at] !== "}" && text[at] !== "]") {
    const from = at
    const name = named ? nameAt(text, at) : String(index++)
    const value = named ? afterSpace(text, afterSpace(text, closingQuote(text, at + 1) + 1) + 1) : at
    const member = left.get(name)
    left.delete(name)
    const removed = member?.edit !== undefined && member.edit.value === undefined
    const end = removed || member === undefined ? afterValue(text, value) : visit(text, value, member, cuts)
    const next = afterSpace(text, end)
    const more = text[next] === ","
    // the comma before goes with the member; where none is kept before it, the comma after
    if (removed) cuts.push(kept > 0 ? { from: comma, to: end, text: "" } : { from, to: more ? afterSpace(text, next + 1) : end, text: "" })
    else kept++
    comma = next
    at = more ? afterSpace(text, next + 1) : next
  }
  if (named) add(at, left, kept, cuts)
  return at + 1
}

const add = (at: number, left: ReadonlyMap<string, Plan>, kept: number, cuts: Cut[]): void => {
  let members = kept
  for (const [name, { edit, members: below }] of left) {
    const value = edit === undefined ? nested(below) : edit.value === undefined ? undefined : write(edit.value)
    if (value === undefined) continue
    cuts.push({ from: at, to: at, text: `${members++ > 0 ? "," : ""}${JSON.stringify(name)}:${value}` })
  }
}

/** An object that is not there, made of the members that edits put into it; undefined where they put none. */
const nested = (members: ReadonlyMap<string, Plan>): string | undefined => {
  const cuts: Cut[] = []
  add(0, members, 0, cuts)
  return cuts.length === 0 ? undefined : `{${cuts.map((cut) => cut.text).join("")}}`
}

const nameAt = (text: string, at: number): string => {
  const end = closingQuote(text, at + 1)
  const inner = text.slice(at + 1, end)
  return inner.includes("\\") ? String(JSON.parse(text.slice(at, end + 1))) : inner
}

const afterValue = (text: string, from: number): number => {
  let depth = 0
  let at = from
  for (;;) {
    const char = text[at]
    if (char === '"') at = closingQuote(text, at + 1) + 1
    else if (char === "{" || char === "[") {
      depth++
      at++
      continue
    } else if (char === "}" || char === "]") {
      depth--
      at++
    } else if (char === "," || char === ":" || char === " " || char === "\n" || char === "\r" || char === "\t") {
      at++
      continue
    } else at = endOfWord(text, at)
    if (depth === 0) return at
  }
}

const endOfWord = (text: string, at: number): number =>
  text[at] === "t" || text[at] === "n" ? at + 4 : text[at] === "f" ? at + 5 : endOfNumber(text, at)
