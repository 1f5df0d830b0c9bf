import OpenAI, { AzureOpenAI } from "openai"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { clientKey, type Served, serveSandbox } from "./gateway.ts"

/*
 * `AzureOpenAI` of openai 7.57 writes `/openai/deployments/{model}` before the paths of chats and embeddings, and its key
 * in `api-key`: https://github.com/openai/openai-node `src/azure.ts` (read 2026-11).
 */

let served: Served
beforeAll(async () => {
  served = await serveSandbox()
})
afterAll(() => served.close())
beforeEach(() => void served.calls())

const azure = (deployment?: string): AzureOpenAI =>
  new AzureOpenAI({
    endpoint: served.url,
    apiKey: clientKey,
    apiVersion: "2025-04-01-preview",
    maxRetries: 0,
    ...(deployment === undefined ? {} : { deployment })
  })

const asked = (text = "Hello") => [{ role: "user" as const, content: text }]

/** Which models the upstream was called with. */
const called = () => served.calls().map(({ text }) => /"model":"([^"]*)"/.exec(text)?.[1])

const post = (path: string, body: object): Promise<Response> =>
  fetch(`${served.url}/openai/deployments/${path}`, {
    method: "POST",
    headers: { "api-key": clientKey, "content-type": "application/json" },
    body: JSON.stringify(body)
  })

describe("Azure's SDK, given no more than where the gateway is", () => {
  it.each(["gpt-5.1", "claude-sonnet-4-5"])("chats with %s, whole and streamed", async (model) => {
    const whole = await azure().chat.completions.create({ model, messages: asked() })
    expect(whole.choices[0]?.message.content).not.toBe("")
    const reasons: unknown[] = []
    for await (const { choices } of await azure().chat.completions.create({ model, messages: asked(), stream: true }))
      reasons.push(choices[0]?.finish_reason)
    expect(reasons).toContain("stop")
  })

  it("embeds", async () => {
    const { data } = await azure().embeddings.create({ model: "text-embedding-3-small", input: "hello" })
    expect(data[0]?.embedding).toHaveLength(1536)
  })

  /** @see https://learn.microsoft.com/en-us/rest/api/microsoft-foundry/azureopenai/models where the newer API has them (read 2026-11) */
  it.each([
    ["AzureOpenAI", () => azure()],
    [
      "OpenAI, below /openai/v1",
      () => new OpenAI({ baseURL: `${served.url}/openai/v1`, apiKey: clientKey, maxRetries: 0 })
    ]
  ])("lists models, and finds one: %s", async (_, make) => {
    const client = make()
    const { data } = await client.models.list()
    expect(data.map(({ id }) => id)).toContain("gpt-5.1")
    expect(await client.models.retrieve("gpt-5.1")).toMatchObject({ id: "gpt-5.1", object: "model" })
    await expect(client.models.retrieve("nobody")).rejects.toBeInstanceOf(OpenAI.NotFoundError)
  })

  it.each(["/openai/models?api-version=2025-04-01-preview", "/openai/v1/models"])(
    "lists them as OpenAI does, whoever asks: %s",
    async (path) => {
      const headers = { "api-key": clientKey, "x-goog-api-key": clientKey, "anthropic-version": "2023-06-01" }
      const answer = await fetch(served.url + path, { headers })
      expect(await answer.json()).toEqual({ object: "list", data: expect.any(Array) })
    }
  )

  it("is told of a model that is not there in words of its own", async () => {
    await expect(azure().chat.completions.create({ model: "nobody", messages: asked() })).rejects.toBeInstanceOf(
      OpenAI.NotFoundError
    )
  })
})

describe("the model of the path is called", () => {
  it.each([
    ["a short chat", "Hello"],
    ["a long one, of which not all need be read", "Hello ".repeat(2000)]
  ])("where the body names another: %s", async (_, text) => {
    await azure("gpt-5.1").chat.completions.create({ model: "gpt-4o", messages: asked(text) })
    expect(called()).toEqual(["gpt-5.1"])
  })

  it("where the body of a chat names none", async () => {
    expect((await post("gpt-5.1/chat/completions?api-version=1", { messages: asked() })).status).toBe(200)
    expect(called()).toEqual(["gpt-5.1"])
  })

  it("where texts to be embedded come with another, or none", async () => {
    for (const model of ["gpt-4o", undefined])
      expect((await post("text-embedding-3-small/embeddings", { model, input: "hello" })).status).toBe(200)
    expect(called()).toEqual(["text-embedding-3-small", "text-embedding-3-small"])
  })
})
