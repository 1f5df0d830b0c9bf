import type { ChatEvent } from "./event.ts"
import type { Frame } from "./framing.ts"
import { afterSpace, closingQuote } from "./json-look.ts"
import { parsedOrNull } from "./json-value.ts"
import type { Transducer } from "./transducer.ts"

/** A frame that gave one delta, without its text: what stands before, between and behind its literals. */
interface Pattern {
  readonly event: string | undefined
  readonly before: string
  /** Up to the literal that says nothing; empty where there is none. */
  readonly between: string
  readonly after: string
  /** The delta, with another text. */
  readonly again: (text: string) => readonly ChatEvent[]
}

/** Frames in a row that were looked at in vain, before a stream counts as one whose frames never repeat. */
const patience = 16

/**
 * A reader of frames that need not read most of them: a frame that differs from the last in nothing but the text of
 * its one delta (and in the value of a member `silent`, which says nothing) is that delta with another text. Whatever
 * is not surely so is read by `reader`, whose deltas must have a text that one string of the frame says, and which
 * must say nothing else of a frame than what it says in events.
 */
export const repeating = (reader: Transducer<Frame, ChatEvent>, silent?: string): Transducer<Frame, ChatEvent> => {
  let pattern: Pattern | undefined
  let patient = patience
  return {
    push: (frame) => {
      const text = pattern === undefined ? undefined : textIn(frame, pattern)
      if (pattern !== undefined && text !== undefined) {
        patient = patience
        return pattern.again(text)
      }
      const events = reader.push(frame)
      pattern = patient > 0 ? patternOf(frame, events, silent) : undefined
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

/** The text of a frame that fits a pattern; undefined where it does not, or the text is empty. */
const textIn = ({ event, data }: Frame, { event: name, before, between, after }: Pattern): string | undefined => {
  if (event !== name || !data.endsWith(after) || data.slice(0, before.length) !== before) return undefined
  const end = data.length - after.length
  if (between === "") return stringIn(data.slice(before.length, end))
  const middle = data.indexOf(between, before.length)
  if (middle < 0 || middle + between.length > end) return undefined
  if (!isPlain(data.slice(middle + between.length, end))) return undefined
  return stringIn(data.slice(before.length, middle))
}

/** What stands between the quotes of a JSON string, as a string; undefined where it is none, or empty. */
const stringIn = (inner: string): string | undefined => {
  if (isPlain(inner)) return inner === "" ? undefined : inner
  const value = inner.includes("\\") ? parsedOrNull(`"${inner}"`) : null
  return typeof value === "string" ? value : undefined
}

/** Whether a text stands between the quotes of a JSON string as it is. */
const isPlain = (inner: string): boolean => /^[ !#-[\]-\uffff]*$/.test(inner)

const patternOf = (frame: Frame, events: readonly ChatEvent[], silent: string | undefined): Pattern | undefined => {
  const [only] = events
  if (only?.type !== "delta" || events.length > 1) return undefined
  const { candidate, part, delta } = only
  if (delta.type !== "text" && delta.type !== "input") return undefined
  const place = placeOf(frame.data, delta.text, silent)
  const { type } = delta
  return (
    place && {
      ...place,
      event: frame.event,
      again: (text) => [{ type: "delta", candidate, part, delta: { type, text } }]
    }
  )
}

const colon = 58

/** What stands around the one string of a JSON text that says `text`; undefined where none or several do. */
const placeOf = (
  data: string,
  text: string,
  silent: string | undefined
): Pick<Pattern, "before" | "between" | "after"> | undefined => {
  let place: Pick<Pattern, "before" | "between" | "after"> | undefined
  let name = ""
  let from = 0
  for (let open = data.indexOf('"'); open >= 0; open = data.indexOf('"', open)) {
    const close = closingQuote(data, open + 1)
    const inner = data.slice(open + 1, close)
    const isName = data.charCodeAt(afterSpace(data, close + 1)) === colon
    if (!isName && stringIn(inner) === text) {
      if (place !== undefined) return undefined
      from = close
      place = { before: data.slice(0, open + 1), between: "", after: data.slice(close) }
    } else if (!isName && name === silent && place?.between === "") {
      place = { before: place.before, between: data.slice(from, open + 1), after: data.slice(close) }
    }
    name = isName ? inner : ""
    open = close + 1
  }
  return place
}
