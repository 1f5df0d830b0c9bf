import type { MediaPart, ContentPart, MediaSource } from "../../../core/chat/chat.ts"
import { registeredMimeType } from "../../../core/bytes/base64.ts"
import type { JsonText } from "../../../core/json/json.ts"
import type { JsonPointer } from "../../../core/json/pointer.ts"
import { marked } from "../cache.ts"
import type { ObjectReader } from "../../../core/reading/object-reader.ts"
import { type MutableDraft, setDefined, type JsonObjectBuilder } from "../../../core/json/builder.ts"
import { kindOf } from "../native.ts"
import { ownVendor } from "../wire.ts"
import { type ReadBlock, readCite, readInside, type Reading } from "./reading.ts"
import { unknownPart } from "./unknown.ts"

/** Reads an image or a document. A source of a kind that is not known makes the whole block unknown. */
export const readMedia: ReadBlock = (reading, block, type) => {
  const source = block.required("source", reading.reader.object) && block.inside("source")
  if (source === undefined) return undefined
  const document = type === "document"
  const found = readSource(reading, source, document)
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
    readCite(block, part)
  }
  return marked(block, part, kind)
}

/** How a part says that it is a file for the container, which the model's tools open and the model itself does not see. */
export const upload = "container_upload"

const uploadPlaces: ReadonlyMap<string, JsonPointer> = new Map([["source", "/file_id"]])

/** Reads a file for the container. In answers it stays what it is: only its vendor can open it. */
export const readUpload: ReadBlock = (reading, block, type) => {
  if (reading.undo !== undefined) return unknownPart(block, type)
  const id = block.needed("file_id")
  if (id === undefined) return undefined
  const source: MediaSource = { kind: "ref", ref: { vendor: ownVendor, kind: "file", id } }
  const part: MutableDraft<MediaPart> = { type: "media", media: "document", at: block.at, places: uploadPlaces, source }
  return marked(block, part, upload)
}

type Found = Pick<MediaPart, "source" | "mime"> & { readonly kind?: string }

const readSource = (reading: Reading, source: ObjectReader, document: boolean): Found | "unknown" | undefined => {
  const type = source.value("type")
  switch (type) {
    case "base64":
    case "text":
      return readData(reading, source, type)
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
        return source.required("content", reading.reader.array) && undefined
      const { parts, ...kind } = readInside(reading, source)
      return { source: { kind: "parts", parts }, ...kind }
    }
    default:
      return source.required("type", source.reader.string) === undefined ? undefined : "unknown"
  }
}

const readData = ({ undo }: Reading, source: ObjectReader, type: "base64" | "text"): Found | undefined => {
  const data = source.needed("data")
  if (data === "" && type === "base64") source.reader.issue(source.below("data"), "`data` must not be empty.")
  const mime = type === "base64" && undo === undefined ? source.needed("media_type") : source.string("media_type")
  if (data === undefined) return undefined
  const found: MutableDraft<Found> = { source: type === "text" ? { kind: type, text: data } : { kind: type, data } }
  setDefined(found, "mime", mime)
  return found
}

/** Writes parts as blocks. */
export type WriteParts = (parts: readonly ContentPart[]) => readonly (JsonObjectBuilder | JsonText)[]

/** Content as blocks, or as the string that it came as. */
export const contentOut = (
  node: ContentPart,
  parts: readonly ContentPart[],
  write: WriteParts
): string | readonly (JsonObjectBuilder | JsonText)[] => {
  const [only] = parts
  return kindOf(node) === "string" && only?.type === "text" ? only.text : write(parts)
}

/** Whether the model should cite a part. */
export const citeOut = ({ cite }: { readonly cite?: boolean }): JsonObjectBuilder | undefined =>
  cite === undefined ? undefined : { enabled: cite }

/** A source as the wire says it. `write` writes the blocks inside it. */
export const sourceOut = (part: MediaPart, source: MediaSource, write: WriteParts): JsonObjectBuilder => {
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
      return { type: "content", content: contentOut(part, source.parts, write) }
  }
}
