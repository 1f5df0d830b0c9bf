import { imageTypeOf } from "../../media/kinds.ts"
import { plainBase64, readDataUrl } from "../../core/bytes/base64.ts"
import type { ImageSource } from "../../core/image/image.ts"
import type { Is } from "./reading.ts"

/** An image: an http(s) URL, or base64, alone or as a `data:` URL. Its first bytes tell its type, not what it is called. */
export const image: Is<ImageSource> = (value, at, reading) => {
  const source = typeof value === "string" ? sourceOf(value) : undefined
  return source === undefined
    ? reading.issue(at, "It must be the URL of an image, or an image in base64, alone or as a data: URL.")
    : { ...source, at }
}

type Unplaced =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "bytes"; readonly base64: string; readonly mime: string }

const sourceOf = (said: string): Unplaced | undefined => {
  if (/^https?:\/\//i.test(said)) return URL.canParse(said) ? { kind: "url", url: said } : undefined
  const { mime: called, data } = readDataUrl(said) ?? { mime: "", data: said }
  const base64 = plainBase64(data)
  if (base64 === undefined || base64 === "") return undefined
  const mime = imageTypeOf(base64, called)
  return mime === undefined ? undefined : { kind: "bytes", base64, mime }
}
