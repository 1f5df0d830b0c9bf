import type { EmbeddingAnswer, EmbeddingPassing, EmbeddingRequest } from "../../words/embedding.ts"
import type { Tree } from "../../words/json/json.ts"
import type { Wanted } from "../whole.ts"

/** What is asked of an embedding model, and how its client wants the answer. */
export interface EmbeddingAsk extends Wanted {
  readonly request: EmbeddingRequest
  /** How bodies pass to a model of the client's own format; absent: each answer is written anew. */
  readonly passing?: EmbeddingPassing
  readonly write: (answer: EmbeddingAnswer) => Tree
  /** Headers of the answer. */
  readonly headers: Readonly<Record<string, string>>
}
