import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import expressApp from "express"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { OpenAI as Client } from "openai"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { toExpress } from "../../src/express.ts"
import * as Claude from "../../src/families/claude.ts"
import * as OpenAI from "../../src/families/openai.ts"
import {
  Credentials,
  type MeterEntry,
  Families,
  Gateway,
  Metering,
  type RunningGateway,
  Endpoints
} from "../../src/index.ts"
import { layerUndici, toNodeHandler } from "../../src/node.ts"
import { listen as listenWeb } from "../../src/sandbox/listen.ts"
import { closed, listen } from "../faults/loopback.ts"
import { clientKey, upstreamKey } from "./gateway.ts"
import { bun } from "./subjects/bun.ts"

/** What OpenAI sends of a short answer. */
const frames = [
  '{"id":"c","object":"chat.completion.chunk","created":1,"model":"gpt-4o","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}',
  '{"id":"c","object":"chat.completion.chunk","created":1,"model":"gpt-4o","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
  "[DONE]"
].map((data) => `data: ${data}\n\n`)

/** What Anthropic sends of one. */
const claudeFrames = [
  '{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"claude-haiku-4-5","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}',
  '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
  '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}',
  '{"type":"content_block_stop","index":0}',
  '{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":1}}',
  '{"type":"message_stop"}'
].map((data) => `event: ${/"type":"(\w+)"/.exec(data)?.[1]}\ndata: ${data}\n\n`)

/** How many connections a vendor took that closes each of its answers 20 ms after its last event. */
const lateUpstream = async () => {
  let connections = 0
  let ended: Promise<unknown> = Promise.resolve()
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume()
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.write((request.url === "/v1/messages" ? claudeFrames : frames).join(""))
    ended = once(response, "finish")
    setTimeout(() => response.end(), 20)
  })
  server.on("connection", () => (connections += 1))
  const url = `http://127.0.0.1:${await listen(server)}`
  onTestFinished(() => closed(server))
  return { url, connections: () => connections, ended: () => ended }
}

const gatewayOver = (url: string, entries: MeterEntry[]): RunningGateway => {
  const gateway = Gateway.make(
    Gateway.layer(Endpoints.chatCompletions).pipe(
      Layer.provide(
        Families.of(OpenAI.chat({ key: upstreamKey, url: `${url}/v1` }), Claude.layer({ key: upstreamKey, url }))
      ),
      Layer.provide(layerUndici()),
      Layer.provide(Credentials.keys(clientKey)),
      Layer.provide(Layer.succeed(Metering)({ record: (entry) => Effect.sync(() => void entries.push(entry)) }))
    )
  )
  onTestFinished(() => gateway.dispose())
  return gateway
}

const served = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  onTestFinished(() => closed(server))
  return `http://127.0.0.1:${await listen(server)}`
}

const hosts: readonly (readonly [string, (gateway: RunningGateway) => Promise<string>])[] = [
  ["node:http", (gateway) => served(toNodeHandler(gateway))],
  ["Express", (gateway) => served(expressApp().use(toExpress(gateway)))],
  [
    "a host of fetch",
    async (gateway) => {
      const { url, close } = await listenWeb({ fetch: gateway.fetch, models: [] })
      onTestFinished(close)
      return url
    }
  ]
]

/**
 * Reads ten streams with OpenAI's SDK, which leaves each at its last event. As a person does it asks again a while after
 * the upstream's answer has `ended`.
 */
const readTen = async (url: string, ended: () => Promise<unknown>, model = "gpt-4o"): Promise<readonly string[]> => {
  const client = new Client({ apiKey: clientKey, baseURL: `${url}/v1`, maxRetries: 0 })
  const texts: string[] = []
  for (let nth = 0; nth < 10; nth++) {
    const messages = [{ role: "user" as const, content: "Hello" }]
    let text = ""
    for await (const { choices } of await client.chat.completions.create({ model, messages, stream: true }))
      text += choices[0]?.delta.content ?? ""
    texts.push(text)
    await ended()
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  return texts
}

const ten = Array.from({ length: 10 }, () => "Hi")

describe("streams whose upstream closes after their last event", () => {
  it.each(hosts)("are finished, and take one connection: %s", async (_, host) => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined)
    const entries: MeterEntry[] = []
    const upstream = await lateUpstream()
    const texts = await readTen(await host(gatewayOver(upstream.url, entries)), upstream.ended)
    expect(texts).toEqual(ten)
    expect(entries.map(({ ended }) => ended)).toEqual(ten.map(() => "finished"))
    expect({ connections: upstream.connections(), errors: errors.mock.calls }).toEqual({ connections: 1, errors: [] })
    errors.mockRestore()
  })

  it("are finished, and take one connection: translated", async () => {
    const entries: MeterEntry[] = []
    const upstream = await lateUpstream()
    const url = await served(toNodeHandler(gatewayOver(upstream.url, entries)))
    expect(await readTen(url, upstream.ended, "claude-haiku-4-5")).toEqual(ten)
    expect(entries.map(({ ended }) => ended)).toEqual(ten.map(() => "finished"))
    expect(upstream.connections()).toBe(1)
  })

  it("take one connection in Bun", async () => {
    const upstream = await lateUpstream()
    const { url, close } = await bun.open(upstream.url)
    onTestFinished(close)
    expect(await readTen(url, upstream.ended)).toEqual(ten)
    expect(upstream.connections()).toBe(1)
  })
})
