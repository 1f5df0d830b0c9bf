import * as Effect from "effect/Effect"
import type { EmbeddingModels } from "../capabilities/embedding-models.ts"
import { type EmbeddingAsk, embeddings as exchange } from "../exchange/embeddings/embeddings.ts"
import { invalid } from "../exchange/open.ts"
import { readBody } from "../exchange/read-body.ts"
import { encodeError } from "../formats/chat-completions/error.ts"
import { decodeRequest } from "../formats/embeddings/decode.ts"
import { passing } from "../formats/embeddings/passing.ts"
import { encodeResponse } from "../formats/embeddings/response.ts"
import type { GatewayError } from "../words/errors/error.ts"
import { fail, type Result, succeed } from "../words/errors/result.ts"
import { type Endpoint, smallCap } from "./endpoint.ts"

const readAsk = (bytes: Uint8Array): Result<EmbeddingAsk, GatewayError> => {
  const body = readBody(bytes)
  if (!body.ok) return body
  const decoded = decodeRequest(body.value)
  if (!decoded.ok) return fail(invalid(decoded.error))
  const { value: request, notes } = decoded.value
  const { model, encoding } = request
  return succeed({
    model,
    notes,
    request,
    body: body.value,
    passing,
    headers: {},
    write: (answered) => encodeResponse(answered, encoding)
  })
}

const { answer, jobs } = exchange({ endpoint: "embeddings", format: "embeddings", read: readAsk })

/** `POST /v1/embeddings`, as OpenAI's SDKs call it. */
export const embeddings: Endpoint<EmbeddingModels> = {
  id: "embeddings",
  method: "POST",
  path: "/v1/embeddings",
  auth: ["bearer"],
  body: { kind: "json", cap: smallCap },
  summary: "Vectors of texts by any embedding model, as numbers or as base64.",
  jobs,
  handle: ({ head: { requestId }, principal, body }) => Effect.suspend(() => answer({ requestId, principal }, body)),
  error: encodeError
}
