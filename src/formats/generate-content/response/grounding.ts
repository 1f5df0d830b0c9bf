import type { Citation, Cited, Grounding, Part } from "../../../words/chat.ts"
import type { CandidateAddition } from "../../../words/event.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText } from "../../../words/json.ts"
import type { Members } from "../../../words/members.ts"
import { consume } from "../native.ts"
import { type Draft, set } from "../../../words/draft.ts"
import { spansIn, type Spans } from "./spans.ts"

/** The texts of a candidate by the number of their part; other parts have none. */
export type Texts = readonly (string | undefined)[]

type Support = Grounding["supports"][number]

/** Reads what a search found, and which stretches of text rest on it: here in bytes of UTF-8. */
export const readGrounding = (candidate: Members, texts: Texts, add: Draft<CandidateAddition>): void => {
  const metadata = candidate.value("groundingMetadata")
  const text = candidate.json("groundingMetadata")
  if (!isObject(metadata) || text === undefined) return
  const spans = spansIn(texts)
  const grounding: Draft<Grounding> = {
    sources: objectsIn(metadata["groundingChunks"]).map(sourceOf),
    supports: objectsIn(metadata["groundingSupports"]).flatMap((it) => supportOf(it, texts, spans) ?? [])
  }
  const queries = metadata["webSearchQueries"]
  if (isArray(queries)) grounding.queries = queries.filter((query) => typeof query === "string")
  const entry = metadata["searchEntryPoint"]
  if (isObject(entry) && typeof entry["renderedContent"] === "string") grounding.display = entry["renderedContent"]
  add.grounding = grounding
  consume(add, "groundingMetadata", text)
}

const objectsIn = (value: Json | undefined): readonly JsonObject[] => (isArray(value) ? value.filter(isObject) : [])

/** What a chunk is about: a page of the web or of a map, or a document that was retrieved. */
const sourceOf = (chunk: JsonObject): Cited => {
  for (const kind of ["web", "maps", "retrievedContext"]) {
    const found = chunk[kind]
    if (!isObject(found) || typeof found["uri"] !== "string") continue
    const source: Draft<Extract<Cited, { kind: "url" }>> = { kind: "url", url: found["uri"] }
    if (typeof found["title"] === "string") source.title = found["title"]
    return source
  }
  return { kind: "other", body: JsonText.of(chunk) }
}

const numbersIn = (value: Json | undefined): readonly number[] | undefined =>
  isArray(value) ? value.filter((it) => typeof it === "number") : undefined

const supportOf = (object: JsonObject, texts: Texts, spans: Spans): Support | undefined => {
  const segment = isObject(object["segment"]) ? object["segment"] : {}
  const { partIndex, startIndex, endIndex, text } = segment
  const start = typeof startIndex === "number" ? startIndex : 0
  const end = typeof endIndex === "number" ? endIndex : start
  const part = partFor(texts, spans, typeof partIndex === "number" ? partIndex : 0, start, end, text)
  if (part === undefined) return undefined
  const support: Draft<Support> = {
    part,
    span: spans.inText(part, start, end),
    sources: numbersIn(object["groundingChunkIndices"]) ?? []
  }
  set(support, "scores", numbersIn(object["confidenceScores"]))
  return support
}

/** The part that a segment is of: the one it names, where that is text and says the same; else the first that does. */
const partFor = (
  texts: Texts,
  spans: Spans,
  named: number,
  start: number,
  end: number,
  text: Json | undefined
): number | undefined => {
  const says = (part: number): boolean => {
    const whole = texts[part]
    if (whole === undefined) return false
    if (typeof text !== "string") return true
    const span = spans.inText(part, start, end)
    return whole.slice(span.start, span.end) === text
  }
  if (says(named)) return named
  const found = texts.findIndex((_, part) => says(part))
  return found < 0 ? undefined : found
}

/** Reads passages that are quoted from elsewhere: citations of the first text, by its number. */
export const readCitations = (
  candidate: Members,
  texts: Texts,
  add: Draft<CandidateAddition>
): readonly (readonly [number, Citation])[] => {
  const metadata = candidate.value("citationMetadata")
  const whole = candidate.json("citationMetadata")
  const part = texts.findIndex((text) => text !== undefined && text !== "")
  if (whole !== undefined) consume(add, "citationMetadata", whole)
  if (!isObject(metadata) || part < 0) return []
  const spans = spansIn(texts)
  return objectsIn(metadata["citations"] ?? metadata["citationSources"]).flatMap((it) => {
    const { uri, title, startIndex, endIndex } = it
    if (typeof uri !== "string" || typeof endIndex !== "number") return []
    const source: Cited = typeof title === "string" ? { kind: "url", url: uri, title } : { kind: "url", url: uri }
    const span = spans.inText(part, typeof startIndex === "number" ? startIndex : 0, endIndex)
    return [[part, { source, span }] as const]
  })
}

/** Parts with the citations that belong to them. */
export const withCitations = (
  parts: readonly Part[],
  found: readonly (readonly [number, Citation])[]
): readonly Part[] =>
  found.length === 0
    ? parts
    : parts.map((part, index) =>
        part.type === "text" && found.some(([of]) => of === index)
          ? { ...part, citations: found.filter(([of]) => of === index).map(([, citation]) => citation) }
          : part
      )
