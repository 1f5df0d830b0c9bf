import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import Client from "openai"
import { describe, expect, it, onTestFinished } from "vitest"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { responses } from "../../src/endpoints/responses.ts"
import { responsesApi } from "../../src/families/openai-compatible/responses.ts"
import { Credentials, Families, type FetchFunction, Gateway, layerFetch, OpenAI } from "../../src/index.ts"
import { type MeterEntry, Metering } from "../../src/telemetry/telemetry.ts"
import { failure } from "../sdk/told.ts"

const organisation = ["org", "a1B2c3D4e5F6g7H8i9J0k1L2"].join("-")

const head = { id: "resp_1", object: "response", created_at: 1, model: "gpt-5.1", output: [], status: "in_progress" }

/** What a client is told of a stream that ends with an event, and what the meter is told. */
const told = async (last: object & { readonly type: string }) => {
  const events = [{ type: "response.created", response: head }, last]
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("")
  const metered: MeterEntry[] = []
  const fetch: FetchFunction = () =>
    Promise.resolve(new Response(text, { headers: { "content-type": "text/event-stream" } }))
  const gateway = Gateway.make(
    Gateway.layer(responses).pipe(
      Layer.provide(Families.of(OpenAI.chat({ key: "a-vendors-key-that-none-may-see", format: responsesApi }))),
      Layer.provide(layerFetch(fetch)),
      Layer.provide(Credentials.keys("client")),
      Layer.provide(Layer.succeed(Metering)({ record: (entry) => Effect.sync(() => void metered.push(entry)) }))
    )
  )
  onTestFinished(() => gateway.dispose())
  const answer = await gateway.fetch(
    new Request("http://gateway.test/v1/responses", {
      method: "POST",
      headers: { authorization: "Bearer client", "content-type": "application/json" },
      body: JSON.stringify({ model: "gpt-5.1", input: "Hi", stream: true })
    })
  )
  return { text: await answer.text(), metered }
}

/** @see https://github.com/openai/codex/issues/2255 the vendor says so in the last event of a stream (read 2026-11) */
const limited = {
  type: "response.failed",
  response: {
    ...head,
    status: "failed",
    error: {
      code: "rate_limit_exceeded",
      message: `Rate limit reached for gpt-5.1 in organization ${organisation} on tokens per min (TPM).`
    }
  }
}

describe("a stream of the Responses API that fails in the vendor's own words", () => {
  it("tells its client no account of the operator's", async () => {
    const { text } = await told(limited)
    expect(text).not.toContain(organisation)
    expect(text).toContain("Rate limit reached for gpt-5.1 in organization *** on tokens")
    expect(text).toContain('"code":"rate_limit_exceeded"')
  })

  it("is metered as one that failed", async () => {
    const { metered } = await told(limited)
    expect(metered.map(({ ended }) => ended)).toEqual(["failed"])
  })

  it("passes as it is where it says nothing of an account", async () => {
    const error = { code: "server_error", message: "The model is tired." }
    const last = { type: "response.failed", response: { ...head, status: "failed", error } }
    expect((await told(last)).text).toContain(`event: response.failed\ndata: ${JSON.stringify(last)}\n\n`)
  })
})

describe("a whole answer of the Responses API that failed", () => {
  const error = { code: "server_error", message: "The model is tired." }

  /** How often the vendor is called for a client's one request, and what its SDK throws. */
  const asked = async (answer: object, ask: (client: Client) => Promise<unknown>) => {
    let calls = 0
    const upstream: FetchFunction = () => {
      calls++
      return Promise.resolve(Response.json({ ...head, ...answer }))
    }
    const gateway = Gateway.make(
      Gateway.layer(responses, chatCompletions).pipe(
        Layer.provide(Families.of(OpenAI.chat({ key: "a-vendors-key-that-none-may-see", format: responsesApi }))),
        Layer.provide(layerFetch(upstream)),
        Layer.provide(Credentials.keys("client"))
      )
    )
    onTestFinished(() => gateway.dispose())
    const client = new Client({
      apiKey: "client",
      baseURL: "http://gateway.test/v1",
      fetch: (url, init) => gateway.fetch(new Request(url, init))
    })
    return { thrown: await failure(ask(client)), calls }
  }

  const ways = [
    ["passes", (client: Client) => client.responses.create({ model: "gpt-5.1", input: "Hi" })],
    [
      "is translated",
      (client: Client) =>
        client.chat.completions.create({ model: "gpt-5.1", messages: [{ role: "user", content: "Hi" }] })
    ]
  ] as const

  it.each(ways)("is made once where it %s, though the SDK would ask again", async (_, ask) => {
    expect((await asked({ status: "failed", error }, ask)).calls).toBe(1)
  })

  it.each(ways)("is told in the vendor's words where it %s", async (_, ask) => {
    expect(String((await asked({ status: "failed", error }, ask)).thrown)).toContain("The model is tired.")
  })

  it("is made once where nobody says why it failed", async () => {
    expect((await asked({ status: "failed", error: null }, ways[1][1])).calls).toBe(1)
  })
})
