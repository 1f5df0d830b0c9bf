// Middleware is a function of endpoints: here each account may call so often, and is told how often still.
import assert from "node:assert/strict"
import Anthropic, { RateLimitError } from "@anthropic-ai/sdk"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Endpoint } from "../src/index.ts"
import { Claude, Credentials, Families, Gateway, GatewayError, layerFetch, Endpoints } from "../src/index.ts"
import * as Sandbox from "../src/sandbox.ts"

const limited = <R>(endpoint: Endpoint<R>, most: number): Endpoint<R> => {
  const calls = new Map<string, number>()
  const spent = new GatewayError("RateLimited", "That was all for today.", { retryAfter: 3600 })
  return {
    ...endpoint,
    handle: (incoming) =>
      Effect.suspend(() => {
        const left = most - (calls.get(incoming.principal.name) ?? 0) - 1
        if (left < 0) return Effect.fail(spent)
        calls.set(incoming.principal.name, most - left)
        const told = { "x-calls-left": String(left) }
        return Effect.map(endpoint.handle(incoming), (it) => ({ ...it, headers: { ...it.headers, ...told } }))
      })
  }
}

const gateway = Gateway.make(
  Gateway.layer(limited(Endpoints.messages, 2)).pipe(
    Layer.provide(Families.of(Claude.layer({ key: "the vendor's" }))),
    Layer.provide(layerFetch(Sandbox.make({ key: "the vendor's" }).fetch)),
    Layer.provide(Credentials.keys("sandbox"))
  )
)

const fetch = (url: string | URL | Request, init?: RequestInit) => gateway.fetch(new Request(url, init))
const client = new Anthropic({ baseURL: "http://gateway", apiKey: "sandbox", maxRetries: 0, fetch })
const hello = { model: "claude-haiku-4-5", max_tokens: 100, messages: [{ role: "user" as const, content: "Hello" }] }
const first = await client.messages.create(hello).withResponse()
assert.equal(first.response.headers.get("x-calls-left"), "1")
await client.messages.create(hello)
await assert.rejects(client.messages.create(hello), RateLimitError)
await gateway.dispose()
