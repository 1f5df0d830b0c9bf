import { veo } from "../../../src/formats/veo.ts"
import { Veo } from "../../../src/videos.ts"
import { data, links, noFlags, noIntegers, noTexts, raw, refuses, sends } from "../images/row.ts"
import { absent } from "../row.ts"
import type { VideoCase, VideoTable } from "./row.ts"

const first = "veo-3.0-generate-preview"
const firstFast = "veo-3.0-fast-generate-001"
const newest = "veo-3.1-generate-preview"
const newestFast = "veo-3.1-fast-generate-preview"
const unlisted = "veo-9.9-generate"

const [link] = links(1)
const frame = { bytesBase64Encoded: raw, mimeType: "image/png" }
const noPictures = [
  "",
  "a picture",
  "ftp://img.test/0.png",
  "data:text/plain;base64,aGk=",
  1,
  null,
  [link],
  { url: link }
]

/** What both forms of the API say alike. The usual body of each leaves no note. */
const alike: readonly VideoCase[] = [
  ...["", 1, null].map((model) => ({
    keeps: "videos.v.model" as const,
    when: `model ${JSON.stringify(model)}`,
    given: { model },
    refused: "",
    says: "`model`"
  })),
  { keeps: "videos.v.model", when: "no model", given: { model: undefined }, refused: "", says: "`model`" },
  { keeps: "videos.v.prompt", when: "a text", given: {}, sent: { "/instances/0/prompt": "Waves" } },
  { keeps: "videos.v.prompt", when: "none", given: { prompt: undefined }, refused: "", says: "`prompt`" },
  ...refuses("videos.v.prompt", "/prompt", ["", " \n", ...noTexts]),
  ...[4, 6, 8].map((seconds) => ({
    keeps: "videos.v.duration" as const,
    when: `${seconds}`,
    given: { durationSeconds: seconds, resolution: "720p" },
    sent: { "/parameters/durationSeconds": seconds, "/parameters/resolution": "720p" }
  })),
  {
    keeps: "videos.v.duration",
    when: "as a text",
    given: { durationSeconds: "6", resolution: "720p" },
    sent: { "/parameters/durationSeconds": 6 },
    notes: ["approximated /durationSeconds"]
  },
  ...refuses("videos.v.duration", "/durationSeconds", [0, -4, 3, 5, 7, 9, 10, "5", "06", ...noIntegers]),
  { keeps: "videos.v.ratio", when: "none", given: {}, sent: { "/parameters/aspectRatio": "16:9" } },
  ...sends("videos.v.ratio", "aspectRatio", "/parameters/aspectRatio", [
    ["16:9", "16:9"],
    ["9:16", "9:16"]
  ]),
  ...refuses("videos.v.ratio", "/aspectRatio", ["1:1", "4:3", "16x9", "adaptive", "", 1, null]),
  {
    keeps: "videos.v.other-names",
    when: "a text of seconds, a size, a reference",
    given: { durationSeconds: undefined, seconds: "8", size: "1080x1920", input_reference: { image_url: data } },
    sent: {
      "/parameters/durationSeconds": 8,
      "/parameters/aspectRatio": "9:16",
      "/parameters/resolution": "1080p",
      "/instances/0/image": frame
    },
    notes: ["approximated /seconds"]
  },
  {
    keeps: "videos.v.other-names",
    when: "two lengths",
    given: { durationSeconds: 8, seconds: 6 },
    refused: "/seconds",
    says: "`durationSeconds`"
  },
  {
    keeps: "videos.v.other-names",
    when: "a size of another ratio",
    given: { aspectRatio: "16:9", size: "720x1280" },
    refused: "/size",
    says: "`aspectRatio`"
  },
  {
    keeps: "videos.v.other-names",
    when: "a size of another resolution",
    given: { resolution: "1080p", size: "1280x720" },
    refused: "/size",
    says: "`resolution`"
  },
  ...refuses("videos.v.other-names", "/size", ["720x720", "854x480", "1280*720", "0x0", 720, null]),
  {
    keeps: "videos.v.other-names",
    when: "a reference to a file",
    given: { input_reference: { file_id: "file-1" } },
    refused: "/input_reference",
    says: "`image_url`"
  },
  ...sends("videos.v.resolution", "resolution", "/parameters/resolution", [
    ["720p", "720p"],
    ["1080p", "1080p"]
  ]),
  ...refuses("videos.v.resolution", "/resolution", ["480p", "4k", "1080", "1080P", 1080, null]),
  { keeps: "videos.v.image", when: "none", given: {}, sent: { "/instances/0/image": absent } },
  ...[link, data, raw].map((image) => ({
    keeps: "videos.v.image" as const,
    when: `${image}`.slice(0, 12),
    given: { image },
    sent: { "/instances/0/image": frame, "/instances/0/lastFrame": absent }
  })),
  ...refuses("videos.v.image", "/image", noPictures),
  ...[newest, newestFast, unlisted].map((model) => ({
    keeps: "videos.v.last-frame" as const,
    when: "beside a first one",
    model,
    given: { image: link, lastFrame: raw },
    sent: { "/instances/0/image": frame, "/instances/0/lastFrame": frame }
  })),
  ...[first, firstFast].flatMap((model) =>
    [{ lastFrame: raw }, { lastFrame: link, image: raw }].map((given) => ({
      keeps: "videos.v.last-frame" as const,
      when: `with ${Object.keys(given).join(" and ")}`,
      model,
      given,
      refused: "/lastFrame",
      says: `${newest}, ${newestFast}`
    }))
  ),
  ...[newest, newestFast, unlisted].map((model) => ({
    keeps: "videos.v.last-frame" as const,
    when: "alone",
    model,
    given: { lastFrame: raw },
    refused: "/lastFrame",
    says: "`image`"
  })),
  ...refuses("videos.v.last-frame", "/lastFrame", noPictures, { put: (lastFrame) => ({ image: raw, lastFrame }) }),
  ...refuses("videos.v.audio", "/generateAudio", noFlags),
  ...refuses("videos.v.count", "/sampleCount", [0, -1, 5, "5", ...noIntegers]),
  ...sends("videos.v.people", "personGeneration", "/parameters/personGeneration", [
    [undefined, absent],
    ["allow_all", "allow_all"],
    ["allow_adult", "allow_adult"],
    ["dont_allow", "dont_allow"]
  ]),
  ...refuses("videos.v.people", "/personGeneration", ["allow", "ALLOW_ALL", "", true, null]),
  ...refuses("videos.v.watermark", "/addWatermark", noFlags),
  ...refuses("videos.v.seed", "/seed", [-1, 4_294_967_296, "-1", "4294967296", ...noIntegers]),
  ...["negativePrompt", "fps", "__proto__", "n"].map((member) => ({
    keeps: "videos.v.unknown" as const,
    when: member,
    given: { [member]: 1 },
    sent: { [`/parameters/${member}`]: absent, [`/instances/0/${member}`]: absent },
    notes: [`dropped /${member}`]
  }))
]

/** A case as the Gemini API has it: of a model that elsewhere is silent unless asked, a note tells of its sound. */
const withSound = ({ model = newestFast, notes = [], ...row }: VideoCase): VideoCase => ({
  ...row,
  model,
  notes: model === newestFast || row.refused !== undefined ? notes : [...notes, "synthesised "]
})

/** Family V of `POST /v1/video/generations` on the Gemini API. */
export const veoOnGeminiApi: VideoTable = {
  name: "videos: family V on the Gemini API",
  rules: Veo.geminiApi,
  format: veo,
  model: newestFast,
  body: { prompt: "Waves", durationSeconds: 8 },
  cases: [
    ...alike.map(withSound),
    {
      keeps: "videos.v.duration",
      when: "none",
      given: { durationSeconds: undefined },
      sent: {
        "/parameters": { durationSeconds: 4, aspectRatio: "16:9", resolution: "720p" }
      },
      notes: ["approximated "]
    },
    {
      keeps: "videos.v.resolution",
      when: "none, of 8 seconds",
      given: {},
      sent: { "/parameters": { durationSeconds: 8, aspectRatio: "16:9", resolution: "1080p" } }
    },
    ...[4, 6].flatMap((durationSeconds): readonly VideoCase[] => [
      {
        keeps: "videos.v.resolution.length",
        when: `none, of ${durationSeconds} seconds`,
        given: { durationSeconds },
        sent: { "/parameters/durationSeconds": durationSeconds, "/parameters/resolution": "720p" },
        notes: ["approximated "]
      },
      {
        keeps: "videos.v.resolution.length",
        when: `1080p of ${durationSeconds} seconds`,
        given: { durationSeconds, resolution: "1080p" },
        refused: "/resolution",
        says: "`durationSeconds`"
      }
    ]),
    {
      keeps: "videos.v.resolution.length",
      when: "1080p of as long as it likes",
      given: { durationSeconds: undefined, resolution: "1080p" },
      refused: "/resolution",
      says: "`durationSeconds`"
    },
    ...[true, false, undefined].flatMap((generateAudio) =>
      [first, firstFast, newest, newestFast, unlisted].map((model) => {
        const at = generateAudio === undefined ? "" : "/generateAudio"
        const told = generateAudio === undefined && (model === firstFast || model === newestFast)
        return {
          keeps: "videos.v.audio.unasked" as const,
          when: `${generateAudio}`,
          model,
          given: { generateAudio },
          sent: { "/parameters/generateAudio": absent },
          notes: told ? [] : [`${generateAudio === false ? "dropped" : "synthesised"} ${at}`]
        }
      })
    ),
    ...sends("videos.v.count", "sampleCount", "/parameters/sampleCount", [
      [undefined, absent],
      [1, absent],
      ["1", absent, "approximated /sampleCount"]
    ]),
    ...refuses("videos.v.count", "/sampleCount", [2, 3, 4], { says: "one video" }),
    ...[true, false].map((addWatermark) => ({
      keeps: "videos.v.watermark" as const,
      when: `${addWatermark}`,
      given: { addWatermark },
      sent: { "/parameters/addWatermark": absent },
      notes: ["dropped /addWatermark"]
    })),
    ...sends("videos.v.seed", "seed", "/parameters/seed", [
      [0, absent, "dropped /seed"],
      [4_294_967_295, absent, "dropped /seed"]
    ])
  ]
}

/** Family V of `POST /v1/video/generations` on Vertex AI. */
export const veoOnVertex: VideoTable = {
  name: "videos: family V on Vertex AI",
  rules: Veo.vertex,
  format: veo,
  model: newest,
  body: { prompt: "Waves" },
  cases: [
    ...alike,
    ...[first, newest, unlisted].map((model) => ({
      keeps: "videos.v.duration" as const,
      when: "nothing but a prompt",
      model,
      given: {},
      sent: {
        "/parameters": {
          durationSeconds: 4,
          aspectRatio: "16:9",
          resolution: "1080p",
          generateAudio: false,
          sampleCount: 1
        }
      }
    })),
    ...[4, 6, 8].map((durationSeconds) => ({
      keeps: "videos.v.resolution.length" as const,
      when: `none, of ${durationSeconds} seconds`,
      given: { durationSeconds },
      sent: { "/parameters/durationSeconds": durationSeconds, "/parameters/resolution": "1080p" }
    })),
    ...[first, newest, unlisted].flatMap((model) =>
      sends(
        "videos.v.audio",
        "generateAudio",
        "/parameters/generateAudio",
        [
          [undefined, false],
          [true, true],
          [false, false]
        ],
        { model }
      )
    ),
    ...[firstFast, newestFast].flatMap((model) =>
      sends(
        "videos.v.audio",
        "generateAudio",
        "/parameters/generateAudio",
        [
          [undefined, true],
          [true, true, "synthesised /generateAudio"],
          [false, true, "dropped /generateAudio"]
        ],
        { model }
      )
    ),
    ...sends("videos.v.count", "sampleCount", "/parameters/sampleCount", [
      [undefined, 1],
      [1, 1],
      [2, 2],
      [4, 4],
      ["3", 3, "approximated /sampleCount"]
    ]),
    ...sends("videos.v.watermark", "addWatermark", "/parameters/addWatermark", [
      [undefined, absent],
      [true, true],
      [false, false]
    ]),
    ...sends("videos.v.seed", "seed", "/parameters/seed", [
      [undefined, absent],
      [0, 0],
      [4_294_967_295, 4_294_967_295],
      ["7", 7, "approximated /seed"]
    ])
  ]
}
