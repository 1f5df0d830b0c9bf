import type { ChatEvent } from "../chat/chat.ts"
import { largeEvent, copyText, TextBuffer } from "../framing/stream-limits.ts"
import { pushInSteps, type StreamFrame, type Transducer } from "../framing/transducer.ts"
import { isObject, type JsonObject } from "../json/json.ts"
import { parsedOrNull, afterSpace, closingQuote, endOfObject, endOfWord } from "../json/value.ts"
import { textDigest, digestOver, hashOfBeginning, maxHashedLength } from "../chat/envelope.ts"

/** What frames may say besides the text of their one delta. */
interface FrameExtras {
  /** A member whose string says nothing. */
  readonly silent?: string
  /** A member whose number says nothing. */
  readonly numbered?: string
  /** A member whose object changes from frame to frame and is read by itself, behind the delta. */
  readonly counted?: { readonly name: string; readonly read: (value: JsonObject) => ChatEvent }
  /** Is told each delta that `reader` did not read. */
  readonly unread?: (delta: TextDelta) => void
}

type TextDelta = Extract<ChatEvent, { type: "delta" }>

/** What may differ in a frame: the text of its delta, and what may stand beside it. */
type HoleKind = "text" | "silent" | "numbered" | "counted"

/** A place at which frames differ, and all that stands between it and the one before it. */
interface Hole {
  readonly before: string
  readonly kind: HoleKind
}

/** A frame without what may differ in it. */
interface Places {
  readonly holes: readonly Hole[]
  /** What stands behind the last hole. */
  readonly after: string
}

/** A frame that gave one delta, without its text. */
interface Pattern extends Places {
  readonly event: string | undefined
  /** The delta, with another text. */
  readonly again: (text: string) => TextDelta
}

/** Frames in a row that were looked at in vain, before a stream counts as one whose frames never repeat. */
const mostMisses = 16

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
  let missesLeft = mostMisses
  return {
    push: (frame) => {
      const isLong = frame.data.length > largeEvent
      const known = pattern === undefined || isLong ? undefined : knownIn(frame, pattern, beside)
      if (known !== undefined) {
        missesLeft = mostMisses
        return known
      }
      const events = reader.push(frame)
      pattern = missesLeft > 0 && !isLong ? patternOf(frame, events, beside) : undefined
      if (pattern !== undefined) missesLeft--
      return events
    },
    *steps(frame) {
      pattern = undefined
      return yield* pushInSteps(reader, frame)
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
  { counted, unread }: FrameExtras
): readonly ChatEvent[] | undefined => {
  const { holes, after } = pattern
  if (event !== pattern.event) return undefined
  let at = 0
  let text: string | undefined
  let count: ChatEvent | undefined
  for (const { before, kind } of holes) {
    const from = at + before.length
    if (data.slice(at, from) !== before) return undefined
    at = endOfHole(kind, data, from)
    const inner = data.slice(from, at)
    if (kind === "text") {
      text = stringIn(inner)
      if (text === undefined) return undefined
    } else if (kind === "counted") {
      const value = parsedOrNull(inner)
      if (counted === undefined || !isObject(value)) return undefined
      count = counted.read(value)
    } else if (!(kind === "silent" ? isPlain(inner) : isCount(inner))) return undefined
  }
  if (text === undefined || data.slice(at) !== after) return undefined
  const delta = pattern.again(text)
  unread?.(delta)
  return count === undefined ? [delta] : [delta, count]
}

/** Where what stands in a hole ends. */
const endOfHole = (kind: HoleKind, data: string, from: number): number => {
  if (kind === "text" || kind === "silent") return closingQuote(data, from)
  return kind === "counted" ? endOfObject(data, afterSpace(data, from)) : endOfWord(data, afterSpace(data, from))
}

/** What stands between the quotes of a JSON string, as a string; undefined where it is none, or empty. */
const stringIn = (inner: string): string | undefined => {
  if (isPlain(inner)) return inner === "" ? undefined : inner
  const value = inner.includes("\\") ? parsedOrNull(`"${inner}"`) : null
  return typeof value === "string" ? value : undefined
}

/** Whether a text stands between the quotes of a JSON string as it is. */
const isPlain = (inner: string): boolean => /^[ !#-[\]-\uffff]*$/.test(inner)

/** Whether a text is a whole number as JSON has it. */
const isCount = (inner: string): boolean => /^[ \t\r\n]*(?:0|[1-9]\d*)$/.test(inner)

const patternOf = (frame: StreamFrame, events: readonly ChatEvent[], beside: FrameExtras): Pattern | undefined => {
  const [first] = events
  if (first?.type !== "delta" || events.length > 2) return undefined
  const { candidate, part, delta } = first
  if (delta.type !== "text" && delta.type !== "input") return undefined
  const places = placesIn(copyText(frame.data), delta.text, beside)
  const kinds = places.holes.map(({ kind }) => kind)
  const timesOf = (kind: HoleKind): number => kinds.filter((it) => it === kind).length
  if (timesOf("text") !== 1 || timesOf("counted") !== events.length - 1) return undefined
  const { type } = delta
  const again = (text: string): TextDelta => ({ type: "delta", candidate, part, delta: { type, text } })
  return { ...places, event: frame.event, again }
}

const colon = 58

/** Where a JSON text may differ: each string that says `text`, and what may stand beside it. */
const placesIn = (data: string, text: string, { silent, numbered, counted }: FrameExtras): Places => {
  const holes: Hole[] = []
  let from = 0
  let name = ""
  const dig = (kind: HoleKind, begin: number, end: number): void => {
    holes.push({ before: data.slice(from, begin), kind })
    from = end
  }
  for (let open = data.indexOf('"'); open >= 0; open = data.indexOf('"', open)) {
    const close = closingQuote(data, open + 1)
    const inner = data.slice(open + 1, close)
    const behind = afterSpace(data, close + 1)
    const isName = data.charCodeAt(behind) === colon
    open = close + 1
    if (!isName && name === silent) dig("silent", close - inner.length, close)
    else if (!isName && stringIn(inner) === text) dig("text", close - inner.length, close)
    name = isName ? inner : ""
    const kind =
      name === "" ? undefined : name === numbered ? "numbered" : name === counted?.name ? "counted" : undefined
    if (kind === undefined) continue
    const end = endOfHole(kind, data, behind + 1)
    if (kind === "numbered" && !isCount(data.slice(behind + 1, end))) continue
    dig(kind, behind + 1, end)
    open = end
  }
  return { holes, after: data.slice(from) }
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
