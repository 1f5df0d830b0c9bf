import { SecretAutomaton, type ByteSpan, SecretSieve } from "./automaton.ts"
import {
  plainView,
  readEscapes,
  unescapedView,
  type ByteView,
  carriageReturn,
  brokenLines,
  lineFeed,
  isLineEnd,
  lowerHex,
  unbrokenViews,
  withoutBreaks,
  type SecretSpelling,
  spellingsOf
} from "./views.ts"

/** What stands where a secret stood. It needs no escape in JSON, in a header, in HTML or in a stream's frame. */
export const redactedText = "[redacted]"

/** The shortest secret that is looked for, in characters: a shorter one would be found in texts that do not hold it. */
export const shortestSecret = 8

/** Takes secrets out of texts, however they are spelled there. */
export interface SecretRedactor {
  /** The text without them; the same one where it holds none. */
  readonly text: (text: string) => string
  /** The bytes without them, all others unchanged; the same ones where they hold none. */
  readonly bytes: (bytes: Uint8Array) => Uint8Array
  /**
   * What of the beginning of a text can be told whatever follows it, redacted, and the rest, which is to be read with
   * what follows. No secret goes over the end of a line.
   */
  readonly begin: (bytes: Uint8Array) => readonly [told: Uint8Array, rest: Uint8Array]
}

/**
 * Takes these secrets out of texts: as they are, in hexadecimal, whatever its case, or base64, alone or within a longer
 * text, and each of those behind escapes of JSON, URLs and HTML in any mixture, up to three times escaped, and broken over
 * lines of twelve characters or more. What a secret begins with is taken for all of it from 16 characters on. The work
 * grows with the text's length alone. Secrets of fewer than {@link shortestSecret} characters are left.
 */
export const redactorOf = (secrets: readonly string[]): SecretRedactor => {
  const known = [...new Set(secrets)].filter(({ length }) => length >= shortestSecret)
  return known.length === 0 ? noSecrets : new Search(known)
}

const nothing = new Uint8Array(0)

/** Finds nothing: where no secret is known. */
export const noSecrets: SecretRedactor = {
  text: (text) => text,
  bytes: (bytes) => bytes,
  begin: (bytes) => [bytes, nothing]
}

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
const mark = encoder.encode(redactedText)

/** How often a text is read anew that was escaped, as texts are that quote texts. */
const deepest = 3

/** The most bytes in which one character is escaped, and escaped again. */
const widest = 12

/** What hides a letter, a digit or a slash. */
const usualEscape = /\\(?:u00|x|\/)|%[\dA-Fa-f]{2}|&(?:#|am)/

/** What hides anything: of secrets that hold what JSON and HTML escape by themselves. */
const anyEscape = /[\\%&]/
const escapable = /["'\\<>&]/

class Search implements SecretRedactor {
  readonly #spellings: readonly SecretSpelling[]
  readonly #sieve: SecretSieve
  readonly #escape: RegExp
  /** The most bytes over which one secret can stretch. */
  readonly #reach: number
  #automata: readonly SecretAutomaton[] | undefined

  constructor(secrets: readonly string[]) {
    this.#spellings = secrets.flatMap(spellingsOf)
    this.#sieve = new SecretSieve(this.#spellings)
    this.#escape = secrets.some((secret) => escapable.test(secret)) ? anyEscape : usualEscape
    this.#reach = widest * Math.max(...this.#spellings.map(({ bytes }) => bytes.length))
  }

  readonly text = (text: string): string => {
    const bytes = encoder.encode(text)
    const out = this.bytes(bytes)
    return out === bytes ? text : decoder.decode(out)
  }

  readonly bytes = (bytes: Uint8Array): Uint8Array => without(bytes, this.#spans(bytes))

  readonly begin = (bytes: Uint8Array): readonly [Uint8Array, Uint8Array] => {
    const spans = this.#spans(bytes)
    const sure = bytes.length - this.#begun(bytes)
    if (spans.length === 0 && sure === bytes.length) return [bytes, nothing]
    const cut = spans.reduceRight((at, { start, end }) => (start < at && at < end ? start : at), sure)
    const whole = spans.filter(({ end }) => end <= cut)
    return [without(bytes.subarray(0, cut), whole), bytes.subarray(cut)]
  }

  /** How many of the last bytes may be a secret, or the beginning of one. */
  #begun(bytes: Uint8Array): number {
    if (isLineEnd(bytes.at(-1))) return 0
    const line = bytes.subarray(Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn)) + 1)
    const end = line.subarray(-this.#reach)
    return end.length === 0 || anyEscape.test(decoder.decode(end)) ? end.length : this.#begunIn(end)
  }

  /** Where secrets stand, in order; a span never cuts an escape in two. */
  #spans(bytes: Uint8Array): readonly ByteSpan[] {
    if (!this.#mayHold(bytes)) return none
    const views = viewsOf(bytes)
    const units = (views[1] ?? views[0]).places
    return views
      .flatMap((view) => [view, ...unbrokenViews(view)])
      .flatMap(({ bytes: seen, places }) =>
        this.#searches()
          .flatMap((search) => search.find(seen))
          .map(({ start, end }) => around(units, places[start] ?? 0, places[end - 1] ?? 0))
      )
      .toSorted((one, other) => one.start - other.start)
  }

  /** Whether a secret's beginning stands in a text, or in what it reads as once its escapes are read. */
  #mayHold(bytes: Uint8Array): boolean {
    if (this.#sieve.catches(bytes)) return true
    const decoded = decoder.decode(bytes)
    const isBroken = brokenLines.test(decoded)
    if (!isBroken && !this.#escape.test(decoded)) return false
    const most = anyEscape.test(decoded) ? deepest : 0
    let text: Uint8Array | undefined = bytes
    for (let times = 0; times <= most && text !== undefined; times++) {
      if (times > 0 && this.#sieve.catches(text)) return true
      if (isBroken && this.#sieve.catches(withoutBreaks(text))) return true
      text = times < most ? readEscapes(text) : undefined
    }
    return false
  }

  #begunIn(end: Uint8Array): number {
    return Math.max(...this.#searches().map((search) => search.begun(end)))
  }

  /** What finds hexadecimal digits in either case, and what finds all else. */
  #searches(): readonly SecretAutomaton[] {
    return (this.#automata ??= [
      new SecretAutomaton(this.#spellings.filter(({ isHex }) => isHex !== true)),
      new SecretAutomaton(
        this.#spellings.filter(({ isHex }) => isHex === true),
        lowerHex
      )
    ])
  }
}

const none: readonly ByteSpan[] = []

/** A text as it is, and as it reads each time that its escapes are read. */
const viewsOf = (bytes: Uint8Array): readonly [ByteView, ...ByteView[]] => {
  const first = plainView(bytes)
  const views: [ByteView, ...ByteView[]] = [first]
  for (let next = unescapedView(first); next !== undefined && views.length <= deepest; next = unescapedView(next)) {
    views.push(next)
  }
  return views
}

/** The units of a text from one that holds a place to one that holds another; `units`: where each begins. */
const around = (units: Uint32Array, from: number, to: number): ByteSpan => ({
  start: units[countTo(units, from)] ?? from,
  end: units[countTo(units, to) + 1] ?? to + 1
})

/** The index of the last unit that begins at or before a place. */
const countTo = (units: Uint32Array, place: number): number => {
  let [low, high] = [0, units.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((units[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}

/** Bytes with the mark in place of each of the spans, which stand in order; those that overlap get one. */
const without = (bytes: Uint8Array, spans: readonly ByteSpan[]): Uint8Array => {
  if (spans.length === 0) return bytes
  const out = new Uint8Array(bytes.length + spans.length * mark.length)
  let [size, read] = [0, 0]
  for (const { start, end } of spans) {
    if (start >= read) {
      const between = bytes.subarray(read, start)
      out.set(between, size)
      out.set(mark, size + between.length)
      size += between.length + mark.length
    }
    read = Math.max(read, end)
  }
  const rest = bytes.subarray(read)
  out.set(rest, size)
  return out.subarray(0, size + rest.length)
}
