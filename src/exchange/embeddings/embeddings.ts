import * as Effect from "effect/Effect"
import { type EmbeddingModel, EmbeddingModels, type EmbeddingTarget } from "../../capabilities/models.ts"
import { appendAll } from "../../core/collections.ts"
import {
  type EmbeddingAnswer,
  type EmbeddingCall,
  type EmbeddingPassing,
  type EmbeddingRequest,
  itemTokens,
  type EmbeddingResponse,
  type EmbeddingVector
} from "../../core/embedding.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { isObject, type Json, type JsonTemplate, stringifyJson } from "../../core/json/json.ts"
import { readOrNull } from "../../core/json/value.ts"
import { anyNaming } from "../../core/naming/gateways.ts"
import type { NamedModel } from "../../core/naming/naming.ts"
import { placeOf, type TranslationNote, noteRules } from "../../core/notes/note.ts"
import { sharesOf, promptTokens, sumUsage } from "../../core/tokens/usage.ts"
import { callAll } from "../call-model.ts"
import { badRequest } from "../answer.ts"
import { crossing, errorFrom, type Steps } from "../offload.ts"
import { namedBy } from "../permission.ts"
import { splice } from "../body.ts"
import {
  type UnaryResult,
  type UnaryCall,
  unary,
  writeReply,
  replyJob,
  type ReplyInput,
  type UnaryInput,
  type WrittenCalls
} from "../unary.ts"
import { type EmbeddingAsk, type EmbeddingState, type EmbeddingEndpoint, type Batch, plan } from "./calls.ts"

/** What the address of a call depends on. */
type Call = Omit<EmbeddingCall, "body">

/** A request, and how its body passes. */
interface PassableAsk extends EmbeddingAsk {
  readonly passing: EmbeddingPassing | undefined
}

/** The path of a call for embeddings: as many calls as the model needs, their answers put back in order. */
export const embeddingsExchange = <G extends UnaryInput>(embedder: EmbeddingEndpoint<G>) => {
  const { endpoint, format, read, passing } = embedder
  const tell = replyJob({
    endpoint,
    models: EmbeddingModels,
    tell: (input: ReplyInput<Omit<G, "body">, EmbeddingState>, model: EmbeddingModel) =>
      answered(embedder, input, model)
  })
  const { answer, prepare } = unary({
    endpoint,
    format,
    models: EmbeddingModels,
    *read(given: G): Steps<PassableAsk> {
      const ask = yield* read(given)
      return ask.ok ? succeed({ ...ask.value, passing: passing(given) }) : ask
    },
    write: written,
    run: (way: UnaryCall<Omit<G, "body">, EmbeddingModel, Call, EmbeddingState>) =>
      Effect.flatMap(Effect.andThen(way.follow, callAll({ ...way.model, format: way.model }, way.calls)), (came) =>
        writeReply(tell, EmbeddingModels, way, { about: way.about, state: way.calls.state, ...came })
      )
  })
  return { jobs: [prepare, tell], answer }
}

/** The calls of a request. */
function* written(ask: PassableAsk, model: EmbeddingModel): Steps<WrittenCalls<Call, EmbeddingState>> {
  const { items, encoding } = ask.request
  const wish = dimensionsWrong(ask.request, model.target)
  if (wish !== undefined) return fail(wish)
  yield
  const planned = plan(ask, ask.passing, model)
  if (!planned.ok) return planned
  const batches = planned.value
  yield
  const named = allNamed(batches)
  if (!named.ok) return named
  return succeed({
    notes: distinct(batches.flatMap(({ notes }) => notes)),
    named: named.value,
    calls: batches.map(({ call: { model: sent, many } }) => ({ call: { model: sent, many } })),
    bodies: batches.map(({ call }) => crossing(call.body.text)),
    needs: [],
    state: {
      sent: model.target.model,
      estimates: items.map(itemTokens),
      places: batches.map(({ places }) => places),
      passes: batches.every(({ passes }) => passes),
      ...(encoding === undefined ? {} : { encoding })
    }
  })
}

/** A wish for dimensions that a model does not have. */
const dimensionsWrong = (
  { items }: EmbeddingRequest,
  { model, dimensions }: EmbeddingTarget
): GatewayError | undefined => {
  if (dimensions === undefined) return undefined
  const { most, shortens, shortening } = dimensions
  const wrongly = items.find((item) => item.dimensions !== undefined && (!shortens || item.dimensions > most))
  if (wrongly === undefined) return undefined
  return badRequest(
    placeOf(wrongly, "dimensions"),
    shortens
      ? `\`${model}\` gives vectors of at most ${most} dimensions.`
      : `\`${model}\` gives vectors of ${most} dimensions alone; their number can be chosen for ${quoted(shortening)}.`
  )
}

const quoted = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(", ")

/** Notes without those that several calls have alike. */
const distinct = (notes: readonly TranslationNote[]): readonly TranslationNote[] => [
  ...new Map(notes.map((note) => [`${note.rule} ${note.path}`, note])).values()
]

const allNamed = (batches: readonly Batch[]): Result<readonly NamedModel[], GatewayError> => {
  const all: NamedModel[] = []
  for (const { call } of batches) {
    const named = namedBy(anyNaming, call.body)
    if (!named.ok) return named
    appendAll(all, named.value)
  }
  return succeed(all)
}

/** The client's answer. */
function* answered<G extends UnaryInput>(
  { passing, answer, headers }: EmbeddingEndpoint<G>,
  { about, state, replies, failures }: ReplyInput<Omit<G, "body">, EmbeddingState>,
  model: EmbeddingModel
): Steps<UnaryResult> {
  const called: Result<DecodedReply, GatewayError>[] = []
  for (const [index, places] of state.places.entries()) {
    const failed = failures.get(index)
    const reply = replies[index] ?? new Uint8Array(0)
    called.push(failed === undefined ? yield* decoded(model, places, reply) : fail(errorFrom(failed)))
    yield
  }
  const failed = called.find((it) => !it.ok)
  if (failed !== undefined) {
    const usage = sumUsage(called.map((it) => (it.ok ? it.value.response : it.error.details).usage))
    const isPaid = called.some(({ ok }) => ok)
    return fail(failed.error.with({ usage, ...(isPaid && { shouldRetry: false }) }))
  }
  const answers = called.flatMap((it) => (it.ok ? [it.value] : []))
  const wish = { passing: passing(about), answer: (it: EmbeddingAnswer) => answer(it, about, state.encoding) }
  const encoded = made(state, answers, wish)
  yield
  return succeed({ ...encoded, headers: headers(about), body: crossing(encoded.body) })
}

const decoder = new TextDecoder()

function* decoded(model: EmbeddingModel, places: readonly number[], bytes: Uint8Array): Steps<DecodedReply> {
  const text = decoder.decode(bytes)
  yield
  const body = readOrNull(text)
  yield
  const response = model.format.decodeResponse(body, places.length)
  return response.ok ? succeed({ places, text, body, response: response.value }) : response
}

/** What an upstream answered one call with. */
interface DecodedReply {
  /** Which items of the request it is for. */
  readonly places: readonly number[]
  readonly text: string
  readonly body: Json
  readonly response: EmbeddingResponse
}

const table = noteRules("embeddings-answer", {
  dropped: { cosmetic: { unread: "The client's format has no member for this part of the answer; it was left out." } },
  synthesised: { cost: { usage: "The upstream reported no tokens; this is an estimate." } }
})

/** How a client wants its answer. */
interface AnswerOptions {
  readonly passing: EmbeddingPassing | undefined
  readonly answer: (answer: EmbeddingAnswer) => JsonTemplate
}

/** The client's answer from those of all calls: the upstream's own bytes where they pass, else written anew. */
const made = (
  state: EmbeddingState,
  answers: readonly DecodedReply[],
  { passing, answer }: AnswerOptions
): UnaryResult => {
  const counted = counts(answers)
  const tokens = counted ?? sum(state.estimates)
  const passed = state.passes ? passedAnswer(state, answers, tokens, passing) : undefined
  const uncounted = counted === undefined ? [table.note("usage", "")] : []
  return {
    body: passed ?? stringifyJson(answer(joined(state, answers, tokens))),
    ...(counted === undefined ? {} : { usage: { input: counted } }),
    notes: passed === undefined ? [...unread(answers), ...uncounted] : uncounted
  }
}

/** The text of an answer that passes, with what changes in it. */
const passedAnswer = (
  state: EmbeddingState,
  [only]: readonly DecodedReply[],
  tokens: number,
  passing: EmbeddingPassing | undefined
): string | undefined => {
  if (only === undefined || passing === undefined || !isObject(only.body)) return undefined
  const edits = passing.answerEdits(only.body, state, tokens)
  return edits === undefined ? undefined : splice(only.text, edits)
}

/** The vectors of all answers in the order of the request, each with its share of the tokens. */
const joined = (
  { sent, estimates }: EmbeddingState,
  answers: readonly DecodedReply[],
  tokens: number
): EmbeddingAnswer => {
  const vectors: EmbeddingVector[] = []
  for (const { places, response } of answers) {
    places.forEach((place, item) => (vectors[place] = response.vectors[item] ?? []))
  }
  const named = answers.find(({ response }) => response.model !== undefined)
  const shares = sharesOf(tokens, estimates)
  const embeddings = vectors.map((vector, index) => ({ vector, tokens: shares[index] ?? 0 }))
  return { model: named?.response.model ?? sent, embeddings, tokens }
}

/** What of the answers is lost, each member once. */
const unread = (answers: readonly DecodedReply[]): readonly TranslationNote[] => {
  const places = new Set(answers.flatMap(({ response }) => response.unread ?? []))
  return [...places].map((place) => table.note("unread", place))
}

/** The tokens that an upstream counted; undefined where it did not count those of each call. */
const counts = (answers: readonly DecodedReply[]): number | undefined => {
  const all = answers.map(({ response: { usage } }) => (usage === undefined ? undefined : promptTokens(usage)))
  const known = all.filter((tokens) => tokens !== undefined)
  return known.length === all.length ? sum(known) : undefined
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
