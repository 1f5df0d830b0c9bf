import { describe, expect, it } from "vitest"
import { createRefusals, deleteRefusals, listRefusals } from "../../../src/sandbox/ark/videos/refusals.ts"
import type { Sandbox } from "../../../src/sandbox.ts"
import { arrivedIn, call, day, ended, png, running, timed, videoIn } from "./looking.ts"

const model = "doubao-seedance-1-0-pro"
const text = { type: "text", text: "A red fox runs" }
const url = "https://example.com/fox.png"
const frame = (role?: string, of = url) => ({ type: "image_url", image_url: { url: of }, role })
const root = "/ark/api/v3/contents/generations/tasks"

const ask = (on: Sandbox, method: string, path = "", body?: unknown, key = "sandbox") =>
  call(on, method, `${root}${path}`, { authorization: `Bearer ${key}` }, body)

interface Task {
  readonly id: string
  readonly status: string
  readonly content?: { readonly video_url: string }
}

const read = async (response: Response): Promise<Task> => {
  expect(response.status).toBe(200)
  return JSON.parse(await response.text())
}

const submit = async (on: Sandbox, body: Record<string, unknown> = {}): Promise<string> =>
  (await read(await ask(on, "POST", "", { model, content: [text], ...body }))).id

const poll = async (on: Sandbox, id: string) => read(await ask(on, "GET", `/${id}`))

describe("a task at Ark", () => {
  it("is queued, runs and has a link to its video", async () => {
    const { sandbox, wait } = timed()
    const body = { ratio: "9:16", resolution: "720p", duration: 3, seed: 7, watermark: true }
    const id = await submit(sandbox, body)
    expect(id).toMatch(/^cgt-\w+$/)
    expect(await poll(sandbox, id)).toMatchObject({ id, model, status: "queued", created_at: 1_790_000_000 })
    wait(running)
    expect(await poll(sandbox, id)).toMatchObject({ status: "running", updated_at: 1_790_000_001 })
    wait(ended - running)
    const done = await poll(sandbox, id)
    expect(done).toMatchObject({
      status: "succeeded",
      content: { video_url: expect.stringMatching(/^http:\/\/sandbox\.test\/made\/\w+\.mp4$/) },
      usage: { completion_tokens: 60_000, total_tokens: 60_000 },
      seed: 7,
      resolution: "720p",
      ratio: "9:16",
      duration: 3,
      framespersecond: 24,
      updated_at: 1_790_000_004
    })
    const video = await videoIn(await sandbox.fetch(new Request(done.content?.video_url ?? "")))
    expect(arrivedIn(video)).toMatchObject({ model, content: [text], ...body })
  })

  it("takes a first and a last frame", async () => {
    const { sandbox } = timed()
    const data = `data:image/png;base64,${png(4, 3).toString("base64")}`
    expect(await submit(sandbox, { content: [frame(undefined, data), frame("last_frame")] })).toMatch(/^cgt-/)
  })

  it("is in its link where links are to hold what they name", async () => {
    const { sandbox, wait } = timed({ links: "data" })
    const id = await submit(sandbox)
    wait(ended)
    const link = (await poll(sandbox, id)).content?.video_url ?? ""
    expect(arrivedIn(await videoIn(await fetch(link)))).toEqual({ model, content: [text] })
  })

  it("has its link for a day, and not before it ends", async () => {
    const { sandbox, wait } = timed()
    const id = await submit(sandbox)
    wait(ended)
    const link = (await poll(sandbox, id)).content?.video_url ?? ""
    wait(-1)
    expect((await sandbox.fetch(new Request(link))).status).toBe(404)
    wait(day)
    expect((await sandbox.fetch(new Request(link))).status).toBe(200)
    wait(1)
    expect((await sandbox.fetch(new Request(link))).status).toBe(404)
  })

  it("is listed by its status until it is deleted", async () => {
    const { sandbox, wait } = timed()
    const first = await submit(sandbox)
    wait(ended)
    const second = await submit(sandbox)
    const ids = async (query: string) => {
      const { items, total } = JSON.parse(await (await ask(sandbox, "GET", query)).text())
      return [total, ...items.map(({ id }: Task) => id)]
    }
    expect(await ids("")).toEqual([2, second, first])
    expect(await ids("?page_size=1&page_num=2")).toEqual([2, first])
    expect(await ids("?filter.status=succeeded")).toEqual([1, first])
    expect((await ask(sandbox, "DELETE", `/${first}`)).status).toBe(200)
    expect(await ids("")).toEqual([1, second])
  })
})

describe("a task at Ark by the end of the model's id", () => {
  it.each([
    ["error-429", 429, "RateLimitExceeded.EndpointRPMExceeded"],
    ["error-500", 500, "InternalServiceError"],
    ["overloaded", 429, "ServerOverloaded"]
  ])("-%s is not taken: %i %s", async (end, status, code) => {
    const response = await ask(timed().sandbox, "POST", "", { model: `${model}-${end}`, content: [text] })
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
  })

  it.each([
    ["failed", "InternalServiceError"],
    ["refuse", "InputTextSensitiveContentDetected"],
    ["filtered", "OutputVideoSensitiveContentDetected"]
  ])("-%s fails with %s", async (end, code) => {
    const { sandbox, wait } = timed()
    const id = await submit(sandbox, { model: `${model}-${end}` })
    wait(ended - 1)
    expect(await poll(sandbox, id)).toMatchObject({ status: "running" })
    wait(1)
    const task = await poll(sandbox, id)
    expect(task).toMatchObject({ status: "failed", error: { code, message: expect.any(String) } })
    expect(task).not.toHaveProperty("content")
  })

  it("-slow takes ten times as long", async () => {
    const { sandbox, wait } = timed()
    const id = await submit(sandbox, { model: `${model}-slow` })
    wait(10 * ended - 1)
    expect(await poll(sandbox, id)).toMatchObject({ status: "running" })
    wait(1)
    expect(await poll(sandbox, id)).toMatchObject({ status: "succeeded" })
  })

  it("-error-mid cannot be polled while it runs", async () => {
    const { sandbox, wait } = timed()
    const id = await submit(sandbox, { model: `${model}-error-mid` })
    wait(running)
    expect((await ask(sandbox, "GET", `/${id}`)).status).toBe(500)
    wait(ended)
    expect(await poll(sandbox, id)).toMatchObject({ status: "succeeded" })
  })

  it("-cut ends its download half way", async () => {
    const { sandbox, wait } = timed()
    const [whole, half] = [await submit(sandbox), await submit(sandbox, { model: `${model}-cut` })]
    wait(ended)
    const sizeOf = async (id: string) => {
      const link = (await poll(sandbox, id)).content?.video_url ?? ""
      return (await videoIn(await sandbox.fetch(new Request(link)))).length
    }
    expect(await sizeOf(half)).toBeLessThan((await sizeOf(whole)) / 2)
  })
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
  "field-type": [{ body: { duration: "5" } }, { body: { watermark: 1 } }, { body: { content: "A fox" } }],
  "unknown-model": [{ body: { model: "doubao-seedream-4-0-250828" }, status: 404 }],
  "missing-content": [{ body: { content: undefined } }, { body: { content: [] } }],
  "content-type": [
    { body: { content: [text, { type: "video_url", video_url: { url } }] } },
    { body: { content: ["A fox"] } }
  ],
  "one-text": [{ body: { content: [text, text] } }, { body: { content: [{ type: "text", text: "" }] } }],
  "image-source": [
    { body: { content: [frame("first_frame", "fox.png")] } },
    { body: { content: [frame("first_frame", "data:image/png;base64,AAAA")] } }
  ],
  "image-role": [{ body: { content: [text, frame("reference_image")] } }],
  "frame-count": [{ body: { content: [text, frame(), frame("first_frame")] } }],
  "last-frame-alone": [{ body: { content: [text, frame("last_frame")] } }],
  ratio: [{ body: { ratio: "2:1" } }],
  "adaptive-text": [{ body: { ratio: "adaptive" } }],
  resolution: [{ body: { resolution: "4k" } }],
  duration: [{ body: { duration: 1 } }, { body: { duration: 13 } }],
  frames: [{ body: { frames: 30 } }, { body: { frames: 25 } }, { body: { frames: 293 } }],
  "seed-range": [{ body: { seed: -2 } }, { body: { seed: 4_294_967_296 } }],
  "audio-unsupported": [{ body: { generate_audio: true } }],
  "service-tier": [{ body: { service_tier: "fast" } }],
  "last-frame-image": [{ body: { return_last_frame: true } }],
  callback: [{ body: { callback_url: "https://example.com/done" } }]
}

describe("Ark refuses a task", () => {
  const cases = Object.entries(rows).flatMap(([name, each]) => each.map((row) => [name, row] as const))

  it.each(cases)("%s: %j", async (name, { body, raw, key, status = 400 }) => {
    const response = await ask(timed().sandbox, "POST", "", raw ?? { model, content: [text], ...body }, key)
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([name, status])
    expect(await response.json()).toMatchObject({
      error: { code: expect.any(String), message: expect.stringContaining("Request id: "), type: expect.any(String) }
    })
  })

  it.each([
    ["GET", "", "other", "wrong-key", 401],
    ["GET", "/cgt-1", "other", "wrong-key", 401],
    ["GET", "/cgt-1", "sandbox", "unknown-task", 404],
    ["DELETE", "/cgt-1", "sandbox", "unknown-task", 404]
  ])("%s %s with the key %s: %s", async (method, path, key, name, status) => {
    const response = await ask(timed().sandbox, method, path, undefined, key)
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([name, status])
  })

  it("delete-running", async () => {
    const { sandbox, wait } = timed()
    const id = await submit(sandbox)
    wait(running)
    const response = await ask(sandbox, "DELETE", `/${id}`)
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual(["delete-running", 409])
  })

  it("with another method", async () => {
    expect((await ask(timed().sandbox, "PUT", "/cgt-1")).status).toBe(405)
  })

  it("for 24 reasons, each of which has a row", () => {
    expect(createRefusals.map(({ name }) => name)).toEqual(Object.keys(rows))
    const names = [...createRefusals, ...listRefusals, ...deleteRefusals].map(({ name }) => name)
    expect(new Set(names).size).toBe(24)
  })
})
