import { modelPath } from "../api.ts"
import type { Api, Route } from "../api.ts"
import { sendStream, sendWhole } from "../body.ts"
import type { Reply } from "../body.ts"
import type { Desk } from "../desk.ts"
import { member, numberAt, objectsAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { plan } from "../plan.ts"
import { refused } from "../refusal.ts"
import { segmentOf } from "../tokens.ts"
import type { Segment } from "../tokens.ts"
import type { GptModel } from "./catalogue.ts"
import { contextOf } from "./context.ts"
import type { Context } from "./context.ts"
import { errorBody, failureOf, serverError } from "./error.ts"
import { serveModels, unknownModel } from "./models.ts"
import { readAsk } from "./read.ts"
import { chatRefusals } from "./refusals/index.ts"
import { failChat, headersOf } from "./reply.ts"
import { completionOf } from "./response.ts"
import type { Answer } from "./response.ts"
import { frame, framesOf } from "./stream.ts"

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
