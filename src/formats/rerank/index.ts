import type { BodyEdit } from "../../core/format.ts"
import { decodeFailure } from "../../core/errors/failure.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../core/json/json.ts"
import { memberEdit } from "../../core/passthrough.ts"
import type { RankedDocument, RerankFormat, RerankPassing, RerankRequest } from "../../core/rerank.ts"
import { type Dialect, encodeRequest, id } from "./request.ts"
import { decodeResponse } from "./response.ts"

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
