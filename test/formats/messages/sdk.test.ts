import Newest from "@anthropic-ai/sdk"
import Previous from "@anthropic-ai/sdk-previous"
import { describe, expect, it } from "vitest"
import { messages } from "../../../src/formats/messages/index.ts"
import type { ContentPart, ChatResponse as Answer } from "../../../src/core/chat/chat.ts"
import { GatewayError, type ErrorReason } from "../../../src/core/errors/error.ts"
import { defaultReplyPreferences, wireNames } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { sseFraming } from "../../../src/core/framing/sse.ts"
import { unfoldResponse } from "../../../src/core/events/fold.ts"
import { call, stamp, streamed, text } from "./reading.ts"

const parts: readonly ContentPart[] = [
  { type: "reasoning", text: "Hm.", opaque: [{ vendor: "anthropic", kind: "signature", data: "c2ln" }] },
  {
    type: "text",
    text: "See.",
    citations: [{ source: { kind: "url", url: "https://example.com", title: "E" }, quote: "q" }]
  },
  call("toolu_1", "f", '{"a":{"b":[1,2]}}'),
  call("toolu_2", "g", "{}")
]

const answer: Answer = {
  id: "msg_1",
  model: "m",
  candidates: [{ index: 0, parts, finish: { kind: "tool-calls" } }],
  usage: { input: 16, cacheRead: 4, cacheWrite: 0, text: 12, reasoning: 30 }
}

const unary = (): string => messages.encodeResponse(answer, defaultReplyPreferences, stamp).value.text

const framing = sseFraming.write()
const stream = (): string =>
  streamed(unfoldResponse(answer))
    .flatMap((frame) => [...framing.push(frame)])
    .join("")

const replying =
  (status: number, type: string, body: string, headers: Readonly<Record<string, string>> = {}): typeof fetch =>
  () =>
    Promise.resolve(new Response(body, { status, headers: { ...headers, "content-type": type } }))

const params = { model: "m", max_tokens: 100, messages: [{ role: "user" as const, content: "Hello" }] }
const options = { apiKey: "key", baseURL: "http://127.0.0.1:1", maxRetries: 0 }

/** The content that both the whole answer and the stream must read as. */
const content = [
  { type: "thinking", thinking: "Hm.", signature: "c2ln" },
  {
    type: "text",
    text: "See.",
    citations: [
      {
        type: "web_search_result_location",
        cited_text: "q",
        url: "https://example.com",
        title: "E",
        encrypted_index: ""
      }
    ]
  },
  { type: "tool_use", id: "toolu_1", name: "f", input: { a: { b: [1, 2] } } },
  { type: "tool_use", id: "toolu_2", name: "g", input: {} }
]

const clients = [
  ["the newest", (reply: typeof fetch) => new Newest({ ...options, fetch: reply })],
  ["the previous", (reply: typeof fetch) => new Previous({ ...options, fetch: reply }) as unknown as Newest]
] as const

describe.each(clients)("%s SDK", (_which, client) => {
  it("reads a whole answer", async () => {
    const message = await client(replying(200, "application/json", unary())).messages.create(params)
    expect(message).toMatchObject({ id: "msg_1", role: "assistant", content, stop_reason: "tool_use" })
    expect(message.usage).toMatchObject({ input_tokens: 16, cache_read_input_tokens: 4, output_tokens: 42 })
  })

  it("reads a stream's events", async () => {
    const events = await client(replying(200, sseFraming.contentType, stream())).messages.create({
      ...params,
      stream: true
    })
    const types: string[] = []
    for await (const event of events) types.push(event.type)
    expect(types[0]).toBe("message_start")
    expect(types.slice(-2)).toEqual(["message_delta", "message_stop"])
  })

  it("folds a stream with its helper to what it reads of the whole answer", async () => {
    const message = await client(replying(200, sseFraming.contentType, stream()))
      .messages.stream(params)
      .finalMessage()
    expect(message).toMatchObject({ id: "msg_1", content, stop_reason: "tool_use" })
    expect(message.usage).toMatchObject({ input_tokens: 16, cache_read_input_tokens: 4, output_tokens: 42 })
  })

  it("folds calls that came interleaved", async () => {
    const piece = (part: number, json: string) =>
      ({ type: "delta", candidate: 0, part, delta: { type: "input", text: json } }) as const
    const frames = streamed([
      { type: "start", response: {} },
      { type: "part", candidate: 0, part: 0, value: call("a", "f", "") },
      { type: "part", candidate: 0, part: 1, value: call("b", "f", "") },
      piece(1, '{"y":'),
      piece(0, '{"x":1}'),
      piece(1, "2}"),
      { type: "finish", candidate: 0, finish: { kind: "tool-calls" } },
      { type: "end" }
    ])
    const bytes = frames.flatMap((frame) => [...framing.push(frame)]).join("")
    const message = await client(replying(200, sseFraming.contentType, bytes))
      .messages.stream(params)
      .finalMessage()
    expect(message.content).toMatchObject([
      { id: "a", input: { x: 1 } },
      { id: "b", input: { y: 2 } }
    ])
  })

  it("throws what a stream's error event says", async () => {
    const frames = streamed([
      { type: "start", response: {} },
      { type: "error", error: new GatewayError("Overloaded", "Busy.") }
    ])
    const bytes = frames.flatMap((frame) => [...framing.push(frame)]).join("")
    const read = client(replying(200, sseFraming.contentType, bytes))
      .messages.stream(params)
      .finalMessage()
    await expect(read).rejects.toThrow(/Busy\./)
  })

  it.each<[ErrorReason, string]>([
    ["InvalidRequest", "BadRequestError"],
    ["Unauthenticated", "AuthenticationError"],
    ["PermissionDenied", "PermissionDeniedError"],
    ["NotFound", "NotFoundError"],
    ["Conflict", "ConflictError"],
    ["RateLimited", "RateLimitError"]
  ])("knows the error %s", async (reason, name) => {
    const { status, headers, body } = messages.encodeError(
      new GatewayError(reason, "It went wrong.", { requestId: "req_1" })
    )
    const failed: unknown = await client(replying(status, "application/json", body.text, headers))
      .messages.create(params)
      .then(
        () => undefined,
        (error: unknown) => error
      )
    expect(failed).toMatchObject({ status, error: JSON.parse(body.text) as object })
    expect(failed?.constructor.name).toBe(name)
  })

  it("sends what is read without a note", async () => {
    let sent = ""
    const reply: typeof fetch = (_url, init) => {
      sent = typeof init?.body === "string" ? init.body : ""
      return Promise.resolve(new Response(unary(), { headers: { "content-type": "application/json" } }))
    }
    await client(reply).messages.create({
      ...params,
      tools: [{ name: "f", input_schema: { type: "object" } }],
      thinking: { type: "enabled", budget_tokens: 2048 }
    })
    const read = messages.decodeRequest({
      model: "",
      stream: false,
      headers: {},
      body: JsonText.source(sent),
      names: wireNames
    })
    expect(read.ok && read.value.notes).toEqual([])
  })
})

it("holds text in one block where nothing is cited", () => {
  const frames = streamed(unfoldResponse({ candidates: [{ index: 0, parts: [text("A")], finish: { kind: "stop" } }] }))
  expect(frames.filter(({ event }) => event === "content_block_start")).toHaveLength(1)
})
