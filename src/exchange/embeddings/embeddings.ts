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
import { ask } from "../ask.ts"
import { namedBy, wrong } from "../open.ts"
import { type Prepared, whole, type Whole } from "../whole.ts"
import { type Answered, made } from "./answer.ts"
import type { EmbeddingAsk } from "./ask.ts"
import { type Batch, plan } from "./plan.ts"

export type { EmbeddingAsk } from "./ask.ts"

/** The path of a call for embeddings: as many calls as the model needs, their answers put back in order. */
export const embeddings = ({ endpoint, format }: Pick<Whole<never, never, never, never>, "endpoint" | "format">) =>
  whole<EmbeddingAsk, EmbeddingModel, EmbeddingModels, never>({ endpoint, format, models: EmbeddingModels, prepare })

/** How many calls of one request are under way at once. */
const concurrency = 4

const prepare = (asked: EmbeddingAsk, model: EmbeddingModel): Result<Prepared, GatewayError> => {
  const wish = dimensionsWrong(asked.request, model.target)
  if (wish !== undefined) return fail(wish)
  const planned = plan(asked, model)
  if (!planned.ok) return planned
  const batches = planned.value
  const run = Effect.map(
    Effect.forEach(batches, (batch) => answered(model, batch), { concurrency }),
    (answers) => made(asked, model.target.model, answers)
  )
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
    all.push(...named.value)
  }
  return succeed(all)
}

const decoder = new TextDecoder()

const answered = (model: EmbeddingModel, batch: Batch): Effect.Effect<Answered, GatewayError> =>
  Effect.flatMap(ask({ upstream: model.upstream, format: model }, model.request(batch.call)), (reply) => {
    const text = decoder.decode(reply.body)
    const body = parsedOrNull(text)
    const decoded = model.format.decodeResponse(body, batch.places.length)
    return decoded.ok ? Effect.succeed({ batch, text, body, response: decoded.value }) : Effect.fail(decoded.error)
  })
