import { decodeBase64Url } from "../../../words/base64.ts"
import type { MediaPart } from "../../../words/chat.ts"
import { citeOut, sourceOut, type WriteParts } from "../blocks/media.ts"
import { type Out } from "../native.ts"
import { placeOf } from "../../../words/leftover.ts"
import { imageTypes } from "../wire.ts"
import { note, noteField } from "../noting.ts"
import { type Writing, finishMarked } from "./writing.ts"

/** An image or a document as a block; all other media, and sources that the endpoint does not take, are refused. */
export const mediaOut = (to: Writing, part: MediaPart, write: WriteParts): Out | undefined => {
  const why = problem(to, part)
  if (why !== undefined) {
    note(to, part.source.kind === "ref" ? "held" : "media", placeOf(part, "source"), why)
    return undefined
  }
  noteSettings(to, part)
  const sent = part.media === "document" ? asText(part) : part
  const source = sourceOut(sent, sent.source, write)
  if (part.media === "image") return finishMarked(to, { type: "image", source }, part)
  const title = part.title ?? part.name
  return finishMarked(to, { type: "document", source, title, context: part.context, citations: citeOut(part) }, part)
}

const problem = (to: Writing, part: MediaPart): string | undefined => {
  if (part.media === "audio" || part.media === "video") return `The messages format takes no ${part.media}.`
  const { source } = part
  switch (source.kind) {
    case "ref":
      return source.ref.vendor === to.vendor && source.ref.kind === "file"
        ? undefined
        : "Another vendor holds this file."
    case "url":
      return /^https?:/i.test(source.url) ? undefined : "Only http and https URLs can be sent."
    case "base64":
      return fitsType(part)
        ? undefined
        : part.media === "image"
          ? "An image must be image/jpeg, image/png, image/gif or image/webp."
          : "A document must be application/pdf or text."
    case "text":
    case "parts":
      return part.media === "document" ? undefined : "An image must be bytes, a URL or a file."
  }
}

const fitsType = ({ media, mime, native }: MediaPart): boolean =>
  native?.format === "messages" ||
  (media === "image" ? mime !== undefined && imageTypes.has(mime) : mime === undefined || mime === pdf || isText(mime))

const pdf = "application/pdf"

const isText = (mime: string): boolean =>
  mime.startsWith("text/") || /^application\/(?:json|xml|yaml|x-yaml|javascript|x-ndjson)\b/.test(mime)

/** A document of text that came as bytes, as text: bytes are for PDF alone. */
const asText = (part: MediaPart): MediaPart => {
  if (part.source.kind !== "base64" || part.mime === undefined || !isText(part.mime)) return part
  const text = decodeBase64Url(part.source.data.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""))
  return text === undefined ? part : { ...part, mime: "text/plain", source: { kind: "text", text } }
}

const noteSettings = (to: Writing, part: MediaPart): void => {
  for (const key of ["detail", "clip", "transcript", "expires", "id"] as const) {
    if (part[key] !== undefined) noteField(to, "media-detail", part, key)
  }
  if (part.media === "image") {
    for (const key of ["name", "title", "context", "cite"] as const) {
      if (part[key] !== undefined) noteField(to, "media-detail", part, key)
    }
  } else if (part.name !== undefined) {
    note(to, part.title === undefined ? "media-name" : "media-detail", placeOf(part, "name"))
  }
}
