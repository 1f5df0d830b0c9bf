import { openaiVideos } from "../../../src/formats/openai-media.ts"
import { Sora } from "../../../src/videos.ts"
import { data, links, noTexts, raw, refuses, sends } from "../images/row.ts"
import { absent } from "../row.ts"
import type { VideoTable } from "./row.ts"

const standard = "sora-2"
const pro = "sora-2-pro"
const tall = ["720x1280", "1280x720"]
const large = ["1024x1792", "1792x1024"]

/** Family R of `POST /v1/video/generations`. */
export const sora: VideoTable = {
  name: "videos: family R",
  rules: Sora,
  format: openaiVideos,
  model: standard,
  body: { prompt: "Waves" },
  cases: [
    ...[standard, pro, "sora-9"].map((model) => ({
      keeps: "videos.r.model" as const,
      when: "nothing but a prompt",
      model,
      given: {},
      sent: { "": { model, prompt: "Waves", seconds: "4", size: "720x1280" } }
    })),
    { keeps: "videos.r.model", when: "no model", given: { model: undefined }, refused: "", says: "`model`" },
    { keeps: "videos.r.prompt", when: "none", given: { prompt: undefined }, refused: "", says: "`prompt`" },
    ...refuses("videos.r.prompt", "/prompt", ["", " ", ...noTexts]),
    ...sends("videos.r.seconds", "seconds", "/seconds", [
      ["4", "4"],
      ["8", "8"],
      ["12", "12"],
      [4, "4", "approximated /seconds"],
      [12, "12", "approximated /seconds"]
    ]),
    ...refuses("videos.r.seconds", "/seconds", ["0", "3", "5", "13", "16", "04", " 4", "4.0", "", 5, 4.5, -4]),
    ...refuses("videos.r.seconds", "/seconds", [true, null, ["4"], { n: 4 }]),
    ...[standard, `${standard}-2025-10-06`].flatMap((model) => [
      ...sends(
        "videos.r.size",
        "size",
        "/size",
        tall.map((size) => [size, size] as const),
        { model }
      ),
      ...refuses("videos.r.size", "/size", large, { model, says: pro })
    ]),
    ...[pro, "sora-9"].flatMap((model) =>
      sends(
        "videos.r.size",
        "size",
        "/size",
        [...tall, ...large].map((size) => [size, size] as const),
        { model }
      )
    ),
    ...refuses("videos.r.size", "/size", ["1080x1920", "720*1280", "720X1280", "16:9", "", 720, null, [720, 1280]]),
    ...[links(1)[0], data, raw].map((image) => ({
      keeps: "videos.r.frames" as const,
      when: `${image}`.slice(0, 12),
      given: { image },
      sent: { "/input_reference": { name: "first-frame.png", type: "image/png", base64: raw } }
    })),
    ...refuses("videos.r.frames", "/image", ["", "a picture", 1, null]),
    ...refuses("videos.r.frames", "/lastFrame", [raw, "a picture", 1, null]),
    ...["durationSeconds", "aspectRatio", "sampleCount", "generateAudio", "seed"].map((member) => ({
      keeps: "videos.r.unknown" as const,
      when: member,
      given: { [member]: 1 },
      sent: { [`/${member}`]: absent },
      notes: [`dropped /${member}`]
    }))
  ]
}
