import { exhaustedWords, decodeFailure, failureIn, firstKeyByWord, type ErrorWording } from "../core/errors/failure.ts"
import { noteRules, type TranslationNote, Refused } from "../core/notes/note.ts"
import {
  type ImageFormat,
  type ImageRequest,
  type ImageResponse,
  type ImageField,
  imagesIn,
  linkOf,
  sizeText,
  noteUnheld,
  placeIn,
  promptIn,
  saysMore,
  holdsError,
  madeImages,
  readAnswer,
  readLinkOrBytes,
  secondsIn,
  usageFrom
} from "../core/image.ts"
import { JsonText, putMember, isObject, type JsonObject, type JsonObjectBuilder } from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import type { IssueReader } from "../core/reading/issue-reader.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { fail, succeed } from "../core/errors/invalid.ts"

/** The format's name. */
const id = "ark-images"

/** The size that means: as large as the image that is edited. */
const asInput = "adaptive"

/** Why an encoder of this format writes a note. */
const rules = /* @__PURE__ */ noteRules(id, {
  dropped: {
    meaning: {
      turns: "The model takes one prompt, the last text; earlier turns were not sent.",
      unsupported: "`{member}` is not supported by the model's API and was not sent.",
      rewrite: "The model's API takes a mode of prompt rewriting, not a switch: `{member}` was not sent."
    }
  },
  refused: {
    meaning: { count: "The model makes one image a call; ask for one." }
  }
})

const supportedFields: ReadonlySet<string> = new Set<ImageField>([
  "count",
  "size",
  "seed",
  "guidance",
  "watermark",
  "rewrite",
  "sequence",
  "as",
  "passed"
])

/** Writes a request. Images go as URLs or as `data:` URLs: the vendor fetches what it is given a URL for. */
const encodeRequest: ImageFormat["encodeRequest"] = (request) => {
  const notes = notesOf(request)
  const refused = Refused.among(notes)
  if (refused !== undefined) return fail(refused)
  const images = imagesIn(request.turns).map(linkOf)
  const json = JsonText.tree(bodyOf(request, images))
  const call = { model: request.model, edits: images.length > 0, body: { kind: "json", json } } as const
  return succeed({ value: { call, needs: [] }, notes })
}

const notesOf = (request: ImageRequest): readonly TranslationNote[] => [
  ...((request.count ?? 1) > 1 ? [rules.note("count", placeIn(request, "count"))] : []),
  ...(saysMore(request.turns) ? [rules.note("turns", placeIn(request, "turns"))] : []),
  ...(typeof request.rewrite === "boolean" ? [rules.note("rewrite", placeIn(request, "rewrite"))] : []),
  ...noteUnheld(rules, "unsupported", request, supportedFields)
]

const bodyOf = (request: ImageRequest, images: readonly string[]): JsonObjectBuilder => {
  const { rewrite, sequence } = request
  const out: JsonObjectBuilder = {
    model: request.model,
    prompt: promptIn(request.turns),
    image: images.length > 1 ? images : images[0],
    size: sizeText(request.size, { asInput }),
    seed: request.seed,
    guidance_scale: request.guidance,
    watermark: request.watermark,
    sequential_image_generation: sequence?.mode,
    sequential_image_generation_options: sequence?.most === undefined ? undefined : { max_images: sequence.most },
    optimize_prompt_options: typeof rewrite === "string" ? { mode: rewrite } : undefined,
    response_format: request.as === undefined ? undefined : request.as === "url" ? "url" : "b64_json"
  }
  for (const [key, value] of Object.entries(request.passed ?? {})) putMember(out, key, value)
  return out
}

/** Reads an answer. An image that failed stands among the others as its error. */
const readImages = (reader: IssueReader, answer: JsonObject): ImageResponse => {
  const items = reader.required(answer, "data", "", reader.objects) ?? []
  const created = secondsIn(answer["created"])
  return {
    images: items.map(([item, at]) => readImage(reader, item, at)),
    ...(created === undefined ? {} : { created })
  }
}

const readUsage = (usage: JsonObject): TokenUsage | undefined =>
  usageFrom({ text: usage["output_tokens"] }, [[madeImages, usage["generated_images"]]])

const readImage = (reader: IssueReader, item: JsonObject, at: JsonPointer): ImageResponse["images"][number] => {
  const { error } = item
  if (isObject(error)) return { error: failureIn(wording, error) }
  return readLinkOrBytes(reader, item, at)
}

/** How the vendor words its errors: the codes of its page on them (https://www.volcengine.com/docs/82379/1299023). */
const wording: ErrorWording = {
  format: id,
  otherCauses: new Set(["OperationDenied.ServiceNotOpen"]),
  reasons: /* @__PURE__ */ firstKeyByWord({
    InvalidRequest: [
      "MissingParameter",
      "InvalidParameter",
      "InvalidArgumentError",
      "InvalidImageURL",
      "InvalidImageDetail",
      "InvalidEndpoint",
      "InvalidSubscription",
      "OutofContextError",
      "UnsupportedParameter"
    ],
    Unauthenticated: ["AuthenticationError", "InvalidAccountStatus"],
    PermissionDenied: ["AccessDenied", "OperationDenied", "ServiceNotOpen", "PermissionDenied"],
    NotFound: ["NotFound", "ModelNotOpen", "InvalidEndpointOrModel", "InvalidEndpoint.NotFound", "UnsupportedModel"],
    RateLimited: [
      "RateLimitExceeded",
      "ModelAccountRpmRateLimitExceeded",
      "ModelAccountTpmRateLimitExceeded",
      "ModelAccountIpmRateLimitExceeded",
      "APIAccountRpmRateLimitExceeded",
      "AccountRateLimitExceeded",
      "InflightBatchsizeExceeded",
      "RequestBurstTooFast"
    ],
    QuotaExceeded: exhaustedWords.ark,
    ContentBlocked: [
      "SensitiveContentDetected",
      "InputTextSensitiveContentDetected",
      "InputImageSensitiveContentDetected",
      "OutputTextSensitiveContentDetected",
      "OutputImageSensitiveContentDetected",
      "InputTextRiskDetection",
      "InputImageRiskDetection",
      "OutputTextRiskDetection",
      "OutputImageRiskDetection"
    ],
    Overloaded: ["ServerOverloaded", "ModelLoadingError"],
    UpstreamTimeout: ["RequestTimeout"],
    UpstreamFailed: ["InternalServiceError", "ContentSecurityDetectionError"]
  })
}

/** The error that the vendor answered with. */
export const decodeArkError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError =>
  decodeFailure(wording, status, headers, body)

/**
 * `POST /images/generations` of Volcengine Ark, as its vendor's page on image generation says it
 * (https://www.volcengine.com/docs/82379/1541523).
 */
export const arkImages: ImageFormat = {
  id,
  encodeRequest,
  decodeResponse: (body) => readAnswer(body, wording, holdsError, readImages, readUsage),
  decodeError: decodeArkError
}
