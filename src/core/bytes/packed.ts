import { binaryOf, decodeBinary, encodeBinary, decodeUtf8Binary } from "./base64.ts"

/** The most bytes that a packed text may have, and the mark beside its length that it is the bytes of base64. */
const longest = 0x7fff
const isBytes = 0x8000

/**
 * Texts as one string of letters, digits, `-` and `_`: base64url of each text's bytes behind their number. What is
 * base64 itself goes in as the bytes that it holds, so that it grows no longer. Undefined where a text is too long, or
 * would not come back as it was.
 */
export const packTexts = (texts: readonly string[]): string | undefined => {
  let out = ""
  for (const text of texts) {
    const bytes = bytesIn(text)
    const body = bytes ?? binaryOf(text)
    if (body.length > longest || (bytes === undefined && decodeUtf8Binary(body) !== text)) return undefined
    const head = body.length | (bytes === undefined ? 0 : isBytes)
    out += String.fromCharCode(head >> 8, head & 0xff) + body
  }
  return encodeBinary(out)
}

/** The texts of a packed string; undefined where it is none. */
export const unpackTexts = (packed: string): readonly string[] | undefined => {
  const binary = decodeBinary(packed)
  if (binary === undefined) return undefined
  const texts: string[] = []
  let at = 0
  while (at < binary.length) {
    const head = (binary.charCodeAt(at) << 8) | binary.charCodeAt(at + 1)
    const end = at + 2 + (head & longest)
    if (at + 2 > binary.length || end > binary.length) return undefined
    const body = binary.slice(at + 2, end)
    const text = (head & isBytes) === 0 ? decodeUtf8Binary(body) : btoa(body)
    if (text === undefined) return undefined
    texts.push(text)
    at = end
  }
  return texts
}

/** The bytes that a text holds which is base64 exactly as it is written; undefined where it is not. */
const bytesIn = (text: string): string | undefined => {
  if (text === "" || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  const bytes = atob(text)
  return btoa(bytes) === text ? bytes : undefined
}
