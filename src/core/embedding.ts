import type { GatewayError } from "./errors/error.ts"
import type { Result } from "./errors/invalid.ts"
import type { BodyEdit } from "./format.ts"
import type { Json, JsonObject, JsonText } from "./json/json.ts"
import type { ChatNode } from "./chat/node.ts"
import type { Refused, Translated } from "./notes/note.ts"
import type { JsonPointer } from "./json/pointer.ts"
import { estimateTokens } from "./tokens/count.ts"
import type { TokenUsage } from "./tokens/usage.ts"
import { encodeBytes } from "./bytes.ts"

/** The most inputs of a request: what OpenAI's API takes, which takes more than any other (https://platform.openai.com/docs/api-reference/embeddings/create). */
export const mostInputs = 2048

/** What is embedded: texts that are one, or the tokens of a text as its model's tokenizer numbers them. */
export type EmbeddingInput =
  | { readonly kind: "texts"; readonly texts: readonly string[] }
  | { readonly kind: "tokens"; readonly tokens: readonly number[] }

/** One thing to be embedded. */
export interface EmbeddingItem extends ChatNode {
  readonly input: EmbeddingInput
  /** What the vector is for, in the vendor's words: `RETRIEVAL_QUERY`. */
  readonly task?: string
  /** The title of a document. */
  readonly title?: string
  /** Where parts stand that are no text, which its own format alone has a place for. */
  readonly media?: readonly JsonPointer[]
  /** How many numbers the vector is to have; absent: as many as the model gives. */
  readonly dimensions?: number
}

/** How a vector is written: as numbers, or as base64 of its numbers as little-endian float32. */
export type VectorEncoding = "float" | "base64"

/** What an embedding model is asked. */
export interface EmbeddingRequest extends ChatNode {
  readonly model: string
  /** At least one. */
  readonly items: readonly EmbeddingItem[]
  /** How the client wants vectors written; absent: as its format usually has them. */
  readonly encoding?: VectorEncoding
  /** Who asks, in the client's words. */
  readonly user?: string
}

/** A vector: its numbers, or base64 of them as little-endian float32. */
export type EmbeddingVector = readonly number[] | string

/** The numbers of a vector, however it is written; none where its base64 holds none. */
export const numbersOf = (vector: EmbeddingVector): readonly number[] =>
  typeof vector === "string" ? (decodeFloats(vector) ?? []) : vector

/** What an embedding model answers: a vector for each item, in their order. */
export interface EmbeddingResponse {
  /** Absent where the upstream names none. */
  readonly model?: string
  readonly vectors: readonly EmbeddingVector[]
  readonly usage?: TokenUsage
  /** Where members stand in the answer that nobody reads. */
  readonly unread?: readonly JsonPointer[]
}

/** An answer as it is given to a client, whose format may count the tokens of each item. */
export interface EmbeddingAnswer {
  readonly model: string
  readonly embeddings: readonly { readonly vector: EmbeddingVector; readonly tokens: number }[]
  /** Of all items. */
  readonly tokens: number
}

/** A call as it is written. */
export interface EmbeddingCall {
  readonly model: string
  /** Whether it holds several items, for vendors who have a path for that. */
  readonly many: boolean
  readonly body: JsonText
}

/** How a vendor's API for embeddings is written. */
export interface EmbeddingFormat {
  readonly id: string
  /** What the items of one call have in common: only items of one kind go together. */
  readonly kindOf: (item: EmbeddingItem) => string
  /** Writes a request whose items are of one kind. */
  readonly encodeRequest: (request: EmbeddingRequest) => Result<Translated<EmbeddingCall>, Refused>
  /** Reads an answer that must hold so many vectors. */
  readonly decodeResponse: (body: Json, count: number) => Result<EmbeddingResponse, GatewayError>
}

/** What changes in bodies that pass, where client and model speak one format. Everything else stays as it came. */
export interface EmbeddingPassing {
  /** The format. */
  readonly id: string
  /** What changes in a client's body for its upstream. `request`: the body as it was read, with the id that is sent. */
  readonly edits: (request: EmbeddingRequest, body: JsonObject) => readonly BodyEdit[]
  /** What changes in an upstream's answer for its client; undefined: it does not pass. `tokens`: those of all items. */
  readonly answerEdits: (
    answer: JsonObject,
    request: Pick<EmbeddingRequest, "encoding">,
    tokens: number
  ) => readonly BodyEdit[] | undefined
}

/** An estimate of the tokens of an item. */
export const itemTokens = ({ input }: EmbeddingItem): number =>
  input.kind === "tokens" ? input.tokens.length : input.texts.reduce((sum, text) => sum + estimateTokens(text), 0)

/** Bytes of one number. */
const width = 4

/** Numbers as base64 of little-endian float32, as vectors are sent in fewer bytes. */
export const encodeFloats = (numbers: readonly number[]): string => {
  const view = new DataView(new ArrayBuffer(numbers.length * width))
  for (let index = 0; index < numbers.length; index++) view.setFloat32(index * width, numbers[index] ?? 0, true)
  return encodeBytes(new Uint8Array(view.buffer))
}

/** The numbers of such a text; undefined where it is no base64 of whole finite numbers. */
export const decodeFloats = (base64: string): readonly number[] | undefined => {
  const binary = binaryOf(base64)
  if (binary === undefined || binary.length % width !== 0) return undefined
  const view = new DataView(new ArrayBuffer(binary.length))
  for (let at = 0; at < binary.length; at++) view.setUint8(at, binary.charCodeAt(at))
  const numbers: number[] = []
  for (let at = 0; at < binary.length; at += width) numbers.push(view.getFloat32(at, true))
  return numbers.every(Number.isFinite) ? numbers : undefined
}

const binaryOf = (base64: string): string | undefined => {
  try {
    return atob(base64)
  } catch {
    return undefined
  }
}
