import { afterEscape, afterNumber, afterWhite, afterWord, isDigit, isPlainNumber, nowhere } from "./json-bytes.ts"
import type { Limits } from "./json-look.ts"
import type { NameSet } from "./name-set.ts"

/** Where a member of the document's root object stands, in bytes: its name from the quote on, its value, and its end. */
export interface Span {
  readonly name: number
  readonly value: number
  readonly end: number
}

/** What a scan tells of bytes that are one JSON object without duplicate names, within bounds. */
export interface Scan {
  readonly bytes: Uint8Array
  /** The members of the root, in their order. */
  readonly members: readonly Span[]
  /** Whether native parsing and printing could change a number or the order of members. */
  readonly risky: boolean
  /** What an outline leaves out: pairs of positions, from and to, in their order. */
  readonly cuts: readonly number[]
}

/**
 * Reads valid UTF-8 once, by the whole grammar of RFC 8259. Undefined where they are not sound, and where only a closer look
 * can tell: two names of one object with the same hash, names with escapes, objects of more than 64 members.
 *
 * `bulk`: the members, below the root's own, whose texts and objects an outline leaves out.
 */
export const scan = (bytes: Uint8Array, limits: Limits, bulk: NameSet): Scan | undefined => {
  const scanner = new Scanner(bytes, limits, bulk)
  return scanner.isSound() ? { bytes, members: scanner.members, risky: scanner.risky, cuts: scanner.cuts } : undefined
}

const quote = 34
const comma = 44
const bracket = 91
const backslash = 92
const brace = 123

/** The members of one object that are compared with each other; with more of them, the names are looked at closer. */
const mostMembers = 64

/** How much of a text an outline keeps, in bytes. */
const kept = 32

class Scanner {
  readonly #bytes: Uint8Array
  readonly #limits: Limits
  readonly #bulk: NameSet
  /** The hashes of the names of all objects that are open, innermost last. */
  readonly #names: number[] = []
  #named = 0
  /** Set while the inside of an object is left out. */
  #inside = false
  #items = 0
  readonly members: Span[] = []
  readonly cuts: number[] = []
  risky = false

  constructor(bytes: Uint8Array, limits: Limits, bulk: NameSet) {
    this.#bytes = bytes
    this.#limits = limits
    this.#bulk = bulk
  }

  /** Whether the bytes are one sound object. */
  isSound(): boolean {
    const start = afterWhite(this.#bytes, 0)
    if (this.#bytes[start] !== brace) return false
    const end = this.#object(start, 1)
    return end !== nowhere && afterWhite(this.#bytes, end) === this.#bytes.length
  }

  /** The position after the value at `at`; `cut`: an outline does without its text or the inside of its object. */
  #value(at: number, depth: number, cut: boolean): number {
    switch (this.#bytes[at]) {
      case quote:
        return cut ? this.#cutString(at) : this.#string(at)
      case brace:
        return cut ? this.#cutObject(at, depth) : this.#object(at, depth)
      case bracket:
        return this.#array(at, depth)
      case 116:
        return afterWord(this.#bytes, at, "true")
      case 102:
        return afterWord(this.#bytes, at, "false")
      case 110:
        return afterWord(this.#bytes, at, "null")
      default:
        return this.#number(at)
    }
  }

  #number(at: number): number {
    const end = afterNumber(this.#bytes, at)
    if (end !== nowhere && !this.risky) this.risky = !isPlainNumber(this.#bytes, at, end)
    return end
  }

  #array(open: number, depth: number): number {
    if (depth > this.#limits.depth) return nowhere
    let at = afterWhite(this.#bytes, open + 1)
    if (this.#bytes[at] === 93) return at + 1
    for (;;) {
      at = this.#value(at, depth + 1, false)
      if (at === nowhere) return nowhere
      at = afterWhite(this.#bytes, at)
      if (this.#bytes[at] === 93) return at + 1
      if (this.#bytes[at] !== comma || ++this.#items > this.#limits.members) return nowhere
      at = afterWhite(this.#bytes, at + 1)
    }
  }

  #object(open: number, depth: number): number {
    if (depth > this.#limits.depth) return nowhere
    const base = this.#named
    let at = afterWhite(this.#bytes, open + 1)
    if (this.#bytes[at] === 125) return at + 1
    for (;;) {
      at = this.#member(at, depth, base)
      if (at === nowhere) return nowhere
      at = afterWhite(this.#bytes, at)
      if (this.#bytes[at] === 125) {
        this.#named = base
        return at + 1
      }
      if (this.#bytes[at] !== comma || ++this.#items > this.#limits.members) return nowhere
      at = afterWhite(this.#bytes, at + 1)
    }
  }

  /** The position after the member at `name`; `base`: where the names of its object begin. */
  #member(name: number, depth: number, base: number): number {
    const bytes = this.#bytes
    if (bytes[name] !== quote) return nowhere
    const end = bytes.length
    let at = name + 1
    let hash = 0
    for (; at < end; at++) {
      const code = bytes[at] ?? 0
      if (plain[code] === 0) break
      hash = (Math.imul(hash, 31) + code) | 0
    }
    if (bytes[at] !== quote || !this.#isNew(hash, base)) return nowhere
    if (isDigit(bytes[name + 1] ?? 0)) this.risky = true
    const colon = afterWhite(bytes, at + 1)
    if (bytes[colon] !== 58) return nowhere
    const value = afterWhite(bytes, colon + 1)
    const cut = depth > 1 && !this.#inside && this.#bulk.has(hash, bytes, name + 1, at)
    const last = this.#value(value, depth + 1, cut)
    if (depth === 1) this.members.push({ name, value, end: last })
    return last
  }

  /** Whether an object has no other name of this hash; from then on, it has. */
  #isNew(hash: number, base: number): boolean {
    const names = this.#names
    const count = this.#named
    if (count - base >= mostMembers) return false
    for (let index = base; index < count; index++) if (names[index] === hash) return false
    names[count] = hash
    this.#named = count + 1
    return true
  }

  /** The position after the string at `open`. */
  #string(open: number): number {
    const bytes = this.#bytes
    const end = bytes.length
    let at = open + 1
    while (at < end) {
      const code = bytes[at] ?? 0
      if (plain[code] === 1) at++
      else if (code === quote) return at + 1
      else if (code !== backslash) return nowhere
      else {
        at = afterEscape(bytes, at)
        if (at === nowhere) return nowhere
      }
    }
    return nowhere
  }

  /** A string of which an outline keeps the beginning, as far as it is plain. */
  #cutString(open: number): number {
    const end = this.#string(open)
    if (end - open < kept * 2) return end
    let from = open + 1
    while (from < open + 1 + kept && isPlain(this.#bytes[from] ?? 0)) from++
    this.cuts.push(from, end - 1)
    return end
  }

  /** An object of which an outline keeps the braces. */
  #cutObject(open: number, depth: number): number {
    this.#inside = true
    const end = this.#object(open, depth)
    this.#inside = false
    if (end - open > 2) this.cuts.push(open + 1, end - 1)
    return end
  }
}

const isPlain = (code: number): boolean => code >= 32 && code < 128 && code !== backslash

/** 1 for the bytes that may stand in a string as they are. */
const plain = Uint8Array.from({ length: 256 }, (_, code) => (code < 32 || code === quote || code === backslash ? 0 : 1))
