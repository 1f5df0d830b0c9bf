import * as Effect from "effect/Effect"
import type { EmbeddingModels } from "../capabilities/embedding-models.ts"
import { type EmbeddingAsk, embeddings as exchange } from "../exchange/embeddings/embeddings.ts"
import { invalid } from "../exchange/open.ts"
import type { Steps } from "../exchange/offload.ts"
import { readSteps } from "../exchange/read-body.ts"
import type { Given } from "../exchange/written.ts"
import { encodeError } from "../formats/chat-completions/error.ts"
import { decodeRequest } from "../formats/embeddings/decode.ts"
import { passing } from "../formats/embeddings/passing.ts"
import { encodeResponse } from "../formats/embeddings/response.ts"
import { fail, succeed } from "../words/errors/result.ts"
import { type Endpoint, smallCap } from "./endpoint.ts"

function* read({ body: bytes }: Given): Steps<EmbeddingAsk> {
  const body = yield* readSteps(bytes)
  if (!body.ok) return body
  yield
  const decoded = decodeRequest(body.value)
  if (!decoded.ok) return fail(invalid(decoded.error))
  const { value: request, notes } = decoded.value
  return succeed({ model: request.model, notes, request, body: body.value })
}

const { answer, jobs } = exchange({
  endpoint: "embeddings",
  format: "embeddings",
  read,
  passing: () => passing,
  answer: (answered, _about, encoding) => encodeResponse(answered, encoding),
  headers: () => ({})
})

/** `POST /v1/embeddings`, as OpenAI's SDKs call it. */
export const embeddings: Endpoint<EmbeddingModels> = {
  id: "embeddings",
  method: "POST",
  path: "/v1/embeddings",
  auth: ["bearer"],
  body: { kind: "json", cap: smallCap },
  summary: "Vectors of texts by any embedding model, as numbers or as base64.",
  jobs,
  handle: ({ head: { requestId }, principal, body }) =>
    Effect.suspend(() => answer({ requestId, principal }, { body })),
  error: encodeError
}
