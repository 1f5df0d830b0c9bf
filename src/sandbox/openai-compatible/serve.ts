import type { Api } from "../api.ts"
import { sendStream, sendWhole } from "../body.ts"
import type { Reply } from "../body.ts"
import type { Desk } from "../desk.ts"
import { objectsAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { failureOf, serverError } from "../openai/error.ts"
import type { ChatError } from "../openai/error.ts"
import { gpt } from "../openai/catalogue.ts"
import { readAsk } from "../openai/read.ts"
import { completionOf } from "../openai/response.ts"
import type { Answer } from "../openai/response.ts"
import { frame, framesOf } from "../openai/stream.ts"
import { plan } from "../plan.ts"
import { refused } from "../refusal.ts"
import { segmentOf } from "../tokens.ts"
import { alikeVendors } from "./catalogue.ts"
import type { AlikeModel, AlikeVendor } from "./catalogue.ts"
import { contextOf } from "./context.ts"
import type { Context } from "./context.ts"
import { errorBody } from "./error.ts"
import { alikeRefusals } from "./refusals/index.ts"
import { effortIn, thoughtsOf } from "./thinking.ts"

const fail = (vendor: AlikeVendor, error: ChatError, refusal?: string): Response =>
  new Response(JSON.stringify(errorBody(vendor, error)), {
    status: error.status,
    headers: {
      "content-type": "application/json",
      ...(error.status === 429 ? { "retry-after": "1" } : {}),
      ...(refusal === undefined ? {} : { "x-sandbox-refusal": refusal })
    }
  })

const promptOf = (body: JsonObject) =>
  [...objectsAt(body, "tools"), ...objectsAt(body, "messages")].map((part) => segmentOf(part))

const answerOf = ({ vendor, body, thinks }: Context, model: AlikeModel, desk: Desk): Answer => {
  const { behaviour, rules, id, base } = model
  const ask = readAsk(body, { id, base, behaviour, rules: gpt(rules.maxOutput) })
  return {
    plans: [plan({ ...ask, thinking: thinks ? effortIn(body) : undefined }, 0)],
    body,
    seed: ask.seed,
    modelId: id,
    created: Math.floor(desk.now() / 1000),
    counts: desk.cache.automatic(base, promptOf(body)),
    thoughts: thoughtsOf(vendor)
  }
}

const serveChat = async (request: Request, desk: Desk, vendor: AlikeVendor): Promise<Response> => {
  const context = contextOf(vendor, request.headers, await request.text(), desk.key)
  const found = refused(alikeRefusals[vendor], context)
  if (found !== undefined) {
    const { name, status, type, code } = found.refusal
    return fail(
      vendor,
      { status, type, code, message: found.problem.message, param: found.problem.param ?? null },
      name
    )
  }
  const { model, streaming } = context
  if (model === undefined) return fail(vendor, serverError)
  const failure = failureOf(model.behaviour, streaming)
  if (failure !== undefined) return fail(vendor, failure)
  const answer = answerOf(context, model, desk)
  const reply: Reply = {
    behaviour: model.behaviour,
    frames: framesOf(answer),
    error: frame(errorBody(vendor, serverError)),
    whole: () => completionOf(answer),
    headers: { "content-type": "application/json" }
  }
  return streaming
    ? sendStream(request, desk, reply, "text/event-stream; charset=utf-8")
    : sendWhole(request, desk, reply)
}

const vendorAt = (pathname: string): AlikeVendor | undefined =>
  alikeVendors.find((vendor) => pathname.startsWith(`/${vendor}/`))

/** The chat completions of vendors whose APIs are like OpenAI's, each below its name. */
export const alikeApi: Api = {
  route: (request, { pathname }, desk) => {
    const vendor = vendorAt(pathname)
    if (vendor === undefined || pathname !== `/${vendor}/v1/chat/completions`) return undefined
    return { method: "POST", serve: () => serveChat(request, desk, vendor) }
  },
  speaks: (_, { pathname }) => vendorAt(pathname) !== undefined,
  lost: (status, message) =>
    fail("deepseek", { status, type: "invalid_request_error", message, param: null, code: null })
}
