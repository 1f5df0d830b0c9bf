import { bearerOf, modelPath } from "../api.ts"
import type { Api, Route } from "../api.ts"
import { sendStream, sendWhole } from "../body.ts"
import type { Reply } from "../body.ts"
import type { Desk } from "../desk.ts"
import { member, numberAt, objectsAt } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import { created, modelIn, modelsOf } from "../model.ts"
import { plan } from "../plan.ts"
import { refused } from "../refusal.ts"
import { segmentOf } from "../tokens.ts"
import type { Segment } from "../tokens.ts"
import { gptModels } from "./catalogue.ts"
import type { GptModel } from "./catalogue.ts"
import { contextOf } from "./context.ts"
import type { Context } from "./context.ts"
import { errorBody, failureOf, serverError } from "./error.ts"
import type { ChatError } from "./error.ts"
import { readAsk } from "./read.ts"
import { chatRefusals } from "./refusals/index.ts"
import { completionOf } from "./response.ts"
import type { Answer } from "./response.ts"
import { frame, framesOf } from "./stream.ts"

/** What every answer carries. */
const headersOf = (requestId: string, extra: Record<string, string> = {}): Record<string, string> => ({
  "content-type": "application/json",
  "x-request-id": requestId,
  "openai-processing-ms": "1",
  "openai-version": "2020-10-01",
  "x-ratelimit-limit-requests": "10000",
  "x-ratelimit-remaining-requests": "9999",
  "x-ratelimit-reset-requests": "6ms",
  ...extra
})

/** An error as the chat completions API sends it. */
const failChat = (error: ChatError, requestId: string, refusal?: string): Response =>
  new Response(JSON.stringify(errorBody(error)), {
    status: error.status,
    headers: headersOf(requestId, {
      ...(error.status === 429 ? { "retry-after": "1" } : {}),
      ...(refusal === undefined ? {} : { "x-sandbox-refusal": refusal })
    })
  })

const promptOf = (body: JsonObject): readonly Segment[] =>
  [...objectsAt(body, "tools"), ...objectsAt(body, "functions"), ...objectsAt(body, "messages")].map((part) =>
    segmentOf(part)
  )

const answerOf = ({ body }: Context, model: GptModel, desk: Desk): Answer => {
  const ask = readAsk(body, model)
  const count = numberAt(body, "n") ?? 1
  return {
    plans: Array.from({ length: count }, (_, choice) => plan(ask, choice)),
    body,
    seed: ask.seed,
    modelId: model.id,
    created: Math.floor(desk.now() / 1000),
    counts: desk.cache.automatic(model.base, promptOf(body))
  }
}

const respond = (request: Request, desk: Desk, context: Context, model: GptModel): Response | Promise<Response> => {
  const requestId = desk.requestId("req_")
  const streaming = member(context.body, "stream") === true
  const failure = failureOf(model.behaviour, streaming)
  if (failure !== undefined) return failChat(failure, requestId)
  const answer = answerOf(context, model, desk)
  const reply: Reply = {
    behaviour: model.behaviour,
    frames: framesOf(answer),
    error: frame(errorBody(serverError)),
    whole: () => completionOf(answer),
    headers: headersOf(requestId)
  }
  return streaming
    ? sendStream(request, desk, reply, "text/event-stream; charset=utf-8")
    : sendWhole(request, desk, reply)
}

const unknownModel = (id: string): ChatError => ({
  status: 404,
  type: "invalid_request_error",
  message: `The model '${id}' does not exist`,
  param: "model",
  code: "model_not_found"
})

/** `POST /v1/chat/completions`. */
const serveChat = async (request: Request, desk: Desk): Promise<Response> => {
  const context = contextOf(request.headers, await request.text(), desk.key)
  const found = refused(chatRefusals, context)
  if (found !== undefined) {
    const { name, status, type, code } = found.refusal
    const { message, param = null } = found.problem
    return failChat({ status, type, code, message, param }, desk.requestId("req_"), name)
  }
  const { model } = context
  if (model === undefined) return failChat(unknownModel(""), desk.requestId("req_"))
  return respond(request, desk, context, model)
}

const modelEntry = ({ id }: GptModel): JsonObject => ({ id, object: "model", created, owned_by: "openai" })

/** `GET /v1/models` and `GET /v1/models/{id}` in the vendor's shape. */
const serveModels = (request: Request, desk: Desk, id: string | undefined): Response => {
  const requestId = desk.requestId("req_")
  if (desk.key !== undefined && bearerOf(request.headers) !== desk.key) {
    const message = "Incorrect API key provided."
    const error = { status: 401, type: "invalid_request_error", message, param: null, code: "invalid_api_key" }
    return failChat(error, requestId, "wrong-key")
  }
  const model = id === undefined ? undefined : modelIn(gptModels, id)
  if (id !== undefined && model === undefined) return failChat(unknownModel(id), requestId, "unknown-model")
  const every = modelsOf(gptModels).map(modelEntry)
  const body: Json = model === undefined ? { object: "list", data: every } : modelEntry(model)
  return new Response(JSON.stringify(body), { headers: headersOf(requestId) })
}

/** The chat completions API: what no other vendor was asked for. */
export const gptApi: Api = {
  route: (request, { pathname }, desk): Route | undefined => {
    if (pathname === "/v1/chat/completions") return { method: "POST", serve: () => serveChat(request, desk) }
    const list = modelPath(pathname)
    return list && { method: "GET", serve: () => serveModels(request, desk, list.id) }
  },
  speaks: () => true,
  lost: (status, message, desk) =>
    failChat({ status, type: "invalid_request_error", message, param: null, code: null }, desk.requestId("req_"))
}
