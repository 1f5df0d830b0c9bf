import { decodeBase64Url, isBrokenBase64, registeredMimeType } from "../../core/bytes.ts"
import type { MediaPart, MediaSource } from "../../core/chat/chat.ts"
import { neededBytes } from "../../core/chat/codec.ts"
import { withoutEnd } from "../../core/collections.ts"
import { type JsonObjectBuilder, type MutableDraft, setDefined } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import {
  decodeCite,
  type DecodeContext,
  decodeInnerContent,
  type EncodeContext,
  finishCacheable,
  finishDecoded,
  kindOf,
  noteField,
  type PartDecoder,
  unknownPart,
  type PartsEncoder,
  encodeContent,
  encodeCite
} from "./context.ts"
import { imageTypes, ownVendor } from "./wire.ts"

/** Reads an image or a document. A source of a kind that is not known makes the whole block unknown. */
export const decodeMedia: PartDecoder = (context, block, type) => {
  const source = block.required("source", context.reader.object) && block.inside("source")
  if (source === undefined) return undefined
  const document = type === "document"
  const found = decodeSource(context, source, document)
  if (found === undefined) return undefined
  if (found === "unknown") return unknownPart(block, type)
  const { kind, ...media } = found
  const part: MutableDraft<MediaPart> = {
    type: "media",
    media: document ? "document" : "image",
    at: block.at,
    ...media
  }
  if (document) {
    setDefined(part, "title", block.string("title"))
    setDefined(part, "context", block.string("context"))
    decodeCite(block, part)
  }
  return finishDecoded(block, part, kind)
}

/** How a part says that it is a file for the container, which the model's tools open and the model itself does not see. */
const containerUpload = "container_upload"

const uploadPlaces: ReadonlyMap<string, JsonPointer> = new Map([["source", "/file_id"]])

/** Reads a file for the container. In answers it stays what it is: only its vendor can open it. */
export const decodeUpload: PartDecoder = (context, block, type) => {
  if (context.reply !== undefined) return unknownPart(block, type)
  const id = block.needed("file_id")
  if (id === undefined) return undefined
  const source: MediaSource = { kind: "ref", ref: { vendor: ownVendor, kind: "file", id } }
  const part: MutableDraft<MediaPart> = { type: "media", media: "document", at: block.at, places: uploadPlaces, source }
  return finishDecoded(block, part, containerUpload)
}

type DecodedSource = Pick<MediaPart, "source" | "mime"> & { readonly kind?: string }

const decodeSource = (
  context: DecodeContext,
  source: ObjectReader,
  document: boolean
): DecodedSource | "unknown" | undefined => {
  const type = source.value("type")
  switch (type) {
    case "base64":
    case "text":
      return decodeData(context, source, type)
    case "url": {
      const url = source.needed("url")
      return url === undefined ? undefined : { source: { kind: "url", url } }
    }
    case "file": {
      const file = source.needed("file_id")
      return file === undefined
        ? undefined
        : { source: { kind: "ref", ref: { vendor: ownVendor, kind: "file", id: file } } }
    }
    case "content": {
      if (!document) return "unknown"
      if ((source.object["content"] ?? null) === null)
        return source.required("content", context.reader.array) && undefined
      const { parts, ...kind } = decodeInnerContent(context, source)
      return { source: { kind: "parts", parts }, ...kind }
    }
    default:
      return source.required("type", source.reader.string) === undefined ? undefined : "unknown"
  }
}

const decodeData = (
  { reply }: DecodeContext,
  source: ObjectReader,
  type: "base64" | "text"
): DecodedSource | undefined => {
  const data = source.needed("data")
  if (data === "" && type === "base64") source.reader.issue(source.below("data"), "`data` must not be empty.")
  const mime = type === "base64" && reply === undefined ? source.needed("media_type") : source.string("media_type")
  if (data === undefined) return undefined
  const found: MutableDraft<DecodedSource> = {
    source: type === "text" ? { kind: type, text: data } : { kind: type, data }
  }
  setDefined(found, "mime", mime)
  return found
}

/** A source as the wire says it. `write` writes the blocks inside it. */
const encodeSource = (part: MediaPart, source: MediaSource, write: PartsEncoder): JsonObjectBuilder => {
  switch (source.kind) {
    case "base64":
      return { type: "base64", media_type: registeredMimeType(part.mime ?? "application/pdf"), data: source.data }
    case "url":
      return { type: "url", url: source.url }
    case "ref":
      return { type: "file", file_id: source.ref.id }
    case "text":
      return { type: "text", media_type: part.mime ?? "text/plain", data: source.text }
    case "parts":
      return { type: "content", content: encodeContent(part, source.parts, write) }
  }
}

/** An image or a document as a block; all other media, and sources that the endpoint does not take, are refused. */
export const encodeMedia = (
  to: EncodeContext,
  given: MediaPart,
  write: PartsEncoder
): JsonObjectBuilder | undefined => {
  const part = withBytes(to, given)
  if (!isTaken(to, part))
    return void noteField(to, part.source.kind === "ref" ? "held-elsewhere" : "unsupported-media", part, "source")
  if (part.source.kind === "base64" && !to.own && isBrokenBase64(part.source.data))
    return void noteField(to, "media-bytes", part, "source")
  if (kindOf(part) === containerUpload && part.source.kind === "ref") {
    return finishCacheable(to, { type: containerUpload, file_id: part.source.ref.id }, part)
  }
  noteSettings(to, part)
  const sent = part.media === "document" ? asText(part) : part
  if (part.mime !== undefined && !saysType(sent.source, part.mime)) noteField(to, "media-detail", part, "mime")
  const source = encodeSource(sent, sent.source, write)
  if (part.media === "image") return finishCacheable(to, { type: "image", source }, part)
  const title = part.title ?? part.name
  return finishCacheable(
    to,
    { type: "document", source, title, context: part.context, citations: encodeCite(part) },
    part
  )
}

/** With the bytes of its URL where the target fetches nothing. */
const withBytes = (to: EncodeContext, part: MediaPart): MediaPart => {
  const found = neededBytes(to, part)
  return found === undefined ? part : { ...part, mime: found.mime, source: { kind: "base64", data: found.base64 } }
}

const isTaken = (to: EncodeContext, part: MediaPart): boolean => {
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
  (mime !== undefined &&
    (media === "image" ? imageTypes.has(registeredMimeType(mime)) : registeredMimeType(mime) === pdf || isText(mime)))

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

const imageSettings = ["detail", "clip", "transcript", "expires", "id"] as const
const ofDocuments = ["name", "title", "context", "cite"] as const

const noteSettings = (to: EncodeContext, part: MediaPart): void => {
  const image = part.media === "image"
  for (const key of image ? [...imageSettings, ...ofDocuments] : imageSettings) {
    if (part[key] !== undefined) noteField(to, "media-detail", part, key)
  }
  if (image || part.name === undefined) return
  noteField(to, part.title === undefined ? "media-form" : "media-detail", part, "name")
}
