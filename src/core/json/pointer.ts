import { type JsonObject, parsedOrNull, closingQuote, afterSpace, endOfWord } from "./value.ts"

/** An RFC 6901 JSON pointer; `""` is the whole document. */
export type JsonPointer = string

/** The pointer of a member or an item below `at`. */
export const childPointer = (at: JsonPointer, key: string | number): JsonPointer =>
  typeof key === "number" ? `${at}/${key}` : `${at}/${key.includes("/") || key.includes("~") ? escapeToken(key) : key}`

/** The reference tokens of a pointer, unescaped. */
export const pointerTokens = (at: JsonPointer): readonly string[] =>
  at === ""
    ? []
    : at
        .slice(1)
        .split("/")
        .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))

/** A fragment of a URL with its percents read; as it is where they are none. */
export const decodedFragment = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** A pointer as people write it: `messages[0].content`; empty for the whole document. */
export const dottedPath = (at: JsonPointer): string =>
  pointerTokens(at)
    .map((token, index) => (/^\d+$/.test(token) ? `[${token}]` : index === 0 ? token : `.${token}`))
    .join("")

const escapeToken = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1")

const quote = 34

const comma = 44

const colon = 58

/** The pointer of the value that begins at a position of a JSON text. One walk; of a text that is not JSON, some pointer. */
export const pointerAtOffset = (text: string, position: number): JsonPointer => {
  const path: (string | number)[] = []
  let word = ""
  for (let at = 0; at < position; at++) {
    const code = text.charCodeAt(at)
    const last = path.length - 1
    const key = path[last]
    if (code === quote) {
      const end = closingQuote(text, at + 1)
      word = text.slice(at, end + 1)
      at = end
    } else if (code === colon && typeof key === "string") path[last] = nameIn(word)
    else if (code === comma && typeof key === "number") path[last] = key + 1
    else if (code === 123) path.push("")
    else if (code === 91) path.push(0)
    else if (code === 125 || code === 93) path.pop()
  }
  return path.reduce<JsonPointer>(childPointer, "")
}

/** What a name says, by its text in quotes; that text itself where it is not JSON. */
export const nameIn = (word: string): string => {
  try {
    return String(JSON.parse(word))
  } catch {
    return word
  }
}

/**
 * Says where a text whose depth is bounded stops being JSON, never what stands there. One walk, which the native reader
 * does not spare: what it says of a place differs from runtime to runtime, and quotes the text.
 */
export const whereBroken = (text: string): string => {
  const at = brokenAt(text)
  if (at >= text.length) return "it ends too early"
  const lines = text.slice(0, at).split("\n")
  return `it is wrong at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`
}

const brokenAt = (text: string): number => {
  let at = 0
  const next = (): string => text.charAt((at = afterSpace(text, at)))
  const word = (end: number): boolean => {
    const holds = isJson(text.slice(at, end))
    if (holds) at = end
    return holds
  }
  const string = (): boolean => word(closingQuote(text, at + 1) + 1)
  const member = (): boolean => next() === '"' && string() && next() === ":" && ++at > 0 && value()
  const all = (close: string, one: () => boolean): boolean => {
    at++
    if (next() === close) return ++at > 0
    while (one()) {
      const behind = next()
      if (behind !== close && behind !== ",") return false
      at++
      if (behind === close) return true
    }
    return false
  }
  const value = (): boolean => {
    const first = next()
    if (first === "{") return all("}", member)
    if (first === "[") return all("]", value)
    return first === '"' ? string() : word(endOfWord(text, at))
  }
  if (value()) next()
  return at
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A member or an item of a JSON text: its name, empty for an item, and where its value begins and ends. */
export interface ValuePlace {
  readonly name: string
  readonly from: number
  readonly to: number
}

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
    next = afterComma(text, to)
  }
}

/** The place of what stands behind a value, after the comma that may be between. */
const afterComma = (text: string, end: number): number => {
  const after = afterSpace(text, end)
  return text.charCodeAt(after) === comma ? afterSpace(text, after + 1) : after
}

/** The value of the first member of a name, as it stands in the text of an object; undefined where there is none. */
export const memberText = (text: string, name: string): string | undefined => {
  for (const place of valuePlaces(text)) if (place.name === name) return text.slice(place.from, place.to)
  return undefined
}

/** A longer text says no type, id or state. */
const longestScalar = 16 * 1024

/** The members of an object that are neither objects nor lists, nor long texts: of those nothing is read. */
export const scalarMembers = (text: string): JsonObject =>
  Object.fromEntries(
    [...valuePlaces(text)]
      .filter(({ from, to }) => text[from] !== "{" && text[from] !== "[" && to - from <= longestScalar)
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
export const endOfValue = (text: string, at: number): number =>
  endOfWalk(text, { from: at, next: at, depth: 0 }, text.length) ?? text.length

/** A walk over a value: where that begins, and how far and how deep the walk has come. */
interface ValueWalk {
  readonly from: number
  next: number
  depth: number
}

/** Where the value of a walk ends; undefined where the walk has come as far as it may, to be gone on with. */
const endOfWalk = (text: string, walk: ValueWalk, until: number): number | undefined => {
  const { from } = walk
  const last = Math.min(until, text.length)
  let { next, depth } = walk
  for (; next < last; next++) {
    const code = text.charCodeAt(next)
    if (code === quote) {
      next = closingQuote(text, next + 1)
      if (depth === 0) return next + 1
    } else if (code === openObject || code === openList) depth++
    else if (code === closeObject || code === closeList) {
      if (depth === 0) return trimmed(text, from, next)
      if (--depth === 0) return next + 1
    } else if (code === comma && depth === 0) return trimmed(text, from, next)
  }
  if (next >= text.length) return trimmed(text, from, text.length)
  walk.next = next
  walk.depth = depth
  return undefined
}

const trimmed = (text: string, from: number, to: number): number => from + text.slice(from, to).trimEnd().length

/** A text of fewer UTF-16 code units is looked through in a microsecond. */
const longText = 64 * 1024

/** So many quotation marks are few in a long text. */
const few = 1000

/** What a pattern may be about, from its quotation mark on, in UTF-16 code units. */
const longestFind = 64

/**
 * Whether a pattern that begins with a quotation mark, as the name of a member does, stands in JSON text: a long text with
 * few of those, as prose or a medium in base64 is, is not looked through for anything else, which takes 20 times as long.
 */
export const hasName = (text: string, pattern: RegExp): boolean => {
  if (text.length < longText) return pattern.test(text)
  let at = text.indexOf('"')
  for (let seen = 0; at >= 0; seen++) {
    if (seen === few) return pattern.test(text)
    if (pattern.test(text.slice(at, at + longestFind))) return true
    at = text.indexOf('"', at + 1)
  }
  return false
}

/**
 * The members or the items of the container that a text is; undefined wherever so many characters were looked at, so that
 * others may have their turn. It is no part of translation, which is bundled for browsers.
 */
export function* placesInTurns(text: string, turn: number): Generator<ValuePlace | undefined, void, void> {
  const open = afterSpace(text, 0)
  const isObject = text[open] === "{"
  if (!isObject && text[open] !== "[") return
  let next = afterSpace(text, open + 1)
  let until = open + turn
  while (!closes(text, next)) {
    const from = isObject ? afterSpace(text, afterName(text, next) + 1) : next
    const walk = { from, next: from, depth: 0 }
    let to = endOfWalk(text, walk, until)
    while (to === undefined) {
      yield undefined
      until = walk.next + turn
      to = endOfWalk(text, walk, until)
    }
    yield { name: isObject ? nameAt(text, next) : "", from, to }
    next = afterComma(text, to)
  }
}
