import { describe, expect, it } from "vitest"
import { startRig } from "./rig.ts"
import { pixel } from "./upstream.ts"

const rig = startRig()
const prompt = "A lighthouse"

describe("what every reader of the endpoint tables looks at first", () => {
  it("G gives raw base64 and an empty URL, whatever is asked", async () => {
    const { body } = await rig.send({ body: { model: "gemini-2.5-flash-image", prompt, response_format: "url" } })
    expect(body).toMatchObject({ data: { data: [{ url: "", b64_json: pixel }] } })
  })

  it("G makes pixels a ratio", async () => {
    const { calls } = await rig.send({ body: { model: "gemini-2.5-flash-image", prompt, size: "1536x1024" } })
    expect(calls).toMatchObject([{ body: { generationConfig: { imageConfig: { aspectRatio: "3:2" } } } }])
  })

  it("G has no class between 2K and 4K, and says so", async () => {
    const { calls, notes } = await rig.send({ body: { model: "gemini-3-pro-image-preview", prompt, image_size: "3K" } })
    expect(calls).toMatchObject([{ body: { generationConfig: { imageConfig: { imageSize: "2K" } } } }])
    expect(notes).toEqual(["approximated /image_size"])
  })

  it.each([
    ["doubao-seedream-4-5-251128", { watermark: false }],
    ["qwen-image", { parameters: { watermark: true } }],
    ["gpt-image-1", { quality: "high" }],
    ["gpt-image-1-mini", { quality: "medium" }]
  ])("%s is told its defaults", async (model, wanted) => {
    expect((await rig.send({ body: { model, prompt } })).calls).toMatchObject([{ body: wanted }])
  })

  it("S 4.5 has no fast mode", async () => {
    const body = { model: "doubao-seedream-4-5-251128", prompt, optimize_prompt_options: { mode: "fast" } }
    const { status, calls } = await rig.send({ body })
    expect([status, calls]).toEqual([400, []])
  })

  it("S drops what bounds a sequence where there is none", async () => {
    const options = { sequential_image_generation_options: { max_images: 3 } }
    const { status, notes } = await rig.send({ body: { model: "doubao-seedream-4-0-250828", prompt, ...options } })
    expect([status, notes]).toEqual([200, ["dropped /sequential_image_generation_options/max_images"]])
  })

  it("S 3.0 takes no image", async () => {
    const { status, calls } = await rig.send({
      body: { model: "doubao-seedream-3-0-t2i-250415", prompt, image: pixel }
    })
    expect([status, calls]).toEqual([400, []])
  })

  it("S makes exactly three images", async () => {
    const { body, calls } = await rig.send({ body: { model: "doubao-seedream-4-0-250828", prompt, n: 3 } })
    expect([calls.length, body]).toMatchObject([3, { data: { data: [{}, {}, {}] } }])
  })
})

describe("an operator's route", () => {
  it("gives an id the rules of a listed one", async () => {
    const routed = startRig({
      routes: [{ match: "painter", upstream: "seedream", model: "ep-1", like: "doubao-seedream-3-0-t2i-250415" }]
    })
    const { status, calls } = await routed.send({ body: { model: "painter", prompt, size: "1024x1024" } })
    expect([status, calls]).toMatchObject([200, [{ body: { model: "ep-1", guidance_scale: 2.5, size: "1024x1024" } }]])
    expect((await routed.send({ body: { model: "painter", prompt, size: "2048x2048" } })).status).toBe(400)
  })
})

describe("members that cross unread", () => {
  it("keep their numerals and their order", async () => {
    const text = `{"model":"gpt-image-1","prompt":"x","more":{"2":1.0,"1":12345678901234567890}}`
    const { calls } = await rig.send({ body: {}, text })
    expect(calls[0]?.text).toContain(`"more":{"2":1.0,"1":12345678901234567890}`)
  })

  it("are refused twice under one name", async () => {
    const text = `{"model":"gpt-image-1","prompt":"x","prompt":"y"}`
    const { status, calls } = await rig.send({ body: {}, text })
    expect([status, calls]).toEqual([400, []])
  })
})
