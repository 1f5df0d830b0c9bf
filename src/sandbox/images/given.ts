import type { Desk } from "../desk.ts"
import { bytesIn } from "./base64.ts"
import { linked } from "./made.ts"
import type { Size } from "./picture.ts"

/** An image that a request holds: of what type it is, and how large; either undefined where the vendor must fetch it. */
export interface Given {
  readonly mime: string | undefined
  readonly size: Size | undefined
}

const marks: readonly (readonly [mime: string, offset: number, latin1: string])[] = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/webp", 8, "WEBP"],
  ["image/gif", 0, "GIF8"],
  ["image/bmp", 0, "BM"],
  ["image/tiff", 0, "II*\0"]
]

const startsAt = (bytes: Uint8Array, offset: number, latin1: string): boolean =>
  Array.from(latin1).every((char, index) => bytes[offset + index] === char.charCodeAt(0))

/** The type that bytes of an image show; undefined where they are none. */
export const typeOf = (bytes: Uint8Array): string | undefined =>
  marks.find(([, offset, latin1]) => startsAt(bytes, offset, latin1))?.[0]

/** How large a PNG says that it is; undefined for another type. */
const sizeOf = (bytes: Uint8Array): Size | undefined => {
  if (typeOf(bytes) !== "image/png" || bytes.length < 24) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** What bytes are; undefined where they are no image. */
export const givenBytes = (bytes: Uint8Array): Given | undefined => {
  const mime = typeOf(bytes)
  return mime === undefined ? undefined : { mime, size: sizeOf(bytes) }
}

/** What a URL or a `data:` URL names; undefined where it is neither, or holds no image. Links of the sandbox are known. */
export const givenUrl = (text: string, desk: Desk): Given | undefined => {
  const data = /^data:image\/[a-z+.-]+;base64,(.*)$/is.exec(text)?.[1]
  if (data !== undefined) {
    const bytes = bytesIn(data)
    return bytes === undefined ? undefined : givenBytes(bytes)
  }
  if (!/^https?:\/\/\S+$/i.test(text)) return undefined
  const picture = linked(text, desk)
  return picture === undefined ? { mime: undefined, size: undefined } : { mime: "image/png", size: picture }
}
