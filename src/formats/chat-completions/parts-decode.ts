import type { MediaPart, ContentPart, RefusalPart, TextPart } from "../../core/chat/chat.ts"
import type { MutableDraft } from "../../core/json/builder.ts"
import { isArray, isObject, JsonText } from "../../core/json/json.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { isPlainText } from "../../core/reading/member-checks.ts"
import { childPointer } from "../../core/json/pointer.ts"
import {
  nestedMember,
  type WireMember,
  neededMember,
  readNode,
  readPiece,
  readMember,
  keptTextMember,
  silentMember,
  type MemberTable,
  memberTable,
  takeMembers,
  textMember
} from "../../core/reading/member-table.ts"
import { readDataUrl } from "../../core/bytes/base64.ts"
import { asSaid } from "./context.ts"
import { id, ownVendor } from "./wire.ts"
import { cacheBreakpoint, cacheControl } from "./cache.ts"

/** The parts of a message's `content`: a string is one text; null and absence are none. */
export const decodeParts = (from: ObjectReader): ContentPart[] => {
  const content = from.value("content")
  const at = from.below("content")
  if (content === undefined) return []
  if (typeof content === "string") return [{ type: "text", text: content, at }]
  const parts: ContentPart[] = []
  if (!isArray(content)) {
    from.reader.issue(at, "`content` must be a string or an array of parts.")
    return parts
  }
  for (let index = 0; index < content.length; index++) {
    const item = content[index]
    const path = childPointer(at, index)
    if (!isObject(item)) from.reader.issue(path, "This item must be an object.")
    else if (isPlainText(item)) parts.push({ type: "text", text: item["text"], at: path })
    else parts.push(readPart(new ObjectReader(from.reader, item, path, asSaid)))
  }
  return parts
}

const readPart = (from: ObjectReader): ContentPart => {
  const { at } = from
  const type = from.needed("type") ?? ""
  switch (type) {
    case "text":
      return readPiece<MutableDraft<TextPart>>(textPart, from, { type, text: "", at })
    case "refusal":
      return readPiece<MutableDraft<RefusalPart>>(refusalPart, from, {
        type,
        text: "",
        at,
        native: { format: id, kind: "part" }
      })
    case "image_url":
    case "video_url":
    case "document_url":
    case "input_audio":
    case "file": {
      const [media, members] = mediums[type]
      return readNode(members, from, { type: "media", media, source: { kind: "text", text: "" } })
    }
    default:
      return { type: "unknown", format: id, kind: type, body: JsonText.of(from.object), at }
  }
}

const textPart = memberTable<MutableDraft<TextPart>>({
  type: silentMember,
  text: neededMember(textMember("text")),
  prompt_cache_breakpoint: cacheBreakpoint,
  cache_control: cacheControl
})

const refusalPart = memberTable<MutableDraft<RefusalPart>>({
  type: silentMember,
  refusal: neededMember(textMember("text"))
})

const noData = /^data:[^,]*,$/

/** The bytes of a medium or their URL. */
const link = readMember<MutableDraft<MediaPart>>(
  (from, key, node) => {
    const url = from.string(key)
    if (url === undefined) return
    if (noData.test(url)) from.reader.issue(from.below(key), "The data URL holds no data.")
    const data = readDataUrl(url)
    node.source = data === undefined ? { kind: "url", url } : { kind: "base64", data: data.data }
    if (data !== undefined && data.mime !== "") node.mime = data.mime
  },
  [["source", ""]]
)

/** The bytes of a sound; some vendors take its URL. */
const sound: WireMember<MutableDraft<MediaPart>> = {
  ...link,
  read: (from, key, node) => {
    const data = from.string(key)
    if (data === undefined) return
    if (!/^(?:data|https?):/.test(data)) node.source = { kind: "base64", data }
    else {
      link.read(from, key, node)
      node.native = { ...node.native, format: id, kind: "url" }
    }
  }
}

const soundFormat = keptTextMember<MutableDraft<MediaPart>>((node, format) => {
  node.mime = audioMime(format)
})

/** A file that the vendor holds; one whose bytes are there as well keeps its id. */
const held: WireMember<MutableDraft<MediaPart>> = {
  ...link,
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
  file_id: held,
  file_data: link,
  filename: textMember("name")
})

const file = readMember<MutableDraft<MediaPart>>((from, key, node) => {
  const body = from.inside(key)
  if (body === undefined) return
  takeMembers(fileMembers, body, node)
  if (typeof (body.object["file_data"] ?? body.object["file_id"]) !== "string")
    from.reader.issue(body.at, "Either `file_data` or `file_id` is required.")
}, fileMembers.says)

/** An object with one member that matters, `bare`, which may stand for the object. */
const mediumOf = (
  bare: string,
  members: Readonly<Record<string, WireMember<MutableDraft<MediaPart>>>>
): WireMember<MutableDraft<MediaPart>> => {
  const { read, says } = nestedMember(memberTable(members))
  return readMember((from, key, node) => {
    if (typeof from.object[key] !== "string") return read(from, key, node)
    node.places = new Map([["source", `/${key}`]])
    members[bare]?.read(from, key, node)
  }, says)
}

const partOf = (type: string, member: WireMember<MutableDraft<MediaPart>>): MemberTable<MutableDraft<MediaPart>> =>
  memberTable({
    type: silentMember,
    [type]: neededMember(member),
    prompt_cache_breakpoint: cacheBreakpoint,
    cache_control: cacheControl
  })

/** The media that parts of each type hold. */
const mediums = {
  image_url: ["image", partOf("image_url", mediumOf("url", { url: neededMember(link), detail: textMember("detail") }))],
  video_url: ["video", partOf("video_url", mediumOf("url", { url: neededMember(link) }))],
  document_url: ["document", partOf("document_url", mediumOf("url", { url: neededMember(link) }))],
  input_audio: ["audio", partOf("input_audio", mediumOf("data", { data: neededMember(sound), format: soundFormat }))],
  file: ["document", partOf("file", file)]
} as const

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
