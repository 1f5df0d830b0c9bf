import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import type { ChatFormat } from "../../../src/core/format.ts"
import { callOf, decode, encode } from "../../laws/calling.ts"

/** A body of one format as another's vendor gets it. */
const sent = (from: ChatFormat, body: object, to: ChatFormat, vendor: string): Record<string, unknown> => {
  const { request } = decode(from, callOf(JSON.stringify(body)))
  return JSON.parse(encode(to, request, { model: "model-1", vendor })?.body ?? "null")
}

describe("a history that keeps each frame of a stream as a turn", () => {
  const fn = { functionCall: { name: "get_weather", args: {} } }
  const contents = [
    { role: "user", parts: [{ text: "Weather?" }] },
    { role: "model", parts: [fn] },
    { role: "model", parts: [{ text: "" }] },
    { role: "user", parts: [{ functionResponse: { name: "get_weather", response: { output: "sunny" } } }] }
  ]

  it("has nothing between calls and their results", () => {
    const { messages: said } = sent(generateContent, { contents }, chatCompletions, "openai")
    expect(said).toMatchObject([{ role: "user" }, { role: "assistant" }, { role: "tool", content: "sunny" }])
    expect(said).toHaveLength(3)
    expect(decode(generateContent, callOf(JSON.stringify({ contents }))).request.messages).toHaveLength(3)
  })

  it("keeps an empty text that is signed, and one that is a user's", () => {
    const signed = { role: "model", parts: [{ text: "", thoughtSignature: "c2ln" }] }
    const { request } = decode(generateContent, callOf(JSON.stringify({ contents: [...contents.slice(0, 2), signed] })))
    expect(request.messages.map(({ parts }) => parts.map(({ type }) => type))).toEqual([
      ["text"],
      ["tool-call"],
      ["text"]
    ])
  })

  it("is one turn, whose pieces of a text and of a thought are one", () => {
    const frames = [
      { text: "Look", thought: true },
      { text: "ing.", thought: true },
      { text: "I " },
      { text: "see." },
      fn
    ]
    const turn = frames.map((part) => ({ role: "model", parts: [part] }))
    const body = { contents: [contents[0], ...turn, contents[3]] }
    expect(sent(generateContent, body, chatCompletions, "deepseek")["messages"]).toMatchObject([
      { role: "user" },
      { role: "assistant", reasoning_content: "Looking.", content: "I see.", tool_calls: [{}] },
      { role: "tool" }
    ])
  })
})

describe("a reference to a tool in a result", () => {
  const body = {
    model: "model-1",
    max_tokens: 10,
    messages: [
      { role: "user", content: "Find a tool." },
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "ToolSearch", input: {} }] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "tool_reference", tool_name: "WebFetch" }] }
        ]
      }
    ]
  }

  it("is told in words to vendors that have none", () => {
    const { messages: said } = sent(messages, body, chatCompletions, "openai")
    expect(said).toMatchObject([{}, {}, { role: "tool", content: "The tool `WebFetch` is there now." }])
    const { contents } = sent(messages, body, generateContent, "google")
    expect(contents).toMatchObject([
      {},
      {},
      { parts: [{ functionResponse: { response: { output: "The tool `WebFetch` is there now." } } }] }
    ])
  })

  it("stays what it is to its own vendor", () => {
    const { messages: said } = sent(messages, body, messages, "anthropic")
    expect(said).toMatchObject(body.messages)
  })
})

describe("a cache mark beside a chat message's content", () => {
  const cache_control = { type: "ephemeral" }
  const fn = { name: "get_weather", arguments: "{}" }
  const body = {
    model: "model-1",
    messages: [
      { role: "system", content: "Be brief.", cache_control },
      { role: "user", content: "Weather?", cache_control },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_1", type: "function", function: fn, cache_control }]
      },
      { role: "tool", tool_call_id: "call_1", content: "sunny", cache_control }
    ]
  }

  it("stands on the last block of the message", () => {
    expect(sent(chatCompletions, body, messages, "anthropic")).toMatchObject({
      system: [{ text: "Be brief.", cache_control }],
      messages: [
        { content: [{ text: "Weather?", cache_control }] },
        { content: [{ type: "tool_use", cache_control }] },
        { content: [{ type: "tool_result", cache_control }] }
      ]
    })
  })

  it("stays where it is to a vendor of its own format", () => {
    expect(sent(chatCompletions, body, chatCompletions, "openai")).toMatchObject(body)
  })
})

describe("a history that the vendor holds", () => {
  const results = [{ type: "tool_result", tool_use_id: "toolu_1", content: "sunny" }]
  const body = { model: "model-1", max_tokens: 10, messages: [{ role: "user", content: results }] }

  it("may have the calls of results", () => {
    const thread = { previous_message_id: "msg_1" }
    expect(messages.decodeRequest(callOf(JSON.stringify({ ...body, thread }))).ok).toBe(true)
    expect(messages.decodeRequest(callOf(JSON.stringify(body))).ok).toBe(false)
  })
})
