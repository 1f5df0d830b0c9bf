import * as Effect from "effect/Effect"
import type { EmbeddingModels } from "../capabilities/models.ts"
import { embeddingsExchange } from "../exchange/embeddings/embeddings.ts"
import { type BodyInput, bodyReader, readSteps } from "../exchange/body.ts"
import { type Endpoint, smallCap, type Head } from "./endpoint.ts"
import type { AuthPolicy } from "../credentials/credentials.ts"
import { invalidRequest } from "../exchange/answer.ts"
import type { EmbeddingAsk } from "../exchange/embeddings/calls.ts"
import type { Steps } from "../exchange/offload.ts"
import { envelopeOf, Policies } from "../exchange/policies.ts"
import type { UnaryInput } from "../exchange/unary.ts"
import { fail, succeed } from "../core/errors/invalid.ts"
import * as ChatCompletions from "../formats/chat-completions/wire.ts"
import * as EmbedContent from "../formats/embed-content/index.ts"
import { decodeBatch, decodeRequest as decodeContent } from "../formats/embed-content/request.ts"
import * as Embeddings from "../formats/embeddings/index.ts"
import * as GenerateContent from "../formats/generate-content/wire.ts"

const listed = embeddingsExchange<BodyInput>({
  endpoint: "embeddings",
  format: "embeddings",
  read: bodyReader(Embeddings.decodeRequest),
  passing: () => Embeddings.passing,
  answer: (answered, _about, encoding) => Embeddings.encodeResponse(answered, encoding),
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
  jobs: listed.jobs,
  handle: ({ head: { requestId, params }, principal, body }) =>
    Effect.suspend(() => listed.answer({ requestId, principal }, { body, deployment: params["model"] })),
  error: ChatCompletions.encodeError
}

const auth: AuthPolicy = ["bearer", "x-goog-api-key", "query"]

/** What both verbs of Google's share. */
const shared = {
  method: "POST",
  auth,
  body: { kind: "json", cap: smallCap },
  error: GenerateContent.encodeError
} as const

/** What a request is read of. */
interface Asked extends UnaryInput {
  readonly model: string
  readonly verb: keyof typeof verbs
  readonly headers: Readonly<Record<string, string>>
}

const givenOf = ({ params }: Head, body: Uint8Array, verb: Asked["verb"], headers: Asked["headers"] = {}): Asked => ({
  body,
  model: params["model"] ?? "",
  verb,
  headers
})

/** How each verb's bodies are read and its answers are written. */
const verbs = {
  one: { decode: decodeContent, write: EmbedContent.encodeResponse, passing: EmbedContent.passing },
  batch: { decode: decodeBatch, write: EmbedContent.encodeBatch, passing: undefined },
  vendorBatch: { decode: decodeBatch, write: EmbedContent.encodeVendorBatch, passing: undefined }
} as const

function* read({ body: bytes, model, verb }: Asked): Steps<EmbeddingAsk> {
  const body = yield* readSteps(bytes)
  if (!body.ok) return body
  yield
  const decoded = verbs[verb].decode(body.value, model)
  if (!decoded.ok) return fail(invalidRequest(decoded.error))
  const { value: request, notes } = decoded.value
  return succeed({ model: request.model, notes, request, body: body.value })
}

const exchanged = (endpoint: string) =>
  embeddingsExchange<Asked>({
    endpoint,
    format: "embed-content",
    read,
    passing: ({ verb }) => verbs[verb].passing,
    answer: (answered, { verb }) => verbs[verb].write(answered),
    headers: ({ headers }) => headers
  })

const single = exchanged("embed-content")
const batch = exchanged("batch-embed-contents")

/** `POST /v1beta/models/{model}:embedContent`: one vector, with its usage. */
export const embedContent: Endpoint<EmbeddingModels> = {
  ...shared,
  id: "embed-content",
  path: "/v1beta/models/*model:embedContent",
  also: ["/v1/models/*model:embedContent"],
  summary: "The vector of one content by any embedding model.",
  jobs: single.jobs,
  handle: ({ head, principal, body }) =>
    Effect.suspend(() => single.answer({ requestId: head.requestId, principal }, givenOf(head, body, "one")))
}

/** `POST /v1beta/models/{model}:batchEmbedContents`, as Google's SDKs call it: a vector for each request. */
export const batchEmbedContents: Endpoint<EmbeddingModels> = {
  ...shared,
  id: "batch-embed-contents",
  path: "/v1beta/models/*model:batchEmbedContents",
  also: ["/v1/models/*model:batchEmbedContents"],
  summary: "The vectors of several contents, in their order.",
  jobs: batch.jobs,
  handle: ({ head, principal, body }) =>
    Effect.flatMap(Policies, ({ envelope }) => {
      const { shape, headers } = envelopeOf(head.headers, envelope)
      const given = givenOf(head, body, shape === "vendor" ? "vendorBatch" : "batch", headers)
      return batch.answer({ requestId: head.requestId, principal }, given)
    })
}
