import { jsonLimits, JsonText } from "../json/json.ts"
import { type Json, parsedOrNull, closingQuote } from "../json/value.ts"
import { isAscii } from "../bytes.ts"
import { GatewayError } from "../errors/error.ts"

/** The code of a stream with an event that is larger than what is taken. */
export const eventTooLarge = "upstream_event_too_large"

/** An event of more UTF-16 code units is looked at before it is read: a shorter one cannot hold much. */
export const largeEvent = 16 * 1024

/**
 * What such an event may hold: levels; strings, containers and items in all; characters between the strings; bytes
 * of a string that is no medium, such as a signature or the input of a call; and characters of names that are longer than
 * any that is looked for. A medium may be as long as the event: vendors put whole pictures into one, of 40 MB even (https://github.com/Wei-Shaw/sub2api/pull/874, read
 * 2026-11), and some write them into texts (https://github.com/open-webui/open-webui/issues/12951, read 2026-11). Of
 * escapes base64 needs at most one for each solidus: a string with more is no medium.
 */
export const eventBounds = {
  depth: jsonLimits.depth,
  things: 100_000,
  between: 1024 * 1024,
  text: 2 * 1024 * 1024,
  names: 1024 * 1024,
  escapes: 512 * 1024
} as const

/** What stands before a medium, or a text that may hold one. */
const naming = /"(?:data|url|text|content|delta|result|b64_json|partial_image_b64)"\s*:\s*$/

/** Whether the string between two quotes may be a medium. */
const mayBeMedium = (data: string, from: number, end: number): boolean => {
  if (!naming.test(data.slice(Math.max(0, from - 32), from))) return false
  let escapes = 0
  for (let at = data.indexOf("\\", from); at >= 0 && at < end; at = data.indexOf("\\", at + 2)) {
    if (++escapes > eventBounds.escapes) return false
  }
  return true
}

/** Whether a string has more bytes than a text may have: beyond ASCII a character has three, or half of four. */
const isLong = (data: string, from: number, end: number): boolean =>
  end - from > eventBounds.text || (3 * (end - from) > eventBounds.text && !isAscii.test(data.slice(from, end)))

/** Why an event is not read that has a string between two quotes; undefined where it may be. */
export const longText = (data: string, from: number, end: number): GatewayError | undefined =>
  isLong(data, from, end) && !mayBeMedium(data, from, end)
    ? beyond(`has a text that is not media and takes more than ${eventBounds.text} bytes of JSON`)
    : undefined

/** Why an event is not read whose long names have so many characters; undefined where it may be. */
export const longNames = (characters: number): GatewayError | undefined =>
  characters > eventBounds.names ? beyond(`has more than ${eventBounds.names} characters in long names`) : undefined

/** Why an event is not read whose JSON costs more than its length; undefined where it may be. */
export const beyondBounds = (data: string): GatewayError | undefined => {
  if (data.length <= largeEvent) return undefined
  let depth = 0
  let things = 0
  let between = 0
  for (let at = 0; at < data.length; at++) {
    const code = data.charCodeAt(at)
    if (code === 34) {
      const end = closingQuote(data, at + 1)
      const tooLong = longText(data, at, end)
      if (tooLong !== undefined) return tooLong
      at = end
    }
    if (code === 91 || code === 123) depth++
    else if (code === 93 || code === 125) depth--
    if (depth > eventBounds.depth) return beyond(`is nested deeper than ${eventBounds.depth} levels`)
    if (++between > eventBounds.between)
      return beyond(`has more than ${eventBounds.between} characters between its strings`)
    if (isThing(code) && ++things > eventBounds.things) return beyond(`has more than ${eventBounds.things} values`)
  }
  return undefined
}

/** What stands before the instructions of a request, which a vendor repeats in events of its answer. */
const repeating = /"instructions"\s*:\s*(?=")/g

/** Whether such instructions begin at a quote. */
export const isEcho = (data: string, at: number): boolean =>
  /"instructions"\s*:\s*$/.test(data.slice(Math.max(0, at - 32), at))

/**
 * An event without instructions that are longer than other texts may be: they are what was sent, and nobody reads them
 * again. `null` takes their place.
 *
 * @see https://platform.openai.com/docs/api-reference/responses-streaming `response.created` shows the whole request (read 2026-11)
 */
export const withoutEcho = (data: string): string => {
  if (data.length <= eventBounds.text) return data
  let out = ""
  let at = 0
  for (const { 0: name, index } of data.matchAll(repeating)) {
    const from = index + name.length
    const to = closingQuote(data, from + 1) + 1
    if (from < at || to - from <= eventBounds.text) continue
    out += `${data.slice(at, from)}null`
    at = to
  }
  return at === 0 ? data : out + data.slice(at)
}

/** The value of an event, null where it is no JSON or costs more than it may. */
export const eventValue = (data: string): Json => {
  const brief = withoutEcho(data)
  return beyondBounds(brief) === undefined ? parsedOrNull(brief) : null
}

/** Quotes, commas and what opens a container. */
const isThing = (code: number): boolean => code === 34 || code === 44 || code === 91 || code === 123

const beyond = (what: string): GatewayError =>
  new GatewayError("UpstreamFailed", `The upstream sent a stream event that ${what}.`, { code: eventTooLarge })

/**
 * The most that a machine keeps of a stream for what may come later, in UTF-16 code units: what is kept is read again at
 * once, such as the input of a call. It is more than a model writes in an answer of 128,000 tokens.
 */
export const mostHeld = 2 * 1024 * 1024

/** What a thing of its own counts besides its texts, such as a part, a candidate or a citation. */
export const itemWeight = 512

/** What a piece of text counts besides its characters, where it is kept as it came. */
export const pieceWeight = 64

/** The code of a stream of which more must be kept than is allowed. */
export const heldTooLarge = "upstream_stream_too_large"

/** Counts what a machine keeps of a stream, in UTF-16 code units, so that a stream without an end has one. */
export class HeldCounter {
  readonly #most: number
  #units = 0

  constructor(most = mostHeld) {
    this.#most = most
  }

  /** Something is kept. */
  add(units: number): void {
    this.#units += units
  }

  /** Something takes the place of what was kept. */
  replace(before: unknown, now: unknown): void {
    this.#units += (now === undefined ? 0 : weightOf(now)) - (before === undefined ? 0 : weightOf(before))
  }

  /** Something is let go. */
  release(units: number): void {
    this.#units -= units
  }

  /** Why no more may be kept; undefined as long as it may. */
  get error(): GatewayError | undefined {
    if (this.#units <= this.#most) return undefined
    const message = `Too much of the upstream's stream would have to be buffered until its end: its characters, with ${node} to ${itemWeight} more for each value, are more than ${this.#most}.`
    return new GatewayError("UpstreamFailed", message, { code: heldTooLarge })
  }
}

/** What a member or an item counts besides its text. */
const node = 32

/** What characters count that are kept and never read again, such as the bytes of media. */
export const unreadWeight = (text: string): number => text.length / 8

/** What a value counts that is kept: its texts, and something for each object, item and member. */
export const weightOf = (value: unknown): number => {
  let units = itemWeight
  const left: unknown[] = [value]
  while (left.length > 0) {
    const one = left.pop()
    units += node
    if (typeof one === "string") units += one.length
    else if (one instanceof JsonText && one.isRead) left.push(one.value)
    else if (one instanceof JsonText) units += one.text.length
    else if (typeof one === "object" && one !== null) {
      const inside = one instanceof Map ? [...one.keys(), ...one.values()] : Object.values(one)
      for (const item of inside) left.push(item)
      if (isBase64(one)) units += unreadWeight(one.data) - one.data.length
    }
  }
  return units
}

/** Whether a value holds media in base64, in a chat's members or in those of a vendor. */
const isBase64 = (value: object): value is { readonly data: string } =>
  "data" in value &&
  typeof value.data === "string" &&
  (("kind" in value && value.kind === "base64") || ("type" in value && value.type === "base64"))

/** How many pieces are joined at once: a string that grows by `+=` keeps every piece, and what it was cut from. */
const batch = 256

/** Text that comes in pieces. */
export class TextBuffer {
  #joined: string[] = []
  #pieces: string[] = []
  #length = 0

  /** In UTF-16 code units. */
  get length(): number {
    return this.#length
  }

  add(piece: string): void {
    this.#length += piece.length
    if (this.#pieces.push(piece) < batch) return
    if (this.#joined.push(this.#pieces.join("")) >= batch) this.#joined = [this.#joined.join("")]
    this.#pieces = []
  }

  /** All of it. */
  get text(): string {
    const text = [...this.#joined, ...this.#pieces].join("")
    this.#joined = text === "" ? [] : [text]
    this.#pieces = []
    return text
  }
}

/** A text that is no slice of another one, which would be kept with it. */
export const copyText = (text: string): string => ` ${text}`.slice(1)
