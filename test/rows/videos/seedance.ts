import { arkVideos } from "../../../src/formats/ark.ts"
import { Seedance } from "../../../src/videos.ts"
import { data, links, noFlags, noIntegers, noTexts, raw, refuses, sends } from "../images/row.ts"
import { absent } from "../row.ts"
import type { VideoTable } from "./row.ts"

const silent = "doubao-seedance-1-0-pro"
const dated = "doubao-seedance-1-0-pro-250528"
const sounding = "doubao-seedance-1-5-pro-251215"
const endpoint = "ep-20251121-abcde"

const [link] = links(1)
const text = { type: "text", text: "Waves" }
const frame = (url: unknown, role: string) => ({ type: "image_url", image_url: { url }, role })
const usual = { content: [text], duration: 4, ratio: "16:9", resolution: "1080p" }

/** Seedance below `POST /v1/video/generations`. */
export const seedance: VideoTable = {
  name: "videos: Seedance",
  rules: Seedance,
  format: arkVideos,
  model: silent,
  body: { prompt: "Waves" },
  cases: [
    { keeps: "videos.d.prompt", when: "nothing else", given: {}, sent: { "": { model: silent, ...usual } } },
    ...[sounding, endpoint].map((model) => ({
      keeps: "videos.d.prompt" as const,
      when: "nothing else",
      model,
      given: {},
      sent: { "": { model, ...usual, generate_audio: false } }
    })),
    { keeps: "videos.d.prompt", when: "none", given: { prompt: undefined }, refused: "", says: "`prompt`" },
    ...refuses("videos.d.prompt", "/prompt", ["", " ", ...noTexts]),
    ...[silent, dated, endpoint].flatMap((model) =>
      sends(
        "videos.d.duration",
        "durationSeconds",
        "/duration",
        [
          [2, 2],
          [5, 5],
          [12, 12],
          ["10", 10, "approximated /durationSeconds"]
        ],
        { model }
      )
    ),
    ...sends(
      "videos.d.duration",
      "durationSeconds",
      "/duration",
      [
        [4, 4],
        [12, 12]
      ],
      { model: sounding }
    ),
    ...refuses("videos.d.duration", "/durationSeconds", [2, 3], { model: sounding, says: `${dated}, ${silent}` }),
    ...refuses("videos.d.duration", "/durationSeconds", [0, 1, 13, "13", ...noIntegers]),
    ...sends(
      "videos.d.ratio",
      "aspectRatio",
      "/ratio",
      ["16:9", "9:16", "4:3", "3:4", "1:1", "21:9", "adaptive"].map((ratio) => [ratio, ratio] as const)
    ),
    ...refuses("videos.d.ratio", "/aspectRatio", ["9:21", "16x9", "", 1, null]),
    ...sends(
      "videos.d.resolution",
      "resolution",
      "/resolution",
      ["480p", "720p", "1080p"].map((resolution) => [resolution, resolution] as const)
    ),
    {
      keeps: "videos.d.other-names",
      when: "a text of seconds, a size, a reference",
      given: { seconds: "5", size: "480x480", input_reference: link },
      sent: { "/duration": 5, "/ratio": "1:1", "/resolution": "480p", "/content": [text, frame(link, "first_frame")] },
      notes: ["approximated /seconds"]
    },
    {
      keeps: "videos.d.other-names",
      when: "a size of another ratio",
      given: { aspectRatio: "adaptive", size: "720x1280" },
      refused: "/size",
      says: "`aspectRatio`"
    },
    ...refuses("videos.d.other-names", "/size", ["360x640", "500x720", 720, null]),
    ...refuses("videos.d.resolution", "/resolution", ["360p", "4k", "1080", 1080, null]),
    ...[[link, link] as const, [data, data] as const, [raw, data] as const].map(([image, url]) => ({
      keeps: "videos.d.frames" as const,
      when: `${image}`.slice(0, 12),
      given: { image },
      sent: { "/content": [text, frame(url, "first_frame")] }
    })),
    {
      keeps: "videos.d.frames",
      when: "both",
      given: { image: link, lastFrame: raw },
      sent: { "/content": [text, frame(link, "first_frame"), frame(data, "last_frame")] }
    },
    { keeps: "videos.d.frames", when: "a last one", given: { lastFrame: raw }, refused: "/lastFrame", says: "`image`" },
    ...refuses("videos.d.frames", "/image", ["", "a picture", 1, null]),
    ...[sounding, endpoint].flatMap((model) =>
      sends(
        "videos.d.audio",
        "generateAudio",
        "/generate_audio",
        [
          [true, true],
          [false, false]
        ],
        { model }
      )
    ),
    ...sends("videos.d.audio", "generateAudio", "/generate_audio", [
      [true, absent, "dropped /generateAudio"],
      [false, absent, "dropped /generateAudio"]
    ]),
    ...refuses("videos.d.audio", "/generateAudio", noFlags),
    ...sends("videos.d.count", "sampleCount", "/sampleCount", [[1, absent]]),
    ...refuses("videos.d.count", "/sampleCount", [0, 2, 4, 5, ...noIntegers]),
    ...sends(
      "videos.d.people",
      "personGeneration",
      "/personGeneration",
      ["allow_all", "allow_adult", "dont_allow"].map((one) => [one, absent, "dropped /personGeneration"] as const)
    ),
    ...refuses("videos.d.people", "/personGeneration", ["allow", "", true, null]),
    ...sends("videos.d.watermark", "addWatermark", "/watermark", [
      [undefined, absent],
      [true, true],
      [false, false]
    ]),
    ...refuses("videos.d.watermark", "/addWatermark", noFlags),
    ...sends("videos.d.seed", "seed", "/seed", [
      [undefined, absent],
      [0, 0],
      [4_294_967_295, 4_294_967_295],
      ["7", 7, "approximated /seed"]
    ]),
    ...refuses("videos.d.seed", "/seed", [-1, 4_294_967_296, ...noIntegers]),
    ...["duration", "ratio", "camera_fixed", "content"].map((member) => ({
      keeps: "videos.d.unknown" as const,
      when: member,
      given: { [member]: 1 },
      sent: member === "camera_fixed" ? { "/camera_fixed": absent } : { "": { model: silent, ...usual } },
      notes: [`dropped /${member}`]
    }))
  ]
}
