import type { JsonObject } from "../../core/json/json.ts"
import { tableRules, readTable, type ParameterValues } from "../parameters/reader.ts"
import { anySeconds, described, flag, integer, numberAmong, ofListed, oneOf } from "../parameters/values.ts"
import {
  type VideoRules,
  type VideoReader,
  readSize,
  sizeAmong,
  checkSingleVideo,
  checkFrames,
  promptParameters
} from "./normalise.ts"

type Kind = "3.0" | "3.0 fast" | "3.1" | "3.1 fast"

const isFast = (kind: string | undefined): boolean => kind === "3.0 fast" || kind === "3.1 fast"

const hasLastFrame = (kind: string | undefined): boolean => kind !== "3.0" && kind !== "3.0 fast"

const ratios = ["16:9", "9:16"] as const
const resolutions = ["720p", "1080p"] as const

/** What both of the vendor's APIs take. */
const parameters = {
  ...promptParameters,
  durationSeconds: {
    is: described(ofListed(numberAmong(4, 6, 8), anySeconds), {
      description: "4, 6 or 8, or any of 2 to 12, by family."
    }),
    alias: "seconds",
    default: 4,
    to: "seconds"
  },
  aspectRatio: { is: oneOf(...ratios), default: "16:9", to: "ratio" },
  resolution: { is: described(oneOf(...resolutions), { default: "1080p" }) },
  size: {
    is: described(sizeAmong(ratios, resolutions), {
      description: "Width and height; for families that take `aspectRatio` and `resolution`, both of them."
    })
  },
  generateAudio: {
    is: described(flag, { default: false, description: "Where the model can choose; else it has its own way." })
  },
  sampleCount: { is: described(integer(1, 4), { description: "1 where the API makes no more." }), default: 1 },
  personGeneration: { is: oneOf("allow_all", "allow_adult", "dont_allow"), to: "people" }
} as const

const seed = integer(0, 4_294_967_295)

const onGeminiApi = {
  ...parameters,
  addWatermark: { is: flag, unsent: "untaken" },
  seed: { is: seed, unsent: "untaken" }
} as const

const onVertex = {
  ...parameters,
  resolution: { ...parameters.resolution, default: "1080p", to: "resolution" },
  sampleCount: { ...parameters.sampleCount, to: "count" },
  addWatermark: { is: flag, to: "watermark" },
  seed: { is: seed, to: "seed" }
} as const

type Read = ParameterValues<typeof parameters>

const readOnGeminiApi = (body: JsonObject, reader: VideoReader): void => {
  const values = readTable(onGeminiApi, body, "", reader)
  readFrames(body, reader)
  readSize(values.size, body, reader)
  readResolution(values, reader)
  checkSingleVideo(values.sampleCount, reader)
  noteSound(values, reader)
}

const readOnVertex = (body: JsonObject, reader: VideoReader): void => {
  const values = readTable(onVertex, body, "", reader)
  readFrames(body, reader)
  readSize(values.size, body, reader)
  readSound(values, reader)
}

const readFrames = (body: JsonObject, reader: VideoReader): void => {
  if (!Object.hasOwn(body, "lastFrame") || hasLastFrame(reader.kind)) return checkFrames(body, reader)
  reader.refuse("/lastFrame", "The model does not accept a last frame.", hasLastFrame)
}

/** The Gemini API makes 1080p of 8 seconds alone. */
const readResolution = (
  { size, resolution: givenResolution, durationSeconds: seconds }: Read,
  reader: VideoReader
): void => {
  const resolution = givenResolution ?? size?.resolution
  const at = givenResolution === undefined ? "/size" : "/resolution"
  if (seconds !== 8 && resolution === "1080p")
    reader.issue(at, "The video may be of `1080p` only where `durationSeconds` is 8.")
  if (seconds !== 8 && resolution === undefined)
    reader.note("lowered", "", "`resolution` was sent as `720p`: the vendor's API makes `1080p` only of 8 seconds.")
  reader.put("resolution", resolution ?? (seconds === 8 ? "1080p" : "720p"), at)
}

/** The Gemini API is not asked for sound: it makes every video with it. */
const noteSound = ({ generateAudio }: Read, reader: VideoReader): void => {
  if (generateAudio !== undefined) reader.note(generateAudio ? "sound" : "silence", "/generateAudio")
  else if (!isFast(reader.kind)) reader.note("sound", "")
}

const readSound = (values: Read, reader: VideoReader): void => {
  const fast = isFast(reader.kind)
  if (fast) noteSound(values, reader)
  reader.put("audio", fast || (values.generateAudio ?? false), "/generateAudio")
}

const catalogue = new Map<string, Kind>([
  ["veo-3.1-generate-001", "3.1"],
  ["veo-3.1-fast-generate-001", "3.1 fast"],
  ["veo-3.1-generate-preview", "3.1"],
  ["veo-3.1-fast-generate-preview", "3.1 fast"],
  ["veo-3.0-generate-preview", "3.0"],
  ["veo-3.0-fast-generate-001", "3.0 fast"]
])

/**
 * Veo: 4, 6 or 8 seconds, a first frame and from 3.1 on a last one, in the two forms of the vendor's API: the Gemini API
 * (https://ai.google.dev/gemini-api/docs/video) makes one video with sound, Vertex AI takes everything
 * (https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation).
 */
export const veoRules: { readonly geminiApi: VideoRules; readonly vertex: VideoRules } = {
  geminiApi: {
    family: "veo",
    catalogue,
    ...tableRules(onGeminiApi),
    read: readOnGeminiApi
  },
  vertex: {
    family: "vertexveo",
    catalogue,
    ...tableRules(onVertex),
    read: readOnVertex
  }
}
