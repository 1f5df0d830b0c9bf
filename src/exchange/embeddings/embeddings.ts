import { type EmbeddingModel, EmbeddingModels, type EmbeddingTarget } from "../../capabilities/models.ts"
import * as Effect from "effect/Effect"
import {
  type EmbeddingAnswer,
  type EmbeddingCall,
  type EmbeddingPassing,
  type EmbeddingRequest,
  itemTokens
} from "../../core/embedding.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { readOrNull } from "../../core/json/value.ts"
import { anyNaming } from "../../core/naming/gateways.ts"
import type { NamedModel } from "../../core/naming/named.ts"
import { placeOf } from "../../core/notes/note-writer.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import { fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { appendAll } from "../../core/collections.ts"
import { crossing, type Steps } from "../offload.ts"
import { namedBy, wrong } from "../open.ts"
import { askAll, tellBy, telling, type Told } from "../telling.ts"
import { type Made, type Way, whole } from "../whole.ts"
import type { Given, Written } from "../written.ts"
import { type Answered, made } from "./answer.ts"
import type { EmbeddingAsk, EmbeddingState, Embedder } from "./ask.ts"
import { type Batch, plan } from "./plan.ts"

export type { EmbeddingAsk } from "./ask.ts"

/** What the address of a call depends on. */
type Call = Omit<EmbeddingCall, "body">

/** A request, and how its body passes. */
interface Read extends EmbeddingAsk {
  readonly passing: EmbeddingPassing | undefined
}

/** The path of a call for embeddings: as many calls as the model needs, their answers put back in order. */
export const embeddings = <G extends Given>(embedder: Embedder<G>) => {
  const { endpoint, format, read, passing } = embedder
  const tell = telling({
    endpoint,
    models: EmbeddingModels,
    tell: (told: Told<Omit<G, "body">, EmbeddingState>, model: EmbeddingModel) => answered(embedder, told, model)
  })
  const { answer, prepare } = whole({
    endpoint,
    format,
    models: EmbeddingModels,
    *read(given: G): Steps<Read> {
      const asked = yield* read(given)
      return asked.ok ? succeed({ ...asked.value, passing: passing(given) }) : asked
    },
    write: written,
    run: (way: Way<Omit<G, "body">, EmbeddingModel, Call, EmbeddingState>) =>
      Effect.flatMap(askAll({ ...way.model, format: way.model }, way.written), (replies) =>
        tellBy(tell, way, { about: way.about, state: way.written.state, replies })
      )
  })
  return { jobs: [prepare, tell], answer }
}

/** The calls of a request. */
function* written(asked: Read, model: EmbeddingModel): Steps<Written<Call, EmbeddingState>> {
  const { items, encoding } = asked.request
  const wish = dimensionsWrong(asked.request, model.target)
  if (wish !== undefined) return fail(wish)
  yield
  const planned = plan(asked, asked.passing, model)
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
  return wrong(
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
function* answered<G extends Given>(
  { passing, answer, headers }: Embedder<G>,
  { about, state, replies }: Told<Omit<G, "body">, EmbeddingState>,
  model: EmbeddingModel
): Steps<Made> {
  const answers: Answered[] = []
  for (const [index, places] of state.places.entries()) {
    const reply = yield* decoded(model, places, replies[index] ?? new Uint8Array(0))
    if (!reply.ok) return reply
    answers.push(reply.value)
    yield
  }
  const wish = { passing: passing(about), answer: (it: EmbeddingAnswer) => answer(it, about, state.encoding) }
  const told = made(state, answers, wish)
  yield
  return succeed({ ...told, headers: headers(about), body: crossing(told.body) })
}

const decoder = new TextDecoder()

function* decoded(model: EmbeddingModel, places: readonly number[], bytes: Uint8Array): Steps<Answered> {
  const text = decoder.decode(bytes)
  yield
  const body = readOrNull(text)
  yield
  const response = model.format.decodeResponse(body, places.length)
  return response.ok ? succeed({ places, text, body, response: response.value }) : response
}
