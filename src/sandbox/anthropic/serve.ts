import { disturb, paceOf, pause, streamBody } from "../body.ts"
import type { CacheCounts } from "../cache.ts"
import { member } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { findModel } from "../models.ts"
import type { ClaudeRules, SandboxModel } from "../models.ts"
import { plan } from "../plan.ts"
import { refused } from "../refusal.ts"
import type { Desk } from "../desk.ts"
import { promptTokens } from "../tokens.ts"
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
export const failMessages = (error: MessagesError, requestId: string, refusal?: string): Response =>
  new Response(JSON.stringify(errorBody(error, requestId)), {
    status: error.status,
    headers: headersOf(requestId, {
      ...(error.status === 429 ? { "retry-after": "1" } : {}),
      ...(refusal === undefined ? {} : { "x-sandbox-refusal": refusal })
    })
  })

const answerOf = (context: Context, model: SandboxModel, rules: ClaudeRules, counts: CacheCounts): Answer => {
  const ask = readAsk(context.body, context.turns, model, rules)
  return { plan: plan(ask), seed: ask.seed, modelId: model.id, shown: showsThinking(context.body, rules), counts }
}

const respond = async (request: Request, desk: Desk, context: Context, model: SandboxModel, rules: ClaudeRules) => {
  const requestId = desk.requestId("req_01")
  const streaming = member(context.body, "stream") === true
  const failure = failureOf(model.behaviour, streaming)
  if (failure !== undefined) return failMessages(failure, requestId)
  const counts = desk.cache.marked(model.base, promptOf(context.body), rules.cacheFrom)
  const answer = answerOf(context, model, rules, counts)
  const pace = paceOf(desk.pace, model.behaviour, request.signal)
  const frames = framesOf(answer)
  if (streaming) {
    const blocked = model.behaviour === "filtered"
    const error = frame(errorBody(blocked ? filtered : overloaded, requestId))
    const shown = disturb(frames, blocked ? "error-mid" : model.behaviour, error)
    const headers = headersOf(requestId, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache"
    })
    return new Response(streamBody(shown, pace), { headers })
  }
  if (model.behaviour === "slow") await pause(frames.length * pace.gap(0), request.signal)
  const text = JSON.stringify(messageOf(answer))
  return new Response(model.behaviour === "cut" ? text.slice(0, text.length / 2) : text, {
    headers: headersOf(requestId)
  })
}

/** `POST /v1/messages`, and `POST /v1/messages/count_tokens` where `counting`. */
export const serveMessages = async (request: Request, desk: Desk, counting: boolean): Promise<Response> => {
  const context = contextOf(request.headers, await request.text(), desk.key, counting)
  const found = refused(messagesRefusals, context)
  if (found !== undefined) {
    const { name, status, type, code } = found.refusal
    return failMessages({ status, type, code, message: found.problem.message }, desk.requestId("req_01"), name)
  }
  const { model, rules } = context
  const none: MessagesError = { status: 404, type: "not_found_error", message: "model: not found" }
  if (model === undefined || rules === undefined) return failMessages(none, desk.requestId("req_01"))
  if (!counting) return respond(request, desk, context, model, rules)
  const counted: JsonObject = { input_tokens: promptTokens(promptOf(context.body)) }
  return new Response(JSON.stringify(counted), { headers: headersOf(desk.requestId("req_01")) })
}

/** `GET /v1/models` and `GET /v1/models/{id}` in the vendor's shape. */
export const serveClaudeModels = (request: Request, desk: Desk, id: string | undefined): Response => {
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
  const model = findModel(id)
  if (model?.rules.vendor !== "anthropic") {
    return failMessages({ status: 404, type: "not_found_error", message: `model: ${id}` }, requestId, "unknown-model")
  }
  return new Response(JSON.stringify(modelEntry(model)), { headers: headersOf(requestId) })
}
