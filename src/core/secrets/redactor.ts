import { concatBytes } from "../collections.ts"
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
const shortestSecret = 8

/**
 * What stands for the key of a server that wants none, as its documentation has it: texts hold such words that tell
 * nothing. LM Studio's, Ollama's, llama.cpp's, vLLM's, LiteLLM's and those of LangChain's examples (read 2026-11), without
 * what parts words. Other common words are looked for: that a text loses one is better than that a key is told.
 */
const placeholders: ReadonlySet<string> = new Set([
  "lmstudio",
  "ollama",
  "llama.cpp",
  "nokeyrequired",
  "sknokeyrequired",
  "notneeded",
  "notrequired",
  "dummykey",
  "fakekey",
  "anything",
  "yourapikey",
  "tokenabc123",
  "placeholder"
])

/** Whether an upstream's key stands for none. */
export const isPlaceholderKey = (key: string): boolean => placeholders.has(key.toLowerCase().replace(/[ _-]/g, ""))

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
 * text, and each of those behind escapes of JSON, URLs and HTML in any mixture, up to three times escaped, and deeper where
 * each time it was the first mark of its escapes that was escaped again, as in JSON within JSON; and broken over lines of
 * twelve characters or more. What a secret begins with is taken for all of it from 16 characters on, with the rest
 * of the run of characters that it stands in, so that nobody is told how much of it is right. The work grows with the
 * text's length alone. Secrets of fewer than {@link shortestSecret} characters are left.
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

/** Takes out what either does; `second` is made once it is needed. */
export const bothRedactors = (first: SecretRedactor, second: () => SecretRedactor): SecretRedactor => ({
  text: (text) => second().text(first.text(text)),
  bytes: (bytes) => second().bytes(first.bytes(bytes)),
  begin: (bytes) => {
    const [begun, rest] = first.begin(bytes)
    const [told, left] = second().begin(begun)
    return [told, concatBytes([left, rest])]
  }
})

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
const mark = encoder.encode(redactedText)

/** How often a text is read anew that was escaped, as texts are that quote texts: the last time as deep as it goes. */
const deepest = 4

/** The most bytes in which one character is escaped, and escaped again. */
const widest = 12

/** What hides a letter, a digit or a mark. */
const usualEscape = /\\(?:u00|x|[-/_.+=~])|%[\dA-Fa-f]{2}|&(?:#|am|[A-Za-z]{3,7};)/

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
    const goesOver = ({ start, end, run }: FoundSpan, at: number): boolean =>
      start < at && (at < end || (at === end && run !== undefined))
    const cut = spans.reduceRight((at, span) => (goesOver(span, at) ? span.start : at), sure)
    const whole = spans.filter(({ start, end }) => start < cut && end <= cut)
    return [
      without(bytes.subarray(0, cut), whole),
      this.#briefly(
        bytes,
        cut,
        spans.filter(({ end }) => end >= sure)
      )
    ]
  }

  /**
   * The bytes behind a cut, without the middle of the run that goes over the end, however long it is: what was found of a
   * secret has all that follows in the run found again.
   */
  #briefly(bytes: Uint8Array, cut: number, open: readonly FoundSpan[]): Uint8Array {
    const runs = open.flatMap(({ run }) => run ?? [])
    const run = runs.reduce((best, it) => (it.places.length < best.places.length ? it : best), runs[0] ?? noRun)
    const from = Math.max(cut, run.from)
    const to = run.places[countTo(run.places, bytes.length - this.#reach)] ?? 0
    if (to <= from) return bytes.subarray(cut)
    const out = bytes.slice(cut, bytes.length - (to - from))
    out.set(bytes.subarray(to), from - cut)
    return out
  }

  /** How many of the last bytes may be a secret, or the beginning of one. */
  #begun(bytes: Uint8Array): number {
    if (isLineEnd(bytes.at(-1))) return 0
    const line = bytes.subarray(Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn)) + 1)
    const end = line.subarray(-this.#reach)
    return end.length === 0 || anyEscape.test(decoder.decode(end)) ? end.length : this.#begunIn(end)
  }

  /** Where secrets stand, in order; a span never cuts an escape in two. */
  #spans(bytes: Uint8Array): readonly FoundSpan[] {
    if (!this.#mayHold(bytes)) return none
    const views = viewsOf(bytes)
    const units = (views[1] ?? views[0]).places
    const searches = this.#searches()
    return views
      .flatMap((view) =>
        [view, ...unbrokenViews(view)].flatMap((seen) =>
          searches.flatMap((search) => search.find(seen)).map((span) => placed(span, seen.places, view.places, units))
        )
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
      text = times < most ? readEscapes(text, times === deepest - 1) : undefined
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

/** What was found in a text. */
interface FoundSpan extends ByteSpan {
  /** The run that it ends with: where that begins, and where the bytes of the view stand in which it does. */
  readonly run: { readonly from: number; readonly places: Uint32Array } | undefined
}

/** Where what was found in a view stands in its text; `own`: where each character stands that is read, with line ends. */
const placed = (
  { start, end, found }: ByteSpan,
  places: Uint32Array,
  own: Uint32Array,
  units: Uint32Array
): FoundSpan => ({
  ...around(units, places[start] ?? 0, around(own, 0, places[end - 1] ?? 0).end - 1),
  run: found === undefined ? undefined : { from: places[found] ?? 0, places }
})

const noRun = { from: Infinity, places: new Uint32Array(0) }

const none: readonly FoundSpan[] = []

/** A text as it is, and as it reads each time that its escapes are read. */
const viewsOf = (bytes: Uint8Array): readonly [ByteView, ...ByteView[]] => {
  const first = plainView(bytes)
  const views: [ByteView, ...ByteView[]] = [first]
  let next: ByteView | undefined = first
  while (next !== undefined && views.length <= deepest) {
    next = unescapedView(next, views.length === deepest)
    if (next !== undefined) views.push(next)
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
