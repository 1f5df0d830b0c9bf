import * as Effect from "effect/Effect"
import type { RerankModels } from "../capabilities/rerank-models.ts"
import { invalid } from "../exchange/open.ts"
import { readBody } from "../exchange/read-body.ts"
import { rerank as answer, type RerankAsk } from "../exchange/rerank.ts"
import { encodeError } from "../formats/chat-completions/error.ts"
import { decodeRequest } from "../formats/rerank/decode.ts"
import { passing } from "../formats/rerank/passing.ts"
import { encodeResponse } from "../formats/rerank/response.ts"
import type { GatewayError } from "../words/errors/error.ts"
import { fail, type Result, succeed } from "../words/errors/result.ts"
import { type Endpoint, smallCap } from "./endpoint.ts"

/** `POST /v1/rerank`: documents by how near they are to a query. */
export const rerank: Endpoint<RerankModels> = {
  id: "rerank",
  method: "POST",
  path: "/v1/rerank",
  auth: ["bearer"],
  body: { kind: "json", cap: smallCap },
  summary: "Documents by how near they are to a query, by any reranker.",
  handle: ({ head: { requestId }, principal, body }) =>
    Effect.suspend(() => answer({ requestId, principal }, readAsk(body))),
  error: encodeError
}

const readAsk = (bytes: Uint8Array): Result<RerankAsk, GatewayError> => {
  const body = readBody(bytes)
  if (!body.ok) return body
  const decoded = decodeRequest(body.value)
  if (!decoded.ok) return fail(invalid(decoded.error))
  const { value: request, notes } = decoded.value
  return succeed({ model: request.model, notes, request, body: body.value, passing, write: encodeResponse })
}
