import type { ReadEvent, StreamFrame } from "../core/framing/transducer.ts"
import { beyondBounds, eventBounds, isEcho, longNames, longText } from "../core/framing/stream-limits.ts"
import { isArray, type Json, putMember } from "../core/json/json.ts"
import { afterSpace, closingQuote, isObject, parsedOrNull } from "../core/json/value.ts"
import { long, short } from "./offload.ts"

/** Where characters stand in a text. */
interface Place {
  readonly from: number
  readonly to: number
}

/** An event whose long texts are left out. */
export interface EventOutline {
  /** Its data, without instructions that nobody reads again. */
  readonly data: string
  /** The same with a mark in place of each text that takes long to read. */
  readonly brief: string
  /** Such a text in pieces, none of which takes long. */
  readonly texts: readonly (readonly Place[])[]
  /** Why it is not read; undefined where it is. */
  readonly beyond: ReadEvent["beyond"]
  /** Why nothing is to be made of it: it has a text that is no medium and longer than others may be. Where bytes pass nothing is. */
  readonly tooLong: ReadEvent["beyond"]
}

/** So many characters of an outline take in the texts that are not longer than {@link short}; then all but the shortest are left out. */
const roomy = 256 * 1024
const shortest = 64

/** A longer name is none that anybody looks for, however it is escaped. */
const longestName = 256

const colon = 58

/** The first half of no character: data that were decoded never hold it alone. */
const mark = "\udc00"

/** How the digits of that may be escaped; the last is one of a thousand that would do as well. */
const lastMark = 0xdfff

/** The outline of an event; between the steps, none of which is of more than a mebibyte, others may have their turn. */
export function* outlined(data: string): Generator<void, EventOutline, void> {
  const walk = new EventWalk(data)
  while (walk.goesOn()) yield
  return walk.outline()
}

/** What an event says, behind its outline, in such steps. */
export function* readOutline({ data, brief, texts, beyond }: EventOutline): Generator<void, ReadEvent, void> {
  if (beyond !== undefined) return { data, brief, value: null, beyond }
  const own = ownMark(brief)
  if (own === undefined) return { data, brief, value: parsedOrNull(data), beyond }
  const said: string[] = []
  let read = 0
  for (const places of texts) {
    let text = ""
    for (const { from, to } of places) {
      const piece = parsedOrNull(`"${data.slice(from, to)}"`)
      if (typeof piece !== "string") return { data, brief, value: null, beyond }
      text += piece
      read += to - from
      if (read < long) continue
      read = 0
      yield
    }
    said.push(text)
  }
  const value = parsedOrNull(own === mark ? brief : brief.replaceAll(mark, own))
  return { data, brief, value: texts.length === 0 ? value : withTexts(value, own, said), beyond }
}

/** A long frame that was read in steps, if none of its texts is too long. */
export function* readInSteps(frame: StreamFrame): Generator<void, StreamFrame, void> {
  const outline = yield* outlined(frame.data)
  yield
  return { ...frame, read: yield* readOutline({ ...outline, beyond: outline.tooLong ?? outline.beyond }) }
}

/** So many characters are walked over at once, which may be as many values as an event may have. */
const step = long / 4

/** What stands for a text that was left out, and is spelled nowhere else in an outline; undefined where all are. */
const ownMark = (brief: string): string | undefined => {
  const escaped = /\\u/.test(brief) ? brief.toLowerCase() : ""
  for (let code = mark.charCodeAt(0); code <= lastMark; code++)
    if (!escaped.includes(`\\u${code.toString(16)}`)) return String.fromCharCode(code)
  return undefined
}

/** A value with the texts that were left out. */
const withTexts = (value: Json, own: string, texts: readonly string[]): Json => {
  const textOf = (said: string): string => (said.startsWith(own) ? (texts[Number(said.slice(1))] ?? said) : said)
  if (typeof value === "string") return textOf(value)
  if (isArray(value)) return value.map((item) => withTexts(item, own, texts))
  if (!isObject(value)) return value
  const out: { [key: string]: Json } = {}
  for (const [key, member] of Object.entries(value)) putMember(out, textOf(key), withTexts(member, own, texts))
  return out
}

/** A walk from string to string over an event. */
class EventWalk {
  #data: string
  #brief = ""
  #tooLong: ReadEvent["beyond"]
  /** How many characters the names have that are longer than {@link longestName}. */
  #names = 0
  readonly #texts: (readonly Place[])[] = []
  #at = 0
  /** What stands before this place is in the outline. */
  #copied = 0
  /** Where the string began that is walked over, and its pieces so far; undefined between strings. */
  #open: number | undefined
  #pieces: Place[] = []

  constructor(data: string) {
    this.#data = data
  }

  /** Walks on; whether there is more. */
  goesOn(): boolean {
    const until = this.#at + step
    while (this.#at < Math.min(until, this.#data.length)) {
      if (this.#open === undefined) this.#between()
      else this.#within(this.#open)
    }
    return this.#at < this.#data.length
  }

  outline(): EventOutline {
    const brief = this.#brief + this.#data.slice(this.#copied)
    return {
      data: this.#data,
      brief,
      texts: this.#texts,
      beyond: beyondBounds(brief) ?? longNames(this.#names),
      tooLong: this.#tooLong
    }
  }

  #between(): void {
    const quote = this.#data.indexOf('"', this.#at)
    if (quote < 0) {
      this.#at = this.#data.length
      return
    }
    const end = endOfShortest(this.#data, quote + 1)
    this.#open = end === undefined ? quote : undefined
    this.#at = end === undefined ? quote + 1 : end + 1
  }

  #within(open: number): void {
    const from = this.#at
    const to = endOfPiece(this.#data, from, from + long)
    const piece = this.#data.slice(from, to)
    const end = from + closingQuote(piece, 0)
    this.#pieces.push({ from, to: end })
    this.#at = end
    if (end === to && to < this.#data.length) return
    this.#close(open, end)
  }

  /** A string has ended: it is left out where it is long. */
  #close(open: number, end: number): void {
    const pieces = this.#pieces
    this.#open = undefined
    this.#pieces = []
    this.#at = end + 1
    if (end - open > eventBounds.text && isEcho(this.#data, open)) return this.#forget(open, end + 1)
    this.#tooLong ??= longText(this.#data, open, end)
    const size = this.#brief.length + open - this.#copied
    const isName = this.#data.charCodeAt(afterSpace(this.#data, end + 1)) === colon
    if (end - open <= (isName ? longestName : size > roomy ? shortest : short)) return
    if (isName) this.#names += end - open
    this.#brief += `${this.#data.slice(this.#copied, open)}"${mark}${this.#texts.length}`
    this.#copied = end
    this.#texts.push(pieces)
  }

  /** Puts `null` in place of a string. */
  #forget(from: number, to: number): void {
    this.#data = `${this.#data.slice(0, from)}null${this.#data.slice(to)}`
    this.#at = from
  }
}

/** Where a string ends that is among the shortest; undefined where it is longer. Most are short where there are many. */
const endOfShortest = (text: string, from: number): number | undefined => {
  const to = Math.min(text.length, from + shortest)
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) return at
    if (code === 92) at++
  }
  return undefined
}

/** The longest escape, in characters. */
const longestEscape = 6

/** Where a piece of a string ends that may end at a place: before an escape that goes over it. */
const endOfPiece = (text: string, from: number, to: number): number => {
  if (to >= text.length) return text.length
  const near = text.slice(to - longestEscape + 1, to).lastIndexOf("\\")
  if (near < 0) return to
  const last = to - longestEscape + 1 + near
  let before = last
  while (before > from && text[before - 1] === "\\") before--
  return (last - before) % 2 === 0 ? last : to
}
