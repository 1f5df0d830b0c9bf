import * as Effect from "effect/Effect"
import type { EmbeddingModels } from "../capabilities/embedding-models.ts"
import type { AuthPolicy } from "../credentials/carriers.ts"
import { type EmbeddingAsk, embeddings as exchange } from "../exchange/embeddings/embeddings.ts"
import { envelopeOf } from "../exchange/envelope.ts"
import { invalid } from "../exchange/open.ts"
import { Policies } from "../exchange/policies.ts"
import { readBody } from "../exchange/read-body.ts"
import { decodeBatch, decodeRequest } from "../formats/embed-content/decode.ts"
import { passing } from "../formats/embed-content/passing.ts"
import { encodeBatch, encodeResponse, encodeVendorBatch } from "../formats/embed-content/response.ts"
import { encodeError } from "../formats/generate-content/error.ts"
import type { GatewayError } from "../words/errors/error.ts"
import { fail, type Result, succeed } from "../words/errors/result.ts"
import { type Endpoint, type Head, smallCap } from "./endpoint.ts"

const auth: AuthPolicy = ["bearer", "x-goog-api-key", "query"]

/** What both verbs share. */
const shared = { method: "POST", auth, body: { kind: "json", cap: smallCap }, error: encodeError } as const

/** `POST /v1beta/models/{model}:embedContent`: one vector, with its usage. */
export const embedContent: Endpoint<EmbeddingModels> = {
  ...shared,
  id: "embed-content",
  path: "/v1beta/models/*model:embedContent",
  also: ["/v1/models/*model:embedContent"],
  summary: "The vector of one content by any embedding model.",
  handle: ({ head, principal, body }) =>
    Effect.suspend(() => single({ requestId: head.requestId, principal }, readAsk(head, body, one)))
}

/** `POST /v1beta/models/{model}:batchEmbedContents`, as Google's SDKs call it: a vector for each request. */
export const batchEmbedContents: Endpoint<EmbeddingModels> = {
  ...shared,
  id: "batch-embed-contents",
  path: "/v1beta/models/*model:batchEmbedContents",
  also: ["/v1/models/*model:batchEmbedContents"],
  summary: "The vectors of several contents, in their order.",
  handle: ({ head, principal, body }) =>
    Effect.flatMap(Policies, ({ envelope }) => {
      const { shape, headers } = envelopeOf(head.headers, envelope)
      const write = shape === "vendor" ? encodeVendorBatch : encodeBatch
      return batch(
        { requestId: head.requestId, principal },
        readAsk(head, body, { decode: decodeBatch, write, headers })
      )
    })
}

const single = exchange({ endpoint: "embed-content", format: "embed-content" })
const batch = exchange({ endpoint: "batch-embed-contents", format: "embed-content" })

/** How a verb reads its bodies and writes its answers. */
interface Verb extends Pick<EmbeddingAsk, "write" | "headers" | "passing"> {
  readonly decode: typeof decodeRequest
}

const one: Verb = { decode: decodeRequest, write: encodeResponse, headers: {}, passing }

const readAsk = (
  { params }: Head,
  bytes: Uint8Array,
  { decode, ...verb }: Verb
): Result<EmbeddingAsk, GatewayError> => {
  const body = readBody(bytes)
  if (!body.ok) return body
  const decoded = decode(body.value, params["model"] ?? "")
  if (!decoded.ok) return fail(invalid(decoded.error))
  const { value: request, notes } = decoded.value
  return succeed({ ...verb, model: request.model, notes, request, body: body.value })
}
