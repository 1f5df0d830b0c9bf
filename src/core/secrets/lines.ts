import type { ByteView } from "./escapes.ts"

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
  const kept = new Uint8Array(bytes.length)
  let size = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte !== lineFeed && byte !== carriageReturn) kept[size++] = byte
  }
  return kept.subarray(0, size)
}

/** A text with its lines one behind the other; nothing where it has but one. */
export const unbrokenViews = (view: ByteView): readonly ByteView[] => {
  const text = joined(view)
  return text.bytes.length === view.bytes.length ? [] : [text]
}

const joined = ({ bytes, places }: ByteView): ByteView => {
  const kept = new Uint8Array(bytes.length)
  const from = new Uint32Array(places.length)
  let size = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === undefined || isLineEnd(byte)) continue
    kept[size] = byte
    from[size++] = places[at] ?? 0
  }
  from[size] = places[bytes.length] ?? 0
  return { bytes: kept.subarray(0, size), places: from.subarray(0, size + 1) }
}
