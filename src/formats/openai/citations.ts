import type { TextCitation } from "../../core/chat/chat.ts"
import { isArray, type Json, type JsonObject, type MutableDraft } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"

/** The citations that a list of annotations holds, each with its place where that of the list is known. */
export const annotationsAs = (
  decode: (annotation: Json) => TextCitation | undefined,
  annotations: Json | undefined,
  at?: JsonPointer
): readonly TextCitation[] =>
  isArray(annotations)
    ? annotations.flatMap((item, index): readonly TextCitation[] => {
        const citation = decode(item)
        if (citation === undefined) return []
        return [at === undefined ? citation : { ...citation, at: childPointer(at, index) }]
      })
    : []

/** The citation of an address; undefined where none is named. */
export const decodeAddress = (members: JsonObject): MutableDraft<TextCitation> | undefined => {
  const { url, title, start_index: start, end_index: end } = members
  if (typeof url !== "string") return undefined
  const citation: MutableDraft<TextCitation> = {
    source: { kind: "url", url, ...(typeof title === "string" && { title }) }
  }
  if (typeof start === "number" && typeof end === "number" && start >= 0 && end > start) citation.span = { start, end }
  return citation
}

/** The same as it is written, of a text of a length at an offset; undefined where it names no address. */
export const encodeAddress = ({ source, span }: TextCitation, offset: number, length: number) => {
  const url = source.kind === "url" ? source.url : source.kind === "search-result" ? source.source : undefined
  if (url === undefined || source.kind === "other") return undefined
  const [start, end] = [span?.start ?? 0, span?.end ?? length]
  return { start_index: offset + start, end_index: offset + end, url, title: source.title ?? "" }
}
