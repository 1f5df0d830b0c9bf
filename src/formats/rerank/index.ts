import type { BodyEdit } from "../../core/format.ts"
import { decodeFailure } from "../../core/errors/failure.ts"
import { isArray, isObject, type Json, type JsonObject, type JsonTemplate } from "../../core/json/json.ts"
import { memberEdit, type KnownMembers, unknownMembers } from "../../core/passthrough.ts"
import type {
  RankedDocument,
  RerankFormat,
  RerankPassing,
  RerankRequest,
  RerankAnswer,
  RerankResponse
} from "../../core/rerank.ts"
import { type Dialect, encodeRequest, id, rerankRules } from "./request.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { readOrNull } from "../../core/json/value.ts"
import type { TranslationNote, Translated } from "../../core/notes/note.ts"

export type { Dialect } from "./request.ts"

/** A vendor's API for reranking, from how it differs. Its errors are a `detail` or a `message`, whatever it is. */
export const rerankFormat = (dialect: Dialect): RerankFormat => ({
  id: dialect.id,
  encodeRequest: (request) => encodeRequest(request, dialect),
  decodeResponse: (body, request) => decodeResponse(body, request, dialect),
  decodeError: (status, headers, body) =>
    decodeFailure({ format: dialect.id, reasons: new Map() }, status, headers, body)
})

/**
 * Of a request its model's id, the number of results, whether documents come back and documents that are no texts
 * change; of an answer scores beyond 0 to 1, documents, and a model and usage that are not there. Results that must be
 * put in another order or left out do not pass.
 */
export const passing: RerankPassing = {
  id,
  edits: (request, body) => [
    ...askingEdits(request, body),
    ...memberEdit(body, "return_documents", request.withDocuments)
  ],
  answerEdits: (body, request, { model, results, tokens }) => {
    const ranked = rankedEdits(body, request, results)
    if (ranked === undefined) return undefined
    const { usage } = body
    const counted = isObject(usage) ? "/usage/total_tokens" : "/usage"
    const isCounted = isObject(usage) && typeof usage["total_tokens"] === "number"
    return [
      ...memberEdit(body, "model", typeof body["model"] === "string" ? undefined : model),
      ...ranked,
      ...(isCounted ? [] : [{ path: counted, value: isObject(usage) ? tokens : { total_tokens: tokens } }])
    ]
  }
}

/**
 * Bodies of Cohere's second version that pass to Cohere: as those of the endpoint, but that no member says whether
 * documents come back, which they never do.
 *
 * @see https://docs.cohere.com/v2/reference/rerank (read 2026-11)
 */
export const coherePassing: RerankPassing = {
  id: "cohere-rerank",
  edits: (request, body) => [
    ...askingEdits(request, body),
    ...(body["return_documents"] === undefined ? [] : [{ path: "/return_documents" }])
  ],
  answerEdits: (body, request, { results }) => rankedEdits(body, { ...request, withDocuments: false }, results)
}

/** What changes in what is asked. */
const askingEdits = ({ model, documents, most }: RerankRequest, body: JsonObject): readonly BodyEdit[] => [
  ...memberEdit(body, "model", model),
  ...documentEdits(documents, body["documents"]),
  ...memberEdit(body, "top_n", most)
]

/** What changes in the results; undefined: they do not pass. */
const rankedEdits = (
  { results: entries }: JsonObject,
  request: RerankRequest,
  results: readonly RankedDocument[]
): readonly BodyEdit[] | undefined =>
  isArray(entries) && isSame(entries, results)
    ? results.flatMap((result, place) => resultEdits(entries[place], result, place, request))
    : undefined

const documentEdits = (documents: RerankRequest["documents"], results: Json | undefined): readonly BodyEdit[] =>
  documents.flatMap(({ text, at }, index) =>
    isArray(results) && results[index] === text ? [] : [{ path: at, value: text }]
  )

/** Whether an upstream's results are those that the client gets, in their order. */
const isSame = (given: readonly Json[], results: readonly RankedDocument[]): boolean =>
  given.length === results.length &&
  given.every((item, place) => isObject(item) && item["index"] === results[place]?.index)

const resultEdits = (
  given: Json | undefined,
  { index, score }: RankedDocument,
  place: number,
  { documents, withDocuments }: RerankRequest
): readonly BodyEdit[] => {
  if (!isObject(given)) return []
  const { relevance_score: scored, document } = given
  const edits: BodyEdit[] = []
  if (scored !== score) edits.push({ path: `/results/${place}/relevance_score`, value: score })
  const path = `/results/${place}/document`
  if (withDocuments && typeof document !== "string") edits.push({ path, value: documents[index]?.text })
  if (!withDocuments && document !== undefined) edits.push({ path })
  return edits
}

/** Reads an answer: each document once at most, the nearest first, no more than were asked for. */
export const decodeResponse = (
  text: string,
  request: RerankRequest,
  dialect: Dialect
): Result<Translated<RerankResponse>, GatewayError> => {
  const body = readOrNull(text)
  if (!isObject(body)) return fail(unreadable())
  const results = body[dialect.results]
  const tokens = numberAt(body, dialect.tokens)
  if (!isArray(results)) {
    const isBilled = numberAt(body, dialect.units ?? []) !== undefined
    const error = isBilled ? unreadable().with({ shouldRetry: false }) : unreadable()
    return fail(tokens === undefined ? error : error.with({ usage: { input: tokens } }))
  }
  const notes: TranslationNote[] = []
  const ranked = rank(results, request, notes)
  const { model } = body
  const unread = unknownMembers(body, knownOf(dialect))
  return succeed({
    value: {
      results: ranked.slice(0, request.most ?? request.documents.length),
      ...(typeof model === "string" ? { model } : {}),
      ...(tokens === undefined ? {} : { tokens }),
      ...(unread.length === 0 ? {} : { unread })
    },
    notes
  })
}

const unreadable = (): GatewayError => new GatewayError("UpstreamFailed", "The upstream's answer has no results.")

const knownOf = ({ results, tokens }: Dialect): KnownMembers => {
  const [first = "", ...more] = tokens
  const inside = more.reduceRight<KnownMembers | null>((known, key) => ({ [key]: known }), null)
  return {
    object: null,
    model: null,
    [results]: { index: null, relevance_score: null, document: null },
    [first]: inside
  }
}

const rank = (
  results: readonly Json[],
  { documents }: RerankRequest,
  notes: TranslationNote[]
): readonly RankedDocument[] => {
  const ranked = new Map<number, RankedDocument>()
  let hasStrangers = false
  for (const result of results) {
    const { index, relevance_score: score } = isObject(result) ? result : none
    const document = typeof index === "number" ? documents[index] : undefined
    if (typeof index !== "number" || typeof score !== "number" || document === undefined || ranked.has(index)) {
      hasStrangers = true
      continue
    }
    const within = Math.min(1, Math.max(0, score))
    if (within !== score) notes.push(rerankRules.note("score", document.at))
    ranked.set(index, { index, score: within })
  }
  if (hasStrangers) notes.push(rerankRules.note("stranger", "/documents"))
  return [...ranked.values()].toSorted((a, b) => b.score - a.score || a.index - b.index)
}

const none: JsonObject = {}

const numberAt = (body: JsonObject, path: readonly string[]): number | undefined => {
  let here: Json | undefined = body
  for (const key of path) here = isObject(here) ? here[key] : undefined
  return typeof here === "number" ? here : undefined
}

/** An answer as clients read it. */
export const encodeResponse = (
  { model, results, tokens }: RerankAnswer,
  { documents, withDocuments }: RerankRequest
): JsonTemplate => ({
  model,
  results: results.map(({ index, score }) => ({
    index,
    relevance_score: score,
    document: withDocuments ? documents[index]?.text : undefined
  })),
  usage: { total_tokens: tokens }
})

/**
 * An answer as clients of Cohere's second version read it. The AI SDK's provider wants `id` and `meta` to be there.
 *
 * @see https://docs.cohere.com/v2/reference/rerank (read 2026-11)
 * @see https://github.com/vercel/ai/blob/main/packages/cohere/src/reranking/cohere-reranking-api.ts (read 2026-11)
 */
export const encodeCohereResponse = ({ id, results, tokens }: RerankAnswer): JsonTemplate => ({
  id,
  results: results.map(({ index, score }) => ({ index, relevance_score: score })),
  meta: { api_version: { version: "2" }, tokens: { input_tokens: tokens } }
})
