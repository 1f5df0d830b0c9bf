import { IssueReader } from "../../../core/reading/issue-reader.ts"
import { eachInside } from "../../../core/reading/spellings.ts"
import { placesIn } from "../../../core/reading/spellings.ts"
import { consume, inAnswer } from "../native.ts"
import { ObjectReader } from "../../../core/reading/object-reader.ts"
import { type MutableDraft, setDefined } from "../../../core/json/builder.ts"
import type {
  TextCitation,
  CitedSource,
  GroundingMetadata,
  ContentPart,
  TextSpan,
  GroundingSupport
} from "../../../core/chat/chat.ts"
import type { CandidateAddition } from "../../../core/events/event.ts"
import { isArray, isObject, type Json, JsonText } from "../../../core/json/json.ts"
import type { JsonPointer } from "../../../core/json/pointer.ts"
import { nearestOccurrence } from "../../../core/nearest.ts"
import { note } from "../rules.ts"
import type { Looking, Texts } from "./looking.ts"
import { spansIn, type Spans } from "./spans.ts"

/** Where fields stand whose member has another name: of what a search found, of a stretch of text that rests on it. */
const places: ReadonlyMap<string, JsonPointer> = new Map([
  ["queries", "/webSearchQueries"],
  ["sources", "/groundingChunks"],
  ["display", "/searchEntryPoint"]
])
const supportPlaces: ReadonlyMap<string, JsonPointer> = new Map([["scores", "/confidenceScores"]])

/** Reads what a search found, and which stretches of text rest on it: here in bytes of UTF-8. */
export const readGrounding = (
  candidate: ObjectReader,
  textsOf: () => Texts,
  add: MutableDraft<CandidateAddition>,
  looking: Looking
): void => {
  const metadata = candidate.value("groundingMetadata")
  const text = candidate.json("groundingMetadata")
  if (!isObject(metadata) || text === undefined) return
  const at = candidate.below("groundingMetadata")
  const from = new ObjectReader(new IssueReader(), metadata, at, inAnswer)
  const texts = looking.through(textsOf)
  const segments = { texts, spans: spansIn(texts), looking }
  const grounding: MutableDraft<GroundingMetadata> = {
    at,
    sources: eachInside(from, "groundingChunks").map(sourceOf),
    supports: eachInside(from, "groundingSupports").flatMap((it) => supportOf(it, segments) ?? []),
    places: placesIn(from, places)
  }
  setDefined(grounding, "queries", from.strings("webSearchQueries"))
  setDefined(grounding, "display", from.inside("searchEntryPoint")?.string("renderedContent"))
  if (looking.isOver) note(candidate.reader, "citation", at)
  add.grounding = from.attachUnknown(grounding)
  consume(add, "groundingMetadata", text)
}

/** What a chunk is about: a page of the web, of a map or with a picture, or a document that was retrieved. */
const sourceOf = (chunk: ObjectReader): CitedSource => {
  for (const kind of ["web", "maps", "retrievedContext", "image"]) {
    const found = chunk.inside(kind)
    const url = found?.string("uri") ?? found?.string("sourceUri")
    if (found === undefined || url === undefined) continue
    const source: MutableDraft<Extract<CitedSource, { kind: "url" }>> = { kind: "url", url }
    setDefined(source, "title", found.string("title"))
    return source
  }
  return { kind: "other", body: JsonText.of(chunk.object) }
}

/** Where segments are looked for. */
interface Segments {
  readonly texts: Texts
  readonly spans: Spans
  readonly looking: Looking
}

const supportOf = (from: ObjectReader, segments: Segments): GroundingSupport | undefined => {
  const segment = from.inside("segment")
  const start = segment?.number("startIndex") ?? 0
  const end = segment?.number("endIndex") ?? start
  const text = segment?.string("text")
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
  { texts, spans, looking }: Segments,
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
  if (!looking.again(texts)) return undefined
  const found = texts.findIndex((_, part) => says(part))
  return found < 0 ? undefined : found
}

/** Where the text of a segment stands whose numbers are off: the place nearest to them. */
const textNear = (
  { texts, looking }: Segments,
  text: string | undefined,
  start: number
): { readonly part: number; readonly span: TextSpan } | undefined => {
  if (text === undefined || text === "" || !looking.again(texts)) return undefined
  const places = texts.flatMap((whole, part) => {
    const at = whole === undefined || whole.length < text.length ? undefined : nearestOccurrence(whole, text, start)
    return at === undefined ? [] : [{ part, span: { start: at, end: at + text.length } }]
  })
  const far = ({ span }: { readonly span: TextSpan }): number => Math.abs(span.start - start)
  return places.toSorted((a, b) => far(a) - far(b))[0]
}

/** Reads passages that are quoted from elsewhere: citations of the first text, by its number. */
export const readCitations = (
  candidate: ObjectReader,
  textsOf: () => Texts,
  add: MutableDraft<CandidateAddition>,
  looking: Looking
): readonly (readonly [number, TextCitation])[] => {
  const metadata = candidate.value("citationMetadata")
  const whole = candidate.json("citationMetadata")
  if (whole !== undefined) consume(add, "citationMetadata", whole)
  if (!isObject(metadata)) return []
  const texts = looking.through(textsOf)
  const part = texts.findIndex((text) => text !== undefined && text !== "")
  if (looking.isOver) note(candidate.reader, "citation", candidate.at)
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
    const source: MutableDraft<Extract<CitedSource, { kind: "url" }>> = { kind: "url", url }
    setDefined(source, "title", it.string("title"))
    const end = it.number("endIndex")
    const span = spans.inText(part, it.number("startIndex") ?? 0, end ?? 0)
    const citation = { at: it.at, source, ...(span.end > span.start ? { span } : {}) }
    return [[part, it.attachUnknown(citation)] as const]
  })
}

/** Parts with the citations of one of them. */
export const withCitations = (
  parts: readonly ContentPart[],
  found: readonly (readonly [number, TextCitation])[]
): readonly ContentPart[] =>
  found.length === 0
    ? parts
    : parts.map((part, index) =>
        part.type === "text" && index === found[0]?.[0]
          ? { ...part, citations: found.map(([, citation]) => citation) }
          : part
      )
