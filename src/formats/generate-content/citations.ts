import { IssueReader } from "../../core/reading/issue-reader.ts"
import { eachInside, placesIn } from "../../core/reading/member-row.ts"
import { consume, inAnswer, consumed, isOwn, note, noteLeftovers } from "./context.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import {
  type MutableDraft,
  setDefined,
  type JsonObjectBuilder,
  isArray,
  isObject,
  type Json,
  JsonText,
  type JsonTemplate
} from "../../core/json/json.ts"
import type {
  TextCitation,
  CitedSource,
  GroundingMetadata,
  ContentPart,
  TextSpan,
  GroundingSupport,
  ChatCandidate,
  CandidateAddition
} from "../../core/chat/chat.ts"
import { id } from "./wire.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { nearestOccurrence, QuoteBudget } from "../../core/chat/citations.ts"
import { type SearchBudget, type PartTexts, spansIn, type Spans } from "./output-text.ts"
import type { NoteSink } from "../../core/notes/note.ts"

/** Where fields stand whose member has another name: of what a search found, of a stretch of text that rests on it. */
const places: ReadonlyMap<string, JsonPointer> = new Map([
  ["queries", "/webSearchQueries"],
  ["sources", "/groundingChunks"],
  ["display", "/searchEntryPoint"]
])
const supportPlaces: ReadonlyMap<string, JsonPointer> = new Map([["scores", "/confidenceScores"]])

/** Reads what a search found, and which stretches of text rest on it: here in bytes of UTF-8. */
export const decodeGrounding = (
  candidate: ObjectReader,
  textsOf: () => PartTexts,
  add: MutableDraft<CandidateAddition>,
  budget: SearchBudget
): void => {
  const metadata = candidate.value("groundingMetadata")
  const text = candidate.json("groundingMetadata")
  if (!isObject(metadata) || text === undefined) return
  const at = candidate.below("groundingMetadata")
  const from = new ObjectReader(new IssueReader(), metadata, at, inAnswer)
  const texts = budget.through(textsOf)
  const segments = { texts, spans: spansIn(texts), budget }
  const grounding: MutableDraft<GroundingMetadata> = {
    at,
    sources: eachInside(from, "groundingChunks").map(decodeSource),
    supports: eachInside(from, "groundingSupports").flatMap((it) => decodeSupport(it, segments) ?? []),
    places: placesIn(from, places)
  }
  setDefined(grounding, "queries", from.strings("webSearchQueries"))
  setDefined(grounding, "display", from.inside("searchEntryPoint")?.string("renderedContent"))
  if (budget.isOver) note(candidate.reader, "citation", at)
  add.grounding = from.attachUnknown(grounding)
  consume(add, "groundingMetadata", text)
}

/** What a chunk is about: a page of the web, of a map or with a picture, or a document that was retrieved. */
const decodeSource = (chunk: ObjectReader): CitedSource => {
  for (const kind of ["web", "maps", "retrievedContext", "image"]) {
    const described = chunk.inside(kind)
    const url = described?.string("uri") ?? described?.string("sourceUri")
    if (described !== undefined && url !== undefined) return urlSource(described, url)
  }
  return { kind: "other", format: id, body: JsonText.of(chunk.object) }
}

const urlSource = (described: ObjectReader, url: string): CitedSource => {
  const source: MutableDraft<Extract<CitedSource, { kind: "url" }>> = { kind: "url", url }
  setDefined(source, "title", described.string("title"))
  return source
}

/** Where segments are looked for. */
interface Segments {
  readonly texts: PartTexts
  readonly spans: Spans
  readonly budget: SearchBudget
}

const decodeSupport = (from: ObjectReader, segments: Segments): GroundingSupport | undefined => {
  const segment = from.inside("segment")
  const start = segment?.number("startIndex") ?? 0
  const text = segment?.string("text")
  const end = segment?.number("endIndex") ?? (segment === undefined ? Number.POSITIVE_INFINITY : start)
  const part = partFor(segments, segment?.number("partIndex") ?? 0, start, end, text)
  const place =
    part === undefined ? textNear(segments, text, start) : { part, span: segments.spans.inText(part, start, end) }
  if (place === undefined) return undefined
  const sources = numbersIn(from.value("groundingChunkIndices")) ?? []
  const support: MutableDraft<GroundingSupport> = { at: from.at, ...place, sources }
  const scores = numbersIn(from.value("confidenceScores"))
  if (scores !== undefined) {
    support.scores = scores
    support.places = placesIn(from, supportPlaces)
  }
  return support
}

const numbersIn = (value: Json | undefined): readonly number[] | undefined =>
  isArray(value) ? value.filter((it) => typeof it === "number") : undefined

/** The part that a segment is of: the one it names, where that is text and says the same; else the first that does. */
const partFor = (
  { texts, spans, budget }: Segments,
  named: number,
  start: number,
  end: number,
  text: string | undefined
): number | undefined => {
  const says = (part: number): boolean => {
    const whole = texts[part]
    if (whole === undefined) return false
    if (text === undefined) return true
    const span = spans.inText(part, start, end)
    return whole.slice(span.start, span.end) === text
  }
  if (says(named)) return named
  if (!budget.again(texts)) return undefined
  const described = texts.findIndex((_, part) => says(part))
  return described < 0 ? undefined : described
}

/** Where the text of a segment stands whose numbers are off: the place nearest to them. */
const textNear = (
  { texts, budget }: Segments,
  text: string | undefined,
  start: number
): { readonly part: number; readonly span: TextSpan } | undefined => {
  if (text === undefined || text === "" || !budget.again(texts)) return undefined
  const places = texts.flatMap((whole, part) => {
    const at = whole === undefined || whole.length < text.length ? undefined : nearestOccurrence(whole, text, start)
    return at === undefined ? [] : [{ part, span: { start: at, end: at + text.length } }]
  })
  const far = ({ span }: { readonly span: TextSpan }): number => Math.abs(span.start - start)
  return places.toSorted((a, b) => far(a) - far(b))[0]
}

/** Reads passages that are quoted from elsewhere: citations of the first text, by its number. */
export const decodeCitations = (
  candidate: ObjectReader,
  textsOf: () => PartTexts,
  add: MutableDraft<CandidateAddition>,
  budget: SearchBudget
): readonly (readonly [number, TextCitation])[] => {
  const metadata = candidate.value("citationMetadata")
  const whole = candidate.json("citationMetadata")
  if (whole !== undefined) consume(add, "citationMetadata", whole)
  if (!isObject(metadata)) return []
  const texts = budget.through(textsOf)
  const part = texts.findIndex((text) => text !== undefined && text !== "")
  if (budget.isOver) note(candidate.reader, "citation", candidate.at)
  if (part < 0) return []
  const spans = spansIn(texts)
  const from = new ObjectReader(new IssueReader(), metadata, candidate.below("citationMetadata"), inAnswer)
  const items = from.items("citations") ?? from.items("citationSources") ?? []
  return items.flatMap((it) => {
    const url = it.string("uri")
    if (url === undefined) {
      note(candidate.reader, "citation", it.at)
      return []
    }
    const source = urlSource(it, url)
    const end = it.number("endIndex")
    const span = spans.inText(part, it.number("startIndex") ?? 0, end ?? 0)
    const citation = { at: it.at, source, ...(span.end > span.start ? { span } : {}) }
    return [[part, it.attachUnknown(citation)] as const]
  })
}

/** Parts with the citations of one of them. */
export const citedParts = (
  parts: readonly ContentPart[],
  citations: readonly (readonly [number, TextCitation])[]
): readonly ContentPart[] =>
  citations.length === 0
    ? parts
    : parts.map((part, index) =>
        part.type === "text" && index === citations[0]?.[0]
          ? { ...part, citations: citations.map(([, citation]) => citation) }
          : part
      )

/** What a candidate's text rests on. */
type Grounded = Pick<ChatCandidate, "grounding" | "native" | "at">

/** A part's number among those that are written, by its own number; undefined where it is not written. */
type Numbers = readonly (number | undefined)[]

/** Grounding as the wire says it: a search's own, and the citations of texts. */
export const encodeGrounding = (
  to: NoteSink,
  candidate: Grounded,
  parts: readonly ContentPart[],
  numbers: Numbers
): JsonTemplate => {
  const asRead = consumed(candidate, "groundingMetadata")
  if (asRead !== undefined) return asRead
  const { grounding } = candidate
  if (grounding !== undefined) noteLeftovers(to, grounding)
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
    if (quote === undefined) note(to, "citation-quote", at)
    supports.push({ segment: { partIndex: numbers[part], startIndex: start, endIndex: end, text: quote }, ...more })
  }
  for (const source of grounding?.sources ?? []) chunks.push(encodeSource(source))
  for (const { part, span, at, sources, scores } of grounding?.supports ?? []) {
    support(part, { span, at }, { groundingChunkIndices: sources, confidenceScores: scores })
  }
  if (!isOwn(candidate)) encodeCitations(to, parts, numbers, chunks, support)
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

const encodeCitations = (
  to: NoteSink,
  parts: readonly ContentPart[],
  numbers: Numbers,
  chunks: JsonObjectBuilder[],
  support: (part: number, stretch: Stretch, more: JsonObjectBuilder) => void
): void => {
  parts.forEach((part, index) => {
    if (part.type !== "text" || numbers[index] === undefined) return
    const resting = new Map<string, Resting>()
    for (const citation of part.citations ?? []) {
      const { source, span, at = part.at } = citation
      if (source.kind === "other" || (source.kind !== "url" && source.source === undefined)) {
        note(to, "citation", at)
        continue
      }
      note(to, "grounding", at)
      noteRest(to, citation, at)
      const place = `${span?.start} ${span?.end}`
      const rests = resting.get(place)
      if (rests === undefined) resting.set(place, { span, at, chunks: [chunks.length] })
      else rests.chunks.push(chunks.length)
      chunks.push(encodeSource(source))
    }
    for (const rests of resting.values()) support(index, rests, { groundingChunkIndices: rests.chunks })
  })
}

/** Notes what of a citation is not written. */
const noteRest = (to: NoteSink, citation: TextCitation, at: TextCitation["at"]): void => {
  if (citation.quote !== undefined) note(to, "citation-quote/words", at)
  if (citation.opaque !== undefined) note(to, "foreign-opaque", at)
  noteLeftovers(to, citation)
}

/** A stretch of a text, and the numbers of all that it rests on: its text is said once, however many those are. */
interface Resting extends Stretch {
  readonly chunks: number[]
}

const encodeSource = (source: CitedSource): JsonObjectBuilder => {
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
