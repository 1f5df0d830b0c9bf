import { disturb, paceOf, pause, streamBody } from "../body.ts"
import type { Desk } from "../desk.ts"
import { member, numberAt, objectsAt } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import { created, findModel, models } from "../models.ts"
import type { GptRules, SandboxModel } from "../models.ts"
import { plan } from "../plan.ts"
import { refused } from "../refusal.ts"
import { segmentOf } from "../tokens.ts"
import type { Segment } from "../tokens.ts"
import { contextOf, keyOf } from "./context.ts"
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
export const failChat = (error: ChatError, requestId: string, refusal?: string): Response =>
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

const answerOf = (context: Context, model: SandboxModel, rules: GptRules, desk: Desk): Answer => {
  const ask = readAsk(context.body, model, rules)
  const count = numberAt(context.body, "n") ?? 1
  return {
    plans: Array.from({ length: count }, (_, choice) => plan(ask, choice)),
    body: context.body,
    seed: ask.seed,
    modelId: model.id,
    created: Math.floor(desk.now() / 1000),
    counts: desk.cache.automatic(model.base, promptOf(context.body))
  }
}

const respond = async (request: Request, desk: Desk, context: Context, model: SandboxModel, rules: GptRules) => {
  const requestId = desk.requestId("req_")
  const streaming = member(context.body, "stream") === true
  const failure = failureOf(model.behaviour, streaming)
  if (failure !== undefined) return failChat(failure, requestId)
  const answer = answerOf(context, model, rules, desk)
  const pace = paceOf(desk.pace, model.behaviour, request.signal)
  const frames = framesOf(answer)
  if (streaming) {
    const shown = disturb(frames, model.behaviour, frame(errorBody(serverError)))
    const headers = headersOf(requestId, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache"
    })
    return new Response(streamBody(shown, pace), { headers })
  }
  if (model.behaviour === "slow") await pause(frames.length * pace.gap(0), request.signal)
  const text = JSON.stringify(completionOf(answer))
  return new Response(model.behaviour === "cut" ? text.slice(0, text.length / 2) : text, {
    headers: headersOf(requestId)
  })
}

const unknownModel = (id: string): ChatError => ({
  status: 404,
  type: "invalid_request_error",
  message: `The model '${id}' does not exist`,
  param: "model",
  code: "model_not_found"
})

/** `POST /v1/chat/completions`. */
export const serveChat = async (request: Request, desk: Desk): Promise<Response> => {
  const context = contextOf(request.headers, await request.text(), desk.key)
  const found = refused(chatRefusals, context)
  if (found !== undefined) {
    const { name, status, type, code } = found.refusal
    const { message, param = null } = found.problem
    return failChat({ status, type, code, message, param }, desk.requestId("req_"), name)
  }
  const { model, rules } = context
  if (model === undefined || rules === undefined) return failChat(unknownModel(""), desk.requestId("req_"))
  return respond(request, desk, context, model, rules)
}

const modelEntry = ({ id }: SandboxModel): JsonObject => ({ id, object: "model", created, owned_by: "openai" })

/** `GET /v1/models` and `GET /v1/models/{id}` in the vendor's shape. */
export const serveGptModels = (request: Request, desk: Desk, id: string | undefined): Response => {
  const requestId = desk.requestId("req_")
  if (desk.key !== undefined && keyOf(request.headers) !== desk.key) {
    const message = "Incorrect API key provided."
    const error = { status: 401, type: "invalid_request_error", message, param: null, code: "invalid_api_key" }
    return failChat(error, requestId, "wrong-key")
  }
  const model = id === undefined ? undefined : findModel(id)
  if (id !== undefined && model?.rules.vendor !== "openai")
    return failChat(unknownModel(id), requestId, "unknown-model")
  const every = models.filter(({ rules }) => rules.vendor === "openai").map(modelEntry)
  const body: Json = model === undefined ? { object: "list", data: every } : modelEntry(model)
  return new Response(JSON.stringify(body), { headers: headersOf(requestId) })
}
