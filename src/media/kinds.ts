import { decodeBytes, registeredMimeType } from "../core/bytes.ts"

/** What a medium is. */
export type MediaKind = "image" | "audio" | "video" | "document"

/** How bytes of a type begin: text at an offset, all of which must stand there. */
interface Signature {
  readonly mime: string
  readonly kind: MediaKind
  readonly marks: readonly (readonly [offset: number, latin1: string])[]
  /** Other names by which servers call it. */
  readonly names?: readonly string[]
}

const signatures: readonly Signature[] = [
  { mime: "image/png", kind: "image", marks: [[0, "\x89PNG\r\n\x1a\n"]] },
  { mime: "image/jpeg", kind: "image", marks: [[0, "\xff\xd8\xff"]], names: ["image/jpg", "image/pjpeg"] },
  { mime: "image/gif", kind: "image", marks: [[0, "GIF8"]] },
  {
    mime: "image/webp",
    kind: "image",
    marks: [
      [0, "RIFF"],
      [8, "WEBP"]
    ]
  },
  { mime: "image/bmp", kind: "image", marks: [[0, "BM"]], names: ["image/x-ms-bmp"] },
  { mime: "image/tiff", kind: "image", marks: [[0, "II*\0"]] },
  { mime: "image/tiff", kind: "image", marks: [[0, "MM\0*"]] },
  { mime: "image/heic", kind: "image", marks: [[4, "ftypheic"]], names: ["image/heif"] },
  { mime: "image/avif", kind: "image", marks: [[4, "ftypavif"]] },
  {
    mime: "audio/wav",
    kind: "audio",
    marks: [
      [0, "RIFF"],
      [8, "WAVE"]
    ],
    names: ["audio/x-wav", "audio/wave", "audio/vnd.wave"]
  },
  { mime: "audio/mpeg", kind: "audio", marks: [[0, "ID3"]], names: ["audio/mp3"] },
  { mime: "audio/mpeg", kind: "audio", marks: [[0, "\xff\xfb"]], names: ["audio/mp3"] },
  { mime: "audio/flac", kind: "audio", marks: [[0, "fLaC"]], names: ["audio/x-flac"] },
  { mime: "audio/ogg", kind: "audio", marks: [[0, "OggS"]], names: ["application/ogg"] },
  { mime: "video/mp4", kind: "video", marks: [[4, "ftyp"]] },
  { mime: "video/webm", kind: "video", marks: [[0, "\x1aE\xdf\xa3"]] },
  { mime: "application/pdf", kind: "document", marks: [[0, "%PDF-"]] }
]

const isAt = (bytes: Uint8Array, [offset, latin1]: readonly [number, string]): boolean => {
  for (let index = 0; index < latin1.length; index++) {
    if (bytes[offset + index] !== latin1.charCodeAt(index)) return false
  }
  return true
}

/** The MIME type of one of the kinds that bytes show by how they begin; undefined where they are none. */
export const mimeOf = (bytes: Uint8Array, kinds: readonly MediaKind[]): string | undefined => {
  const found = signatures.find(({ marks }) => marks.every((mark) => isAt(bytes, mark)))
  return found !== undefined && kinds.includes(found.kind) ? found.mime : undefined
}

const anyKind: readonly MediaKind[] = ["image", "audio", "video", "document"]

/**
 * The MIME type of an image in base64 by its first bytes, whatever it is called; what is called an image whose bytes
 * nobody knows is what it is called. Undefined where it is another medium, or nothing says that it is an image.
 */
export const imageTypeOf = (base64: string, called: string): string | undefined => {
  const shown = mimeOf(decodeBytes(base64.slice(0, 32)), anyKind)
  if (shown !== undefined) return shown.startsWith("image/") ? shown : undefined
  const name = nameIn(called)
  return /^image\/[\w.+-]+$/.test(name) ? registeredMimeType(name) : undefined
}

const nameIn = (contentType: string): string => contentType.split(";", 1)[0]?.trim().toLowerCase() ?? ""

const unnamed: ReadonlySet<string> = new Set(["", "application/octet-stream", "binary/octet-stream"])

/**
 * Whether what a server calls its answer may be such a medium, which its bytes tell for sure: storage often has no name
 * for what it holds, or one of its own.
 */
export const mayBe = (contentType: string | undefined, kinds: readonly MediaKind[]): boolean => {
  const name = nameIn(contentType ?? "")
  const [kind] = name.split("/", 1)
  return (
    unnamed.has(name) ||
    kinds.some((wanted) => wanted === kind) ||
    signatures.some(({ mime, kind: own, names = [] }) => kinds.includes(own) && (mime === name || names.includes(name)))
  )
}

/** Kinds of media, to be read after "must be": `an image`, `an image, audio or a video`. */
export const saidOf = (kinds: readonly MediaKind[]): string =>
  kinds
    .map((kind) => article[kind])
    .join(", ")
    .replace(/, (?=[^,]*$)/, " or ")

const article: Readonly<Record<MediaKind, string>> = {
  image: "an image",
  audio: "audio",
  video: "a video",
  document: "a PDF"
}

/** The most bytes of a medium that is held: as many as a body of 32 MiB has in base64, so that a URL may name what data may be. */
export const mostOfMedium = 24 * 1024 * 1024

/** The most bytes of all media that the URLs of one request name. */
export const mostOfMedia = 32 * 1024 * 1024
