import { mostTools } from "../chat/tool.ts"
import { jsonLimits } from "./json.ts"
import { type JsonObject, isSpace, longestNumeral } from "./value.ts"

/** What of a body nobody need read where it passes, and what must not be there for that. */
export interface UnreadRules {
  /** Lists of the top level, each with the text that stands for it in an outline: of a list, too, in which nobody looks at anything. */
  readonly lists: Readonly<Record<string, string>>
  /** Pointers of members inside them that somebody looks at: `*` for any item, `**` for whatever is between. A name counts above its deepest place, too. */
  readonly members: readonly string[]
  /** Pointers of members of which nobody looks at more than the values that {@link begins} names, where they are spelled so. */
  readonly plain?: readonly string[]
  /** What strings inside the lists begin with, in any case, that somebody looks at. */
  readonly begins?: readonly string[]
  /** What somebody looks at wherever the text has it. */
  readonly holds?: readonly string[]
  /** Members of the top level beside which somebody looks at everything. */
  readonly beside?: readonly string[]
}

const slots = 256

/** Rules that are ready to be asked. They are asked of bytes: most names need not become texts. */
export class UnreadLists {
  readonly #lists: ReadonlyMap<string, string>
  readonly #deepest = new Map<string, number>()
  readonly #plain: ReadonlySet<string>
  /** By the length and the first letter of a name: how deep the deepest of such names stands that somebody looks at. */
  readonly deepestBySlot = new Uint8Array(slots)
  /** By the first character of a string, in either case: 1 where somebody may look at it. */
  readonly firsts = new Uint8Array(256)
  readonly #begins: readonly string[]
  readonly #holds: readonly string[]
  readonly #beside: readonly string[]

  constructor({ lists, members, plain = [], begins = [], holds = [], beside = [] }: UnreadRules) {
    this.#lists = new Map(Object.entries(lists))
    for (const path of [...members, ...plain]) this.#add(path.split("/").slice(1))
    const asked = new Set(members.map(lastName))
    this.#plain = new Set(plain.map(lastName).filter((name) => !asked.has(name)))
    this.#begins = begins
    for (const text of begins) this.firsts[text.charCodeAt(0) | 32] = 1
    this.#holds = holds
    this.#beside = beside
  }

  #add(steps: readonly string[]): void {
    const name = (steps.at(-1) ?? "").toLowerCase()
    const level = Math.max(this.#deepest.get(name) ?? 0, steps.includes("**") ? deepestStep : steps.length)
    this.#deepest.set(name, level)
    const slot = slotOf(name.length, name.charCodeAt(0))
    this.deepestBySlot[slot] = Math.max(this.deepestBySlot[slot] ?? 0, level)
  }

  /** Whether a text and the members beside its lists let nobody look into them. */
  leaves(text: string, head: JsonObject): boolean {
    return !this.#beside.some((name) => Object.hasOwn(head, name)) && !this.#holds.some((mark) => text.includes(mark))
  }

  /** What stands for a list in an outline; undefined for what is no such list. */
  standIn(name: string): string | undefined {
    return this.#lists.get(name)
  }

  /** How many items such a list may have. */
  mostItems(name: string): number {
    return name === "tools" ? mostTools : jsonLimits.members
  }

  /** Whether somebody looks at a member so many steps down whose name is plain ASCII, or at one of its name in another case. */
  asks(bytes: Uint8Array, from: number, to: number, level: number): boolean {
    if (level > (this.deepestBySlot[slotOf(to - from, bytes[from] ?? 0)] ?? 0)) return false
    const name = asciiIn(bytes, from, to)
    return !this.#plain.has(name) && level <= (this.#deepest.get(name.toLowerCase()) ?? 0)
  }

  /** Whether somebody looks at the string whose first character is at a place. */
  asksFor(bytes: Uint8Array, from: number): boolean {
    if (this.firsts[(bytes[from] ?? 0) | 32] !== 1) return false
    return this.#begins.some((text) => asciiIn(bytes, from, from + text.length).toLowerCase() === text)
  }
}

/**
 * Whether bytes are the text of an object and nothing in its unread lists is looked at; `found` is told of each list.
 * Undefined where the walk cannot be made.
 */
export type OutlineWalk = (
  bytes: Uint8Array,
  unread: UnreadLists,
  found: (from: number, to: number, standIn: string) => void
) => boolean | undefined

/** More steps than a body may have. */
const deepestStep = 255

const lastName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Where names of a length and a first letter, in either case, are looked up first. */
const slotOf = (length: number, first: number): number => (length * 31 + (first | 32)) & (slots - 1)

/** The characters that bytes are, if they are ASCII. */
export const asciiIn = (bytes: Uint8Array, from: number, to: number): string => {
  let text = ""
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at] ?? 0)
  return text
}

/**
 * The text of a JSON object with what stands for its lists in their place, where nobody looks at anything inside them.
 * Undefined where somebody may, and where the bytes are not such a text within the limits, its names plain: then they are
 * to be read whole. One walk, the first of these that can be made, which builds nothing of the lists. Whether the bytes are
 * UTF-8 is not looked at.
 */
export const outlineJson = (
  bytes: Uint8Array,
  unread: UnreadLists,
  walks: readonly OutlineWalk[]
): string | undefined => {
  const pieces: string[] = []
  let copied = 0
  for (const walk of walks) {
    const isWhole = walk(bytes, unread, (from, to, standIn) => {
      pieces.push(decoder.decode(bytes.subarray(copied, from)), standIn)
      copied = to
    })
    if (isWhole !== undefined) return isWhole ? pieces.join("") + decoder.decode(bytes.subarray(copied)) : undefined
  }
  return undefined
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

const quote = 34
const comma = 44
const colon = 58
const openList = 91
const backslash = 92
const closeList = 93
const openObject = 123
const closeObject = 125

/**
 * The walk where there is no WebAssembly, or more bytes than its memory holds. One loop whose state is in variables of its
 * own: a method for each kind of value would cost three times as much.
 */
export const walkInScript: OutlineWalk = (bytes, unread, found) => {
  const words = new Int32Array(bytes.buffer, 0, (bytes.byteOffset + bytes.length) >> 2)
  /** What closes each container that is open. */
  const closing = new Uint8Array(jsonLimits.depth + 1)
  let level = 0
  let commas = 0
  let items = 0
  let mostItems = 0
  let standIn: string | undefined
  let list = 0
  let at = afterSpace(bytes, 0)
  if (bytes[at] !== openObject) return false
  for (;;) {
    if (closing[level] === closeObject) {
      const name = at + 1
      const end = bytes[at] === quote ? endOfName(bytes, name) : -1
      at = afterSpace(bytes, end + 1)
      if (end < 0 || bytes[at] !== colon) return false
      at = afterSpace(bytes, at + 1)
      if (standIn !== undefined) {
        if (unread.asks(bytes, name, end, level)) return false
      } else if (level === 1 && bytes[at] === openList && bytes[afterSpace(bytes, at + 1)] !== closeList) {
        const key = asciiIn(bytes, name, end)
        standIn = unread.standIn(key)
        mostItems = unread.mostItems(key)
        list = at
        items = 1
      }
    }
    const first = bytes[at]
    if (first === openObject || first === openList) {
      if (++level > jsonLimits.depth) return false
      closing[level] = first === openObject ? closeObject : closeList
      at = afterSpace(bytes, at + 1)
      if (bytes[at] !== closing[level]) continue
    } else {
      if (first === quote && standIn !== undefined && unread.asksFor(bytes, at + 1)) return false
      const end = first === quote ? afterString(bytes, words, at + 1) : afterWord(bytes, at)
      if (end < 0) return false
      at = afterSpace(bytes, end)
    }
    while (level > 0 && bytes[at] === closing[level]) {
      at++
      if (--level === 1 && standIn !== undefined) {
        found(list, at, standIn)
        standIn = undefined
      }
      at = afterSpace(bytes, at)
    }
    if (level === 0) return at === bytes.length
    if (bytes[at] !== comma || ++commas > jsonLimits.members) return false
    if (level === 2 && standIn !== undefined && ++items > mostItems) return false
    at = afterSpace(bytes, at + 1)
  }
}

const afterSpace = (bytes: Uint8Array, at: number): number => {
  let after = at
  while (after < bytes.length && isSpace(bytes[after] ?? 0)) after++
  return after
}

/** Where a name ends in its quote; -1 where it is not of plain ASCII: others may read it in another way. */
const endOfName = (bytes: Uint8Array, from: number): number => {
  for (let at = from; at < bytes.length; at++) {
    const code = bytes[at] ?? 0
    if (code === quote) return at
    if (code <= 32 || code >= 127 || code === backslash) return -1
  }
  return -1
}

/** The place behind a string, looked at four bytes at once as long as none of them closes it, escapes or is a control character; -1 where it is none. */
const afterString = (bytes: Uint8Array, words: Int32Array, from: number): number => {
  const { byteOffset, length } = bytes
  let at = from
  for (;;) {
    if (((byteOffset + at) & 3) === 0) {
      const first = (byteOffset + at) >> 2
      let word = first
      while (word < words.length && !isSpecial(words[word] ?? 0)) word++
      at += (word - first) << 2
    }
    if (at >= length) return -1
    const code = bytes[at] ?? 0
    if (code === quote) return at + 1
    if (code < 32) return -1
    if (code !== backslash) at++
    else if ((at = afterEscape(bytes, at + 1)) < 0) return -1
  }
}

/** The highest bit of each of four bytes, as a signed number. */
const highBits = 0x80_80_80_80 | 0

/** Whether one of four bytes is a quote, a backslash or a control character; now and then so where none is. */
const isSpecial = (four: number): boolean => {
  const quotes = four ^ 0x22_22_22_22
  const slashes = four ^ 0x5c_5c_5c_5c
  const control = (four - 0x20_20_20_20) & ~four
  return ((control | ((quotes - 0x01_01_01_01) & ~quotes) | ((slashes - 0x01_01_01_01) & ~slashes)) & highBits) !== 0
}

/** The place behind what follows a backslash; -1 where it is nothing, or hides a letter, a digit or a mark that would be looked at. */
const afterEscape = (bytes: Uint8Array, at: number): number => {
  const code = bytes[at]
  if (code !== 117) return code !== undefined && isEscape[code] === 1 ? at + 1 : -1
  const digits = asciiIn(bytes, at + 1, at + 5)
  return /^[\da-f]{4}$/i.test(digits) && !hidden.test(digits) ? at + 5 : -1
}

const isEscape = new Uint8Array(256)
for (const letter of '"/\\bfnrt') isEscape[letter.charCodeAt(0)] = 1

/** `-`, `.`, `:`, `_`, digits and letters. */
const hidden = /^00(?:2[de]|3[\da]|[46][1-9a-f]|5[\daf]|7[\da])$/i

/** The place behind a number, `true`, `false` or `null`; -1 where there is none, or a number is too long. */
const afterWord = (bytes: Uint8Array, from: number): number => {
  let at = from
  while (isOfWord(bytes[at])) at++
  return at - from <= longestNumeral && word.test(asciiIn(bytes, from, at)) ? at : -1
}

const isOfWord = (code = 0): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || code === 43 || code === 45 || code === 46 || code === 69

const word = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/
