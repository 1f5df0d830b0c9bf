import { modelPath } from "../api.ts"
import type { Api, Route } from "../api.ts"
import { sendStream, sendWhole } from "../body.ts"
import type { Reply } from "../body.ts"
import { member } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { modelIn } from "../model.ts"
import { plan } from "../plan.ts"
import { refused } from "../refusal.ts"
import type { Desk } from "../desk.ts"
import { promptTokens } from "../tokens.ts"
import { claudeModels } from "./catalogue.ts"
import type { ClaudeModel } from "./catalogue.ts"
import { contextOf, keyOf } from "./context.ts"
import type { Context } from "./context.ts"
import { errorBody, failureOf, filtered, overloaded } from "./error.ts"
import type { MessagesError } from "./error.ts"
import { modelEntry, modelPage } from "./models.ts"
import { promptOf } from "./prompt.ts"
import { readAsk, showsThinking } from "./read.ts"
import { messagesRefusals } from "./refusals/index.ts"
import { messageOf } from "./response.ts"
import type { Answer } from "./response.ts"
import { frame, framesOf } from "./stream.ts"

/** What every answer carries. */
const headersOf = (requestId: string, extra: Record<string, string> = {}): Record<string, string> => ({
  "content-type": "application/json",
  "request-id": requestId,
  "anthropic-organization-id": "sandbox",
  "anthropic-ratelimit-requests-limit": "4000",
  "anthropic-ratelimit-requests-remaining": "3999",
  "anthropic-ratelimit-requests-reset": "2026-01-01T00:00:00Z",
  ...extra
})

/** An error as the messages API sends it. */
const failMessages = (error: MessagesError, requestId: string, refusal?: string): Response =>
  new Response(JSON.stringify(errorBody(error, requestId)), {
    status: error.status,
    headers: headersOf(requestId, {
      ...(error.status === 429 ? { "retry-after": "1" } : {}),
      ...(refusal === undefined ? {} : { "x-sandbox-refusal": refusal })
    })
  })

const answerOf = ({ body, turns }: Context, model: ClaudeModel, desk: Desk): Answer => {
  const ask = readAsk(body, turns, model)
  return {
    plan: plan(ask),
    seed: ask.seed,
    modelId: model.id,
    shown: showsThinking(body, model.rules),
    counts: desk.cache.marked(model.base, promptOf(body), model.rules.cacheFrom)
  }
}

const respond = (request: Request, desk: Desk, context: Context, model: ClaudeModel): Response | Promise<Response> => {
  const requestId = desk.requestId("req_01")
  const streaming = member(context.body, "stream") === true
  const failure = failureOf(model.behaviour, streaming)
  if (failure !== undefined) return failMessages(failure, requestId)
  const answer = answerOf(context, model, desk)
  const blocked = model.behaviour === "filtered"
  const reply: Reply = {
    behaviour: blocked ? "error-mid" : model.behaviour,
    frames: framesOf(answer),
    error: frame(errorBody(blocked ? filtered : overloaded, requestId)),
    whole: () => messageOf(answer),
    headers: headersOf(requestId)
  }
  return streaming
    ? sendStream(request, desk, reply, "text/event-stream; charset=utf-8")
    : sendWhole(request, desk, reply)
}

/** `POST /v1/messages`, and `POST /v1/messages/count_tokens` where `counting`. */
const serveMessages = async (request: Request, desk: Desk, counting: boolean): Promise<Response> => {
  const context = contextOf(request.headers, await request.text(), desk.key, counting)
  const found = refused(messagesRefusals, context)
  if (found !== undefined) {
    const { name, status, type, code } = found.refusal
    return failMessages({ status, type, code, message: found.problem.message }, desk.requestId("req_01"), name)
  }
  const { model } = context
  const none: MessagesError = { status: 404, type: "not_found_error", message: "model: not found" }
  if (model === undefined) return failMessages(none, desk.requestId("req_01"))
  if (!counting) return respond(request, desk, context, model)
  const counted: JsonObject = { input_tokens: promptTokens(promptOf(context.body)) }
  return new Response(JSON.stringify(counted), { headers: headersOf(desk.requestId("req_01")) })
}

/** `GET /v1/models` and `GET /v1/models/{id}` in the vendor's shape. */
const serveModels = (request: Request, desk: Desk, id: string | undefined): Response => {
  const requestId = desk.requestId("req_01")
  if (desk.key !== undefined && keyOf(request.headers) !== desk.key) {
    return failMessages(
      { status: 401, type: "authentication_error", message: "invalid x-api-key" },
      requestId,
      "wrong-key"
    )
  }
  if (id === undefined) {
    return new Response(JSON.stringify(modelPage(new URL(request.url).searchParams)), { headers: headersOf(requestId) })
  }
  const model = modelIn(claudeModels, id)
  if (model === undefined) {
    return failMessages({ status: 404, type: "not_found_error", message: `model: ${id}` }, requestId, "unknown-model")
  }
  return new Response(JSON.stringify(modelEntry(model)), { headers: headersOf(requestId) })
}

/** The messages API; lists of models are in its words where the request names its version. */
export const claudeApi: Api = {
  route: (request, { pathname }, desk): Route | undefined => {
    if (pathname === "/v1/messages") return { method: "POST", serve: () => serveMessages(request, desk, false) }
    if (pathname === "/v1/messages/count_tokens") {
      return { method: "POST", serve: () => serveMessages(request, desk, true) }
    }
    const list = request.headers.has("anthropic-version") ? modelPath(pathname) : undefined
    return list && { method: "GET", serve: () => serveModels(request, desk, list.id) }
  },
  speaks: ({ headers }, { pathname }) => pathname.startsWith("/v1/messages") || headers.has("anthropic-version"),
  lost: (status, message, desk) =>
    failMessages(
      { status, type: status === 404 ? "not_found_error" : "invalid_request_error", message },
      desk.requestId("req_01")
    )
}
