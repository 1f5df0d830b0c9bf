import * as Formats from "../../src/formats.ts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ReplyOptions, translateResponse, translateStream } from "../../src/translate.ts"
import { type Served, serveOver, serveSandbox } from "../sdk/gateway.ts"
import { chatPath, messagesPath, post } from "./post.ts"

let served: Served
beforeAll(async () => void (served = await serveSandbox()))
afterAll(() => served.close())

const hello = [{ role: "user", content: "Hello" }]
const chat = (more: Readonly<Record<string, unknown>>) => ({ model: "claude-sonnet-4-5", messages: hello, ...more })
const messages = (more: Readonly<Record<string, unknown>>) => ({
  model: "gpt-4o",
  max_tokens: 500,
  messages: hello,
  ...more
})

/** The body that the upstream got of a request that was answered. */
const sent = async (path: string, body: unknown): Promise<unknown> => {
  expect((await post(served, path, body)).status).toBe(200)
  return served.calls()[0]?.body
}

describe("stop sequences", () => {
  it.each([[["a"]], [["a", "b", "c", "d"]]])("never change where the target takes them all: %j", async (stop) => {
    expect(await sent(messagesPath, messages({ stop_sequences: stop }))).toMatchObject({ stop })
    expect(await sent(chatPath, chat({ stop }))).toMatchObject({ stop_sequences: stop })
  })

  it("beyond what the target takes never fail, and never go in silence", async () => {
    const answer = await post(served, messagesPath, messages({ stop_sequences: ["a", "b", "c", "d", "e"] }))
    expect([answer.status, served.calls()[0]?.body]).toMatchObject([200, { stop: ["a", "b", "c", "d"] }])
    expect(answer.headers.get("x-isogloss-notes")).toContain("/stop_sequences")
  })
})

describe("empty lists", () => {
  it("in a request never break it", async () => {
    await sent(chatPath, chat({ stop: [], tools: [] }))
    await sent(messagesPath, messages({ stop_sequences: [], system: [] }))
    expect(served.calls()).toEqual([])
  })

  it("of content is an answer that says nothing", () => {
    const body = { id: "x", type: "message", role: "assistant", content: [], stop_reason: "end_turn" }
    expect(translateResponse({ from: Formats.messages, to: Formats.chatCompletions }, body).ok).toBe(true)
  })

  it("of choices is no answer, and an error that says so", () => {
    const body = { id: "x", object: "chat.completion", choices: [] }
    const made = translateResponse({ from: Formats.chatCompletions, to: Formats.messages }, body)
    expect(made).toMatchObject({ ok: false, error: { reason: "UpstreamFailed" } })
  })
})

describe("ids of calls", () => {
  const tools = [{ type: "function", function: { name: "get_time", parameters: { type: "object", properties: {} } } }]

  it("never differ between an answer and the turn after it", async () => {
    const first = chat({ messages: [{ role: "user", content: "The time here and there?" }], tools })
    const { body } = await post(served, chatPath, first)
    const message = (body as { choices: [{ message: { tool_calls: { id: string }[] } }] }).choices[0].message
    const ids = message.tool_calls.map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    served.calls()
    const results = ids.map((id, at) => ({ role: "tool", tool_call_id: id, content: `result ${at}` }))
    const second = await sent(chatPath, chat({ tools, messages: [...first.messages, message, ...results] }))
    expect(second).toMatchObject({
      messages: [
        {},
        { content: [{ type: "text" }, { type: "tool_use", id: ids[0] }, { type: "tool_use", id: ids[1] }] },
        {
          content: [
            { tool_use_id: ids[0], content: [{ text: "result 0" }] },
            { tool_use_id: ids[1], content: [{ text: "result 1" }] }
          ]
        }
      ]
    })
  })
})

describe("base64", () => {
  const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
  const linked = (url: string) =>
    chat({ messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }] })

  it("is never changed on its way into blocks", async () => {
    expect(await sent(chatPath, linked(`data:image/png;base64,${data}`))).toMatchObject({
      messages: [{ content: [{ source: { type: "base64", media_type: "image/png", data } }] }]
    })
  })

  it("is never changed on its way into data URLs", async () => {
    const source = { type: "base64", media_type: "image/png", data }
    const body = messages({ messages: [{ role: "user", content: [{ type: "image", source }] }] })
    expect(await sent(messagesPath, body)).toMatchObject({
      messages: [{ content: [{ image_url: { url: `data:image/png;base64,${data}` } }] }]
    })
  })

  it("without a type is never sent on", async () => {
    const answer = await post(served, chatPath, linked(`data:;base64,${data}`))
    expect([answer.status, served.calls()]).toEqual([400, []])
  })
})

describe("thinking in content", () => {
  const tools = [{ type: "function", function: { name: "get_time", parameters: { type: "object", properties: {} } } }]
  const asks = { messages: [{ role: "user", content: "The time?" }], tools, reasoning_effort: "low" }

  it("never leaves its tag open before a call", async () => {
    const body = chat({ ...asks, gateway_thinking_to_content: true, stream: true })
    const stream = await fetch(served.url + chatPath, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer key-of-a-client" },
      body: JSON.stringify(body)
    })
    const frames = (await stream.text()).split("\n\n").filter((frame) => frame.startsWith("data: {"))
    const deltas = frames.map((frame) => JSON.parse(frame.slice(6)).choices[0]?.delta ?? {})
    const firstCall = deltas.findIndex((delta) => "tool_calls" in delta)
    const before = deltas
      .slice(0, firstCall)
      .map(({ content = "" }) => content ?? "")
      .join("")
    expect(before).toMatch(/^<think>\n.+\n<\/think>\n/s)
    expect(deltas.filter((delta) => "reasoning_content" in delta)).toEqual([])
    expect(served.calls()[0]?.text).not.toContain("thinking_to_content")
  })
})

describe("cached tokens", () => {
  const claude = { input_tokens: 10, cache_read_input_tokens: 200, cache_creation_input_tokens: 30, output_tokens: 4 }
  const openai = {
    prompt_tokens: 240,
    completion_tokens: 4,
    total_tokens: 244,
    prompt_tokens_details: { cached_tokens: 200 }
  }
  const text = (from: ReplyOptions["from"], to: ReplyOptions["to"], body: unknown): unknown => {
    const translated = translateResponse({ from, to }, body)
    return translated.ok ? JSON.parse(translated.value.body).usage : translated.error
  }

  it("are never left out of OpenAI's prompt tokens, and never counted twice", () => {
    const body = { id: "x", type: "message", role: "assistant", content: [], stop_reason: "end_turn", usage: claude }
    expect(text(Formats.messages, Formats.chatCompletions, body)).toMatchObject({
      prompt_tokens: 240,
      total_tokens: 244,
      prompt_tokens_details: { cached_tokens: 200 }
    })
  })

  it("are never part of Anthropic's input tokens", () => {
    const choices = [{ index: 0, message: { role: "assistant", content: "x" }, finish_reason: "stop" }]
    expect(
      text(Formats.chatCompletions, Formats.messages, { id: "x", object: "chat.completion", choices, usage: openai })
    ).toMatchObject({
      input_tokens: 40,
      cache_read_input_tokens: 200,
      output_tokens: 4
    })
  })
})

describe("zeros", () => {
  it.each([{ temperature: 0 }, { top_p: 0 }])("are never taken for absent on the way to Claude: %j", async (zero) => {
    const answer = await post(served, chatPath, chat({ ...zero, seed: 0 }))
    expect(served.calls()[0]?.body).toMatchObject(zero)
    expect(answer.headers.get("x-isogloss-notes")).toContain("dropped /seed ")
  })

  it("are never taken for absent on the way to OpenAI", async () => {
    expect(await sent(messagesPath, messages({ temperature: 0, top_p: 0 }))).toMatchObject({ temperature: 0, top_p: 0 })
  })

  it("are never made up", async () => {
    const body = JSON.stringify(await sent(chatPath, chat({})))
    expect(body).not.toMatch(/temperature|top_p|seed|stop/)
  })
})

describe("text", () => {
  const blocks = [
    { type: "text", text: "one " },
    { type: "text", text: "two " },
    { type: "text", text: "three" }
  ]

  it("of several blocks never loses all but the last", () => {
    const body = { id: "x", type: "message", role: "assistant", content: blocks, stop_reason: "end_turn" }
    const translated = translateResponse({ from: Formats.messages, to: Formats.chatCompletions }, body)
    expect(translated.ok && JSON.parse(translated.value.body)).toMatchObject({
      choices: [{ message: { content: "one two three" } }]
    })
  })

  it("of several blocks of a request never loses all but the last", async () => {
    const body = await sent(messagesPath, messages({ messages: [{ role: "user", content: blocks }] }))
    expect(JSON.stringify(body)).toMatch(/one .*two .*three/)
  })
})

describe("a call in one choice", () => {
  const chunk = (index: number, delta: unknown, finish: string | null = null): string =>
    `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index, delta, finish_reason: finish }] })}\n\n`

  it("never makes another choice end for a call", () => {
    const called = { index: 0, id: "c", type: "function", function: { name: "f", arguments: "{}" } }
    const stream = translateStream({ from: Formats.chatCompletions, to: Formats.chatCompletions })
    const out = [
      chunk(0, { role: "assistant", tool_calls: [called] }),
      chunk(1, { role: "assistant", content: "Hi" }),
      chunk(0, {}, "tool_calls"),
      chunk(1, {}, "stop"),
      "data: [DONE]\n\n"
    ].map((frame) => stream.push(frame))
    const frames = (out.join("") + stream.end()).split("\n\n").filter((frame) => frame.startsWith("data: {"))
    const ends = frames
      .flatMap((frame) => JSON.parse(frame.slice(6)).choices)
      .filter(({ finish_reason }) => finish_reason !== null)
    expect(ends.map(({ index, finish_reason }) => [index, finish_reason])).toEqual([
      [0, "tool_calls"],
      [1, "stop"]
    ])
  })
})

describe("an upstream's refusal", () => {
  const over = async (status: number, body: string) => {
    const own = await serveOver(async () => new Response(body, { status }), { retries: 2, retryAfter: 0 })
    try {
      const answers = [await post(own, chatPath, chat({})), await post(own, messagesPath, messages({}))]
      return { answers, calls: own.calls().length }
    } finally {
      await own.close()
    }
  }

  it.each([400, 404, 422])("of %i is never tried again", async (status) => {
    const { answers, calls } = await over(status, '{"error":{"message":"No","type":"invalid_request_error"}}')
    expect(calls).toBe(2)
    expect(answers.map((answer) => answer.status)).toEqual([status, status])
  })

  it("with an empty body is never answered with one", async () => {
    const { answers } = await over(429, "")
    expect(answers.map(({ status, body }) => [status, body])).toMatchObject([
      [429, { error: { type: "rate_limit_error", message: expect.stringMatching(/.+/) } }],
      [429, { type: "error", error: { type: "rate_limit_error", message: expect.stringMatching(/.+/) } }]
    ])
  })

  it.each([401, 403])("of our own key (%i) never looks like the client's", async (status) => {
    const { answers } = await over(status, '{"error":{"message":"Incorrect API key provided: sk-1234567890abcdef"}}')
    expect(answers.map((answer) => answer.status)).toEqual([502, 502])
    expect(answers.map(({ text }) => text).join()).not.toContain("sk-1234567890abcdef")
  })
})
