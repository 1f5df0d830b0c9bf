import type { ImageSource } from "../../core/image/image.ts"
import { isObject, type JsonObject } from "../../core/json/json.ts"
import { childPointer } from "../../core/json/pointer.ts"
import type { Is } from "../parameters/reading.ts"
import { image } from "../parameters/source.ts"
import { text } from "../parameters/values.ts"
import type { Reading } from "./reading.ts"

const prompt: Is<string> = (value, at, reading) =>
  typeof value === "string" && value.trim() === ""
    ? reading.issue(at, "It must not be empty.")
    : text(value, at, reading)

/** A first frame, which may stand in an object as OpenAI's API has it. */
const frame: Is<ImageSource> = (value, at, reading) => {
  if (!isObject(value)) return image(value, at, reading)
  const { image_url: url } = value
  return url === undefined
    ? reading.issue(at, "It must be an image, or an object with `image_url`.")
    : image(url, childPointer(at, "image_url"), reading)
}

/** The members by which every family is shown what it is to film. */
export const shown = {
  model: { is: text },
  prompt: { is: prompt, to: "prompt" },
  image: { is: frame, also: "input_reference", to: "image" },
  lastFrame: { is: image, to: "lastFrame" }
} as const

/** Checks that a last frame comes with a first one. */
export const pairFrames = (body: JsonObject, reading: Reading): void => {
  if (Object.hasOwn(body, "lastFrame") && !Object.hasOwn(body, "image"))
    reading.issue("/lastFrame", "`lastFrame` is the end of a video whose first frame is `image`: both are required.")
}

/** Checks that one video is asked for, where a call makes no more. */
export const one = (count: number | undefined, reading: Reading): void => {
  if (count !== undefined && count > 1)
    reading.issue("/sampleCount", "`sampleCount` must be 1: the vendor's API makes one video of a request.")
}
