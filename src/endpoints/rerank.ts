import * as Effect from "effect/Effect"
import type { RerankModels } from "../capabilities/rerank-models.ts"
import type { Steps } from "../exchange/offload.ts"
import { invalid } from "../exchange/open.ts"
import { readSteps } from "../exchange/read-body.ts"
import { rerank as exchange, type RerankAsk } from "../exchange/rerank.ts"
import type { Given } from "../exchange/written.ts"
import { encodeError } from "../formats/chat-completions/error.ts"
import { decodeRequest } from "../formats/rerank/decode.ts"
import { passing } from "../formats/rerank/passing.ts"
import { encodeResponse } from "../formats/rerank/response.ts"
import { fail, succeed } from "../words/errors/result.ts"
import { type Endpoint, smallCap } from "./endpoint.ts"

function* read({ body: bytes }: Given): Steps<RerankAsk> {
  const body = yield* readSteps(bytes)
  if (!body.ok) return body
  yield
  const decoded = decodeRequest(body.value)
  if (!decoded.ok) return fail(invalid(decoded.error))
  const { value: request, notes } = decoded.value
  return succeed({ model: request.model, notes, request, body: body.value })
}

const { answer, jobs } = exchange({ read, passing, answer: encodeResponse })

/** `POST /v1/rerank`: documents by how near they are to a query. */
export const rerank: Endpoint<RerankModels> = {
  id: "rerank",
  method: "POST",
  path: "/v1/rerank",
  auth: ["bearer"],
  body: { kind: "json", cap: smallCap },
  summary: "Documents by how near they are to a query, by any reranker.",
  jobs,
  handle: ({ head: { requestId }, principal, body }) =>
    Effect.suspend(() => answer({ requestId, principal }, { body })),
  error: encodeError
}
