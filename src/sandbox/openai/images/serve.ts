import type { Api } from "../../api.ts"
import { sendWhole } from "../../body.ts"
import type { Desk } from "../../desk.ts"
import { base64Of } from "../../images/base64.ts"
import { pictureOf } from "../../images/picture.ts"
import { pngOf } from "../../images/png.ts"
import { numberAt, textAt } from "../../json.ts"
import type { JsonObject } from "../../json.ts"
import type { Behaviour } from "../../model.ts"
import { refused } from "../../refusal.ts"
import { imageTokens, tokensOf } from "../../tokens.ts"
import { failureOf, serverError } from "../error.ts"
import type { ChatError } from "../error.ts"
import { failChat, headersOf } from "../reply.ts"
import { sizeIn, sizes } from "./catalogue.ts"
import type { GptImageModel, PricedSize, Quality } from "./catalogue.ts"
import { contextOf, imagesOf } from "./context.ts"
import type { Context } from "./context.ts"
import { imagesRefusals } from "./refusals.ts"

const blocked: ChatError = {
  status: 400,
  type: "image_generation_user_error",
  code: "moderation_blocked",
  message: "Your request was rejected by the safety system.",
  param: null
}

const failureFor = (behaviour: Behaviour): ChatError | undefined =>
  behaviour === "refuse" || behaviour === "filtered" ? blocked : failureOf(behaviour, false)

const usual = "1024x1024"
const nothing: PricedSize = { width: 1, height: 1, tokens: { low: 0, medium: 0, high: 0, xhigh: 0, max: 0 } }

const qualityOf = ({ body }: Context, { rules }: GptImageModel): Quality => {
  const asked = textAt(body, "quality")
  return rules.qualities.find((quality) => quality === asked) ?? rules.quality
}

const usageOf = (context: Context, output: number): JsonObject => {
  const text = tokensOf(textAt(context.body, "prompt") ?? "")
  const image = imagesOf(context).length * imageTokens
  return {
    total_tokens: text + image + output,
    input_tokens: text + image,
    output_tokens: output,
    input_tokens_details: { text_tokens: text, image_tokens: image },
    output_tokens_details: { text_tokens: 0, image_tokens: output }
  }
}

/** What arrived: the members or texts, and the names and types of the files. */
const arrivedOf = ({ body, files }: Context): JsonObject =>
  files.length === 0 ? body : { ...body, files: files.map(({ name, image }) => `${name} ${image?.mime ?? ""}`) }

const answerOf = async (context: Context, model: GptImageModel, desk: Desk): Promise<JsonObject> => {
  const { body } = context
  const asked = textAt(body, "size") ?? usual
  const { tokens, ...size } = sizes.get(asked) ?? sizeIn(asked) ?? sizes.get(usual) ?? nothing
  const quality = qualityOf(context, model)
  const count = numberAt(body, "n") ?? 1
  const pictures = Array.from({ length: count }, (_, index) =>
    pictureOf(textAt(body, "prompt") ?? "", size, arrivedOf(context), index)
  )
  return {
    created: Math.floor(desk.now() / 1000),
    background: textAt(body, "background") === "transparent" ? "transparent" : "opaque",
    output_format: "png",
    quality,
    size: `${size.width}x${size.height}`,
    data: await Promise.all(pictures.map(async (picture) => ({ b64_json: base64Of(await pngOf(picture)) }))),
    usage: usageOf(context, count * tokens[quality])
  }
}

const serveImages = async (request: Request, desk: Desk, edits: boolean): Promise<Response> => {
  const context = await contextOf(request, desk, edits)
  const requestId = desk.requestId("req_")
  const found = refused(imagesRefusals, context)
  if (found !== undefined) {
    const { name, status, type, code } = found.refusal
    return failChat(
      { status, type, code, message: found.problem.message, param: found.problem.param ?? null },
      requestId,
      name
    )
  }
  const { model } = context
  const failure = model === undefined ? serverError : failureFor(model.behaviour)
  if (model === undefined || failure !== undefined) return failChat(failure ?? serverError, requestId)
  const answer = await answerOf(context, model, desk)
  const { behaviour } = model
  return sendWhole(request, desk, {
    behaviour,
    frames: [""],
    error: "",
    whole: () => answer,
    headers: headersOf(requestId)
  })
}

/** OpenAI's images: generations in JSON, edits as a form. */
export const imagesApi: Api = {
  route: (request, { pathname }, desk) => {
    const edits = pathname === "/v1/images/edits"
    if (!edits && pathname !== "/v1/images/generations") return undefined
    return { method: "POST", serve: () => serveImages(request, desk, edits) }
  },
  speaks: (_, { pathname }) => pathname.startsWith("/v1/images/"),
  lost: (status, message, desk) =>
    failChat({ status, type: "invalid_request_error", message, param: null, code: null }, desk.requestId("req_"))
}
