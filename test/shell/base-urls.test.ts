import Anthropic from "@anthropic-ai/sdk"
import { GoogleGenAI } from "@google/genai"
import * as Layer from "effect/Layer"
import OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { TokenCounts } from "../../src/endpoints/counting.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { responses } from "../../src/endpoints/responses.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { listen } from "../../src/sandbox/listen.ts"
import { chatEndpoints } from "./endpoints.ts"
import { twoModels } from "./models.ts"

const key = "client-key-1"
const gateway = Gateway.make(
  Gateway.layer(...chatEndpoints, responses).pipe(
    Layer.provide(twoModels("http://upstream.invalid")),
    Layer.provide(layerFetch(() => Promise.reject(new Error("never")))),
    Layer.provide(TokenCounts.layer()),
    Layer.provide(Credentials.keys(key))
  )
)
let root: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  root = await listen({ fetch: gateway.fetch, models: [] })
})
afterAll(() => gateway.dispose().then(() => root.close()))

const messages = [{ role: "user" as const, content: "Hello" }]

/** What each SDK says of a base URL that is not its own. */
const sdks: Readonly<
  Record<"openai" | "openai responses" | "anthropic" | "anthropic count" | "google", (base: string) => Promise<unknown>>
> = {
  "openai responses": (base) =>
    new OpenAI({ apiKey: key, baseURL: base, maxRetries: 0 }).responses.create({ model: "m", input: "Hello" }),
  "anthropic count": (base) =>
    new Anthropic({ apiKey: key, baseURL: base, maxRetries: 0 }).messages.countTokens({ model: "m", messages }),
  openai: (base) =>
    new OpenAI({ apiKey: key, baseURL: base, maxRetries: 0 }).chat.completions.create({ model: "m", messages }),
  anthropic: (base) =>
    new Anthropic({ apiKey: key, baseURL: base, maxRetries: 0 }).messages.create({
      model: "m",
      max_tokens: 9,
      messages
    }),
  google: (base) =>
    new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: base } }).models.generateContent({
      model: "m",
      contents: "Hi"
    })
}

const out = (version: string): string => `Leave \`${version}\` out of the base URL: your SDK writes the version itself.`

describe("a base URL that an SDK does not want", () => {
  it.each([
    ["openai", "", "`/v1/chat/completions` is there. Let the base URL of your SDK end in `/v1`."],
    ["openai", "/v1/v1", `\`/v1/chat/completions\` is there. ${out("/v1")}`],
    ["openai", "/v1/chat/completions", "`/v1/chat/completions` is there. Let the base URL of your SDK end in `/v1`."],
    ["openai", "/v1beta", "`/v1/chat/completions` is there. Let the base URL of your SDK end in `/v1`."],
    ["openai", "/anthropic", "`/v1/chat/completions` is there. Let the base URL of your SDK end in `/v1`."],
    ["openai", "/api/v1", "`/v1/chat/completions` is there. Leave `/api` out of the base URL of your SDK."],
    ["anthropic", "/anthropic", "`/v1/messages` is there. Leave `/anthropic` out of the base URL of your SDK."],
    ["openai", "/v1beta/openai", "`/v1/chat/completions` is there. Let the base URL of your SDK end in `/v1`."],
    ["openai responses", "/v1beta/openai", "`/v1/responses` is there. Let the base URL of your SDK end in `/v1`."],
    [
      "anthropic count",
      "/anthropic",
      "`/v1/messages/count_tokens` is there. Leave `/anthropic` out of the base URL of your SDK."
    ],
    ["anthropic", "/v1/messages", "`/v1/messages` is there. Leave `/v1/messages` out of the base URL of your SDK."],
    ["anthropic", "/v1", `\`/v1/messages\` is there. ${out("/v1")}`],
    ["google", "/v1", `\`/v1beta/models/{model}:generateContent\` is there. ${out("/v1")}`],
    ["google", "/v1beta", `\`/v1beta/models/{model}:generateContent\` is there. ${out("/v1beta")}`]
  ] as const)("is told with the path and the right one: %s at `%s`", async (sdk, path, advice) => {
    const said = await sdks[sdk](`${root.url}${path}`).catch((error: unknown) => error)
    expect(said).toMatchObject({ status: 404 })
    expect(String(said)).toContain(advice)
  })

  it.each([
    ["/messages", "`/v1/messages` is there. Let the base URL of your SDK end in `/v1`.", "not_found_error"],
    [
      "/models/m:generateContent",
      "`/v1beta/models/{model}:generateContent` is there. Let the base URL of your SDK end in `/v1beta`.",
      "NOT_FOUND"
    ]
  ])("is told in the format of who calls: %s", async (path, advice, word) => {
    const answer = await fetch(`${root.url}${path}`, { method: "POST", headers: { authorization: `Bearer ${key}` } })
    const text = await answer.text()
    expect([answer.status, text.includes(advice), text.includes(word)]).toEqual([404, true, true])
  })
})

describe("a key that a path does not read", () => {
  it.each([
    [{ "x-api-key": key }, "The key stands in `x-api-key`; this path reads `authorization: Bearer KEY`."],
    [{ authorization: key }, "`authorization` holds no `Bearer`; this path reads `authorization: Bearer KEY`."],
    [{}, "No API key was given."]
  ])("is told where it stands, and where it should: %o", async (headers, advice) => {
    const body = JSON.stringify({ model: "m", messages })
    const answer = await fetch(`${root.url}/v1/chat/completions`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body
    })
    const text = await answer.text()
    expect([answer.status, JSON.parse(text).error.message.endsWith(advice), text.includes(key)]).toEqual([
      401,
      true,
      false
    ])
  })
})
