import { requestLimits } from "../request-limits.ts"
import { jsonLimits } from "./json.ts"
import type { JsonObject } from "./value.ts"

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
    return name === "tools" ? requestLimits.tools : jsonLimits.members
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
