import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import type { ChatRequest } from "../../../src/core/chat/chat.ts"
import { sealEnvelope } from "../../../src/core/chat/envelope.ts"
import { again, from, losses, read, to, write } from "./given.ts"

const foreign: ChatRequest = { model: "m", messages: [{ role: "user", parts: [{ type: "text", text: "?" }] }] }
const asked = { role: "user", content: "?" }
const tool = { type: "function", function: { name: "weather", parameters: { type: "object", properties: {} } } }

describe("what OpenAI's Responses API is sent of another format's request", () => {
  it("keeps nothing there, and asks for the bytes of thoughts", () => {
    expect(from(chatCompletions, { messages: [asked] }).body).toMatchObject({
      model: "gpt-5.5",
      store: false,
      include: ["reasoning.encrypted_content"],
      input: [{ type: "message", role: "user", content: "?" }]
    })
  })

  it.each([true, false])("asks for a stream where one is wanted: %s", (stream) => {
    const { body } = write(foreign, { model: "gpt-5.5", stream })
    expect(body).toEqual(stream ? expect.objectContaining({ stream }) : expect.not.objectContaining({ stream: true }))
  })

  it("leaves system messages in their places", () => {
    const body = { messages: [{ role: "system", content: "a" }, asked, { role: "developer", content: "b" }] }
    expect(from(chatCompletions, body).body).toMatchObject({
      input: [{ role: "system" }, { role: "user" }, { role: "developer" }]
    })
  })

  it("tells calls and results as items, and the assistant's words as its own", () => {
    const calls = [{ id: "call_1", type: "function", function: { name: "weather", arguments: "{}" } }]
    const said = { role: "assistant", content: "Let me look.", tool_calls: calls }
    const body = { messages: [asked, said, { role: "tool", tool_call_id: "call_1", content: "5 °C" }], tools: [tool] }
    expect(from(chatCompletions, body).body).toMatchObject({
      input: [
        { role: "user" },
        {
          type: "message",
          role: "assistant",
          content: [{ type: "output_text", text: "Let me look.", annotations: [] }]
        },
        { type: "function_call", call_id: "call_1", name: "weather", arguments: "{}" },
        { type: "function_call_output", call_id: "call_1", output: "5 °C" }
      ],
      tools: [{ type: "function", name: "weather", strict: false }]
    })
  })

  it("tells what a user says in several texts as a list", () => {
    const said = ["a", "b"].map((text) => ({ type: "text", text }))
    const list = ["a", "b"].map((text) => ({ type: "input_text", text }))
    const body = { max_tokens: 16, messages: [{ role: "user", content: said }] }
    expect(from(messages, body).body).toMatchObject({ input: [{ content: list }] })
  })

  it("tells a result without content as an empty text", () => {
    const call = { role: "assistant", content: [{ type: "tool_use", id: "call_1", name: "weather", input: {} }] }
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: [] }] }
    const body = { max_tokens: 16, messages: [asked, call, result] }
    expect(from(messages, body).body).toMatchObject({
      input: [
        { role: "user" },
        { type: "function_call", call_id: "call_1" },
        { type: "function_call_output", call_id: "call_1", output: "" }
      ]
    })
  })

  it("asks for summaries where thoughts are wanted", () => {
    expect(from(chatCompletions, { messages: [asked], reasoning_effort: "high" }).body).toMatchObject({
      reasoning: { effort: "high", summary: "auto" }
    })
  })

  it("says nothing of thinking where the client says nothing", () => {
    expect(from(chatCompletions, { messages: [asked] }).body).not.toHaveProperty("reasoning")
  })

  it.each([
    ["stop", ["END"], "/stop responses/stop"],
    ["seed", 7, "/seed responses/unsupported"],
    ["presence_penalty", 1, "/presence_penalty responses/unsupported"],
    ["logit_bias", { "1": 2 }, "/logit_bias responses/unsupported"]
  ])("notes what it has no member for: %s", (member, value, note) => {
    expect(losses(from(chatCompletions, { messages: [asked], [member]: value }).notes)).toEqual([note])
  })

  it("asks for at least 16 tokens", () => {
    const { body, notes } = from(chatCompletions, { messages: [asked], max_completion_tokens: 1 })
    expect(body).toMatchObject({ max_output_tokens: 16 })
    expect(losses(notes)).toEqual(["/max_completion_tokens responses/range"])
  })

  it.each([
    ["several answers", { n: 2 }, "/n"],
    ["sound", { audio: { voice: "alloy", format: "mp3" } }, "/audio"]
  ])("refuses what it cannot give: %s", (_, more, path) => {
    expect(() => from(chatCompletions, { messages: [asked], ...more })).toThrow(path)
  })

  it("leaves out thinking that Claude signed", () => {
    const thought = { type: "thinking", thinking: "Oslo.", signature: "c2lnbmVk" }
    const body = {
      max_tokens: 100,
      messages: [asked, { role: "assistant", content: [thought, { type: "text", text: "a" }] }, asked]
    }
    const { body: sent, notes } = from(messages, body)
    expect(JSON.stringify(sent)).not.toContain("Oslo.")
    expect(losses(notes)).toEqual(["/messages/1/content/0 responses/foreign-opaque"])
  })
})

describe("what OpenAI is never sent", () => {
  const claudes = (members: object) => ({ max_tokens: 100, messages: [asked], ...members })
  const computer = { type: "computer_20250124", name: "computer", display_width_px: 10, display_height_px: 10 }

  it.each<readonly [string, object, string]>([
    [
      "a call that nobody answered",
      {
        messages: [asked, { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] }, asked]
      },
      "/messages/1"
    ],
    [
      "a file that another vendor holds",
      { messages: [{ role: "user", content: [{ type: "document", source: { type: "file", file_id: "file_1" } }] }] },
      "/messages/0/content/0/source"
    ],
    [
      "a choice of a tool that it does not have",
      { tools: [computer], tool_choice: { type: "tool", name: "computer" } },
      "/tool_choice"
    ]
  ])("%s", (_, members, path) => {
    expect(() => from(messages, claudes(members))).toThrow(path)
  })

  it("thinking that another vendor sealed", () => {
    const encrypted_content = sealEnvelope({ vendor: "xai", kind: "encrypted", data: "eGFp" }, 0, "")
    const thought = { type: "reasoning", summary: [], encrypted_content }
    const call = { type: "function_call", call_id: "a", name: "f", arguments: "{}" }
    const result = { type: "function_call_output", call_id: "a", output: "b" }
    expect(again({ input: [thought, call, result] })).toMatchObject({ input: [call, result] })
  })

  it("a wish to think where the client wants none", () => {
    expect(from(messages, claudes({ thinking: { type: "disabled" } })).body).toHaveProperty("reasoning", {
      effort: "none"
    })
  })

  it("to another vendor of the format, what OpenAI holds", () => {
    const { request } = read({ input: "?", previous_response_id: "resp_1" })
    expect(() => write(request, { model: "grok-4", vendor: "xai" })).toThrow("/previous_response_id")
  })
})

describe("what other vendors are sent of a request in the Responses format", () => {
  const claude = { model: "claude", vendor: "anthropic", maxTokens: 4096 } as const

  it("has an assistant's turn as one message, its thought before its call", () => {
    const input = [
      { role: "user", content: "?" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Look." }] },
      { type: "function_call", call_id: "call_1", name: "weather", arguments: '{"city":"Oslo"}' },
      { type: "function_call_output", call_id: "call_1", output: "5 °C" }
    ]
    expect(to(messages, { input }, claude).body).toMatchObject({
      messages: [
        { role: "user" },
        {
          role: "assistant",
          content: [
            { type: "text", text: "Look." },
            { type: "tool_use", id: "call_1", name: "weather" }
          ]
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1" }] }
      ]
    })
  })

  it("has a text behind a call in the message of the call", () => {
    const input = [
      { role: "user", content: "?" },
      { type: "function_call", call_id: "call_1", name: "weather", arguments: "{}" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "One moment." }] },
      { type: "function_call_output", call_id: "call_1", output: "5 °C" }
    ]
    expect(to(chatCompletions, { input }, { model: "gpt-4o", vendor: "openai" }).body).toMatchObject({
      messages: [
        { role: "user" },
        { role: "assistant", content: "One moment.", tool_calls: [{ id: "call_1" }] },
        { role: "tool", tool_call_id: "call_1" }
      ]
    })
  })

  it("has what keeps books nowhere, and no meaning lost with it", () => {
    const item = {
      type: "message",
      role: "user",
      id: "msg_1",
      status: "completed",
      content: [{ type: "input_text", text: "?" }]
    }
    const body = { input: [item], client_metadata: { a: "b" }, store: false, include: [], stream: true }
    expect(losses(to(messages, body, claude).notes)).toEqual([])
  })

  it.each([
    ["previous_response_id", "resp_1"],
    ["conversation", "conv_1"],
    ["prompt", { id: "pmpt_1" }]
  ])("is nothing where %s names what OpenAI holds", (member, value) => {
    expect(() => to(messages, { input: "?", [member]: value }, claude)).toThrow(`/${member}`)
  })
})
