import type { Api } from "../api.ts"
import { sendWhole } from "../body.ts"
import type { Desk } from "../desk.ts"
import { linkTo } from "../images/made.ts"
import { pictureOf } from "../images/picture.ts"
import type { Size } from "../images/picture.ts"
import { numberAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { refused } from "../refusal.ts"
import { contextOf } from "./context.ts"
import type { Context } from "./context.ts"
import { errorBody, failureOf, internal } from "./error.ts"
import type { DashScopeError } from "./error.ts"
import { dashScopeRefusals } from "./refusals.ts"

const headers: Record<string, string> = { "content-type": "application/json" }

const fail = (error: DashScopeError, desk: Desk, refusal?: string): Response =>
  new Response(JSON.stringify(errorBody(error, desk.requestId(""))), {
    status: error.status,
    headers: { ...headers, ...(refusal === undefined ? {} : { "x-sandbox-refusal": refusal }) }
  })

const answerOf = async (request: Request, desk: Desk, { body, texts }: Context, size: Size): Promise<JsonObject> => {
  const count = numberAt(body, "parameters", "n") ?? 1
  const pictures = Array.from({ length: count }, (_, index) => pictureOf(texts[0] ?? "", size, body, index))
  const content = await Promise.all(pictures.map(async (picture) => ({ image: await linkTo(picture, request, desk) })))
  return {
    output: {
      choices: [{ finish_reason: "stop", message: { role: "assistant", content } }],
      task_metric: { TOTAL: count, FAILED: 0, SUCCEEDED: count }
    },
    usage: { width: size.width, height: size.height, image_count: count },
    request_id: desk.requestId("")
  }
}

const serveImages = async (request: Request, desk: Desk): Promise<Response> => {
  const context = contextOf(request.headers, await request.text(), desk)
  const found = refused(dashScopeRefusals, context)
  if (found !== undefined) {
    const { name, status, type: code } = found.refusal
    return fail({ status, code, message: found.problem.message }, desk, name)
  }
  const { model, size } = context
  if (model === undefined || size === undefined) return fail(internal, desk)
  const { behaviour } = model
  const failure = failureOf(behaviour)
  if (failure !== undefined) return fail(failure, desk)
  const answer = await answerOf(request, desk, context, size)
  return sendWhole(request, desk, { behaviour, frames: [""], error: "", whole: () => answer, headers })
}

/** DashScope's generation of images without tasks, below `/dashscope/api/v1`. */
export const dashScopeApi: Api = {
  route: (request, { pathname }, desk) =>
    pathname === "/dashscope/api/v1/services/aigc/multimodal-generation/generation"
      ? { method: "POST", serve: () => serveImages(request, desk) }
      : undefined,
  speaks: (_, { pathname }) => pathname.startsWith("/dashscope/"),
  lost: (status, message, desk) => fail({ status, code: "NotFound", message }, desk)
}
