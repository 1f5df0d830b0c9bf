import * as Effect from "effect/Effect"
import { type EmbeddingModel, EmbeddingModels, type EmbeddingTarget } from "../capabilities/embedding-models.ts"
import {
  type EmbeddingAnswer,
  type EmbeddingCall,
  type EmbeddingFormat,
  type EmbeddingRequest,
  type EmbeddingResponse,
  itemTokens,
  type Vector
} from "../words/embedding.ts"
import type { GatewayError } from "../words/error.ts"
import { type Tree, write } from "../words/json.ts"
import { placeOf } from "../words/leftover.ts"
import type { Note } from "../words/note.ts"
import { fail, type Result, succeed } from "../words/result.ts"
import { rules } from "../words/rules.ts"
import { sharesOf } from "../words/shares.ts"
import { promptTokens } from "../words/usage.ts"
import { ask } from "./ask.ts"
import { refused, wrong } from "./open.ts"
import { type Made, type Prepared, type Wanted, whole, type Whole } from "./whole.ts"

/** What is asked of an embedding model, and how its client wants the answer. */
export interface EmbeddingAsk extends Wanted {
  readonly request: EmbeddingRequest
  readonly write: (answer: EmbeddingAnswer) => Tree
  /** Headers of the answer. */
  readonly headers: Readonly<Record<string, string>>
}

/** The path of a call for embeddings: as many calls as the model needs, their answers put back in order. */
export const embeddings = ({ endpoint, format }: Pick<Whole<never, never, never, never>, "endpoint" | "format">) =>
  whole<EmbeddingAsk, EmbeddingModel, EmbeddingModels, never>({ endpoint, format, models: EmbeddingModels, prepare })

const usage = rules("embeddings-answer", {
  synthesised: { cost: { usage: "The upstream counts no tokens; these are an estimate." } }
})

/** How many calls of one request are under way at once. */
const concurrency = 4

const prepare = (asked: EmbeddingAsk, model: EmbeddingModel): Result<Prepared, GatewayError> => {
  const wish = dimensionsWrong(asked.request, model.target)
  if (wish !== undefined) return fail(wish)
  const planned = plan(asked.request, model)
  if (!planned.ok) return planned
  const batches = planned.value
  const run = Effect.map(
    Effect.forEach(batches, (batch) => answered(model, batch), { concurrency }),
    (answers) => made(asked, model, batches, answers)
  )
  return succeed({ notes: distinct(batches.flatMap(({ notes }) => notes)), run })
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

/** One call, and which items of the request it holds. */
interface Batch {
  readonly places: readonly number[]
  readonly call: EmbeddingCall
  readonly notes: readonly Note[]
}

/** Divides a request into calls: items of one kind together, no more than the model takes. */
const plan = (
  request: EmbeddingRequest,
  { format, target }: EmbeddingModel
): Result<readonly Batch[], GatewayError> => {
  const batches: Batch[] = []
  for (const places of ofOneKind(request, format).flatMap((kind) => inPieces(kind, target.perCall))) {
    const items = places.flatMap((place) => request.items[place] ?? [])
    const encoded = format.encodeRequest({ ...request, model: target.model, items })
    if (!encoded.ok) return fail(refused(encoded.error))
    const { value: call, notes } = encoded.value
    batches.push({ places, call, notes })
  }
  return succeed(batches)
}

/** The places of the items of each kind. */
const ofOneKind = ({ items }: EmbeddingRequest, { kindOf }: EmbeddingFormat): readonly (readonly number[])[] => {
  const kinds = new Map<string, number[]>()
  items.forEach((item, place) => {
    const kind = kindOf(item)
    const places = kinds.get(kind)
    if (places === undefined) kinds.set(kind, [place])
    else places.push(place)
  })
  return [...kinds.values()]
}

const inPieces = <A>(items: readonly A[], most: number): readonly (readonly A[])[] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, index) => items.slice(index * most, (index + 1) * most))

/** Notes without those that several calls have alike. */
const distinct = (notes: readonly Note[]): readonly Note[] => [
  ...new Map(notes.map((note) => [`${note.rule} ${note.path}`, note])).values()
]

const decoder = new TextDecoder()

const answered = (model: EmbeddingModel, batch: Batch): Effect.Effect<EmbeddingResponse, GatewayError> =>
  Effect.flatMap(ask({ upstream: model.upstream, format: model }, model.request(batch.call)), ({ body }) => {
    const decoded = model.format.decodeResponse(decoder.decode(body), batch.places.length)
    return decoded.ok ? Effect.succeed(decoded.value) : Effect.fail(decoded.error)
  })

const made = (
  { request, write: tree, headers }: EmbeddingAsk,
  { target }: EmbeddingModel,
  batches: readonly Batch[],
  answers: readonly EmbeddingResponse[]
): Made => {
  const vectors: Vector[] = []
  answers.forEach((answer, index) =>
    batches[index]?.places.forEach((place, item) => (vectors[place] = answer.vectors[item] ?? []))
  )
  const estimates = request.items.map(itemTokens)
  const counted = counts(answers)
  const tokens = counted ?? sum(estimates)
  const shares = sharesOf(tokens, estimates)
  const model = answers.find((answer) => answer.model !== undefined)?.model ?? target.model
  const embedded = vectors.map((vector, index) => ({ vector, tokens: shares[index] ?? 0 }))
  return {
    body: write(tree({ model, embeddings: embedded, tokens })),
    headers,
    usage: { input: tokens },
    notes: counted === undefined ? [usage.note("usage", "")] : []
  }
}

/** The tokens that an upstream counted; undefined where it did not count those of each call. */
const counts = (answers: readonly EmbeddingResponse[]): number | undefined => {
  const all = answers.map(({ usage: said }) => (said === undefined ? undefined : promptTokens(said)))
  const known = all.filter((tokens) => tokens !== undefined)
  return known.length === all.length ? sum(known) : undefined
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
