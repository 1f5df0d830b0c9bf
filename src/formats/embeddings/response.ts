import {
  type EmbeddingAnswer,
  type EmbeddingResponse,
  type EmbeddingVector,
  numbersOf,
  type VectorEncoding,
  decodeFloats,
  encodeFloats
} from "../../core/embedding.ts"
import { unknownMembers } from "../../core/passthrough.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { isArray, isObject, type Json, type JsonTemplate } from "../../core/json/json.ts"
import { fail, type Result, succeed } from "../../core/errors/invalid.ts"

/** Reads an answer: its items in the order of their indices, which are each there once. */
export const decodeResponse = (body: Json, count: number): Result<EmbeddingResponse, GatewayError> => {
  if (!isObject(body)) return fail(unreadable())
  const { data, model, usage } = body
  const found = new Map((isArray(data) ? data : []).flatMap(entryOf))
  const vectors = Array.from({ length: count }, (_, index) => found.get(index)).filter((vector) => vector !== undefined)
  if (vectors.length !== count || found.size !== count) return fail(unreadable())
  const input = isObject(usage) ? (usage["prompt_tokens"] ?? usage["total_tokens"]) : undefined
  const unread = unknownMembers(body, known)
  return succeed({
    vectors,
    ...(typeof model === "string" ? { model } : {}),
    ...(typeof input === "number" ? { usage: { input } } : {}),
    ...(unread.length === 0 ? {} : { unread })
  })
}

const known = {
  object: null,
  data: { object: null, index: null, embedding: null },
  model: null,
  usage: { prompt_tokens: null, total_tokens: null }
}

const unreadable = (): GatewayError =>
  new GatewayError("UpstreamFailed", "The upstream's answer does not have a vector for each item.")

/** An item without an index stands where its index would be. */
const entryOf = (item: Json, place: number): readonly (readonly [number, EmbeddingVector])[] => {
  if (!isObject(item)) return []
  const { index = place, embedding } = item
  return typeof index === "number" && isVector(embedding) ? [[index, embedding]] : []
}

/** Whether a value is a vector in either of its two ways. */
export const isVector = (value: Json | undefined): value is EmbeddingVector =>
  typeof value === "string" ? decodeFloats(value) !== undefined : isArray(value) && value.every(isNumber)

const isNumber = (value: Json): value is number => typeof value === "number"

/** An answer, its vectors as the client wants them. */
export const encodeResponse = (
  { model, embeddings, tokens }: EmbeddingAnswer,
  encoding: VectorEncoding | undefined
): JsonTemplate => ({
  object: "list",
  data: embeddings.map(({ vector }, index) => ({
    object: "embedding",
    index,
    embedding: written(vector, encoding)
  })),
  model,
  usage: tokenUsage(tokens)
})

/** Usage as it is told. */
export const tokenUsage = (tokens: number): JsonTemplate => ({ prompt_tokens: tokens, total_tokens: tokens })

/** A vector as a client wants it: numbers, where it says nothing. */
export const written = (vector: EmbeddingVector, encoding: VectorEncoding | undefined): EmbeddingVector =>
  encoding === "base64" ? base64Of(vector) : numbersOf(vector)

const base64Of = (vector: EmbeddingVector): string => (typeof vector === "string" ? vector : encodeFloats(vector))
