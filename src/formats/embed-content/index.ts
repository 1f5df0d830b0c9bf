import type { EmbeddingFormat, EmbeddingPassing } from "../../core/embedding.ts"
import { encodeRequest, id, modelOf, resourceOf } from "./request.ts"
import { decodeResponse, tokenUsage } from "./response.ts"
import { memberEdit } from "../../core/passthrough.ts"

/** Embeddings as Google's `embedContent` and `batchEmbedContents` write them. */
export const embedContent: EmbeddingFormat = { id, kindOf: () => "", encodeRequest, decodeResponse }

/**
 * Of a request for one vector the model's id and dimensions that are a text change; its answer gets the usage of the
 * endpoint table.
 */
export const passing: EmbeddingPassing = {
  id,
  edits: ({ model, items }, body) => {
    const { model: bodyModel } = body
    const named = typeof bodyModel === "string" && modelOf(bodyModel) !== model ? resourceOf(model) : undefined
    const spelled = Object.hasOwn(body, "output_dimensionality") ? "output_dimensionality" : "outputDimensionality"
    return [...memberEdit(body, "model", named), ...memberEdit(body, spelled, items[0]?.dimensions)]
  },
  answerEdits: (_answer, _request, tokens) => [{ path: "/metadata", value: { usage: tokenUsage(tokens) } }]
}
