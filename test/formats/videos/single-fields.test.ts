import { describe, expect, it } from "vitest"
import { arkVideos } from "../../../src/formats/ark.ts"
import { veo } from "../../../src/formats/veo.ts"
import { taskIn, wrote } from "./rig.ts"

describe("a submit to Ark", () => {
  it.each([
    ["seconds", 8, "duration"],
    ["ratio", "16:9", "ratio"],
    ["resolution", "1080p", "resolution"],
    ["audio", true, "generate_audio"],
    ["watermark", false, "watermark"],
    ["seed", 7, "seed"]
  ])("says what is asked alone: %s", (field, value, member) => {
    expect(wrote(arkVideos, { model: "m", prompt: "A cat", [field]: value }).body).toEqual({
      model: "m",
      content: [{ type: "text", text: "A cat" }],
      [member]: value
    })
  })
})

describe("an operation of Veo's that failed", () => {
  // https://grpc.io/docs/guides/status-codes
  it.each([
    [1, "cancelled"],
    [3, "invalid_argument"],
    [4, "deadline_exceeded"],
    [5, "not_found"],
    [7, "permission_denied"],
    [8, "resource_exhausted"],
    [9, "failed_precondition"],
    [13, "internal"],
    [14, "unavailable"],
    [16, "unauthenticated"]
  ])("says so in the word for its code: %d", (code, word) => {
    expect(taskIn(veo, { done: true, error: { code, message: "m" } })).toEqual({
      state: "failed",
      code: word,
      message: "m"
    })
  })
})
