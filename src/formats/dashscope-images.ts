import { exhaustedWords, decodeFailure, firstKeyByWord, type ErrorWording } from "../core/errors/failure.ts"
import { noteRules, type TranslationNote } from "../core/notes/note.ts"
import {
  type ImageFormat,
  type ImageRequest,
  type ImageSize,
  type ImageResponse,
  type MadeImage,
  type ImageField,
  imagesIn,
  linkOf,
  noteUnheld,
  placeIn,
  promptIn,
  saysMore,
  madeImages,
  readAnswer,
  usageFrom
} from "../core/image.ts"
import { JsonText, type JsonObject, type JsonObjectBuilder } from "../core/json/json.ts"
import { childPointer, type JsonPointer } from "../core/json/pointer.ts"
import type { IssueReader } from "../core/reading/issue-reader.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import { succeed } from "../core/errors/invalid.ts"

/** The format's name. */
const id = "dashscope-images"

/** Why an encoder of this format writes a note. */
const rules = /* @__PURE__ */ noteRules(id, {
  dropped: {
    meaning: {
      turns: "The model takes one message, whose prompt is the last text; earlier turns were not sent.",
      unsupported: "`{member}` is not supported by the model's API and was not sent.",
      size: "The model's API takes a size in pixels: `{member}` was not sent.",
      rewrite: "The model's API takes a switch of prompt rewriting, not a mode: `{member}` was not sent."
    }
  }
})

const supportedFields: ReadonlySet<string> = new Set<ImageField>([
  "count",
  "size",
  "negative",
  "seed",
  "watermark",
  "rewrite",
  "as"
])

/** Writes a request. Images go as URLs or as `data:` URLs, before the text: the vendor fetches what has a URL. */
const encodeRequest: ImageFormat["encodeRequest"] = (request) => {
  const images = imagesIn(request.turns).map((source) => ({ image: linkOf(source) }))
  const prompt = promptIn(request.turns)
  const content = prompt === "" ? images : [...images, { text: prompt }]
  const json = JsonText.tree({
    model: request.model,
    input: { messages: [{ role: "user", content }] },
    parameters: parametersOf(request)
  })
  const call = { model: request.model, edits: images.length > 0, body: { kind: "json", json } } as const
  return succeed({ value: { call, needs: [] }, notes: notesOf(request) })
}

const notesOf = (request: ImageRequest): readonly TranslationNote[] => [
  ...(saysMore(request.turns) ? [rules.note("turns", placeIn(request, "turns"))] : []),
  ...(request.size?.kind === "class" ? [rules.note("size", placeIn(request, "size"))] : []),
  ...(typeof request.rewrite === "string" ? [rules.note("rewrite", placeIn(request, "rewrite"))] : []),
  ...noteUnheld(rules, "unsupported", request, supportedFields)
]

const parametersOf = (request: ImageRequest): JsonObjectBuilder => ({
  n: request.count,
  size: sizeOut(request.size),
  negative_prompt: request.negative,
  prompt_extend: typeof request.rewrite === "boolean" ? request.rewrite : undefined,
  watermark: request.watermark,
  seed: request.seed
})

/** Without a size, an edit is as large as its last image. */
const sizeOut = (size: ImageSize | undefined): string | undefined =>
  size?.kind === "pixels" ? `${size.width}*${size.height}` : undefined

const isError = (answer: JsonObject): boolean => typeof answer["code"] === "string" && answer["code"] !== ""

/** Reads an answer: the images of all its choices, each with what its choice says the prompt was made into. */
const readImages = (reader: IssueReader, answer: JsonObject): ImageResponse => {
  const output = reader.required(answer, "output", "", reader.object)
  const choices = output === undefined ? [] : reader.required(output, "choices", "/output", reader.objects)
  return { images: (choices ?? []).flatMap(([choice, at]) => readChoice(reader, choice, at)) }
}

const readUsage = (usage: JsonObject): TokenUsage | undefined =>
  usageFrom({ input: usage["input_tokens"], text: usage["output_tokens"] }, [[madeImages, usage["image_count"]]])

const readChoice = (reader: IssueReader, choice: JsonObject, at: JsonPointer): readonly MadeImage[] => {
  const message = reader.required(choice, "message", at, reader.object)
  if (message === undefined) return []
  const items = reader.required(message, "content", childPointer(at, "message"), reader.objects) ?? []
  const urls = items.flatMap(([item, path]) => reader.string(item, "image", path) ?? [])
  const revisedPrompt = items.flatMap(([item, path]) => reader.string(item, "text", path) ?? []).join("\n")
  return urls.map((url) => ({ url, ...(revisedPrompt === "" ? {} : { revisedPrompt }) }))
}

/** How the vendor words its errors: the codes of its page on them (https://help.aliyun.com/zh/model-studio/error-code). */
const wording: ErrorWording = {
  format: id,
  otherCauses: new Set(["Model.AccessDenied"]),
  reasons: /* @__PURE__ */ firstKeyByWord({
    InvalidRequest: ["InvalidParameter", "BadRequest", "InvalidURL", "InvalidFile", "UnsupportedOperation"],
    Unauthenticated: ["InvalidApiKey"],
    PermissionDenied: ["AccessDenied", "Model.AccessDenied", "Workspace.AccessDenied", "App.AccessDenied"],
    NotFound: ["ModelNotFound", "NotFound", "WorkSpaceNotFound", "Model.NotExist"],
    Conflict: ["Conflict"],
    PayloadTooLarge: ["BadRequest.TooLarge", "RequestEntityTooLarge"],
    RateLimited: ["Throttling", "limit_requests"],
    QuotaExceeded: exhaustedWords.dashscope,
    ContentBlocked: ["DataInspectionFailed", "IPInfringementSuspect", "FaqRuleBlocked", "CustomRoleBlocked"],
    UpstreamTimeout: ["RequestTimeOut", "InternalError.Timeout", "ResponseTimeout"],
    Overloaded: ["ModelUnavailable", "ModelServingError"],
    UpstreamFailed: [
      "InternalError",
      "SystemError",
      "ModelServiceFailed",
      "InvokePluginFailed",
      "AppProcessFailed",
      "RewriteFailed"
    ]
  })
}

/**
 * `POST /services/aigc/multimodal-generation/generation` of Alibaba's Model Studio, called for images and without tasks,
 * as its vendor's pages on the Qwen image models say it (https://www.alibabacloud.com/help/en/model-studio/qwen-image-api).
 */
export const dashscopeImages: ImageFormat = {
  id,
  encodeRequest,
  decodeResponse: (body) => readAnswer(body, wording, isError, readImages, readUsage),
  decodeError: (status, headers, body) => decodeFailure(wording, status, headers, body)
}
