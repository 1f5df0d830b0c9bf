import type { TextCitation, ChatCandidate, CitedSource, GroundingMetadata, ContentPart } from "../../core/chat/chat.ts"
import {
  isArray,
  isObject,
  type Json,
  type JsonTemplate,
  type JsonObject,
  JsonText,
  type MutableDraft,
  setDefined
} from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { CitationBudget, citationsIn, beyondCitations } from "../../core/chat/citations.ts"
import { innerOf, nativeOf, type OwnTexts, restOf, restoreOwn } from "./context.ts"
import { placeOf, type NoteSink } from "../../core/notes/note.ts"
import { noteLeftovers, note } from "./rules.ts"
import { id } from "./wire.ts"
import { annotationsAs, decodeAddress, encodeAddress } from "../openai/citations.ts"
import { appendAll } from "../../core/collections.ts"

const annotationKeys = new Set(["type", "url_citation"])
const citationKeys = new Set(["start_index", "end_index", "url", "title"])

/** Citations of a message's content, from its annotations at `at`. An annotation of another kind is kept whole. */
export const decodeCitations = (value: Json | undefined, at?: JsonPointer): readonly TextCitation[] =>
  annotationsAs(decodeCitation, value, at)

/** One annotation; undefined where it is to cite an address and names none. */
const decodeCitation = (item: Json): TextCitation | undefined => {
  if (!isObject(item)) return undefined
  const body = item["url_citation"]
  if (!isObject(body)) return { source: { kind: "other", format: id, body: JsonText.of(item) } }
  const citation = decodeAddress(body)
  if (citation === undefined) return undefined
  const inner = innerOf(undefined, body, citationKeys, "/url_citation")
  setDefined(citation, "native", nativeOf(restOf(item, annotationKeys), inner))
  return citation
}

/** A citation of text that stands at `offset` in the content; undefined where it is of no address, and not this format's own. */
const encodeCitation = (citation: TextCitation, offset: number, length: number): JsonTemplate | undefined => {
  const { source } = citation
  if (source.kind === "other" && source.format === id) return source.body
  const url_citation = encodeAddress(citation, offset, length)
  return url_citation && restoreOwn({ type: "url_citation", url_citation }, citation)
}

/** What citations are written of: what a search found, and the parts in the places that it names. */
interface Searched {
  readonly grounding?: ChatCandidate["grounding"]
  readonly parts: readonly (ContentPart | undefined)[]
}

/** The annotations of a candidate's content, whose texts of a `length` start at `before`: of its texts, then of its grounding. */
export const encodeCitations = (
  { grounding, parts }: Searched,
  writtenParts: readonly ContentPart[],
  before: number,
  to: NoteSink,
  length: (part: ContentPart) => number = (part) => (part.type === "text" ? part.text.length : 0)
): readonly JsonTemplate[] => {
  let offset = before
  const out: JsonTemplate[] = []
  const searched = grounding === undefined ? undefined : citationsOf(to, grounding, parts)
  for (const part of writtenParts) {
    if (part.type !== "text") continue
    for (const citation of [...(part.citations ?? []), ...(searched?.get(part) ?? [])]) {
      const written = encodeCitation(citation, offset, length(part))
      const at = citation.at ?? placeOf(part, "citations")
      if (written === undefined) note(to, "citation/address", at)
      else out.push(written)
      if (citation.quote !== undefined) note(to, "citation-quote", at)
      if (citation.opaque !== undefined) note(to, "foreign-opaque/citation", at)
      noteLeftovers(to, citation)
    }
    offset += length(part)
  }
  if (grounding === undefined) return out
  const whole = offset === before ? [] : sourcesOfAll(grounding)
  appendAll(
    out,
    whole.flatMap((source) => encodeCitation({ source }, before, offset - before) ?? [])
  )
  for (const path of beyondCitations(grounding, id, whole))
    note(to, path === placeOf(grounding, "display") ? "search-details/display" : "search-details", path)
  return out
}

/** What a search found, as citations of the parts that rest on it. */
const citationsOf = (
  to: NoteSink,
  grounding: GroundingMetadata,
  parts: Searched["parts"]
): ReadonlyMap<ContentPart | undefined, readonly TextCitation[]> => {
  const budget = new CitationBudget()
  const found = [...citationsIn(grounding, budget)]
  const beyond = budget.takeBeyond()
  if (beyond !== undefined) note(to, "citation/many", beyond)
  return new Map(found.map(([number, citations]) => [parts[number], citations]))
}

/** What a search found for an answer of which it does not say which stretches rest on what: sources of all its text. */
const sourcesOfAll = ({ sources, supports }: GroundingMetadata): readonly CitedSource[] =>
  supports.length > 0 ? [] : sources.filter(({ kind }) => kind !== "other")

/**
 * What a search found for a whole answer, as some vendors say it beside the choices: `citations` are addresses,
 * `search_results` and `web_search` name pages. Undefined where nothing was found.
 */
export const decodeSources = ({
  citations,
  web_search: webSearch,
  search_results: results = webSearch
}: JsonObject): GroundingMetadata | undefined => {
  const pages = isArray(results) ? results.flatMap(pageOf) : []
  const known = new Map(pages.map((page) => [page.url, page]))
  const cited = isArray(citations) ? citations.flatMap(pageOf).map((page) => known.get(page.url) ?? page) : []
  const sources = cited.length > 0 ? cited : pages
  if (sources.length === 0) return undefined
  const named = results === webSearch ? "/web_search" : "/search_results"
  const grounding: MutableDraft<GroundingMetadata> = {
    at: "",
    places: new Map([["sources", cited.length > 0 ? "/citations" : named]]),
    sources,
    supports: []
  }
  setDefined(grounding, "native", nativeOf(undefined, detailsOf(results, named)))
  return grounding
}

/** What vendors say of the pages that were found besides their addresses and titles. */
const detailsOf = (results: Json | undefined, at: JsonPointer): OwnTexts | undefined => {
  let inner: OwnTexts | undefined
  if (isArray(results))
    for (const [index, page] of results.entries())
      if (isObject(page)) inner = innerOf(inner, page, pageMembers, childPointer(at, index), true)
  return inner
}

const pageMembers = new Set(["title", "url", "link"])

type Page = Extract<CitedSource, { kind: "url" }>

const pageOf = (item: Json): readonly Page[] => {
  if (typeof item === "string") return [{ kind: "url", url: item }]
  if (!isObject(item)) return []
  const { title, link, url = link } = item
  if (typeof url !== "string") return []
  const page: MutableDraft<Page> = { kind: "url", url }
  if (typeof title === "string") page.title = title
  return [page]
}
