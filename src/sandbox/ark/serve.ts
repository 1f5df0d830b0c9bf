import type { Api } from "../api.ts"
import { sendWhole } from "../body.ts"
import type { Desk } from "../desk.ts"
import { base64Of } from "../images/base64.ts"
import { linkTo } from "../images/made.ts"
import { pictureOf } from "../images/picture.ts"
import type { Size } from "../images/picture.ts"
import { pngOf } from "../images/png.ts"
import { textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { refused } from "../refusal.ts"
import type { ArkModel } from "./catalogue.ts"
import { contextOf, sequenceOf } from "./context.ts"
import type { Context } from "./context.ts"
import { blocked, failureOf, internal } from "./error.ts"
import { arkRefusals } from "./refusals.ts"
import { fail, headers } from "./reply.ts"

/** How many images an automatic sequence has, where its request allows as many. */
const wanted = 3

const countOf = (context: Context): number => Math.min(wanted, sequenceOf(context) ?? 1, 15 - context.images.length)

/** Where and in which words images are answered with. */
interface Making {
  readonly request: Request
  readonly desk: Desk
  readonly context: Context
  readonly size: Size
}

const imageOf = async ({ request, desk, context: { body }, size }: Making, index: number): Promise<JsonObject> => {
  const picture = pictureOf(textAt(body, "prompt") ?? "", size, body, index)
  const words = { size: `${size.width}x${size.height}` }
  return textAt(body, "response_format") === "b64_json"
    ? { b64_json: base64Of(await pngOf(picture)), ...words }
    : { url: await linkTo(picture, request, desk), ...words }
}

const answerOf = (model: ArkModel, data: readonly JsonObject[], { desk, size }: Making): JsonObject => {
  const made = data.filter((image) => !Object.hasOwn(image, "error")).length
  const tokens = made * Math.floor((size.width * size.height) / 256)
  return {
    model: model.id,
    created: Math.floor(desk.now() / 1000),
    data,
    usage: { generated_images: made, output_tokens: tokens, total_tokens: tokens }
  }
}

const answer = async (model: ArkModel, making: Making): Promise<Response> => {
  const { request, desk, context } = making
  const { behaviour } = model
  const { code, message } = blocked("Output")
  const count = countOf(context)
  const shown = behaviour === "filtered" ? count - 1 : count
  if (shown === 0) return fail(blocked("Output"), desk)
  const images = await Promise.all(Array.from({ length: shown }, (_, index) => imageOf(making, index)))
  const data = shown === count ? images : [...images, { error: { code, message } }]
  const whole = (): JsonObject => answerOf(model, data, making)
  return sendWhole(request, desk, { behaviour, frames: [""], error: "", whole, headers })
}

const serveImages = async (request: Request, desk: Desk): Promise<Response> => {
  const context = contextOf(request.headers, await request.text(), desk)
  const found = refused(arkRefusals, context)
  if (found !== undefined) {
    const { name, status, type, code } = found.refusal
    return fail(
      { status, type, code: code ?? "", message: found.problem.message, param: found.problem.param },
      desk,
      name
    )
  }
  const { model, size } = context
  if (model === undefined || size === undefined) return fail(internal, desk)
  const failure = failureOf(model.behaviour)
  return failure === undefined ? answer(model, { request, desk, context, size }) : fail(failure, desk)
}

/** Ark's generation of images, below `/ark/api/v3`. */
export const arkApi: Api = {
  route: (request, { pathname }, desk) =>
    pathname === "/ark/api/v3/images/generations"
      ? { method: "POST", serve: () => serveImages(request, desk) }
      : undefined,
  speaks: (_, { pathname }) => pathname.startsWith("/ark/"),
  lost: (status, message, desk) => fail({ status, code: "NotFound", type: "NotFound", message }, desk)
}
