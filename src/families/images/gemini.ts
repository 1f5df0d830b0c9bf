import { imagesIn } from "../../core/image.ts"
import type { JsonObject } from "../../core/json/json.ts"
import { listedIds } from "../family.ts"
import { tableRules, readTable, type ParameterValues } from "../parameters/reader.ts"
import { each, integer, number, oneByKind, oneOf, text } from "../parameters/values.ts"
import {
  type ImageRules,
  type ImageReader,
  alwaysBytes,
  count,
  responseFormat,
  ratioAmong,
  withoutEmptyTexts,
  promptParameters,
  turnsOf
} from "./normalise.ts"

type Kind = "flash" | "pro"

const ratio = ratioAmong("1:1", "3:2", "2:3", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9")

/** The size class that each quality means. */
const classes = { hd: "2K", high: "2K", "2K": "2K", standard: "1K", medium: "1K", low: "1K", auto: "1K", "1K": "1K" }

const qualities = ["hd", "high", "2K", "standard", "medium", "low", "auto", "1K"] as const

const parameters = {
  ...promptParameters,
  response_format: { is: responseFormat },
  size: { is: ratio },
  aspect_ratio: { is: ratio },
  quality: { is: oneOf(...qualities) },
  image_size: { is: oneByKind({ ...each(["1K"], "flash", "pro"), ...each(["2K", "3K", "4K"], "pro") }) },
  n: { is: count },
  sample_count: { is: count },
  person_generation: { is: text, unsent: "untaken", idle: "allow_adult" },
  max_output_tokens: { is: integer(1, 32_768), default: 32_768, to: "maxTokens" },
  temperature: { is: number(0, 2), to: "temperature" },
  top_p: { is: number(0, 1), default: 0.95, to: "topP" },
  mime_type: { is: oneOf("image/png", "image/jpeg"), unsent: "untaken", idle: "image/png" },
  response_modalities: { is: oneOf("image", "image-text"), default: "image" }
} as const

type Read = ParameterValues<typeof parameters>

/** The most images that are fused into one. */
const mostFused = 5

const read = (body: JsonObject, reader: ImageReader) => {
  const values = readTable(parameters, body, "", reader)
  readRatio(values, reader)
  readClass(values, reader)
  readCount(values, reader)
  alwaysBytes(values.response_format, reader)
  reader.put("text", values.response_modalities === "image-text", "/response_modalities")
  const turns = withoutEmptyTexts(turnsOf(values), reader, "prompt")
  const beyond = imagesIn(turns.filter(({ role }) => role === "user").slice(-1))[mostFused]
  if (beyond !== undefined) reader.issue(beyond.at, `At most ${mostFused} input images can be combined.`)
  return turns
}

const readRatio = ({ size, aspect_ratio: ratio }: Read, reader: ImageReader): void => {
  if (size !== undefined && ratio !== undefined && size !== ratio)
    reader.issue("/aspect_ratio", "`size` and `aspect_ratio` contradict each other. Send one of them.")
  reader.put("ratio", ratio ?? size, ratio === undefined ? "/size" : "/aspect_ratio")
}

/** The size class: `image_size` wins over `quality`; a model that makes one class is told none. */
const readClass = ({ image_size: imageSize, quality }: Read, reader: ImageReader): void => {
  const qualityClass = quality === undefined ? undefined : classes[quality]
  if (imageSize === "3K") reader.note("class", "/image_size")
  const wanted = imageSize === "3K" ? "2K" : imageSize
  if (wanted !== undefined && qualityClass !== undefined && wanted !== qualityClass) reader.note("beaten", "/quality")
  if (reader.kind === "flash") {
    if (wanted === undefined && qualityClass === "2K") reader.note("too-large", "/quality")
    return
  }
  const at = wanted === undefined ? "/quality" : "/image_size"
  reader.put("size", { kind: "class", name: wanted ?? qualityClass ?? "1K" }, at)
}

const readCount = ({ n, sample_count: samples }: Read, reader: ImageReader): void => {
  if (n !== undefined && samples !== undefined && n !== samples)
    reader.issue("/sample_count", "`n` and `sample_count` must have the same value.")
  reader.put("count", n ?? samples ?? 1, n === undefined ? "/sample_count" : "/n")
}

/**
 * The image models that are not shut down, of those whose rules are known.
 *
 * @see https://ai.google.dev/gemini-api/docs/deprecations the previews' end in 2026 (read 2026-11)
 */
export const geminiImagesListed = listedIds({ "gemini-3-pro-image": "2026-05-28" }, ["gemini-2.5-flash-image"])

/** Gemini's image models: ratios and size classes, up to five images fused, turns, text beside the images. */
export const gemini: ImageRules = {
  family: "gemini",
  catalogue: new Map<string, Kind>([
    ["gemini-2.5-flash-image", "flash"],
    ["gemini-2.5-flash-image-preview", "flash"],
    ["gemini-3-pro-image", "pro"],
    ["gemini-3-pro-image-preview", "pro"]
  ]),
  perCall: () => 1,
  ...tableRules(parameters),
  read
}
