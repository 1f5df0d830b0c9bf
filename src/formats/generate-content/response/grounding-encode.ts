import type { ChatCandidate, TextCitation, CitedSource, ContentPart } from "../../../core/chat/chat.ts"
import { QuoteBudget } from "../../../core/chat/quoted.ts"
import type { JsonTemplate } from "../../../core/json/json.ts"
import { consumed, isOwn } from "../native.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import type { NoteSink } from "../../../core/notes/note-writer.ts"
import { note } from "../rules.ts"
import { spansIn } from "./spans.ts"

/** What a candidate's text rests on. */
export type Grounded = Pick<ChatCandidate, "grounding" | "native" | "at">

/** A part's number among those that are written, by its own number; undefined where it is not written. */
export type Numbers = readonly (number | undefined)[]

/** Grounding as the wire says it: a search's own, and the citations of texts. */
export const groundingOut = (
  to: NoteSink,
  candidate: Grounded,
  parts: readonly ContentPart[],
  numbers: Numbers
): JsonTemplate => {
  const kept = consumed(candidate, "groundingMetadata")
  if (kept !== undefined) return kept
  const { grounding } = candidate
  const texts = parts.map((part) => (part.type === "text" ? part.text : undefined))
  const { inBytes } = spansIn(texts)
  const chunks: JsonObjectBuilder[] = []
  const supports: JsonObjectBuilder[] = []
  const quoted = parts.map(() => new QuoteBudget())
  const support = (part: number, { span, at }: Stretch, more: JsonObjectBuilder): void => {
    const text = texts[part] ?? ""
    const covered = span ?? { start: 0, end: text.length }
    const { start, end } = inBytes(part, covered)
    const quote = (quoted[part] ?? new QuoteBudget()).of(text, { span: covered })
    if (quote === undefined) note(to, "quote", at)
    supports.push({ segment: { partIndex: numbers[part], startIndex: start, endIndex: end, text: quote }, ...more })
  }
  for (const source of grounding?.sources ?? []) chunks.push(chunkOut(source))
  for (const { part, span, at, sources, scores } of grounding?.supports ?? []) {
    support(part, { span, at }, { groundingChunkIndices: sources, confidenceScores: scores })
  }
  if (!isOwn(candidate)) citationsOut(to, parts, numbers, chunks, support)
  if (grounding === undefined && chunks.length === 0) return undefined
  return {
    webSearchQueries: grounding?.queries,
    searchEntryPoint: grounding?.display === undefined ? undefined : { renderedContent: grounding.display },
    groundingChunks: chunks,
    groundingSupports: supports
  }
}

/** What of a part rests on something, and where that is said. */
interface Stretch {
  readonly span: TextCitation["span"]
  readonly at: TextCitation["at"]
}

const citationsOut = (
  to: NoteSink,
  parts: readonly ContentPart[],
  numbers: Numbers,
  chunks: JsonObjectBuilder[],
  support: (part: number, stretch: Stretch, more: JsonObjectBuilder) => void
): void => {
  parts.forEach((part, index) => {
    if (part.type !== "text" || numbers[index] === undefined) return
    const resting = new Map<string, Resting>()
    for (const { source, span, at = part.at } of part.citations ?? []) {
      if (source.kind !== "url") {
        note(to, "citation", at)
        continue
      }
      note(to, "grounding", at)
      const place = `${span?.start} ${span?.end}`
      const rests = resting.get(place)
      if (rests === undefined) resting.set(place, { span, at, chunks: [chunks.length] })
      else rests.chunks.push(chunks.length)
      chunks.push(chunkOut(source))
    }
    for (const rests of resting.values()) support(index, rests, { groundingChunkIndices: rests.chunks })
  })
}

/** A stretch of a text, and the numbers of all that it rests on: its text is said once, however many those are. */
interface Resting extends Stretch {
  readonly chunks: number[]
}

const chunkOut = (source: CitedSource): JsonObjectBuilder => {
  switch (source.kind) {
    case "url":
      return { web: { uri: source.url, title: source.title } }
    case "document":
    case "search-result":
      return { retrievedContext: { title: source.title, uri: source.source } }
    case "other":
      return {}
  }
}
