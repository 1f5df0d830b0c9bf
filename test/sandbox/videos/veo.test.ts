import { GoogleGenAI } from "@google/genai"
import { GoogleGenAI as Previous, VideoGenerationReferenceType } from "@google/genai-previous"
import type { GenerateVideosOperation, GenerateVideosParameters } from "@google/genai-previous"
import { afterEach, describe, expect, it } from "vitest"
import { downloadRefusals, pollRefusals, submitRefusals } from "../../../src/sandbox/google/videos/refusals.ts"
import { listen } from "../../../src/sandbox/listen.ts"
import type { Listening } from "../../../src/sandbox/listen.ts"
import type { Sandbox } from "../../../src/sandbox.ts"
import { arrivedIn, call, day, ended, filmIn, png, running, timed, videoIn } from "./looking.ts"

const fast = "veo-3.0-fast-generate-001"
const third = "veo-3.0-generate-preview"
const newest = "veo-3.1-generate-preview"
const prompt = "A red fox runs"

const open: Listening[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

/** The vendor's client on a socket, in the major that still asks the Gemini API for videos. */
const client = async () => {
  const { sandbox, wait } = timed()
  const listening = await listen(sandbox)
  open.push(listening)
  const httpOptions = { baseUrl: listening.url, retryOptions: { attempts: 1 } }
  const google = new Previous({ apiKey: "sandbox", httpOptions })
  const make = ({ model = newest, source, config = {} }: Partial<GenerateVideosParameters>) =>
    google.models.generateVideos({ model, source: { prompt, ...source }, config })
  const poll = (operation: GenerateVideosOperation) => google.operations.getVideosOperation({ operation })
  return { make, poll, wait }
}

const uriOf = ({ response }: GenerateVideosOperation): string => response?.generatedVideos?.[0]?.video?.uri ?? ""

const withKey = { headers: { "x-goog-api-key": "sandbox" } }

describe("an operation of the Gemini API, for the SDK", () => {
  it("runs until it is done, with a file that needs the key and a link that needs none", async () => {
    const { make, poll, wait } = await client()
    const config = { aspectRatio: "16:9", resolution: "1080p", durationSeconds: 8, personGeneration: "allow_all" }
    const operation = await make({ config })
    expect(operation.name).toMatch(/^models\/veo-3\.1-generate-preview\/operations\/\w+$/)
    wait(ended - 1)
    expect((await poll(operation)).done).toBeUndefined()
    wait(1)
    const done = await poll(operation)
    expect(done).toMatchObject({ done: true, response: { generatedVideos: [{}] } })
    const uri = uriOf(done)
    expect(uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1beta\/files\/\w+:download\?alt=media$/)
    expect((await fetch(uri)).status).toBe(403)
    const redirect = await fetch(uri, { ...withKey, redirect: "manual" })
    expect([redirect.status, redirect.headers.get("location")]).toEqual([
      302,
      expect.stringMatching(/\/made\/\w+\.mp4$/)
    ])
    const keyless = await videoIn(await fetch(redirect.headers.get("location") ?? ""))
    expect(arrivedIn(keyless)).toEqual({ instances: [{ prompt }], parameters: expect.objectContaining(config) })
    expect(await videoIn(await fetch(`${uri}&key=sandbox`))).toEqual(keyless)
  })

  it("takes a first and a last frame, and references", async () => {
    const { make } = await client()
    const image = { imageBytes: png(4, 3).toString("base64"), mimeType: "image/png" }
    expect((await make({ source: { image }, config: { lastFrame: image } })).name).toBeDefined()
    const referenceType = VideoGenerationReferenceType.ASSET
    expect((await make({ config: { referenceImages: [{ image, referenceType }] } })).name).toBeDefined()
  })

  it("gives videos of the three colours to other prompts, and the same to the same", async () => {
    const { make, poll, wait } = await client()
    const clipOf = async (text: string) => {
      const operation = await make({ source: { prompt: text } })
      wait(ended)
      const video = await videoIn(await fetch(uriOf(await poll(operation)), withKey))
      return Buffer.from(filmIn(video)).toString("base64")
    }
    const clips = await Promise.all(["a", "b", "c", "d", "e", "f"].map(clipOf))
    expect(new Set(clips).size).toBe(3)
    expect(await clipOf("a")).toBe(clips[0])
  })
})

describe("an operation by the end of the model's id", () => {
  it.each([
    ["error-429", 429],
    ["error-500", 500],
    ["overloaded", 503]
  ])("-%s is not started: %i", async (end, status) => {
    const { make } = await client()
    await expect(make({ model: `${fast}-${end}` })).rejects.toMatchObject({ status })
  })

  it.each([
    ["failed", 13],
    ["refuse", 3]
  ])("-%s ends with the error %i", async (end, code) => {
    const { make, poll, wait } = await client()
    const operation = await make({ model: `${fast}-${end}` })
    wait(ended)
    expect(await poll(operation)).toMatchObject({ done: true, error: { code, message: expect.any(String) } })
  })

  it("-filtered ends without a video and says why", async () => {
    const { make, poll, wait } = await client()
    const operation = await make({ model: `${fast}-filtered` })
    wait(ended)
    const { done, error, response } = await poll(operation)
    expect([done, error, response?.generatedVideos]).toEqual([true, undefined, undefined])
    expect(response).toMatchObject({ raiMediaFilteredCount: 1, raiMediaFilteredReasons: [expect.any(String)] })
  })

  it("-slow takes ten times as long", async () => {
    const { make, poll, wait } = await client()
    const operation = await make({ model: `${third}-slow` })
    wait(10 * ended - 1)
    expect((await poll(operation)).done).toBeUndefined()
    wait(1)
    expect((await poll(operation)).done).toBe(true)
  })

  it("-error-mid cannot be polled while it runs", async () => {
    const { make, poll, wait } = await client()
    const operation = await make({ model: `${third}-error-mid` })
    wait(running)
    await expect(poll(operation)).rejects.toMatchObject({ status: 503 })
    wait(ended)
    expect((await poll(operation)).done).toBe(true)
  })
})

const google = { "x-goog-api-key": "sandbox" }
const token = { authorization: "Bearer sandbox" }
const project = "projects/fox/locations/us-central1/publishers/google/models"

const submit = (on: Sandbox, body: unknown, model = newest, headers: Record<string, string> = google) =>
  call(on, "POST", `/v1beta/models/${model}:predictLongRunning`, headers, body)

const vertex = (on: Sandbox, verb: string, body: unknown, model = newest) =>
  call(on, "POST", `/v1/${project}/${model}:${verb}`, token, body)

const read = async (response: Response) => {
  expect(response.status).toBe(200)
  return JSON.parse(await response.text())
}

describe("an operation of Vertex", () => {
  it("is done with its videos, for the SDK", async () => {
    const { sandbox, wait } = timed()
    const listening = await listen(sandbox)
    open.push(listening)
    const httpOptions = { baseUrl: listening.url, retryOptions: { attempts: 1 } }
    const { models, operations } = new GoogleGenAI({ vertexai: true, apiKey: "sandbox", httpOptions })
    const config = { numberOfVideos: 2, durationSeconds: 6, seed: 7, generateAudio: false }
    const operation = await models.generateVideos({ model: newest, source: { prompt }, config })
    expect((await operations.getVideosOperation({ operation })).done).toBeUndefined()
    wait(ended)
    const { done, response } = await operations.getVideosOperation({ operation })
    const [first, second] = response?.generatedVideos ?? []
    expect([done, first?.video?.mimeType, second?.video?.mimeType]).toEqual([true, "video/mp4", "video/mp4"])
    const parameters = { sampleCount: 2, durationSeconds: 6, seed: 7, generateAudio: false }
    const video = Buffer.from(first?.video?.videoBytes ?? "", "base64")
    expect(arrivedIn(video)).toEqual({ instances: [{ prompt }], parameters })
  })

  it("is fetched with its videos, each of another colour", async () => {
    const { sandbox, wait } = timed()
    const parameters = { sampleCount: 3, seed: 7, generateAudio: true, addWatermark: false, durationSeconds: 4 }
    const body = { instances: [{ prompt }], parameters: { ...parameters, resolution: "1080p" } }
    const { name } = await read(await vertex(sandbox, "predictLongRunning", body))
    expect(name).toMatch(new RegExp(`^${project}/${newest}/operations/\\w+$`))
    wait(running)
    expect(await read(await vertex(sandbox, "fetchPredictOperation", { operationName: name }))).toEqual({ name })
    wait(ended)
    const { done, response } = await read(await vertex(sandbox, "fetchPredictOperation", { operationName: name }))
    expect([done, response.raiMediaFilteredCount, response.videos.length]).toEqual([true, 0, 3])
    const videos = response.videos.map(({ bytesBase64Encoded, mimeType }: Record<string, string>) => {
      expect(mimeType).toBe("video/mp4")
      return Buffer.from(bytesBase64Encoded ?? "", "base64")
    })
    expect(arrivedIn(videos[0])).toEqual(body)
    expect(new Set(videos.map((video: Buffer) => String(filmIn(video)))).size).toBe(3)
  })

  it("keeps back one video of several, and says why", async () => {
    const { sandbox, wait } = timed()
    const model = `${fast}-filtered`
    const body = { instances: [{ prompt }], parameters: { sampleCount: 4 } }
    const { name } = await read(await vertex(sandbox, "predictLongRunning", body, model))
    wait(ended)
    const { response } = await read(await vertex(sandbox, "fetchPredictOperation", { operationName: name }, model))
    expect(response).toMatchObject({ raiMediaFilteredCount: 1, raiMediaFilteredReasons: [expect.any(String)] })
    expect(response.videos).toHaveLength(3)
  })
})

interface Row {
  readonly instance?: Record<string, unknown>
  readonly parameters?: Record<string, unknown>
  readonly raw?: unknown
  readonly model?: string
  readonly headers?: Record<string, string>
  readonly status?: number
  /** Whether it is sent to Vertex. */
  readonly vertex?: true
}

const image = { bytesBase64Encoded: png(4, 3).toString("base64"), mimeType: "image/png" }
const reference = { image, referenceType: "asset" }
const set = (parameters: Record<string, unknown>, more: Row = {}): Row => ({ parameters, ...more })
const give = (instance: Record<string, unknown>, more: Row = {}): Row => ({ instance, ...more })
const onVertex = { vertex: true } as const

const rows: Record<string, readonly Row[]> = {
  "missing-key": [{ headers: {}, status: 403 }],
  "wrong-key": [{ headers: { "x-goog-api-key": "other" } }],
  "wrong-token": [{ headers: { authorization: "Bearer other" }, status: 401 }],
  "malformed-json": [{ raw: "{" }, { raw: "[]" }],
  "unknown-model": [{ model: "gemini-2.5-pro", status: 404 }],
  "instance-count": [{ raw: {} }, { raw: { instances: [{ prompt }, { prompt }] } }],
  "unknown-name": [{ raw: { instances: [{ prompt }], config: {} } }, give({ text: prompt })],
  "unknown-parameter": [set({ fps: 24 }), set({ fps: 24 }, onVertex)],
  "vertex-only": [set({ seed: 1 }), set({ generateAudio: false }), set({ addWatermark: true })],
  "wrong-type": [set({ durationSeconds: "8" }), give({ prompt: 7 }), set({ seed: 1.5 }, onVertex)],
  "missing-prompt": [give({ prompt: undefined }), give({ prompt: "" })],
  "image-bytes": [
    give({ image: { gcsUri: "gs://fox/fox.png" } }),
    give({ image: { ...image, mimeType: "image/jpeg" } }),
    give({ image, lastFrame: { bytesBase64Encoded: "AAAA", mimeType: "image/png" } })
  ],
  "guidance-unsupported": [
    give({ image, lastFrame: image }, { model: third }),
    give({ referenceImages: [reference] }, { model: fast })
  ],
  "last-frame-alone": [give({ lastFrame: image })],
  references: [
    give({ referenceImages: [reference, reference, reference, reference] }),
    give({ image, referenceImages: [reference] })
  ],
  extension: [give({ video: { uri: "https://example.com/fox.mp4" } })],
  ratio: [set({ aspectRatio: "1:1" })],
  resolution: [set({ resolution: "480p" }), set({ resolution: "4k" }, { model: third })],
  duration: [set({ durationSeconds: 5 }), set({ durationSeconds: 10 }, onVertex)],
  "short-detail": [
    set({ resolution: "1080p", durationSeconds: 4 }),
    set({ durationSeconds: 6 }, give({ referenceImages: [reference] }))
  ],
  "sample-count": [set({ sampleCount: 2 }), set({ sampleCount: 5 }, onVertex), set({ sampleCount: 0 }, onVertex)],
  people: [
    set({ personGeneration: "dont_allow" }),
    set({ personGeneration: "allow_all" }, give({ image })),
    set({ personGeneration: "none" }, onVertex)
  ],
  "seed-range": [set({ seed: -1 }, onVertex), set({ seed: 4_294_967_296 }, onVertex)],
  "resize-mode": [set({ resizeMode: "stretch" }, onVertex)],
  compression: [set({ compressionQuality: "best" }, onVertex)],
  storage: [set({ storageUri: "gs://fox" }, onVertex)]
}

describe("Veo refuses", () => {
  const cases = Object.entries(rows).flatMap(([name, each]) => each.map((row, at) => [name, at, row] as const))

  it.each(cases)(
    "%s, %i",
    async (name, _, { instance, parameters, raw, model, headers, status = 400, vertex: other }) => {
      const body = raw ?? { instances: [{ prompt, ...instance }], parameters }
      const { sandbox } = timed()
      const response = await (other
        ? vertex(sandbox, "predictLongRunning", body)
        : submit(sandbox, body, model, headers))
      expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([name, status])
      expect(await response.json()).toMatchObject({ error: { code: status, message: expect.any(String) } })
    }
  )

  it.each([
    ["/v1beta/models/veo-3.0-generate-preview/operations/1", {}, "missing-key", 403],
    ["/v1beta/models/veo-3.0-generate-preview/operations/1", google, "unknown-operation", 404],
    ["/v1beta/files/1:download?alt=media", {}, "missing-key", 403],
    ["/v1beta/files/1:download", google, "download-form", 400],
    ["/v1beta/files/1:download?alt=media", google, "unknown-file", 404]
  ])("GET %s with %j: %s", async (path, headers, name, status) => {
    const response = await call(timed().sandbox, "GET", path, { ...headers })
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([name, status])
  })

  it("a poll of another model's operation, in either form", async () => {
    const { sandbox } = timed()
    const { name } = await read(await submit(sandbox, { instances: [{ prompt }] }))
    const operationName = (await read(await vertex(sandbox, "predictLongRunning", { instances: [{ prompt }] }))).name
    const lost = [
      await call(sandbox, "GET", `/v1beta/${name.replace(newest, third)}`, google),
      await vertex(sandbox, "fetchPredictOperation", { operationName: name }),
      await vertex(sandbox, "fetchPredictOperation", { operationName }, third),
      await vertex(sandbox, "fetchPredictOperation", {})
    ]
    expect(lost.map(({ headers }) => headers.get("x-sandbox-refusal"))).toEqual(Array(4).fill("unknown-operation"))
  })

  it("a download of a file that is not made yet, or was made a day ago", async () => {
    const { sandbox, wait } = timed()
    const { name } = await read(await submit(sandbox, { instances: [{ prompt }] }))
    wait(ended)
    const { response } = await read(await call(sandbox, "GET", `/v1beta/${name}`, google))
    const { uri } = response.generateVideoResponse.generatedSamples[0].video
    const at = async (ms: number) => {
      wait(ms)
      return (await call(sandbox, "GET", uri, google)).status
    }
    expect([await at(-1), await at(1), await at(day - 1), await at(1)]).toEqual([404, 302, 302, 404])
  })

  it("no redirect where links are to hold what they name", async () => {
    const { sandbox, wait } = timed({ links: "data" })
    const { name } = await read(await submit(sandbox, { instances: [{ prompt }] }))
    wait(ended)
    const { response } = await read(await call(sandbox, "GET", `/v1beta/${name}`, google))
    const { uri } = response.generateVideoResponse.generatedSamples[0].video
    expect(arrivedIn(await videoIn(await call(sandbox, "GET", uri, google)))).toEqual({ instances: [{ prompt }] })
  })

  it("another method", async () => {
    expect((await call(timed().sandbox, "GET", `/v1beta/models/${fast}:predictLongRunning`, google)).status).toBe(405)
  })

  it("for 29 reasons, each of which has a row", () => {
    expect(submitRefusals.map(({ name }) => name)).toEqual(Object.keys(rows))
    const names = [...submitRefusals, ...pollRefusals, ...downloadRefusals].map(({ name }) => name)
    expect(new Set([...names, "unknown-file"]).size).toBe(29)
  })
})
