import type { MediaPart } from "../../core/chat/chat.ts"
import { aboutDocument } from "../../core/chat/codec.ts"
import { dataUrl, isBrokenBase64, readDataUrl } from "../../core/bytes.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  isObject,
  type JsonObject,
  type JsonTemplate,
  JsonText
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import {
  keptTextMember,
  type MemberTable,
  memberTable,
  neededMember,
  nestedMember,
  readMember,
  readNode,
  silentMember,
  takeMembers,
  textMember,
  type WireMember
} from "../../core/reading/member-table.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { cacheBreakpoint } from "../openai/caching.ts"
import { linkMember, linkOf } from "../openai/media.ts"
import { cacheControl, type EncodeContext, kindOf, ownNative } from "./context.ts"
import { id, ownVendor } from "./wire.ts"

/** Reads a part of a type that holds a medium. */
export const decodeMedia = (from: ObjectReader, type: keyof typeof mediums): MediaPart => {
  const [media, members] = mediums[type]
  return readNode(members, from, { type: "media", media, source: { kind: "text", text: "" } })
}

/** The bytes of a sound; some vendors take its URL. */
const sound: WireMember<MutableDraft<MediaPart>> = {
  ...linkMember,
  read: (from, key, node) => {
    const data = from.string(key)
    if (data === undefined) return
    if (!/^(?:data|https?):/.test(data)) node.source = { kind: "base64", data }
    else {
      linkMember.read(from, key, node)
      node.native = { ...node.native, format: id, kind: "url" }
    }
  }
}

const soundFormat = keptTextMember<MutableDraft<MediaPart>>((node, format) => {
  node.mime = audioMime(format)
})

/** A file that the vendor holds; one whose bytes are there as well keeps its id. */
const uploadedFile: WireMember<MutableDraft<MediaPart>> = {
  ...linkMember,
  read: (from, key, node) => {
    const file = typeof from.object["file_data"] === "string" ? undefined : from.string(key)
    if (file === undefined) return
    node.source = { kind: "ref", ref: { vendor: ownVendor, kind: "file", id: file } }
    node.places = heldPlaces
  }
}

const heldPlaces = new Map([
  ["source", "/file/file_id"],
  ["name", "/file/filename"]
])

const fileMembers = memberTable<MutableDraft<MediaPart>>({
  file_id: uploadedFile,
  file_data: linkMember,
  filename: textMember("name")
})

const file = readMember<MutableDraft<MediaPart>>(
  { inside: fileMembers },
  (from, key, node) => {
    const body = from.inside(key)
    if (body === undefined) return
    takeMembers(fileMembers, body, node)
    if (typeof (body.object["file_data"] ?? body.object["file_id"]) !== "string")
      from.reader.issue(body.at, "Either `file_data` or `file_id` is required.")
  },
  fileMembers.says
)

/** An object with one member that matters, `bare`, which may stand for the object. */
const mediumOf = (
  bare: string,
  members: Readonly<Record<string, WireMember<MutableDraft<MediaPart>>>>
): WireMember<MutableDraft<MediaPart>> => {
  const inside = memberTable(members)
  const { read, says } = nestedMember(inside)
  return readMember(
    { inside, schema: { type: ["object", "string"] } },
    (from, key, node) => {
      if (typeof from.object[key] !== "string") return read(from, key, node)
      node.places = new Map([["source", `/${key}`]])
      members[bare]?.read(from, key, node)
    },
    says
  )
}

const partOf = (type: string, member: WireMember<MutableDraft<MediaPart>>): MemberTable<MutableDraft<MediaPart>> =>
  memberTable({
    type: silentMember,
    [type]: neededMember(member),
    prompt_cache_breakpoint: cacheBreakpoint,
    cache_control: cacheControl
  })

/** The media that parts of each type hold, and the members of those. */
export const mediums = {
  image_url: [
    "image",
    partOf("image_url", mediumOf("url", { url: neededMember(linkMember), detail: textMember("detail") }))
  ],
  video_url: ["video", partOf("video_url", mediumOf("url", { url: neededMember(linkMember) }))],
  document_url: ["document", partOf("document_url", mediumOf("url", { url: neededMember(linkMember) }))],
  input_audio: ["audio", partOf("input_audio", mediumOf("data", { data: neededMember(sound), format: soundFormat }))],
  file: ["document", partOf("file", file)]
} as const

/** Whether a part's type is a medium. */
export const isMediumType = (type: string): type is keyof typeof mediums => Object.hasOwn(mediums, type)

/** The MIME type of an audio format. */
const audioMime = (format: string): string => (format === "mp3" ? "audio/mpeg" : `audio/${format}`)

/** The audio format of a MIME type; undefined where it is no audio. */
const audioFormat = (mime: string): string | undefined =>
  mime === "audio/mpeg"
    ? "mp3"
    : mime === "audio/x-wav" || mime === "audio/wave"
      ? "wav"
      : mime.startsWith("audio/")
        ? mime.slice(6)
        : undefined

/** The item that a medium becomes; undefined where it has no place, which is noted. */
export const encodeMedia = (
  writing: EncodeContext,
  part: MediaPart,
  source: Exclude<MediaPart["source"], { kind: "parts" }>
): JsonObjectBuilder | undefined => {
  const { media, name, detail } = part
  if (source.kind === "text") {
    writing.note("part-text", part, "source")
    return { type: "text", text: [aboutDocument(part), source.text].filter(Boolean).join("\n") }
  }
  if (source.kind === "ref") {
    if (!writing.holds(source.ref.vendor) || media === "video" || media === "audio")
      return writing.note("held-elsewhere", part, "source")
    return { type: "file", file: { file_id: source.ref.id, filename: name } }
  }
  if (source.kind === "base64" && !writing.own && isBrokenBase64(source.data))
    writing.note("media-bytes", part, "source")
  switch (media) {
    case "image":
      return { type: "image_url", image_url: { url: linkOf(writing, part), detail } }
    case "audio":
      return audioOut(writing, part)
    case "document":
      return { type: "file", file: { file_data: linkOf(writing, part, writing.own), filename: nameOf(writing, part) } }
    case "video":
      if (!writing.own) return writing.note("unsupported-media", part, "source")
      return { type: "video_url", video_url: { url: linkOf(writing, part, true) } }
  }
}

/** What may be said of a medium besides its bytes. */
const details = ["name", "title", "context", "cite", "detail", "clip", "transcript", "expires", "id"] as const

/** Notes what the item that a medium becomes cannot say of it. */
export const noteMediaDetails = (writing: EncodeContext, part: MediaPart): void => {
  const spoken = saidOf(part)
  for (const field of details)
    if (part[field] !== undefined && !spoken.includes(field))
      writing.note(field === "cite" ? "unsupported" : "media-detail", part, field)
  if (part.source.kind === "url" && part.mime !== undefined) writing.note("media-detail", part, "mime")
}

/** What the item that a medium becomes says of it, or a text before that. */
const saidOf = ({ media, source }: MediaPart): readonly (typeof details)[number][] => {
  if (source.kind === "text" || source.kind === "parts") return ["title", "context"]
  if (source.kind === "ref" || media === "document") return ["title", "context", "name"]
  return media === "image" ? ["detail"] : []
}

/** The name of a document; one is made where it has none. */
const nameOf = (writing: EncodeContext, part: MediaPart): string | undefined => {
  const name = part.name ?? part.title
  if (name !== undefined || writing.own || ownNative(part) !== undefined) return name
  writing.note("required-member", part)
  return `document.${(part.mime ?? "application/pdf").replace(/^.*[/]/, "").replace("plain", "txt")}`
}

const audioOut = (writing: EncodeContext, part: MediaPart): JsonObjectBuilder | undefined => {
  const { mime, source } = part
  const format = mime === undefined ? undefined : audioFormat(mime)
  if (format === undefined && !writing.own) return writing.note("unsupported-media", part, "source")
  const data = source.kind === "base64" && kindOf(part) !== "url" ? source.data : linkOf(writing, part, writing.own)
  return { type: "input_audio", input_audio: { data, format } }
}

/** The kind of a picture that stands in `images`, beside the content. */
export const besideContent = "images"

/** A picture of an answer, as some vendors say it in `images` or in the content; undefined where an item is none. */
export const decodePicture = ({ image_url: link }: JsonObject, at: JsonPointer): MediaPart | undefined => {
  const url = isObject(link) ? link["url"] : link
  if (typeof url !== "string" || url === "") return undefined
  const data = readDataUrl(url)
  const picture = { type: "media", media: "image", at } as const
  if (data === undefined) return { ...picture, source: { kind: "url", url } }
  const typed = data.mime === "" ? picture : { ...picture, mime: data.mime }
  return { ...typed, source: { kind: "base64", data: data.data } }
}

/** A medium whose bytes or address are there. */
interface Picture extends MediaPart {
  readonly source: Extract<MediaPart["source"], { readonly kind: "base64" | "url" }>
}

/** Whether a medium is a picture that anybody can see, and not its vendor alone. */
export const isPicture = (part: MediaPart): part is Picture =>
  part.media === "image" && (part.source.kind === "base64" || part.source.kind === "url")

/** A picture as an item of `images`; undefined where it is none. */
export const encodePicture = (part: MediaPart): JsonTemplate => {
  if (!isPicture(part)) return undefined
  const { mime = "", source } = part
  return {
    type: "image_url",
    image_url: { url: source.kind === "url" ? source.url : JsonText.string(dataUrl(mime, source.data)) }
  }
}
