import type { MediaPart, Part, RefusalPart, TextPart } from "../../../words/chat.ts"
import { type JsonObject, JsonText } from "../../../words/json.ts"
import type { Node } from "../../../words/node.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import { readUrl } from "../data-url.ts"
import type { Draft } from "../draft.ts"
import { innerOf, nativeOf, restOf, type Texts } from "../native.ts"
import { id, keys, ownVendor } from "../wire.ts"
import { type Marked, markedBy } from "./cache-mark.ts"

/** The parts of a message's `content`: a string is one text; null and absence are none. */
export const readContent = (reader: Reader, object: JsonObject, at: Pointer): readonly Part[] => {
  const { content } = object
  if (content === undefined || content === null) return []
  if (typeof content === "string") return [{ type: "text", text: content, at: `${at}/content` }]
  const items = reader.objects(object, "content", at)
  if (items === undefined) return []
  const parts: Part[] = []
  for (const [item, place] of items) {
    const part = readPart(reader, item, place)
    if (part !== undefined) parts.push(part)
  }
  return parts
}

const readPart = (reader: Reader, object: JsonObject, at: Pointer): Part | undefined => {
  const type = reader.required(object, "type", at, reader.string)
  switch (type) {
    case undefined:
      return undefined
    case "text":
      return readText(reader, object, at)
    case "refusal":
      return readRefusal(reader, object, at)
    case "image_url":
    case "video_url":
    case "input_audio":
      return readMedium(reader, object, at, type)
    case "file":
      return readFile(reader, object, at)
    default:
      return { type: "unknown", format: id, kind: type, body: JsonText.of(object), at }
  }
}

const readText = (reader: Reader, object: JsonObject, at: Pointer): TextPart | undefined => {
  const text = reader.required(object, "text", at, reader.string)
  if (text === undefined) return undefined
  const part: TextPart = { type: "text", text, at }
  return finish(reader, part, object, at, keys.textPart, undefined)
}

const readRefusal = (reader: Reader, object: JsonObject, at: Pointer): RefusalPart | undefined => {
  const text = reader.required(object, "refusal", at, reader.string)
  if (text === undefined) return undefined
  return {
    type: "refusal",
    text,
    at,
    native: { format: id, kind: "part", ...restMember(restOf(object, keys.refusalPart)) }
  }
}

const restMember = (rest: Texts | undefined): { rest?: Texts } => (rest === undefined ? {} : { rest })

/** The media that an object under the part's own type holds, by the member that has their bytes or their URL. */
const mediums = {
  image_url: { media: "image", member: "url", known: keys.imageUrl, part: keys.imagePart },
  video_url: { media: "video", member: "url", known: keys.videoUrl, part: keys.videoPart },
  input_audio: { media: "audio", member: "data", known: keys.inputAudio, part: keys.audioPart }
} as const

/** An image, a film or a sound: an object, or its bytes or URL themselves. */
const readMedium = (
  reader: Reader,
  object: JsonObject,
  at: Pointer,
  type: keyof typeof mediums
): MediaPart | undefined => {
  const { media, member, known, part: whole } = mediums[type]
  const path = below(at, type)
  const bare = object[type]
  const inner = typeof bare === "string" ? { [member]: bare } : reader.required(object, type, at, reader.object)
  const data = inner && reader.required(inner, member, path, reader.string)
  if (inner === undefined || data === undefined) return undefined
  const linked = media !== "audio" || /^(?:data|https?):/.test(data)
  const read = linked ? readUrl(data) : { source: { kind: "base64", data } as const }
  const part: Draft<MediaPart> = { type: "media", media, ...read, at }
  const detail = media === "image" ? reader.string(inner, "detail", path) : undefined
  if (detail !== undefined) part.detail = detail
  const format = media === "audio" ? reader.string(inner, "format", path) : undefined
  if (format !== undefined) part.mime = audioMime(format)
  part.places = new Map([
    ["source", typeof bare === "string" ? path : below(path, member)],
    ["detail", below(path, "detail")]
  ])
  const done = finish(reader, part, object, at, whole, innerOf(undefined, inner, known, `/${type}`))
  return media === "audio" && linked ? { ...done, native: { ...done.native, format: id, kind: "url" } } : done
}

/** The MIME type of an audio format. */
export const audioMime = (format: string): string => (format === "mp3" ? "audio/mpeg" : `audio/${format}`)

/** The audio format of a MIME type; undefined where it is no audio. */
export const audioFormat = (mime: string): string | undefined =>
  mime === "audio/mpeg"
    ? "mp3"
    : mime === "audio/x-wav" || mime === "audio/wave"
      ? "wav"
      : mime.startsWith("audio/")
        ? mime.slice(6)
        : undefined

const readFile = (reader: Reader, object: JsonObject, at: Pointer): MediaPart | undefined => {
  const path = below(at, "file")
  const inner = reader.required(object, "file", at, reader.object)
  if (inner === undefined) return undefined
  const file = reader.string(inner, "file_id", path)
  const data = reader.string(inner, "file_data", path)
  if (file === undefined && data === undefined)
    return reader.issue(path, "Either `file_data` or `file_id` is required.")
  const read =
    data !== undefined
      ? readUrl(data)
      : { source: { kind: "ref", ref: { vendor: ownVendor, kind: "file", id: file ?? "" } } as const }
  const part: Draft<MediaPart> = { type: "media", media: "document", ...read, at }
  const name = reader.string(inner, "filename", path)
  if (name !== undefined) part.name = name
  part.places = new Map([
    ["source", below(path, data !== undefined ? "file_data" : "file_id")],
    ["name", below(path, "filename")]
  ])
  const unread = innerOf(undefined, inner, keys.file, "/file")
  const both =
    data !== undefined && file !== undefined
      ? new Map([...(unread ?? []), ["/file/file_id", JsonText.of(file)] as const])
      : unread
  return finish(reader, part, object, at, keys.filePart, both)
}

/** Adds the cache mark and what is not known of a part. */
const finish = <A extends Node>(
  reader: Reader,
  part: A,
  object: JsonObject,
  at: Pointer,
  known: ReadonlySet<string>,
  inner: Texts | undefined
): A => {
  const rest = restOf(object, known)
  const mark = reader.object(object, "prompt_cache_breakpoint", at)
  if (mark === undefined && rest === undefined && inner === undefined) return part
  if (mark === undefined) return withNative(part, markedBy(rest), inner)
  const unread = innerOf(inner, mark, keys.breakpoint, "/prompt_cache_breakpoint")
  const ttl = reader.string(mark, "ttl", below(at, "prompt_cache_breakpoint"))
  return withNative(part, { rest, cache: ttl === undefined ? {} : { ttl } }, unread)
}

const withNative = <A extends Node>(part: A, { cache, rest, consumed }: Marked, inner: Texts | undefined): A => {
  const native = nativeOf(rest, inner, undefined, consumed)
  return { ...part, ...(cache && { cache }), ...(native && { native }) }
}
