import type { MediaPart, Part, SearchResultPart, TextPart } from "../../../words/chat/chat.ts"
import type { Tree } from "../../../words/json/json.ts"
import type { Node } from "../../../words/chat/node.ts"
import { nearestOf, placeOf } from "../../../words/notes/leftover.ts"
import { dataUrl, isBroken } from "../../../words/bytes/data-url.ts"
import { kindOf, ownNative, restore } from "../native.ts"
import type { Out } from "../../../words/out.ts"
import { id } from "../wire.ts"
import { audioFormat } from "./parts-decode.ts"
import type { Writing } from "./writing.ts"

/** Parts as `content`: a single plain text as a string, anything else as items. */
export const writeContent = (writing: Writing, parts: readonly Part[]): Tree => {
  const only = parts.length === 1 ? parts[0] : undefined
  if (only !== undefined && isPlain(only)) return only.text
  const items = parts.flatMap((part) => writePart(writing, part))
  return items.length === 0 ? "" : items
}

/** Whether a part is a text that says nothing besides itself. */
export const isPlain = (part: Part): part is TextPart =>
  part.type === "text" && part.native === undefined && part.cache === undefined && part.citations === undefined

/** A part as content of a user message; undefined where it has no place. Documents of parts become several. */
export const writePart = (writing: Writing, part: Part): readonly Tree[] => {
  switch (part.type) {
    case "text":
      return [writeText(writing, part)]
    case "refusal":
      return [restore({ type: "refusal", refusal: part.text }, part)]
    case "media":
      return writeMedia(writing, part)
    case "search-result":
      return [writeSearchResult(writing, part)]
    case "unknown":
      if (part.format === id) return [part.body]
      writing.note("unknown-part", part)
      return []
    default:
      writing.note("unknown-part", part)
      return []
  }
}

const writeText = (writing: Writing, part: Extract<Part, { type: "text" }>): Tree => {
  const out: Out = { type: "text", text: part.text }
  for (const citation of part.citations ?? []) writing.note("citations", citation.at ?? placeOf(part, "citations"))
  return finish(writing, out, part)
}

/** Adds the cache mark and what only this format can say. */
const finish = (writing: Writing, out: Out, part: Node): Tree => {
  if (part.cache !== undefined) {
    if (!writing.own && writing.target.cacheMarks === true)
      out["cache_control"] = { type: "ephemeral", ttl: part.cache.ttl }
    else if (!writing.own) noteCache(writing, part)
    else if (ownNative(part)?.consumed === undefined)
      out["prompt_cache_breakpoint"] = { mode: "explicit", ttl: part.cache.ttl }
  }
  if (part.native === undefined) return out
  writing.leftovers(part)
  return restore(out, part)
}

/** Notes a cache mark that cannot be said. */
export const noteCache = (writing: Writing, node: Node): void => {
  if (node.cache !== undefined) writing.note("cache-mark", nearestOf(node, "cache"))
}

const writeMedia = (writing: Writing, part: MediaPart): readonly Tree[] => {
  noteOptions(writing, part)
  const { source } = part
  if (source.kind === "ref") return writeRef(writing, part, source.ref.vendor, source.ref.id)
  if (source.kind === "base64" && !writing.own && isBroken(source.data)) writing.note("media-bytes", part, "source")
  if (source.kind === "text") return [writeTextDocument(writing, part, source.text)]
  if (source.kind === "parts") {
    writing.note("document-text", part)
    const head = [part.title, part.context].filter((it) => it !== undefined).join("\n")
    const inside = source.parts.flatMap((it) => writePart(writing, it))
    return head === "" ? inside : [{ type: "text", text: head }, ...inside]
  }
  switch (part.media) {
    case "image":
      return [writeImage(writing, part, urlOf(part))]
    case "audio":
      return writeAudio(writing, part)
    case "document":
      return [writeDocument(writing, part)]
    case "video":
      if (writing.own) return [finish(writing, { type: "video_url", video_url: { url: urlOf(part) } }, part)]
      writing.note("media-refused", part, "source")
      return []
  }
}

/** What may be said of a medium besides its bytes. */
const options = ["name", "title", "context", "cite", "detail", "clip", "transcript", "expires", "id"] as const

const noteOptions = (writing: Writing, part: MediaPart): void => {
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

const writeImage = (writing: Writing, part: MediaPart, url: string): Tree =>
  finish(writing, { type: "image_url", image_url: { url, detail: part.detail } }, part)

const writeRef = (writing: Writing, part: MediaPart, vendor: string, file: string): readonly Tree[] => {
  if (!writing.holds(vendor) || part.media === "video" || part.media === "audio") {
    writing.note("media-held", part, "source")
    return []
  }
  return [finish(writing, { type: "file", file: { file_id: file, filename: part.name } }, part)]
}

const writeTextDocument = (writing: Writing, part: MediaPart, text: string): Tree => {
  writing.note("document-text", part, "source")
  return finish(
    writing,
    { type: "text", text: [part.title, part.context, text].filter((it) => it !== undefined).join("\n") },
    part
  )
}

/** A document behind a URL is sent as bytes; where they are not there yet, its URL stands in and the need is said. */
const writeDocument = (writing: Writing, part: MediaPart): Tree => {
  const name = part.name ?? part.title ?? (ownNative(part) !== undefined || writing.own ? undefined : "document.pdf")
  if (part.name === undefined && part.title === undefined && name !== undefined) writing.note("document-name", part)
  return finish(writing, { type: "file", file: { file_data: bytesOf(writing, part), filename: name } }, part)
}

const bytesOf = (writing: Writing, part: MediaPart): string => {
  if (part.source.kind !== "url" || writing.own) return urlOf(part)
  const { url } = part.source
  const found = writing.target.media?.get(url)
  if (found !== undefined) return dataUrl(found.mime, found.base64)
  writing.needs.push({ url, path: placeOf(part, "source") })
  return url
}

const writeAudio = (writing: Writing, part: MediaPart): readonly Tree[] => {
  const format = part.mime === undefined ? undefined : audioFormat(part.mime)
  if (format === undefined && !writing.own) {
    writing.note("media-refused", part, "source")
    return []
  }
  const bytes = part.source.kind === "base64" && kindOf(part) !== "url" ? part.source.data : bytesOf(writing, part)
  return [finish(writing, { type: "input_audio", input_audio: { data: bytes, format } }, part)]
}

const writeSearchResult = (writing: Writing, part: SearchResultPart): Tree => {
  writing.note("search-result", part)
  const texts = part.parts.flatMap((it) => (it.type === "text" ? [it.text] : []))
  return finish(writing, { type: "text", text: [part.title, part.source, ...texts].join("\n") }, part)
}
