import type {
  ChatCandidate,
  CitedSource,
  TextCitation,
  GroundingMetadata,
  ContentPart
} from "../../../core/chat/chat.ts"
import type { JsonTemplate } from "../../../core/json/json.ts"
import { beyondCitations, placeOf, type NoteSink } from "../../../core/notes/note-writer.ts"
import { writeAnnotation } from "../annotations.ts"
import { noteLeftovers, note } from "../rules.ts"
import { id } from "../wire.ts"
import { appendAll } from "../../../core/collections.ts"

/** What citations are written of: what a search found, and the parts in the places that it names. */
interface Searched {
  readonly grounding?: ChatCandidate["grounding"]
  readonly parts: readonly (ContentPart | undefined)[]
}

/** The annotations of a candidate's content, whose texts of a `length` start at `before`: of its texts, then of its grounding. */
export const writeCitations = (
  { grounding, parts }: Searched,
  kept: readonly ContentPart[],
  before: number,
  to: NoteSink,
  length: (part: ContentPart) => number = (part) => (part.type === "text" ? part.text.length : 0)
): readonly JsonTemplate[] => {
  let offset = before
  const out: JsonTemplate[] = []
  const searched = grounding === undefined ? undefined : citationsOf(grounding, parts)
  for (const part of kept) {
    if (part.type !== "text") continue
    for (const citation of [...(part.citations ?? []), ...(searched?.get(part) ?? [])]) {
      const written = writeAnnotation(citation, offset, length(part))
      const at = citation.at ?? placeOf(part, "citations")
      if (written === undefined) note(to, "citation-kind", at)
      else out.push(written)
      if (citation.quote !== undefined) note(to, "citation-quote", at)
      noteLeftovers(to, citation)
    }
    offset += length(part)
  }
  if (grounding === undefined) return out
  const whole = offset === before ? [] : sourcesOfAll(grounding)
  appendAll(
    out,
    whole.flatMap((source) => writeAnnotation({ source }, before, offset - before) ?? [])
  )
  for (const path of beyondCitations(grounding, id, whole)) note(to, "grounding", path)
  return out
}

/** What a search found, as citations of the parts that rest on it. */
const citationsOf = (
  { sources, supports }: GroundingMetadata,
  parts: Searched["parts"]
): ReadonlyMap<ContentPart, readonly TextCitation[]> => {
  const found = new Map<ContentPart, TextCitation[]>()
  for (const { part: number, span, sources: numbers } of supports) {
    const part = parts[number]
    if (part === undefined) continue
    const citations = found.get(part) ?? []
    found.set(part, citations)
    for (const index of numbers) {
      const source = sources[index]
      if (source !== undefined) citations.push(span === undefined ? { source } : { span, source })
    }
  }
  return found
}

/** What a search found for an answer of which it does not say which stretches rest on what: sources of all its text. */
const sourcesOfAll = ({ sources, supports }: GroundingMetadata): readonly CitedSource[] =>
  supports.length > 0 ? [] : sources.filter(({ kind }) => kind !== "other")
