import type { JsonObject } from "../../core/json/json.ts"
import { tableRules, readTable } from "../parameters/reader.ts"
import { anySeconds, described, flag, integer, ofListed, oneOf } from "../parameters/values.ts"
import {
  type VideoRules,
  type VideoReader,
  readSize,
  sizeAmong,
  checkSingleVideo,
  checkFrames,
  promptParameters
} from "./normalise.ts"

type Kind = "1.0" | "1.5"

const ratios = ["16:9", "9:16", "4:3", "3:4", "1:1", "21:9"] as const
const resolutions = ["480p", "720p", "1080p"] as const

const parameters = {
  ...promptParameters,
  durationSeconds: { is: ofListed(integer(2, 12), anySeconds), alias: "seconds", default: 4, to: "seconds" },
  aspectRatio: {
    is: oneOf(...ratios, "adaptive"),
    default: "16:9",
    to: "ratio"
  },
  resolution: { is: oneOf(...resolutions), default: "1080p", to: "resolution" },
  size: { is: sizeAmong(ratios, resolutions) },
  generateAudio: { is: flag, kinds: ["1.5"], default: false, to: "audio" },
  sampleCount: { is: described(integer(1, 4), { default: 1 }) },
  personGeneration: { is: oneOf("allow_all", "allow_adult", "dont_allow"), unsent: "untaken" },
  addWatermark: { is: flag, to: "watermark" },
  seed: { is: integer(0, 4_294_967_295), to: "seed" }
} as const

/** The shortest video of the models of 1.5. */
const shortest = 4

const read = (body: JsonObject, reader: VideoReader): void => {
  const values = readTable(parameters, body, "", reader)
  if (reader.kind === "1.5" && values.durationSeconds < shortest)
    reader.refuse(
      "/durationSeconds",
      `The model makes no video shorter than ${shortest} seconds.`,
      (kind) => kind === "1.0"
    )
  readSize(values.size, body, reader)
  checkSingleVideo(values.sampleCount, reader)
  checkFrames(body, reader)
}

/**
 * Seedance: 2 to 12 seconds, a first and a last frame, sound from 1.5 on
 * (https://www.volcengine.com/docs/82379/1520757).
 */
export const seedance: VideoRules = {
  family: "seedance",
  catalogue: new Map<string, Kind>([
    ["doubao-seedance-1-5-pro-251215", "1.5"],
    ["doubao-seedance-1-0-pro-250528", "1.0"],
    ["doubao-seedance-1-0-pro", "1.0"]
  ]),
  ...tableRules(parameters),
  read
}
