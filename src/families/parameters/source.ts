import { decodeBytes } from "../../words/bytes/base64.ts"
import { mimeOf } from "../../media/kinds.ts"
import { isBase64, readDataUrl } from "../../words/bytes/data-url.ts"
import type { ImageSource } from "../../words/image/image.ts"
import type { Is } from "./reading.ts"

/** An image: an http(s) URL, a `data:` URL of an image in base64, or base64 alone, whose type its first bytes tell. */
export const image: Is<ImageSource> = (value, at, reading) => {
  const source = typeof value === "string" ? sourceOf(value) : undefined
  return source === undefined
    ? reading.issue(at, "It must be an http or https URL, or an image in base64, alone or as a data: URL.")
    : { ...source, at }
}

type Unplaced =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "bytes"; readonly base64: string; readonly mime: string }

const sourceOf = (said: string): Unplaced | undefined => {
  if (/^https?:\/\//i.test(said)) return URL.canParse(said) ? { kind: "url", url: said } : undefined
  const named = readDataUrl(said)
  if (named !== undefined && !/^image\/[\w.+-]+$/i.test(named.mime)) return undefined
  const base64 = named?.data ?? said
  if (base64 === "" || base64.length % 4 !== 0 || !isBase64(base64)) return undefined
  const mime = named?.mime.toLowerCase() ?? mimeOf(firstBytes(base64), ["image"])
  return mime === undefined ? undefined : { kind: "bytes", base64, mime }
}

/** As many as tell the type. */
const firstBytes = (base64: string): Uint8Array => decodeBytes(base64.slice(0, 32))
