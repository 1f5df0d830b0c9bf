import { decodeBase64Url, isBroken, registeredMimeType } from "../../../core/bytes/base64.ts"
import type { MediaPart } from "../../../core/chat/chat.ts"
import { citeOut, sourceOut, upload, type WriteParts } from "../blocks/media.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { withoutEnd } from "../../../core/collections.ts"
import { imageTypes } from "../wire.ts"
import { kindOf } from "../native.ts"
import { noteField } from "../noting.ts"
import { type Writing, finishMarked } from "./writing.ts"

/** An image or a document as a block; all other media, and sources that the endpoint does not take, are refused. */
export const mediaOut = (to: Writing, part: MediaPart, write: WriteParts): JsonObjectBuilder | undefined => {
  if (!isTaken(to, part)) {
    noteField(to, part.source.kind === "ref" ? "held" : "media", part, "source")
    return undefined
  }
  if (part.source.kind === "base64" && !to.own && isBroken(part.source.data)) {
    noteField(to, "media-bytes", part, "source")
    return undefined
  }
  if (kindOf(part) === upload && part.source.kind === "ref") {
    return finishMarked(to, { type: upload, file_id: part.source.ref.id }, part)
  }
  noteSettings(to, part)
  const sent = part.media === "document" ? asText(part) : part
  if (part.mime !== undefined && !saysType(sent.source, part.mime)) noteField(to, "media-detail", part, "mime")
  const source = sourceOut(sent, sent.source, write)
  if (part.media === "image") return finishMarked(to, { type: "image", source }, part)
  const title = part.title ?? part.name
  return finishMarked(to, { type: "document", source, title, context: part.context, citations: citeOut(part) }, part)
}

const isTaken = (to: Writing, part: MediaPart): boolean => {
  const { media, source } = part
  if (media === "audio" || media === "video") return false
  switch (source.kind) {
    case "ref":
      return source.ref.vendor === to.vendor && source.ref.kind === "file"
    case "url":
      return /^https?:/i.test(source.url)
    case "base64":
      return fitsType(part)
    case "text":
    case "parts":
      return media === "document"
  }
}

const fitsType = ({ media, mime, native }: MediaPart): boolean =>
  native?.format === "messages" ||
  (mime !== undefined && (media === "image" ? imageTypes.has(registeredMimeType(mime)) : mime === pdf || isText(mime)))

const pdf = "application/pdf"

const isText = (mime: string): boolean =>
  mime.startsWith("text/") || /^application\/(?:json|xml|yaml|x-yaml|javascript|x-ndjson)\b/.test(mime)

/** A document of text that came as bytes, as text: bytes are for PDF alone. */
const asText = (part: MediaPart): MediaPart => {
  if (part.source.kind !== "base64" || part.mime === undefined || !isText(part.mime)) return part
  const text = decodeBase64Url(withoutEnd(part.source.data, "=").replaceAll("+", "-").replaceAll("/", "_"))
  return text === undefined ? part : { ...part, mime: "text/plain", source: { kind: "text", text } }
}

/** Whether a source says of which type it is: bytes do, text is plain, and what a URL holds is looked at. */
const saysType = ({ kind }: MediaPart["source"], mime: string): boolean =>
  kind === "text" ? mime === "text/plain" : kind !== "url"

const settings = ["detail", "clip", "transcript", "expires", "id"] as const
const ofDocuments = ["name", "title", "context", "cite"] as const

const noteSettings = (to: Writing, part: MediaPart): void => {
  const image = part.media === "image"
  for (const key of image ? [...settings, ...ofDocuments] : settings) {
    if (part[key] !== undefined) noteField(to, "media-detail", part, key)
  }
  if (image || part.name === undefined) return
  noteField(to, part.title === undefined ? "media-name" : "media-detail", part, "name")
}
