import type { JsonObject } from "./json.ts"
import { nameIn } from "./pointer.ts"
import { afterSpace, closingQuote } from "./scan.ts"
import { parsedOrNull } from "./value.ts"

/** A member or an item of a JSON text: its name, empty for an item, and where its value begins and ends. */
export interface ValuePlace {
  readonly name: string
  readonly from: number
  readonly to: number
}

const quote = 34
const comma = 44
const openList = 91
const closeList = 93
const openObject = 123
const closeObject = 125

/**
 * The members or the items of the container that begins at `open`, as they stand; none where none begins there. Nothing
 * is read of their values. Of a text that is not JSON, some places.
 */
export function* valuePlaces(text: string, open = afterSpace(text, 0)): Generator<ValuePlace, void, void> {
  const isObject = text.charCodeAt(open) === openObject
  if (!isObject && text.charCodeAt(open) !== openList) return
  let next = afterSpace(text, open + 1)
  while (!closes(text, next)) {
    const from = isObject ? afterSpace(text, afterName(text, next) + 1) : next
    const to = endOfValue(text, from)
    yield { name: isObject ? nameAt(text, next) : "", from, to }
    const after = afterSpace(text, to)
    next = text.charCodeAt(after) === comma ? afterSpace(text, after + 1) : after
  }
}

/** The value of the first member of a name, as it stands in the text of an object; undefined where there is none. */
export const memberText = (text: string, name: string): string | undefined => {
  for (const place of valuePlaces(text)) if (place.name === name) return text.slice(place.from, place.to)
  return undefined
}

/** The members of an object that are neither objects nor lists: of those nothing is read, however long they are. */
export const scalarMembers = (text: string): JsonObject =>
  Object.fromEntries(
    [...valuePlaces(text)]
      .filter(({ from }) => text[from] !== "{" && text[from] !== "[")
      .map(({ name, from, to }) => [name, parsedOrNull(text.slice(from, to))])
  )

/** Whether a container ends here, or the text does. */
export const closes = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code === closeObject || code === closeList || Number.isNaN(code)
}

/** The place behind a name. */
export const afterName = (text: string, at: number): number => afterSpace(text, closingQuote(text, at + 1) + 1)

/** The name that stands at a place. */
export const nameAt = (text: string, at: number): string => {
  const source = text.slice(at, closingQuote(text, at + 1) + 1)
  return source.includes("\\") ? nameIn(source) : source.slice(1, -1)
}

/** Where the value at `at` ends. */
export const endOfValue = (text: string, at: number): number => {
  let depth = 0
  for (let next = at; next < text.length; next++) {
    const code = text.charCodeAt(next)
    if (code === quote) {
      next = closingQuote(text, next + 1)
      if (depth === 0) return next + 1
    } else if (code === openObject || code === openList) depth++
    else if (code === closeObject || code === closeList) {
      if (depth === 0) return trimmed(text, at, next)
      if (--depth === 0) return next + 1
    } else if (code === comma && depth === 0) return trimmed(text, at, next)
  }
  return trimmed(text, at, text.length)
}

const trimmed = (text: string, from: number, to: number): number => from + text.slice(from, to).trimEnd().length
