import { describe, expect, it } from "vitest"
import { arkRefusals } from "../../../src/sandbox/ark/refusals.ts"
import { post } from "../clients.ts"
import { dotUrl, sandbox, seenAt, seenIn } from "./looking.ts"

const third = "doubao-seedream-3-0-t2i-250415"
const edit = "doubao-seededit-3-0-i2i-250628"
const fourth = "doubao-seedream-4-0-250828"
const newer = "doubao-seedream-4-5-251128"

const url = "https://example.com/cat.png"

const ask = (body: unknown, on = sandbox(), key = "sandbox") =>
  post(on, "/ark/api/v3/images/generations", body, { authorization: `Bearer ${key}` })

interface Answer {
  readonly data: readonly { readonly url?: string; readonly b64_json?: string }[]
}

const made = async (body: Record<string, unknown>, on = sandbox()) => {
  const response = await ask({ prompt: "A red fox", ...body }, on)
  expect(response.status).toBe(200)
  const answer: Answer = JSON.parse(await response.text())
  return answer
}

describe("images at Ark", () => {
  it("are links that serve a PNG of the size", async () => {
    const on = sandbox()
    const body = await made({ model: third, size: "1152x864", watermark: false }, on)
    expect(body).toMatchObject({
      model: third,
      created: 1_790_000_000,
      data: [{ size: "1152x864", url: expect.stringMatching(/^http:\/\/sandbox\.test\/made\/\w+\.png$/) }],
      usage: { generated_images: 1, output_tokens: 3888, total_tokens: 3888 }
    })
    expect(await seenAt(on, body.data[0]?.url)).toMatchObject({
      width: 1152,
      height: 864,
      arrived: { watermark: false }
    })
  })

  it("are base64 where that is asked for", async () => {
    const body = await made({ model: fourth, size: "2K", response_format: "b64_json" })
    expect(body.data[0]).not.toHaveProperty("url")
    expect(seenIn(body.data[0]?.b64_json)).toMatchObject({ width: 2048, height: 2048 })
  })

  it.each([
    [third, undefined, 1024, 1024],
    [fourth, undefined, 2048, 2048],
    [fourth, "1K", 1024, 1024],
    [fourth, "4K", 4096, 4096],
    [newer, "6240x2656", 6240, 2656]
  ])("of %s at %s are %i by %i", async (model, size, width, height) => {
    const body = await made({ model, size, response_format: "b64_json" })
    expect(seenIn(body.data[0]?.b64_json)).toMatchObject({ width, height })
  })

  it("are as large as the image that is edited", async () => {
    const body = await made({ model: edit, image: dotUrl, size: "adaptive", response_format: "b64_json" })
    expect(seenIn(body.data[0]?.b64_json)).toMatchObject({ width: 4, height: 3 })
  })

  it("may be edited from a link of the sandbox", async () => {
    const on = sandbox()
    const first = await made({ model: third, size: "1280x720" }, on)
    const body = await made({ model: edit, image: first.data[0]?.url, size: "adaptive" }, on)
    expect(await seenAt(on, body.data[0]?.url)).toMatchObject({ width: 1280, height: 720 })
  })

  it("have the colour of their prompt", async () => {
    const colourOf = async (prompt: string) => {
      const body = await made({ model: third, prompt, response_format: "b64_json" })
      return seenIn(body.data[0]?.b64_json).colour
    }
    expect(await colourOf("A red fox")).toEqual(await colourOf("A red fox"))
    expect(await colourOf("A red fox")).not.toEqual(await colourOf("A blue fox"))
  })

  it("are a sequence where that is asked for, each in another colour", async () => {
    const sequence = {
      sequential_image_generation: "auto",
      sequential_image_generation_options: { max_images: 2 }
    }
    const body = await made({ model: fourth, ...sequence, response_format: "b64_json" })
    expect(body).toMatchObject({ data: [{}, {}], usage: { generated_images: 2 } })
    expect(seenIn(body.data[0]?.b64_json).colour).not.toEqual(seenIn(body.data[1]?.b64_json).colour)
  })

  it("hold what arrived, in any script, long texts cut", async () => {
    const more = { guidance_scale: 2.5, response_format: "b64_json" }
    const body = await made({ model: third, prompt: "红狐 🦊", ...more })
    expect(seenIn(body.data[0]?.b64_json).arrived).toEqual({ model: third, prompt: "红狐 🦊", ...more })
    const long = await made({ model: third, prompt: "fox ".repeat(100), ...more })
    expect(seenIn(long.data[0]?.b64_json).arrived).toMatchObject({ prompt: `${"fox ".repeat(50)}…` })
  })

  it("are gone where nobody made them", async () => {
    expect((await sandbox().fetch(new Request("http://sandbox.test/made/abc.png"))).status).toBe(404)
  })
})

describe("Ark by the end of the model's id", () => {
  it.each([
    ["error-429", 429, "RateLimitExceeded.EndpointRPMExceeded"],
    ["error-500", 500, "InternalServiceError"],
    ["failed", 500, "InternalServiceError"],
    ["overloaded", 429, "ServerOverloaded"],
    ["refuse", 400, "InputTextSensitiveContentDetected"],
    ["filtered", 400, "OutputImageSensitiveContentDetected"]
  ])("-%s is %i %s", async (end, status, code) => {
    const response = await ask({ model: `${third}-${end}`, prompt: "A red fox" })
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
  })

  it("keeps back one image of several", async () => {
    const body = await made({ model: `${fourth}-filtered`, sequential_image_generation: "auto" })
    expect(body).toMatchObject({
      data: [
        { url: expect.any(String) },
        { url: expect.any(String) },
        { error: { code: "OutputImageSensitiveContentDetected" } }
      ],
      usage: { generated_images: 2 }
    })
  })

  it("-slow answers all the same", async () => {
    expect((await made({ model: `${third}-slow` })).data).toHaveLength(1)
  })
})

const auto = (max_images: unknown) => ({
  model: fourth,
  sequential_image_generation: "auto",
  sequential_image_generation_options: { max_images }
})

interface Row {
  readonly body?: Record<string, unknown>
  readonly raw?: string
  readonly key?: string
  readonly status?: number
}

const rows: Record<string, readonly Row[]> = {
  "wrong-key": [{ key: "other", status: 401 }],
  "malformed-json": [{ raw: "{" }, { raw: "[]" }],
  "missing-model": [{ body: { model: undefined } }],
  "field-type": [{ body: { seed: 1.5 } }, { body: { watermark: "no" } }, { body: { image: 7 } }],
  "unknown-model": [{ body: { model: "gpt-image-1.5" }, status: 404 }],
  "missing-prompt": [{ body: { prompt: undefined } }, { body: { prompt: "" } }],
  "image-unsupported": [{ body: { image: url } }],
  "missing-image": [{ body: { model: edit, size: "adaptive" } }],
  "too-many-images": [
    { body: { model: edit, image: [url, url], size: "adaptive" } },
    { body: { model: fourth, image: Array(15).fill(url) } }
  ],
  "image-source": [
    { body: { model: fourth, image: "cat.png" } },
    { body: { model: fourth, image: "data:image/png;base64,AAAA" } },
    { body: { model: fourth, image: [url, 7] } }
  ],
  "size-as-given": [{ body: { model: edit, image: url } }, { body: { model: edit, image: url, size: "1024x1024" } }],
  "size-word": [{ body: { size: "2K" } }, { body: { size: "1024*1024" } }, { body: { model: newer, size: "1K" } }],
  "size-pixels": [{ body: { size: "256x256" } }, { body: { model: newer, size: "2560x1439" } }],
  "size-ratio": [{ body: { model: fourth, size: "8192x200" } }],
  "guidance-unsupported": [{ body: { model: fourth, seed: 1 } }, { body: { model: newer, guidance_scale: 2.5 } }],
  "seed-range": [{ body: { seed: -2 } }, { body: { seed: 2_147_483_648 } }],
  "guidance-range": [{ body: { guidance_scale: 0.5 } }, { body: { guidance_scale: 10.5 } }],
  "sequence-unsupported": [
    { body: { sequential_image_generation: "disabled" } },
    { body: { optimize_prompt_options: { mode: "standard" } } }
  ],
  "sequence-word": [{ body: { model: fourth, sequential_image_generation: "always" } }],
  "sequence-range": [{ body: auto(0) }, { body: auto(16) }],
  "sequence-total": [{ body: { ...auto(14), image: [url, url] } }],
  "rewrite-mode": [{ body: { model: newer, optimize_prompt_options: { mode: "fast" } } }],
  "response-format": [{ body: { response_format: "png" } }],
  stream: [{ body: { model: fourth, stream: true } }]
}

describe("Ark refuses", () => {
  const cases = Object.entries(rows).flatMap(([name, each]) => each.map((row) => [name, row] as const))

  it.each(cases)("%s: %j", async (name, { body, raw, key, status = 400 }) => {
    const response = await ask(raw ?? { model: third, prompt: "A red fox", ...body }, sandbox(), key)
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([name, status])
    expect(await response.json()).toMatchObject({
      error: { code: expect.any(String), message: expect.stringContaining("Request id: "), type: expect.any(String) }
    })
  })

  it("has a row for each refusal", () => {
    expect(arkRefusals.map(({ name }) => name)).toEqual(Object.keys(rows))
  })
})
