import { Invalid, fail, type Result, succeed } from "../errors/invalid.ts"
import { closingQuote, endOfWord, isSpace } from "./scan.ts"
import { childPointer, type JsonPointer } from "./pointer.ts"
import { isArray, type Json, type JsonObject, numeralsKey, objectOr, sourceKey } from "./value.ts"
import { requestLimits } from "../request-limits.ts"
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
  if (text.length > requestLimits.numeral || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return undefined
  const value = Number(text)
  const plain = text.includes(".") ? withoutEnd(withoutEnd(text, "0"), ".") : text
  return String(value) === (plain === "-0" ? "0" : plain) ? value : undefined
}
