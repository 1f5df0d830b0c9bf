import type { ContentPart, MediaPart, RefusalPart, SearchResultPart, TextPart } from "../../core/chat/chat.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import { aboutDocument, lifeOf } from "../../core/chat/codec.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  isArray,
  isJsonObjectBuilder,
  isObject,
  type JsonTemplate,
  JsonText
} from "../../core/json/json.ts"
import { childPointer } from "../../core/json/pointer.ts"
import { nearestOf, placeOf } from "../../core/notes/note.ts"
import { isPlainText } from "../../core/reading/issue-reader.ts"
import { memberTable, neededMember, readPiece, silentMember, textMember } from "../../core/reading/member-table.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { cacheBreakpoint } from "../openai/caching.ts"
import { aboutFile, behind } from "../openai/media.ts"
import { asSaid, type EncodeContext, restoreOwn, cacheControl } from "./context.ts"
import { decodeMedia, encodeMedia, isMediumType, noteMediaDetails } from "./media.ts"
import { id, ownVendor } from "./wire.ts"

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
    else parts.push(decodePart(new ObjectReader(from.reader, item, path, asSaid)))
  }
  return parts
}

const decodePart = (from: ObjectReader): ContentPart => {
  const { at } = from
  const type = from.needed("type") ?? ""
  if (isMediumType(type)) return decodeMedia(from, type)
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
    default:
      return { type: "unknown", format: id, kind: type, body: JsonText.of(from.object), at }
  }
}

/** The members of a text. */
export const textPart = memberTable<MutableDraft<TextPart>>({
  type: silentMember,
  text: neededMember(textMember("text")),
  prompt_cache_breakpoint: cacheBreakpoint,
  cache_control: cacheControl
})

/** The members of a refusal. */
export const refusalPart = memberTable<MutableDraft<RefusalPart>>({
  type: silentMember,
  refusal: neededMember(textMember("text"))
})

/** Parts as `content`: a single plain text as a string, several as one where few vendors take a list, anything else as items. */
export const encodeParts = (writing: EncodeContext, parts: readonly ContentPart[]): JsonTemplate => {
  const only = parts.length === 1 ? parts[0] : undefined
  if (only !== undefined && isBareText(only)) return only.text
  const items = parts.flatMap((part) => encodePart(writing, part))
  const isList = writing.own || (items.length > 1 && writing.holds(ownVendor))
  if (!isList && items.length > 0) return plainTexts(items)?.join("") ?? items
  return items.length === 0 ? "" : items
}

/** The texts of items that say no more; undefined where one does. */
const plainTexts = (items: readonly JsonTemplate[]): readonly string[] | undefined => {
  const texts = items.flatMap((item) =>
    isJsonObjectBuilder(item) && item["type"] === "text" && typeof item["text"] === "string" && isPlain(item)
      ? [item["text"]]
      : []
  )
  return texts.length === items.length ? texts : undefined
}

const isPlain = (item: JsonObjectBuilder): boolean =>
  Object.keys(item).every((key) => key === "type" || key === "text" || item[key] === undefined)

/** Whether a part is a text that says nothing besides itself. */
export const isBareText = (part: ContentPart): part is TextPart =>
  part.type === "text" && part.native === undefined && part.cache === undefined && part.citations === undefined

/** A part as content of a user message; undefined where it has no place. Documents of parts become several. */
export const encodePart = (writing: EncodeContext, part: ContentPart): readonly JsonTemplate[] => {
  switch (part.type) {
    case "text":
      return [encodeText(writing, part)]
    case "refusal":
      return [restoreOwn({ type: "refusal", refusal: part.text }, part)]
    case "media":
      return encodeMediaParts(writing, part)
    case "search-result":
      return [encodeSearchResult(writing, part)]
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

const encodeText = (writing: EncodeContext, part: Extract<ContentPart, { type: "text" }>): JsonTemplate => {
  const out: JsonObjectBuilder = { type: "text", text: part.text }
  for (const citation of part.citations ?? []) writing.note("citation", citation.at ?? placeOf(part, "citations"))
  return finishPart(writing, out, part)
}

/** Adds the cache mark and what only this format can say. */
const finishPart = (writing: EncodeContext, out: JsonObjectBuilder, part: ChatNode): JsonTemplate => {
  if (part.cache !== undefined) {
    if (!writing.own && writing.target.cacheMarks === true)
      out["cache_control"] = { type: "ephemeral", ttl: lifeOf(part.cache, writing.request) }
    else if (part.cache.mode !== undefined && (writing.own || writing.holds(ownVendor)))
      out["prompt_cache_breakpoint"] = { ...part.cache }
    else noteCache(writing, part)
  }
  if (part.native === undefined) return out
  writing.leftovers(part)
  return restoreOwn(out, part)
}

/** Notes a cache mark that cannot be said; an own one is kept as it was. */
export const noteCache = (writing: EncodeContext, node: ChatNode): void => {
  if (!writing.own && node.cache !== undefined) writing.note("cache-mark", nearestOf(node, "cache"))
}

/** A medium as an item, a document of parts as what it holds: either behind what is said of it. */
const encodeMediaParts = (writing: EncodeContext, part: MediaPart): readonly JsonTemplate[] => {
  const { source, name } = part
  noteMediaDetails(writing, part)
  if (source.kind === "parts") {
    writing.note("part-text", part)
    const inside = source.parts.flatMap((it) => encodePart(writing, it))
    return behind("text", aboutDocument(part), inside)
  }
  const out = encodeMedia(writing, part, source)
  if (out === undefined) return []
  const about = source.kind === "text" ? "" : aboutFile(part, name === undefined && source.kind !== "ref")
  if (about !== "") writing.note("part-text/about", part)
  return behind("text", about, [finishPart(writing, out, part)])
}

const encodeSearchResult = (writing: EncodeContext, part: SearchResultPart): JsonTemplate => {
  writing.note("part-text", part)
  const texts = part.parts.flatMap((it) => (it.type === "text" ? [it.text] : []))
  return finishPart(writing, { type: "text", text: [part.title, part.source, ...texts].join("\n") }, part)
}
