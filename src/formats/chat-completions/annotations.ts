import type { TextCitation } from "../../core/chat/chat.ts"
import { isArray, isObject, type Json, type JsonTemplate } from "../../core/json/json.ts"
import type { MutableDraft } from "../../core/json/builder.ts"
import { innerOf, nativeOf, restOf, restore } from "./native.ts"

const annotationKeys = new Set(["type", "url_citation"])
const citationKeys = new Set(["start_index", "end_index", "url", "title"])

/** Citations of a message's content. An annotation of another kind is kept whole. */
export const readAnnotations = (value: Json | undefined): readonly TextCitation[] => {
  if (!isArray(value)) return []
  return value.flatMap((item) => readAnnotation(item) ?? [])
}

const readAnnotation = (item: Json): TextCitation | undefined => {
  if (!isObject(item)) return undefined
  const body = item["url_citation"]
  if (!isObject(body) || typeof body["url"] !== "string") return undefined
  const source: MutableDraft<Extract<TextCitation["source"], { kind: "url" }>> = { kind: "url", url: body["url"] }
  if (typeof body["title"] === "string") source.title = body["title"]
  const citation: MutableDraft<TextCitation> = { source }
  const { start_index: start, end_index: end } = body
  if (typeof start === "number" && typeof end === "number" && start >= 0 && end >= start) citation.span = { start, end }
  const native = nativeOf(restOf(item, annotationKeys), innerOf(undefined, body, citationKeys, "/url_citation"))
  if (native !== undefined) citation.native = native
  return citation
}

/** A citation of text that stands at `offset` in the content; undefined where it is of no address. */
export const writeAnnotation = (citation: TextCitation, offset: number, length: number): JsonTemplate | undefined => {
  const { source, span } = citation
  const url = source.kind === "url" ? source.url : source.kind === "search-result" ? source.source : undefined
  if (url === undefined || source.kind === "other") return undefined
  const out = {
    type: "url_citation",
    url_citation: {
      start_index: offset + (span?.start ?? 0),
      end_index: offset + (span?.end ?? length),
      url,
      title: source.title ?? ""
    }
  }
  return restore(out, citation)
}
