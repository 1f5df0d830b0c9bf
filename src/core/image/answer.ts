import { isBase64, readDataUrl } from "../bytes/base64.ts"
import { GatewayError } from "../errors/error.ts"
import { failureIn, type ErrorWording } from "../errors/failure.ts"
import type { ImageResponse, MadeImage } from "./image.ts"
import { Invalid, fail, type Result } from "../errors/invalid.ts"
import { isObject, type Json, type JsonObject, type JsonText } from "../json/json.ts"
import type { JsonPointer } from "../json/pointer.ts"
import type { Translated } from "../notes/note.ts"
import { IssueReader } from "../reading/issue-reader.ts"
import type { TokenUsage } from "../tokens/usage.ts"

/** Reads an answer of images: the error that it says, what is wrong with it, or what `take` reads. */
export const readAnswer = (
  body: JsonText,
  wording: ErrorWording,
  isError: (answer: JsonObject) => boolean,
  take: (reader: IssueReader, answer: JsonObject) => ImageResponse
): Result<Translated<ImageResponse>, Invalid | GatewayError> => {
  const answer = body.value
  if (!isObject(answer)) return fail(Invalid.at("", "The answer is not a JSON object."))
  if (isError(answer)) return fail(failureIn(wording, answer))
  const reader = new IssueReader()
  return reader.settled(take(reader, answer))
}

/**
 * An image as answers like OpenAI's hold it: a link in `url`, or base64 in `b64_json`, without what makes it a `data:`
 * URL, which some upstreams write before it.
 */
export const readLinkOrBytes = (
  reader: IssueReader,
  item: JsonObject,
  at: JsonPointer
): Pick<MadeImage, "url" | "base64"> => {
  const url = reader.string(item, "url", at)
  const bytes = reader.string(item, "b64_json", at)
  if (url === undefined && bytes === undefined) reader.issue(at, "An image must have `url` or `b64_json`.")
  return {
    ...(url === undefined ? {} : { url }),
    ...(bytes === undefined ? {} : { base64: readDataUrl(bytes)?.data ?? bytes })
  }
}

/** An image of an answer, whose bytes must be base64: others are the upstream's failure. */
export const checkedImage = (image: ImageResponse["images"][number]): ImageResponse["images"][number] =>
  "error" in image || image.base64 === undefined || isBase64(image.base64) || isBase64(image.base64.replace(/\s/g, ""))
    ? image
    : { error: new GatewayError("UpstreamFailed", "The upstream's image is not valid base64.") }

/** Whether an answer holds an error object in place of its images. */
export const holdsError = (answer: JsonObject): boolean => isObject(answer["error"])

/** A count of tokens or images; undefined where there is none. */
export const countIn = (value: Json | undefined): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined

/** The whole seconds of a time; undefined where it is none. A picture that was paid for is never lost to it. */
export const secondsIn = (value: Json | undefined): number | undefined => {
  const time = countIn(value)
  return time === undefined ? undefined : Math.floor(time)
}

/** The view of a usage that counts images. */
export const madeImages = "images.made"

/** Usage from counts of which any may be unknown; undefined where all are. */
export const usageFrom = (
  counts: { readonly [Key in "input" | "text"]?: Json | undefined },
  views: readonly (readonly [view: string, value: Json | undefined])[]
): TokenUsage | undefined => {
  const input = countIn(counts.input)
  const text = countIn(counts.text)
  const by = new Map(
    views.flatMap(([view, value]) => {
      const count = countIn(value)
      return count === undefined ? [] : [[view, count] as const]
    })
  )
  if (input === undefined && text === undefined && by.size === 0) return undefined
  return {
    ...(input === undefined ? {} : { input }),
    ...(text === undefined ? {} : { text }),
    ...(by.size === 0 ? {} : { by })
  }
}
