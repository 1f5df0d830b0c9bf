import { imageMime } from "../core/bytes/encodings.ts"
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
  usageFrom
} from "../core/image.ts"
import {
  isArray,
  isObject,
  JsonText,
  putMember,
  type JsonTemplate,
  type JsonObject,
  objectOr,
  type JsonObjectBuilder
} from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import type { IssueReader } from "../core/reading/issue-reader.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import type { ErrorDetails } from "../core/errors/error.ts"
import { succeed } from "../core/errors/invalid.ts"

/** The format's name. */
const id = "openai-images"

/** Why an encoder of this format writes a note. */
const rules = /* @__PURE__ */ noteRules(id, {
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

/** Writes a request: JSON where there is no image, else a form with the images as files, whose bytes are needed. */
const encodeRequest: ImageFormat["encodeRequest"] = (request, bytes) => {
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
    ...(saysMore(turns) ? [rules.note("turns", placeIn(request, "turns"))] : []),
    ...(size?.kind === "as-input" ? [rules.note("size", placeIn(request, "size"))] : []),
    ...(fidelity !== undefined && !edits ? [rules.note("fidelity", placeIn(request, "fidelity"))] : []),
    ...(mime !== undefined && !imageEnds.has(mime) ? [rules.note("type", placeIn(request, "mime"))] : []),
    ...noteUnheld(rules, "unsupported", request, edits ? supportedByEdits : supportedFields)
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
  return all.flatMap(({ name, stem, source }) => {
    const found = bytesOf(source, bytes)
    if (found === undefined) return []
    const { base64, mime } = found
    return [{ name, file: `${stem}.${imageEnds.get(mime) ?? "bin"}`, mime, base64 }]
  })
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
  format: id,
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
  id,
  encodeRequest,
  decodeResponse: (body) => readAnswer(body, wording, holdsError, readImages, readUsage),
  decodeError: (status, headers, body) => decodeFailure(wording, status, headers, body)
}
