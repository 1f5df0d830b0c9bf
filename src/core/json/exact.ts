import { Invalid, fail, type Result, succeed } from "../errors/invalid.ts"
import { childPointer, type JsonPointer } from "./pointer.ts"
import {
  isArray,
  type Json,
  type JsonObject,
  numeralsKey,
  objectOr,
  sourceKey,
  isObject,
  numeralOf,
  sourceOf,
  closingQuote,
  longestNumeral,
  endOfWord,
  isSpace
} from "./value.ts"
import { withoutEnd } from "../collections.ts"

/**
 * Marks every container of a value that printing would change with its source text, and every such number with its
 * numeral. `text` is what `JSON.parse` made the value of; a member name that it has twice is invalid, named by its pointer.
 */
export const annotateSource = (text: string, value: Json): Result<Json, Invalid> => {
  const walk = new Walk(text)
  walk.over(value)
  return walk.twice === undefined
    ? succeed(value)
    : fail(Invalid.at(walk.twice, "The member's name occurs more than once in its object."))
}

const quote = 34

const comma = 44

const colon = 58

const openList = 91

const closeList = 93

const openObject = 123

const closeObject = 125

/** A walk over a text beside the value that it says. */
class Walk {
  readonly #text: string
  #at = 0
  /** Where the first member stands whose name came before; built on the way out of the containers around it. */
  twice: JsonPointer | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** Walks over the next value; whether printing it would change it. */
  over(value: Json | undefined): boolean {
    const first = this.#next()
    const from = this.#at
    if (first === quote) {
      this.#at = closingQuote(this.#text, from + 1) + 1
      return false
    }
    if (first !== openObject && first !== openList) {
      this.#at = endOfWord(this.#text, from)
      return typeof value === "number" && String(value) !== this.#text.slice(from, this.#at)
    }
    const changes =
      first === openObject ? this.#members(objectOr(value) ?? {}) : this.#items(isArray(value) ? value : [])
    if (changes && isContainer(value))
      Object.defineProperty(value, sourceKey, { value: this.#text.slice(from, this.#at) })
    return changes
  }

  #items(items: readonly Json[]): boolean {
    let changes = false
    this.#at++
    for (let index = 0; this.#next() !== closeList; index++) {
      if (this.over(items[index])) changes = true
      if (this.twice !== undefined) return this.#within(index)
    }
    this.#at++
    return changes
  }

  #members(object: JsonObject): boolean {
    const names = new Set<string>()
    const spelled = new Map<string, string>()
    let changes = false
    this.#at++
    while (this.#next() !== closeObject) {
      const name = this.#name()
      if (names.has(name)) return this.#within(name)
      names.add(name)
      this.#next()
      const from = this.#at
      const value = object[name]
      const isChanged = this.over(value)
      if (this.twice !== undefined) return this.#within(name)
      if (isChanged && typeof value === "number") spelled.set(name, this.#text.slice(from, this.#at))
      if (isChanged || isIndex(name)) changes = true
    }
    this.#at++
    if (spelled.size > 0) Object.defineProperty(object, numeralsKey, { value: spelled })
    return changes
  }

  #name(): string {
    const from = this.#at
    this.#at = closingQuote(this.#text, from + 1) + 1
    const inner = this.#text.slice(from + 1, this.#at - 1)
    return inner.includes("\\") ? String(JSON.parse(this.#text.slice(from, this.#at))) : inner
  }

  /** Goes to what comes next, over all that only separates; its first character. */
  #next(): number {
    let code = this.#text.charCodeAt(this.#at)
    while (isSpace(code) || code === comma || code === colon) code = this.#text.charCodeAt(++this.#at)
    return code
  }

  #within(key: string | number): false {
    this.twice = childPointer("", key) + (this.twice ?? "")
    return false
  }
}

/** A text says a container where the value is none when another member of its name comes later. */
const isContainer = (value: Json | undefined): value is JsonObject | readonly Json[] =>
  typeof value === "object" && value !== null

/** Names like `"2"` come first in JavaScript's order, wherever they were written. */
const isIndex = (name: string): boolean => /^(?:0|[1-9]\d*)$/.test(name)

/**
 * The number that a text writes out: no spaces, no exponent, no other base, and no digit that a number cannot hold;
 * undefined for any other text.
 */
export const exactDecimal = (text: string): number | undefined => {
  if (text.length > longestNumeral || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return undefined
  const value = Number(text)
  const plain = text.includes(".") ? withoutEnd(withoutEnd(text, "0"), ".") : text
  return String(value) === (plain === "-0" ? "0" : plain) ? value : undefined
}

/**
 * The one text of all JSON texts that say the same: no white space, members by their names' UTF-16 code units, numbers
 * as JavaScript prints them. A number that JavaScript does not hold exactly stays as it is spelled.
 */
export const canonicalJson = (value: Json): string => [...canonicalPieces(value)].join("")

/** The same in pieces, none of which is long: a reader may pause between them. */
export function* canonicalPieces(value: Json): Generator<string, void, void> {
  if (typeof value === "string" && value.length > pieceLength) return yield* stringPieces(value)
  if (isArray(value)) return yield* itemPieces(value)
  if (!isObject(value)) return yield JSON.stringify(value)
  let before = "{"
  for (const name of Object.keys(value).toSorted()) {
    yield `${before}${JSON.stringify(name)}:`
    before = ","
    const numeral = numeralOf(value, name)
    if (numeral !== undefined && exactDecimal(numeral) === undefined) yield numeral
    else yield* canonicalPieces(value[name] ?? null)
  }
  yield before === "{" ? "{}" : "}"
}

/** How numbers are spelled is known of a list as a whole alone. */
function* itemPieces(list: readonly Json[]): Generator<string, void, void> {
  const source = list.some((item) => typeof item === "number") ? sourceOf(list) : undefined
  if (source !== undefined) return yield source
  yield "["
  for (const [index, item] of list.entries()) {
    if (index > 0) yield ","
    yield* canonicalPieces(item)
  }
  yield "]"
}

/** How many characters of a string are printed at once. */
const pieceLength = 64 * 1024

/** A string, cut where no pair of surrogates is: half of one would be printed as an escape. */
function* stringPieces(text: string): Generator<string, void, void> {
  yield '"'
  for (let at = 0; at < text.length;) {
    const end = at + pieceLength
    const next = isLow(text.charCodeAt(end)) ? end + 1 : end
    yield JSON.stringify(text.slice(at, next)).slice(1, -1)
    at = next
  }
  yield '"'
}

const isLow = (code: number): boolean => code >= 0xdc_00 && code < 0xe0_00
