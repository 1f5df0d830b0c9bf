import { isBrokenBase64, isDataUrl, registeredMimeType } from "../../core/bytes.ts"
import type { VendorId, ContentPart, MediaPart } from "../../core/chat/node.ts"
import { aboutDocument, neededBytes } from "../../core/chat/codec.ts"
import { type JsonObjectBuilder, type MutableDraft, setDefined, JsonText } from "../../core/json/json.ts"
import type { NoteSink } from "../../core/notes/note.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { type EncodeContext, note, noteField, noteLeftovers, type PartDecoder } from "./context.ts"
import { signedPart, textToBase64 } from "./opaque.ts"
import type { RuleKey } from "./rules.ts"

type MediaKind = MediaPart["media"]

/** The types of what a URL names, by the end of its path, where nothing else says them. */
const kindsByEnd: readonly (readonly [RegExp, MediaKind])[] = [
  [/\.(?:png|jpe?g|gif|webp|heic|heif|bmp)$/i, "image"],
  [/\.(?:wav|mp3|aiff|aac|ogg|flac|m4a)$/i, "audio"],
  [/\.(?:mp4|mpe?g|mov|avi|webm|wmv|3gpp)$/i, "video"],
  [/^https?:\/\/(?:www\.|m\.)?(?:youtube\.com|youtu\.be)\//i, "video"]
]

/** What kind of medium a type or, without one, a URL says. */
const mediaKind = (mime: string | undefined, url = ""): MediaKind => {
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
const vendorFile = /^(?:gs:|https:\/\/generativelanguage\.googleapis\.com\/)|^(?!https?:)/i

/** What a file's URI names: a file that the vendor keeps, or anyone's. */
export const mediaSource = (uri: string, vendor: VendorId): MediaPart["source"] =>
  vendorFile.test(uri) ? { kind: "ref", ref: { vendor, kind: "file", id: uri } } : { kind: "url", url: uri }

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
  if (answer && members.boolean("thought") === true) part.thought = true
  decodeClip(members, part)
  return part
}

const bytesIn = (data: ObjectReader): MediaPart["source"] | undefined => {
  const base64 = data.needed("data")
  return base64 === undefined ? undefined : { kind: "base64", data: base64 }
}

const fileIn = (data: ObjectReader, vendor: VendorId): MediaPart["source"] | undefined => {
  const uri = data.needed("fileUri")
  return uri === undefined ? undefined : mediaSource(uri, vendor)
}

const decodeClip = (members: ObjectReader, part: MutableDraft<MediaPart>): void => {
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

/**
 * A part as those that are sent of it: a document of parts as what it holds, and before any document a text of what is
 * said of it.
 */
export const unfolded = (to: EncodeContext, part: ContentPart): readonly ContentPart[] => {
  if (!isMedia(part)) return [part]
  const { title, context, ...medium } = part
  const { source } = medium
  const about = aboutDocument({ title, context })
  if (source.kind === "parts") {
    note(to, "media-form/parts", part.at)
    noteLeftovers(to, part)
  } else if (about === "") return [part]
  else note(to, "part-text/about", part.at)
  const inside = source.kind === "parts" ? source.parts.flatMap((it) => unfolded(to, it)) : [medium]
  return about === "" ? inside : [{ type: "text", text: about }, ...inside]
}

/**
 * A medium, its bytes or where they are; undefined where it cannot be sent, which leaves a note. One inside a result has
 * no settings there.
 *
 * @see `FunctionResponsePart` of `@google/genai` (read 2026-11)
 * @see https://googleapis.github.io/kotlin-genai/google-genai-kotlin/com.google.genai.kotlin.types/-function-response-part/
 */
export const encodeMedia = (to: EncodeContext, part: MediaPart, inResult: boolean): JsonObjectBuilder | undefined => {
  const out = encodeMediaSource(to, part)
  if (out !== undefined && !to.own) {
    if (inResult || to.target.mediaDetail === false)
      dropSetting(to, part, out, "detail", inResult ? "media-detail/result" : "media-detail/model")
    if (inResult) dropSetting(to, part, out, "clip", "media-detail/result")
  }
  return out && signedPart(to, out, part)
}

/** The members that say settings of a medium. */
const settingMembers = { detail: "mediaResolution", clip: "videoMetadata" } as const

const dropSetting = (
  to: EncodeContext,
  part: MediaPart,
  out: JsonObjectBuilder,
  field: "detail" | "clip",
  rule: RuleKey
): void => {
  if (out[settingMembers[field]] === undefined) return
  noteField(to, rule, part, field)
  delete out[settingMembers[field]]
}

const encodeMediaSource = (to: EncodeContext, part: MediaPart): JsonObjectBuilder | undefined => {
  const { source } = part
  switch (source.kind) {
    case "base64":
      if (!to.own && isBrokenBase64(source.data)) noteField(to, "media-bytes", part, "source")
      return encodeInlineData(to, part, to.own, source.data)
    case "text":
      note(to, "media-form/text", part.at)
      return encodeInlineData(to, part, to.own, textToBase64(source.text), part.mime ?? "text/plain")
    case "url":
      if (!to.own && isDataUrl(source.url)) noteField(to, "media-bytes", part, "source")
      return encodeUrl(to, part, source.url)
    case "ref":
      return source.ref.vendor === to.vendor && source.ref.kind === "file"
        ? encodeFileData(to, part, source.ref.id)
        : void noteField(to, "held-elsewhere", part, "source")
    case "parts":
      return undefined
  }
}

/** What a URL names: its bytes where they were given, else the URL. */
const encodeUrl = (to: EncodeContext, part: MediaPart, url: string): JsonObjectBuilder => {
  const given = neededBytes(to, part)
  return given === undefined
    ? encodeFileData(to, part, url)
    : encodeInlineData(to, part, to.own, given.base64, given.mime)
}

const defaultTypes: Readonly<Record<MediaPart["media"], string>> = {
  image: "image/png",
  audio: "audio/wav",
  video: "video/mp4",
  document: "application/pdf"
}

/** Media as bytes. The vendor's API takes no file name: only its own client's are written. */
export const encodeInlineData = (
  to: NoteSink,
  part: MediaPart,
  own: boolean,
  data: string,
  mime = part.mime
): JsonObjectBuilder => {
  const guessed = mime === undefined && !own
  if (guessed) noteField(to, "required-member", part, "mime")
  const mimeType = guessed ? defaultTypes[part.media] : mime && registeredMimeType(mime)
  const displayName = own ? part.name : undefined
  return encodeDetails(
    to,
    part,
    own,
    { inlineData: { mimeType, data: JsonText.string(data), displayName }, thought: part.thought },
    mediaKind(mimeType)
  )
}

/** Media at a URI. */
const encodeFileData = (to: EncodeContext, part: MediaPart, fileUri: string): JsonObjectBuilder => {
  const { mime: mimeType, name } = part
  const fileData = { mimeType, fileUri, displayName: to.own ? name : undefined }
  return encodeDetails(to, part, to.own, { fileData }, mediaKind(mimeType, fileUri))
}

/** What this format cannot say of media. */
const unsaidFields = ["cite", "expires", "id"] as const

/** Adds what else is said of a medium, whose kind the vendor will take from its type or its URL as `kind`. */
const encodeDetails = (
  to: NoteSink,
  part: MediaPart,
  own: boolean,
  out: JsonObjectBuilder,
  kind: MediaKind
): JsonObjectBuilder => {
  if (kind !== part.media) noteField(to, "media-form", part, "media")
  if (part.name !== undefined && !own) noteField(to, "media-detail", part, "name")
  for (const field of unsaidFields)
    if (part[field] !== undefined) noteField(to, field === "cite" ? "unsupported" : "media-detail", part, field)
  if (part.transcript !== undefined) noteField(to, "unsupported", part, "transcript")
  if (part.detail !== undefined) {
    const level = [...details].find(([, detail]) => detail === part.detail)?.[0]
    if (level === undefined) noteField(to, "media-detail", part, "detail")
    else out["mediaResolution"] = { level }
  }
  if (part.clip !== undefined) {
    out["videoMetadata"] = { startOffset: part.clip.start, endOffset: part.clip.end, fps: part.clip.fps }
  }
  return out
}
