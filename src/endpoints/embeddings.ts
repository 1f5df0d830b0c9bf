import * as Effect from "effect/Effect"
import type { EmbeddingModels } from "../capabilities/models.ts"
import { embeddingsExchange } from "../exchange/embeddings/embeddings.ts"
import { type BodyInput, bodyReader } from "../exchange/read-body.ts"
import { encodeError } from "../formats/chat-completions/error.ts"
import { decodeRequest, encodeResponse, passing } from "../formats/embeddings/index.ts"
import { type Endpoint, smallCap } from "./endpoint.ts"

const { answer, jobs } = embeddingsExchange<BodyInput>({
  endpoint: "embeddings",
  format: "embeddings",
  read: bodyReader(decodeRequest),
  passing: () => passing,
  answer: (answered, _about, encoding) => encodeResponse(answered, encoding),
  headers: () => ({})
})

/** `POST /v1/embeddings`, as OpenAI's SDKs call it; Azure's SDKs call it below `/openai`, with the model in the path. */
export const embeddings: Endpoint<EmbeddingModels> = {
  id: "embeddings",
  method: "POST",
  path: "/v1/embeddings",
  also: ["/openai/v1/embeddings", "/openai/deployments/:model/embeddings"],
  auth: ["bearer", "api-key"],
  body: { kind: "json", cap: smallCap },
  summary: "Vectors of texts by any embedding model, as numbers or as base64.",
  jobs,
  handle: ({ head: { requestId, params }, principal, body }) =>
    Effect.suspend(() => answer({ requestId, principal }, { body, deployment: params["model"] })),
  error: encodeError
}
