import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import Client from "openai"
import { describe, expect, it, onTestFinished } from "vitest"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { redactorOf } from "../../src/core/secrets/redactor.ts"
import { Secrets } from "../../src/credentials/credentials.ts"
import { responses } from "../../src/endpoints/responses.ts"
import { response } from "../../src/endpoints/stored-responses.ts"
import { responsesApi } from "../../src/families/openai-compatible/responses.ts"
import { layerMemory } from "../../src/history.ts"
import { Credentials, Families, type FetchFunction, Gateway, layerFetch, OpenAI } from "../../src/index.ts"
import { type MeterEntry, Metering } from "../../src/telemetry/telemetry.ts"
import { failure } from "../sdk/told.ts"
import { printEvents } from "../faults/frames.ts"

const organisation = ["org", "a1B2c3D4e5F6g7H8i9J0k1L2"].join("-")

/** What the deployment knows and this vendor is not sent. */
const otherSecret = "the-password-of-another-store"

const head = { id: "resp_1", object: "response", created_at: 1, model: "gpt-5.1", output: [], status: "in_progress" }

/** What a client is told of a stream that ends with an event, and what the meter is told. */
const told = async (...last: readonly (object & { readonly type: string })[]) => {
  const events = [{ type: "response.created", response: head }, ...last]
  const text = printEvents(events)
  const metered: MeterEntry[] = []
  const fetch: FetchFunction = () =>
    Promise.resolve(new Response(text, { headers: { "content-type": "text/event-stream" } }))
  const gateway = Gateway.make(
    Gateway.layer(responses).pipe(
      Layer.provide(Families.of(OpenAI.chat({ key: "a-vendors-key-that-none-may-see", format: responsesApi }))),
      Layer.provide(layerFetch(fetch)),
      Layer.provide(Credentials.keys("client")),
      Layer.provide(Layer.succeed(Secrets)(redactorOf([otherSecret]))),
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

  it("is metered as one that failed where it does not say why", async () => {
    const last = { type: "response.failed", response: { ...head, status: "failed", error: null } }
    const { metered } = await told(last)
    expect(metered.map(({ ended }) => ended)).toEqual(["failed"])
  })

  it("passes as it is where it says nothing of an account", async () => {
    const error = { code: "server_error", message: "The model is tired." }
    const last = { type: "response.failed", response: { ...head, status: "failed", error } }
    expect((await told(last)).text).toContain(`event: response.failed\ndata: ${JSON.stringify(last)}\n\n`)
  })
})

/** So the vendor itself does, read in a recorded stream (2026-11). */
describe("a stream of the Responses API in which the vendor says an error, and then that its answer failed", () => {
  const first = { type: "error", sequence_number: 1, code: "server_error", message: "Tired.", param: null }
  const failing = (message: string, code = "server_error") => ({
    type: "response.failed",
    sequence_number: 2,
    response: {
      ...head,
      status: "failed",
      error: { code, message },
      metadata: { mark: "the vendor's" }
    }
  })

  it("passes both as they are", async () => {
    const { text, metered } = await told(first, failing("Tired."))
    expect(text).toBe(printEvents([{ type: "response.created", response: head }, first, failing("Tired.")]))
    expect(metered.map(({ ended }) => ended)).toEqual(["failed"])
  })

  it("tells none of the deployment's secrets", async () => {
    const { text } = await told(first, failing(`No route for ${otherSecret}.`))
    expect(text).toContain(`data: ${JSON.stringify(failing("No route for [redacted]."))}\n\n`)
  })

  it.each([
    failing(`Slow down in organization ${organisation}.`),
    failing("Incorrect API key provided: nobody's.", "invalid_api_key")
  ])("tells its client nothing of the operator's: %j", async (second) => {
    const { text } = await told(first, second)
    expect(text).not.toMatch(/a1B2c3|Incorrect|the vendor's/)
    expect(text.match(/event: response\.failed/g)).toHaveLength(1)
  })

  it("tells the second once", async () => {
    const { text } = await told(failing("Tired."), first, failing("Tired."))
    expect(text).toBe(printEvents([{ type: "response.created", response: head }, failing("Tired.")]))
  })
})

const error = { code: "server_error", message: "The model is tired." }
const usage = {
  input_tokens: 3,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 8
}
const failed = { ...head, status: "failed", error, usage }

/** A gateway before a vendor that gives one answer, how often it was asked, and what the meter is told. */
const before = (answer: object) => {
  const seen: { calls: number; readonly metered: MeterEntry[] } = { calls: 0, metered: [] }
  const upstream: FetchFunction = () => {
    seen.calls++
    return Promise.resolve(Response.json(answer))
  }
  const gateway = Gateway.make(
    Gateway.layer(responses, response, chatCompletions).pipe(
      Layer.provide(Families.of(OpenAI.chat({ key: "a-vendors-key-that-none-may-see", format: responsesApi }))),
      Layer.provide(layerFetch(upstream)),
      Layer.provide(layerMemory()),
      Layer.provide(Credentials.keys("client")),
      Layer.provide(Layer.succeed(Secrets)(redactorOf([otherSecret]))),
      Layer.provide(Layer.succeed(Metering)({ record: (entry) => Effect.sync(() => void seen.metered.push(entry)) }))
    )
  )
  onTestFinished(() => gateway.dispose())
  const baseURL = "http://gateway.test/v1"
  const client = new Client({
    apiKey: "client",
    baseURL,
    fetch: (url, init) => gateway.fetch(new Request(url, init))
  })
  /** What a client of the vendor's own API is answered, byte for byte. */
  const posted = async (body: object = {}) => {
    const answer = await gateway.fetch(
      new Request(`${baseURL}/responses`, {
        method: "POST",
        headers: { authorization: "Bearer client", "content-type": "application/json" },
        body: JSON.stringify({ model: "gpt-5.1", input: "Hi", store: false, ...body })
      })
    )
    return { status: answer.status, text: await answer.text() }
  }
  return { client, posted, seen }
}

/** @see https://github.com/openai/openai-python/issues/3212 the vendor's own is a 200, whose status says that it failed (read 2026-11) */
describe("a whole answer of the Responses API that failed and passes", () => {
  it("is the vendor's 200, byte for byte", async () => {
    expect(await before(failed).posted()).toEqual({ status: 200, text: JSON.stringify(failed) })
  })

  it("is what the vendor's SDK gives its client, who asks once", async () => {
    const { client, seen } = before(failed)
    expect(await client.responses.create({ model: "gpt-5.1", input: "Hi" })).toMatchObject({ status: "failed", error })
    expect(seen.calls).toBe(1)
  })

  it.each([failed, { ...failed, error: null }, { ...failed, status: "cancelled", error: null }])(
    "is metered as a failure that used tokens: %#",
    async (answer) => {
      const { posted, seen } = before(answer)
      expect((await posted()).status).toBe(200)
      expect(seen.metered).toMatchObject([{ ended: "failed", usage: { input: 3, text: 5 } }])
    }
  )

  it.each(["failed", "cancelled"])("is read again as it was told: %s", async (status) => {
    const { client } = before({ ...failed, status, store: true })
    const told = await client.responses.create({ model: "gpt-5.1", input: "Hi" })
    expect(told).toMatchObject({ store: true, status })
    expect(await client.responses.retrieve("resp_1")).toEqual(told)
  })

  it("tells its client no account of the operator's", async () => {
    const { text } = await before({ ...failed, error: limited.response.error }).posted()
    expect(text).not.toContain(organisation)
    expect(JSON.parse(text)).toMatchObject({
      status: "failed",
      error: {
        code: "rate_limit_exceeded",
        message: "Rate limit reached for gpt-5.1 in organization *** on tokens per min (TPM)."
      }
    })
  })

  it("tells its client nothing of the operator's credentials", async () => {
    const refused = { code: "invalid_api_key", message: "Incorrect API key provided." }
    const { text } = await before({ ...failed, error: refused }).posted()
    expect(text).not.toContain("Incorrect")
    expect(text).toContain("The upstream refused the credentials of this service.")
  })

  it("tells its client none of the deployment's secrets", async () => {
    const quoting = { code: "server_error", message: `No route for ${otherSecret}.` }
    const { text } = await before({ ...failed, error: quoting }).posted()
    expect(JSON.parse(text)).toMatchObject({ status: "failed", error: { message: "No route for [redacted]." } })
  })

  it.each([
    { status: "failed", error },
    { ...failed, output: undefined },
    { ...failed, object: undefined }
  ])("is an error where it is no answer that a client could read: %#", async (answer) => {
    const { status, text } = await before(answer).posted()
    expect([status, JSON.parse(text)]).toMatchObject([502, { error: { message: error.message } }])
  })
})

describe("a whole answer of the Responses API that failed and is translated", () => {
  /** What a client of another format is thrown, and how often the vendor was asked. */
  const asked = async (answer: object) => {
    const { client, seen } = before(answer)
    const ask = client.chat.completions.create({ model: "gpt-5.1", messages: [{ role: "user", content: "Hi" }] })
    return { thrown: await failure(ask), calls: seen.calls }
  }

  it("is an error in the vendor's words", async () => {
    expect(String((await asked(failed)).thrown)).toContain("The model is tired.")
  })

  it.each([failed, { ...failed, error: null }])("is made once, though the SDK would ask again: %#", async (answer) => {
    expect((await asked(answer)).calls).toBe(1)
  })
})
