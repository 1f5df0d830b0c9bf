import { globSync, readFileSync } from "node:fs"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { TokenCounts } from "../../src/endpoints/counting.ts"
import { Credentials } from "../../src/credentials/credentials.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { embeddings } from "../../src/endpoints/embeddings.ts"
import { generateContent } from "../../src/endpoints/generate-content.ts"
import { messages, countTokens } from "../../src/endpoints/messages.ts"
import { inTurns, type Job, Offload, type Offloading, perform } from "../../src/exchange/offload.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { modelsOf } from "../../src/hosts/cli/served.ts"
import { knownTo } from "../../src/hosts/cli/compose.ts"
import { WorkerPool } from "../../src/hosts/workers/pool.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { wireNames } from "../../src/core/format.ts"

const upstreams = (["openai", "claude", "gemini"] as const).map((family) => ({
  name: family,
  family,
  key: `canary-${family}`,
  retired: [`former-${family}`]
}))
const configuration = { upstreams, routes: [] }
const policy = { strict: false, unaryReasoning: false, envelope: "auto", names: wireNames } as const

const pool = new WorkerPool({
  module: new URL("../../src/hosts/cli/worker.ts", import.meta.url),
  data: knownTo(configuration),
  threads: 1,
  queue: 1000,
  clock: 60_000
})
afterAll(() => pool.close())

const chatAnswer = JSON.stringify({
  id: "x",
  choices: [{ index: 0, message: { role: "assistant", content: "hi" }, finish_reason: "stop" }]
})
let answer = chatAnswer
const upstream = layerFetch(() =>
  Promise.resolve(new Response(answer, { headers: { "content-type": "application/json" } }))
)
const models = Layer.provide(await modelsOf(configuration), upstream)
const services = Layer.merge(models, TokenCounts.layer())

const built = (await Effect.runPromise(Effect.scoped(Layer.build(services)))) as Context.Context<unknown>

/** What a job makes here, without threads. */
const here = (job: Job<never, unknown, unknown> | undefined, given: unknown): Promise<unknown> =>
  Effect.runPromise(job === undefined ? Effect.void : inTurns(job.run(given as never, built)))

const fixtures = (["chat-completions", "messages", "generate-content"] as const).flatMap((format) =>
  globSync(`test/fixtures/${format}/request/*.json`).map((file) => ({
    format,
    file,
    body: JSON.parse(readFileSync(file, "utf8")).body
  }))
)

const endpointOf = { "chat-completions": chatCompletions, messages, "generate-content": generateContent } as const

describe("a thread prepares what the gateway itself would", () => {
  it("knows no key", () => expect(JSON.stringify(knownTo(configuration))).not.toMatch(/canary|former/))

  it.each(
    fixtures.flatMap(({ format, file, body }) =>
      ["gpt-4o", "claude-sonnet-4-5", "gemini-2.5-flash"].map((model) => [file, model, format, body] as const)
    )
  )("%s for %s", async (_, model, format, body) => {
    const { jobs = [] } = endpointOf[format]
    const path = format === "generate-content" ? { model, stream: false } : undefined
    const given = () => ({
      headers: {},
      body: new TextEncoder().encode(JSON.stringify(format === "generate-content" ? body : { ...body, model })),
      path,
      policy,
      media: new Map()
    })
    const inline = await here(jobs[0], given()).catch(String)
    const offloaded = await Effect.runPromise(pool.run(jobs[0]?.name ?? "", given())).catch(String)
    expect(offloaded).toEqual(inline)
  })

  it("are all of them", () => expect(fixtures.length).toBe(26))
})

const long = "word ".repeat(40_000)

/** A gateway that writes down what it would do elsewhere, and does it here. */
const gatewayOf = (jobs: string[]) => {
  const offloading: Offloading = {
    run: (job, given, context) => {
      jobs.push(job.name)
      return inTurns(job.run(given, context))
    }
  }
  return Gateway.make(
    Gateway.layer(chatCompletions, messages, generateContent, countTokens, embeddings).pipe(
      Layer.provide(services),
      Layer.provide(Credentials.keys("all", { key: "some", name: "some", models: ["claude-*"] })),
      Layer.provide(Layer.succeed(Offload)(offloading))
    )
  )
}

const asked = async (path: string, body: object, key = "all") => {
  const jobs: string[] = []
  const gateway = gatewayOf(jobs)
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const init = { method: "POST", headers, body: JSON.stringify(body) }
  const { status } = await gateway.fetch(new Request(`http://gateway.test${path}`, init))
  await gateway.dispose()
  return { status, jobs }
}

const said = (content: string) => ({ max_tokens: 9, messages: [{ role: "user", content }] })

describe("long work is done where the gateway does it", () => {
  it.each([
    ["/v1/chat/completions", { model: "gpt-4o", ...said(long) }, "chat-completions/prepare"],
    ["/v1/messages", { model: "gpt-4o", ...said(long) }, "messages/prepare"],
    ["/v1/messages/count_tokens", { model: "gpt-4o", ...said(long) }, "messages/count"],
    [
      "/v1beta/models/gpt-4o:generateContent",
      { contents: [{ role: "user", parts: [{ text: long }] }] },
      "generate-content/prepare"
    ]
  ])("the request of %s", async (path, body, job) => {
    answer = chatAnswer
    expect(await asked(path, body)).toEqual({ status: 200, jobs: [job] })
  })

  it.each(["chat-completions", "messages"])("an answer of %s", async (format) => {
    answer = chatAnswer.replace('"hi"', JSON.stringify(long))
    const path = format === "messages" ? "/v1/messages" : "/v1/chat/completions"
    expect(await asked(path, { model: "gpt-4o", ...said("hi") })).toEqual({ status: 200, jobs: [`${format}/reply`] })
  })

  it("an answer of embeddings", async () => {
    const data = Array.from({ length: 2000 }, (_, index) => ({ object: "embedding", index, embedding: [0.25, 1, -2] }))
    answer = JSON.stringify({ object: "list", model: "m", data, usage: { prompt_tokens: 1, total_tokens: 1 } })
    const input = data.map(({ index }) => `text ${index}`)
    const body = { model: "text-embedding-3-small", input }
    expect(await asked("/v1/embeddings", body)).toEqual({ status: 200, jobs: ["embeddings/reply"] })
  })

  it("and short work where it is", async () => {
    answer = chatAnswer
    expect(await asked("/v1/messages", { model: "gpt-4o", ...said("hi") })).toEqual({ status: 200, jobs: [] })
  })

  it("asks for the key's permission as ever", async () => {
    const path = "/v1/chat/completions"
    expect((await asked(path, { model: "gpt-4o", ...said(long) }, "some")).status).toBe(404)
  })

  it("refuses what is no JSON", async () => {
    const gateway = gatewayOf([])
    const headers = { authorization: "Bearer all", "content-type": "application/json" }
    const init = { method: "POST", headers, body: `{"model":"gpt-4o","x":"${long}"` }
    const { status } = await gateway.fetch(new Request("http://gateway.test/v1/chat/completions", init))
    await gateway.dispose()
    expect(status).toBe(400)
  })
})

const prepareWith = (body: object, media: ReadonlyMap<string, unknown> = new Map()) =>
  Effect.runPromise(
    pool.run("chat-completions/prepare", {
      headers: {},
      body: new TextEncoder().encode(JSON.stringify(body)),
      policy,
      media
    })
  )

const pictured = {
  model: "gemini-2.5-flash",
  messages: [
    { role: "user", content: [{ type: "image_url", image_url: { url: "http://pictures.test/a.png" } }] },
    { role: "user", content: long }
  ]
}

describe("a body whose pictures must be fetched", () => {
  it("comes back with what it needs", async () => {
    const url = "http://pictures.test/a.png"
    expect(await prepareWith(pictured)).toMatchObject({
      call: {
        needs: [{ url, at: expect.stringMatching(/^\/messages\/0\/content\/0/) }],
        body: new TextEncoder().encode(JSON.stringify(pictured))
      }
    })
  })

  it("is written once they are there", async () => {
    const media = new Map([["http://pictures.test/a.png", { base64: "aGk=", mime: "image/png" }]])
    const made = await prepareWith(pictured, media)
    expect(made).toMatchObject({ call: { request: { headers: { "x-goog-api-key": "\u0000" } } } })
  })
})

describe("an answer of embeddings", () => {
  it.each(["float", "base64"])("is told by a thread as the gateway would: %s", async (encoding_format) => {
    const data = [0, 1].map((index) => ({ object: "embedding", index, embedding: [index, 0.25] }))
    const reply = JSON.stringify({ object: "list", model: "m", data, usage: { prompt_tokens: 3, total_tokens: 3 } })
    const [, job] = embeddings.jobs ?? []
    const state = { sent: "m", estimates: [1, 1], places: [[0, 1]], passes: true, encoding: encoding_format }
    const given = () => ({
      about: {},
      model: "text-embedding-3-small",
      state,
      replies: [new TextEncoder().encode(reply)],
      failures: new Map()
    })
    const told = await Effect.runPromise(pool.run(job?.name ?? "", given()))
    expect(told).toEqual(await here(job, given()))
    expect(told).toMatchObject({ usage: { input: 3 } })
  })
})

describe("between the steps of a long job", () => {
  it.each([
    ["one that passes", "gpt-4o", 3],
    ["one that is translated", "claude-sonnet-4-5", 3]
  ])("others have their turn: %s", async (_, model, least) => {
    let turns = 0
    let over = false
    const beat = (): void => {
      if (over) return
      turns++
      setImmediate(beat)
    }
    setImmediate(beat)
    const body = new TextEncoder().encode(JSON.stringify({ model, ...said(long) }))
    await here(chatCompletions.jobs?.[0], { headers: {}, body, policy, media: new Map() })
    over = true
    expect(turns).toBeGreaterThanOrEqual(least)
  })

  it("nobody has one in a short job", () => {
    const body = new TextEncoder().encode(JSON.stringify({ model: "gpt-4o", ...said("hi") }))
    const job = chatCompletions.jobs?.[0]
    const given = { headers: {}, body, policy, media: new Map() } as never
    expect(job && Effect.runSync(perform(job, given, body.length, built))).toBeDefined()
  })
})
