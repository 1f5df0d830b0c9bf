import * as Effect from "effect/Effect"
import { type RerankModel, RerankModels } from "../capabilities/rerank-models.ts"
import type { GatewayError } from "../words/error.ts"
import { type Tree, write } from "../words/json.ts"
import type { Translated } from "../words/note.ts"
import type { Ranked, RerankRequest, RerankResponse } from "../words/rerank.ts"
import { type Result, succeed } from "../words/result.ts"
import { rules } from "../words/rules.ts"
import { estimateTokens } from "../words/token-estimate.ts"
import { ask } from "./ask.ts"
import { type Made, type Prepared, type Wanted, whole } from "./whole.ts"

/** What is asked of a reranker, and how its client wants the answer. */
export interface RerankAsk extends Wanted {
  readonly request: RerankRequest
  readonly write: (model: string, results: readonly Ranked[], tokens: number, request: RerankRequest) => Tree
}

const usage = rules("rerank-answer", {
  synthesised: { cost: { usage: "The upstream counts no tokens; these are an estimate." } }
})

const decoder = new TextDecoder()

const prepare = (asked: RerankAsk, model: RerankModel): Result<Prepared, GatewayError> => {
  const request = { ...asked.request, model: model.target.model }
  const { value: body, notes } = model.format.encodeRequest(request)
  const run = Effect.flatMap(ask(model, model.request(body)), (reply) => {
    const decoded = model.format.decodeResponse(decoder.decode(reply.body), request)
    return decoded.ok ? Effect.succeed(made(asked, request, decoded.value)) : Effect.fail(decoded.error)
  })
  return succeed({ notes, run })
}

const made = (
  { write: tree }: RerankAsk,
  request: RerankRequest,
  { value: { model = request.model, results, tokens }, notes }: Translated<RerankResponse>
): Made => {
  const counted = tokens ?? estimateOf(request)
  return {
    body: write(tree(model, results, counted, request)),
    usage: { input: counted },
    notes: tokens === undefined ? [...notes, usage.note("usage", "")] : notes
  }
}

const estimateOf = ({ query, documents }: RerankRequest): number =>
  documents.reduce((sum, { text }) => sum + estimateTokens(text), estimateTokens(query))

/** The path of a call for a ranking. */
export const rerank = whole<RerankAsk, RerankModel, RerankModels, never>({
  endpoint: "rerank",
  format: "rerank",
  models: RerankModels,
  prepare
})
