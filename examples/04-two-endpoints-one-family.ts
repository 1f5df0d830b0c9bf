// A gateway of exactly two endpoints and one family, asked without a server: it is a function of a Request.
import assert from "node:assert/strict"
import Anthropic from "@anthropic-ai/sdk"
import * as Layer from "effect/Layer"
import { Claude, Credentials, Families, Gateway, layerFetch, Endpoints } from "../src/index.ts"
import * as Sandbox from "../src/sandbox.ts"

const vendor = Sandbox.make({ key: "the vendor's", pace: 0 })

const routes = [{ match: "fast", upstream: "claude", model: "claude-haiku-4-5" }]
const claude = Claude.layer({ key: "the vendor's", models: ["claude-opus-4-6", "claude-haiku-*"] })
const gateway = Gateway.make(
  Gateway.layer(Endpoints.messages, Endpoints.models).pipe(
    Layer.provide(Families.routed(routes, claude)),
    Layer.provide(layerFetch(vendor.fetch)),
    Layer.provide(Credentials.keys("wide", { key: "narrow", name: "intern", models: ["claude-haiku-4-5"] }))
  ),
  { strict: true }
)

const clientOf = (apiKey: string): Anthropic =>
  new Anthropic({ apiKey, baseURL: "http://gateway", fetch: (url, init) => gateway.fetch(new Request(url, init)) })
const hello = { max_tokens: 100, messages: [{ role: "user" as const, content: "Hello" }] }

const reply = await clientOf("narrow").messages.create({ ...hello, model: "fast" })
assert.deepEqual([reply.model, reply.stop_reason], ["claude-haiku-4-5", "end_turn"])
await assert.rejects(clientOf("narrow").messages.create({ ...hello, model: "claude-opus-4-6" }), { status: 404 })

const listed = await clientOf("narrow").models.list()
assert.deepEqual(listed.data.map(({ id }) => id).toSorted(), ["claude-haiku-4-5", "fast"])

const elsewhere = await gateway.fetch(new Request("http://gateway/v1/chat/completions", { method: "POST" }))
assert.equal(elsewhere.status, 404)
await gateway.dispose()
