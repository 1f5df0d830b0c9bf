import { type KnownMembers, unknownMembers } from "../../core/passthrough.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { isArray, isObject, type Json, type JsonObject, type JsonTemplate } from "../../core/json/json.ts"
import { readOrNull } from "../../core/json/value.ts"
import type { TranslationNote, Translated } from "../../core/notes/note.ts"
import type { RankedDocument, RerankAnswer, RerankRequest, RerankResponse } from "../../core/rerank.ts"
import { fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { rerankRules, type Dialect } from "./request.ts"

/** Reads an answer: each document once at most, the nearest first, no more than were asked for. */
export const decodeResponse = (
  text: string,
  request: RerankRequest,
  dialect: Dialect
): Result<Translated<RerankResponse>, GatewayError> => {
  const body = readOrNull(text)
  const results = isObject(body) ? body[dialect.results] : undefined
  if (!isObject(body) || !isArray(results)) return fail(unreadable())
  const notes: TranslationNote[] = []
  const ranked = rank(results, request, notes)
  const { model } = body
  const tokens = numberAt(body, dialect.tokens)
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
