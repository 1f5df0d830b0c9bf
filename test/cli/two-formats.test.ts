import OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { closed, listen } from "../faults/loopback.ts"
import { vendor } from "../families/two-formats/vendor.ts"
import { clientKey, nodeWith } from "./started.ts"

const { server, asked } = vendor()
const narrowKey = "key-of-one-model"
let vendorUrl = ""

beforeAll(async () => {
  vendorUrl = `http://127.0.0.1:${await listen(server)}/v1`
})

afterAll(() => closed(server))

const serving = (openai: object = {}) =>
  nodeWith({
    upstreams: { openai: { family: "openai", url: vendorUrl, key: "u", ...openai } },
    keys: [
      { key: clientKey, name: "wide" },
      { key: narrowKey, name: "narrow", models: ["gpt-4o"] }
    ],
    open: ["/metrics"]
  })

/** What a client asks in its own format, and in which one the vendor was asked for it. */
const asks = {
  "chat completions": (client: OpenAI, model: string) =>
    client.chat.completions.create({ model, messages: [{ role: "user", content: "Hi" }] }),
  "the Responses API": (client: OpenAI, model: string) => client.responses.create({ model, input: "Hi" }),
  "functions beside thinking": (client: OpenAI, model: string) =>
    client.chat.completions.create({
      model,
      messages: [{ role: "user", content: "Hi" }],
      reasoning_effort: "high",
      tools: [{ type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } }]
    })
}

const client = (url: string, apiKey = clientKey) => new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 })

describe("isogloss serve with a vendor whose API speaks two formats", () => {
  it("calls it in each client's own, in the one that takes the request, and counts both alike", async () => {
    const { url } = await serving()
    for (const [name, path] of [
      ["chat completions", "/v1/chat/completions"],
      ["the Responses API", "/v1/responses"],
      ["functions beside thinking", "/v1/responses"]
    ] as const) {
      asked.splice(0)
      await asks[name](client(url), "gpt-5.5")
      expect(asked.map((it) => it.path)).toEqual([path])
    }
    const page = await (await fetch(`${url}/metrics`)).text()
    const counted = (endpoint: string, kind: string): string | undefined =>
      new RegExp(`^isogloss_tokens_total\\{endpoint="${endpoint}",family="openai",kind="${kind}"\\} (\\d+)$`, "m").exec(
        page
      )?.[1]
    const kinds = ["input", "text", "reasoning"]
    expect(kinds.map((kind) => counted("chat-completions", kind))).toEqual(["6", "6", "2"])
    expect(kinds.map((kind) => counted("responses", kind))).toEqual(["3", "2", "2"])
  })

  it("lets a key of one model ask that one alone, in every format", async () => {
    const { url } = await serving()
    asked.splice(0)
    for (const ask of Object.values(asks)) {
      await ask(client(url, narrowKey), "gpt-4o")
      for (const model of ["gpt-5.5", "nobody-has-it"])
        await expect(ask(client(url, narrowKey), model)).rejects.toMatchObject({ status: 404, code: "model_not_found" })
    }
    expect(asked.map(({ body }) => body.model)).toEqual(["gpt-4o", "gpt-4o", "gpt-4o"])
  })

  it("calls it in the one that the configuration says, whatever its clients speak", async () => {
    const { url } = await serving({ format: "responses" })
    asked.splice(0)
    for (const ask of Object.values(asks)) await ask(client(url), "gpt-5.5")
    expect(asked.map(({ path }) => path)).toEqual(["/v1/responses", "/v1/responses", "/v1/responses"])
  })
})
