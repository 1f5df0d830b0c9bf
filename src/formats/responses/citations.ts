import type { TextCitation } from "../../core/chat/chat.ts"
import type { CitedGrounding } from "../../core/chat/citations.ts"
import { isObject, type Json, JsonText, type JsonTemplate } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { beyondCitations } from "../../core/chat/citations.ts"
import { type NoteSink, placeOf } from "../../core/notes/note.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import { restore } from "./context.ts"
import { note, noteLeftovers } from "./rules.ts"
import { id } from "./wire.ts"
import { annotationsAs, decodeAddress, encodeAddress } from "../openai/citations.ts"

const known: ReadonlySet<string> = new Set(["type", "start_index", "end_index", "url", "title"])

/** The citations of a text. One of a file means nothing to anybody but its vendor, and is kept whole. */
export const decodeCitations = (annotations: Json | undefined, at: JsonPointer): readonly TextCitation[] =>
  annotationsAs(decodeCitation, annotations, at)

/** One annotation as a citation; undefined where it is none. */
export const decodeCitation = (annotation: Json): TextCitation | undefined => {
  if (!isObject(annotation)) return undefined
  const citation = annotation["type"] === "url_citation" ? decodeAddress(annotation) : undefined
  if (citation === undefined) return { source: { kind: "other", format: id, body: JsonText.of(annotation) } }
  const rest = new Map<string, JsonText>()
  for (const key of Object.keys(annotation)) if (!known.has(key)) rest.set(key, JsonText.member(annotation, key))
  if (rest.size > 0) citation.native = { format: id, rest }
  return citation
}

const encodeCitation = (
  to: NoteSink,
  citation: TextCitation,
  length: number,
  node: ChatNode
): JsonTemplate | undefined => {
  const { source, quote } = citation
  const at = citation.at ?? placeOf(node, "citations")
  if (source.kind === "other" && source.format === id) return source.body
  const address = encodeAddress(citation, 0, length)
  if (address === undefined) {
    note(to, "citation/address", at)
    return undefined
  }
  if (quote !== undefined) note(to, "citation-quote", at)
  if (citation.opaque !== undefined) note(to, "foreign-opaque/citation", at)
  noteLeftovers(to, citation)
  return restore({ type: "url_citation", ...address }, citation)
}

/** Citations as the annotations of a text of a length; those that name no address are left out, with a note. */
export const encodeCitations = (
  to: NoteSink,
  citations: readonly TextCitation[],
  length: number,
  node: ChatNode
): readonly JsonTemplate[] => citations.flatMap((citation) => encodeCitation(to, citation, length, node) ?? [])

/** Notes what of a search's findings citations cannot say. */
export const noteGrounding = (to: NoteSink, { grounding, unsupported, beyond }: CitedGrounding): void => {
  if (beyond !== undefined) note(to, "citation/many", beyond)
  for (const path of beyondCitations(grounding, id, unsupported))
    note(to, path === placeOf(grounding, "display") ? "search-details/display" : "search-details", path)
}
