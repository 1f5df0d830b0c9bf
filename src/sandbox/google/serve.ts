import { decoded, modelPath } from "../api.ts"
import type { Api, Route } from "../api.ts"
import { sendStream, sendWhole } from "../body.ts"
import type { Reply } from "../body.ts"
import type { Desk } from "../desk.ts"
import { numberAt } from "../json.ts"
import { modelIn } from "../model.ts"
import { plan } from "../plan.ts"
import { refused } from "../refusal.ts"
import { geminiModels } from "./catalogue.ts"
import type { GeminiModel } from "./catalogue.ts"
import { callerOf, contextOf } from "./context.ts"
import type { Action, Context, Destination, Framing } from "./context.ts"
import { errorBody, failureOf, overloaded } from "./error.ts"
import type { GeminiError } from "./error.ts"
import { drawnOf, draws } from "./images/answer.ts"
import { modelEntry, modelPage } from "./models.ts"
import { countOf, promptOf } from "./prompt.ts"
import { readAsk } from "./read.ts"
import { callerProblem } from "./refusals/access.ts"
import { geminiRefusals } from "./refusals/index.ts"
import { fail, headers, send } from "./reply.ts"
import { responseOf } from "./response.ts"
import type { Answer } from "./response.ts"
import { errorFrame, framesOf, write } from "./stream.ts"

const answerOf = ({ body, turns }: Context, model: GeminiModel, desk: Desk): Answer => {
  const ask = readAsk(body, turns, model)
  const prompt = promptOf(body)
  const count = numberAt(body, "generationConfig", "candidateCount") ?? 1
  return {
    plans: Array.from({ length: count }, (_, candidate) => plan(ask, candidate)),
    body,
    text: ask.text,
    seed: ask.seed,
    model,
    prompt,
    found: desk.cache.automatic(model.base, prompt.segments).read
  }
}

const contentTypes: Record<Framing, string> = { sse: "text/event-stream", array: "application/json; charset=UTF-8" }

/** A reply of words, or of an image, which comes in one piece. */
const replyOf = async (context: Context, model: GeminiModel, desk: Desk): Promise<Reply> => {
  const { framing } = context.to
  const answer = answerOf(context, model, desk)
  const { images } = model.rules
  const drawn = draws(context.body, images) ? await drawnOf(answer, images) : undefined
  return {
    behaviour: model.behaviour,
    frames: drawn === undefined ? framesOf(answer, framing) : write(framing, [drawn]),
    error: errorFrame(framing, errorBody(overloaded)),
    whole: () => drawn ?? responseOf(answer),
    headers
  }
}

const respond = async (request: Request, desk: Desk, context: Context, model: GeminiModel): Promise<Response> => {
  const { action, framing } = context.to
  const streaming = action === "streamGenerateContent"
  const failure = failureOf(model.behaviour, streaming)
  if (failure !== undefined) return fail(failure)
  const reply = await replyOf(context, model, desk)
  return streaming ? sendStream(request, desk, reply, contentTypes[framing]) : sendWhole(request, desk, reply)
}

const unknownModel = ({ model, version, action }: Destination): GeminiError => ({
  status: 404,
  type: "NOT_FOUND",
  message: `models/${model} is not found for API version ${version}, or is not supported for ${action}.`
})

/** `POST /v1beta/models/{model}:{generateContent,streamGenerateContent,countTokens}`. */
const serveModel = async (request: Request, url: URL, desk: Desk, to: Destination): Promise<Response> => {
  const context = contextOf(callerOf(request.headers, url, desk.key), to, await request.text())
  const found = refused(geminiRefusals, context)
  if (found !== undefined) {
    const { name, status, type, code } = found.refusal
    return fail({ status, type, reason: code, message: found.problem.message, field: found.problem.param }, name)
  }
  const { model, body } = context
  if (model === undefined) return fail(unknownModel(to))
  return to.action === "countTokens" ? send(countOf(promptOf(body))) : respond(request, desk, context, model)
}

/** `GET /v1beta/models` and `GET /v1beta/models/{model}`. */
const serveModels = (request: Request, url: URL, desk: Desk, id: string | undefined): Response => {
  const problem = callerProblem(callerOf(request.headers, url, desk.key))
  if (problem !== undefined) return fail(problem, problem.name)
  if (id === undefined) return send(modelPage(url.searchParams))
  const model = modelIn(geminiModels, id)
  const message = `Model is not found: models/${id} for api version v1beta`
  return model === undefined
    ? fail({ status: 404, type: "NOT_FOUND", message }, "unknown-model")
    : send(modelEntry(model))
}

const actions: readonly Action[] = ["generateContent", "streamGenerateContent", "countTokens"]

const destinationOf = ({ pathname, searchParams }: URL): Destination | undefined => {
  const [, version = "", model = "", verb = ""] = /^\/(v1|v1beta)\/models\/(.+)(?::|%3A)(\w+)$/i.exec(pathname) ?? []
  const action = actions.find((each) => each === verb)
  const framing = searchParams.get("alt") === "sse" ? "sse" : "array"
  return action === undefined ? undefined : { version, model: decoded(model), action, framing }
}

/** Whether a list of models is asked for with the vendor's own kind of key, and not in another vendor's version. */
const hasKey = ({ headers: sent }: Request, { searchParams }: URL): boolean =>
  !sent.has("anthropic-version") && (sent.has("x-goog-api-key") || searchParams.has("key"))

const speaks = (request: Request, url: URL): boolean =>
  url.pathname.startsWith("/v1beta/") ||
  /^\/v1\/models\/.+:\w+$/.test(url.pathname) ||
  (modelPath(url.pathname) !== undefined && hasKey(request, url))

/** The Gemini API; lists of models under `/v1` are in its words where the request has its kind of key. */
export const geminiApi: Api = {
  route: (request, url, desk): Route | undefined => {
    const to = destinationOf(url)
    if (to !== undefined) return { method: "POST", serve: () => serveModel(request, url, desk, to) }
    const list = modelPath(url.pathname)
    if (list === undefined || !speaks(request, url)) return undefined
    return { method: "GET", serve: () => serveModels(request, url, desk, list.id) }
  },
  speaks,
  lost: (status, message) => fail({ status, type: status === 404 ? "NOT_FOUND" : "UNIMPLEMENTED", message })
}
