import { noteRules, type TranslationNote, Refused } from "../../core/notes/note.ts"
import { id, ownVendor, decodeError } from "./wire.ts"
import {
  type ImageFormat,
  type EncodedImageRequest,
  type ImageBytes,
  type ImagePart,
  type ImageRequest,
  type ImageSource,
  type ImageTurn,
  type ImageResponse,
  type MadeImage,
  type ImageField,
  imagesIn,
  noteUnheld,
  placeIn
} from "../../core/image.ts"
import type {
  ChatMessage,
  MediaPart,
  ContentPart,
  ChatRequest,
  ChatCandidate,
  FinishReason,
  ChatResponse
} from "../../core/chat/chat.ts"
import { type MutableDraft, setDefined, JsonText } from "../../core/json/json.ts"
import { type EncodedRequest, emptyReplyContext } from "../../core/format.ts"
import { mediaSource, isMedia } from "./media.ts"
import { encodeRequest } from "./request.ts"
import { GatewayError, type ErrorReason } from "../../core/errors/error.ts"
import { fail, succeed, type Result } from "../../core/errors/invalid.ts"
import { encodeFinishReason } from "./response-end.ts"
import { decodeResponse } from "./response-decode.ts"

/** Why an encoder of images writes a note, besides the reasons of the chat. */
const imageRules = noteRules(`${id}/images`, {
  dropped: {
    meaning: {
      unsupported: "`{member}` is not supported by the model's API and was not sent.",
      size: "The model's API takes a size class and a ratio, not pixels: `{member}` was not sent."
    }
  },
  refused: {
    meaning: { count: "The model makes one image a call; ask for one." }
  }
})

const supportedFields: ReadonlySet<string> = new Set<ImageField>([
  "count",
  "size",
  "ratio",
  "seed",
  "temperature",
  "topP",
  "maxTokens",
  "people",
  "mime",
  "text",
  "as"
])

/** Writes a request as the chat that asks for its images. Images go as bytes: the vendor fetches none. */
const encodeImageRequest: ImageFormat["encodeRequest"] = (request, bytes) => {
  const own = notesOf(request)
  const refused = Refused.among(own)
  if (refused !== undefined) return fail(refused)
  const target = { model: request.model, vendor: ownVendor, stream: false, mediaUrls: false, media: bytes }
  const written = encodeRequest(chatOf(request, bytes), target)
  if (!written.ok) return written
  const { value, notes } = written.value
  return succeed({ value: callOf(request, value), notes: [...own, ...notes] })
}

const notesOf = (request: ImageRequest): readonly TranslationNote[] => [
  ...((request.count ?? 1) > 1 ? [imageRules.note("count", placeIn(request, "count"))] : []),
  ...(request.size?.kind === "pixels" ? [imageRules.note("size", placeIn(request, "size"))] : []),
  ...noteUnheld(imageRules, "unsupported", request, supportedFields)
]

const callOf = ({ model, turns }: ImageRequest, { call, needs }: EncodedRequest): EncodedImageRequest => ({
  call: { model, edits: imagesIn(turns).length > 0, body: { kind: "json", json: call.body } },
  needs: needs.map(({ url, path }) => ({ url, at: path }))
})

/** The chat that asks for images. */
const chatOf = (request: ImageRequest, bytes: ImageBytes): ChatRequest => {
  const chat: MutableDraft<ChatRequest> = {
    model: request.model,
    at: "",
    messages: request.turns.map((turn) => messageOf(turn, bytes)),
    modalities: request.text === true ? ["text", "image"] : ["image"]
  }
  setDefined(chat, "temperature", request.temperature)
  setDefined(chat, "topP", request.topP)
  setDefined(chat, "maxTokens", request.maxTokens)
  setDefined(chat, "seed", request.seed)
  setDefined(chat, "places", request.places)
  setDefined(chat, "image", optionsOf(request))
  return chat
}

/** The options of images; undefined where there are none. */
const optionsOf = ({ ratio, size, people, mime }: ImageRequest): JsonText | undefined => {
  const imageSize = size?.kind === "class" ? size.name : undefined
  if ((ratio ?? imageSize ?? people ?? mime) === undefined) return undefined
  const imageOutputOptions = mime === undefined ? undefined : { mimeType: mime }
  return JsonText.tree({ aspectRatio: ratio, imageSize, personGeneration: people, imageOutputOptions })
}

const messageOf = ({ role, parts }: ImageTurn, bytes: ImageBytes): ChatMessage => ({
  role: role === "model" ? "assistant" : "user",
  parts: parts.map((part) => partOf(part, bytes))
})

const partOf = (part: ImagePart, bytes: ImageBytes): ContentPart =>
  part.type === "text" ? { type: "text", text: part.text } : mediaOf(part.source, bytes)

const mediaOf = (source: ImageSource, bytes: ImageBytes): MediaPart => {
  const { at } = source
  if (source.kind === "bytes") {
    return { type: "media", media: "image", at, mime: source.mime, source: { kind: "base64", data: source.base64 } }
  }
  const mime = bytes.get(source.url)?.mime
  const part: MutableDraft<MediaPart> = {
    type: "media",
    media: "image",
    at,
    source: mediaSource(source.url, ownVendor)
  }
  setDefined(part, "mime", mime)
  return part
}

/** Reads the images in an answer. What the model wrote beside them stands with the first; its drafts are left out. */
const decodeImageResponse: ImageFormat["decodeResponse"] = (body) => {
  const read = decodeResponse(body, emptyReplyContext)
  if (!read.ok) return read
  const { value, notes } = read.value
  const answered = answerOf(value)
  return answered.ok ? succeed({ value: answered.value, notes }) : answered
}

const answerOf = ({ candidates, block, created, usage }: ChatResponse): Result<ImageResponse, GatewayError> => {
  if (block !== undefined) {
    const message = block.message ?? "The prompt was blocked."
    return fail(new GatewayError("ContentBlocked", message, { ...codeOf(block.category), usage }))
  }
  return succeed({
    images: candidates.flatMap(imagesOf),
    ...(created === undefined ? {} : { created }),
    ...(usage === undefined ? {} : { usage })
  })
}

const codeOf = (word: string | undefined): { readonly code?: string } => (word === undefined ? {} : { code: word })

/** The images of a candidate; why there is none, where there is none. */
const imagesOf = (candidate: ChatCandidate): ImageResponse["images"] => {
  const [first, ...more] = candidate.parts.filter(isMedia).filter(isFinal).flatMap(madeOf)
  if (first === undefined) return [{ error: errorOf(candidate) }]
  const revisedPrompt = textIn(candidate.parts)
  return [revisedPrompt === "" ? first : { ...first, revisedPrompt }, ...more]
}

/** Whether a medium is a picture and none that the model drew while it thought. */
const isFinal = ({ media, thought }: MediaPart): boolean => media === "image" && thought !== true

const madeOf = ({ source, mime }: MediaPart): readonly MadeImage[] => {
  const typed = mime === undefined ? {} : { mime }
  switch (source.kind) {
    case "base64":
      return [{ base64: source.data, ...typed }]
    case "url":
      return [{ url: source.url, ...typed }]
    case "ref":
      return [{ url: source.ref.id, ...typed }]
    case "text":
    case "parts":
      return []
  }
}

const textIn = (parts: readonly ContentPart[]): string =>
  parts.flatMap((part) => (part.type === "text" && part.text !== "" ? [part.text] : [])).join("\n")

const errorOf = ({ finish, block, parts }: ChatCandidate): GatewayError => {
  const word = finish === undefined ? undefined : encodeFinishReason(finish).reason
  const message = [block?.message, textIn(parts)].find((text) => text !== undefined && text !== "")
  const type = word === undefined ? {} : { type: { format: id, value: word } }
  return new GatewayError(
    noImage.has(word) ? "ContentBlocked" : reasonFor(finish),
    message ?? "The model made no image.",
    { ...codeOf(word), ...type }
  )
}

/** The reasons for which a model makes no image of what it was asked. */
const noImage: ReadonlySet<string | undefined> = new Set(["NO_IMAGE", "IMAGE_OTHER", "OTHER"])

/** Why an answer without an image failed: the model did not want to, unless it could not. */
const reasonFor = (finish: FinishReason | undefined): ErrorReason => {
  switch (finish?.kind) {
    case "stop":
    case "stop-sequence":
    case "blocked":
    case "refusal":
    case "other":
      return "ContentBlocked"
    case "length":
    case "context":
    case "tool-calls":
    case "pause":
    case "compaction":
    case "malformed":
    case undefined:
      return "UpstreamFailed"
  }
}

/**
 * `generateContent` as the way to images: a chat whose answer is pictures, as its vendor's page on image generation says
 * it (https://ai.google.dev/gemini-api/docs/image-generation).
 */
export const generateContentImages: ImageFormat = {
  id,
  encodeRequest: encodeImageRequest,
  decodeResponse: decodeImageResponse,
  decodeError
}
