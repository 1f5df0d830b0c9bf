import type { TextSpan } from "../../../core/chat/chat.ts"

/** Stretches of texts, between bytes of UTF-8 and UTF-16 code units. */
export interface Spans {
  /** The code units of the part `part` from byte `start` to byte `end`. */
  readonly inText: (part: number, start: number, end: number) => TextSpan
  /** The bytes of the part `part` that a span covers. */
  readonly inBytes: (part: number, span: TextSpan) => TextSpan
}

/** Stretches of several texts. Each text is walked over once, when it is first asked for. */
export const spansIn = (texts: readonly (string | undefined)[]): Spans => {
  const offsets = new Map<number, Uint32Array>()
  const offsetsOf = (part: number): Uint32Array => {
    const known = offsets.get(part) ?? byteOffsets(texts[part] ?? "")
    offsets.set(part, known)
    return known
  }
  return {
    inText: (part, start, end) => {
      const bytes = offsetsOf(part)
      const from = unitAt(bytes, start)
      return { start: from, end: Math.max(from, unitAt(bytes, end)) }
    },
    inBytes: (part, { start, end }) => {
      const bytes = offsetsOf(part)
      return { start: byteAt(bytes, start), end: byteAt(bytes, end) }
    }
  }
}

/** The number of bytes before each code unit of a text, and in all of it. */
const byteOffsets = (text: string): Uint32Array => {
  const offsets = new Uint32Array(text.length + 1)
  let bytes = 0
  for (let unit = 0; unit < text.length; unit++) {
    offsets[unit] = bytes
    const code = text.charCodeAt(unit)
    const isPair = code >= 0xd8_00 && code < 0xdc_00 && isLow(text.charCodeAt(unit + 1))
    bytes += isPair ? 4 : code < 0x80 ? 1 : code < 0x8_00 ? 2 : 3
    if (isPair) offsets[++unit] = bytes
  }
  offsets[text.length] = bytes
  return offsets
}

const isLow = (code: number): boolean => code >= 0xdc_00 && code < 0xe0_00

const byteAt = (offsets: Uint32Array, unit: number): number =>
  offsets[Math.min(Math.max(unit, 0), offsets.length - 1)] ?? 0

/** The first code unit at or after a byte. */
const unitAt = (offsets: Uint32Array, byte: number): number => {
  let low = 0
  let high = offsets.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] ?? 0) < byte) low = middle + 1
    else high = middle
  }
  return low
}
