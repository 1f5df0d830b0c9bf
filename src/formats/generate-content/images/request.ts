import type { ChatMessage, MediaPart, ContentPart, ChatRequest } from "../../../core/chat/chat.ts"
import { type MutableDraft, setDefined } from "../../../core/json/builder.ts"
import type { EncodedRequest } from "../../../core/format.ts"
import type {
  EncodedImageRequest,
  ImageBytes,
  ImageFormat,
  ImagePart,
  ImageRequest,
  ImageSource,
  ImageTurn
} from "../../../core/image/image.ts"
import { type ImageField, imagesIn, noteUnheld, placeIn } from "../../../core/image/turns.ts"
import { JsonText } from "../../../core/json/json.ts"
import { type TranslationNote, Refused } from "../../../core/notes/note.ts"
import { fail, succeed } from "../../../core/errors/invalid.ts"
import { sourceOf } from "../parts/media.ts"
import { encodeRequest as encodeChat } from "../request/encode.ts"
import { ownVendor } from "../wire.ts"
import { rules } from "./rules.ts"

const held: ReadonlySet<string> = new Set<ImageField>([
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
export const encodeRequest: ImageFormat["encodeRequest"] = (request, bytes) => {
  const own = notesOf(request)
  const refused = Refused.among(own)
  if (refused !== undefined) return fail(refused)
  const target = { model: request.model, vendor: ownVendor, stream: false, mediaUrls: false, media: bytes }
  const written = encodeChat(chatOf(request, bytes), target)
  if (!written.ok) return written
  const { value, notes } = written.value
  return succeed({ value: callOf(request, value), notes: [...own, ...notes] })
}

const notesOf = (request: ImageRequest): readonly TranslationNote[] => [
  ...((request.count ?? 1) > 1 ? [rules.note("count", placeIn(request, "count"))] : []),
  ...(request.size?.kind === "pixels" ? [rules.note("size", placeIn(request, "size"))] : []),
  ...noteUnheld(rules, "unsupported", request, held)
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
  const part: MutableDraft<MediaPart> = { type: "media", media: "image", at, source: sourceOf(source.url, ownVendor) }
  setDefined(part, "mime", mime)
  return part
}
