import { createServer, type ServerResponse } from "node:http"
import { setTimeout } from "node:timers/promises"
import { expect, it } from "vitest"
import { gatewayBefore } from "../shell/scripted-vendor.ts"
import { canary } from "./canary.ts"

/** The key of a client that did not ask, which a vendor may know of another's prompt. */
const other = canary()

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`
const event = (value: { readonly type: string } & Readonly<Record<string, unknown>>): string =>
  `event: ${value.type}\n${data(value)}`

const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 1 } }
const response = { id: "resp_1", object: "response", created_at: 1, model: "m", output: [] }
const failed = { ...response, status: "failed", error: { code: "server_error", message: `It failed after ${other}.` } }
const messages = [{ role: "user", content: "Hello" }]

/** By format: how one asks an upstream of it, the beginning of its stream, and the end. */
const formats = {
  "chat-completions": {
    path: "/v1/chat/completions",
    body: { model: "chat-completions", stream: true, messages },
    begun: data({ id: "c", choices: [{ index: 0, delta: { role: "assistant", content: "Hi" }, finish_reason: null }] }),
    end: data({ id: "c", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }) + "data: [DONE]\n\n"
  },
  messages: {
    path: "/v1/messages",
    body: { model: "messages", stream: true, max_tokens: 9, messages },
    begun: [
      event({ type: "message_start", message }),
      event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
      event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } })
    ].join(""),
    end: event({ type: "content_block_stop", index: 0 }) + event({ type: "message_stop" })
  },
  "generate-content": {
    path: "/v1beta/models/generate-content:streamGenerateContent?alt=sse",
    body: { contents: [{ role: "user", parts: [{ text: "Hello" }] }] },
    begun: data({ candidates: [{ index: 0, content: { role: "model", parts: [{ text: "Hi" }] } }] }),
    end: data({ candidates: [{ index: 0, content: { role: "model", parts: [{ text: "." }] }, finishReason: "STOP" }] })
  },
  responses: {
    path: "/v1/responses",
    body: { model: "responses", stream: true, store: false, input: "Hello" },
    begun: event({ type: "response.created", response: { ...response, status: "in_progress" } }),
    end: event({ type: "response.completed", response: { ...response, status: "completed" } })
  }
} as const

/** What a vendor may tell between them. */
const words = [
  ["the name of an event", `event: ${other}\ndata: {}\n\n`],
  ["a name that another follows", `event: ${other}\nevent: ping\ndata: {"type":"ping"}\n\n`],
  ["a name without an event", `event: ${other}\n\n`],
  ["an answer that failed", event({ type: "response.failed", response: failed })],
  ["an answer that failed, without a name", data({ type: "response.failed", response: failed })],
  ["an error that is no JSON", `data: {"error":{"message":""${other}""}}\n\n`],
  ["an error on two lines that is no JSON", `data: {"error":{"message":\ndata: "\\"${other}\\""" }}\n\n`]
] as const

let told: readonly string[] = []

/** Each piece is read before the next is written. */
const inPieces = async (answer: ServerResponse): Promise<void> => {
  for (const piece of told) {
    answer.write(piece)
    await setTimeout(20)
  }
  answer.end()
}

const vendor = createServer((asked, answer) => {
  asked.resume()
  answer.setHeader("content-type", "text/event-stream").flushHeaders()
  void inPieces(answer)
})
const gateway = gatewayBefore(vendor, (url) => {
  const compatible = { family: "compatible", url: `${url}/v1`, key: canary() }
  const upstreams = {
    "chat-completions": compatible,
    messages: { ...compatible, family: "claude", url },
    "generate-content": { ...compatible, family: "gemini", url },
    responses: { ...compatible, format: "responses" }
  }
  return {
    keys: [
      { key: "asks", name: "one" },
      { key: other, name: "other" }
    ],
    upstreams,
    models: Object.keys(upstreams).map((name) => ({ match: name, upstream: name }))
  }
})

const ask = async (format: keyof typeof formats): Promise<string> =>
  (await gateway.ask(formats[format].path, formats[format].body)).text

const all = ["chat-completions", "messages", "generate-content", "responses"] as const
const cells = all.flatMap((format) => words.map(([name, word]) => ({ format, name, word })))

it.each(cells)("a stream of $format that passes tells no client's key: $name", async ({ format, word }) => {
  const { begun, end } = formats[format]
  told = [begun, word, end]
  const text = await ask(format)
  expect(text.startsWith(begun)).toBe(true)
  expect(text).not.toContain(other)
})

it.each(all)("a name is told in its place, and all that is about it as it came: %s", async (format) => {
  const { begun, end } = formats[format]
  const pings = `event: ping\ndata: {"type":"ping","text":"event: ${other}"}\n\n`
  const named = [`event: ${other}\n\n`, `event: ${other}\ndata: {"type":"ping"}\n\n`]
  told = [begun + pings, ...named, ...named, pings, end]
  const masked = told.map((piece) => (named.includes(piece) ? piece.replace(other, "[redacted]") : piece))
  expect(await ask(format)).toBe(masked.join(""))
})
