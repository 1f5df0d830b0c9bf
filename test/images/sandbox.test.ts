import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fromEnvironment } from "../../src/config/environment.ts"
import type { RunningGateway } from "../../src/gateway/gateway.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { dotUrl, seenIn } from "../sandbox/images/looking.ts"

interface Image {
  readonly url: string
  readonly b64_json: string
  readonly revised_prompt: string
}

let gateway: RunningGateway | undefined

beforeAll(async () => {
  const configuration = fromEnvironment({}, "")
  if (configuration.ok) gateway = await composeGateway(configuration.value)
})

afterAll(() => gateway?.dispose())

const send = async (body: object): Promise<Response> => {
  const headers = { "content-type": "application/json", authorization: "Bearer sandbox" }
  const request = new Request("http://gateway/v1/images/generations", {
    method: "POST",
    headers,
    body: JSON.stringify(body)
  })
  return (await gateway?.fetch(request)) ?? Response.error()
}

const made = async (body: object): Promise<readonly Image[]> => {
  const response = await send(body)
  const answer: { readonly data: { readonly data: readonly Image[] } } = JSON.parse(await response.text())
  expect([response.status, response.headers.get("x-isogloss-notes")]).toEqual([200, null])
  return answer.data.data
}

/** What is seen of an image that came as base64, or in a link. */
const look = ({ url, b64_json }: Image) => {
  expect([url, b64_json]).toContain("")
  expect(b64_json.startsWith("data:")).toBe(false)
  return seenIn(b64_json === "" ? url.replace(/^data:image\/png;base64,/, "") : b64_json)
}

const prompt = "A red fox"
const asked = (...content: readonly object[]) => ({ input: { messages: [{ role: "user", content }] } })
const text = { text: prompt }

const rows: readonly (readonly [model: string, body: object, width: number, height: number, arrived: object])[] = [
  ["gemini-2.5-flash-image", { prompt, size: "16:9" }, 1344, 768, { generationConfig: { topP: 0.95 } }],
  [
    "gemini-3-pro-image-preview",
    { prompt, aspect_ratio: "3:4", image_size: "2K" },
    1792,
    2400,
    { generationConfig: { imageConfig: { aspectRatio: "3:4", imageSize: "2K" } } }
  ],
  [
    "doubao-seedream-3-0-t2i-250415",
    { prompt, size: "1280x720" },
    1280,
    720,
    { watermark: false, guidance_scale: 2.5 }
  ],
  ["doubao-seedream-4-0-250828", { prompt, size: "2K" }, 2048, 2048, { watermark: false }],
  ["doubao-seedream-4-5-251128", { prompt, size: "6240x2656", watermark: true }, 6240, 2656, { watermark: true }],
  ["doubao-seededit-3-0-i2i-250628", { prompt, image: dotUrl }, 4, 3, { size: "adaptive", watermark: false }],
  ["gpt-image-1.5", { prompt, size: "1536x1024" }, 1536, 1024, { quality: "high" }],
  ["gpt-image-1-mini", { prompt, image: dotUrl, size: "1024x1536" }, 1024, 1536, { files: ["image image/png"] }],
  ["qwen-image", { ...asked(text), parameters: { size: "1664*928" } }, 1664, 928, { parameters: { watermark: true } }],
  ["qwen-image-edit", asked({ image: dotUrl }, text), 4, 3, { parameters: { watermark: true } }],
  [
    "qwen-image-edit-plus",
    { ...asked({ image: dotUrl }, text), parameters: { size: "512*1024", watermark: false } },
    512,
    1024,
    { parameters: { watermark: false, prompt_extend: true } }
  ]
]

describe("images of the sandbox through the gateway", () => {
  it.each(rows)("%s: %j as base64", async (model, body, width, height, arrived) => {
    const images = await made({ model, ...body, response_format: "b64_json" })
    expect(images).toHaveLength(1)
    expect(images.map(({ url }) => url)).toEqual([""])
    expect(images.map(look)).toMatchObject([{ width, height, arrived }])
  })

  const linking = rows.filter(([model]) => !/^(?:gemini|gpt)/.test(model))

  it.each(linking)("%s: %j as a link", async (model, body, width, height) => {
    const images = await made({ model, ...body, response_format: "url" })
    expect(images.map(({ b64_json }) => b64_json)).toEqual([""])
    expect(images.map(look)).toMatchObject([{ width, height }])
  })

  it.each([
    ["doubao-seedream-4-0-250828", { prompt, size: "2K", n: 3 }],
    ["gemini-2.5-flash-image", { prompt, n: 3 }],
    ["gpt-image-1.5", { prompt, n: 3 }],
    ["qwen-image", { prompt, n: 3 }],
    ["qwen-image-edit-plus", { ...asked({ image: dotUrl }, text), parameters: { n: 3 } }]
  ])("%s makes as many as are asked for", async (model, body) => {
    expect((await made({ model, ...body })).map(look)).toHaveLength(3)
  })

  it("may be edited from the link of another", async () => {
    const [first] = await made({ model: "qwen-image", prompt, size: "928x1664" })
    const images = await made({ model: "qwen-image-edit", ...asked({ image: first?.url }, text) })
    expect(images.map(look)).toMatchObject([{ width: 928, height: 1664 }])
  })

  it("says with the first image what the model wrote", async () => {
    const body = { model: "gemini-2.5-flash-image", prompt, response_modalities: "image-text" }
    expect((await made(body)).map(({ revised_prompt }) => revised_prompt)).toEqual(["Here is your image: A red fox"])
  })

  it.each([
    ["gemini-2.5-flash-image", { prompt: "[finish NO_IMAGE]" }, 400],
    ["gemini-2.5-flash-image-refuse", { prompt }, 400],
    ["doubao-seedream-4-0-250828-filtered", { prompt }, 400],
    ["gpt-image-1.5-refuse", { prompt }, 400],
    ["qwen-image-filtered", { prompt }, 400],
    ["gpt-image-1.5-error-500", { prompt }, 500],
    ["qwen-image-error-429", { prompt }, 429]
  ])("%s with %j is an error", async (model, body, status) => {
    const response = await send({ model, ...body })
    expect([response.status, await response.json()]).toMatchObject([status, { error: { message: expect.any(String) } }])
  })

  it("keeps the others where one of a sequence is withheld", async () => {
    const sequence = {
      sequential_image_generation: "auto",
      sequential_image_generation_options: { max_images: 3 }
    }
    const link = expect.stringMatching(/^data:image/)
    const response = await send({ model: "doubao-seedream-4-0-250828-filtered", prompt, ...sequence })
    expect(response.headers.get("x-isogloss-notes")).toContain("images-answer/failed")
    expect(await response.json()).toMatchObject({
      data: { data: [{ url: link }, { url: link }, { url: "", b64_json: "" }] }
    })
  })
})
