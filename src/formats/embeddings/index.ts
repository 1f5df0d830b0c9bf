import type { EmbeddingFormat } from "../../core/embedding.ts"
import { encodeRequest, kindOf } from "./encode.ts"
import { decodeResponse } from "./response.ts"
import { id } from "./wire.ts"

/** Embeddings as OpenAI's API and the many that follow it write them. */
export const embeddings: EmbeddingFormat = { id, kindOf, encodeRequest, decodeResponse }
