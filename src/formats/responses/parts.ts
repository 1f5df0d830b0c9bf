import type { ContentPart, RefusalPart, SearchResultPart, TextPart } from "../../core/chat/chat.ts"
import { aboutDocument } from "../../core/chat/codec.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import { appendAll } from "../../core/collections.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  isArray,
  isJsonObjectBuilder,
  isObject,
  type Json,
  type JsonObject,
  type JsonTemplate,
  JsonText
} from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { nearestOf, placeOf } from "../../core/notes/note.ts"
import {
  memberTable,
  neededMember,
  readMember,
  readPiece,
  silentMember,
  takePiece,
  textMember,
  type WireMember
} from "../../core/reading/member-table.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { cacheBreakpoint } from "../openai/caching.ts"
import { aboutFile, behind } from "../openai/media.ts"
import { decodeCitations, encodeCitations } from "./citations.ts"
import { asSaid, consume, consumed, type EncodeContext, kindOf, restore } from "./context.ts"
import { decodeMedia, encodeMedia, isMediumType } from "./media.ts"
import { note, noteLeftovers } from "./rules.ts"
import { id, ownVendor } from "./wire.ts"

/** Whose words a message holds: the vendor spells the texts of its model otherwise. */
export type Speaker = "client" | "model"

/** The parts of a member: a string is one text. */
export const decodeParts = (from: ObjectReader, key: string, speaker: Speaker): ContentPart[] => {
  const content = from.value(key)
  const at = from.below(key)
  if (content === undefined) return []
  if (typeof content === "string") return [{ type: "text", text: content, at }]
  if (!isArray(content)) {
    from.reader.issue(at, `\`${key}\` must be a string or an array of parts.`)
    return []
  }
  from.markEmpty(key)
  const parts: ContentPart[] = []
  content.forEach((item, index) => {
    const path = childPointer(at, index)
    if (isObject(item)) parts.push(decodePart(new ObjectReader(from.reader, item, path, asSaid), speaker))
    else from.reader.issue(path, "This item must be an object.")
  })
  return parts
}

/** One part of a message. */
export const decodePart = (from: ObjectReader, speaker: Speaker): ContentPart => {
  const { at } = from
  const type = from.needed("type") ?? ""
  if (isMediumType(type)) return decodeMedia(type, from)
  switch (type) {
    case "input_text":
    case "output_text":
    case "text":
      return readPiece<MutableDraft<TextPart>>(textPart, from, {
        type: "text",
        text: "",
        at,
        ...(type !== textType(speaker) && { native: { format: id, kind: type } })
      })
    case "refusal":
      return readPiece<MutableDraft<RefusalPart>>(refusalPart, from, { type, text: "", at })
    default:
      return { type: "unknown", format: id, kind: type, body: JsonText.of(from.object), at }
  }
}

/** A text of the speaker's own kind of which nothing has to be read, as most are; undefined for all others. */
export const takeText = (object: JsonObject, at: JsonPointer, speaker: Speaker): TextPart | undefined =>
  object["type"] === textType(speaker) ? takePiece(textPart, object, { type: "text", text: "", at }) : undefined

const citationPlaces: ReadonlyMap<string, JsonPointer> = new Map([["citations", "/annotations"]])

/** The citations of a text, which are kept in their own spelling, too. */
const annotations: WireMember<MutableDraft<TextPart>> = {
  ...readMember(
    { schema: { type: "array" } },
    (from, key, node) => {
      const value = from.json(key)
      if (value === undefined || isEmptyList(value.value)) return
      consume(node, key, value)
      const citations = decodeCitations(value.value, from.below(key))
      if (citations.length === 0) return
      node.citations = citations
      node.places = citationPlaces
    },
    [["citations", ""]]
  ),
  take: (_, value) => isEmptyList(value)
}

const logprobs: WireMember<MutableDraft<TextPart>> = {
  ...readMember({ schema: { type: "array" } }, (from, key, node) => {
    const value = from.json(key)
    if (value !== undefined && !isEmptyList(value.value)) consume(node, key, value)
  }),
  take: (_, value) => isEmptyList(value)
}

const isEmptyList = (value: Json | undefined): boolean => isArray(value) && value.length === 0

/** The members of a text. */
export const textPart = memberTable<MutableDraft<TextPart>>({
  type: silentMember,
  text: neededMember(textMember("text")),
  annotations,
  logprobs,
  prompt_cache_breakpoint: cacheBreakpoint
})

/** The members of a refusal. */
export const refusalPart = memberTable<MutableDraft<RefusalPart>>({
  type: silentMember,
  refusal: neededMember(textMember("text"))
})

/** The text that parts are, where they are one and say nothing else. */
export const onlyText = ([only, ...more]: readonly ContentPart[]): string | undefined =>
  more.length === 0 && only?.type === "text" ? only.text : undefined

/** The text that parts of another format's are, where one text is all that they say. */
export const bareText = (parts: readonly ContentPart[]): string | undefined => {
  const [part] = parts
  return parts.length === 1 &&
    part?.type === "text" &&
    part.cache === undefined &&
    part.citations === undefined &&
    part.native === undefined
    ? part.text
    : undefined
}

/** Parts as items of `content`. */
export const encodeParts = (
  to: EncodeContext,
  parts: readonly ContentPart[],
  speaker: Speaker
): readonly JsonTemplate[] => {
  const out: JsonTemplate[] = []
  for (const part of parts) appendAll(out, encodePart(to, part, speaker))
  return out
}

/** A part as items of `content`: none where it has no place, with a note; documents of parts become several. */
const encodePart = (to: EncodeContext, part: ContentPart, speaker: Speaker): readonly JsonTemplate[] => {
  switch (part.type) {
    case "text":
      return [encodeText(to, part, speaker)]
    case "refusal":
      if (speaker === "model") return [restore({ type: "refusal", refusal: part.text }, part)]
      note(to, "refusal-text", part)
      return [{ type: "input_text", text: part.text }]
    case "media":
      return encodeMedium(to, part)
    case "search-result":
      return [encodeSearchResult(to, part)]
    default:
      if (part.type === "unknown" && part.format === id) return [part.body]
      if (part.type === "unknown" && part.words !== undefined) {
        note(to, "part-text", part)
        return [{ type: textType(speaker), text: part.words }]
      }
      note(to, "unknown-part", part)
      return []
  }
}

const textType = (speaker: Speaker): string => (speaker === "model" ? "output_text" : "input_text")

const encodeText = (to: EncodeContext, part: TextPart, speaker: Speaker): JsonTemplate => {
  const kind = kindOf(part)
  const out: JsonObjectBuilder = {
    type: kind ?? textType(speaker),
    text: part.text
  }
  const own = consumed(part, "annotations")
  if (own !== undefined) out["annotations"] = own
  else if (out["type"] === "output_text")
    out["annotations"] = encodeCitations(to, part.citations ?? [], part.text.length, part)
  else for (const { at } of part.citations ?? []) note(to, "citation", at ?? placeOf(part, "citations"))
  const probabilities = consumed(part, "logprobs")
  if (probabilities !== undefined) out["logprobs"] = probabilities
  return finished(to, out, part)
}

/** Adds the cache mark and what only this format can say. */
const finished = (to: EncodeContext, out: JsonObjectBuilder, part: ChatNode): JsonTemplate => {
  if (part.cache !== undefined) {
    if (takesBreakpoint(to, out, part)) out["prompt_cache_breakpoint"] = { ...part.cache }
    else note(to, "cache-mark", nearestOf(part, "cache"))
  }
  noteLeftovers(to, part)
  return restore(out, part)
}

/**
 * Whether what is written can have a mark of what to cache. Those in other vendors' words are none of OpenAI's, which its
 * older models and other servers refuse, and what the assistant said has none.
 *
 * @see https://github.com/Kilo-Org/kilocode/pull/13052 the refusal (2026-08)
 * @see https://docs.langchain4j.dev/apidocs/dev/langchain4j/model/openaiofficial/OpenAiOfficialPromptCacheBreakpoint.html where marks stand (read 2026-11)
 */
const takesBreakpoint = ({ own, vendor }: EncodeContext, out: JsonObjectBuilder, { cache }: ChatNode): boolean =>
  own || (vendor === ownVendor && cache?.mode !== undefined && out["type"] !== "output_text")

/** Whether an item has such a mark. */
export const isMarked = (item: JsonTemplate): boolean =>
  isJsonObjectBuilder(item) && item["prompt_cache_breakpoint"] !== undefined

const encodeMedium = (to: EncodeContext, part: Extract<ContentPart, { type: "media" }>): readonly JsonTemplate[] => {
  const { source } = part
  if (source.kind === "text" || source.kind === "parts") {
    note(to, "part-text", part)
    const inside =
      source.kind === "text"
        ? [{ type: "input_text", text: source.text }]
        : source.parts.flatMap((it) => encodePart(to, it, "client"))
    return behind("input_text", aboutDocument(part), inside)
  }
  const out = encodeMedia(to, part)
  if (out === undefined) return []
  const about = aboutFile(part, part.name === undefined && out["file_data"] !== undefined)
  if (about !== "") note(to, "part-text/about", part)
  return behind("input_text", about, [finished(to, out, part)])
}

const encodeSearchResult = (to: EncodeContext, part: SearchResultPart): JsonTemplate => {
  note(to, "part-text", part)
  const texts = part.parts.flatMap((it) => (it.type === "text" ? [it.text] : []))
  return finished(to, { type: "input_text", text: [part.title, part.source, ...texts].join("\n") }, part)
}
