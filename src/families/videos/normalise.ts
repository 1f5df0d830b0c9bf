import { bodyObject } from "../../core/reading/issue-reader.ts"
import type { Invalid, Result } from "../../core/errors/invalid.ts"
import { type JsonObject, type JsonText, isObject } from "../../core/json/json.ts"
import { type Refused, type Translated, noteRules } from "../../core/notes/note.ts"
import type { VideoRequest } from "../../core/video.ts"
import {
  type AskedModel,
  type ParameterCheck,
  ParameterReader,
  type ParameterRules,
  readAskedModel,
  sharedRules
} from "../parameters/reader.ts"
import type { ImageSource } from "../../core/image.ts"
import { childPointer } from "../../core/json/pointer.ts"
import type { ValueSchema } from "../../core/reading/value-schema.ts"
import { checkOf, described, image, text, parsePixels } from "../parameters/values.ts"

/** The rules of a family of video models. */
export interface VideoRules extends ParameterRules {
  /** Reads a body by the family's parameters. */
  readonly read: (body: JsonObject, reader: VideoReader) => void
}

/** A request, or why it cannot be one. */
export type NormalisedVideo = Result<Translated<VideoRequest>, Invalid | Refused>

/** Brings a body of the submit of videos to what a family's model accepts. */
export const normalise = (
  { catalogue, read }: VideoRules,
  body: JsonText,
  { model, kind }: AskedModel
): NormalisedVideo => {
  const object = bodyObject(body)
  if (!object.ok) return object
  const reader: VideoReader = new ParameterReader({ rules: videoRules, catalogue, kind }, {})
  read(object.value, reader)
  const { prompt = "", ...settings } = reader.settings
  return reader.outcome({ model, prompt, ...settings, places: reader.places })
}

/**
 * Brings a body of the submit of videos, as JSON text or as the parsed value, to what the model that it names accepts:
 * defaults are written out, and what the model does not have is left out with a note. `Invalid`: a value is wrong;
 * `Refused`: another model is needed. Says nothing of how the family's vendor writes it.
 *
 * @example
 * normaliseVideo(Veo.vertex, { model: "veo-3.1-generate-preview", prompt: "waves", durationSeconds: 8 })
 */
export const normaliseVideo = (family: VideoRules, body: unknown): NormalisedVideo => {
  const named = readAskedModel(family.catalogue, body)
  return named.ok ? normalise(family, named.value.json, named.value) : named
}

/** What a request says besides its model. */
type VideoSettings = Partial<Omit<VideoRequest, "model" | "places">>

/** A body while it is read for a video model. */
export type VideoReader = ParameterReader<VideoSettings, VideoRuleKey>

/** What a value of a video model's must be. */
export type VideoCheck<A> = ParameterCheck<A, VideoReader>

/** Why a video model does not get what a client sent. */
const videoRules = noteRules("videos", {
  dropped: {
    meaning: { ...sharedRules.dropped, silence: "This model makes every video with sound: `{member}` was not sent." },
    cosmetic: sharedRules.idle
  },
  approximated: {
    cosmetic: {
      ...sharedRules.approximated,
      figure: "A text was read from the number in `{member}`.",
      lowered: "The model's default does not go with the other settings; a lower value was sent."
    }
  },
  synthesised: { cosmetic: { sound: "The model makes every video with sound." } },
  refused: { meaning: sharedRules.refused }
})

/** The key of such a rule. */
type VideoRuleKey = keyof typeof videoRules.table

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
