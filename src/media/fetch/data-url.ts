import { decodeBytes } from "../../words/bytes/base64.ts"
import { isBase64, readDataUrl } from "../../words/bytes/data-url.ts"
import { withoutEnd } from "../../words/without-end.ts"

/** The bytes in a `data:` URL in base64; undefined where it is none, `"large"` where there are more than `most`. */
export const dataIn = (url: string, most: number): Uint8Array | "large" | undefined => {
  const text = readDataUrl(url)?.data
  if (text === undefined) return undefined
  if (text.length > Math.ceil(most / 3) * 4) return "large"
  if (!isBase64(text)) return undefined
  const bytes = decodeBytes(withoutEnd(text, "="))
  return bytes.length > most ? "large" : bytes
}
