import * as Effect from "effect/Effect"
import type { RerankModels } from "../capabilities/models.ts"
import { bodyReader } from "../exchange/body.ts"
import { rerankExchange } from "../exchange/rerank.ts"
import { encodeError } from "../formats/chat-completions/wire.ts"
import { coherePassing, passing, encodeCohereResponse, encodeResponse } from "../formats/rerank/index.ts"
import { decodeRequest } from "../formats/rerank/request.ts"
import { type Endpoint, smallCap } from "./endpoint.ts"

const read = bodyReader(decodeRequest)

const plain = rerankExchange({ endpoint: "rerank", read, passing, answer: encodeResponse })

const cohere = rerankExchange({
  endpoint: "rerank-cohere",
  read,
  passing: coherePassing,
  answer: encodeCohereResponse
})

/** Where Cohere's SDKs and its provider for the AI SDK call. */
const coherePath = "/v2/rerank"

/** `POST /v1/rerank`: documents by how near they are to a query; at `/v2/rerank` the answer is as Cohere's clients read it. */
export const rerank: Endpoint<RerankModels> = {
  id: "rerank",
  method: "POST",
  path: "/v1/rerank",
  also: [coherePath],
  auth: ["bearer"],
  body: { kind: "json", cap: smallCap },
  summary: "Documents by how near they are to a query, by any reranker.",
  jobs: [...plain.jobs, ...cohere.jobs],
  handle: ({ head: { path, requestId }, principal, body }) =>
    Effect.suspend(() => (path === coherePath ? cohere : plain).answer({ requestId, principal }, { body })),
  error: encodeError
}
