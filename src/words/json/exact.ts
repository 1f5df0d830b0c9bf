import { Invalid } from "../errors/invalid.ts"
import { type Json, numerals, source } from "./value.ts"
import { afterSpace, closingQuote, endOfNumber } from "./look.ts"
import { below } from "./pointer.ts"
import { fail, type Result, succeed } from "../errors/result.ts"

/**
 * Reads a text that `JSON.parse` has already accepted, marking every container that printing would change with its
 * source text, and every such number with its numeral. A duplicate member name is invalid, named by its pointer.
 */
export const readExactly = (text: string): Result<Json, Invalid> => {
  const reader = new ExactReader(text)
  const value = reader.value()
  return reader.duplicate === undefined
    ? succeed(value)
    : fail(Invalid.at(reader.duplicate, "The member name occurs more than once."))
}

class ExactReader {
  readonly #text: string
  #at: number
  /** Whether printing the value that was read last would change it. */
  #changes = false
  /** The pointer of the first duplicate member; built on the way out of the containers around it. */
  duplicate: string | undefined

  constructor(text: string) {
    this.#text = text
    this.#at = afterSpace(text, 0)
  }

  value(): Json {
    switch (this.#text.charCodeAt(this.#at)) {
      case 123:
        return this.#object()
      case 91:
        return this.#array()
      case 34:
        return this.#string()
      case 116:
        return this.#word(4, true)
      case 102:
        return this.#word(5, false)
      case 110:
        return this.#word(4, null)
      default:
        return this.#number()
    }
  }

  #word<A extends Json>(length: number, value: A): A {
    this.#at += length
    this.#changes = false
    return value
  }

  #string(): string {
    const from = this.#at
    this.#at = closingQuote(this.#text, from + 1) + 1
    this.#changes = false
    const inner = this.#text.slice(from + 1, this.#at - 1)
    return inner.includes("\\") ? String(JSON.parse(this.#text.slice(from, this.#at))) : inner
  }

  #number(): number {
    const from = this.#at
    this.#at = endOfNumber(this.#text, from)
    const numeral = this.#text.slice(from, this.#at)
    const value = Number(numeral)
    this.#changes = String(value) !== numeral
    return value
  }

  #array(): Json {
    const from = this.#at
    const items: Json[] = []
    let changes = false
    this.#open()
    while (this.#text.charCodeAt(this.#at) !== 93) {
      items.push(this.value())
      if (this.duplicate !== undefined) return this.#within(items.length - 1)
      changes ||= this.#changes
      this.#separator()
    }
    return this.#close(items, from, changes)
  }

  #object(): Json {
    const from = this.#at
    const object: { [key: string]: Json } = {}
    let spelled: Map<string, string> | undefined
    let changes = false
    this.#open()
    while (this.#text.charCodeAt(this.#at) !== 125) {
      const name = this.#string()
      this.#at = afterSpace(this.#text, afterSpace(this.#text, this.#at) + 1)
      const start = this.#at
      const value = this.value()
      if (Object.hasOwn(object, name)) this.duplicate = ""
      if (this.duplicate !== undefined) return this.#within(name)
      if (name === "__proto__")
        Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
      else object[name] = value
      if (this.#changes && typeof value === "number")
        (spelled ??= new Map()).set(name, this.#text.slice(start, this.#at))
      changes ||= this.#changes || isIndex(name)
      this.#separator()
    }
    if (spelled !== undefined) Object.defineProperty(object, numerals, { value: spelled })
    return this.#close(object, from, changes)
  }

  #within(key: string | number): null {
    this.duplicate = below("", key) + (this.duplicate ?? "")
    return null
  }

  #open(): void {
    this.#at = afterSpace(this.#text, this.#at + 1)
  }

  #separator(): void {
    const next = afterSpace(this.#text, this.#at)
    this.#at = this.#text.charCodeAt(next) === 44 ? afterSpace(this.#text, next + 1) : next
  }

  #close<A extends object>(container: A, from: number, changes: boolean): A {
    this.#at++
    this.#changes = changes
    if (changes) Object.defineProperty(container, source, { value: this.#text.slice(from, this.#at) })
    return container
  }
}

/** Names like `"2"` come first in JavaScript's order, wherever they were written. */
const isIndex = (name: string): boolean => /^(?:0|[1-9]\d*)$/.test(name)
