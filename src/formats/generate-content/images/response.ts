import type { ChatCandidate, FinishReason, MediaPart, ContentPart, ChatResponse } from "../../../core/chat/chat.ts"
import { GatewayError, type ErrorReason } from "../../../core/errors/error.ts"
import { emptyReplyContext } from "../../../core/format.ts"
import type { ImageFormat, ImageResponse, MadeImage } from "../../../core/image/image.ts"
import { fail, type Result, succeed } from "../../../core/errors/invalid.ts"
import { reasonOf } from "../finish.ts"
import { isMedia } from "../parts/media.ts"
import { decodeResponse as decodeChat } from "../response/decode.ts"
import { id } from "../wire.ts"

/** Reads the images in an answer. What the model wrote beside them stands with the first; its drafts are left out. */
export const decodeResponse: ImageFormat["decodeResponse"] = (body) => {
  const read = decodeChat(body, emptyReplyContext)
  if (!read.ok) return read
  const { value, notes } = read.value
  const answered = answerOf(value)
  return answered.ok ? succeed({ value: answered.value, notes }) : answered
}

const answerOf = ({ candidates, block, created, usage }: ChatResponse): Result<ImageResponse, GatewayError> => {
  if (block !== undefined) {
    const message = block.message ?? "The prompt was blocked."
    return fail(new GatewayError("ContentBlocked", message, codeOf(block.category)))
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
const isFinal = ({ media, native }: MediaPart): boolean =>
  media === "image" && native?.rest?.get("thought")?.value !== true

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
  const word = finish === undefined ? undefined : reasonOf(finish).reason
  const said = [block?.message, textIn(parts)].find((text) => text !== undefined && text !== "")
  const type = word === undefined ? {} : { type: { format: id, value: word } }
  return new GatewayError(reasonFor(finish), said ?? "The model made no image.", { ...codeOf(word), ...type })
}

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
