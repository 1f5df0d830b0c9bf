/** A JSON value as JavaScript holds it. Records keep `__proto__` as an ordinary member. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object. Read members by literal names, `Object.hasOwn` or `Object.entries`; never spread one into options. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** `JSON.parse`, with its type. Throws where the text is not JSON. */
export const parseNative: (text: string) => Json = JSON.parse

/** The value of a text, null where it is no JSON. */
export const parsedOrNull = (text: string): Json => {
  try {
    return parseNative(text)
  } catch {
    return null
  }
}

/** Whether a value is a JSON object (and not an array or null). */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A value as an object; undefined where it is none. */
export const objectOr = (value: Json | undefined): JsonObject | undefined => (isObject(value) ? value : undefined)

/** Whether a value is a JSON array. */
export const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** On a container that parsing and printing would change: its source text. */
export const sourceKey: unique symbol = Symbol("isogloss/source")

/** On such a container: the source texts of its number members that JavaScript would print in another way. */
export const numeralsKey: unique symbol = Symbol("isogloss/numerals")

/** How a number member was spelled, where JavaScript would print it in another way. */
export const numeralOf = (object: JsonObject, key: string): string | undefined => {
  const spelled: unknown = numeralsKey in object ? object[numeralsKey] : undefined
  const numeral: unknown = spelled instanceof Map ? spelled.get(key) : undefined
  return typeof numeral === "string" ? numeral : undefined
}

/** The source text of a container that printing would change. */
export const sourceOf = (value: Json | undefined): string | undefined => {
  if (typeof value !== "object" || value === null || !(sourceKey in value)) return undefined
  const text: unknown = value[sourceKey]
  return typeof text === "string" ? text : undefined
}

/** Answers are nested a few levels deep, and a schema or an input in one a few dozen. */
const deepest = 1000

/** A text of so many characters is parsed as it is, whatever it is. */
const short = 64 * 1024

/** The value of an answer that may be long, null where it is no JSON, or nested so deep that reading it takes gigabytes. */
export const readOrNull = (text: string): Json =>
  text.length > short && isDeeper(text, deepest) ? null : parsedOrNull(text)

/** Bounds on what is read: nesting depth, members and items in all, objects and lists in all, and members of objects. */
export interface JsonLimits {
  readonly depth: number
  readonly members: number
  readonly names?: number
}

/** What one look at a JSON text found. */
interface JsonScan {
  /** Object members in the text, duplicates counted. */
  readonly members: number
  /** Whether native parsing and printing could change a number or the order of members. */
  readonly risky: boolean
  /** A sentence, where a bound is passed. */
  readonly over?: string
  /** Where the value begins that passes it; absent: the text as a whole does. */
  readonly at?: number
}

// these stand in each file that looks at every character: imported, they would cost such a walk a tenth more
const quote = 34
const comma = 44
const minus = 45
const dot = 46
const zero = 48
const colon = 58
const backslash = 92

/** The most characters of a number, in JSON or in a text that is read as one. JavaScript tells apart no more than 17 digits. */
export const longestNumeral = 1000

const longNumeral = `A number has more than ${longestNumeral} characters.`

/** Looks once over a text, jumping from quote to quote. Linear; a text that is not JSON gives some answer, never a throw. */
export const scanJson = (text: string, limits: JsonLimits): JsonScan => {
  const names = limits.names ?? limits.members
  let members = 0
  let items = 0
  let containers = 0
  let depth = 0
  let risky = false
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const from = at + 1
      at = afterSpace(text, closingQuote(text, from) + 1)
      if (text.charCodeAt(at) !== colon) continue
      at++
      if (++members > names) items = Infinity
      const first = text.charCodeAt(from)
      if (isDigit(first) || first === backslash) risky = true
    } else if (code === minus || isDigit(code)) {
      const end = endOfWord(text, at)
      if (end - at > longestNumeral) return { members, risky, over: longNumeral, at }
      if (!risky && changes(text, at, end)) risky = true
      at = end
    } else {
      if (code === 123 || code === 91) {
        if (++depth > limits.depth)
          return { members, risky, over: `The body is nested deeper than ${limits.depth} levels.` }
        containers++
      } else if (code === 125 || code === 93) depth--
      else if (code === comma) items++
      at++
    }
    if (items > limits.members || containers > limits.members) {
      return { members, risky, over: `The body has more than ${limits.members} members and items.` }
    }
  }
  return { members, risky }
}

/** Whether the containers of a text stand deeper in each other than so many levels: a native reader needs memory for each. */
const isDeeper = (text: string, most: number): boolean => {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = closingQuote(text, at + 1)
    else if ((code === 123 || code === 91) && ++depth > most) return true
    else if (code === 125 || code === 93) depth--
  }
  return false
}

/** The position of the quote that closes the string whose first character is at `from`; the end where none does. */
export const closingQuote = (text: string, from: number): number => {
  let start = from
  let end = text.indexOf('"', start)
  while (end > start && text.charCodeAt(end - 1) === backslash) {
    let before = end - 2
    while (before >= start && text.charCodeAt(before) === backslash) before--
    if ((end - before) % 2 === 1) return end
    // to look for each of many quotes takes ten times as long as to look at what is between them
    const until = end - start < near ? end + 64 : end
    for (start = end + 1; start < until; start++) {
      const code = text.charCodeAt(start)
      if (code === quote) return start
      if (code === backslash) start++
    }
    end = text.indexOf('"', start)
  }
  return end < 0 ? text.length : end
}

/** Quotes stand close together that are nearer to each other than so many characters. */
const near = 8

/** The position after the object that starts at `from`; the end where it does not end, `from` where none starts. */
export const endOfObject = (text: string, from: number): number => {
  let depth = 0
  let at = from
  do {
    const code = text.charCodeAt(at)
    if (code === 123) depth++
    else if (code === 125) depth--
    else if (depth === 0) return from
    at = code === quote ? closingQuote(text, at + 1) + 1 : at + 1
  } while (depth > 0 && at < text.length)
  return at
}

/** The first position at or after `at` that is no JSON white space. */
export const afterSpace = (text: string, at: number): number => {
  let after = at
  while (isSpace(text.charCodeAt(after))) after++
  return after
}

/** Whether a character is JSON white space. */
export const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

/** The position after the number or the word that starts at `at`. */
export const endOfWord = (text: string, at: number): number => {
  let end = at + 1
  while (isOfWord(text.charCodeAt(end))) end++
  return end
}

/** Digits, `.`, `+`, `-` and letters. */
const isOfWord = (code: number): boolean =>
  isDigit(code) || code === dot || code === 43 || code === minus || ((code | 32) >= 97 && (code | 32) <= 122)

/**
 * Whether a number is written as JavaScript prints it, as most are: fifteen digits at most with no exponent, of which the
 * last behind a point is no zero, and which are not so small that they would get one.
 */
const isPlain = (text: string, from: number, end: number): boolean => {
  if (end - from > 15) return false
  const first = text.charCodeAt(from) === minus ? from + 1 : from
  const point = endOfDigits(text, first, end)
  if (point === end) return first === from || text.charCodeAt(first) !== zero
  return (
    text.charCodeAt(point) === dot &&
    endOfDigits(text, point + 1, end) === end &&
    text.charCodeAt(end - 1) !== zero &&
    (text.charCodeAt(first) !== zero || end - point <= 7)
  )
}

const endOfDigits = (text: string, from: number, end: number): number => {
  let at = from
  while (at < end && isDigit(text.charCodeAt(at))) at++
  return at
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Whether JavaScript would print the number at `from` in another way. */
const changes = (text: string, from: number, end: number): boolean => {
  if (isPlain(text, from, end)) return false
  const numeral = text.slice(from, end)
  return String(Number(numeral)) !== numeral
}

/** Looks for the end of the first value in a JSON text that comes in pieces. Each character is looked at once. */
export class ValueEnd {
  #depth = 0
  #inString = false
  #escaped = false
  #state: "open" | "closed" | "followed" = "open"

  add(text: string): void {
    for (let at = 0; at < text.length; at++) this.#see(text.charCodeAt(at))
  }

  /** Whether an object or a list ended, and nothing but space came behind it. */
  get isClosed(): boolean {
    return this.#state === "closed"
  }

  #see(code: number): void {
    if (this.#inString) this.#seeInString(code)
    else if (this.#state !== "open" && code > 32) this.#state = "followed"
    else if (code === quote) this.#inString = true
    else if (code === 123 || code === 91) this.#depth++
    else if ((code === 125 || code === 93) && --this.#depth === 0) this.#state = "closed"
  }

  #seeInString(code: number): void {
    if (this.#escaped) this.#escaped = false
    else if (code === backslash) this.#escaped = true
    else if (code === quote) this.#inString = false
  }
}
