import type { EmbeddingAnswer, EmbeddingPassing, EmbeddingRequest, VectorEncoding } from "../../core/embedding.ts"
import type { JsonTemplate } from "../../core/json/json.ts"
import type { Steps } from "../offload.ts"
import type { Given, Wanted } from "../written.ts"

/** What is asked of an embedding model. */
export interface EmbeddingAsk extends Wanted {
  readonly request: EmbeddingRequest
}

/** An endpoint for embeddings: how it reads a request, and how its client wants the answer. */
export interface Embedder<G extends Given> {
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
