import { concat } from "../upstream/bytes.ts"

const feed = 10
const back = 13

/** Where the last blank line of these bytes ends; 0 where there is none. */
const lastBoundary = (bytes: Uint8Array): number => {
  for (let at = bytes.length; at > 1; at--) if (isBoundary(bytes, at)) return at
  return 0
}

/** Whether a line ends just before `at`, and the line before it was empty or ended there too. */
const isBoundary = (bytes: Uint8Array, at: number): boolean => {
  const last = bytes[at - 1]
  if (last === feed) {
    const before = bytes[at - 2] === back ? at - 2 : at - 1
    return before > 0 && (bytes[before - 1] === feed || bytes[before - 1] === back)
  }
  return last === back && bytes[at] !== feed && bytes[at - 2] === back && at < bytes.length
}

/** Cuts a stream of server-sent events only between events, so that a broken one is never passed on in part. */
export class Blocks {
  #rest: Uint8Array | undefined

  /** The whole events that are there now, with their blank lines; undefined where there are none. */
  push(piece: Uint8Array): Uint8Array | undefined {
    const bytes = this.#rest === undefined ? piece : concat([this.#rest, piece])
    const end = lastBoundary(bytes)
    this.#rest = end === bytes.length ? undefined : bytes.subarray(end)
    return end === 0 ? undefined : bytes.subarray(0, end)
  }

  /** What is left after the last whole event. */
  rest(): Uint8Array | undefined {
    const rest = this.#rest
    this.#rest = undefined
    return rest
  }
}

/** Whole events, one by one. */
export const eachBlock = (bytes: Uint8Array): readonly Uint8Array[] => {
  const out: Uint8Array[] = []
  let from = 0
  for (let at = 2; at <= bytes.length; at++) {
    if (at - from < 2 || !isBoundary(bytes.subarray(from), at - from)) continue
    out.push(bytes.subarray(from, at))
    from = at
  }
  if (from < bytes.length) out.push(bytes.subarray(from))
  return out
}
