import { createServer } from "node:http"
import { afterAll, beforeAll, expect, it } from "vitest"
import { readFile } from "../../src/config/file.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { closed, listen } from "../faults/loopback.ts"
import { canary, encodings } from "./canary.ts"

/** The key of a client that did not ask, which a vendor may know of another's prompt. */
const other = canary()

const event = (value: { readonly type: string } & Readonly<Record<string, unknown>>): string =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`
const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`

const error = { code: "server_error", message: "It failed after KEY." }
const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" }
const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 1 } }
const item = { id: "msg_1", type: "message", role: "assistant", status: "in_progress", content: [] }
const response = { id: "resp_1", object: "response", created_at: 1, model: "m", output: [] }
const ofItem = { output_index: 0, item_id: "msg_1", content_index: 0 }

/** By the model that tells it: a text, and then an error. */
const streams = {
  "gpt-4o": [
    data({ ...chunk, choices: [{ index: 0, delta: { role: "assistant", content: "Hi" }, finish_reason: null }] }),
    data({ error: { ...error, type: "server_error" } })
  ],
  "claude-opus-4-6": [
    event({ type: "message_start", message }),
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } }),
    event({ type: "error", error: { type: "api_error", message: error.message } })
  ],
  "gemini-2.5-flash": [
    data({ candidates: [{ index: 0, content: { role: "model", parts: [{ text: "Hi" }] } }] }),
    data({ error: { code: 500, message: error.message, status: "INTERNAL" } })
  ],
  local: [
    event({ type: "response.created", sequence_number: 0, response: { ...response, status: "in_progress" } }),
    event({ type: "response.output_item.added", sequence_number: 1, output_index: 0, item }),
    event({ type: "response.output_text.delta", sequence_number: 2, ...ofItem, delta: "Hi" }),
    event({ type: "response.failed", sequence_number: 3, response: { ...response, status: "failed", error } })
  ]
} as const

const messages = [{ role: "user", content: "Hello" }]

type Ask = (model: string) => readonly [path: string, body: object]

const clients: Readonly<Record<"chat-completions" | "messages" | "generate-content" | "responses", Ask>> = {
  "chat-completions": (model: string) => ["/v1/chat/completions", { model, stream: true, messages }],
  messages: (model: string) => ["/v1/messages", { model, stream: true, max_tokens: 9, messages }],
  "generate-content": (model: string) => [
    `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    { contents: [{ role: "user", parts: [{ text: "Hello" }] }] }
  ],
  responses: (model: string) => ["/v1/responses", { model, stream: true, input: "Hello" }]
}

let told = ""
const vendor = createServer((request, answer) => {
  request.resume()
  answer.writeHead(200, { "content-type": "text/event-stream" }).end(told)
})
let gateway: Awaited<ReturnType<typeof composeGateway>>

beforeAll(async () => {
  const url = `http://127.0.0.1:${await listen(vendor)}`
  const upstream = { key: canary(), url: `${url}/v1` }
  const configuration = {
    keys: [
      { key: "asks", name: "one" },
      { key: other, name: "other" }
    ],
    upstreams: {
      openai: { ...upstream, family: "openai", format: "chat-completions" },
      claude: { ...upstream, family: "claude", url },
      gemini: { ...upstream, family: "gemini", url },
      local: { ...upstream, family: "compatible", format: "responses" }
    },
    models: [{ match: "local", upstream: "local" }]
  }
  const read = readFile(JSON.stringify(configuration), {})
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  gateway = await composeGateway(read.value)
})

afterAll(async () => {
  await gateway.dispose()
  await closed(vendor)
})

const ask = async ([path, body]: readonly [string, object]): Promise<string> => {
  const headers = { authorization: "Bearer asks", "content-type": "application/json" }
  const asked = new Request(`http://gateway.test${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  return (await gateway.fetch(asked)).text()
}

const cells = Object.entries(clients).flatMap(([client, request]) =>
  Object.entries(streams).map(([model, events]) => ({ client, model, request, events }))
)

it.each(cells)("an error in a stream of $model tells $client no client's key", async ({ request, model, events }) => {
  for (const { of } of encodings) {
    const spelled = of(other)
    told = events.join("").replaceAll("KEY", () => spelled)
    const text = await ask(request(model))
    expect(text).toContain("Hi")
    expect(text).toContain("It failed after ")
    expect(text).not.toContain(spelled)
  }
})

it("what a stream ends in that is no event is not told, whatever it says", async () => {
  told = streams["gemini-2.5-flash"][0] + JSON.stringify({ error: { ...error, message: `It failed after ${other}.` } })
  const text = await ask(clients["generate-content"]("gemini-2.5-flash"))
  expect(text).toContain("Hi")
  expect(text).not.toContain("It failed after")
  expect(text).toContain("ended before its last event")
})

it("there are as many as formats make", () => expect(cells).toHaveLength(16))
