import { imagesIn, type ImageSource } from "../../core/image.ts"
import type { JsonObject } from "../../core/json/json.ts"
import { tableRules, readTable, type ParameterValues } from "../parameters/reader.ts"
import { image, anyNumber, each, flag, integer, ofListed, oneByKind, oneOf, oneOrMore } from "../parameters/values.ts"
import {
  type ImageRules,
  type ImageCheck,
  type ImageReader,
  asAsked,
  count,
  responseFormat,
  seed,
  anySize,
  sizeOf,
  imageObject,
  asSingleTurn,
  countImages,
  withoutEmptyTexts,
  promptParameters,
  turnsOf
} from "./normalise.ts"

type Kind = "3.0" | "edit 3.0" | "4.0" | "4.5"

const older = ["3.0", "edit 3.0"] as const satisfies readonly Kind[]
const newer = ["4.0", "4.5"] as const satisfies readonly Kind[]

const small = "1024x1024 1152x864 864x1152 1280x720 720x1280 1248x832 832x1248 1512x648".split(" ")
const large = [
  "2048x2048 2304x1728 1728x2304 2560x1440 1440x2560 2496x1664 1664x2496 3024x1296",
  "4096x4096 4704x3520 3520x4704 5504x3040 3040x5504 4992x3328 3328x4992 6240x2656"
].flatMap((sizes) => sizes.split(" "))

const images: ImageCheck<readonly ImageSource[]> = oneOrMore(image)

const parameters = {
  ...promptParameters,
  image: { is: images },
  response_format: { is: responseFormat },
  size: {
    is: ofListed<string, ImageReader>(
      oneByKind({
        ...each(small, ...older),
        ...each(large, ...newer),
        ...each(["2K", "4K"], ...newer),
        "1K": ["4.0"]
      }),
      anySize
    )
  },
  n: { is: count, default: 1, to: "count" },
  watermark: { is: flag, default: false, to: "watermark" },
  seed: { is: seed, kinds: older, to: "seed" },
  guidance_scale: { is: anyNumber, kinds: older, to: "guidance" },
  sequential_image_generation: { is: oneOf("auto", "disabled"), kinds: newer, default: "disabled", idle: "disabled" },
  sequential_image_generation_options: { is: imageObject({ max_images: { is: integer(1, 4) } }), kinds: newer },
  optimize_prompt_options: { is: imageObject({ mode: { is: oneOf("standard", "fast") } }), kinds: newer }
} as const

type Read = ParameterValues<typeof parameters>

const takes = { "3.0": [0, 0], "edit 3.0": [1, 1], "4.0": [0, Infinity], "4.5": [0, Infinity] } as const

const read = (body: JsonObject, reader: ImageReader) => {
  const values = readTable(parameters, body, "", reader)
  const { kind } = reader
  asAsked(values.response_format, reader)
  readSize(values, reader)
  if (kind === "3.0" || kind === "edit 3.0") {
    if (values.guidance_scale === undefined) reader.put("guidance", 2.5)
  } else {
    readSequence(values, reader)
    readRewriting(values, reader)
  }
  const turns = asSingleTurn(withoutEmptyTexts(turnsOf(values), reader, "prompt"), reader)
  countImages(imagesIn(turns), takes, [0, Infinity], reader)
  return turns
}

const readSize = ({ size }: Read, reader: ImageReader): void => {
  if (reader.kind === "edit 3.0") {
    if (size !== undefined) reader.note("as-input", "/size")
    reader.put("size", { kind: "as-input" })
  } else if (size !== undefined) reader.put("size", sizeOf(size), "/size")
}

const readSequence = (values: Read, reader: ImageReader): void => {
  const { sequential_image_generation: mode = "disabled", sequential_image_generation_options: options, n } = values
  const most = options?.max_images
  if (mode === "auto") {
    if (n > 1) reader.issue("/n", "One image at a time is asked for where `sequential_image_generation` is `auto`.")
    reader.put("sequence", { mode, most: most ?? 4 }, "/sequential_image_generation")
    return
  }
  if (most !== undefined) reader.note("no-sequence", "/sequential_image_generation_options/max_images")
  reader.put("sequence", { mode })
}

const readRewriting = ({ optimize_prompt_options: options }: Read, reader: ImageReader): void => {
  const mode = options?.mode
  const at = "/optimize_prompt_options/mode"
  if (mode === "fast" && reader.kind === "4.5") {
    reader.refuse(at, "The model does not have the mode `fast`.", (kind) => kind === "4.0")
  }
  reader.put("rewrite", mode ?? "standard", at)
}

/** Seedream and SeedEdit: sizes by version, sequences and prompt optimisation from 4.0 on, guidance and seeds before. */
export const seedream: ImageRules = {
  family: "seedream",
  catalogue: new Map<string, Kind>([
    ["doubao-seedream-4-5-251128", "4.5"],
    ["doubao-seedream-4-0-250828", "4.0"],
    ["doubao-seedream-3-0-t2i-250415", "3.0"],
    ["doubao-seededit-3-0-i2i-250628", "edit 3.0"]
  ]),
  perCall: () => 1,
  ...tableRules(parameters),
  read
}
