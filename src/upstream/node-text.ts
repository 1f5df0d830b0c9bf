import { transcode } from "node:buffer"

/** Below so many characters nothing is gained. */
const long = 4096

/**
 * A text as node sends it soonest: a long one as its bytes in UTF-8, from a copy of its characters. Of a text with
 * characters beyond Latin-1 node itself counts and writes the bytes one character at a time, which takes seven times
 * as long. A text with half a surrogate pair has no such copy and stays a text.
 */
export const sendableText = (text: string): string | Uint8Array => {
  if (text.length < long) return text
  try {
    return transcode(Buffer.from(text, "utf16le"), "utf16le", "utf8")
  } catch {
    return text
  }
}
