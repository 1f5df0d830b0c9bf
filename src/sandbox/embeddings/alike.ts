import type { Api } from "../api.ts"
import { sendWhole } from "../body.ts"
import type { Desk } from "../desk.ts"
import { base64Of } from "../images/base64.ts"
import { numberAt, textAt } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import { errorBody as alikeError } from "../openai-compatible/error.ts"
import { errorBody, failureOf, serverError } from "../openai/error.ts"
import type { ChatError } from "../openai/error.ts"
import { refused } from "../refusal.ts"
import { alikeContext, alikeEmbeddingRefusals, inputTokens } from "./alike-refusals.ts"
import type { AlikeContext } from "./alike-refusals.ts"
import type { AlikeEmbedder } from "./catalogue.ts"
import { vectorOf } from "./vector.ts"

type Vendor = AlikeEmbedder["rules"]["vendor"]

/** Where each vendor's embeddings are asked for. */
const places: ReadonlyMap<string, Vendor> = new Map([
  ["/v1/embeddings", "openai"],
  ["/qwen/v1/embeddings", "qwen"]
])

const headersOf = (desk: Desk): Record<string, string> => ({
  "content-type": "application/json",
  "x-request-id": desk.requestId("req_")
})

const fail = (vendor: Vendor, error: ChatError, desk: Desk, refusal?: string): Response =>
  new Response(JSON.stringify(vendor === "qwen" ? alikeError(vendor, error) : errorBody(error)), {
    status: error.status,
    headers: {
      ...headersOf(desk),
      ...(error.status === 429 ? { "retry-after": "1" } : {}),
      ...(refusal === undefined ? {} : { "x-sandbox-refusal": refusal })
    }
  })

/** Numbers as base64 of little-endian float32. */
const packed = (numbers: readonly number[]): string => {
  const floats = new DataView(new ArrayBuffer(numbers.length * 4))
  numbers.forEach((number, index) => floats.setFloat32(index * 4, number, true))
  return base64Of(new Uint8Array(floats.buffer))
}

/** Tokens are embedded by their numbers: what they spell is known to their tokenizer alone. */
const textOf = (input: Json): string => (typeof input === "string" ? input : JSON.stringify(input))

const answerOf = ({ body, inputs }: AlikeContext, { id, rules }: AlikeEmbedder): JsonObject => {
  const dimensions = numberAt(body, "dimensions") ?? rules.size
  const isPacked = textAt(body, "encoding_format") === "base64"
  const tokens = inputs.reduce<number>((sum, input) => sum + inputTokens(input), 0)
  return {
    object: "list",
    data: inputs.map((input, index) => {
      const vector = vectorOf(textOf(input), dimensions)
      return { object: "embedding", index, embedding: isPacked ? packed(vector) : vector }
    }),
    model: id,
    usage: { prompt_tokens: tokens, total_tokens: tokens }
  }
}

const serve = async (request: Request, desk: Desk, vendor: Vendor): Promise<Response> => {
  const context = alikeContext(vendor, request.headers, await request.text(), desk.key)
  const found = refused(alikeEmbeddingRefusals, context)
  if (found !== undefined) {
    const { name, status, type, code } = found.refusal
    const { message, param = null } = found.problem
    return fail(vendor, { status, type, code, message, param }, desk, name)
  }
  const { model } = context
  if (model === undefined) return fail(vendor, serverError, desk)
  const failure = failureOf(model.behaviour, false)
  if (failure !== undefined) return fail(vendor, failure, desk)
  const whole = (): JsonObject => answerOf(context, model)
  return sendWhole(request, desk, {
    behaviour: model.behaviour,
    frames: [""],
    error: "",
    whole,
    headers: headersOf(desk)
  })
}

/** Embeddings as OpenAI's API and Qwen's compatible mode have them. */
export const alikeEmbeddingApi: Api = {
  route: (request, { pathname }, desk) => {
    const vendor = places.get(pathname)
    return vendor && { method: "POST", serve: () => serve(request, desk, vendor) }
  },
  speaks: (_, { pathname }) => places.has(pathname),
  lost: (status, message, desk) =>
    fail("openai", { status, type: "invalid_request_error", message, param: null, code: null }, desk)
}
