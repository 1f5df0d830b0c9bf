import type { MediaPart, ContentPart } from "../../../core/chat/chat.ts"
import type { VendorId } from "../../../core/chat/node.ts"
import type { ObjectReader } from "../../../core/reading/object-reader.ts"
import { type MutableDraft, setDefined } from "../../../core/json/builder.ts"
import type { PartDecoder } from "../context.ts"

type Kind = MediaPart["media"]

/** The types of what a URL names, by the end of its path, where nothing else says them. */
const kindsByEnd: readonly (readonly [RegExp, Kind])[] = [
  [/\.(?:png|jpe?g|gif|webp|heic|heif|bmp)$/i, "image"],
  [/\.(?:wav|mp3|aiff|aac|ogg|flac|m4a)$/i, "audio"],
  [/\.(?:mp4|mpe?g|mov|avi|webm|wmv|3gpp)$/i, "video"],
  [/^https?:\/\/(?:www\.|m\.)?(?:youtube\.com|youtu\.be)\//i, "video"]
]

/** What kind of medium a type or, without one, a URL says. */
export const mediaKind = (mime: string | undefined, url = ""): Kind => {
  if (mime !== undefined) {
    const top = mime.slice(0, Math.max(0, mime.indexOf("/")))
    return top === "image" || top === "audio" || top === "video" ? top : "document"
  }
  const plain = url.replace(/[?#].*$/s, "")
  return kindsByEnd.find(([end]) => end.test(plain))?.[1] ?? "document"
}

/** Each level of detail, here and on the wire. */
export const details: ReadonlyMap<string, string> = new Map([
  ["MEDIA_RESOLUTION_LOW", "low"],
  ["MEDIA_RESOLUTION_MEDIUM", "medium"],
  ["MEDIA_RESOLUTION_HIGH", "high"],
  ["MEDIA_RESOLUTION_ULTRA_HIGH", "original"]
])

/** Files that the vendor keeps itself, by their URI: of its Files API, and of its cloud's storage. */
const held = /^(?:gs:|https:\/\/generativelanguage\.googleapis\.com\/)|^(?!https?:)/i

/** What a file's URI names: a file that the vendor keeps, or anyone's. */
export const mediaSource = (uri: string, vendor: VendorId): MediaPart["source"] =>
  held.test(uri) ? { kind: "ref", ref: { vendor, kind: "file", id: uri } } : { kind: "url", url: uri }

/** Reads a medium: its bytes, or where they are. */
export const decodeMedia: PartDecoder = ({ vendor, answer }, members, member) => {
  const data = members.inside(member)
  if (data === undefined) return undefined
  const bytes = member === "inlineData"
  const mime = bytes && !answer ? data.needed("mimeType") : data.string("mimeType")
  const source = bytes ? bytesIn(data) : fileIn(data, vendor)
  if (source === undefined) return undefined
  const url = source.kind === "url" ? source.url : undefined
  const part: MutableDraft<MediaPart> = { type: "media", at: members.at, media: mediaKind(mime, url), source }
  const from = members.at.length
  part.places = new Map([
    ["source", data.below(bytes ? "data" : "fileUri").slice(from)],
    ["mime", data.below("mimeType").slice(from)],
    ["name", data.below("displayName").slice(from)],
    ["detail", members.below("mediaResolution").slice(from)],
    ["clip", members.below("videoMetadata").slice(from)]
  ])
  setDefined(part, "mime", mime)
  setDefined(part, "name", data.string("displayName"))
  setDefined(part, "detail", members.inside("mediaResolution")?.word("level", details))
  readClip(members, part)
  return part
}

const bytesIn = (data: ObjectReader): MediaPart["source"] | undefined => {
  const said = data.needed("data")
  return said === undefined ? undefined : { kind: "base64", data: said }
}

const fileIn = (data: ObjectReader, vendor: VendorId): MediaPart["source"] | undefined => {
  const uri = data.needed("fileUri")
  return uri === undefined ? undefined : mediaSource(uri, vendor)
}

const readClip = (members: ObjectReader, part: MutableDraft<MediaPart>): void => {
  const video = members.inside("videoMetadata")
  if (video === undefined) return
  const clip: MutableDraft<NonNullable<MediaPart["clip"]>> = {}
  setDefined(clip, "start", video.string("startOffset"))
  setDefined(clip, "end", video.string("endOffset"))
  setDefined(clip, "fps", video.number("fps"))
  part.clip = clip
}

/** Whether a part is a medium. */
export const isMedia = (part: ContentPart): part is MediaPart => part.type === "media"
