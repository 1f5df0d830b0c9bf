import type { Scan } from "./json-scan.ts"

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/**
 * The text of a scanned document without what its scan cut out: the same members and items at the same pointers, long
 * texts shortened to their beginning, objects emptied that nobody looks into. Who looks at types, names and short
 * words alone sees in it what they would see in the whole.
 */
export const outlineOf = ({ bytes, cuts }: Scan): string => {
  const out = new Uint8Array(sizeOf(bytes, cuts))
  let length = 0
  let from = 0
  for (let index = 0; index <= cuts.length; index += 2) {
    const to = cuts[index] ?? bytes.length
    if (to - from < 64) for (let at = from; at < to; at++) out[length++] = bytes[at] ?? 0
    else {
      out.set(bytes.subarray(from, to), length)
      length += to - from
    }
    from = cuts[index + 1] ?? bytes.length
  }
  return decoder.decode(out)
}

const sizeOf = (bytes: Uint8Array, cuts: readonly number[]): number => {
  let size = bytes.length
  for (let index = 0; index < cuts.length; index += 2) size -= (cuts[index + 1] ?? 0) - (cuts[index] ?? 0)
  return size
}
