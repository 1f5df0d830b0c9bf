import { createServer } from "node:http"
import { expect, it } from "vitest"
import { gatewayBefore } from "../shell/scripted-vendor.ts"
import { canary } from "./canary.ts"

/** The key of the vendor, which tells it character by character. */
const key = canary()

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

const call = (more: object): object => ({ tool_calls: [{ index: 0, ...more }] })
const args = (text: string): object => call({ function: { arguments: text } })

/** By what tells it: streams of an upstream that speaks chat completions. */
const streams: Readonly<Record<string, (text: string) => string>> = {
  text: (text) => Array.from(text, (content) => chunk({ content })).join("") + chunk({}, "stop"),
  refusal: (text) => Array.from(text, (refusal) => chunk({ refusal })).join("") + chunk({}, "stop"),
  arguments: (text) =>
    [
      chunk(call({ id: "c", type: "function", function: { name: "f", arguments: '{"k":"' } })),
      ...Array.from(text, (char) => chunk(args(char))),
      chunk(args('"}')),
      chunk({}, "tool_calls")
    ].join("")
}

const messages = [{ role: "user", content: "Hello" }]
const clients: Readonly<Record<string, readonly [path: string, body: object]>> = {
  messages: ["/v1/messages", { model: "local", stream: true, max_tokens: 9, messages }],
  "generate-content": [
    "/v1beta/models/local:streamGenerateContent?alt=sse",
    { contents: [{ role: "user", parts: [{ text: "Hello" }] }] }
  ],
  responses: ["/v1/responses", { model: "local", stream: true, input: "Hello" }]
}

let told = ""
const vendor = createServer((asked, answer) => {
  asked.resume()
  answer.setHeader("content-type", "text/event-stream").end(`${told}data: [DONE]\n\n`)
})
const gateway = gatewayBefore(vendor, (url) => ({
  keys: [{ key: "client", name: "one" }],
  upstreams: { local: { family: "compatible", url: `${url}/v1`, key } },
  models: [{ match: "local", upstream: "local" }]
}))

const ask = async (path: string, body?: object): Promise<string> =>
  (await gateway.ask(path, body, { key: "client" })).text

const cases = Object.keys(clients).flatMap((client) => Object.keys(streams).map((kind) => [client, kind] as const))

it.each(cases)("what is put together for a client of %s holds no key that came in pieces: %s", async (client, kind) => {
  const [path, body] = clients[client] ?? ["", {}]
  told = streams[kind]?.(key) ?? ""
  const answer = await ask(path, body)
  expect(answer).not.toContain(key)
  const id = /"id":"(resp_[^"]+)"/.exec(answer)?.[1]
  if (client !== "responses") return
  const kept = await ask(`/v1/responses/${id}`)
  expect(kept).not.toContain(key)
  expect([answer, kept].map((it) => it.includes("[redacted]"))).toEqual([true, true])
})

it("what is put together and long is searched to its end, and is whole", async () => {
  const text = "\u00e9\ud83d\ude00 \\n".repeat(100_000)
  told =
    chunk({ content: text }) +
    Array.from(key, (content) => chunk({ content })).join("") +
    chunk({ content: text }) +
    chunk({}, "stop")
  const answer = await ask(...(clients["responses"] ?? ["", {}]))
  expect(answer.includes(key)).toBe(false)
  if (!answer.includes("response.completed")) throw new Error(answer.slice(-600))
  const last = answer.split("\n").find((line) => line.startsWith('data: {"type":"response.completed"')) ?? ""
  const { response } = JSON.parse(last.slice(6))
  expect(response.output[0].content[0].text === `${text}[redacted]${text}`).toBe(true)
})
