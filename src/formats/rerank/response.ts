import { unknownMembers } from "../../words/edit.ts"
import { GatewayError } from "../../words/error.ts"
import { isArray, isObject, type Json, type JsonObject, type Tree } from "../../words/json.ts"
import { parsedOrNull } from "../../words/json-value.ts"
import type { Note, Translated } from "../../words/note.ts"
import type { Ranked, RerankAnswer, RerankRequest, RerankResponse } from "../../words/rerank.ts"
import { below, type Pointer } from "../../words/pointer.ts"
import { fail, type Result, succeed } from "../../words/result.ts"
import { table } from "./rules.ts"
import type { Dialect } from "./wire.ts"

/** Reads an answer: each document once at most, the nearest first, no more than were asked for. */
export const decodeResponse = (
  text: string,
  request: RerankRequest,
  dialect: Dialect
): Result<Translated<RerankResponse>, GatewayError> => {
  const body = parsedOrNull(text)
  const results = isObject(body) ? body[dialect.results] : undefined
  if (!isObject(body) || !isArray(results)) return fail(unreadable())
  const notes: Note[] = []
  const ranked = rank(results, request, notes)
  const { model } = body
  const tokens = numberAt(body, dialect.tokens)
  const unread = unreadOf(body, results, dialect)
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

const unreadable = (): GatewayError => new GatewayError("UpstreamFailed", "The upstream's answer holds no results.")

const ofResult: ReadonlySet<string> = new Set(["index", "relevance_score", "document"])

const unreadOf = (body: JsonObject, results: readonly Json[], dialect: Dialect): readonly Pointer[] => {
  const [counted = ""] = dialect.tokens
  return [
    ...unknownMembers(body, new Set(["object", "model", dialect.results, counted])),
    ...results.flatMap((result, index) =>
      isObject(result) ? unknownMembers(result, ofResult, below(below("", dialect.results), index)) : []
    ),
    ...besideTokens(body, dialect.tokens)
  ]
}

/** What stands beside the members on the way to the count of tokens, below the first. */
const besideTokens = (
  body: JsonObject,
  [key = "", ...more]: readonly string[],
  at: Pointer = ""
): readonly Pointer[] => {
  const inside = body[key]
  const [next] = more
  if (next === undefined || !isObject(inside)) return []
  const here = below(at, key)
  return [...unknownMembers(inside, new Set([next]), here), ...besideTokens(inside, more, here)]
}

const rank = (results: readonly Json[], { documents }: RerankRequest, notes: Note[]): readonly Ranked[] => {
  const ranked = new Map<number, Ranked>()
  for (const result of results) {
    const { index, relevance_score: score } = isObject(result) ? result : none
    const document = typeof index === "number" ? documents[index] : undefined
    if (typeof index !== "number" || typeof score !== "number" || document === undefined || ranked.has(index)) {
      notes.push(table.note("stranger", "/documents"))
      continue
    }
    const within = Math.min(1, Math.max(0, score))
    if (within !== score) notes.push(table.note("score", document.at))
    ranked.set(index, { index, score: within })
  }
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
): Tree => ({
  model,
  results: results.map(({ index, score }) => ({
    index,
    relevance_score: score,
    document: withDocuments ? documents[index]?.text : undefined
  })),
  usage: { total_tokens: tokens }
})
