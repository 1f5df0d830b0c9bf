import * as Effect from "effect/Effect"
import { type RerankModel, RerankModels } from "../capabilities/rerank-models.ts"
import type { GatewayError } from "../words/errors/error.ts"
import { JsonText, type Tree, write } from "../words/json/json.ts"
import type { Translated } from "../words/notes/note.ts"
import type { RerankAnswer, RerankPassing, RerankRequest, RerankResponse } from "../words/rerank.ts"
import { type Result, succeed } from "../words/errors/result.ts"
import { anyNaming } from "../words/naming/any.ts"
import { rules } from "../words/notes/rules.ts"
import { estimateTokens } from "../words/tokens/estimate.ts"
import { ask } from "./ask.ts"
import { namedBy } from "./open.ts"
import { splice } from "./splice.ts"
import { type Made, type Prepared, type Wanted, whole } from "./whole.ts"

/** What is asked of a reranker, and how its client wants the answer. */
export interface RerankAsk extends Wanted {
  readonly request: RerankRequest
  /** How bodies pass to a model of the client's own format. */
  readonly passing: RerankPassing
  readonly write: (answer: RerankAnswer, request: RerankRequest) => Tree
}

const table = rules("rerank-answer", {
  dropped: { cosmetic: { unread: "The client's format has no place for this member of the answer." } },
  synthesised: { cost: { usage: "The upstream counts no tokens; these are an estimate." } }
})

const decoder = new TextDecoder()

const prepare = (asked: RerankAsk, model: RerankModel): Result<Prepared, GatewayError> => {
  const request = { ...asked.request, model: model.target.model }
  const { value: body, notes } = written(asked, request, model)
  const run = Effect.flatMap(ask(model, model.request(body)), (reply) => {
    const text = decoder.decode(reply.body)
    const decoded = model.format.decodeResponse(text, request)
    return decoded.ok
      ? Effect.succeed(made(asked, request, decoded.value, passes(asked, model) ? text : undefined))
      : Effect.fail(decoded.error)
  })
  const named = namedBy(anyNaming, body)
  return named.ok ? succeed({ notes, named: named.value, run }) : named
}

/** Whether client and model speak one format. */
const passes = ({ passing }: RerankAsk, { format }: RerankModel): boolean => passing.id === format.id

/** The body that is sent: the client's own where it passes, with what changes in it. */
const written = (asked: RerankAsk, request: RerankRequest, model: RerankModel): Translated<JsonText> => {
  const { body, passing } = asked
  if (!passes(asked, model) || body.object === undefined) return model.format.encodeRequest(request)
  return { value: JsonText.source(splice(body.text, passing.edits(request, body.object))), notes: [] }
}

/** The client's answer. `passed`: the text of the upstream's, where that passes. */
const made = (
  { passing, write: tree }: RerankAsk,
  request: RerankRequest,
  { value: response, notes }: Translated<RerankResponse>,
  passed: string | undefined
): Made => {
  const { model = request.model, tokens = estimateOf(request), unread = [] } = response
  const answer = { ...response, model, tokens }
  const body = passed === undefined ? undefined : JsonText.source(passed)
  const edits = body?.object && passing.answerEdits(body.object, request, answer)
  const lost = edits === undefined ? unread.map((place) => table.note("unread", place)) : []
  const uncounted = response.tokens === undefined ? [table.note("usage", "")] : []
  return {
    body: body === undefined || edits === undefined ? write(tree(answer, request)) : splice(body.text, edits),
    usage: { input: tokens },
    notes: [...notes, ...lost, ...uncounted]
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
