import type { EmbeddingModel } from "../../capabilities/models.ts"
import type {
  EmbeddingAnswer,
  EmbeddingPassing,
  EmbeddingRequest,
  VectorEncoding,
  EmbeddingCall,
  EmbeddingFormat
} from "../../core/embedding.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { type JsonTemplate, JsonText } from "../../core/json/json.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import { refusedRequest } from "../answer.ts"
import type { Steps } from "../offload.ts"
import { splice } from "../body.ts"
import type { UnaryInput, ParsedRequest } from "../unary.ts"

/** What is asked of an embedding model. */
export interface EmbeddingAsk extends ParsedRequest {
  readonly request: EmbeddingRequest
}

/** An endpoint for embeddings: how it reads a request, and how its client wants the answer. */
export interface EmbeddingEndpoint<G extends UnaryInput> {
  readonly endpoint: string
  readonly format: string
  readonly read: (given: G) => Steps<EmbeddingAsk>
  /** How bodies pass to a model of the client's own format; absent: each answer is written anew. */
  readonly passing: (about: Omit<G, "body">) => EmbeddingPassing | undefined
  readonly answer: (
    answer: EmbeddingAnswer,
    about: Omit<G, "body">,
    encoding: VectorEncoding | undefined
  ) => JsonTemplate
  /** Headers of the answer. */
  readonly headers: (about: Omit<G, "body">) => Readonly<Record<string, string>>
}

/** What the answers to a request are told by. */
export interface EmbeddingState {
  /** The id that is sent. */
  readonly sent: string
  /** An estimate of the tokens of each item. */
  readonly estimates: readonly number[]
  /** Which items of the request each call holds. */
  readonly places: readonly (readonly number[])[]
  /** Whether the client's own body is sent, and its answer passes. */
  readonly passes: boolean
  readonly encoding?: VectorEncoding
}

/** One call, and which items of the request it holds. */
export interface Batch {
  readonly places: readonly number[]
  readonly call: EmbeddingCall
  readonly notes: readonly TranslationNote[]
  /** Whether it is the client's own body. */
  readonly passes: boolean
}

/**
 * Divides a request into calls: the client's own body where client and model speak one format and the model takes all
 * at once; else items of one kind together, no more than the model takes.
 */
export const plan = (
  ask: EmbeddingAsk,
  passing: EmbeddingPassing | undefined,
  model: EmbeddingModel
): Result<readonly Batch[], GatewayError> => {
  const passed = passedCall(ask, passing, model)
  return passed === undefined ? divided(ask.request, model) : succeed([passed])
}

const passedCall = (
  { request, body }: EmbeddingAsk,
  passing: EmbeddingPassing | undefined,
  { format, target }: EmbeddingModel
): Batch | undefined => {
  const { items } = request
  if (passing?.id !== format.id || items.length > target.perCall || body.object === undefined) return undefined
  const edits = passing.edits({ ...request, model: target.model }, body.object)
  const call = { model: target.model, many: items.length > 1, body: JsonText.source(splice(body.text, edits)) }
  return { places: [...items.keys()], call, notes: [], passes: true }
}

const divided = (
  request: EmbeddingRequest,
  { format, target }: EmbeddingModel
): Result<readonly Batch[], GatewayError> => {
  const batches: Batch[] = []
  for (const places of ofOneKind(request, format).flatMap((kind) => inPieces(kind, target.perCall))) {
    const items = places.flatMap((place) => request.items[place] ?? [])
    const encoded = format.encodeRequest({ ...request, model: target.model, items })
    if (!encoded.ok) return fail(refusedRequest(encoded.error))
    const { value: call, notes } = encoded.value
    batches.push({ places, call, notes, passes: false })
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
