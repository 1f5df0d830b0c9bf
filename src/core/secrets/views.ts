import { encodeBytes, encodeHex } from "../bytes.ts"

/** Bytes with where each of them stood in the text that they were read from, and where that ended. */
export interface ByteView {
  readonly bytes: Uint8Array
  readonly places: Uint32Array
  /** Before which bytes the end of a line stood that was left out. */
  readonly breaks?: Uint8Array
}

/** A text as it is. */
export const plainView = (bytes: Uint8Array): ByteView => {
  const places = new Uint32Array(bytes.length + 1)
  for (let at = 0; at < places.length; at++) places[at] = at
  return { bytes, places }
}

/**
 * A text with its escapes read, whichever language they are of: `\u0041`, `\x41`, `\/`, Markdown's `\-`, `%41`, `&#65;`, `&#x41`, `&amp;`, `&sol;`.
 * Undefined where it has none. What is no ASCII character stays as it is. `isDeep`: what an escape means is read on as the
 * beginning of another, so that what was escaped any number of times is read at once.
 */
export const unescapedView = ({ bytes, places }: ByteView, isDeep: boolean): ByteView | undefined => {
  const from = new Uint32Array(bytes.length + 1)
  const read = readEscapes(bytes, isDeep, { places, from })
  return read && { bytes: read, places: from.subarray(0, read.length + 1) }
}

/** The places of a text's bytes, and where those of what is read of it go. */
interface Placing {
  readonly places: Uint32Array
  readonly from: Uint32Array
}

/** The bytes of a text with its escapes read, as {@link unescapedView} has them; undefined where it has none. */
export const readEscapes = (bytes: Uint8Array, isDeep: boolean, placing?: Placing): Uint8Array | undefined => {
  const out = new Uint8Array(bytes.length)
  let size = 0
  let copied = 0
  /** Copies what stands before a place. */
  const copy = (to: number): void => {
    if (to - copied > fewBytes || placing !== undefined) {
      out.set(bytes.subarray(copied, to), size)
      placing?.from.set(placing.places.subarray(copied, to + 1), size)
      size += to - copied
    } else for (let at = copied; at < to; at++) out[size++] = bytes[at] ?? 0
  }
  for (let at = nextOf(bytes, 0); at < bytes.length;) {
    let escape = escapeAt(bytes, at, bytes[at] ?? 0)
    if (escape !== 0) {
      copy(at)
      copied = at + (escape >> 8)
      for (let next = isDeep ? escape : 0; begins[next & 0xff] === 1;) {
        next = escapeAt(bytes, copied - 1, next & 0xff)
        copied += next === 0 ? 0 : (next >> 8) - 1
        escape = next === 0 ? escape : next
      }
      out[size++] = escape & 0xff
    }
    at = nextOf(bytes, escape === 0 ? at + 1 : copied)
  }
  if (copied === 0) return undefined
  copy(bytes.length)
  return out.subarray(0, size)
}

/** So many bytes are sooner copied one by one than at once. */
const fewBytes = 64

/** The first place at or behind another at which an escape may begin; the end where there is none. */
const nextOf = (bytes: Uint8Array, from: number): number => {
  let at = from
  while (at < bytes.length && begins[bytes[at] ?? 0] === 0) at++
  return at
}

const code = (char: string): number => char.charCodeAt(0)

const [backslash, percent, ampersand, hash, semicolon] = [code("\\"), code("%"), code("&"), code("#"), code(";")]

/** Which bytes an escape may begin with. */
const begins = new Uint8Array(256)
for (const byte of [backslash, percent, ampersand]) begins[byte] = 1

/** An escape as one number: its length, and in the last eight bits the ASCII character that it means; 0 for none. */
const escapeOf = (length: number, value: number): number => (value >= 0 && value < 128 ? (length << 8) | value : 0)

const escapeAt = (bytes: Uint8Array, at: number, first: number): number => {
  if (first === percent) return escapeOf(3, numberIn(bytes, at + 1, at + 3, 16))
  if (first === ampersand) return referenceAt(bytes, at)
  const second = bytes[at + 1] ?? 0
  if (second === code("u")) return escapeOf(6, numberIn(bytes, at + 2, at + 6, 16))
  if (second === code("x")) return escapeOf(4, numberIn(bytes, at + 2, at + 4, 16))
  return escapeOf(2, meanings[second] ?? -1)
}

/** What a character means behind a backslash, by its code. */
const meanings = new Int8Array(128).fill(-1)
for (const char of `"'\\/-_.+=~`) meanings[code(char)] = code(char)
for (const [char, meant] of ["b\b", "f\f", "n\n", "r\r", "t\t"]) meanings[code(char ?? "")] = code(meant ?? "")

/** The longest character reference, in bytes. */
const longestReference = 12

/** A character that has a name in HTML, and the bytes of that. */
interface NamedReference {
  readonly name: readonly number[]
  readonly char: number
}

/**
 * The names of ASCII marks, by their first byte: the first may go without a semicolon (HTML, 13.5, "Named character
 * references"). `hyphen` and `dash` are another character that looks like a hyphen.
 */
const references = new Map<number, NamedReference[]>()
for (const said of [
  "amp&",
  "lt<",
  "gt>",
  'quot"',
  "apos'",
  ..."excl;! num;# dollar;$ percnt;% lpar;( rpar;) ast;* midast;* plus;+ comma;, period;. sol;/ colon;:".split(" "),
  ..."semi;; equals;= quest;? commat;@ lsqb;[ lbrack;[ bsol;\\ rsqb;] rbrack;] Hat;^ lowbar;_ grave;`".split(" "),
  ..."lcub;{ lbrace;{ verbar;| vert;| rcub;} rbrace;} hyphen;- dash;-".split(" ")
]) {
  const name = Array.from(said.slice(0, -1), code)
  const [first = 0] = name
  references.set(first, [...(references.get(first) ?? []), { name, char: code(said.slice(-1)) }])
}

/** A reference ends at its semicolon, or where it cannot go on: readers of HTML take both. */
const referenceAt = (bytes: Uint8Array, at: number): number => {
  if (bytes[at + 1] !== hash) {
    const named = references.get(bytes[at + 1] ?? 0)
    const said = named?.find(({ name }) => name.every((byte, index) => bytes[at + 1 + index] === byte))
    if (said === undefined) return 0
    const end = at + 1 + said.name.length
    return escapeOf(bytes[end - 1] === semicolon ? end - at : closed(bytes, at, end), said.char)
  }
  const isHex = ((bytes[at + 2] ?? 0) | 0x20) === code("x")
  const radix = isHex ? 16 : 10
  const from = at + (isHex ? 3 : 2)
  let end = from
  while (end < at + longestReference - 1 && isDigit(bytes[end] ?? 0, radix)) end++
  return escapeOf(closed(bytes, at, end), numberIn(bytes, from, end, radix))
}

/** How long a reference is that ends at a place, or at the semicolon there. */
const closed = (bytes: Uint8Array, at: number, end: number): number => end - at + (bytes[end] === semicolon ? 1 : 0)

const isDigit = (byte: number, radix: 10 | 16): boolean => {
  const digit = digitOf(byte)
  return digit >= 0 && digit < radix
}

/** The number that digits say; −1 where there are none, or something else stands among them. */
const numberIn = (bytes: Uint8Array, from: number, to: number, radix: 10 | 16): number => {
  if (from >= to || to > bytes.length) return -1
  let value = 0
  for (let at = from; at < to; at++) {
    const digit = digitOf(bytes[at] ?? 0)
    if (digit < 0 || digit >= radix) return -1
    value = value * radix + digit
  }
  return value
}

const digitOf = (byte: number): number => {
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = byte | 0x20
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** The bytes that end lines. */
export const lineFeed = 10
export const carriageReturn = 13

/** Whether a byte ends a line. */
export const isLineEnd = (byte: number | undefined): boolean => byte === lineFeed || byte === carriageReturn

/**
 * What shows that something may be broken over lines in a text, as base64 is in mails: the end of a line behind twelve
 * characters of base64, or what such an end is escaped with.
 */
export const brokenLines = /[\r\n\\%&](?<=[\w+/-]{12}[^])(?:(?<=[\r\n])|\\*[nr]|\\*u000[ad]|0[ad]|#)/i

/** The lines of a text one behind the other, without what parts them. */
export const withoutBreaks = (bytes: Uint8Array): Uint8Array => {
  const out = new Uint8Array(bytes.length)
  let size = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte !== lineFeed && byte !== carriageReturn) out[size++] = byte
  }
  return out.subarray(0, size)
}

/** A text with its lines one behind the other; nothing where it has but one. */
export const unbrokenViews = (view: ByteView): readonly ByteView[] => {
  const text = joined(view)
  return text.bytes.length === view.bytes.length ? [] : [text]
}

const joined = ({ bytes, places }: ByteView): ByteView => {
  const out = new Uint8Array(bytes.length)
  const from = new Uint32Array(places.length)
  const breaks = new Uint8Array(bytes.length)
  let size = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (isLineEnd(byte)) breaks[size] = 1
    if (byte === undefined || isLineEnd(byte)) continue
    out[size] = byte
    from[size++] = places[at] ?? 0
  }
  from[size] = places[bytes.length] ?? 0
  return { bytes: out.subarray(0, size), places: from.subarray(0, size + 1), breaks }
}

/** A run of bytes that gives a secret away. */
export interface SecretSpelling {
  readonly bytes: Uint8Array
  /** How many of its first bytes give the secret away already. */
  readonly least: number
  /** Whether the base64 characters next to it hold bits of the secret, too: the one before it, the one behind it. */
  readonly spills: { readonly before: boolean; readonly after: boolean }
  /** Whether it is one of lower-case hexadecimal digits, which may stand there in either case. */
  readonly isHex?: true
}

/** Every byte, with the hexadecimal digits `A` to `F` in lower case. */
export const lowerHex = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 70 ? byte | 0x20 : byte))

/**
 * How many characters that a secret begins with are looked for as all of it is: most of what vendors put before the part
 * that nobody can guess is shorter (`sk-ant-api03-` has 13 characters).
 */
const tellingLength = 16

const encoder = new TextEncoder()
const alone = { before: false, after: false } as const

/** A secret as it is, in hexadecimal digits, and in base64 of either alphabet, wherever that begins. */
export const spellingsOf = (secret: string): readonly SecretSpelling[] => {
  const bytes = encoder.encode(secret)
  const least = encoder.encode(secret.slice(0, knownOf(secret) + tellingLength)).length
  return [
    { bytes, least, spills: alone },
    { bytes: encoder.encode(encodeHex(bytes)), least: 2 * least, spills: alone, isHex: true },
    ...[0, 1, 2].flatMap((offset) => inBase64(bytes, least, offset))
  ]
}

/** How much of a secret others have, too: of a JSON Web Token all but its signature says no more than whose it is. */
const knownOf = (secret: string): number => (secret.startsWith("eyJ") ? secret.lastIndexOf(".") + 1 : 0)

/** What base64 of any text shows of bytes that begin so many behind a multiple of three: the characters of theirs alone. */
const inBase64 = (bytes: Uint8Array, least: number, offset: number): readonly SecretSpelling[] => {
  const end = offset + bytes.length
  const placed = new Uint8Array(end)
  placed.set(bytes, offset)
  const start = Math.ceil((offset * 8) / 6)
  const own = encodeBytes(placed).slice(start, Math.floor((end * 8) / 6))
  const spills = { before: offset > 0, after: end % 3 > 0 }
  const url = own.replaceAll("+", "-").replaceAll("/", "_")
  return [...new Set([own, url])].map((text) => ({
    bytes: encoder.encode(text),
    least: Math.floor(((offset + least) * 8) / 6) - start,
    spills
  }))
}
