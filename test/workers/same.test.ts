import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { TokenCounts } from "../../src/endpoints/counting.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { countTokens } from "../../src/endpoints/messages.ts"
import { batchEmbedContents, embeddings } from "../../src/endpoints/embeddings.ts"
import type { Endpoint } from "../../src/endpoints/endpoint.ts"
import { imageEdits, images } from "../../src/endpoints/images.ts"
import { rerank } from "../../src/endpoints/rerank.ts"
import { responses } from "../../src/endpoints/responses.ts"
import { videoGenerations } from "../../src/endpoints/videos/generations.ts"
import { videos } from "../../src/endpoints/videos/videos.ts"
import { inTurns } from "../../src/exchange/offload.ts"
import { modelsOf, installedTokenizer } from "../../src/hosts/cli/served.ts"
import { knownTo } from "../../src/hosts/cli/compose.ts"
import { WorkerPool } from "../../src/hosts/workers/pool.ts"
import { labWithoutLogins } from "../../src/lab/endpoints.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { wireNames } from "../../src/core/format.ts"

const families = ["openai", "claude", "gemini", "gptimage", "seedream", "qwenimage", "sora", "veo", "jina"] as const
const upstreams = families.map((family) => ({ name: family, family, key: "some", retired: [] }))
const configuration = { upstreams, routes: [] }

const pool = new WorkerPool({
  module: new URL("../../src/hosts/cli/worker.ts", import.meta.url),
  data: knownTo(configuration),
  threads: 1,
  queue: 100,
  clock: 60_000
})
afterAll(() => pool.close())

const nobody = layerFetch(() => Promise.reject(new Error("Nobody is called.")))
const models = Layer.provide(await modelsOf(configuration), nobody)
const services = (await Effect.runPromise(
  Effect.scoped(Layer.build(Layer.merge(models, TokenCounts.layer(installedTokenizer()))))
)) as Context.Context<unknown>

type Doing = Pick<Endpoint, "jobs">

const jobOf = ({ jobs = [] }: Doing, kind: string) => {
  const job = jobs.find(({ name }) => name.endsWith(`/${kind}`))
  if (job === undefined) throw new Error(`There is no job to ${kind}.`)
  return job
}

/** What is drawn by lot differs each time: the line between the parts of a form. */
const plain = (made: unknown): string =>
  JSON.stringify(made, (_, value: unknown) => {
    if (value instanceof Uint8Array) return new TextDecoder("latin1").decode(value)
    return value instanceof Map ? [...value] : value
  }).replaceAll(/form-[0-9a-f-]{36}/g, "form")

const encoder = new TextEncoder()

const inBytes = (value: unknown): Uint8Array =>
  encoder.encode(typeof value === "string" ? value : JSON.stringify(value))

const bothWays = async (doing: Doing, kind: string, given: () => object): Promise<readonly [string, string]> => {
  const job = jobOf(doing, kind)
  const there = await Effect.runPromise(pool.run(job.name, given()))
  const here = await Effect.runPromise(inTurns(job.run(given() as never, services)))
  return [plain(there), plain(here)]
}

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
const picture = `data:image/png;base64,${pixel}`
const long = `data:image/png;base64,${"iVBORw0KGgoAAAAN".repeat(8000)}`
const [labImages, watermarks, , labVideo] = labWithoutLogins()
const inLab = { model: "gpt-image-1", prompt: "x", n: 1, size: "1024x1024", temperature: 0, watermark: false }
const form =
  '--B\r\ncontent-disposition: form-data; name="model"\r\n\r\ngpt-image-1\r\n' +
  '--B\r\ncontent-disposition: form-data; name="prompt"\r\n\r\nx\r\n' +
  '--B\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n\x89PNG\r\n--B--\r\n'

const writes: readonly (readonly [name: string, doing: Doing, body: unknown, more?: object])[] = [
  ["embeddings", embeddings, { model: "text-embedding-3-small", input: ["a", "b"] }],
  [
    "a batch of contents",
    batchEmbedContents,
    { requests: [{ content: { parts: [{ text: "a" }] } }, { content: { parts: [{ text: "b" }] } }] },
    { model: "gemini-embedding-001", verb: "batch", headers: {} }
  ],
  ["rerank", rerank, { model: "jina-reranker-v2-base-multilingual", query: "q", documents: ["a", "b"] }],
  ["images of GPT Image", images, { model: "gpt-image-1", prompt: "x" }],
  ["images of Gemini", images, { model: "gemini-2.5-flash-image", prompt: "x", n: 2, image: long }],
  ["images that must be fetched", imageEdits, { model: "gpt-image-1", prompt: "x", image: "https://a.test/a.png" }],
  ["a refused image", images, { model: "gpt-image-1", prompt: "x", size: "1x1" }],
  ["an edit as a form", imageEdits, form, { contentType: "multipart/form-data; boundary=B" }],
  ["a video", videoGenerations, { model: "sora-2", prompt: "x" }],
  ["a video under a key", videos, { model: "veo-3.0-generate-001", prompt: "x", image: picture }, { key: "k" }],
  ["images of the lab", labImages, inLab],
  ["a watermark of the lab", watermarks, { ...inLab, image: picture }],
  ["a video of the lab", labVideo, { model: "veo-3.0-generate-001", prompt: "x", duration: "8", aspect_ratio: "16:9" }]
]

describe("a thread writes the calls that the gateway itself would", () => {
  it.each(writes.map(([name, doing, body, more = {}]) => ({ name, doing, body, more })))(
    "$name",
    async ({ doing, body, more }) => {
      const given = () => ({ given: { body: inBytes(body), ...more }, media: new Map() })
      const [there, here] = await bothWays(doing, "prepare", given)
      expect(there).toBe(here)
      expect(here).toContain('"calls":')
    },
    60_000
  )
})

it("a thread gives the bytes of a body back that is to be read again with what must be fetched", async () => {
  const body = inBytes({ model: "gpt-image-1", prompt: "x", image: "https://a.test/a.png" })
  const sent = body.slice()
  const made = await Effect.runPromise(
    pool.run(jobOf(imageEdits, "prepare").name, { given: { body }, media: new Map() })
  )
  expect(body).toHaveLength(0)
  expect(made).toMatchObject({ body: sent })
})

const cameAlone = { calls: [{}], downloads: false, now: 7 }

describe("a thread tells the answers that the gateway itself would", () => {
  it.each<readonly [string, Doing, string, object, unknown]>([
    [
      "rerank",
      rerank,
      "jina-reranker-v2-base-multilingual",
      {
        request: {
          at: "",
          model: "m",
          query: "q",
          documents: [{ text: "a", at: "/documents/0" }],
          withDocuments: true
        },
        passes: false
      },
      { results: [{ index: 0, relevance_score: 0.5 }], usage: { total_tokens: 3 } }
    ],
    ["images", images, "gpt-image-1", cameAlone, { created: 1, data: [{ b64_json: pixel }] }],
    [
      "links of images",
      images,
      "doubao-seedream-4-0-250828",
      { ...cameAlone, downloads: true },
      { created: 1, data: [{ url: "https://a.test/a.png" }] }
    ],
    ["images of the lab", labImages, "gpt-image-1", cameAlone, { created: 1, data: [{ b64_json: pixel }] }]
  ])("%s", async (_, doing, model, state, answer) => {
    const about = { shape: "vendor", headers: {} }
    const failures = new Map()
    const given = () => ({ about, model, state, replies: [inBytes(answer)], failures })
    const [there, here] = await bothWays(doing, "reply", given)
    expect(there).toBe(here)
  })

  it("a whole answer of a chat", async () => {
    const policy = { strict: false, unaryReasoning: false, envelope: "auto", names: wireNames }
    const defaults = { id: "x", created: 1, model: "m", requestId: "r" }
    const message = { role: "assistant", content: "hi" }
    const preferences = { stream: false, thinking: "field", tools: new Map() }
    const [there, here] = await bothWays(chatCompletions, "reply", () => ({
      policy,
      defaults,
      model: "gpt-4o",
      plan: { format: "chat-completions", preferences, context: {}, hidesUsage: false },
      body: inBytes({ id: "x", choices: [{ index: 0, message, finish_reason: "stop" }] }),
      stream: false
    }))
    expect(there).toBe(here)
  })

  it.each<readonly [string, { isStored: boolean; previous?: string; status?: string; text?: string }]>([
    ["one that is stored", { isStored: true, previous: "resp_0" }],
    ["one that is not", { isStored: false, previous: "resp_0" }],
    ["one of which nothing is kept", { isStored: true, status: "in_progress" }],
    ["a long one", { isStored: true, text: '\\"'.repeat(80_000) }]
  ])("an answer that may be kept: %s", async (_, { isStored, previous, status = "completed", text = "hi" }) => {
    const output = [{ id: "m1", type: "message", content: [{ type: "output_text", text }] }, { type: "reasoning" }]
    const answer = { id: "resp_1", status, store: true, previous_response_id: null, output }
    const [there, here] = await bothWays(responses, "keep", () => ({ body: inBytes(answer), isStored, previous }))
    expect(there).toBe(here)
    const found = status === "completed" ? { found: { id: "resp_1", atVendor: true, items: ["m1"] } } : {}
    const { told, ...made } = JSON.parse(there)
    expect(made).toEqual({ body: JSON.stringify(answer), ...found })
    expect(JSON.parse(told)).toEqual({
      ...answer,
      store: isStored,
      previous_response_id: isStored ? (previous ?? null) : null
    })
  })

  it("a count of tokens", async () => {
    const body = { model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "hi" }] }
    const [there, here] = await bothWays(countTokens, "count", () => ({ body: inBytes(body), names: wireNames }))
    expect(there).toBe(here)
  })
})
