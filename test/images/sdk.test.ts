import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import OpenAI, { toFile } from "openai"
import Previous from "openai-previous"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { clientKey, startRig } from "./rig.ts"
import { pixel } from "./upstream.ts"

const rig = startRig()
const server = createServer(toNodeHandler(rig.gateway))
let baseURL = ""
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
afterAll(async () => {
  await rig.gateway.dispose()
  server.close()
})

const models = ["gemini-2.5-flash-image", "gpt-image-1"] as const
const picture = Buffer.from(pixel, "base64")

const options = () => ({ apiKey: clientKey, baseURL, maxRetries: 0 })

/** A call of either SDK. */
const newest = {
  generate: (body: OpenAI.ImageGenerateParamsNonStreaming) => new OpenAI(options()).images.generate(body),
  edit: (body: OpenAI.ImageEditParamsNonStreaming) => new OpenAI(options()).images.edit(body)
}
const previous = {
  generate: (body: Previous.ImageGenerateParamsNonStreaming) => new Previous(options()).images.generate(body),
  edit: (body: Previous.ImageEditParamsNonStreaming) => new Previous(options()).images.edit(body)
}

describe.each([
  ["openai", newest],
  ["openai before", previous]
])("%s", (_, { generate, edit }) => {
  it.each(models)("generates images of %s", async (model) => {
    const made = await generate({ model, prompt: "A lighthouse", n: 2 })
    expect(made.data?.map((image) => image.b64_json)).toEqual([pixel, pixel])
    expect(made.usage?.total_tokens).toBeGreaterThan(0)
  })

  it("generates images that are links", async () => {
    const made = await generate({ model: "doubao-seedream-4-0-250828", prompt: "A lighthouse" })
    expect(made).toEqual(
      expect.objectContaining({ created: 1_790_000_000, data: [{ url: "https://made.test/ark.png" }] })
    )
  })

  it.each(models)("edits an image with %s", async (model) => {
    const image = await toFile(picture, "a.png", { type: "image/png" })
    const made = await edit({ model, prompt: "Blue", image })
    expect(made.data?.map((one) => one.b64_json)).toEqual([pixel])
  })

  it("edits several images", async () => {
    const image = await Promise.all([1, 2].map((index) => toFile(picture, `${index}.png`, { type: "image/png" })))
    const made = await edit({ model: "gpt-image-1", prompt: "Blue", image, n: 2, quality: "low" })
    expect(made.data).toHaveLength(2)
  })

  it("reads what is wrong", async () => {
    const asked = generate({ model: "gpt-image-1", prompt: "A lighthouse", n: 11 })
    await expect(asked).rejects.toMatchObject({ status: 400, param: "n", type: "invalid_request_error" })
  })
})
