import type { GatewayError } from "./errors/error.ts"
import type { Result } from "./errors/invalid.ts"
import type { BodyEdit } from "./format.ts"
import type { JsonObject, JsonText } from "./json/json.ts"
import type { ChatNode } from "./chat/node.ts"
import type { Translated } from "./notes/note.ts"
import type { JsonPointer } from "./json/pointer.ts"

/** The most documents of a request: what Cohere's API takes, which takes more than any other (https://docs.cohere.com/docs/reranking-best-practices). */
export const mostDocuments = 10_000

/** A text to be ranked. `at`: where it stands in the client's body. */
export interface RerankDocument {
  readonly text: string
  readonly at: JsonPointer
}

/** What a reranker is asked. */
export interface RerankRequest extends ChatNode {
  readonly model: string
  readonly query: string
  /** At least one. */
  readonly documents: readonly RerankDocument[]
  /** The most results, from 1 to the number of documents; absent: all. */
  readonly most?: number
  /** Whether results hold their documents. */
  readonly withDocuments: boolean
}

/** How near a document is to the query: 1 is nearest, 0 farthest. */
export interface RankedDocument {
  /** The document's place in the request. */
  readonly index: number
  readonly score: number
}

/** What a reranker answers: documents of the request, each once, the nearest first. */
export interface RerankResponse {
  /** Absent where the upstream names none. */
  readonly model?: string
  readonly results: readonly RankedDocument[]
  /** Absent where the upstream counts none. */
  readonly tokens?: number
  /** Where members stand in the answer that nobody reads. */
  readonly unread?: readonly JsonPointer[]
}

/** An answer as it is given to a client. */
export interface RerankAnswer extends RerankResponse {
  /** The id of its request. */
  readonly id: string
  readonly model: string
  readonly tokens: number
}

/** How a vendor's API for reranking is written. */
export interface RerankFormat {
  readonly id: string
  readonly encodeRequest: (request: RerankRequest) => Translated<JsonText>
  /** Reads the text of an answer to a request. */
  readonly decodeResponse: (body: string, request: RerankRequest) => Result<Translated<RerankResponse>, GatewayError>
  readonly decodeError: (status: number, headers: Readonly<Record<string, string>>, body: string) => GatewayError
}

/** What changes in bodies that pass, where client and model speak one format. Everything else stays as it came. */
export interface RerankPassing {
  /** The format. */
  readonly id: string
  /** What changes in a client's body for its upstream. `request`: the body as it was read, with the id that is sent. */
  readonly edits: (request: RerankRequest, body: JsonObject) => readonly BodyEdit[]
  /** What changes in an upstream's answer for its client; undefined: it does not pass. */
  readonly answerEdits: (
    body: JsonObject,
    request: RerankRequest,
    answer: RerankAnswer
  ) => readonly BodyEdit[] | undefined
}
