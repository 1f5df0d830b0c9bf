import type { Citation, Cited } from "../../words/chat.ts"
import { type Json, type JsonObject, isObject, JsonText } from "../../words/json.ts"
import type { Pointer } from "../../words/pointer.ts"
import type { Reader } from "../../words/reader.ts"
import { type Draft, type Out, putNative, setNative } from "./native.ts"
import { ownVendor } from "./wire.ts"

type Unit = Extract<Cited, { unit: string }>["unit"]

/** Where a citation's place in a document stands, by its kind. */
const places: ReadonlyMap<string, { readonly unit: Unit; readonly start: string; readonly end: string }> = new Map([
  ["char_location", { unit: "char", start: "start_char_index", end: "end_char_index" }],
  ["page_location", { unit: "page", start: "start_page_number", end: "end_page_number" }],
  ["content_block_location", { unit: "block", start: "start_block_index", end: "end_block_index" }],
  ["search_result_location", { unit: "block", start: "start_block_index", end: "end_block_index" }]
])

const documentMembers = ["type", "cited_text", "document_index", "document_title"]
const searchMembers = ["type", "cited_text", "search_result_index", "source", "title"]
const known: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...[...places].map(([kind, { start, end }]): [string, ReadonlySet<string>] => [
    kind,
    new Set([...(kind === "search_result_location" ? searchMembers : documentMembers), start, end])
  ]),
  ["web_search_result_location", new Set(["type", "cited_text", "url", "title", "encrypted_index"])]
])

/** Members that are always written, as null where they have no value: null says nothing there. */
const nullable: ReadonlySet<string> = new Set(["document_title", "title"])

/** Reads the citations of a text block. Items that are no objects are issues. */
export const readCitations = (reader: Reader, block: JsonObject, at: Pointer): readonly Citation[] | undefined =>
  reader.objects(block, "citations", at)?.map(([citation, path]) => readCitation(reader, citation, path))

/** Reads one citation; a kind that is not known is kept whole. */
export const readCitation = (reader: Reader, citation: JsonObject, at: Pointer): Citation => {
  const kind = citation["type"]
  const members = typeof kind === "string" ? known.get(kind) : undefined
  if (typeof kind !== "string" || members === undefined) return other(citation, at)
  const source =
    kind === "web_search_result_location" ? webSource(reader, citation, at) : placeSource(reader, citation, at, kind)
  if (source === undefined) return other(citation, at)
  const out: Draft<Citation> = { at, source }
  const quote = reader.string(citation, "cited_text", at)
  if (quote !== undefined) out.quote = quote
  const index = reader.string(citation, "encrypted_index", at)
  if (index !== undefined && index !== "") out.opaque = [{ vendor: ownVendor, kind: "encrypted", data: index }]
  setNative(out, withoutNulls(reader.rest(citation, members)))
  return out
}

const other = (citation: JsonObject, at: Pointer): Citation => ({
  at,
  source: { kind: "other", body: JsonText.of(citation) }
})

const webSource = (reader: Reader, citation: JsonObject, at: Pointer): Cited | undefined => {
  const url = reader.required(citation, "url", at, reader.string)
  const title = reader.string(citation, "title", at)
  return url === undefined ? undefined : title === undefined ? { kind: "url", url } : { kind: "url", url, title }
}

const placeSource = (reader: Reader, citation: JsonObject, at: Pointer, type: string): Cited | undefined => {
  const place = places.get(type)
  if (place === undefined) return undefined
  const searched = type === "search_result_location"
  const index = reader.required(citation, searched ? "search_result_index" : "document_index", at, reader.integer)
  const start = reader.required(citation, place.start, at, reader.integer)
  const end = reader.required(citation, place.end, at, reader.integer)
  if (index === undefined || start === undefined || end === undefined) return undefined
  const title = reader.string(citation, searched ? "title" : "document_title", at)
  const source = searched ? reader.string(citation, "source", at) : undefined
  return {
    kind: searched ? "search-result" : "document",
    index,
    ...(title === undefined ? {} : { title }),
    ...(source === undefined ? {} : { source }),
    unit: place.unit,
    start,
    end
  }
}

const withoutNulls = (rest: ReadonlyMap<string, JsonText> | undefined): ReadonlyMap<string, JsonText> | undefined => {
  if (rest === undefined) return undefined
  const kept = [...rest].filter(([key, value]) => !nullable.has(key) || value.text !== "null")
  return kept.length === 0 ? undefined : new Map(kept)
}

/** A citation as the wire says it; `text` stands for a quote that it lacks. Undefined where only another format could. */
export const citationOut = (citation: Citation, text: string, own: boolean): Out | JsonText | undefined => {
  const { source } = citation
  const quote =
    citation.quote ?? (citation.span === undefined ? "" : text.slice(citation.span.start, citation.span.end))
  switch (source.kind) {
    case "url":
      return native(citation, {
        type: "web_search_result_location",
        cited_text: quote,
        url: source.url,
        title: source.title ?? null,
        encrypted_index: citation.opaque?.find((it) => it.vendor === ownVendor && it.kind === "encrypted")?.data ?? ""
      })
    case "document":
      return native(citation, {
        type: typeOf(source.unit),
        cited_text: quote,
        document_index: source.index,
        document_title: source.title ?? null,
        ...span(typeOf(source.unit), source.start, source.end)
      })
    case "search-result":
      return native(citation, {
        type: "search_result_location",
        cited_text: quote,
        search_result_index: source.index,
        source: source.source ?? "",
        title: source.title ?? null,
        ...span("search_result_location", source.start, source.end)
      })
    case "other":
      return own ? source.body : undefined
  }
}

const native = (citation: Citation, out: Out): Out => {
  putNative(out, citation)
  return out
}

const typeOf = (unit: Unit): string =>
  unit === "char" ? "char_location" : unit === "page" ? "page_location" : "content_block_location"

const span = (type: string, start: number, end: number): Out => {
  const place = places.get(type)
  return place === undefined ? {} : { [place.start]: start, [place.end]: end }
}

/** Whether a citation on the wire was made by a translation: a web result without the vendor's own index. */
export const isMade = (citation: Json): boolean =>
  isObject(citation) && citation["type"] === "web_search_result_location" && citation["encrypted_index"] === ""
