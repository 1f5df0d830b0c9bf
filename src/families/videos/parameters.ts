import type { ImageSource } from "../../core/image.ts"
import { isObject, type JsonObject } from "../../core/json/json.ts"
import { childPointer } from "../../core/json/pointer.ts"
import type { ParameterCheck } from "../parameters/reader.ts"
import type { ValueSchema } from "../../core/reading/value-schema.ts"
import { checkOf, described, image, text, parsePixels } from "../parameters/values.ts"
import type { VideoReader, VideoCheck } from "./normalise.ts"

const prompt: ParameterCheck<string> = checkOf({ type: "string", minLength: 1 }, (value, at, reader) =>
  typeof value === "string" && value.trim() === "" ? reader.must(at, "not be empty") : text(value, at, reader)
)

const frameSchema: ValueSchema = {
  type: ["string", "object"],
  description: "The first frame: a URL, a data: URL, base64, or an object with `image_url`.",
  properties: { image_url: image.schema }
}

/** A first frame, which may stand in an object as OpenAI's API has it. */
const frame: ParameterCheck<ImageSource> = checkOf(frameSchema, (value, at, reader) => {
  if (!isObject(value)) return image(value, at, reader)
  const { image_url: url } = value
  return url === undefined
    ? reader.must(at, "be an image, or an object with `image_url`")
    : image(url, childPointer(at, "image_url"), reader)
})

/** The members by which every family is shown what it is to film. */
export const promptParameters = {
  model: { is: described(text, { description: "Its id decides which parameters apply." }), required: true },
  prompt: { is: prompt, required: true, to: "prompt" },
  image: { is: frame, alias: "input_reference", to: "image" },
  lastFrame: {
    is: described(image, { description: "The last frame, where the model takes one; only with `image`." }),
    to: "lastFrame"
  }
} as const

/** Checks that a last frame comes with a first one. */
export const checkFrames = (body: JsonObject, reader: VideoReader): void => {
  if (Object.hasOwn(body, "lastFrame") && !Object.hasOwn(body, "image"))
    reader.issue("/lastFrame", "`lastFrame` is the end of a video whose first frame is `image`: both are required.")
}

/** Checks that one video is asked for, where a call makes no more. */
export const checkSingleVideo = (count: number | undefined, reader: VideoReader): void => {
  if (count !== undefined && count > 1)
    reader.issue("/sampleCount", "`sampleCount` must be 1: the vendor's API makes one video of a request.")
}

/** A size in pixels as models say it that are asked for a ratio and a resolution. */
interface Size {
  readonly ratio: string
  readonly resolution: string
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** A size in pixels, `1280x720`, of one of the ratios and one of the resolutions that a family has. */
export const sizeAmong = (ratios: readonly string[], resolutions: readonly string[]): VideoCheck<Size> =>
  checkOf({ type: "string", examples: ["1280x720"] }, (value, at, reader) => {
    const pixels = typeof value === "string" ? parsePixels(value) : undefined
    if (pixels === undefined) return reader.must(at, "be a size in pixels such as `1280x720`")
    const { width, height } = pixels
    const unit = divisor(width, height)
    const size = { ratio: `${width / unit}:${height / unit}`, resolution: `${Math.min(width, height)}p` }
    if (ratios.includes(size.ratio) && resolutions.includes(size.resolution)) return size
    return reader.must(at, `be of a ratio among ${ratios.join(", ")} and of ${resolutions.join(", ")}`)
  })

/** Puts what a size says; the ratio and the resolution beside it must say the same. */
export const readSize = (
  size: Size | undefined,
  { aspectRatio, resolution }: JsonObject,
  reader: VideoReader
): void => {
  if (size === undefined) return
  if (aspectRatio !== undefined && aspectRatio !== size.ratio)
    reader.issue("/size", "`size` and `aspectRatio` contradict each other. Send one of them.")
  if (resolution !== undefined && resolution !== size.resolution)
    reader.issue("/size", "`size` and `resolution` contradict each other. Send one of them.")
  reader.put("ratio", size.ratio, "/size")
  reader.put("resolution", size.resolution, "/size")
}
