import {
  type EmbeddingFormat,
  type EmbeddingPassing,
  type EmbeddingAnswer,
  type EmbeddingResponse,
  type EmbeddingVector,
  numbersOf
} from "../../core/embedding.ts"
import { encodeRequest, id, modelOf, resourceOf } from "./request.ts"
import { memberEdit, unknownMembers } from "../../core/passthrough.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { fail, type Result, succeed } from "../../core/errors/invalid.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"
import { isArray, isObject, type Json, type JsonTemplate } from "../../core/json/json.ts"

/** Reads an answer, of one item or of a batch. */
const decodeResponse = (body: Json, count: number): Result<EmbeddingResponse, GatewayError> => {
  if (!isObject(body)) return fail(unreadable())
  const { embedding, embeddings, usageMetadata } = body
  const found = isArray(embeddings) ? embeddings : embedding === undefined ? [] : [embedding]
  const vectors = found.flatMap(vectorOf)
  const input = isObject(usageMetadata) ? usageMetadata["promptTokenCount"] : undefined
  const usage = typeof input === "number" ? { input } : undefined
  if (vectors.length !== count || found.length !== count) return fail(unreadable(usage))
  const unread = unknownMembers(body, known)
  return succeed({
    vectors,
    ...(usage === undefined ? {} : { usage }),
    ...(unread.length === 0 ? {} : { unread })
  })
}

const vector = { values: null }

const known = { embedding: vector, embeddings: vector, usageMetadata: { promptTokenCount: null } }

const unreadable = (usage?: TokenUsage): GatewayError =>
  new GatewayError(
    "UpstreamFailed",
    "The upstream's answer does not have a vector for each item.",
    usage && { shouldRetry: false, usage }
  )

const vectorOf = (embedding: Json): readonly EmbeddingVector[] => {
  const values = isObject(embedding) ? embedding["values"] : undefined
  return isArray(values) && values.every(isNumber) ? [values] : []
}

const isNumber = (value: Json): value is number => typeof value === "number"

/** An answer of one item: the vendor's, with the endpoint table's usage beside it. */
export const encodeResponse = ({ embeddings, tokens }: EmbeddingAnswer): JsonTemplate => {
  const [first] = embeddings
  return { embedding: { values: numbersOf(first?.vector ?? []) }, metadata: { usage: tokenUsage(tokens) } }
}

/** An answer of a batch as the endpoint table has it: one such answer for each item. */
export const encodeBatch = ({ embeddings }: EmbeddingAnswer): JsonTemplate =>
  embeddings.map(({ vector, tokens }) => ({
    embedding: { values: numbersOf(vector) },
    metadata: { usage: tokenUsage(tokens) }
  }))

/** An answer of a batch as the vendor has it. */
export const encodeVendorBatch = ({ embeddings, tokens }: EmbeddingAnswer): JsonTemplate => ({
  embeddings: embeddings.map(({ vector }) => ({ values: numbersOf(vector) })),
  usageMetadata: { promptTokenCount: tokens },
  metadata: { usage: tokenUsage(tokens) }
})

/** Usage as the endpoint table has it. */
const tokenUsage = (tokens: number): JsonTemplate => ({ prompt_tokens: tokens, total_tokens: tokens })

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
