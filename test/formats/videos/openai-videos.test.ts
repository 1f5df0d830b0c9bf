import { describe, expect, it } from "vitest"
import { openaiVideos } from "../../../src/formats/openai-media.ts"
import { full, nameIn, taskIn, wrote } from "./rig.ts"

/** The vendor's own example of a video, as its reference prints it. */
const video = {
  id: "video_123",
  object: "video",
  model: "sora-2",
  status: "queued",
  progress: 0,
  created_at: 1712697600,
  size: "1024x1792",
  seconds: "8",
  quality: "standard"
}

describe("a submit of a video", () => {
  it("is a form with the first frame as a file", () => {
    expect(wrote(openaiVideos, full).body).toEqual([
      { name: "model", text: "m" },
      { name: "prompt", text: "A cat" },
      { name: "seconds", text: "8" },
      { name: "size", text: "1280x720" },
      { name: "input_reference", file: "first-frame.png", mime: "image/png", base64: "Zmlyc3Q=" }
    ])
  })

  it("notes what it has no place for", () => {
    expect(wrote(openaiVideos, full).notes).toEqual([
      "dropped /addWatermark",
      "dropped /aspectRatio",
      "dropped /generateAudio",
      "dropped /lastFrame",
      "dropped /personGeneration",
      "dropped /resolution",
      "dropped /sampleCount",
      "dropped /seed"
    ])
  })

  it("needs the bytes of a frame that is a link", () => {
    const image = { kind: "url", url: "https://a.example/1.png", at: "/image" } as const
    expect(wrote(openaiVideos, { model: "m", prompt: "A cat", image })).toMatchObject({
      body: [{ name: "model" }, { name: "prompt" }],
      needs: [{ url: "https://a.example/1.png", at: "/image" }]
    })
  })
})

describe("a video", () => {
  it("has an id", () => {
    expect(nameIn(openaiVideos, video)).toBe("video_123")
  })

  it.each<[string, unknown, unknown]>([
    ["queued", video, { state: "queued" }],
    ["in progress", { ...video, status: "in_progress", progress: 42 }, { state: "in-progress", progress: 42 }],
    [
      "completed",
      { ...video, status: "completed", progress: 100 },
      { state: "succeeded", videos: [{ kind: "content" }] }
    ],
    [
      "failed",
      { ...video, status: "failed", error: { code: "moderation_blocked", message: "No." } },
      { state: "failed", code: "moderation_blocked", message: "No." }
    ],
    [
      "failed for nobody knows what",
      { ...video, status: "failed", error: null },
      { state: "failed", code: "upstream_failed", message: "The video could not be made." }
    ],
    [
      "cancelled, as an imitator says",
      { ...video, status: "cancelled" },
      { state: "failed", code: "cancelled", message: "The vendor's task was cancelled." }
    ],
    [
      "expired, as an imitator says",
      { ...video, status: "expired" },
      { state: "failed", code: "expired", message: "The vendor's task took too long." }
    ],
    ["of a state of tomorrow", { ...video, status: "dreaming", progress: null }, { state: "in-progress" }],
    ["that is none", [], [" The answer must be a JSON object."]]
  ])("%s", (_, body, task) => {
    expect(taskIn(openaiVideos, body)).toEqual(task)
  })
})
