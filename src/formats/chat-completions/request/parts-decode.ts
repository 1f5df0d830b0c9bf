import type { MediaPart, Part, RefusalPart, TextPart } from "../../../words/chat.ts"
import { type JsonObject, JsonText } from "../../../words/json.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import { readUrl } from "../data-url.ts"
import type { Draft } from "../draft.ts"
import { inside, keep, type Member, needed, readNode, silent, type Table, table, take, text } from "../table.ts"
import { id, ownVendor } from "../wire.ts"
import { breakpoint, control } from "./cache-mark.ts"

/** The parts of a message's `content`: a string is one text; null and absence are none. */
export const readContent = (reader: Reader, object: JsonObject, at: Pointer): readonly Part[] => {
  const { content } = object
  if (content === undefined || content === null) return []
  if (typeof content === "string") return [{ type: "text", text: content, at: `${at}/content` }]
  const items = reader.objects(object, "content", at)
  if (items === undefined) return []
  return items.map(([item, place]) => readPart(reader, item, place))
}

const readPart = (reader: Reader, object: JsonObject, at: Pointer): Part => {
  const type = reader.required(object, "type", at, reader.string) ?? ""
  switch (type) {
    case "text": {
      const part: Draft<TextPart> = { type, text: "", at }
      take(textPart, reader, object, at, part)
      return part
    }
    case "refusal": {
      const part: Draft<RefusalPart> = { type, text: "", at, native: { format: id, kind: "part" } }
      take(refusalPart, reader, object, at, part)
      return part
    }
    case "image_url":
    case "video_url":
    case "input_audio":
    case "file": {
      const [media, members] = mediums[type]
      return readNode(members, reader, object, at, { type: "media", media, source: { kind: "text", text: "" } })
    }
    default:
      return { type: "unknown", format: id, kind: type, body: JsonText.of(object), at }
  }
}

const textPart = table<Draft<TextPart>>({
  type: silent,
  text: needed(text("text")),
  prompt_cache_breakpoint: breakpoint,
  cache_control: control
})

const refusalPart = table<Draft<RefusalPart>>({ type: silent, refusal: needed(text("text")) })

/** The bytes of a medium or their URL. */
const link: Member<Draft<MediaPart>> = {
  ...silent,
  says: [["source", ""]],
  read: (reader, object, key, at, node) => {
    const url = reader.string(object, key, at)
    if (url === undefined) return
    const { mime, source } = readUrl(url)
    node.source = source
    if (mime !== undefined) node.mime = mime
  }
}

/** The bytes of a sound; some vendors take its URL. */
const sound: Member<Draft<MediaPart>> = {
  ...link,
  read: (reader, object, key, at, node, path) => {
    const data = reader.string(object, key, at)
    if (data === undefined) return
    if (!/^(?:data|https?):/.test(data)) node.source = { kind: "base64", data }
    else {
      const { mime } = node
      link.read(reader, object, key, at, node, path)
      if (mime !== undefined) node.mime = mime
      node.native = { ...node.native, format: id, kind: "url" }
    }
  }
}

const soundFormat: Member<Draft<MediaPart>> = {
  ...silent,
  read: (reader, object, key, at, node) => {
    const format = reader.string(object, key, at)
    if (format !== undefined) node.mime = audioMime(format)
  }
}

/** A file that the vendor holds; one whose bytes are there as well keeps its id. */
const held: Member<Draft<MediaPart>> = {
  ...link,
  read: (reader, object, key, at, node, path) => {
    const file = reader.string(object, key, at)
    if (file === undefined) return
    if (typeof object["file_data"] === "string") keep(node, path, key, JsonText.of(file))
    else {
      node.source = { kind: "ref", ref: { vendor: ownVendor, kind: "file", id: file } }
      node.places = new Map(node.places).set("source", below(at, key))
    }
  }
}

const fileMembers = table<Draft<MediaPart>>({ file_id: held, file_data: link, filename: text("name") })

const file: Member<Draft<MediaPart>> = {
  ...inside(fileMembers),
  read: (reader, object, key, at, node, path) => {
    const body = reader.object(object, key, at)
    if (body === undefined) return
    take(fileMembers, reader, body, below(at, key), node, below(path, key))
    if (typeof (body["file_data"] ?? body["file_id"]) !== "string")
      reader.issue(below(at, key), "Either `file_data` or `file_id` is required.")
  }
}

/** An object with one member that matters, which may stand for the object. */
const mediumOf = (members: Table<Draft<MediaPart>>, bare: string): Member<Draft<MediaPart>> => {
  const whole = inside(members)
  return {
    ...whole,
    read: (reader, object, key, at, node, path) => {
      const said = object[key]
      if (typeof said !== "string") return whole.read(reader, object, key, at, node, path)
      node.places = new Map([["source", below(at, key)]])
      members.members.get(bare)?.read(reader, { [bare]: said }, bare, at, node, path)
    }
  }
}

const partOf = (type: string, member: Member<Draft<MediaPart>>): Table<Draft<MediaPart>> =>
  table({ type: silent, [type]: needed(member), prompt_cache_breakpoint: breakpoint, cache_control: control })

/** The media that parts of each type hold. */
const mediums = {
  image_url: ["image", partOf("image_url", mediumOf(table({ url: needed(link), detail: text("detail") }), "url"))],
  video_url: ["video", partOf("video_url", mediumOf(table({ url: needed(link) }), "url"))],
  input_audio: ["audio", partOf("input_audio", mediumOf(table({ data: needed(sound), format: soundFormat }), "data"))],
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
