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
  usageFrom,
  type ImageSource
} from "../core/image.ts"
import { JsonText, putMember, isObject, type JsonObject, type JsonObjectBuilder, objectOr } from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import type { IssueReader } from "../core/reading/issue-reader.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { fail, succeed } from "../core/errors/invalid.ts"
import {
  type VideoFormat,
  type VideoMembers,
  writtenVideo,
  type VideoTask,
  failedTask,
  stoppedTask,
  readName,
  readTask
} from "../core/video.ts"

/** The name of its format of images. */
const imagesId = "ark-images"

/** The size that means: as large as the image that is edited. */
const asInput = "adaptive"

/** Why its encoder writes a note. */
const imageRules = /* @__PURE__ */ noteRules(imagesId, {
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

/** Writes a request for images. They go as URLs or as `data:` URLs: the vendor fetches what it is given a URL for. */
const encodeImageRequest: ImageFormat["encodeRequest"] = (request) => {
  const notes = notesOf(request)
  const refused = Refused.among(notes)
  if (refused !== undefined) return fail(refused)
  const images = imagesIn(request.turns).map(linkOf)
  const json = JsonText.tree(bodyOf(request, images))
  const call = { model: request.model, edits: images.length > 0, body: { kind: "json", json } } as const
  return succeed({ value: { call, needs: [] }, notes })
}

const notesOf = (request: ImageRequest): readonly TranslationNote[] => [
  ...((request.count ?? 1) > 1 ? [imageRules.note("count", placeIn(request, "count"))] : []),
  ...(saysMore(request.turns) ? [imageRules.note("turns", placeIn(request, "turns"))] : []),
  ...(typeof request.rewrite === "boolean" ? [imageRules.note("rewrite", placeIn(request, "rewrite"))] : []),
  ...noteUnheld(imageRules, "unsupported", request, supportedFields)
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

/** Reads an answer of images. One that failed stands among the others as its error. */
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
  format: imagesId,
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
  id: imagesId,
  encodeRequest: encodeImageRequest,
  decodeResponse: (body) => readAnswer(body, wording, holdsError, readImages, readUsage),
  decodeError: decodeArkError
}

/** The name of its format of videos. */
const videosId = "ark-videos"

/** Why its encoder writes a note. */
const videoRules = /* @__PURE__ */ noteRules(videosId, {
  dropped: { meaning: { unsupported: "`{member}` is not supported by the model's API and was not sent." } }
})

const members: VideoMembers = {
  seconds: ["duration", ({ seconds }) => seconds],
  ratio: ["ratio", ({ ratio }) => ratio],
  resolution: ["resolution", ({ resolution }) => resolution],
  audio: ["generate_audio", ({ audio }) => audio],
  watermark: ["watermark", ({ watermark }) => watermark],
  seed: ["seed", ({ seed }) => seed]
}

/** Writes a submit of a video. Frames go as URLs or as `data:` URLs: the vendor fetches what it is given a URL for. */
const encodeVideoRequest: VideoFormat["encodeRequest"] = (request) => {
  const { model, prompt, image, lastFrame } = request
  const { out, notes } = writtenVideo(request, members, videoRules, "unsupported")
  const text: JsonObjectBuilder = { type: "text", text: prompt }
  const content = [text, ...frameOut(image, "first_frame"), ...frameOut(lastFrame, "last_frame")]
  const json = JsonText.tree({ model, content, ...out })
  return succeed({ value: { call: { model, body: { kind: "json", json } }, needs: [] }, notes })
}

const frameOut = (source: ImageSource | undefined, role: string): readonly JsonObjectBuilder[] =>
  source === undefined ? [] : [{ type: "image_url", image_url: { url: linkOf(source) }, role }]

/** Reads a task. What was cancelled or has expired has failed. */
const taskOf = ({ status, content, error }: JsonObject): VideoTask => {
  switch (status) {
    case "succeeded":
      return finished(objectOr(content) ?? {})
    case "failed":
      return failedTask(objectOr(error) ?? {})
    case "queued":
      return { state: "queued" }
    default:
      return stoppedTask(status) ?? { state: "in-progress" }
  }
}

const finished = ({ video_url: url }: JsonObject): VideoTask =>
  typeof url === "string" && url !== ""
    ? { state: "succeeded", videos: [{ kind: "url", url }] }
    : failedTask({ message: "The vendor's task has ended without a video." })

/**
 * `POST /contents/generations/tasks` of Volcengine Ark and the task that it makes, as its vendor's pages say them
 * (https://www.volcengine.com/docs/82379/1520757 and /1521309).
 */
export const arkVideos: VideoFormat = {
  id: videosId,
  encodeRequest: encodeVideoRequest,
  decodeSubmit: (body) => readName(body, "id"),
  decodeTask: (body) => readTask(body, taskOf)
}
