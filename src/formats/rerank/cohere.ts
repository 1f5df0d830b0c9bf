import type { JsonTemplate } from "../../core/json/json.ts"
import type { RerankAnswer, RerankPassing } from "../../core/rerank.ts"
import { askingEdits, rankedEdits } from "./passing.ts"

/**
 * Bodies of Cohere's second version that pass to Cohere: as those of the endpoint, but that no member says whether
 * documents come back, which they never do.
 *
 * @see https://docs.cohere.com/v2/reference/rerank (read 2026-11)
 */
export const passing: RerankPassing = {
  id: "cohere-rerank",
  edits: (request, body) => [
    ...askingEdits(request, body),
    ...(body["return_documents"] === undefined ? [] : [{ path: "/return_documents" }])
  ],
  answerEdits: (body, request, { results }) => rankedEdits(body, { ...request, withDocuments: false }, results)
}

/**
 * An answer as clients of Cohere's second version read it. The AI SDK's provider wants `id` and `meta` to be there.
 *
 * @see https://docs.cohere.com/v2/reference/rerank (read 2026-11)
 * @see https://github.com/vercel/ai/blob/main/packages/cohere/src/reranking/cohere-reranking-api.ts (read 2026-11)
 */
export const encodeResponse = ({ id, results, tokens }: RerankAnswer): JsonTemplate => ({
  id,
  results: results.map(({ index, score }) => ({ index, relevance_score: score })),
  meta: { api_version: { version: "2" }, tokens: { input_tokens: tokens } }
})
