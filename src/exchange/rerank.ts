import * as Effect from "effect/Effect"
import { type RerankModel, RerankModels } from "../capabilities/models.ts"
import { succeed } from "../core/errors/invalid.ts"
import { JsonText, type JsonTemplate, stringifyJson } from "../core/json/json.ts"
import { anyNaming } from "../core/naming/gateways.ts"
import { type Translated, noteRules } from "../core/notes/note.ts"
import type { RerankAnswer, RerankPassing, RerankRequest, RerankResponse } from "../core/rerank.ts"
import { estimateTokens } from "../core/tokens/count.ts"
import { callAll } from "./call-model.ts"
import { crossing, type Steps } from "./offload.ts"
import { namedBy } from "./permission.ts"
import { KeptNotes } from "./answer.ts"
import { splice } from "./body.ts"
import {
  type UnaryResult,
  type UnaryCall,
  unary,
  writeReply,
  replyJob,
  type ReplyInput,
  type UnaryInput,
  type ParsedRequest,
  type WrittenCalls
} from "./unary.ts"

/** What is asked of a reranker. */
interface RerankAsk extends ParsedRequest {
  readonly request: RerankRequest
}

/** An endpoint of rerankers: how it reads a request, and how its client wants the answer. */
interface RerankEndpoint {
  /** The name of its jobs. */
  readonly endpoint: string
  readonly read: (given: UnaryInput) => Steps<RerankAsk>
  /** How bodies pass to a model of the client's own format. */
  readonly passing: RerankPassing
  readonly answer: (answer: RerankAnswer, request: RerankRequest) => JsonTemplate
}

/** How its client wants the answer. */
type Printing = Pick<RerankEndpoint, "passing" | "answer">

const table = noteRules("rerank-answer", {
  dropped: { cosmetic: { unread: "The client's format has no member for this part of the answer; it was left out." } },
  synthesised: { cost: { usage: "The upstream reported no tokens; this is an estimate." } }
})

/** What an answer is told by: the request as it is sent, and whether its answer passes. */
interface RerankState {
  readonly request: RerankRequest
  readonly passes: boolean
}

/** The id under which its client knows an answer. */
interface Named {
  readonly id: string
}

/** The path of a call for a ranking. */
export const rerankExchange = ({ endpoint, read, passing, answer: print }: RerankEndpoint) => {
  const tell = replyJob({
    endpoint,
    models: RerankModels,
    tell: (input: ReplyInput<Named, RerankState>, model: RerankModel) =>
      answered({ passing, answer: print }, input, model)
  })
  const { answer, prepare } = unary({
    endpoint,
    format: "rerank",
    models: RerankModels,
    read,
    write: (ask, model) => calling(passing, ask, model),
    run: (way: UnaryCall<object, RerankModel, undefined, RerankState>) =>
      Effect.flatMap(Effect.andThen(way.follow, callAll(way.model, way.calls)), (came) =>
        writeReply(tell, RerankModels, way, { about: { id: way.caller.requestId }, state: way.calls.state, ...came })
      )
  })
  return { jobs: [prepare, tell], answer }
}

function* calling(
  passing: RerankPassing,
  ask: RerankAsk,
  model: RerankModel
): Steps<WrittenCalls<undefined, RerankState>> {
  const passes = passing.id === model.format.id
  const request = { ...ask.request, model: model.target.model }
  const { value: body, notes } = written(passing, ask, request, model)
  yield
  const named = namedBy(anyNaming, body)
  if (!named.ok) return named
  const { native: _, ...plain } = request
  return succeed({
    notes,
    named: named.value,
    calls: [{ call: undefined }],
    bodies: [crossing(body.text)],
    needs: [],
    state: { request: plain, passes }
  })
}

/** The body that is sent: the client's own where it passes, with what changes in it. */
const written = (
  passing: RerankPassing,
  { body }: RerankAsk,
  request: RerankRequest,
  { format }: RerankModel
): Translated<JsonText> => {
  if (passing.id !== format.id || body.object === undefined) return format.encodeRequest(request)
  return { value: JsonText.source(splice(body.text, passing.edits(request, body.object))), notes: [] }
}

const decoder = new TextDecoder()

function* answered(
  reranker: Printing,
  { about, state: { request, passes }, replies: [reply] }: ReplyInput<Named, RerankState>,
  model: RerankModel
): Steps<UnaryResult> {
  const text = decoder.decode(reply)
  yield
  const decoded = model.format.decodeResponse(text, request)
  yield
  return decoded.ok ? succeed(made(reranker, about, request, decoded.value, passes ? text : undefined)) : decoded
}

/** The client's answer. `passed`: the text of the upstream's, where that passes. */
const made = (
  { passing, answer: tree }: Printing,
  { id }: Named,
  request: RerankRequest,
  { value: response, notes }: Translated<RerankResponse>,
  passed: string | undefined
): UnaryResult => {
  const { model = request.model, tokens = estimateOf(request), unread = [] } = response
  const answer = { ...response, id, model, tokens }
  const body = passed === undefined ? undefined : JsonText.source(passed)
  const edits = body?.object && passing.answerEdits(body.object, request, answer)
  const lost = edits === undefined ? unread.map((place) => table.note("unread", place)) : []
  const counted = response.tokens === undefined ? {} : { usage: { input: response.tokens } }
  const uncounted = response.tokens === undefined ? [table.note("usage", "")] : []
  const text =
    body === undefined || edits === undefined ? stringifyJson(tree(answer, request)) : splice(body.text, edits)
  const keptNotes = new KeptNotes()
  for (const some of [notes, lost, uncounted]) keptNotes.add(some)
  return { body: crossing(text), ...counted, notes: keptNotes.take() }
}

const estimateOf = ({ query, documents }: RerankRequest): number =>
  documents.reduce((sum, { text }) => sum + estimateTokens(text), estimateTokens(query))
