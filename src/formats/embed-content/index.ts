import type { EmbeddingFormat } from "../../core/embedding.ts"
import { encodeRequest } from "./encode.ts"
import { decodeResponse } from "./response.ts"
import { id } from "./wire.ts"

/** Embeddings as Google's `embedContent` and `batchEmbedContents` write them. */
export const embedContent: EmbeddingFormat = { id, kindOf: () => "", encodeRequest, decodeResponse }
