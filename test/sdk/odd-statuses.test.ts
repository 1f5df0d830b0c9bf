import Anthropic from "@anthropic-ai/sdk"
import AnthropicPrevious from "@anthropic-ai/sdk-previous"
import OpenAI from "openai"
import OpenAIPrevious from "openai-previous"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { tides } from "./asked.ts"
import { settings } from "./chat-sdks.ts"
import { type Served, serveSandbox } from "./gateway.ts"
import { failure } from "./told.ts"

let served: Served
beforeAll(async () => void (served = await serveSandbox()))
afterAll(() => served.close())

interface Options {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** What a client of an SDK does with any path and method. */
interface Client {
  readonly get: (path: string) => Promise<unknown>
  readonly post: (path: string, options: Options) => Promise<unknown>
}

const body = { model: "gpt-4o", max_tokens: 50, messages: [{ role: "user", content: tides }] }
const tooLong = { ...body, messages: [{ role: "user", content: "x".repeat(32 * 1024 * 1024) }] }

/** What no method of an SDK sends, and the status that it gets. */
const rows: readonly (readonly [
  name: string,
  status: number,
  send: (client: Client, path: string) => Promise<unknown>
])[] = [
  ["a method that the path does not take", 405, (client, path) => client.get(path)],
  ["a path that is not there", 404, (client, path) => client.post(`${path}/nothing`, { body })],
  ["a body that is too large", 413, (client, path) => client.post(path, { body: tooLong })],
  [
    "a body that is no JSON",
    415,
    (client, path) => client.post(path, { body, headers: { "content-type": "text/plain" } })
  ],
  ["a compressed body", 415, (client, path) => client.post(path, { body, headers: { "content-encoding": "gzip" } })]
]

const chat = { openai: OpenAI, "openai-previous": OpenAIPrevious }
const messages = { anthropic: Anthropic, "anthropic-previous": AnthropicPrevious }

describe.each(Object.entries(chat))("%s", (_, Sdk) => {
  it.each(rows)("raises its own error for %s: %i", async (_name, status, send) => {
    const client = new Sdk({ ...settings({ url: served.url }), baseURL: `${served.url}/v1` })
    const thrown = await failure(send(client, "/chat/completions"))
    expect(thrown).toBeInstanceOf(Sdk.APIError)
    expect(thrown).toMatchObject({ status, type: "invalid_request_error", param: null })
    expect(served.calls()).toEqual([])
  })
})

describe.each(Object.entries(messages))("%s", (_, Sdk) => {
  it.each(rows)("raises its own error for %s: %i", async (_name, status, send) => {
    const client = new Sdk({ ...settings({ url: served.url }), baseURL: served.url })
    const thrown = await failure(send(client, "/v1/messages"))
    expect(thrown).toBeInstanceOf(Sdk.APIError)
    expect(thrown).toMatchObject({ status, error: { type: "error", error: { message: expect.stringMatching(/.+/) } } })
    expect(served.calls()).toEqual([])
  })
})
