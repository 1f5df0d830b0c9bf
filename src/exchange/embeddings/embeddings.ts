import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type EmbeddingModel, EmbeddingModels, type EmbeddingTarget } from "../../capabilities/embedding-models.ts"
import type { EmbeddingRequest } from "../../words/embedding.ts"
import type { GatewayError } from "../../words/errors/error.ts"
import { parsedOrNull } from "../../words/json/value.ts"
import { anyNaming } from "../../words/naming/any.ts"
import type { Named } from "../../words/naming/named.ts"
import { placeOf } from "../../words/notes/leftover.ts"
import type { Note } from "../../words/notes/note.ts"
import { fail, type Result, succeed } from "../../words/errors/result.ts"
import { append } from "../../words/append.ts"
import { ask } from "../ask.ts"
import { unknownModel } from "../find-model.ts"
import { crossing, type Job, perform } from "../offload.ts"
import { namedBy, wrong } from "../open.ts"
import { type Caller, type Made, type Prepared, whole } from "../whole.ts"
import { type Answered, made } from "./answer.ts"
import type { EmbeddingAsk } from "./ask.ts"
import { type Batch, plan } from "./plan.ts"

export type { EmbeddingAsk } from "./ask.ts"

/** An endpoint for embeddings: what it reads a request of, which is plain data, and how. */
export interface Embedder<Given> {
  readonly endpoint: string
  readonly format: string
  readonly read: (given: Given) => Result<EmbeddingAsk, GatewayError>
}

/** A request, and what it was read of. */
type Read<Given> = EmbeddingAsk & { readonly given: Given }

/** The path of a call for embeddings: as many calls as the model needs, their answers put back in order. */
export const embeddings = <Given>({ endpoint, format, read }: Embedder<Given>) => {
  const tell = telling({ endpoint, format, read })
  const answer = whole<Read<Given>, EmbeddingModel, EmbeddingModels, EmbeddingModels>({
    endpoint,
    format,
    models: EmbeddingModels,
    prepare: ({ given, ...asked }, model) =>
      prepare(asked, model, (replies) =>
        Effect.contextWith((services: Context.Context<EmbeddingModels>) =>
          perform(
            tell,
            { given, replies },
            replies.reduce((bytes, { length }) => bytes + length, 0),
            services
          )
        )
      )
  })
  return {
    jobs: [tell],
    answer: (caller: Caller, given: Given) => {
      const asked = read(given)
      return answer(caller, asked.ok ? succeed({ ...asked.value, given }) : asked)
    }
  }
}

/** How many calls of one request are under way at once. */
const concurrency = 4

const prepare = (
  asked: EmbeddingAsk,
  model: EmbeddingModel,
  tell: (replies: readonly Uint8Array[]) => Effect.Effect<Made, GatewayError, EmbeddingModels>
): Result<Prepared<EmbeddingModels>, GatewayError> => {
  const wish = dimensionsWrong(asked.request, model.target)
  if (wish !== undefined) return fail(wish)
  const planned = plan(asked, model)
  if (!planned.ok) return planned
  const batches = planned.value
  const way = { upstream: model.upstream, format: model }
  const called = ({ call }: Batch) => Effect.map(ask(way, model.request(call)), ({ body }) => body)
  const run = Effect.flatMap(Effect.forEach(batches, called, { concurrency }), tell)
  const named = allNamed(batches)
  if (!named.ok) return named
  return succeed({ notes: distinct(batches.flatMap(({ notes }) => notes)), named: named.value, run })
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
const distinct = (notes: readonly Note[]): readonly Note[] => [
  ...new Map(notes.map((note) => [`${note.rule} ${note.path}`, note])).values()
]

const allNamed = (batches: readonly Batch[]): Result<readonly Named[], GatewayError> => {
  const all: Named[] = []
  for (const { call } of batches) {
    const named = namedBy(anyNaming, call.body)
    if (!named.ok) return named
    append(all, named.value)
  }
  return succeed(all)
}

/** What answers are told of: what their request was read of, and what came for each of its calls. */
interface Telling<Given> {
  readonly given: Given
  readonly replies: readonly Uint8Array[]
}

/** The client's answer: its request is read and divided again, as it was before. */
const telling = <Given>({ endpoint, read }: Embedder<Given>): Job<Telling<Given>, Made, EmbeddingModels> => ({
  name: `${endpoint}/reply`,
  *run({ given, replies }, services) {
    const asked = read(given)
    if (!asked.ok) return asked
    const model = Context.get(services, EmbeddingModels).find(asked.value.model)
    if (model === undefined) return fail(unknownModel(asked.value.model))
    const batches = plan(asked.value, model)
    if (!batches.ok) return batches
    const answers: Answered[] = []
    for (const [index, batch] of batches.value.entries()) {
      const answer = answered(model, batch, replies[index] ?? new Uint8Array(0))
      if (!answer.ok) return answer
      answers.push(answer.value)
      yield
    }
    const told = made(asked.value, model.target.model, answers)
    return succeed({ ...told, body: crossing(told.body) })
  }
})

const decoder = new TextDecoder()

const answered = (model: EmbeddingModel, batch: Batch, bytes: Uint8Array): Result<Answered, GatewayError> => {
  const text = decoder.decode(bytes)
  const body = parsedOrNull(text)
  const decoded = model.format.decodeResponse(body, batch.places.length)
  return decoded.ok ? succeed({ batch, text, body, response: decoded.value }) : decoded
}
