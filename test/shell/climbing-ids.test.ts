import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import * as Gemini from "../../src/families/gemini.ts"
import { Credentials, Families, Gateway, TokenCounts, Upstream, Endpoints } from "../../src/index.ts"

const called: string[] = []

const upstream = Layer.succeed(Upstream)({
  unary: ({ url }) =>
    Effect.sync(() => {
      called.push(url)
      return { status: 200, headers: {}, body: new TextEncoder().encode("{}"), attempts: 1 }
    }),
  stream: () => Effect.die("not called")
})

/** A gateway that sends on whatever is called like a Gemini model, and whose one key may use flash models and embedders alone. */
const gateway = Gateway.make(
  Gateway.layer(
    Endpoints.chatCompletions,
    Endpoints.generateContent,
    Endpoints.embedContent,
    Endpoints.countTokens,
    Endpoints.model
  ).pipe(
    Layer.provide(Families.routed([{ match: "gemini-*", upstream: "gemini" }], Gemini.layer({ key: "operator" }))),
    Layer.provide(upstream),
    Layer.provide(TokenCounts.layer()),
    Layer.provide(Credentials.keys({ key: "k", name: "k", models: ["gemini-2.5-flash*", "gemini-embedding-*"] }))
  )
)
afterAll(() => gateway.dispose())

const ask = async (path: string, body?: unknown): Promise<number> => {
  const request = new Request(`http://gateway.invalid${path}`, {
    headers: { authorization: "Bearer k", "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
  })
  return (await gateway.fetch(request)).status
}

const contents = [{ parts: [{ text: "x" }] }]
const messages = [{ role: "user", content: "x" }]

describe("an id that climbs to another model in its upstream's path", () => {
  it.each<[string, string, unknown?]>([
    ["in a body", "/v1/chat/completions", { model: "gemini-2.5-flash/../gemini-2.5-pro", messages }],
    ["under a suffix", "/v1/chat/completions", { model: "gemini-2.5-flash/..-nothinking", messages }],
    ["to another collection", "/v1/chat/completions", { model: "gemini-2.5-flash/../../tunedModels/a", messages }],
    ["by one dot", "/v1/chat/completions", { model: "gemini-2.5-flash/./x", messages }],
    ["in a path", "/v1beta/models/gemini-2.5-flash%2F..%2Fgemini-2.5-pro:generateContent", { contents }],
    [
      "in a path with escaped dots",
      "/v1beta/models/gemini-2.5-flash%2F%2e%2e%2Fgemini-2.5-pro:generateContent",
      { contents }
    ],
    [
      "of an embedder",
      "/v1beta/models/gemini-embedding-x%2F..%2Ftext-embedding-004:embedContent",
      { content: contents[0] }
    ],
    [
      "where tokens are counted",
      "/v1/messages/count_tokens",
      { model: "gemini-2.5-flash/../gemini-2.5-pro", messages }
    ],
    ["where it is looked up", "/v1/models/gemini-2.5-flash%2F..%2Fgemini-2.5-pro"]
  ])("is unknown: %s", async (_, path, body) => {
    expect(await ask(path, body)).toBe(404)
  })

  it("never reaches its upstream", () => expect(called).toEqual([]))

  it("is not one with dots in its name", async () => {
    await ask("/v1beta/models/gemini-2.5-flash-..x:generateContent", { contents })
    expect(called).toEqual([
      "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash-..x:generateContent"
    ])
  })
})
