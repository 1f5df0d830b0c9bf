import OpenAI, { toFile } from "openai"
import { describe, expect, it } from "vitest"
import { raw } from "../rows/images/row.ts"
import { arrivedIn } from "../sandbox/videos/looking.ts"
import { ann, bob, closing, type Rig, startRig } from "./rig.ts"
import { memberOf } from "./upstream.ts"

closing()

const clientOf = ({ url }: Rig, apiKey = ann): OpenAI => new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 2 })

describe("the videos of OpenAI's SDK", () => {
  it("are made, waited for and downloaded", async () => {
    const rig = await startRig()
    const client = clientOf(rig)
    const made = await client.videos.create({ model: "sora-2", prompt: "Waves", seconds: "8", size: "1280x720" })
    expect(made).toMatchObject({ object: "video", status: "queued", seconds: "8", size: "1280x720", model: "sora-2" })
    await rig.clock.pass(4_000)
    expect(await client.videos.retrieve(made.id)).toMatchObject({ id: made.id, status: "in_progress" })
    await rig.clock.pass(16_000)
    expect(await client.videos.retrieve(made.id)).toMatchObject({ status: "completed", progress: 100, error: null })
    const content = await client.videos.downloadContent(made.id)
    const bytes = new Uint8Array(await content.arrayBuffer())
    expect(arrivedIn(bytes)).toMatchObject({ prompt: "Waves", seconds: "8", size: "1280x720" })
  })

  it("begin with a picture that is a file, or lies at a URL", async () => {
    const rig = await startRig()
    rig.vendors.instead = ({ method }) => (method === "POST" ? Response.json({ id: "v" }) : undefined)
    const client = clientOf(rig)
    const file = await toFile(Buffer.from(raw, "base64"), "wave.png", { type: "image/png" })
    await client.videos.create({ model: "sora-2", prompt: "Waves", input_reference: file })
    const image_url = "https://img.test/0.png"
    await client.videos.create({ model: "sora-2", prompt: "Waves", input_reference: { image_url } })
    expect(rig.vendors.submits.map(({ body }) => memberOf(body, "input_reference"))).toEqual([
      expect.objectContaining({ type: "image/png", base64: raw }),
      expect.objectContaining({ type: "image/png", base64: raw })
    ])
  })

  it("are refused as the SDK's own errors", async () => {
    const rig = await startRig()
    const client = clientOf(rig)
    const wrong = client.videos.create({ model: "sora-2", prompt: "Waves", size: "1792x1024" })
    await expect(wrong).rejects.toMatchObject({ status: 400, param: "size", type: "invalid_request_error" })
    await expect(client.videos.create({ model: "nobodys", prompt: "Waves" })).rejects.toBeInstanceOf(
      OpenAI.NotFoundError
    )
    const { id } = await client.videos.create({ model: "sora-2", prompt: "Waves" })
    await expect(clientOf(rig, bob).videos.retrieve(id)).rejects.toBeInstanceOf(OpenAI.NotFoundError)
    await expect(clientOf(rig, "wrong").videos.retrieve(id)).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
    expect(rig.vendors.submits).toHaveLength(1)
  })

  it("are submitted once where the answer is lost, though the SDK would try again", async () => {
    const rig = await startRig()
    rig.vendors.instead = () => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ECONNRESET" }) })
    }
    const lost = clientOf(rig).videos.create({ model: "sora-2", prompt: "Waves" })
    await expect(lost).rejects.toBeInstanceOf(OpenAI.InternalServerError)
    expect(rig.vendors.submits).toHaveLength(1)
  })

  it("are made of another family, too", async () => {
    const rig = await startRig()
    const client = clientOf(rig)
    const { id } = await client.videos.create({ model: "veo-3.1-generate-preview", prompt: "Waves" })
    await rig.clock.pass(20_000)
    expect(await client.videos.retrieve(id)).toMatchObject({ status: "completed", seconds: "4", size: "1280x720" })
    expect((await client.videos.downloadContent(id)).headers.get("content-type")).toBe("video/mp4")
  })
})
