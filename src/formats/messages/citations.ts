import type { CitedSource, TextCitation } from "../../core/chat/chat.ts"
import type { TextPart } from "../../core/chat/node.ts"
import { type CitedGrounding, QuoteBudget, beyondCitations } from "../../core/chat/citations.ts"
import {
  isJsonObjectBuilder,
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  type JsonTemplate,
  JsonText
} from "../../core/json/json.ts"
import { type NoteSink } from "../../core/notes/note.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import type { ReadOptions } from "../../core/reading/issue-reader.ts"
import { type EncodedBlock, note, noteLeftovers, restore } from "./context.ts"
import { id, ownVendor } from "./wire.ts"

type Unit = Extract<CitedSource, { unit: string }>["unit"]

/** The kind of a citation that is from the web. */
export const webCitation = "web_search_result_location"
const searched = "search_result_location"

/** What a citation's place in a document is counted in, by its kind: here and on the wire. */
export const citationPlaces: ReadonlyMap<string, readonly [unit: Unit, word: string]> = new Map([
  ["char_location", ["char", "char_index"]],
  ["page_location", ["page", "page_number"]],
  ["content_block_location", ["block", "block_index"]],
  [searched, ["block", "block_index"]]
])

/** How a citation is read. Titles are always written: null says that there is none. */
export const inCitation: ReadOptions = { format: id, silent: (key) => key === "title" || key === "document_title" }

/** Reads the citations of a text block. Items that are no objects are issues. */
export const decodeCitations = (block: ObjectReader): readonly TextCitation[] | undefined => {
  block.skip("citations")
  return block.reader
    .objects(block.object, "citations", block.at)
    ?.map(([item, at]) => decodeCitation(new ObjectReader(block.reader, item, at, inCitation)))
}

/** Reads one citation; a kind that is not known is kept whole. */
export const decodeCitation = (citation: ObjectReader): TextCitation => {
  const kind = citation.value("type")
  const place = typeof kind === "string" ? citationPlaces.get(kind) : undefined
  const source =
    kind === webCitation
      ? decodeWebSource(citation)
      : place === undefined
        ? undefined
        : decodePlaceSource(citation, kind === searched, place)
  const { at } = citation
  if (source === undefined) return { at, source: { kind: "other", format: id, body: JsonText.of(citation.object) } }
  const out: MutableDraft<TextCitation> = { at, source }
  const quote = citation.string("cited_text")
  if (quote !== "") setDefined(out, "quote", quote)
  const index = kind === webCitation ? citation.string("encrypted_index") : undefined
  if (index !== undefined && index !== "") out.opaque = [{ vendor: ownVendor, kind: "encrypted", data: index }]
  return citation.attachUnknown(out)
}

const decodeWebSource = (citation: ObjectReader): CitedSource | undefined => {
  const url = citation.needed("url")
  if (url === undefined) return undefined
  const source: MutableDraft<Extract<CitedSource, { kind: "url" }>> = { kind: "url", url }
  setDefined(source, "title", citation.string("title"))
  return source
}

const decodePlaceSource = (
  citation: ObjectReader,
  search: boolean,
  [unit, word]: readonly [unit: Unit, word: string]
): CitedSource | undefined => {
  const { integer } = citation.reader
  const index = citation.required(search ? "search_result_index" : "document_index", integer)
  const start = citation.required(`start_${word}`, integer)
  const end = citation.required(`end_${word}`, integer)
  if (index === undefined || start === undefined || end === undefined) return undefined
  const source: MutableDraft<Extract<CitedSource, { unit: Unit }>> = {
    kind: search ? "search-result" : "document",
    index,
    unit,
    start,
    end
  }
  setDefined(source, "title", citation.string(search ? "title" : "document_title"))
  if (search) setDefined(source, "source", citation.string("source"))
  return source
}

/** Citations of a text as the wire says them; those that only another format could say leave a note. */
export const encodeCitations = (
  to: NoteSink,
  citations: readonly TextCitation[],
  { text, at }: TextPart,
  own: boolean,
  quoted = new QuoteBudget()
): readonly JsonTemplate[] =>
  citations.flatMap((citation) => {
    const quote = quoted.of(text, citation)
    const out = encodeCitation(citation, quote ?? "", own)
    if (out === undefined || quote === undefined)
      note(to, out === undefined ? "citation" : "citation-quote", citation.at ?? at)
    if (out !== undefined) noteLeftovers(to, citation)
    return out ?? []
  })

/** A citation as the wire says it, with what it quotes. Undefined where only another format could. */
export const encodeCitation = (citation: TextCitation, quote: string, own: boolean): EncodedBlock | undefined => {
  const { source } = citation
  if (source.kind === "other") return own && source.format === id ? source.body : undefined
  return restore(
    source.kind === "url" ? encodeWebCitation(citation, source, quote) : encodePlaceCitation(source, quote),
    citation
  )
}

const encodeWebCitation = (
  citation: TextCitation,
  source: Extract<CitedSource, { kind: "url" }>,
  cited_text: string
): JsonObjectBuilder => ({
  type: webCitation,
  cited_text,
  url: source.url,
  title: source.title ?? null,
  encrypted_index: citation.opaque?.find((it) => it.vendor === ownVendor && it.kind === "encrypted")?.data ?? ""
})

const encodePlaceCitation = (source: Extract<CitedSource, { unit: Unit }>, cited_text: string): JsonObjectBuilder => {
  const search = source.kind === "search-result"
  const found = search ? undefined : [...citationPlaces].find(([, [unit]]) => unit === source.unit)
  const [type, [, word]] = found ?? ([searched, ["block", "block_index"]] as const)
  return {
    type,
    cited_text,
    [search ? "search_result_index" : "document_index"]: source.index,
    source: search ? (source.source ?? "") : undefined,
    [search ? "title" : "document_title"]: source.title ?? null,
    [`start_${word}`]: source.start,
    [`end_${word}`]: source.end
  }
}

/** Whether a citation on the wire was made by a translation: a web result without the vendor's own index. */
export const isMadeCitation = (citation: JsonTemplate): boolean =>
  isJsonObjectBuilder(citation) && citation["encrypted_index"] === ""

/** Notes that what a search found is written as citations, where it is, and what of it they cannot say. */
export const noteGrounding = (to: NoteSink, { grounding, unsupported, beyond, isCited }: CitedGrounding): void => {
  if (beyond !== undefined) note(to, "citation/many", beyond)
  if (isCited) note(to, "grounding", grounding.at)
  for (const path of beyondCitations(grounding, id, unsupported)) note(to, "unknown-member", path)
}
