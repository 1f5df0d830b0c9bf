import type { VectorEncoding, EmbeddingFormat, EmbeddingPassing } from "../../core/embedding.ts"
import { memberEdit } from "../../core/passthrough.ts"
import { isArray, isObject, type Json } from "../../core/json/json.ts"
import { encodeRequest, kindOf, id } from "./request.ts"
import type { BodyEdit } from "../../core/format.ts"
import { decodeResponse, isVector, tokenUsage, written } from "./response.ts"

/** Embeddings as OpenAI's API and the many that follow it write them. */
export const embeddings: EmbeddingFormat = { id, kindOf, encodeRequest, decodeResponse }

/**
 * Of a request its model's id and dimensions that are a text change; of an answer vectors that are not written as the
 * client wants them, and usage that is not there. Items that stand in another order than their indices do not pass.
 */
export const passing: EmbeddingPassing = {
  id,
  edits: ({ model, items }, body) => [
    ...memberEdit(body, "model", model),
    ...memberEdit(body, "dimensions", items[0]?.dimensions)
  ],
  answerEdits: ({ data, usage }, { encoding }, tokens) => {
    const items = isArray(data) ? data : []
    if (!items.every(inOrder)) return undefined
    const counted = isObject(usage) ? [] : [{ path: "/usage", value: tokenUsage(tokens) }]
    return [...items.flatMap((item, index) => vectorEdit(item, index, encoding)), ...counted]
  }
}

const inOrder = (item: Json, place: number): boolean => isObject(item) && (item["index"] ?? place) === place

const vectorEdit = (item: Json, index: number, encoding: VectorEncoding | undefined): readonly BodyEdit[] => {
  const vector = isObject(item) ? item["embedding"] : undefined
  if (!isVector(vector) || (typeof vector === "string") === (encoding === "base64")) return []
  return [{ path: `/data/${index}/embedding`, value: written(vector, encoding) }]
}
