import * as Layer from "effect/Layer"
import OpenAI from "openai"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import {
  type CallingAccount,
  type UnauthenticatedRequest,
  type Authenticate,
  Claude,
  createGateway,
  type CreatedGateway,
  type MeterEntry,
  GatewayError,
  layerFetch,
  OpenAI as OpenAIFamily,
  Sora,
  type Upstream,
  VideoTasks,
  Endpoints
} from "../../src/index.ts"
import { layerMemory as mediaInMemory } from "../../src/media.ts"
import { toNodeHandler } from "../../src/node.ts"
import { make } from "../../src/sandbox.ts"
import { layerMemory as tasksInMemory } from "../../src/tasks.ts"
import { outputTokens } from "../../src/core/tokens/usage.ts"
import { gate } from "../faults/index.ts"
import { clientKey, upstreamKey } from "./gateway.ts"
import { listening } from "./subjects/subject.ts"

const upstream = (): Layer.Layer<Upstream> => layerFetch(make({ key: upstreamKey, pace: 0 }).fetch)
const claude = Claude.layer({ key: upstreamKey })
const keys = [clientKey]

/** A gateway that is closed once the test is over. */
const closing = (gateway: CreatedGateway): CreatedGateway => {
  onTestFinished(() => gateway.close())
  return gateway
}

const message = { model: "claude-haiku-4-5", max_tokens: 64, messages: [{ role: "user" as const, content: "Hi" }] }

const post = (path: string, body: unknown, key = clientKey): Request =>
  new Request(`http://gateway.test${path}`, {
    method: "POST",
    headers: { "x-api-key": key, authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })

const answerOf = async (gateway: CreatedGateway, request = post("/v1/messages", message)) => {
  const answer = await gateway.fetch(request)
  const retry = answer.headers.get("x-should-retry")
  return { status: answer.status, retry, body: JSON.parse(await answer.text()) }
}

/** A gateway whose callers a function knows. */
const knowing = (authenticate: Authenticate): CreatedGateway =>
  closing(createGateway({ endpoints: [Endpoints.messages], families: [claude], authenticate, upstream: upstream() }))

describe("a gateway that is created of plain values", () => {
  it("streams to an official SDK over a socket", async () => {
    const parts = { endpoints: [Endpoints.chatCompletions], families: [claude], keys, upstream: upstream() } as const
    const { url, close } = await listening(toNodeHandler(closing(createGateway(parts))))
    onTestFinished(close)
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: clientKey })
    let text = ""
    for await (const { choices } of await client.chat.completions.create({ ...message, stream: true }))
      text += choices[0]?.delta.content ?? ""
    expect(text).toMatch(/^You wrote: “Hi”/)
  })

  it("asks vendors by the runtime's own fetch", async () => {
    const sandbox = make({ key: upstreamKey, pace: 0 })
    const reached = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation((input, init) => sandbox.fetch(new Request(input, init)))
    onTestFinished(() => reached.mockRestore())
    const gateway = closing(createGateway({ endpoints: [Endpoints.messages], families: [claude], keys }))
    expect([(await answerOf(gateway)).status, reached.mock.calls.length]).toEqual([200, 1])
  })

  it("lets nobody in but its keys", async () => {
    const gateway = closing(
      createGateway({ endpoints: [Endpoints.messages], families: [claude], keys, upstream: upstream() })
    )
    expect((await answerOf(gateway, post("/v1/messages", message, "another"))).status).toBe(401)
  })

  it("refuses what translation changes where it is strict, under its prefix", async () => {
    const families = [OpenAIFamily.chat({ key: upstreamKey })] as const
    const parts = {
      endpoints: [Endpoints.messages],
      families,
      keys,
      upstream: upstream(),
      strict: true,
      prefix: "/api/ai"
    } as const
    const asked = post("/api/ai/v1/messages", { ...message, model: "gpt-4o", top_k: 3 })
    const { status, body } = await answerOf(closing(createGateway(parts)), asked)
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("top_k")])
  })

  it("sends models where its routes say", async () => {
    const routes = [{ match: "fast", upstream: "claude", model: "claude-haiku-4-5" }]
    const parts = { endpoints: [Endpoints.messages], families: [claude], keys, routes, upstream: upstream() } as const
    const asked = post("/v1/messages", { ...message, model: "fast" })
    expect(await answerOf(closing(createGateway(parts)), asked)).toMatchObject({
      status: 200,
      body: { model: "claude-haiku-4-5" }
    })
  })

  it("makes videos with the layers that they ask for", async () => {
    const stores = Layer.merge(tasksInMemory, mediaInMemory())
    const layers = VideoTasks.layer().pipe(Layer.provide(stores))
    const families = [Sora.layer({ key: upstreamKey })] as const
    const parts = {
      endpoints: [Endpoints.videos, Endpoints.video],
      families,
      keys,
      upstream: upstream(),
      layers
    } as const
    const asked = post("/v1/videos", { model: "sora-2", prompt: "A red fox" })
    expect(await answerOf(closing(createGateway(parts)), asked)).toMatchObject({
      status: 200,
      body: { object: "video" }
    })
  })

  it("takes no more requests once it is closed", async () => {
    const gateway = createGateway({ endpoints: [Endpoints.messages], families: [claude], keys, upstream: upstream() })
    await gateway.close()
    expect((await answerOf(gateway)).body.error.message).toContain("stop")
  })

  it.each([{}, { grace: null, prefix: null }])(
    "lets what is under way go on for 30 s, as the front page says: %j",
    async (chosen) => {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      const arrived = gate()
      const silent = layerFetch(() => (arrived.open(), new Promise(() => undefined)))
      const gateway = createGateway({
        endpoints: [Endpoints.messages],
        families: [claude],
        keys,
        upstream: silent,
        ...chosen
      })
      let [answered, over] = [false, false]
      const answer = answerOf(gateway).finally(() => (answered = true))
      await arrived.opened
      const closed = gateway.close().finally(() => (over = true))
      await vi.advanceTimersByTimeAsync(29_999)
      expect([answered, over]).toEqual([false, false])
      await vi.advanceTimersByTimeAsync(2000)
      expect((await answer).status).toBe(529)
      await closed
    }
  )
})

describe("whoever is told of requests", () => {
  const telling = (onRequest: (entry: MeterEntry) => unknown): CreatedGateway =>
    closing(
      createGateway({
        endpoints: [Endpoints.messages],
        families: [claude],
        keys: [{ key: clientKey, name: "team" }],
        upstream: upstream(),
        onRequest
      })
    )

  it("is told once, of its account, its model and its tokens", async () => {
    const told: MeterEntry[] = []
    const { body } = await answerOf(telling((entry) => told.push(entry)))
    expect(told).toMatchObject([
      { principal: "team", endpoint: "messages", model: "claude-haiku-4-5", ended: "finished" }
    ])
    expect(outputTokens(told[0]?.usage ?? {})).toBe(body.usage.output_tokens)
  })

  it("spoils no answer by what it rejects, of which there is a line", async () => {
    const lines: string[] = []
    const log = vi.spyOn(console, "log").mockImplementation((...said) => void lines.push(said.join(" ")))
    onTestFinished(() => log.mockRestore())
    const gateway = telling(() => Promise.reject(new Error("The ledger is full.")))
    expect((await answerOf(gateway)).status).toBe(200)
    expect(lines.join("\n")).toContain("The ledger is full.")
  })
})

describe("callers that a function knows", () => {
  it("are known by headers, keys, path and address", async () => {
    const seen: UnauthenticatedRequest[] = []
    const gateway = knowing((arrival) => (seen.push(arrival), { name: "ada" }))
    const { url, close } = await listening(toNodeHandler(gateway))
    onTestFinished(close)
    const { headers, body } = post("", message)
    headers.set("x-team", "blue")
    const answer = await fetch(`${url}/v1/messages`, { method: "POST", headers, body, duplex: "half" })
    expect([answer.status, seen]).toMatchObject([
      200,
      [{ method: "POST", path: "/v1/messages", keys: [clientKey], address: "127.0.0.1", headers: { "x-team": "blue" } }]
    ])
  })

  it.each<[string, CallingAccount | undefined, number]>([
    ["whom nobody knows", undefined, 401],
    ["who may call the model", { name: "ada", models: ["claude-*"] }, 200],
    ["who may not", { name: "ada", models: ["gpt-*"] }, 404]
  ])("are answered: one %s", async (_, account, status) => {
    expect((await answerOf(knowing(async () => account))).status).toBe(status)
  })

  it("are told what they were refused with, as their SDK reads it, and that another try is in vain", async () => {
    const { status, retry, body } = await answerOf(
      knowing(() => {
        throw new GatewayError("PermissionDenied", "Not from this address.")
      })
    )
    expect([status, retry, body]).toMatchObject([
      403,
      "false",
      { type: "error", error: { type: "permission_error", message: "Not from this address." } }
    ])
  })

  it("are told nothing of a defect", async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined)
    onTestFinished(() => void vi.restoreAllMocks())
    const { status, body } = await answerOf(knowing(() => Promise.reject(new Error("redis://canary"))))
    expect([status, JSON.stringify(body).includes("canary")]).toEqual([500, false])
  })
})

describe("a gateway that cannot be created", () => {
  it("says why in its log, to whoever waits for it, and to who asks", async () => {
    const lines: string[] = []
    const log = vi.spyOn(console, "log").mockImplementation((...said) => void lines.push(said.join(" ")))
    onTestFinished(() => log.mockRestore())
    const keyless = [Claude.layer({ key: process.env["A_VARIABLE_THAT_IS_NOT_SET"] })] as const
    const gateway = closing(createGateway({ endpoints: [Endpoints.messages], families: keyless, keys }))
    const why = "`claude` has no key: `key` is empty. Is ANTHROPIC_API_KEY set?"
    await expect(gateway.ready).rejects.toThrow(why)
    const { status, body } = await answerOf(gateway)
    expect([status, body.error.message]).toEqual([503, expect.stringContaining(why)])
    expect(lines.join("\n")).toContain(why)
  })
})

/** Never called: what stands here is only compiled. */
export const compiled = (): void => {
  createGateway({ endpoints: [Endpoints.messages, Endpoints.models], families: [claude], keys })

  // @ts-expect-error: no family of these draws
  createGateway({ endpoints: [Endpoints.messages, Endpoints.images], families: [claude], keys })

  // @ts-expect-error: not an endpoint
  createGateway({ endpoints: ["messages"], families: [claude], keys })

  // @ts-expect-error: not a family
  createGateway({ endpoints: [Endpoints.messages], families: [upstream()], keys })

  // @ts-expect-error: nobody may call
  createGateway({ endpoints: [Endpoints.messages], families: [claude] })

  // @ts-expect-error: two ways to know who calls
  createGateway({ endpoints: [Endpoints.messages], families: [claude], keys, authenticate: () => undefined })

  // @ts-expect-error: videos ask for tasks
  createGateway({ endpoints: [Endpoints.videos], families: [Sora.layer({ key: "k" })], keys })

  // @ts-expect-error: there is no such option
  createGateway({ endpoints: [Endpoints.messages], families: [claude], keys, stict: true })
}
