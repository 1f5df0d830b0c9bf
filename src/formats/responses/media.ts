import type { MediaPart } from "../../core/chat/chat.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import { isBrokenBase64, isDataUrl } from "../../core/bytes.ts"
import type { JsonObjectBuilder, MutableDraft } from "../../core/json/json.ts"
import {
  keptTextMember,
  memberTable,
  type MemberTable,
  neededMember,
  nestedMember,
  readNode,
  silentMember,
  textMember,
  type WireMember
} from "../../core/reading/member-table.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { cacheBreakpoint } from "../openai/caching.ts"
import { linkMember, linkOf } from "../openai/media.ts"
import { type EncodeContext, kindOf } from "./context.ts"
import { note } from "./rules.ts"
import { id, ownVendor } from "./wire.ts"

type Medium = MutableDraft<MediaPart>

/** The bytes of a file: in a data URL, or bare. */
const fileData: WireMember<Medium> = {
  ...linkMember,
  read: (from, key, node) => {
    const data = from.object[key]
    if (typeof data !== "string" || isDataUrl(data)) return linkMember.read(from, key, node)
    from.skip(key)
    node.source = { kind: "base64", data }
    node.mime = "application/pdf"
    node.native = { ...node.native, format: id, kind: "bare" }
  }
}

/** A file that the vendor holds. */
const uploadedFile: WireMember<Medium> = {
  ...linkMember,
  read: (from, key, node) => {
    const file = from.string(key)
    if (file !== undefined) node.source = { kind: "ref", ref: { vendor: ownVendor, kind: "file", id: file } }
  }
}

/** A source that counts where none was said before it, and says where it stands; another is for its own vendor alone. */
const ifFirst = (member: WireMember<Medium>): WireMember<Medium> => ({
  ...member,
  read: (from, key, node) => {
    if (node.source.kind !== "text") return
    const empty = node.source
    member.read(from, key, node)
    if (node.source !== empty) node.places = new Map(node.places).set("source", `/${key}`)
  }
})

const image: MemberTable<Medium> = memberTable({
  type: silentMember,
  image_url: ifFirst(linkMember),
  file_id: ifFirst(uploadedFile),
  detail: textMember("detail"),
  prompt_cache_breakpoint: cacheBreakpoint
})

const file: MemberTable<Medium> = memberTable({
  type: silentMember,
  file_data: ifFirst(fileData),
  file_url: ifFirst(linkMember),
  file_id: ifFirst(uploadedFile),
  filename: textMember("name"),
  prompt_cache_breakpoint: cacheBreakpoint
})

/** The MIME type of an audio format, and the other way round. */
const audioMime = (format: string): string => (format === "mp3" ? "audio/mpeg" : `audio/${format}`)

const audioFormats: ReadonlyMap<string, string> = new Map([
  ["audio/mpeg", "mp3"],
  ["audio/x-wav", "wav"],
  ["audio/wave", "wav"]
])

const sound = keptTextMember<Medium>((node, data) => {
  node.source = { kind: "base64", data }
}, "source")

const soundFormat = keptTextMember<Medium>((node, format) => {
  node.mime = audioMime(format)
}, "mime")

const audio: MemberTable<Medium> = memberTable({
  type: silentMember,
  input_audio: neededMember(
    nestedMember(memberTable<Medium>({ data: neededMember(sound), format: neededMember(soundFormat) }))
  ),
  prompt_cache_breakpoint: cacheBreakpoint
})

/** The media that parts of each type hold, and the members of those. */
export const mediums = {
  input_image: ["image", image],
  input_file: ["document", file],
  input_audio: ["audio", audio]
} as const

/** Whether a part's type is a medium. */
export const isMediumType = (type: string): type is keyof typeof mediums => Object.hasOwn(mediums, type)

/** A medium of a message. */
export const decodeMedia = (type: keyof typeof mediums, from: ObjectReader): MediaPart => {
  const [media, members] = mediums[type]
  const part = readNode<Medium>(members, from, { type: "media", media, source: { kind: "text", text: "" } })
  if (part.source.kind === "text")
    from.reader.issue(from.at, type === "input_image" ? "`image_url` or `file_id` is required." : wantsFile)
  return part
}

const wantsFile = "`file_data`, `file_url` or `file_id` is required."

/** What may be said of a medium besides its bytes. */
const options = ["name", "title", "context", "cite", "detail", "clip", "transcript", "expires", "id"] as const

const noteOptions = (to: EncodeContext, part: MediaPart, ...written: readonly (typeof options)[number][]): void => {
  for (const field of options)
    if (part[field] !== undefined && !written.includes(field))
      note(to, field === "cite" ? "unsupported" : "media-detail", part, field)
}

/** A medium as a part of a message; undefined where it has no place, with a note. */
export const encodeMedia = (to: EncodeContext, part: MediaPart): JsonObjectBuilder | undefined => {
  const { source, media } = part
  if (source.kind === "base64" && !to.own && isBrokenBase64(source.data)) note(to, "media-bytes", part, "source")
  if (source.kind === "ref" && (source.ref.vendor !== to.vendor || source.ref.kind !== "file"))
    return refused(to, "held-elsewhere", part)
  switch (media) {
    case "image":
      noteOptions(to, part, "detail")
      return { type: "input_image", ...imageSource(to, part), detail: part.detail }
    case "document":
      noteOptions(to, part, "title", "context", "name")
      return { type: "input_file", ...fileSource(to, part) }
    case "audio":
      return to.own ? encodeAudio(to, part) : refused(to, "unsupported-media", part)
    case "video":
      return refused(to, "unsupported-media", part)
  }
}

const refused = (to: EncodeContext, rule: "held-elsewhere" | "unsupported-media", part: ChatNode): undefined => {
  note(to, rule, part, "source")
}

const imageSource = (to: EncodeContext, part: MediaPart): JsonObjectBuilder =>
  part.source.kind === "ref" ? { file_id: part.source.ref.id } : { image_url: linkOf(to, part) }

const fileSource = (to: EncodeContext, part: MediaPart): JsonObjectBuilder => {
  const { source, name = part.title } = part
  if (source.kind === "ref") return { file_id: source.ref.id, filename: part.name }
  if (source.kind === "base64" && kindOf(part) === "bare") return { filename: part.name, file_data: source.data }
  const address = linkOf(to, part)
  if (!isDataUrl(address)) return { file_url: address, filename: part.name }
  if (name === undefined && !to.own) note(to, "required-member", part)
  const made = to.own ? undefined : `document.${extensionOf(part.mime ?? "application/pdf")}`
  return { filename: name ?? made, file_data: address }
}

const extensionOf = (mime: string): string => mime.replace(/^.*[/]/, "").replace("plain", "txt")

const encodeAudio = (to: EncodeContext, part: MediaPart): JsonObjectBuilder | undefined => {
  const { source, mime = "" } = part
  const format = audioFormats.get(mime) ?? (mime.startsWith("audio/") ? mime.slice("audio/".length) : undefined)
  noteOptions(to, part)
  if (source.kind !== "base64" || format === undefined) return refused(to, "unsupported-media", part)
  return { type: "input_audio", input_audio: { data: source.data, format } }
}
