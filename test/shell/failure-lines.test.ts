import { createServer } from "node:http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest"
import * as OpenAI from "../../src/families/openai.ts"
import {
  Credentials,
  type Endpoint,
  Families,
  type FetchFunction,
  Gateway,
  layerFetch,
  type Meter,
  Metering,
  type Upstream,
  Endpoints
} from "../../src/index.ts"
import { layerUndici } from "../../src/node.ts"
import { closed, listen } from "../faults/loopback.ts"
import { patience } from "../setup/patience.ts"

/** What no line may hold. */
const canaries = {
  client: `key-canary-${"c".repeat(24)}`,
  vendor: `key-canary-${"v".repeat(24)}`,
  prompt: `prompt-canary with words`,
  answer: `answer-canary with words`
}

interface Line {
  readonly level: string
  readonly said: readonly string[]
  readonly about: Readonly<Record<string, unknown>>
}

let lines: Line[] = []
afterEach(() => {
  const all = JSON.stringify(lines)
  for (const canary of Object.values(canaries)) expect(all).not.toContain(canary)
  lines = []
})

const keeping = Logger.layer([
  Logger.make(({ logLevel, message, fiber }) => {
    const said = Array.isArray(message) ? message.map(String) : [String(message)]
    lines.push({ level: logLevel, said, about: fiber.getRef(References.CurrentLogAnnotations) })
  })
])

/** An endpoint with a defect that quotes what it read. */
const broken: Endpoint = {
  ...Endpoints.models,
  id: "broken",
  path: "/v1/broken",
  also: [],
  handle: ({ head }) => {
    throw new TypeError(`no 'place' for "${canaries.prompt}" of ${head.headers["authorization"]}`)
  }
}

const unmetered: Meter = { record: () => Effect.void }

const gatewayOver = (upstream: Layer.Layer<Upstream>, url = "http://vendor.test/v1", meter = unmetered) => {
  const gateway = Gateway.make(
    Gateway.layer(Endpoints.chatCompletions, broken).pipe(
      Layer.provide(Families.of(OpenAI.chat({ key: canaries.vendor, url, upstreamName: "main" }))),
      Layer.provide(upstream),
      Layer.provide(Layer.succeed(Metering)(meter)),
      Layer.provide(Credentials.keys({ key: canaries.client, name: "team" })),
      Layer.provide(keeping)
    )
  )
  onTestFinished(() => gateway.dispose())
  return gateway
}

const answering = (answer: () => Response): Layer.Layer<Upstream> => {
  const fetch: FetchFunction = () => Promise.resolve(answer())
  return layerFetch(fetch)
}

const ask = (path = "/v1/chat/completions", more: object = {}): Request =>
  new Request(`http://gateway.test${path}`, {
    method: path === "/v1/broken" ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${canaries.client}`,
      "content-type": "application/json",
      "x-request-id": "request-1"
    },
    ...(path === "/v1/broken"
      ? {}
      : {
          body: JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: canaries.prompt }], ...more })
        })
  })

/** An answer, read to its end. */
const told = async (answer: Promise<Response>): Promise<string> => (await answer).text()

const about = { requestId: "request-1", upstream: "main", family: "openai", model: "gpt-4o" }

const failed = "A call to an upstream failed."

const stream = (...frames: readonly string[]): Response =>
  new Response(frames.map((frame) => `data: ${frame}\n\n`).join(""), {
    headers: { "content-type": "text/event-stream" }
  })

const chunk = (more: object): string =>
  JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "gpt-4o", choices: [more] })

const begun = chunk({ index: 0, delta: { role: "assistant", content: canaries.answer }, finish_reason: null })

const whole = (): Response =>
  Response.json({
    id: "c",
    object: "chat.completion",
    created: 1,
    model: "gpt-4o",
    choices: [{ index: 0, message: { role: "assistant", content: canaries.answer }, finish_reason: "stop" }]
  })

describe("what an operator sees of a call that failed", () => {
  it.each([false, true])("is one line where nobody listens, with the runtime's code (stream: %s)", async (streams) => {
    const server = createServer()
    const port = await listen(server)
    await closed(server)
    const gateway = gatewayOver(layerUndici({ retries: 0 }), `http://127.0.0.1:${port}/v1`)
    await told(gateway.fetch(ask(undefined, { stream: streams })))
    const where = { host: `127.0.0.1:${port}`, reason: "ECONNREFUSED" }
    expect(lines).toEqual([{ level: "Warn", said: [failed], about: { ...about, ...where } }])
  })

  it.each([
    [429, "Warn"],
    [500, "Warn"],
    [400, "Info"]
  ])("is one line where the vendor answers %i", async (status, level) => {
    const error = { message: `${canaries.vendor} ${canaries.prompt}`, type: "an_error", code: null }
    await told(gatewayOver(answering(() => Response.json({ error }, { status }))).fetch(ask()))
    expect(lines).toMatchObject([{ level, said: [failed], about: { ...about, host: "vendor.test", status } }])
  })

  it("is there before the call is metered, which may take its time", async () => {
    const before: number[] = []
    const meter: Meter = { record: () => Effect.sync(() => void before.push(lines.length)) }
    const gateway = gatewayOver(
      answering(() => Response.json({ error: { message: "No." } }, { status: 500 })),
      undefined,
      meter
    )
    await told(gateway.fetch(ask()))
    expect(before).toEqual([1])
  })

  it.each([401, 403])(
    "holds what the vendor says of the operator's key, without the key, where it answers %i",
    async (status) => {
      const message = `Incorrect API key provided: ${canaries.vendor}.`
      const error = { message, type: "invalid_request_error", code: "invalid_api_key" }
      const answer = await told(gatewayOver(answering(() => Response.json({ error }, { status }))).fetch(ask()))
      expect(answer).not.toContain("Incorrect")
      expect(lines).toMatchObject([
        {
          level: "Warn",
          said: [failed],
          about: { ...about, status, refusal: expect.stringMatching(/^Incorrect API key provided: \S+$/) }
        }
      ])
    }
  )

  it.each([
    ["tells an error", [begun, JSON.stringify({ error: { message: canaries.answer, type: "server_error" } })]],
    ["ends too early", [begun]]
  ])("is one line where a stream %s", async (_, frames) => {
    await told(gatewayOver(answering(() => stream(...frames))).fetch(ask(undefined, { stream: true })))
    expect(lines.map(({ said, about: { requestId, upstream, host } }) => [...said, requestId, upstream, host])).toEqual(
      [[failed, "request-1", "main", "vendor.test"]]
    )
  })

  it("is nothing where it went well, or its client left", async () => {
    await told(gatewayOver(answering(whole)).fetch(ask()))
    const silent = new ReadableStream<Uint8Array>({
      start: (to) => to.enqueue(new TextEncoder().encode(`data: ${begun}\n\n`))
    })
    const open = gatewayOver(
      answering(() => new Response(silent, { headers: { "content-type": "text/event-stream" } }))
    )
    const { body } = await open.fetch(ask(undefined, { stream: true }))
    const reader = body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect(lines).toEqual([])
  })
})

describe("what an operator sees of a defect", () => {
  it("is what it says but for what it quotes, where it was, and which request met it", async () => {
    const answer = await gatewayOver(answering(whole)).fetch(ask("/v1/broken"))
    expect(answer.status).toBe(500)
    expect(lines.map(({ level, said }) => [level, said[0], said[1]])).toEqual([
      ["Error", "An unexpected error was answered with a 500.", `TypeError: no 'place' for "…" of Bearer [redacted]`]
    ])
    expect([lines[0]?.about, lines[0]?.said[2]]).toEqual([
      { requestId: "request-1" },
      expect.stringContaining("failure-lines.test.ts")
    ])
  })

  it("is a line for each metering that fails, whose request is answered all the same", async () => {
    const throwing: Meter = {
      record: () => {
        throw new Error("the books are closed")
      }
    }
    const answer = await gatewayOver(answering(whole), undefined, throwing).fetch(ask())
    expect(await answer.text()).toContain(canaries.answer)
    await vi.waitFor(() => expect(lines.length).toBe(1), patience)
    expect([lines[0]?.level, lines[0]?.said.slice(0, 2), lines[0]?.about["requestId"]]).toEqual([
      "Error",
      ["The metering of a request failed.", "Error: the books are closed"],
      "request-1"
    ])
  })

  it.each([
    () => JSON.parse(canaries.prompt),
    () => BigInt(canaries.prompt),
    () => decodeURIComponent(`%E0%A4%A ${canaries.prompt}`),
    () => Reflect.apply(Function.prototype.call, (it: object) => "x" in it, [undefined, canaries.prompt])
  ])("is never what an engine's error quotes: %s", async (throwing) => {
    const record = (): Effect.Effect<void> => Effect.sync(throwing)
    await told(gatewayOver(answering(whole), undefined, { record }).fetch(ask()))
    await vi.waitFor(() => expect(lines.length).toBe(1), patience)
    expect(lines[0]?.said[1]).toMatch(/^\w+Error: /)
  })
})
