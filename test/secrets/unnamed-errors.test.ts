import { createServer } from "node:http"
import { describe, expect, it } from "vitest"
import { gatewayBefore } from "../shell/scripted-vendor.ts"
import { canary } from "./canary.ts"

/** The key of a client that did not ask. */
const other = canary()
const organisation = "org-abcdefgh12345678"

let told = ""
const vendor = createServer((request, answer) => {
  request.resume()
  answer.writeHead(200, { "content-type": "text/event-stream" }).end(told)
})
const gateway = gatewayBefore(vendor, (url) => ({
  keys: [
    { key: "asks", name: "one" },
    { key: other, name: "other" }
  ],
  upstreams: {
    claude: { key: canary(), family: "claude", url },
    gemini: { key: canary(), family: "gemini", url },
    local: { key: canary(), family: "compatible", format: "responses", url: `${url}/v1` }
  },
  models: [{ match: "local", upstream: "local" }]
}))

const ask = async (path: string, body: object): Promise<{ readonly status: number; readonly text: string }> => {
  const { status, text } = await gateway.ask(path, body)
  return { status, text }
}

const data = (value: object, event?: string): string =>
  `${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(value)}\n\n`

const words = `Rate limit reached in organization ${organisation} for ${other}.`
const asObject = { error: { message: words, type: "tokens", code: "rate_limit_exceeded" } }
const asWords = { error: words }

const response = { id: "resp_1", object: "response", created_at: 1, model: "m", status: "in_progress", output: [] }
const created = data({ type: "response.created", sequence_number: 0, response })
const asked = ["/v1/responses", { model: "local", stream: true, input: "Hello" }] as const

const isStarred = (text: string): void => {
  expect(text).toContain("Rate limit reached in organization *** for ")
  expect(text).not.toContain(organisation)
  expect(text).not.toContain(other)
  expect(text).not.toContain("ended before its last event")
}

describe("an error without its event's name, where bytes of the Responses API pass", () => {
  it.each([
    ["as an object", asObject],
    ["beside a type of its own", { ...asObject, type: "tokens" }]
  ])("is an answer with its status where nothing was told: %s", async (_, error) => {
    told = data(error)
    const { status, text } = await ask(...asked)
    expect(status).toBe(429)
    expect(JSON.parse(text)).toMatchObject({ error: { code: "rate_limit_exceeded" } })
    isStarred(text)
  })

  it.each([
    ["as an object", asObject],
    ["in words", asWords]
  ])("is told as its event would be behind the beginning: %s", async (_, error) => {
    told = created + data(error)
    const unnamed = await ask(...asked)
    told = created + data(error, "error")
    expect(unnamed).toEqual(await ask(...asked))
    isStarred(unnamed.text)
  })
})

const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 1 } }
const toClaude = [
  "/v1/messages",
  { model: "claude-opus-4-6", stream: true, max_tokens: 9, messages: [{ role: "user", content: "Hello" }] }
] as const

it("an error in words in a stream of Claude's is one", async () => {
  told = data({ type: "message_start", message }, "message_start") + data(asWords)
  const { text } = await ask(...toClaude)
  isStarred(text)
})

const apis = {
  "Claude's": [data({ type: "message_start", message }, "message_start"), toClaude],
  "the Responses API": [created, asked]
} as const

describe.each([
  ["Claude's", "content_block_delta"],
  ["Claude's", "ping"],
  ["Claude's", "message_delta"],
  ["Claude's", "message_stop"],
  ["the Responses API", "response.output_text.delta"],
  ["the Responses API", "response.in_progress"],
  ["the Responses API", "response.completed"]
] as const)("an error in an event of %s that is called %s", (api, event) => {
  const [begun, request] = apis[api]

  it.each([
    ["as an object", asObject],
    ["in words", asWords],
    ["behind a type", { type: "error", ...asObject }]
  ])("is told in an event of an error's name: %s", async (_, error) => {
    told = begun + data(error, event)
    const { text } = await ask(request[0], request[1])
    isStarred(text)
    expect(text).toContain("\nevent: error\n")
    expect(text).not.toContain(`event: ${event}`)
  })
})

it("an error in words in a stream of Gemini's is one", async () => {
  told = data({ candidates: [{ index: 0, content: { role: "model", parts: [{ text: "Hi" }] } }] }) + data(asWords)
  const contents = [{ role: "user", parts: [{ text: "Hello" }] }]
  const { text } = await ask("/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse", { contents })
  isStarred(text)
})
