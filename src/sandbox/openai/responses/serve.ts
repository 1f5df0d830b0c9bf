import type { Api, Route } from "../../api.ts"
import { decoded } from "../../api.ts"
import { isStranger, askingOf } from "../../asking.ts"
import { type Reply, sendStream, sendWhole } from "../../body.ts"
import type { Desk } from "../../desk.ts"
import { digest } from "../../digest.ts"
import { type Json, type JsonObject, member, objectsAt, textAt } from "../../json.ts"
import { plan } from "../../plan.ts"
import { refused } from "../../refusal.ts"
import { keep } from "../../shelf.ts"
import { promptTokens, type Segment, segmentOf } from "../../tokens.ts"
import type { GptModel } from "../catalogue.ts"
import { type ChatError, failureOf } from "../error.ts"
import { gptApi } from "../serve.ts"
import { failChat, headersOf } from "../reply.ts"
import { type Context, contextOf } from "./context.ts"
import { type Answer, responseOf } from "./output.ts"
import { declared, readAsk } from "./read.ts"
import { responseRefusals } from "./refusals.ts"
import { framesOf } from "./stream.ts"

/** The most answers that are kept. */
const mostKept = 1000

const promptOf = (context: Context): readonly Segment[] =>
  [
    ...declared(context),
    ...(textAt(context.body, "instructions") === undefined
      ? []
      : [{ text: textAt(context.body, "instructions") ?? "" }]),
    ...context.items
  ].map((part) => segmentOf(part))

const answerOf = (context: Context, model: GptModel, desk: Desk): Answer => {
  const ask = readAsk(context, model)
  return {
    context,
    plan: plan(ask),
    seed: digest(`${ask.seed}.${desk.requestId("")}`, 24),
    modelId: model.id,
    created: Math.floor(desk.now() / 1000),
    counts: desk.cache.automatic(model.base, promptOf(context))
  }
}

const keepAnswer = ({ input, previous, body }: Context, response: JsonObject, desk: Desk): void => {
  if (member(body, "store") === false) return
  const before =
    previous === undefined ? [] : [...previous.before, ...previous.input, ...objectsAt(previous.response, "output")]
  keep(desk.responses, textAt(response, "id") ?? "", { response, input, before }, mostKept)
}

const respond = (request: Request, desk: Desk, context: Context, model: GptModel): Response | Promise<Response> => {
  const requestId = desk.requestId("req_")
  const isStreamed = member(context.body, "stream") === true
  const failure = failureOf(model.behaviour, isStreamed)
  if (failure !== undefined) return failChat(failure, requestId)
  const answer = answerOf(context, model, desk)
  const response = responseOf(answer)
  keepAnswer(context, response, desk)
  const reply: Reply = {
    behaviour: model.behaviour,
    ...framesOf(answer),
    whole: () => response,
    headers: headersOf(requestId)
  }
  return isStreamed
    ? sendStream(request, desk, reply, "text/event-stream; charset=utf-8")
    : sendWhole(request, desk, reply)
}

/** A conversation put together: what the user said, and all else sealed. */
const compact = (desk: Desk, context: Context, model: GptModel): Response => {
  const answer = answerOf({ ...context, items: [...context.items, { type: "compaction_trigger" }] }, model, desk)
  const { id = "", created_at = 0, output = [], usage = null } = responseOf(answer)
  const users = context.items.filter((item) => textAt(item, "role") === "user")
  const said = users.map((item, index): JsonObject => ({ id: `msg_u${index}`, type: "message", ...item }))
  const put = [...said, ...objectsAt({ output }, "output")]
  return whole(desk, { id, object: "response.compaction", created_at, output: put, usage })
}

/** Reads a request, and does with it what is to be done where nothing of it is refused. */
const checked = async (
  request: Request,
  desk: Desk,
  work: (context: Context, model: GptModel) => Response | Promise<Response>
): Promise<Response> => {
  const context = contextOf(request.headers, await request.text(), { key: desk.key, kept: desk.responses })
  const found = refused(responseRefusals, context)
  if (found !== undefined) {
    const { name, status, type, code } = found.refusal
    const { message, param = null } = found.problem
    return failChat({ status, type, code, message, param }, desk.requestId("req_"), name)
  }
  return context.model === undefined ? lost(desk, "") : work(context, context.model)
}

const whole = (desk: Desk, body: Json): Response =>
  new Response(JSON.stringify(body), { headers: headersOf(desk.requestId("req_")) })

/** @see https://github.com/openai/openai-node `responses.retrieve` of openai 7.55.0: a 404 where nothing has the id */
const lost = (desk: Desk, id: string): Response => {
  const message = `Response with id '${id}' not found.`
  const error: ChatError = { status: 404, type: "invalid_request_error", message, param: null, code: null }
  return failChat(error, desk.requestId("req_"), "unknown-response")
}

/** What is done with an answer that is kept. */
const withKept = (
  request: Request,
  desk: Desk,
  id: string,
  work: (response: JsonObject, input: readonly JsonObject[]) => Json
): Response => {
  if (isStranger(askingOf(request.headers, desk.key))) {
    const message = "Incorrect API key provided."
    const error = { status: 401, type: "invalid_request_error", message, param: null, code: "invalid_api_key" }
    return failChat(error, desk.requestId("req_"), "wrong-key")
  }
  const found = desk.responses.get(id)
  return found === undefined ? lost(desk, id) : whole(desk, work(found.response, [...found.before, ...found.input]))
}

const listOf = (items: readonly JsonObject[]): JsonObject => {
  const data = items.map((item, index): JsonObject => ({ id: `item_${index}`, type: "message", ...item })).toReversed()
  return {
    object: "list",
    data,
    first_id: data[0]?.["id"] ?? null,
    last_id: data.at(-1)?.["id"] ?? null,
    has_more: false
  }
}

const routeOf = (request: Request, path: string, desk: Desk): Route | undefined => {
  if (path === "")
    return { method: "POST", serve: () => checked(request, desk, (...read) => respond(request, desk, ...read)) }
  if (path === "/input_tokens") {
    const count = (context: Context): Response =>
      whole(desk, { object: "response.input_tokens", input_tokens: promptTokens(promptOf(context)) })
    return { method: "POST", serve: () => checked(request, desk, count) }
  }
  if (path === "/compact" && request.method === "POST")
    return { method: "POST", serve: () => checked(request, desk, (...read) => compact(desk, ...read)) }
  const [, id = "", rest] = /^\/([^/]+)(\/input_items)?$/.exec(path) ?? []
  if (id === "") return undefined
  const kept = (work: (response: JsonObject, input: readonly JsonObject[]) => Json) => () =>
    withKept(request, desk, decoded(id), work)
  if (rest !== undefined) return { method: "GET", serve: kept((_, input) => listOf(input)) }
  if (request.method !== "DELETE") return { method: "GET", serve: kept((response) => response) }
  const remove = (): Json => {
    desk.responses.delete(decoded(id))
    return { id: decoded(id), object: "response", deleted: true }
  }
  return { method: "DELETE", serve: kept(remove) }
}

/** The Responses API. */
export const responsesApi: Api = {
  ...gptApi,
  route: (request, { pathname }, desk) => {
    const path = /^\/v1\/responses(\/.*)?$/.exec(pathname)
    return path === null ? undefined : routeOf(request, path[1] ?? "", desk)
  },
  speaks: (_, { pathname }) => pathname.startsWith("/v1/responses")
}
