import { concatBytes } from "../core/collections.ts"
import { among, long, short } from "./offload.ts"
import type { GatewayError } from "../core/errors/error.ts"
import type { ChatFormat } from "../core/format.ts"
import { eventValue } from "../core/framing/stream-limits.ts"
import type { StreamFrame, Transducer } from "../core/framing/transducer.ts"
import { isArray, isObject, type Json } from "../core/json/json.ts"
import type { Passthrough } from "../core/passthrough.ts"

const lineFeed = 10
const carriageReturn = 13

/** Where the last blank line of these bytes ends; 0 where there is none. */
const lastBoundary = (bytes: Uint8Array): number => {
  for (let at = bytes.length; at > 1; at--) if (isBoundary(bytes, at)) return at
  return 0
}

/**
 * Whether a line ends just before `at`, and the line before it, which is not before `from`, was empty or ended there
 * too. A carriage return at the very end is a line's end already: a line feed that follows says nothing more.
 */
const isBoundary = (bytes: Uint8Array, at: number, from = 0): boolean => {
  const last = bytes[at - 1]
  if (last === lineFeed) {
    const before = bytes[at - 2] === carriageReturn ? at - 2 : at - 1
    return before > from && (bytes[before - 1] === lineFeed || bytes[before - 1] === carriageReturn)
  }
  return (
    last === carriageReturn &&
    bytes[at] !== lineFeed &&
    (bytes[at - 2] === carriageReturn || bytes[at - 2] === lineFeed) &&
    at - 1 > from
  )
}

/** As many bytes as a boundary can span before its last one. */
const boundaryOverlap = 3

/** Cuts a stream of server-sent events only between events, so that a broken one is never passed on in part. */
export class EventSplitter {
  /** What is held, and the room for more: many small pieces cost no more than a large one. */
  #held: Uint8Array = nothing
  #end: Uint8Array = nothing
  /** Whether the last event ended in a carriage return, whose line feed may follow. */
  #afterReturn = false

  /** How many bytes are held of an event that is not whole. */
  size = 0

  /**
   * The whole events that are there now, with their blank lines; undefined where there are none. The line feed of a
   * blank line that was cut in two is given as it comes.
   */
  push(piece: Uint8Array): Uint8Array | undefined {
    const isFeed = this.#afterReturn && piece[0] === lineFeed
    const events = this.#eventsOf(isFeed ? piece.subarray(1) : piece)
    const feed = piece.subarray(0, isFeed ? 1 : 0)
    this.#afterReturn = this.size === 0 && events?.at(-1) === carriageReturn
    if (events === undefined) return isFeed ? feed : undefined
    return isFeed ? concatBytes([feed, events]) : events
  }

  #eventsOf(piece: Uint8Array): Uint8Array | undefined {
    if (this.size === 0 && isBoundary(piece, piece.length)) return piece
    const near = this.size === 0 ? piece : concatBytes([this.#end, piece])
    const boundary = lastBoundary(near)
    this.#append(piece)
    if (boundary === 0) {
      this.#end = near.slice(-boundaryOverlap)
      return undefined
    }
    const whole = this.size - (near.length - boundary)
    const bytes = this.#held.slice(0, whole)
    this.#hold(this.#held.subarray(whole, this.size))
    return bytes
  }

  /** What is left after the last whole event. */
  rest(): Uint8Array | undefined {
    const rest = this.size === 0 ? undefined : this.#held.slice(0, this.size)
    this.#hold(nothing)
    return rest
  }

  #hold(bytes: Uint8Array): void {
    this.#held = bytes.slice()
    this.#end = this.#held.subarray(-boundaryOverlap)
    this.size = bytes.length
  }

  #append(piece: Uint8Array): void {
    const size = this.size + piece.length
    if (size > this.#held.length) {
      const room = new Uint8Array(Math.max(size, this.#held.length * 2))
      room.set(this.#held.subarray(0, this.size))
      this.#held = room
    }
    this.#held.set(piece, this.size)
    this.size = size
  }
}

const nothing = new Uint8Array(0)

/** So many lines are looked at in one step: however short they are, each costs something. */
const mostLines = short

/** Bytes in steps, none of which is of more than a mebibyte or of more than {@link mostLines} lines. */
export function* stepsOf(bytes: Uint8Array): Generator<Uint8Array, void, void> {
  let [from, lines] = [0, 0]
  const counted = bytes.length > mostLines ? bytes.length : 0
  for (let at = 0; at < counted; at++) {
    if (isLineEnd(bytes[at])) lines++
    if (at + 1 - from < long && lines < mostLines) continue
    yield bytes.subarray(from, at + 1)
    from = at + 1
    lines = 0
  }
  if (from < bytes.length) yield bytes.subarray(from)
}

/** The frames in bytes; between steps others may have their turn. */
export function* framesIn(
  read: Transducer<Uint8Array, StreamFrame | GatewayError>,
  bytes: Uint8Array
): Generator<readonly Uint8Array[], readonly (StreamFrame | GatewayError)[], void> {
  const frames: (StreamFrame | GatewayError)[] = []
  for (const step of stepsOf(bytes)) {
    if (step.length < bytes.length) yield []
    for (const frame of read.push(step)) frames.push(frame)
  }
  return frames
}

/**
 * Whole events, one by one; undefined wherever much was looked at since the last. A line feed before them is one of its
 * own: it may be the end of an earlier blank line.
 */
export function* eventsIn(bytes: Uint8Array): Generator<Uint8Array | undefined, void, void> {
  let from = bytes[0] === lineFeed ? 1 : 0
  let [rested, lines] = [0, 0]
  if (from > 0) yield bytes.subarray(0, from)
  for (const at of lineEnds(bytes)) {
    if (++lines > mostLines || at - rested > long) {
      rested = at
      lines = 0
      yield undefined
    }
    if (at - from < 2 || !isBoundary(bytes, at, from)) continue
    yield bytes.subarray(from, at)
    from = at
  }
  if (from < bytes.length) yield bytes.subarray(from)
}

/** The places behind each line feed and carriage return. */
function* lineEnds(bytes: Uint8Array): Generator<number, void, void> {
  let [nextFeed, nextBack] = [bytes.indexOf(lineFeed), bytes.indexOf(carriageReturn)]
  while (nextFeed >= 0 || nextBack >= 0) {
    const isFeed = nextBack < 0 || (nextFeed >= 0 && nextFeed < nextBack)
    if (isFeed) {
      yield nextFeed + 1
      nextFeed = bytes.indexOf(lineFeed, nextFeed + 1)
    } else {
      yield nextBack + 1
      nextBack = bytes.indexOf(carriageReturn, nextBack + 1)
    }
  }
}

/** Makes of a text what its reader may have; between the steps of a long one others may have their turn. */
export type Mask = (text: string) => Generator<void, string, void>

/** So many bytes are masked at once. */
const most = 64 * 1024

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The fields of an event: clients read the lines that begin so, and no others. */
const data = encoder.encode("data:")
const name = encoder.encode("event:")

/**
 * Whole events in which the lines that are no event's are masked: comments, ids, and texts that a vendor or a proxy
 * wrote where an event should stand. Of one of more than a mebibyte nothing is told. All other bytes are as they were.
 * Between its steps others may have their turn. `names`: whether the names of events are masked, too.
 */
export function* maskAsides(
  bytes: Uint8Array,
  mask: Mask,
  names = false
): Generator<readonly Uint8Array[], Uint8Array, void> {
  const out: Uint8Array[] = []
  let [run, line, rested, lines] = [0, 0, 0, 0]
  let isAside = false
  /** Tells the lines of one kind, up to a place. */
  function* tell(to: number): Generator<readonly Uint8Array[], void, void> {
    const said = bytes.subarray(run, to)
    run = to
    out.push(!isAside ? said : said.length > long ? lastEnds(said) : yield* masked(said, mask))
  }
  for (const end of lineEnds(bytes)) {
    const is: boolean = isLineEnd(bytes[line]) ? isAside : !isField(bytes, line, names)
    if (is !== isAside || line - run > most) yield* tell(line)
    isAside = is
    line = end
    if (++lines <= mostLines && end - rested <= long) continue
    rested = end
    lines = 0
    yield []
  }
  yield* tell(bytes.length)
  return concatBytes(out)
}

/** Bytes whose text is masked; the same ones where there is nothing to mask. */
export function* masked(bytes: Uint8Array, mask: Mask): Generator<readonly Uint8Array[], Uint8Array, void> {
  const text = decoder.decode(bytes)
  const out = yield* among(mask(text), [])
  return out === text ? bytes : encoder.encode(out)
}

/** The line ends behind the last of some lines. */
const lastEnds = (lines: Uint8Array): Uint8Array => lines.subarray(lines.findLastIndex((byte) => !isLineEnd(byte)) + 1)

const isLineEnd = (byte: number | undefined): boolean => byte === lineFeed || byte === carriageReturn

const isField = (bytes: Uint8Array, at: number, names: boolean): boolean =>
  (names ? [data] : [data, name]).some((field) => field.every((byte, index) => bytes[at + index] === byte))

const blankLine = new Uint8Array([lineFeed, lineFeed])

/** An event with a blank line behind it. */
export const withBlankLine = (event: Uint8Array): Uint8Array =>
  concatBytes([event, event.at(-1) === lineFeed ? blankLine.subarray(1) : blankLine])

/** What a blank line of carriage returns with line feeds ends in while its last byte is on its way. */
const cutEnd = [carriageReturn, lineFeed, carriageReturn]

/** Last events with the line feed of their blank line, which nobody waits for. */
export const withLineFeed = (events: Uint8Array): Uint8Array =>
  cutEnd.every((byte, at) => events[events.length - cutEnd.length + at] === byte)
    ? concatBytes([events, blankLine.subarray(1)])
    : events

/** A last event that has no blank line after it, with one; undefined where it broke off, and where it is none. */
export function* wholeRest(
  format: ChatFormat,
  { ends }: Passthrough,
  rest: Uint8Array | undefined
): Generator<readonly Uint8Array[], Uint8Array | undefined, void> {
  if (rest === undefined) return undefined
  const closed = withBlankLine(rest)
  const frames = yield* framesIn(format.framings[0].read(), closed)
  const isWhole = (frame: StreamFrame | GatewayError): boolean =>
    "data" in frame && (ends(frame) || isContainer(eventValue(frame.data)))
  return frames.length > 0 && frames.every(isWhole) ? closed : undefined
}

/** Whether a value is an object or a list, as a vendor may put its error into. */
const isContainer = (value: Json): boolean => isObject(value) || isArray(value)
