import { readTable, type ParameterValues } from "../../families/parameters/table.ts"
import { anyInteger, anyNumber, flag, objectOf, text } from "../../families/parameters/values.ts"
import type { JsonTemplate } from "../../core/json/json.ts"
import type { Reading } from "../reading.ts"

const record = objectOf(() => true)

const most = { maxImages: { is: anyInteger }, max_images: { is: anyInteger } } as const

/** How long a sequence of images may become, under either name. */
const sequence = objectOf((object, at, reading: Reading) => {
  const { maxImages, max_images: same = maxImages } = readTable(most, object, at, reading)
  if (maxImages !== undefined && maxImages !== same)
    reading.issue(`${at}/max_images`, "`maxImages` and `max_images` must say the same.")
  return same
})

/** The parameters of the lab's images, as the endpoint tables name and type them. */
export const parameters = {
  model: { is: text },
  prompt: { is: text },
  n: { is: anyInteger },
  size: { is: text },
  temperature: { is: anyInteger },
  watermark: { is: flag },
  image: { is: text },
  promptOptions: { is: record, unsent: "unused" },
  optimizePrompt: { is: text },
  quality: { is: text },
  responseFormat: { is: text },
  score: { is: anyNumber, unsent: "unused" },
  sequentialImageGeneration: { is: text },
  sequentialImageGenerationOptions: { is: sequence }
} as const

/** What was read of them. */
export type Read = ParameterValues<typeof parameters>

/** A parameter's name. */
export type Name = keyof Read

/** Those that every body must say. */
export const required = ["model", "prompt", "n", "size", "temperature", "watermark"] as const satisfies readonly Name[]

/** What the images endpoint calls each of those that models may have, and how it says them. */
export const targets: Readonly<Partial<Record<Name, readonly [name: string, member?: string]>>> = {
  prompt: ["prompt"],
  n: ["n"],
  size: ["size"],
  temperature: ["temperature"],
  watermark: ["watermark"],
  image: ["image"],
  optimizePrompt: ["optimize_prompt_options", "mode"],
  quality: ["quality"],
  responseFormat: ["response_format"],
  sequentialImageGeneration: ["sequential_image_generation"],
  sequentialImageGenerationOptions: ["sequential_image_generation_options", "max_images"]
}

/** A value under the name that the images endpoint has for it. */
export const saidAs = (value: JsonTemplate, member: string | undefined): JsonTemplate =>
  member === undefined ? value : { [member]: value }
