import { transcode } from "node:buffer"

/** Below so many characters nothing is gained. */
const long = 4096

/** V8 holds a text without such a character in a byte for each, and of such a text answers at once. */
const beyondLatin = /[^\0-\xff]/

/**
 * A text as node sends it soonest: a long one as its bytes in UTF-8, from a copy of its characters where some are beyond
 * Latin-1: of such a text node itself counts and writes the bytes one character at a time, which takes twice as long.
 * A text with half a surrogate pair has no such copy and stays a text.
 */
export const sendableText = (text: string): string | Uint8Array => {
  if (text.length < long) return text
  if (!beyondLatin.test(text)) return Buffer.from(text)
  try {
    return transcode(Buffer.from(text, "utf16le"), "utf16le", "utf8")
  } catch {
    return text
  }
}
