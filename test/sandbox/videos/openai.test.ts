import OpenAI, { toFile } from "openai"
import { afterEach, describe, expect, it } from "vitest"
import { listen } from "../../../src/sandbox/listen.ts"
import type { Listening } from "../../../src/sandbox/listen.ts"
import {
  contentRefusals,
  createRefusals,
  deleteRefusals,
  listRefusals,
  retrieveRefusals
} from "../../../src/sandbox/openai/videos/refusals.ts"
import type { Sandbox } from "../../../src/sandbox.ts"
import { arrivedIn, call, day, ended, png, running, timed, videoIn } from "./looking.ts"

const model = "sora-2"
const prompt = "A red fox runs"

const open: Listening[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

/** The vendor's client on a socket. */
const client = async () => {
  const { sandbox, wait } = timed()
  const listening = await listen(sandbox)
  open.push(listening)
  const openai = new OpenAI({ apiKey: "sandbox", baseURL: `${listening.url}/v1`, maxRetries: 0 })
  return { videos: openai.videos, wait }
}

const gathered = async (items: AsyncIterable<OpenAI.Video>): Promise<readonly string[]> => {
  const ids: string[] = []
  for await (const { id } of items) ids.push(id)
  return ids
}

describe("a video at OpenAI, for the SDK", () => {
  it("is queued, in progress and completed, and can be downloaded", async () => {
    const { videos, wait } = await client()
    const asked = { model, prompt, seconds: "8", size: "1280x720" } as const
    const video = await videos.create(asked)
    expect(video).toEqual({
      id: expect.stringMatching(/^video_\w+$/),
      object: "video",
      created_at: 1_790_000_000,
      status: "queued",
      completed_at: null,
      error: null,
      expires_at: null,
      progress: 0,
      remixed_from_video_id: null,
      ...asked
    })
    wait(running)
    expect(await videos.retrieve(video.id)).toMatchObject({ status: "in_progress", progress: 16 })
    wait(ended - running)
    const times = { completed_at: 1_790_000_004, expires_at: 1_790_086_404 }
    expect(await videos.retrieve(video.id)).toMatchObject({ status: "completed", progress: 100, ...times })
    expect(arrivedIn(await videoIn(await videos.downloadContent(video.id)))).toEqual(asked)
  })

  it("has its usual model, length and size", async () => {
    const { videos } = await client()
    expect(await videos.create({ prompt })).toMatchObject({ model: "sora-2", seconds: "4", size: "720x1280" })
  })

  it("begins with a file or with an image's URL", async () => {
    const { videos, wait } = await client()
    const file = await toFile(png(720, 1280), "first.png", { type: "image/png" })
    const { id } = await videos.create({ prompt, input_reference: file })
    wait(ended)
    const video = await videoIn(await videos.downloadContent(id))
    expect(arrivedIn(video)).toEqual({ prompt, files: ["input_reference image/png"] })
    const image_url = "https://example.com/fox.png"
    expect(await videos.create({ prompt, input_reference: { image_url } })).toMatchObject({ status: "queued" })
  })

  it("is listed, the newest first, in pages", async () => {
    const { videos } = await client()
    const ids = [await videos.create({ prompt }), await videos.create({ prompt }), await videos.create({ prompt })]
    const [first, second, third] = ids.map(({ id }) => id)
    expect(await gathered(videos.list({ limit: 2 }))).toEqual([third, second, first])
    expect(await gathered(videos.list({ order: "asc", after: first ?? "" }))).toEqual([second, third])
    expect(await gathered(videos.list())).toEqual([third, second, first])
  })

  it("is gone once it is deleted", async () => {
    const { videos, wait } = await client()
    const { id } = await videos.create({ prompt })
    wait(ended)
    expect(await videos.delete(id)).toEqual({ id, object: "video.deleted", deleted: true })
    await expect(videos.retrieve(id)).rejects.toMatchObject({ status: 404, code: "video_not_found" })
    await expect(videos.downloadContent(id)).rejects.toMatchObject({ status: 404 })
  })
})

describe("OpenAI's videos by the end of the model's id", () => {
  it.each([
    ["error-429", 429, "rate_limit_exceeded"],
    ["error-500", 500, null],
    ["overloaded", 503, "overloaded"]
  ])("-%s is not taken: %i %s", async (end, status, code) => {
    const { videos } = await client()
    await expect(videos.create({ model: `${model}-${end}`, prompt })).rejects.toMatchObject({ status, code })
  })

  it.each([
    ["failed", "video_generation_failed"],
    ["refuse", "moderation_blocked"],
    ["filtered", "moderation_blocked"]
  ])("-%s fails with %s", async (end, code) => {
    const { videos, wait } = await client()
    const { id } = await videos.create({ model: `${model}-${end}`, prompt })
    wait(ended)
    expect(await videos.retrieve(id)).toMatchObject({ status: "failed", completed_at: null, error: { code } })
  })

  it("-slow takes ten times as long", async () => {
    const { videos, wait } = await client()
    const { id } = await videos.create({ model: `${model}-slow`, prompt })
    wait(10 * ended - 1)
    expect(await videos.retrieve(id)).toMatchObject({ status: "in_progress", progress: 99 })
    wait(1)
    expect(await videos.retrieve(id)).toMatchObject({ status: "completed" })
  })

  it("-error-mid cannot be polled while it runs", async () => {
    const { videos, wait } = await client()
    const { id } = await videos.create({ model: `${model}-error-mid`, prompt })
    wait(running)
    await expect(videos.retrieve(id)).rejects.toMatchObject({ status: 500 })
    wait(ended)
    expect(await videos.retrieve(id)).toMatchObject({ status: "completed" })
  })
})

const ask = (on: Sandbox, method: string, path: string, body?: unknown, key = "sandbox") =>
  call(on, method, `/v1/videos${path}`, { authorization: `Bearer ${key}` }, body)

interface Row {
  readonly body?: Record<string, unknown>
  readonly raw?: string
  readonly key?: string
  readonly status?: number
  /** Files of a form, by what they hold. */
  readonly files?: readonly Buffer[]
  readonly name?: string
}

const url = "https://example.com/fox.png"
const data = (bytes: Buffer) => `data:image/png;base64,${bytes.toString("base64")}`
const from = (input_reference: unknown): Row => ({ body: { input_reference } })

const rows: Record<string, readonly Row[]> = {
  "wrong-key": [{ key: "other", status: 401 }],
  "malformed-body": [{ raw: "{" }, { raw: "[]" }],
  "unknown-field": [{ body: { n: 2 } }, { files: [png(720, 1280)], name: "image" }],
  "field-type": [{ body: { seconds: 4 } }, { body: { prompt: 7 } }, from(url)],
  "unknown-model": [{ body: { model: "gpt-4o" } }],
  "missing-prompt": [{ body: { prompt: undefined } }, { body: { prompt: "" } }],
  "long-prompt": [{ body: { prompt: "a".repeat(32_001) } }],
  seconds: [{ body: { seconds: "5" } }],
  size: [{ body: { size: "1024x1792" } }, { body: { model: "sora-2-pro", size: "1024x1024" } }],
  "reference-shape": [from({}), from({ image_url: url, file_id: "file-1" })],
  "reference-file": [from({ file_id: "file-1" })],
  "one-reference": [{ files: [png(720, 1280), png(720, 1280)] }],
  "reference-type": [{ files: [Buffer.from("GIF89a")] }, { files: [Buffer.from("fox")] }, from({ image_url: "fox" })],
  "reference-size": [{ files: [png(1280, 720)] }, from({ image_url: data(png(4, 3)) })]
}

const sendForm = (files: readonly Buffer[], name: string) => {
  const form = new FormData()
  form.append("prompt", prompt)
  for (const file of files) form.append(name, new Blob([new Uint8Array(file)]), "first.png")
  const headers = { authorization: "Bearer sandbox" }
  return timed().sandbox.fetch(new Request("http://sandbox.test/v1/videos", { method: "POST", headers, body: form }))
}

describe("OpenAI refuses a video", () => {
  const cases = Object.entries(rows).flatMap(([name, each]) => each.map((row, at) => [name, at, row] as const))

  it.each(cases)(
    "%s, %i",
    async (name, _, { body, raw, key, files, name: field = "input_reference", status = 400 }) => {
      const response =
        files === undefined
          ? await ask(timed().sandbox, "POST", "", raw ?? { model, prompt, ...body }, key)
          : await sendForm(files, field)
      expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([name, status])
      expect(await response.json()).toMatchObject({
        error: { message: expect.any(String), type: "invalid_request_error" }
      })
    }
  )

  it.each([
    ["GET", "/video_1", "other", "wrong-key", 401],
    ["GET", "/video_1/content", "other", "wrong-key", 401],
    ["GET", "", "other", "wrong-key", 401],
    ["GET", "/video_1", "sandbox", "unknown-video", 404],
    ["DELETE", "/video_1", "sandbox", "unknown-video", 404],
    ["GET", "?limit=-1", "sandbox", "list-limit", 400],
    ["GET", "?limit=101", "sandbox", "list-limit", 400],
    ["GET", "?order=up", "sandbox", "list-order", 400]
  ])("%s %s with the key %s: %s", async (method, path, key, name, status) => {
    const response = await ask(timed().sandbox, method, path, undefined, key)
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([name, status])
  })

  it.each([
    ["GET", "/content", running, "not-ready", 404],
    ["DELETE", "", running, "delete-unfinished", 400],
    ["GET", "/content?variant=film", ended, "variant", 400],
    ["GET", "/content?variant=thumbnail", ended, "variant-unmade", 400],
    ["GET", "/content", ended + day, "expired", 404]
  ])("%s {id}%s after %i ms: %s", async (method, path, ms, name, status) => {
    const { sandbox, wait } = timed()
    const { id } = JSON.parse(await (await ask(sandbox, "POST", "", { prompt })).text())
    wait(ms)
    const response = await ask(sandbox, method, `/${id}${path}`)
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([name, status])
  })

  it("for 22 reasons, each of which has a row", () => {
    expect(createRefusals.map(({ name }) => name)).toEqual(Object.keys(rows))
    const others = [...retrieveRefusals, ...deleteRefusals, ...contentRefusals, ...listRefusals]
    expect(new Set([...createRefusals, ...others].map(({ name }) => name)).size).toBe(22)
  })
})
