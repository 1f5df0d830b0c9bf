import { Invalid } from "./invalid.ts"
import { type Json, numerals, source } from "./json-value.ts"
import { afterSpace, closingQuote, endOfNumber } from "./json-look.ts"
import { below, type Pointer } from "./pointer.ts"
import { fail, type Result, succeed } from "./result.ts"

/** What one value gave: itself, where its text ends, and whether parsing and printing would change it. */
interface Read {
  readonly value: Json
  readonly end: number
  readonly changes: boolean
}

type Step = Result<Read, Invalid>

/**
 * Reads a text that `JSON.parse` has already accepted, marking every container that printing would change with its
 * source text, and every such number with its numeral. A duplicate member name is invalid, named by its pointer.
 */
export const readExactly = (text: string): Result<Json, Invalid> => {
  const document = readValue(text, afterSpace(text, 0), "")
  return document.ok ? succeed(document.value.value) : document
}

const readValue = (text: string, at: number, pointer: Pointer): Step => {
  switch (text[at]) {
    case "{":
      return readObject(text, at, pointer)
    case "[":
      return readArray(text, at, pointer)
    case '"': {
      const end = closingQuote(text, at + 1) + 1
      return succeed({ value: readString(text, at, end), end, changes: false })
    }
    case "t":
      return succeed({ value: true, end: at + 4, changes: false })
    case "f":
      return succeed({ value: false, end: at + 5, changes: false })
    case "n":
      return succeed({ value: null, end: at + 4, changes: false })
    default: {
      const end = endOfNumber(text, at)
      const numeral = text.slice(at, end)
      const value = Number(numeral)
      return succeed({ value, end, changes: String(value) !== numeral })
    }
  }
}

const readString = (text: string, at: number, end: number): string => {
  const inner = text.slice(at + 1, end - 1)
  return inner.includes("\\") ? (JSON.parse(text.slice(at, end)) as string) : inner
}

const readArray = (text: string, from: number, pointer: Pointer): Step => {
  const items: Json[] = []
  let changes = false
  let at = afterSpace(text, from + 1)
  while (text[at] !== "]") {
    const item = readValue(text, at, below(pointer, items.length))
    if (!item.ok) return item
    items.push(item.value.value)
    changes ||= item.value.changes
    at = afterSeparator(text, item.value.end)
  }
  return succeed({ value: marked(items, changes, text.slice(from, at + 1)), end: at + 1, changes })
}

const readObject = (text: string, from: number, pointer: Pointer): Step => {
  const members = new Map<string, Json>()
  const spelled = new Map<string, string>()
  let changes = false
  let at = afterSpace(text, from + 1)
  while (text[at] !== "}") {
    const endOfName = closingQuote(text, at + 1) + 1
    const name = readString(text, at, endOfName)
    if (members.has(name)) return fail(Invalid.at(below(pointer, name), "The member name occurs more than once."))
    const start = afterSpace(text, afterSpace(text, endOfName) + 1)
    const member = readValue(text, start, below(pointer, name))
    if (!member.ok) return member
    members.set(name, member.value.value)
    if (member.value.changes && typeof member.value.value === "number") spelled.set(name, text.slice(start, member.value.end))
    changes ||= member.value.changes || isIndex(name)
    at = afterSeparator(text, member.value.end)
  }
  const object = marked(Object.fromEntries(members), changes, text.slice(from, at + 1))
  if (spelled.size > 0) Object.defineProperty(object, numerals, { value: spelled })
  return succeed({ value: object, end: at + 1, changes })
}

/** Names like `"2"` come first in JavaScript's order, wherever they were written. */
const isIndex = (name: string): boolean => /^(?:0|[1-9]\d*)$/.test(name)

const afterSeparator = (text: string, at: number): number => {
  const next = afterSpace(text, at)
  return text[next] === "," ? afterSpace(text, next + 1) : next
}

const marked = <A extends object>(container: A, changes: boolean, text: string): A =>
  changes ? Object.defineProperty(container, source, { value: text }) : container
