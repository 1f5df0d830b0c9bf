import type { ChatEvent } from "./event.ts"
import { largeEvent } from "../framing/bounds.ts"
import type { StreamFrame, Transducer } from "../framing/transducer.ts"
import { copyText, TextBuffer } from "../framing/held.ts"
import { isObject, type JsonObject } from "../json/json.ts"
import { afterSpace, closingQuote, endOfObject } from "../json/scan.ts"
import { parsedOrNull } from "../json/value.ts"
import { textDigest, digestOver, hashOfBeginning, maxHashedLength } from "../chat/envelope.ts"

/** What frames may say besides the text of their one delta. */
interface FrameExtras {
  /** A member whose string says nothing. */
  readonly silent?: string
  /** A member whose object changes from frame to frame and is read by itself, behind the delta. */
  readonly counted?: { readonly name: string; readonly read: (value: JsonObject) => ChatEvent }
  /** Is told each delta that `reader` did not read. */
  readonly unread?: (delta: TextDelta) => void
}

type TextDelta = Extract<ChatEvent, { type: "delta" }>

/** What a hole in a frame holds: nothing that counts, or an object. */
type Hole = "none" | "silent" | "counted"

/** Where the text of a frame stands, and what may differ behind it: the stretches around the two. */
interface Place {
  readonly before: string
  readonly hole: Hole
  /** From the text to the hole; empty where there is none. */
  readonly between: string
  readonly after: string
}

/** A frame that gave one delta, without its text. */
interface Pattern extends Place {
  readonly event: string | undefined
  /** The delta, with another text. */
  readonly again: (text: string) => TextDelta
}

/** Frames in a row that were looked at in vain, before a stream counts as one whose frames never repeat. */
const patience = 16

/**
 * A reader of frames that need not read most of them: a frame that differs from the last in nothing but the text of
 * its one delta, and what may stand beside it, is that delta with another text. Whatever is not surely so is read by
 * `reader`, whose deltas must have a text that one string of the frame says, and which must say nothing else of a frame
 * than what it says in events. A long frame is always read: looking for what repeats would cost more.
 */
export const deltaFastPath = (
  reader: Transducer<StreamFrame, ChatEvent>,
  beside: FrameExtras = {}
): Transducer<StreamFrame, ChatEvent> => {
  let pattern: Pattern | undefined
  let patient = patience
  return {
    push: (frame) => {
      const isLong = frame.data.length > largeEvent
      const known = pattern === undefined || isLong ? undefined : knownIn(frame, pattern, beside)
      if (known !== undefined) {
        patient = patience
        return known
      }
      const events = reader.push(frame)
      pattern = patient > 0 && !isLong ? patternOf(frame, events, beside) : undefined
      if (pattern !== undefined) patient--
      return events
    },
    end: (how) => {
      pattern = undefined
      return reader.end(how)
    },
    notes: reader.notes
  }
}

/** What a frame that fits a pattern says; undefined where it does not fit, or its text is empty. */
const knownIn = (
  { event, data }: StreamFrame,
  pattern: Pattern,
  beside: FrameExtras
): readonly ChatEvent[] | undefined => {
  const { before, between, after } = pattern
  if (event !== pattern.event || !data.endsWith(after) || data.slice(0, before.length) !== before) return undefined
  const end = data.length - after.length
  const middle = between === "" ? end : data.indexOf(between, before.length)
  if (middle < 0 || middle + between.length > end) return undefined
  const text = stringIn(data.slice(before.length, middle))
  if (text === undefined) return undefined
  const rest = restIn(data.slice(middle + between.length, end), pattern.hole, beside)
  if (rest === undefined) return undefined
  const delta = pattern.again(text)
  beside.unread?.(delta)
  return [delta, ...rest]
}

const nothing: readonly ChatEvent[] = []

/** What a hole says; undefined where it holds something else than it should. */
const restIn = (inner: string, hole: Hole, { counted }: FrameExtras): readonly ChatEvent[] | undefined => {
  if (hole === "none") return nothing
  if (hole === "silent") return isPlain(inner) ? nothing : undefined
  const value = parsedOrNull(inner)
  return counted !== undefined && isObject(value) ? [counted.read(value)] : undefined
}

/** What stands between the quotes of a JSON string, as a string; undefined where it is none, or empty. */
const stringIn = (inner: string): string | undefined => {
  if (isPlain(inner)) return inner === "" ? undefined : inner
  const value = inner.includes("\\") ? parsedOrNull(`"${inner}"`) : null
  return typeof value === "string" ? value : undefined
}

/** Whether a text stands between the quotes of a JSON string as it is. */
const isPlain = (inner: string): boolean => /^[ !#-[\]-\uffff]*$/.test(inner)

const patternOf = (frame: StreamFrame, events: readonly ChatEvent[], beside: FrameExtras): Pattern | undefined => {
  const [first, second] = events
  if (first?.type !== "delta" || events.length > 2) return undefined
  const { candidate, part, delta } = first
  if (delta.type !== "text" && delta.type !== "input") return undefined
  const place = placeOf(copyText(frame.data), delta.text, beside)
  if (place === undefined || (place.hole === "counted") !== (second !== undefined)) return undefined
  const { type } = delta
  const again = (text: string): TextDelta => ({ type: "delta", candidate, part, delta: { type, text } })
  return { ...place, event: frame.event, again }
}

const colon = 58

/** What stands around the one string of a JSON text that says `text`; undefined where none or several do. */
const placeOf = (data: string, text: string, { silent, counted }: FrameExtras): Place | undefined => {
  let place: Place | undefined
  let name = ""
  let from = 0
  for (let open = data.indexOf('"'); open >= 0; open = data.indexOf('"', open)) {
    const close = closingQuote(data, open + 1)
    const inner = data.slice(open + 1, close)
    const behind = afterSpace(data, close + 1)
    const isName = data.charCodeAt(behind) === colon
    open = close + 1
    if (!isName && stringIn(inner) === text) {
      if (place !== undefined) return undefined
      from = close
      place = { before: data.slice(0, close - inner.length), hole: "none", between: "", after: data.slice(close) }
    } else if (!isName && name === silent && place?.hole === "none") {
      const between = data.slice(from, close - inner.length)
      place = { before: place.before, hole: "silent", between, after: data.slice(close) }
    } else if (isName && inner === counted?.name && place?.hole === "none") {
      const begin = afterSpace(data, behind + 1)
      open = endOfObject(data, begin)
      place = { before: place.before, hole: "counted", between: data.slice(from, begin), after: data.slice(open) }
    }
    name = isName ? inner : ""
  }
  return place
}

/** How much of a text is kept that is longer than what is hashed of one. */
const beginning = 1024

/**
 * A text of a stream. What later events need of it is kept: its length, what its digests need, and the text itself unless
 * it is longer than {@link maxHashedLength}; then its beginning. So a text that never ends costs no more than one that is long.
 */
export class HashedText {
  #kept = new TextBuffer()
  #hashes: ReadonlyMap<string, string> | undefined
  readonly #prefixes: readonly string[]

  /** In UTF-16 code units. */
  length = 0

  /** `prefixes`: what may stand before the text where its digest is asked for. */
  constructor(prefixes: readonly string[] = [""]) {
    this.#prefixes = prefixes
  }

  add(piece: string): void {
    this.length += piece.length
    if (this.#hashes !== undefined) return
    this.#kept.add(piece.slice(0, maxHashedLength))
    if (this.length > maxHashedLength) this.#shorten()
  }

  /** Whether {@link text} is all of it. */
  get isWhole(): boolean {
    return this.#hashes === undefined
  }

  /** The text, or the beginning of a long one. */
  get text(): string {
    return this.#kept.text
  }

  /** The digest of the text behind one of the prefixes. */
  digest(prefix = ""): string {
    const hash = this.#hashes?.get(prefix)
    return hash === undefined ? textDigest(prefix + this.text) : digestOver(hash, prefix.length + this.length)
  }

  #shorten(): void {
    const { text } = this.#kept
    this.#hashes = new Map(this.#prefixes.map((prefix) => [prefix, hashOfBeginning(prefix + text)]))
    this.#kept = new TextBuffer()
    this.#kept.add(copyText(text.slice(0, beginning)))
  }
}
