import { describe, expect, it } from "vitest"
import { veo } from "../../../src/formats/veo.ts"
import { full, nameIn, taskIn, wrote } from "./rig.ts"

describe("a submit to Veo", () => {
  it("has the frames beside the prompt and the rest among the parameters", () => {
    expect(wrote(veo, full).body).toEqual({
      instances: [
        {
          prompt: "A cat",
          image: { bytesBase64Encoded: "Zmlyc3Q=", mimeType: "image/png" },
          lastFrame: { bytesBase64Encoded: "bGFzdA==", mimeType: "image/jpeg" }
        }
      ],
      parameters: {
        durationSeconds: 8,
        aspectRatio: "16:9",
        resolution: "1080p",
        generateAudio: true,
        sampleCount: 2,
        personGeneration: "allow_adult",
        addWatermark: false,
        seed: 0
      }
    })
  })

  it("says nothing that was not asked", () => {
    expect(wrote(veo, { model: "m", prompt: "A cat" }).body).toEqual({
      instances: [{ prompt: "A cat" }],
      parameters: {}
    })
  })

  it("notes a size in pixels, which it has no place for", () => {
    expect(wrote(veo, full).notes).toEqual(["dropped /size"])
  })

  it("names itself in its notes", () => {
    const written = veo.encodeRequest(full, new Map())
    expect(written.ok && written.value.notes.map(({ rule }) => rule)).toEqual(["veo/unsupported"])
  })

  const link = {
    model: "m",
    prompt: "A cat",
    image: { kind: "url", url: "https://a.example/1.png", at: "/image" }
  } as const

  it("needs the bytes of a frame that is a link", () => {
    expect(wrote(veo, link).needs).toEqual([{ url: "https://a.example/1.png", at: "/image" }])
  })

  it("is whole once it has them", () => {
    const written = wrote(veo, link, new Map([["https://a.example/1.png", { base64: "AAAA", mime: "image/webp" }]]))
    expect(written).toMatchObject({
      needs: [],
      body: { instances: [{ image: { bytesBase64Encoded: "AAAA", mimeType: "image/webp" } }] }
    })
  })
})

describe("an operation of Veo", () => {
  it("has a name", () => {
    expect(nameIn(veo, { name: "models/veo-3.1-generate-preview/operations/abc" })).toBe(
      "models/veo-3.1-generate-preview/operations/abc"
    )
  })

  it.each([[{}], [{ name: "" }], [{ name: 5 }], [[]], [null]])("without one is none: %j", (body) => {
    expect(nameIn(veo, body)).toEqual([" The answer must have the string `name`."])
  })

  const uri = "https://generativelanguage.googleapis.com/v1beta/files/xyz:download?alt=media"

  it.each<[string, unknown, unknown]>([
    ["that runs", { name: "o" }, { state: "in-progress" }],
    ["that is not done", { name: "o", done: false }, { state: "in-progress" }],
    [
      "of the Gemini API that is done",
      {
        name: "o",
        done: true,
        response: {
          "@type": "type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse",
          generateVideoResponse: { generatedSamples: [{ video: { uri } }] }
        }
      },
      { state: "succeeded", videos: [{ kind: "url", url: uri }] }
    ],
    [
      "of Vertex that is done, with bytes",
      {
        name: "o",
        done: true,
        response: {
          raiMediaFilteredCount: 0,
          videos: [
            { bytesBase64Encoded: "AAAA", mimeType: "video/mp4" },
            { gcsUri: "gs://bucket/2.mp4", mimeType: "video/mp4" }
          ]
        }
      },
      {
        state: "succeeded",
        videos: [
          { kind: "bytes", base64: "AAAA" },
          { kind: "url", url: "gs://bucket/2.mp4" }
        ]
      }
    ],
    [
      "that failed",
      { name: "o", done: true, error: { code: 3, message: "Unsupported aspect ratio." } },
      { state: "failed", code: "invalid_argument", message: "Unsupported aspect ratio." }
    ],
    [
      "that failed without a word",
      { name: "o", error: {} },
      { state: "failed", code: "upstream_failed", message: "The video could not be made." }
    ],
    [
      "whose videos were filtered",
      {
        name: "o",
        done: true,
        response: {
          generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ["Not this.", "Nor that."] }
        }
      },
      { state: "failed", code: "content_filtered", message: "Not this. Nor that." }
    ],
    [
      "that is done and holds nothing",
      { name: "o", done: true },
      { state: "failed", code: "content_filtered", message: "The vendor's safety filters blocked every video." }
    ],
    ["that is none", "done", [" The answer must be a JSON object."]]
  ])("%s", (_, body, task) => {
    expect(taskIn(veo, body)).toEqual(task)
  })
})
