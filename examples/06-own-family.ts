// A family of one's own: a server that speaks messages, reads keys in its own header, and knows no temperature.
import assert from "node:assert/strict"
import * as Layer from "effect/Layer"
import OpenAI from "openai"
import { Credentials, Families, Gateway, layerFetch, Endpoints, Formats } from "../src/index.ts"
import * as Sandbox from "../src/sandbox.ts"

const house: Families.ChatProfile<{ maxTokens: number }> = {
  family: "house",
  format: Formats.messages,
  models: ["house-*"],
  catalogue: new Map([["house-large", { maxTokens: 4096 }]]),
  url: "http://house.internal",
  path: () => "/v1/messages",
  headers: (_, key) => ({ "x-house-key": key }),
  target: (rules) => rules ?? {},
  edits: ({ body }) => (body.object?.["temperature"] === undefined ? { value: [], notes: [] } : withoutTemperature),
  thinks: () => false,
  takesStreamUsage: false
}

const path = "/temperature"
const note = { kind: "dropped", severity: "meaning", path, rule: "house/temperature", detail: "it has none" } as const
const withoutTemperature = { value: [{ path }], notes: [note] }

const gateway = Gateway.make(
  Gateway.layer(Endpoints.chatCompletions).pipe(
    Layer.provide(Families.of(Families.chat(house, { key: "the house's" }))),
    Layer.provide(layerFetch(server)),
    Layer.provide(Credentials.keys("sandbox"))
  )
)

const fetch = (url: string | URL | Request, init?: RequestInit) => gateway.fetch(new Request(url, init))
const client = new OpenAI({ baseURL: "http://gateway/v1", apiKey: "sandbox", fetch })
const hello = { model: "house-large", temperature: 0.2, messages: [{ role: "user" as const, content: "Hello" }] }
const { data, response } = await client.chat.completions.create(hello).withResponse()
assert.match(data.choices[0]?.message.content ?? "", /^You wrote: “Hello”/)
assert.match(response.headers.get("x-isogloss-notes") ?? "", /dropped \/temperature house\/temperature/)
await gateway.dispose()

/** In place of the server. */
async function server({ url, headers, body }: Request): Promise<Response> {
  const { temperature, ...asked } = JSON.parse(await new Response(body).text())
  assert.deepEqual([headers.get("x-house-key"), temperature, asked.max_tokens], ["the house's", undefined, 4096])
  const init = { method: "POST", headers: { "anthropic-version": "2023-06-01" } }
  return Sandbox.make().fetch(
    new Request(url, { ...init, body: JSON.stringify({ ...asked, model: "claude-haiku-4-5" }) })
  )
}
