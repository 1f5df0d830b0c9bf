import { decodeBytes, plainBase64, readDataUrl } from "../../core/bytes/base64.ts"

/** The bytes in a `data:` URL in base64; undefined where it is none, `"large"` where there are more than `most`. */
export const dataIn = (url: string, most: number): Uint8Array | "large" | undefined => {
  const text = plainBase64(readDataUrl(url)?.data ?? "?")
  if (text === undefined) return undefined
  if (text.length > Math.ceil(most / 3) * 4) return "large"
  const bytes = decodeBytes(text)
  return bytes.length > most ? "large" : bytes
}
