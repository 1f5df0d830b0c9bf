import { imageMime } from "../core/bytes.ts"
import { exhaustedWords, decodeFailure, firstKeyByWord, errorText, type ErrorWording } from "../core/errors/failure.ts"
import { noteRules, type TranslationNote } from "../core/notes/note.ts"
import {
  type FormField,
  type ImageBytes,
  type ImageCall,
  imageEnds,
  type ImageFormat,
  type ImageRequest,
  type ImageResponse,
  type MadeImage,
  bytesOf,
  type ImageField,
  imagesIn,
  needsIn,
  noteUnheld,
  placeIn,
  promptIn,
  saysMore,
  holdsError,
  readAnswer,
  readLinkOrBytes,
  secondsIn,
  sizeText,
  usageFrom,
  type ImageSource
} from "../core/image.ts"
import {
  isArray,
  isObject,
  JsonText,
  putMember,
  type JsonTemplate,
  type JsonObject,
  objectOr,
  type JsonObjectBuilder,
  type Json
} from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import type { IssueReader } from "../core/reading/issue-reader.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import type { ErrorDetails } from "../core/errors/error.ts"
import { succeed } from "../core/errors/invalid.ts"
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
const imagesId = "openai-images"

/** Why its encoder writes a note. */
const imageRules = /* @__PURE__ */ noteRules(imagesId, {
  dropped: {
    meaning: {
      turns: "The model takes one prompt, the last text; earlier turns were not sent.",
      unsupported: "`{member}` is not supported by the model's API and was not sent.",
      fidelity: "`{member}` has an effect only in an edit and was not sent.",
      type: "The vendor makes no images of this type: `{member}` was not sent."
    }
  },
  approximated: {
    meaning: { size: "The vendor cannot make an edit as large as its input; it chooses the size." }
  }
})

const supportedFields: ReadonlySet<string> = new Set<ImageField>([
  "count",
  "size",
  "quality",
  "fidelity",
  "mime",
  "as",
  "passed"
])

const supportedByEdits: ReadonlySet<string> = new Set([...supportedFields, "mask"])

/** Writes a request for images: JSON where there is no image, else a form with the images as files, whose bytes are needed. */
const encodeImageRequest: ImageFormat["encodeRequest"] = (request, bytes) => {
  const images = imagesIn(request.turns)
  const edits = images.length > 0
  const files = edits && request.mask !== undefined ? [...images, request.mask] : images
  const members = membersOf(request, edits)
  const body: ImageCall["body"] = edits
    ? { kind: "form", fields: [...Object.entries(members).flatMap(textFields), ...fileFields(request, bytes)] }
    : { kind: "json", json: JsonText.tree(members) }
  const call = { model: request.model, edits, body }
  return succeed({ value: { call, needs: needsIn(files, bytes) }, notes: notesOf(request, edits) })
}

const notesOf = (request: ImageRequest, edits: boolean): readonly TranslationNote[] => {
  const { size, fidelity, mime, turns } = request
  return [
    ...(saysMore(turns) ? [imageRules.note("turns", placeIn(request, "turns"))] : []),
    ...(size?.kind === "as-input" ? [imageRules.note("size", placeIn(request, "size"))] : []),
    ...(fidelity !== undefined && !edits ? [imageRules.note("fidelity", placeIn(request, "fidelity"))] : []),
    ...(mime !== undefined && !imageEnds.has(mime) ? [imageRules.note("type", placeIn(request, "mime"))] : []),
    ...noteUnheld(imageRules, "unsupported", request, edits ? supportedByEdits : supportedFields)
  ]
}

/** What a request says besides its images. */
const membersOf = (request: ImageRequest, edits: boolean): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {
    model: request.model,
    prompt: promptIn(request.turns),
    n: request.count,
    size: sizeText(request.size, { asInput: "auto", auto: "auto" }),
    quality: request.quality,
    input_fidelity: edits ? request.fidelity : undefined,
    output_format: imageEnds.get(request.mime ?? "")
  }
  for (const [key, value] of Object.entries(request.passed ?? {})) putMember(out, key, value)
  return out
}

/** A member as fields of a form: a text as it is, members of members and items as the vendor's SDKs name them, the rest as JSON. */
const textFields = ([name, value]: readonly [string, JsonTemplate]): readonly FormField[] => {
  if (value === undefined) return []
  const json = value instanceof JsonText ? value : JsonText.tree(value)
  const inner = json.value ?? null
  if (isArray(inner) && inner.length > 0) return inner.flatMap((item) => textFields([`${name}[]`, JsonText.of(item)]))
  const keys = isObject(inner) ? Object.keys(inner) : []
  if (isObject(inner) && keys.length > 0)
    return keys.flatMap((key) => textFields([`${name}[${key}]`, JsonText.member(inner, key)]))
  return [{ name, text: typeof inner === "string" ? inner : json.text }]
}

/** The images as files: one under its own name, several as a list, and where they may be changed. */
const fileFields = ({ turns, mask }: ImageRequest, bytes: ImageBytes): readonly FormField[] => {
  const images = imagesIn(turns)
  const name = images.length > 1 ? "image[]" : "image"
  const named = images.map((source, index) => ({ name, stem: `image-${index + 1}`, source }))
  const all = mask === undefined ? named : [...named, { name: "mask", stem: "mask", source: mask }]
  return all.flatMap(({ name, stem, source }) => fileField(name, stem, source, bytes))
}

/** An image as a file of a form; nothing where its bytes are not there yet. */
const fileField = (name: string, stem: string, source: ImageSource, bytes: ImageBytes): readonly FormField[] => {
  const found = bytesOf(source, bytes)
  if (found === undefined) return []
  const { base64, mime } = found
  return [{ name, file: `${stem}.${imageEnds.get(mime) ?? "bin"}`, mime, base64 }]
}

const readImages = (reader: IssueReader, answer: JsonObject): ImageResponse => {
  const items = reader.required(answer, "data", "", reader.objects) ?? []
  const created = secondsIn(answer["created"])
  const chosen = chosenIn(answer)
  const { output_format: format } = chosen
  const mime = format === undefined || format === "" ? undefined : imageMime(format)
  return {
    images: items.map(([item, at]) => readImage(reader, item, at, mime)),
    ...(created === undefined ? {} : { created }),
    ...(Object.keys(chosen).length === 0 ? {} : { chosen })
  }
}

/** How the images were made (https://platform.openai.com/docs/api-reference/images/object, and `ImagesResponse` of the SDK). */
const chosenIn = (answer: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ["background", "output_format", "quality", "size"].flatMap((name) => {
      const value = answer[name]
      return typeof value === "string" ? [[name, value]] : []
    })
  )

const readImage = (reader: IssueReader, item: JsonObject, at: JsonPointer, mime: string | undefined): MadeImage => {
  const { revised_prompt: revised } = item
  return {
    ...readLinkOrBytes(reader, item, at),
    ...(mime === undefined ? {} : { mime }),
    ...(typeof revised === "string" ? { revisedPrompt: revised } : {})
  }
}

const readUsage = (usage: JsonObject): TokenUsage | undefined => {
  const input = objectOr(usage["input_tokens_details"])
  const output = objectOr(usage["output_tokens_details"])
  return usageFrom({ input: usage["input_tokens"], text: usage["output_tokens"] }, [
    ["input.text", input?.["text_tokens"]],
    ["input.image", input?.["image_tokens"]],
    ["output.text", output?.["text_tokens"]],
    ["output.image", output?.["image_tokens"]]
  ])
}

/** How the vendor words its errors (https://platform.openai.com/docs/guides/error-codes). */
const wording: ErrorWording = {
  format: imagesId,
  reasons: /* @__PURE__ */ firstKeyByWord({
    InvalidRequest: [
      "invalid_request_error",
      "invalid_value",
      "invalid_image_file",
      "image_generation_user_error",
      "unknown_parameter"
    ],
    Unauthenticated: ["invalid_api_key", "invalid_organization", "authentication_error"],
    PermissionDenied: ["permission_error", "unsupported_country_region_territory"],
    NotFound: ["model_not_found"],
    RateLimited: ["rate_limit_exceeded", "rate_limit_error", "requests", "tokens"],
    QuotaExceeded: exhaustedWords.openai,
    ContentBlocked: ["moderation_blocked", "content_policy_violation", "content_filter"],
    Overloaded: ["overloaded", "overloaded_error", "slow_down"],
    UpstreamFailed: ["server_error", "image_generation_server_error"]
  }),
  otherCauses: new Set(["unsupported_country_region_territory"]),
  own: ({ param }): ErrorDetails => {
    const name = errorText(param)
    return name !== undefined && /^\w+$/.test(name) ? { pointer: `/${name}` } : {}
  }
}

/**
 * `POST /images/generations` in JSON and `POST /images/edits` as a form, as the vendor's SDK types of version 7.55 say
 * them (https://platform.openai.com/docs/api-reference/images).
 */
export const openaiImages: ImageFormat = {
  id: imagesId,
  encodeRequest: encodeImageRequest,
  decodeResponse: (body) => readAnswer(body, wording, holdsError, readImages, readUsage),
  decodeError: (status, headers, body) => decodeFailure(wording, status, headers, body)
}

/** The name of its format of videos. */
const videosId = "openai-videos"

/** Why its encoder writes a note. */
const videoRules = /* @__PURE__ */ noteRules(videosId, {
  dropped: {
    meaning: {
      unsupported: "`{member}` is not supported by the model's API and was not sent.",
      "last-frame": "The model's API takes a first frame and no last one; the last frame was not sent."
    }
  }
})

const members: VideoMembers = {
  seconds: ["seconds", ({ seconds }) => String(seconds)],
  size: ["size", ({ size }) => size && `${size.width}x${size.height}`]
}

/** Writes a submit of a video as a form. The first frame goes as a file, whose bytes are needed. */
const encodeVideoRequest: VideoFormat["encodeRequest"] = (request, bytes) => {
  const { model, prompt, image, lastFrame } = request
  const { out, notes } = writtenVideo(request, members, videoRules, "unsupported")
  const texts = Object.entries({ model, prompt, ...out }).flatMap(([name, text]): readonly FormField[] =>
    typeof text === "string" ? [{ name, text }] : []
  )
  const unheld = lastFrame === undefined ? [] : [videoRules.note("last-frame", lastFrame.at)]
  const files = image === undefined ? [] : fileField("input_reference", "first-frame", image, bytes)
  const body = { kind: "form", fields: [...texts, ...files] } as const
  const needs = needsIn(image === undefined ? [] : [image], bytes)
  return succeed({ value: { call: { model, body }, needs }, notes: [...notes, ...unheld] })
}

/** Reads a video. A finished one is fetched from the path of its content; the words beyond the vendor's are its imitators'. */
const taskOf = ({ status, error, progress }: JsonObject): VideoTask => {
  switch (status) {
    case "completed":
      return { state: "succeeded", videos: [{ kind: "content" }] }
    case "failed":
      return failedTask(objectOr(error) ?? {})
    case "queued":
      return { state: "queued" }
    default:
      return stoppedTask(status) ?? workedOn(progress)
  }
}

const workedOn = (progress: Json | undefined): VideoTask =>
  typeof progress === "number" ? { state: "in-progress", progress } : { state: "in-progress" }

/**
 * `POST /videos`, a form, and `GET /videos/{id}`, as the vendor's SDK types of version 7.55 say them
 * (https://platform.openai.com/docs/api-reference/videos).
 */
export const openaiVideos: VideoFormat = {
  id: videosId,
  encodeRequest: encodeVideoRequest,
  decodeSubmit: (body) => readName(body, "id"),
  decodeTask: (body) => readTask(body, taskOf)
}
