import type { MediaPart, ContentPart, SearchResultPart, TextPart } from "../../core/chat/chat.ts"
import type { JsonTemplate } from "../../core/json/json.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import { nearestOf, placeOf } from "../../core/notes/note-writer.ts"
import { dataUrl, isBrokenBase64 } from "../../core/bytes/base64.ts"
import { kindOf, ownNative, restoreOwn, type EncodeContext } from "./context.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import { id } from "./wire.ts"
import { audioFormat } from "./parts-decode.ts"

/** Parts as `content`: a single plain text as a string, anything else as items. */
export const encodeParts = (writing: EncodeContext, parts: readonly ContentPart[]): JsonTemplate => {
  const only = parts.length === 1 ? parts[0] : undefined
  if (only !== undefined && isPlainText(only)) return only.text
  const items = parts.flatMap((part) => encodePart(writing, part))
  return items.length === 0 ? "" : items
}

/** Whether a part is a text that says nothing besides itself. */
export const isPlainText = (part: ContentPart): part is TextPart =>
  part.type === "text" && part.native === undefined && part.cache === undefined && part.citations === undefined

/** A part as content of a user message; undefined where it has no place. Documents of parts become several. */
export const encodePart = (writing: EncodeContext, part: ContentPart): readonly JsonTemplate[] => {
  switch (part.type) {
    case "text":
      return [writeText(writing, part)]
    case "refusal":
      return [restoreOwn({ type: "refusal", refusal: part.text }, part)]
    case "media":
      return writeMedia(writing, part)
    case "search-result":
      return [writeSearchResult(writing, part)]
    default:
      if (part.type === "unknown" && part.format === id) return [part.body]
      if (part.type === "unknown" && part.words !== undefined) return encodePart(writing, partInWords(writing, part))
      writing.note("unknown-part", part)
      return []
  }
}

/** A part of another format as the text that stands for it; any other as it is. */
export const partInWords = <P extends ContentPart>(writing: EncodeContext, part: P): P | TextPart => {
  if (part.type !== "unknown" || part.format === id || part.words === undefined) return part
  writing.note("part-text", part)
  return { type: "text", text: part.words }
}

const writeText = (writing: EncodeContext, part: Extract<ContentPart, { type: "text" }>): JsonTemplate => {
  const out: JsonObjectBuilder = { type: "text", text: part.text }
  for (const citation of part.citations ?? []) writing.note("citation", citation.at ?? placeOf(part, "citations"))
  return finish(writing, out, part)
}

/** Adds the cache mark and what only this format can say. */
const finish = (writing: EncodeContext, out: JsonObjectBuilder, part: ChatNode): JsonTemplate => {
  if (part.cache !== undefined) {
    if (!writing.own && writing.target.cacheMarks === true)
      out["cache_control"] = { type: "ephemeral", ttl: part.cache.ttl }
    else if (!writing.own) noteCache(writing, part)
    else if (ownNative(part)?.consumed === undefined)
      out["prompt_cache_breakpoint"] = { mode: "explicit", ttl: part.cache.ttl }
  }
  if (part.native === undefined) return out
  writing.leftovers(part)
  return restoreOwn(out, part)
}

/** Notes a cache mark that cannot be said. */
export const noteCache = (writing: EncodeContext, node: ChatNode): void => {
  if (node.cache !== undefined) writing.note("cache-mark", nearestOf(node, "cache"))
}

const writeMedia = (writing: EncodeContext, part: MediaPart): readonly JsonTemplate[] => {
  const { source, title, context } = part
  noteOptions(writing, part)
  if (source.kind === "parts") {
    writing.note("part-text", part)
    const head = lines(title, context)
    const inside = source.parts.flatMap((it) => encodePart(writing, it))
    return head === "" ? inside : [{ type: "text", text: head }, ...inside]
  }
  const out = mediumOut(writing, part, source)
  return out === undefined ? [] : [finish(writing, out, part)]
}

const lines = (...texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined).join("\n")

/** The item that a medium becomes; undefined where it has no place. */
const mediumOut = (
  writing: EncodeContext,
  part: MediaPart,
  source: Exclude<MediaPart["source"], { kind: "parts" }>
): JsonObjectBuilder | undefined => {
  const { media, name, detail } = part
  if (source.kind === "text") {
    writing.note("part-text", part, "source")
    return { type: "text", text: lines(part.title, part.context, source.text) }
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
      return { type: "image_url", image_url: { url: urlOf(part), detail } }
    case "audio":
      return audioOut(writing, part)
    case "document":
      return { type: "file", file: { file_data: bytesOf(writing, part), filename: nameOf(writing, part) } }
    case "video":
      if (!writing.own) return writing.note("unsupported-media", part, "source")
      return { type: "video_url", video_url: { url: urlOf(part) } }
  }
}

/** What may be said of a medium besides its bytes. */
const options = ["name", "title", "context", "cite", "detail", "clip", "transcript", "expires", "id"] as const

const noteOptions = (writing: EncodeContext, part: MediaPart): void => {
  const said = saidOf(part)
  for (const field of options)
    if (part[field] !== undefined && !said.includes(field)) writing.note("media-detail", part, field)
  if (part.source.kind === "url" && part.mime !== undefined) writing.note("media-detail", part, "mime")
}

/** What the item that a medium becomes says of it. */
const saidOf = ({ media, source, name }: MediaPart): readonly (typeof options)[number][] => {
  if (source.kind === "text" || source.kind === "parts") return ["title", "context"]
  if (source.kind === "ref") return ["name"]
  if (media === "document") return name === undefined ? ["title"] : ["name"]
  return media === "image" ? ["detail"] : []
}

const urlOf = ({ source, mime }: MediaPart): string =>
  source.kind === "base64" ? dataUrl(mime ?? "", source.data) : source.kind === "url" ? source.url : ""

/** The name of a document; one is made where it has none. */
const nameOf = (writing: EncodeContext, part: MediaPart): string | undefined => {
  const name = part.name ?? part.title
  if (name !== undefined || writing.own || ownNative(part) !== undefined) return name
  writing.note("required-member", part)
  return `document.${(part.mime ?? "application/pdf").replace(/^.*[/]/, "").replace("plain", "txt")}`
}

/** The bytes of a document. Where they are behind a URL and not there yet, it stands in and the need is said. */
const bytesOf = (writing: EncodeContext, part: MediaPart): string => {
  if (part.source.kind !== "url" || writing.own) return urlOf(part)
  const { url } = part.source
  const found = writing.target.media?.get(url)
  if (found !== undefined) return dataUrl(found.mime, found.base64)
  writing.needs.push({ url, path: placeOf(part, "source") })
  return url
}

const audioOut = (writing: EncodeContext, part: MediaPart): JsonObjectBuilder | undefined => {
  const { mime, source } = part
  const format = mime === undefined ? undefined : audioFormat(mime)
  if (format === undefined && !writing.own) return writing.note("unsupported-media", part, "source")
  const data = source.kind === "base64" && kindOf(part) !== "url" ? source.data : bytesOf(writing, part)
  return { type: "input_audio", input_audio: { data, format } }
}

const writeSearchResult = (writing: EncodeContext, part: SearchResultPart): JsonTemplate => {
  writing.note("part-text", part)
  const texts = part.parts.flatMap((it) => (it.type === "text" ? [it.text] : []))
  return finish(writing, { type: "text", text: [part.title, part.source, ...texts].join("\n") }, part)
}
