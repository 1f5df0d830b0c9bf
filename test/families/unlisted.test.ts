import { describe, expect, it } from "vitest"
import { GptImage, normaliseImage, Seedream } from "../../src/images.ts"
import { normaliseVideo, Seedance, Sora, Veo } from "../../src/videos.ts"

/** What newer models of a vendor are asked for, which their listed kin do not take. */
const images = [
  ["a larger GPT image", GptImage, "gpt-image-2", "2048x2048", { kind: "pixels", width: 2048, height: 2048 }],
  ["a class of Seedream's", Seedream, "doubao-seedream-5-0-260128", "3K", { kind: "class", name: "3K" }]
] as const

const videos = [
  ["fifteen seconds", Seedance, "doubao-seedance-2-0-260128", 15],
  ["five seconds", Veo.geminiApi, "veo-2.0-generate-001", 5],
  ["five seconds of Vertex", Veo.vertex, "veo-2.0-generate-001", 5],
  ["sixteen seconds", Sora, "sora-3", "16"]
] as const

describe("a model that is not listed takes what its listed kin do not", () => {
  it.each(images)("%s", (_, family, model, size, meant) => {
    const read = normaliseImage(family, { model, prompt: "a lighthouse", size })
    expect(read.ok && read.value.value.size).toEqual(meant)
  })

  it.each(videos)("%s", (_, family, model, seconds) => {
    const read = normaliseVideo(family, { model, prompt: "waves", seconds })
    expect(read.ok && read.value.value.seconds).toBe(Number(seconds))
  })
})

describe("a listed one does not", () => {
  it.each([
    [GptImage, "gpt-image-1.5", "2048x2048"],
    [Seedream, "doubao-seedream-4-5-251128", "3K"]
  ] as const)("%#", (family, model, size) =>
    expect(normaliseImage(family, { model, prompt: "a lighthouse", size }).ok).toBe(false)
  )

  it.each([
    [Seedance, "doubao-seedance-1-0-pro", 15],
    [Veo.geminiApi, "veo-3.1-generate-preview", 5],
    [Sora, "sora-2", "16"]
  ] as const)("%#", (family, model, seconds) =>
    expect(normaliseVideo(family, { model, prompt: "waves", seconds }).ok).toBe(false)
  )
})

describe("what has no form of a size or a length is refused of every model", () => {
  it.each(["huge", "2048", "0x10", ""])("size %j", (size) =>
    expect(normaliseImage(GptImage, { model: "gpt-image-2", prompt: "a", size }).ok).toBe(false)
  )

  it.each([0, -1, 2.5, 100])("%s seconds", (seconds) =>
    expect(normaliseVideo(Seedance, { model: "doubao-seedance-2-0-260128", prompt: "a", seconds }).ok).toBe(false)
  )
})
