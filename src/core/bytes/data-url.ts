/** What a `data:` URL in base64 holds. */
export interface DataUrl {
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

/** A MIME type by its registered name: many write `image/jpg`, which vendors refuse (https://www.iana.org/assignments/media-types). */
export const registeredMimeType = (mime: string): string => (mime === "image/jpg" ? "image/jpeg" : mime)

/** A `data:` URL of base64. */
export const dataUrl = (mime: string, data: string): string => `data:${mime};base64,${data}`

/** Whether a URL holds its data itself. */
export const isDataUrl = (url: string): boolean => /^data:/i.test(url)

/** Whether a text is base64 in its plain alphabet, with or without padding (https://www.rfc-editor.org/rfc/rfc4648#section-4). */
export const isBase64 = (text: string): boolean => isWritten(text, /[^A-Za-z0-9+/]/)

/** Whether no reader of base64, lenient in lines and in the URL's alphabet, can read bytes of a text. */
export const isBroken = (text: string): boolean =>
  !isWritten(text, /[^\w+/-]/) && !isWritten(text.replace(/\s/g, ""), /[^\w+/-]/)

/** Whether a text is whole, and in an alphabet but for its padding. The first `other` is looked for: a megabyte may have none. */
const isWritten = (text: string, other: RegExp): boolean => {
  const end = text.search(other)
  return text.length % 4 !== 1 && (end < 0 || /^={1,2}$/.test(text.slice(end)))
}
