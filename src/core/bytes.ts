import { concatBytes, withoutEnd } from "./collections.ts"

/** Text as a binary string of its UTF-8: one character a byte. Lone surrogates become U+FFFD. */
export const binaryOf = (text: string): string => (isAscii.test(text) ? text : bytewise(encoder.encode(text)))

/** Whether a text has a byte for each character. */
export const isAscii = /^[\0-\x7f]*$/

const encoder = new TextEncoder()

/** So many characters are made in one call: arguments of a call stand on the stack. */
const stretch = 8 * 1024

const bytewise = (bytes: Uint8Array): string => {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += stretch) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + stretch)))
  }
  return pieces.join("")
}

const bytesOf = (binary: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** The text of a binary string; undefined where it is not UTF-8. */
export const decodeUtf8Binary = (binary: string): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytesOf(binary))
  } catch {
    return undefined
  }
}

/** A binary string as base64url without padding. */
export const encodeBinary = (binary: string): string =>
  withoutEnd(btoa(binary), "=").replaceAll("+", "-").replaceAll("/", "_")

/** The binary string of base64url; undefined where it is none. */
export const decodeBinary = (encoded: string): string | undefined => {
  if (!/^[A-Za-z0-9_-]*$/.test(encoded)) return undefined
  try {
    return atob(encoded.replaceAll("-", "+").replaceAll("_", "/"))
  } catch {
    return undefined
  }
}

/** UTF-8 text as base64url without padding. Lone surrogates become U+FFFD. */
export const encodeBase64Url = (text: string): string => withoutEnd(encodeBytes(encoder.encode(text), urlAlphabet), "=")

/** The text of a base64url string; undefined where it is not base64url of UTF-8. */
export const decodeBase64Url = (encoded: string): string | undefined => {
  const binary = decodeBinary(encoded)
  return binary === undefined ? undefined : decodeUtf8Binary(binary)
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
const plainAlphabet = encoder.encode(`${letters}+/`)
const urlAlphabet = encoder.encode(`${letters}-_`)

const padding = 61

/** Bytes as base64 with padding, without a string of them in between. */
export const encodeBytes = (bytes: Uint8Array, alphabet = plainAlphabet): string => {
  const out = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(padding)
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const left = bytes.length - from
    const three = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
    out[to] = alphabet[three >> 18] ?? padding
    out[to + 1] = alphabet[(three >> 12) & 63] ?? padding
    if (left > 1) out[to + 2] = alphabet[(three >> 6) & 63] ?? padding
    if (left > 2) out[to + 3] = alphabet[three & 63] ?? padding
  }
  return new TextDecoder().decode(out)
}

/** How many bytes are encoded at once: whole groups of three. */
const slice = 768 * 1024

/** The same of bytes that may be many: between the slices others may have their turn. */
export function* encodedInSteps(bytes: Uint8Array): Generator<void, string, void> {
  if (bytes.length <= slice) return encodeBytes(bytes)
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += slice) {
    yield
    pieces.push(encodeBytes(bytes.subarray(at, at + slice)))
  }
  return pieces.join("")
}

/**
 * Base64 in its plain alphabet, padded and on one line, from what lenient readers take: the URL's alphabet, no padding,
 * white space between. Undefined where it is none (https://www.rfc-editor.org/rfc/rfc4648).
 */
export const plainBase64 = (text: string): string | undefined => {
  const odd = text.search(/[^A-Za-z0-9+/]/)
  if (odd < 0 && text.length % 4 === 0) return text
  const standard = odd < 0 ? text : text.replace(/\s/g, "").replaceAll("-", "+").replaceAll("_", "/")
  const end = standard.search(/[^A-Za-z0-9+/]/)
  const data = end < 0 ? standard : standard.slice(0, end)
  if (data.length % 4 === 1 || (end >= 0 && !/^={1,2}$/.test(standard.slice(end)))) return undefined
  return data.padEnd(Math.ceil(data.length / 4) * 4, "=")
}

/** The bytes of base64 that is known to be some. */
export const decodeBytes = (base64: string): Uint8Array<ArrayBuffer> => bytesOf(atob(base64))

/** What a `data:` URL in base64 holds. */
interface DataUrl {
  /** The MIME type as it is written, `""` where none is. */
  readonly mime: string
  /** What is said to be base64: see {@link isBase64}. */
  readonly data: string
}

const head = /^data:([^,]*);base64,/i

/** Reads a `data:` URL in base64; undefined where it is another URL, or not in base64. */
export const readDataUrl = (url: string): DataUrl | undefined => {
  const found = head.exec(url)
  return found === null ? undefined : { mime: found[1] ?? "", data: url.slice(found[0].length) }
}

/**
 * A MIME type of images and PDF by its registered name: many write `image/jpg`, capitals or parameters, which vendors
 * refuse (https://www.iana.org/assignments/media-types).
 */
export const registeredMimeType = (mime: string): string => {
  const name = /^\s*(image\/[\w.+-]+|application\/pdf)\s*(?:;|$)/i.exec(mime)?.[1]?.toLowerCase() ?? mime
  return unregistered.get(name) ?? name
}

const unregistered: ReadonlyMap<string, string> = new Map([
  ["image/jpg", "image/jpeg"],
  ["image/svg", "image/svg+xml"]
])

/** The MIME type of images in a file format as OpenAI names one: `png`, `svg`. */
export const imageMime = (format: string): string => registeredMimeType(`image/${format}`)

/** A `data:` URL of base64. */
export const dataUrl = (mime: string, data: string): string => `data:${mime};base64,${data}`

/** Whether a URL holds its data itself. */
export const isDataUrl = (url: string): boolean => /^data:/i.test(url)

/** Whether a text is base64 in its plain alphabet, with or without padding (https://www.rfc-editor.org/rfc/rfc4648#section-4). */
export const isBase64 = (text: string): boolean => isWritten(text, /[^A-Za-z0-9+/]/)

/** Whether no reader of base64, lenient in lines and in the URL's alphabet, can read bytes of a text. */
export const isBrokenBase64 = (text: string): boolean =>
  !isWritten(text, /[^\w+/-]/) && !isWritten(text.replace(/\s/g, ""), /[^\w+/-]/)

/** Whether a text is whole, and in an alphabet but for its padding. The first `other` is looked for: a megabyte may have none. */
const isWritten = (text: string, other: RegExp): boolean => {
  const end = text.search(other)
  return text.length % 4 !== 1 && (end < 0 || /^={1,2}$/.test(text.slice(end)))
}

/** Bytes in hexadecimal digits. */
export const encodeHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Eight words of 32 bits. */
export type Sha256Words = readonly number[]

/** SHA-256 (FIPS 180-4) of a text's UTF-8, as 64 hexadecimal digits. Lone surrogates are hashed as U+FFFD. */
export const sha256 = (text: string): string => hexOf(sha256Words(text))

/** The same as eight words of 32 bits. */
export const sha256Words = (text: string): Sha256Words => {
  const bytes = encoder.encode(text)
  const whole = bytes.length - (bytes.length % block)
  const end = padded(bytes.subarray(whole), bytes.length)
  return hashed(hashed(start, bytes, whole), end, end.length)
}

const hexOf = (words: Sha256Words): string => words.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("")

/** Bytes in a block. */
const block = 64

const hashed = (before: Sha256Words, bytes: Uint8Array, end: number): Sha256Words => {
  let state = before
  for (let at = 0; at < end; at += block) {
    stretchBlock(bytes, at)
    state = compressed(state)
  }
  return state
}

/** The last bytes of a message of `length` bytes: a one bit, zeros, and the length in bits, in whole blocks. */
const padded = (bytes: Uint8Array, length: number): Uint8Array => {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / block) * block)
  message.set(bytes)
  message[bytes.length] = 0x80
  let at = message.length
  for (let bits = length * 8; bits > 0; bits = Math.floor(bits / 256)) message[--at] = bits
  return message
}

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The 64 words that a block is stretched to, those of the block at hand. */
const words = new Int32Array(64)

const wordAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)

const stretchBlock = (message: Uint8Array, at: number): void => {
  for (let index = 0; index < 16; index++) words[index] = wordAt(message, at + index * 4)
  for (let index = 16; index < 64; index++) {
    const near = words[index - 2] ?? 0
    const far = words[index - 15] ?? 0
    const mixed = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3)
    const again = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10)
    words[index] = (words[index - 16] ?? 0) + mixed + (words[index - 7] ?? 0) + again
  }
}

const compressed = (before: Sha256Words): Sha256Words => {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = before
  for (let index = 0; index < 64; index++) {
    const chosen = (e & f) ^ (~e & g)
    const turned = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const first = (h + turned + chosen + (constants[index] ?? 0) + (words[index] ?? 0)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + (before[index] ?? 0)) | 0)
}

const primes = (count: number): readonly number[] => {
  const found: number[] = []
  for (let next = 2; found.length < count; next++) if (found.every((prime) => next % prime !== 0)) found.push(next)
  return found
}

/** The first 32 bits behind the point. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0

const start: Sha256Words = primes(8).map((prime) => fraction(Math.sqrt(prime)))

const constants = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))

/** What is left of a piece, without the memory of all of it where that is more by an eighth. */
export const alone = (rest: Uint8Array): Uint8Array =>
  8 * rest.length < 7 * rest.buffer.byteLength ? new Uint8Array(rest) : rest

/** Pieces as one with memory of its own, or none: each may be a part of a read, which may be much larger. */
export const settled = (pieces: readonly Uint8Array[]): Uint8Array[] =>
  pieces.length > 0 ? [concatBytes([new Uint8Array(0), ...pieces])] : []
