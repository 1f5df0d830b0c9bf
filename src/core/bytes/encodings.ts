import { withoutEnd } from "../collections.ts"

/** Text as a binary string of its UTF-8: one character a byte. Lone surrogates become U+FFFD. */
export const binaryOf = (text: string): string => (/^[\0-\x7f]*$/.test(text) ? text : bytewise(encoder.encode(text)))

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

/** The text of a binary string; undefined where it is not UTF-8. */
export const decodeUtf8Binary = (binary: string): string | undefined => {
  try {
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0))
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
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
export const encodeBase64Url = (text: string): string => encodeBinary(binaryOf(text))

/** The text of a base64url string; undefined where it is not base64url of UTF-8. */
export const decodeBase64Url = (encoded: string): string | undefined => {
  const binary = decodeBinary(encoded)
  return binary === undefined ? undefined : decodeUtf8Binary(binary)
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

const padding = 61

/** Bytes as base64 with padding, without a string of them in between. */
export const encodeBytes = (bytes: Uint8Array): string => {
  const out = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(padding)
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const left = bytes.length - from
    const three = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
    out[to] = alphabet.charCodeAt(three >> 18)
    out[to + 1] = alphabet.charCodeAt((three >> 12) & 63)
    if (left > 1) out[to + 2] = alphabet.charCodeAt((three >> 6) & 63)
    if (left > 2) out[to + 3] = alphabet.charCodeAt(three & 63)
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
export const decodeBytes = (base64: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

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
