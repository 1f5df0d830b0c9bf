import type { MediaPart, Part, Source, UnknownPart } from "../../../words/chat.ts"
import { type JsonObject, JsonText } from "../../../words/json.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import { readCache } from "../cache.ts"
import { type Draft, type Inner, type Out, readInner, setNative } from "../native.ts"
import { id, known, ownVendor } from "../wire.ts"
import { readCite, readContent, type Reading, restOf } from "./reading.ts"

/** Reads an image block. A source of a kind that is not known makes the whole block unknown. */
export const readImage = (reading: Reading, block: JsonObject, at: Pointer): MediaPart | UnknownPart | undefined => {
  const { reader } = reading
  const source = reader.required(block, "source", at, reader.object)
  if (source === undefined) return undefined
  const found = readSource(reader, source, below(at, "source"))
  if (found === undefined) return undefined
  if (found === "unknown") return unknown("image", block, at)
  const part: Draft<MediaPart> = { type: "media", media: "image", at, source: found.source }
  if (found.mime !== undefined) part.mime = found.mime
  const inner = readCache(reader, block, at, part, found.inner)
  setNative(part, restOf(reading, block, known.image), undefined, inner)
  return part
}

/** Reads a document block, as `readImage` does. */
export const readDocument = (reading: Reading, block: JsonObject, at: Pointer): MediaPart | UnknownPart | undefined => {
  const { reader } = reading
  const source = reader.required(block, "source", at, reader.object)
  if (source === undefined) return undefined
  const path = below(at, "source")
  const found = source["type"] === "content" ? readParts(reading, source, path) : readSource(reader, source, path)
  if (found === undefined) return undefined
  if (found === "unknown") return unknown("document", block, at)
  const part: Draft<MediaPart> = { type: "media", media: "document", at, source: found.source }
  if (found.mime !== undefined) part.mime = found.mime
  const title = reader.string(block, "title", at)
  if (title !== undefined) part.title = title
  const context = reader.string(block, "context", at)
  if (context !== undefined) part.context = context
  const inner = readCite(reader, block, at, part, readCache(reader, block, at, part, found.inner))
  setNative(part, restOf(reading, block, known.document), found.kind, inner)
  return part
}

const unknown = (kind: string, block: JsonObject, at: Pointer): UnknownPart => ({
  type: "unknown",
  at,
  format: id,
  kind,
  body: JsonText.of(block)
})

interface Found {
  readonly source: Source
  readonly mime?: string
  readonly kind?: string
  readonly inner?: Inner
}

const readSource = (reader: Reader, source: JsonObject, at: Pointer): Found | "unknown" | undefined => {
  switch (source["type"]) {
    case "base64":
    case "text": {
      const data = reader.required(source, "data", at, reader.string)
      const mime = reader.string(source, "media_type", at)
      if (data === undefined) return undefined
      const inner = readInner(reader, undefined, source, known.base64, "/source")
      const found: Draft<Found> = {
        source: source["type"] === "text" ? { kind: "text", text: data } : { kind: "base64", data }
      }
      if (mime !== undefined) found.mime = mime
      if (inner !== undefined) found.inner = inner
      return found
    }
    case "url": {
      const url = reader.required(source, "url", at, reader.string)
      if (url === undefined) return undefined
      return withInner({ kind: "url", url }, readInner(reader, undefined, source, known.url, "/source"))
    }
    case "file": {
      const file = reader.required(source, "file_id", at, reader.string)
      if (file === undefined) return undefined
      const inner = readInner(reader, undefined, source, known.file, "/source")
      return withInner({ kind: "ref", ref: { vendor: ownVendor, kind: "file", id: file } }, inner)
    }
    default:
      return typeof source["type"] === "string" ? "unknown" : reader.issue(at, "`type` is required, as a string.")
  }
}

const readParts = (reading: Reading, source: JsonObject, at: Pointer): Found | undefined => {
  const content = reading.reader.required(source, "content", at, (object, _key, path) =>
    readContent(reading, object, path)
  )
  if (content === undefined) return undefined
  const inner = readInner(reading.reader, undefined, source, known.content, "/source")
  const found: Draft<Found> = { source: { kind: "parts", parts: content.parts } }
  if (content.string) found.kind = "string"
  if (inner !== undefined) found.inner = inner
  return found
}

const withInner = (source: Source, inner: Inner | undefined): Found =>
  inner === undefined ? { source } : { source, inner }

/** Writes parts as blocks. */
export type WriteParts = (parts: readonly Part[]) => readonly (Out | JsonText)[]

/** A source as the wire says it; undefined where only another format could. `write` writes the blocks inside it. */
export const sourceOut = (part: MediaPart, write: WriteParts): Out | undefined => {
  const { source } = part
  switch (source.kind) {
    case "base64":
      return { type: "base64", media_type: part.mime ?? "application/pdf", data: source.data }
    case "url":
      return { type: "url", url: source.url }
    case "ref":
      return { type: "file", file_id: source.ref.id }
    case "text":
      return { type: "text", media_type: part.mime ?? "text/plain", data: source.text }
    case "parts": {
      const [only] = source.parts
      const string = part.native?.format === id && part.native.kind === "string" && only?.type === "text"
      return { type: "content", content: string ? only.text : write(source.parts) }
    }
  }
}
