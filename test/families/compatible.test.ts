import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished } from "vitest"
import { readFile } from "../../src/config/file.ts"
import { modelsOf } from "../../src/hosts/cli/served.ts"
import {
  type ChatModels,
  Compatible,
  Credentials,
  Families,
  Gateway,
  layerFetch,
  translateRequest,
  type Upstream,
  Formats,
  Endpoints
} from "../../src/index.ts"

const answer = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "llama-3",
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }]
}

/** The bodies that a server of one's own is sent for requests through these models. */
const sentBy = async (models: Layer.Layer<ChatModels, never, Upstream>, requests: readonly Request[]) => {
  const sent: unknown[] = []
  const vendor = layerFetch(async (request) => {
    sent.push(await request.json())
    return Response.json(answer)
  })
  const gateway = Gateway.make(
    Gateway.layer(Endpoints.chatCompletions, Endpoints.messages, Endpoints.generateContent).pipe(
      Layer.provide(models),
      Layer.provide(vendor),
      Layer.provide(Credentials.keys("client-key-1"))
    )
  )
  onTestFinished(() => gateway.dispose())
  for (const request of requests) expect((await gateway.fetch(request)).status).toBe(200)
  return sent
}

const post = (path: string, body: object): Request =>
  new Request(`http://gateway.test${path}`, {
    method: "POST",
    headers: { authorization: "Bearer client-key-1", "content-type": "application/json" },
    body: JSON.stringify(body)
  })

const user = [{ role: "user", content: "Hello" }]
const chat = (more: object): Request => post("/v1/chat/completions", { model: "llama-3", messages: user, ...more })
const limited = (): readonly Request[] => [
  post("/v1/messages", { model: "llama-3", max_tokens: 7, messages: user }),
  post("/v1beta/models/llama-3:generateContent", {
    contents: [{ role: "user", parts: [{ text: "Hello" }] }],
    generationConfig: { maxOutputTokens: 7 }
  }),
  chat({ max_completion_tokens: 7 }),
  chat({ max_tokens: 7 })
]

const own = (known?: Parameters<typeof Compatible.layer>[1]) =>
  Families.of(Compatible.chat({ key: "none", url: "http://127.0.0.1:8000/v1", models: ["llama-*"] }, known))

describe("an API of which nothing is known", () => {
  it("is told the limit of the output as `max_tokens`, whoever said it", async () => {
    const sent = await sentBy(own(), limited())
    expect(sent).toHaveLength(4)
    for (const body of sent) {
      expect(body).toMatchObject({ max_tokens: 7 })
      expect(body).not.toHaveProperty("max_completion_tokens")
    }
  })

  it("is told it in the newer word where its operator says so", async () => {
    for (const body of await sentBy(own({ limit: "max_completion_tokens" }), limited())) {
      expect(body).toMatchObject({ max_completion_tokens: 7 })
      expect(body).not.toHaveProperty("max_tokens")
    }
  })

  it("is told nothing that its operator says it lacks, and no number beyond its ranges, for every id", async () => {
    const known = { lacks: ["seed"], ranges: { temperature: [0, 1] } } as const
    const [body] = await sentBy(own(known), [chat({ seed: 1, temperature: 1.5, top_p: 0.5 })])
    expect(body).toEqual({ model: "llama-3", messages: user, temperature: 1, top_p: 0.5 })
  })
})

describe("a configuration file", () => {
  const file = (entry: string): string =>
    `keys: [{key: client-key-1}]\nupstreams: {own: {${entry}, key: none}}\nmodels: [{match: "llama-*", upstream: own}]`

  it("says what an API of one's own takes", async () => {
    const read = readFile(
      file(
        `family: compatible, url: "http://own.test/v1", limit: max_completion_tokens, lacks: [seed], ranges: {top_p: [0.1, 1]}`
      ),
      {}
    )
    if (!read.ok) throw new Error(JSON.stringify(read.error))
    const models = await modelsOf(read.value)
    expect(await sentBy(models, [chat({ max_tokens: 7, seed: 1, top_p: 0 })])).toEqual([
      { model: "llama-3", messages: user, max_completion_tokens: 7, top_p: 0.1 }
    ])
  })

  it("says it of no other family", () => {
    const read = readFile(file("family: claude, limit: max_tokens"), {})
    expect(read.ok ? [] : read.error.map(({ key, message }) => `${key} ${message}`)).toEqual([
      "upstreams.own.limit is for the family `compatible` only."
    ])
  })
})

describe("a translation", () => {
  it("spells the limit of the output as its target wants it", () => {
    const body = JSON.stringify({ model: "m", max_tokens: 7, messages: user })
    const limits = (["max_tokens", "max_completion_tokens", undefined] as const).map((limit) => {
      const target = { model: "llama-3", ...(limit === undefined ? {} : { limit }) }
      const there = translateRequest({ from: Formats.messages, to: Formats.chatCompletions, target }, body)
      return there.ok ? Object.keys(JSON.parse(there.value.body)).filter((key) => key.startsWith("max_")) : []
    })
    expect(limits).toEqual([["max_tokens"], ["max_completion_tokens"], ["max_completion_tokens"]])
  })
})
