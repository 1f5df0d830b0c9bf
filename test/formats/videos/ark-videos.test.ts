import { describe, expect, it } from "vitest"
import { arkVideos } from "../../../src/formats/ark.ts"
import { full, nameIn, taskIn, wrote } from "./rig.ts"

const task = {
  id: "cgt-2025",
  model: "doubao-seedance-1-0-pro",
  status: "running",
  error: null,
  created_at: 1_718_049_470,
  updated_at: 1_718_049_470
}

describe("a submit to Ark", () => {
  it("has the frames among its content, by their roles", () => {
    expect(wrote(arkVideos, full).body).toEqual({
      model: "m",
      content: [
        { type: "text", text: "A cat" },
        { type: "image_url", image_url: { url: "data:image/png;base64,Zmlyc3Q=" }, role: "first_frame" },
        { type: "image_url", image_url: { url: "data:image/jpeg;base64,bGFzdA==" }, role: "last_frame" }
      ],
      duration: 8,
      ratio: "16:9",
      resolution: "1080p",
      generate_audio: true,
      watermark: false,
      seed: 0
    })
  })

  it("leaves links to the vendor", () => {
    const image = { kind: "url", url: "https://a.example/1.png", at: "/image" } as const
    expect(wrote(arkVideos, { model: "m", prompt: "A cat", image })).toMatchObject({
      needs: [],
      body: { content: [{}, { image_url: { url: "https://a.example/1.png" } }] }
    })
  })

  it("notes what it has no place for", () => {
    expect(wrote(arkVideos, full).notes).toEqual(["dropped /personGeneration", "dropped /sampleCount", "dropped /size"])
  })
})

describe("a task of Ark", () => {
  it("has an id", () => {
    expect(nameIn(arkVideos, { id: "cgt-2025" })).toBe("cgt-2025")
  })

  it.each<[string, unknown, unknown]>([
    ["queued", { ...task, status: "queued" }, { state: "queued" }],
    ["running", task, { state: "in-progress" }],
    [
      "succeeded",
      { ...task, status: "succeeded", content: { video_url: "https://a.example/v.mp4" } },
      { state: "succeeded", videos: [{ kind: "url", url: "https://a.example/v.mp4" }] }
    ],
    [
      "succeeded with nothing to show",
      { ...task, status: "succeeded", content: {} },
      { state: "failed", code: "upstream_failed", message: "The vendor's task has ended without a video." }
    ],
    [
      "failed",
      { ...task, status: "failed", error: { code: "OutputVideoSensitiveContentDetected", message: "No." } },
      { state: "failed", code: "OutputVideoSensitiveContentDetected", message: "No." }
    ],
    [
      "cancelled",
      { ...task, status: "cancelled" },
      { state: "failed", code: "cancelled", message: "The vendor's task was cancelled." }
    ],
    [
      "expired",
      { ...task, status: "expired" },
      { state: "failed", code: "expired", message: "The vendor's task took too long." }
    ],
    ["of a state of tomorrow", { ...task, status: "dreaming" }, { state: "in-progress" }]
  ])("%s", (_, body, read) => {
    expect(taskIn(arkVideos, body)).toEqual(read)
  })
})
