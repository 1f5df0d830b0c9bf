import { concatBytes } from "../upstream/bytes.ts"
import { lineEnds } from "./event-boundaries.ts"
import { long } from "./offload.ts"

/** So many bytes are masked at once. */
const most = 64 * 1024

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The fields of an event: clients read the lines that begin so, and no others. */
const fields = ["data:", "event:"].map((name) => encoder.encode(name))

/**
 * Whole events in which the lines that are no event's are masked: comments, ids, and texts that a vendor or a proxy
 * wrote where an event should stand. Of one of more than a mebibyte nothing is told. All other bytes are as they were.
 * Between its steps others may have their turn.
 */
export function* maskAsides(
  bytes: Uint8Array,
  mask: (text: string) => string
): Generator<readonly Uint8Array[], Uint8Array, void> {
  const out: Uint8Array[] = []
  let [run, line, rested] = [0, 0, 0]
  let isAside = false
  /** Tells the lines of one kind, up to a place. */
  const tell = (to: number): void => {
    const lines = bytes.subarray(run, to)
    out.push(!isAside ? lines : lines.length > long ? lastEnds(lines) : masked(lines, mask))
    run = to
  }
  for (const end of lineEnds(bytes)) {
    const is: boolean = isLineEnd(bytes[line]) ? isAside : !isField(bytes, line)
    if (is !== isAside || line - run > most) tell(line)
    isAside = is
    line = end
    if (end - rested <= long) continue
    rested = end
    yield []
  }
  tell(bytes.length)
  return concatBytes(out)
}

/** Bytes whose text is masked; the same ones where there is nothing to mask. */
export const masked = (bytes: Uint8Array, mask: (text: string) => string): Uint8Array => {
  const text = decoder.decode(bytes)
  const out = mask(text)
  return out === text ? bytes : encoder.encode(out)
}

/** The line ends behind the last of some lines. */
const lastEnds = (lines: Uint8Array): Uint8Array => lines.subarray(lines.findLastIndex((byte) => !isLineEnd(byte)) + 1)

const lineFeed = 10
const carriageReturn = 13

const isLineEnd = (byte: number | undefined): boolean => byte === lineFeed || byte === carriageReturn

const isField = (bytes: Uint8Array, at: number): boolean =>
  fields.some((field) => field.every((byte, index) => bytes[at + index] === byte))
