/** Bytes with where each of them stood in the text that they were read from, and where that ended. */
export interface View {
  readonly bytes: Uint8Array
  readonly places: Uint32Array
}

/** A text as it is. */
export const plain = (bytes: Uint8Array): View => ({
  bytes,
  places: Uint32Array.from({ length: bytes.length + 1 }, (_, at) => at)
})

const code = (char: string): number => char.charCodeAt(0)

const [backslash, percent, ampersand, hash, semicolon] = [code("\\"), code("%"), code("&"), code("#"), code(";")]

/**
 * A text with its escapes read, whichever language they are of: `\u0041`, `\x41`, `\/`, `%41`, `&#65;`, `&#x41;`, `&amp;`.
 * Undefined where it has none. What is no ASCII character stays as it is.
 */
export const unescaped = ({ bytes, places }: View): View | undefined => {
  const out = new Uint8Array(bytes.length)
  const from = new Uint32Array(bytes.length + 1)
  let size = 0
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0
    const escape = begins(byte) ? escapeAt(bytes, at) : undefined
    out[size] = escape?.byte ?? byte
    from[size++] = places[at] ?? 0
    at += escape?.length ?? 1
  }
  from[size] = places[at] ?? 0
  return size === bytes.length ? undefined : { bytes: out.subarray(0, size), places: from.subarray(0, size + 1) }
}

interface Escape {
  readonly byte: number
  readonly length: number
}

const begins = (byte: number): boolean => byte === backslash || byte === percent || byte === ampersand

const escapeAt = (bytes: Uint8Array, at: number): Escape | undefined => {
  switch (bytes[at]) {
    case percent:
      return hexAt(bytes, at, 1, 2)
    case ampersand:
      return bytes[at + 1] === hash ? numberAt(bytes, at) : nameAt(bytes, at)
    default:
      return afterBackslash(bytes, at)
  }
}

const afterBackslash = (bytes: Uint8Array, at: number): Escape | undefined => {
  const char = String.fromCharCode(bytes[at + 1] ?? 0)
  if (char === "u") return hexAt(bytes, at, 2, 4)
  if (char === "x") return hexAt(bytes, at, 2, 2)
  if (`"'\\/`.includes(char)) return { byte: code(char), length: 2 }
  return "bfnrt".includes(char) ? { byte: code(" "), length: 2 } : undefined
}

/** The ASCII character of so many hexadecimal digits. */
const hexAt = (bytes: Uint8Array, at: number, skip: number, digits: number): Escape | undefined => {
  const end = at + skip + digits
  return end > bytes.length ? undefined : escapeOf(textAt(bytes, at + skip, end), 16, skip + digits)
}

/** The longest character reference, in bytes. */
const longest = 12

const numberAt = (bytes: Uint8Array, at: number): Escape | undefined => {
  const end = bytes.subarray(at, at + longest).indexOf(semicolon)
  if (end < 0) return undefined
  const digits = textAt(bytes, at + 2, at + end)
  return /^x/i.test(digits) ? escapeOf(digits.slice(1), 16, end + 1) : escapeOf(digits, 10, end + 1)
}

const names = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"]
])

const nameAt = (bytes: Uint8Array, at: number): Escape | undefined => {
  const end = bytes.subarray(at, at + longest).indexOf(semicolon)
  const char = end < 0 ? undefined : names.get(textAt(bytes, at + 1, at + end))
  return char === undefined ? undefined : { byte: code(char), length: end + 1 }
}

const escapeOf = (digits: string, radix: 10 | 16, length: number): Escape | undefined => {
  const value = (radix === 16 ? /^[\da-f]+$/i : /^\d+$/).test(digits) ? Number.parseInt(digits, radix) : Number.NaN
  return value < 128 ? { byte: value, length } : undefined
}

const textAt = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
