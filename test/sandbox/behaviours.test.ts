import Anthropic from "@anthropic-ai/sdk"
import { GoogleGenAI } from "@google/genai"
import OpenAI from "openai"
import { describe, expect, it } from "vitest"
import { make } from "../../src/sandbox.ts"
import { listen } from "../../src/sandbox/listen.ts"
import { clients, post } from "./clients.ts"

const messages = [{ role: "user" as const, content: "Hello there, sandbox" }]
const chat = (model: string) => ({ model, messages })
const claude = (model: string) => ({ model, messages, max_tokens: 100 })

const collect = async (stream: AsyncIterable<unknown>): Promise<readonly unknown[]> => {
  const items: unknown[] = []
  for await (const item of stream) items.push(item)
  return items
}

const caught = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  return undefined
}

describe("errors by the end of the model's id", () => {
  it.each([
    ["gpt-4o-error-429", OpenAI.RateLimitError, 429],
    ["gpt-4o-error-500", OpenAI.InternalServerError, 500],
    ["gpt-4o-failed", OpenAI.InternalServerError, 500],
    ["gpt-4o-error-529", OpenAI.InternalServerError, 503],
    ["gpt-4o-overloaded", OpenAI.InternalServerError, 503],
    ["gpt-4o-error-mid", OpenAI.InternalServerError, 500]
  ])("%s", async (model, kind, status) => {
    const error = await caught(clients().openai.chat.completions.create(chat(model)))
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ status })
  })

  it.each([
    ["claude-sonnet-4-5-error-429", Anthropic.RateLimitError, 429],
    ["claude-sonnet-4-5-error-500", Anthropic.InternalServerError, 500],
    ["claude-sonnet-4-5-failed", Anthropic.InternalServerError, 500],
    ["claude-sonnet-4-5-error-529", Anthropic.InternalServerError, 529],
    ["claude-sonnet-4-5-overloaded", Anthropic.InternalServerError, 529],
    ["claude-sonnet-4-5-filtered", Anthropic.BadRequestError, 400]
  ])("%s", async (model, kind, status) => {
    const error = await caught(clients().anthropic.messages.create(claude(model)))
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ status, requestID: expect.stringMatching(/^req_01/) })
  })

  it("says when to come back on a 429", async () => {
    const error = await caught(clients().openai.chat.completions.create(chat("gpt-4o-error-429")))
    expect(error instanceof OpenAI.APIError && error.headers?.get("retry-after")).toBe("1")
  })

  it("fails in the middle of a chat completions stream", async () => {
    const stream = await clients().openai.chat.completions.create({ ...chat("gpt-4o-error-mid"), stream: true })
    expect(await caught(collect(stream))).toMatchObject({ type: "server_error" })
  })

  it("fails in the middle of a messages stream", async () => {
    const stream = await clients().anthropic.messages.create({ ...claude("claude-sonnet-4-5-error-mid"), stream: true })
    expect(await caught(collect(stream))).toMatchObject({ type: "overloaded_error" })
  })
})

describe("other ends of the model's id", () => {
  it("breaks a chat completions stream without a finish", async () => {
    const response = await post(
      clients().sandbox,
      "/v1/chat/completions",
      { ...chat("gpt-4o-cut"), stream: true },
      {
        authorization: "Bearer sandbox"
      }
    )
    const text = await response.text()
    expect(text).toContain('"content":"You"')
    expect(text).not.toMatch(/\[DONE\]|"finish_reason":"/)
  })

  it("breaks a messages stream without a message_stop", async () => {
    const { anthropic } = clients()
    const error = await caught(anthropic.messages.stream(claude("claude-sonnet-4-5-cut")).finalMessage())
    expect(error).toBeInstanceOf(Anthropic.AnthropicError)
  })

  it("breaks off a unary body", async () => {
    expect(await caught(clients().openai.chat.completions.create(chat("gpt-4o-cut")))).toBeInstanceOf(Error)
  })

  it("refuses with stop reason refusal and its details", async () => {
    const message = await clients().anthropic.messages.create(claude("claude-opus-4-6-refuse"))
    expect([message.stop_reason, message.stop_details?.type]).toEqual(["refusal", "refusal"])
  })

  it("refuses when the text says so", async () => {
    const messages = [{ role: "user" as const, content: "Please [refuse]" }]
    const completion = await clients().openai.chat.completions.create({ model: "gpt-4o", messages })
    expect(completion.choices[0]?.message).toMatchObject({ content: null, refusal: "I cannot help with that request." })
  })

  const empty = { type: "object", properties: {} }
  const reading = (content: string, more: readonly OpenAI.ChatCompletionMessageParam[] = []) =>
    clients().openai.chat.completions.create({
      model: "gpt-4o",
      messages: [{ role: "user", content }, ...more],
      tools: ["read_file", "list_files"].map((name) => ({ type: "function", function: { name, parameters: empty } }))
    })

  it("makes the calls that the text spells out, and no others", async () => {
    const input = '{"of": [{"path": "a]b"}], "more": {"paths": [{}]}}'
    const { choices } = await reading(`List files, and [call read_file ${input}] [call write_file {}].`)
    expect(choices[0]?.message.tool_calls?.map((call) => "function" in call && call.function)).toEqual([
      { name: "read_file", arguments: input }
    ])
  })

  it("calls a tool of free text with the input that is spelled out", async () => {
    const { choices } = await clients().openai.chat.completions.create({
      model: "gpt-5.1",
      messages: [{ role: "user", content: '[call apply_patch {"input": "*** Begin\\n+1"}]' }],
      tools: [{ type: "custom", custom: { name: "apply_patch" } }]
    })
    expect(choices[0]?.message.tool_calls?.map((call) => "custom" in call && call.custom)).toEqual([
      { name: "apply_patch", input: "*** Begin\n+1" }
    ])
  })

  it("answers in words where the text says so, whatever else it spells out", async () => {
    const { choices } = await reading("List files, and [call read_file {}]. [answer]")
    expect(choices.map(({ message, finish_reason: end }) => [message.tool_calls, end])).toEqual([[undefined, "stop"]])
  })

  it("makes them once", async () => {
    const tool_calls = [{ id: "c", type: "function" as const, function: { name: "read_file", arguments: "{}" } }]
    const { choices } = await reading("[call read_file {}]", [
      { role: "assistant", tool_calls },
      { role: "tool", tool_call_id: "c", content: "nothing new" }
    ])
    expect(choices[0]?.message).toMatchObject({
      content: "read_file answered: nothing new. That is what the tools say."
    })
  })

  it("keeps a slow unary answer back until the client leaves", async () => {
    const leaving = AbortSignal.timeout(20)
    const error = await caught(clients().openai.chat.completions.create(chat("gpt-4o-slow"), { signal: leaving }))
    expect(error).toBeInstanceOf(OpenAI.APIUserAbortError)
  })
})

describe("leaving", () => {
  it("ends a body with the reason of the request's signal", async () => {
    const { sandbox } = clients({ pace: 5 })
    const leaving = new AbortController()
    const response = await sandbox.fetch(
      new Request("http://sandbox.test/v1/chat/completions", {
        method: "POST",
        headers: { authorization: "Bearer sandbox" },
        body: JSON.stringify({ ...chat("gpt-4o"), stream: true }),
        signal: leaving.signal
      })
    )
    const reader = response.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    leaving.abort(new Error("gone"))
    expect(await caught(reader?.read() ?? Promise.resolve())).toBeInstanceOf(Error)
  })

  it("ends a stream that the SDK aborts", async () => {
    const stream = await clients({ pace: 1 }).anthropic.messages.create({
      ...claude("claude-sonnet-4-5"),
      stream: true
    })
    const types: string[] = []
    for await (const event of stream) {
      types.push(event.type)
      stream.controller.abort()
    }
    expect(types).toEqual(["message_start"])
  })
})

describe("the same request", () => {
  it("gets the same words from two sandboxes", async () => {
    const [one, other] = [clients(), clients()]
    expect(await one.openai.chat.completions.create(chat("gpt-4o"))).toEqual(
      await other.openai.chat.completions.create(chat("gpt-4o"))
    )
  })
})

describe("a socket", () => {
  it("serves every vendor", async () => {
    const { url, close } = await listen(make({ pace: 0 }))
    try {
      const openai = new OpenAI({ apiKey: "any", baseURL: `${url}/v1` })
      const anthropic = new Anthropic({ apiKey: "any", baseURL: url })
      const google = new GoogleGenAI({ apiKey: "any", httpOptions: { baseUrl: url } })
      const completion = await openai.chat.completions.stream(chat("gpt-4o")).finalChatCompletion()
      const message = await anthropic.messages.create(claude("claude-opus-4-6"))
      const response = await google.models.generateContent({ model: "gemini-2.5-pro", contents: "Hello" })
      expect([
        completion.choices[0]?.finish_reason,
        message.stop_reason,
        response.candidates?.[0]?.finishReason
      ]).toEqual(["stop", "end_turn", "STOP"])
    } finally {
      await close()
    }
  })

  it("answers 404 and 405 in the vendor's words", async () => {
    const { sandbox } = clients()
    const lost = await sandbox.fetch(new Request("http://sandbox.test/v1/nothing"))
    const wrong = await sandbox.fetch(new Request("http://sandbox.test/v1/messages"))
    expect([lost.status, wrong.status]).toEqual([404, 405])
    expect(await wrong.json()).toMatchObject({ type: "error", error: { type: "invalid_request_error" } })
  })
})
