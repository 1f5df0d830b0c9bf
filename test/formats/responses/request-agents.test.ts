import { describe, expect, it } from "vitest"
import { sealEnvelope } from "../../../src/core/chat/envelope.ts"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { again, from, losses, read, to } from "./given.ts"

const asked = { role: "user", content: "?" }
const tools = [{ type: "function", name: "weather", parameters: { type: "object" } }]
const call = (n: number) => ({ type: "function_call", call_id: `call_${n}`, name: "weather", arguments: `{"n":${n}}` })
const result = (n: number) => ({ type: "function_call_output", call_id: `call_${n}`, output: `${n} °C` })
const claude = { model: "claude", vendor: "anthropic", maxTokens: 4096 } as const
const gemini = { model: "gemini-3", vendor: "google" } as const

/** A thought of Claude's, as its answer was told to a client of this format. */
const thought = (text: string, data: string) => ({
  type: "reasoning",
  id: `rs_${data}`,
  summary: [{ type: "summary_text", text }],
  content: null,
  encrypted_content: sealEnvelope({ vendor: "anthropic", kind: "signature", data }, 0, text)
})

describe("what an agent's history brings back to its vendor", () => {
  it("gives Claude each thought with its own signature, before the call that it led to", () => {
    const input = [asked, thought("One.", "b25l"), call(1), result(1), thought("Two.", "dHdv"), call(2), result(2)]
    const { body, notes } = to(messages, { input, tools }, claude)
    expect(body).toMatchObject({
      messages: [
        { role: "user" },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "One.", signature: "b25l" },
            { type: "tool_use", id: "call_1", input: { n: 1 } }
          ]
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1" }] },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Two.", signature: "dHdv" },
            { type: "tool_use", id: "call_2", input: { n: 2 } }
          ]
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "call_2" }] }
      ]
    })
    expect(losses(notes)).toEqual([])
  })

  it("tells what a tool says that nothing called with the tool's name, and OpenAI the item as it was", () => {
    const goal = { type: "function_call_output", id: "fco_1", name: "goal", namespace: "agent", output: "Sail." }
    const input = [asked, call(1), result(1), goal]
    const { body, notes } = to(messages, { input, tools }, claude)
    expect(body).toHaveProperty("messages.2.content", [
      expect.objectContaining({ type: "tool_result", tool_use_id: "call_1" }),
      { type: "text", text: "agent.goal:" },
      { type: "text", text: "Sail." }
    ])
    expect(losses(notes)).toEqual([])
    expect(again({ input, tools })).toHaveProperty("input.3", goal)
  })

  it("gives Gemini the signature at the call that it covers, and at no other", () => {
    const data = "Z29vZ2xl".repeat(300)
    const encrypted_content = sealEnvelope({ vendor: "google", kind: "signature", data }, 1, "call\nweather")
    const input = [asked, { type: "reasoning", summary: [], encrypted_content }, call(1), call(2), result(1), result(2)]
    const { body, notes } = to(generateContent, { input, tools }, gemini)
    expect(body).toHaveProperty("contents.1.parts", [
      { functionCall: { id: "call_1", name: "weather", args: { n: 1 } }, thoughtSignature: data },
      { functionCall: { id: "call_2", name: "weather", args: { n: 2 } } }
    ])
    expect(losses(notes)).toEqual([])
  })

  it("gives OpenAI its sealed thought before the call, of a client of another format", () => {
    const said = {
      role: "assistant",
      content: null,
      reasoning_details: [{ type: "reasoning.encrypted", data: "gAAA", id: "rs_1" }],
      tool_calls: [{ id: "call_1", type: "function", function: { name: "weather", arguments: "{}" } }]
    }
    const body = { messages: [asked, said, { role: "tool", tool_call_id: "call_1", content: "5 °C" }] }
    expect(from(chatCompletions, body).body).toHaveProperty("input.1", {
      type: "reasoning",
      summary: [],
      encrypted_content: "gAAA"
    })
    expect(from(chatCompletions, body).body).toHaveProperty("input.2.type", "function_call")
  })

  it("never gives OpenAI a sealed thought that nothing follows", () => {
    const said = { role: "assistant", reasoning_details: [{ type: "reasoning.encrypted", data: "gAAA" }] }
    const { body, notes } = from(chatCompletions, { messages: [asked, said, asked] })
    expect(JSON.stringify(body)).not.toContain("gAAA")
    expect(losses(notes)).toEqual(["/messages/1/reasoning_details/0 responses/unsigned-thinking"])
  })

  it("gives results in the order of their calls", () => {
    const calls = ["a", "b"].map((id) => ({ type: "tool_use", id, name: "weather", input: {} }))
    const results = ["b", "a"].map((id) => ({ type: "tool_result", tool_use_id: id, content: id }))
    const turns = [asked, { role: "assistant", content: calls }, { role: "user", content: results }]
    expect(from(messages, { max_tokens: 100, messages: turns }).body).toMatchObject({
      input: [{ role: "user" }, { call_id: "a" }, { call_id: "b" }, { call_id: "a", output: "a" }, { call_id: "b" }]
    })
  })

  it("says in a result's text that its call failed, and reads that again", () => {
    const turns = [
      asked,
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "weather", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "no city", is_error: true }] }
    ]
    const { body, notes } = from(messages, { max_tokens: 100, messages: turns })
    expect(body).toHaveProperty("input.2.output", "<tool_error>no city</tool_error>")
    expect(losses(notes)).toEqual(["/messages/2/content/0/is_error responses/tool-result"])
    const item = { type: "function_call_output", call_id: "call_1", output: "<tool_error>no city</tool_error>" }
    expect(read({ input: [asked, call(1), item] }).request.messages[2]?.parts[0]).toMatchObject({ error: true })
  })
})

describe("a request that brings its tools as an item", () => {
  const input = [
    {
      type: "additional_tools",
      role: "developer",
      tools: [
        {
          type: "namespace",
          name: "functions",
          description: "Of the computer.",
          tools: [
            {
              type: "custom",
              name: "exec",
              description: "Runs it.",
              format: { type: "grammar", syntax: "lark", definition: "start: /.+/" }
            }
          ]
        },
        {
          type: "namespace",
          name: "clock",
          tools: [{ type: "function", name: "sleep", parameters: { type: "object" } }]
        }
      ]
    },
    { role: "developer", content: [{ type: "input_text", text: "be brief" }] },
    { ...asked },
    { type: "custom_tool_call", call_id: "call_1", name: "exec", namespace: "functions", input: "ls" },
    { type: "custom_tool_call_output", call_id: "call_1", output: [{ type: "input_text", text: "a.txt" }] }
  ]
  const body = { input, parallel_tool_calls: false, reasoning: { effort: "medium", context: "all_turns" } }

  it("gives Claude each under the names of its namespace and its own", () => {
    expect(to(messages, body, claude).body).toMatchObject({
      system: [{ text: "be brief" }],
      messages: [
        { role: "user" },
        { role: "assistant", content: [{ type: "tool_use", name: "functions__exec", input: { input: "ls" } }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1" }] }
      ],
      tools: [
        { name: "functions__exec", description: "Of the computer.\n\nRuns it.", input_schema: { required: ["input"] } },
        { name: "clock__sleep", input_schema: { type: "object" } }
      ],
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
      output_config: { effort: "medium" }
    })
  })

  it("loses the grammar alone: how OpenAI reads its own thoughts means nothing to others", () => {
    expect(losses(to(messages, body, claude).notes)).toEqual(["/input/0/tools/0/tools/0/format messages/unsupported"])
  })

  it("remembers how its client knows each call", () => {
    expect([...(read(body).asked.calls ?? [])]).toEqual([
      ["functions__exec", { as: "custom", name: "exec", namespace: "functions" }],
      ["clock__sleep", { as: "function", name: "sleep", namespace: "clock" }]
    ])
  })

  it("is what it was for its own vendor", () => {
    expect(again(body)).toEqual({ model: "gpt-5.5", ...body })
  })
})

describe("what no other vendor can be sent", () => {
  const picture = { role: "user", content: [{ type: "input_image", file_id: "file_1" }] }
  it.each<readonly [string, object, string]>([
    ["a reference", { input: [asked, { type: "item_reference", id: "msg_1" }] }, "/input/1"],
    ["a reference that says no type", { input: [asked, { id: "msg_1", type: null }] }, "/input/1"],
    [
      "an answer to a question of its server's",
      { input: [asked, { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true }] },
      "/input/1"
    ],
    ["a wish for a summary that only it reads", { input: [asked, { type: "compaction_trigger" }] }, "/input/1"],
    ["a sealed summary", { input: [{ type: "compaction", encrypted_content: "gAAA" }, asked] }, "/input/0"],
    ["a file", { input: [picture] }, "/input/0/content/0/file_id"],
    [
      "a tool of its own that must be called",
      { input: "?", tools: [{ type: "image_generation" }], tool_choice: { type: "image_generation" } },
      "/tool_choice"
    ],
    ["a call that nobody answered", { input: [asked, call(1), asked] }, "/input/1"]
  ])("%s", (_, body, path) => {
    expect(() => to(messages, body, claude)).toThrow(path)
    expect(() => to(generateContent, body, gemini)).toThrow(path)
    expect(() => to(chatCompletions, body, { model: "grok-4", vendor: "xai" })).toThrow(path)
  })

  it.each([
    [
      "a tool of its own",
      { input: "?", tools: [{ type: "file_search", vector_store_ids: ["vs_1"] }] },
      "/tools/0 messages/unsupported-tool"
    ],
    ["how it shortens", { input: "?", truncation: "auto" }, "/truncation messages/unknown-member"],
    ["how many calls it makes", { input: "?", max_tool_calls: 3 }, "/max_tool_calls messages/unknown-member"],
    ["what it may be told", { input: [{ type: "configuration_update" }, asked] }, "/input/0 messages/unknown-part"]
  ])("is left out, and the loss told: %s", (_, body, loss) => {
    expect(losses(to(messages, body, claude).notes)).toEqual([loss])
  })
})

describe("results that come behind other calls", () => {
  const input = [asked, call(1), call(2), result(2), call(3), result(3), result(1)]

  it("are told at once to vendors that take them so alone", () => {
    const { body, notes } = to(chatCompletions, { input, tools }, { model: "m", vendor: "deepseek" })
    expect(body).toMatchObject({
      messages: [
        { role: "user" },
        { role: "assistant", tool_calls: [{ id: "call_1" }, { id: "call_2" }] },
        { role: "tool", tool_call_id: "call_1" },
        { role: "tool", tool_call_id: "call_2" },
        { role: "assistant", tool_calls: [{ id: "call_3" }] },
        { role: "tool", tool_call_id: "call_3" }
      ]
    })
    expect(losses(notes)).toEqual([])
  })

  it("stand before what the user said meanwhile", () => {
    const { body } = to(messages, { input: [asked, call(1), asked, result(1)], tools }, claude)
    expect(body).toMatchObject({
      messages: [
        { role: "user" },
        { role: "assistant" },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "call_1" },
            { type: "text", text: "?" }
          ]
        }
      ]
    })
  })
})

describe("what the assistant says between the results that a conversation ends with", () => {
  const mid = { role: "assistant", content: "Meanwhile." }

  it.each([
    ["between them", [call(1), call(2), result(1), mid, result(2)]],
    ["before them", [call(1), call(2), mid, result(1), result(2)]]
  ])("is told %s with the calls, as vendors take it", (_, said) => {
    const input = [asked, ...said]
    const claudes = to(messages, { input, tools }, { ...claude, prefill: false })
    expect(claudes.body).toMatchObject({
      messages: [
        { role: "user" },
        { role: "assistant", content: expect.arrayContaining([{ type: "text", text: "Meanwhile." }]) },
        { role: "user", content: [{ tool_use_id: "call_1" }, { tool_use_id: "call_2" }] }
      ]
    })
    const { body, notes } = to(chatCompletions, { input, tools }, { model: "m", vendor: "deepseek" })
    expect(body).toMatchObject({
      messages: [
        { role: "user" },
        { role: "assistant", content: "Meanwhile.", tool_calls: [{ id: "call_1" }, { id: "call_2" }] },
        { role: "tool", tool_call_id: "call_1" },
        { role: "tool", tool_call_id: "call_2" }
      ]
    })
    expect([losses(claudes.notes), losses(notes)]).toEqual([[], []])
  })
})

describe("results that come behind what the developer said", () => {
  it("are told before it", () => {
    const input = [asked, call(1), { role: "developer", content: "Be brief." }, result(1)]
    const { body } = to(chatCompletions, { input, tools }, { model: "m", vendor: "openai" })
    expect(body).toMatchObject({ messages: [{}, { role: "assistant" }, { role: "tool" }, { role: "developer" }] })
  })
})

describe("what one agent says to another", () => {
  const task = (bytes: string) => ({
    type: "agent_message",
    id: "amsg_1",
    author: "/root",
    recipient: "/root/tides",
    content: [
      { type: "input_text", text: "Message Type: NEW_TASK\nPayload:\n" },
      { type: "encrypted_content", encrypted_content: bytes }
    ]
  })

  it("is heard from the user by a model of another vendor", () => {
    const { body, notes } = to(messages, { input: [task("Look the tides up.")] }, claude)
    expect(body).toMatchObject({
      messages: [
        {
          role: "user",
          content: [{ text: "Message Type: NEW_TASK\nPayload:\n" }, { text: "Look the tides up." }]
        }
      ]
    })
    expect(losses(notes)).toEqual([])
  })

  it("is not told there where OpenAI sealed it", () => {
    const { body } = to(messages, { input: [task("gAAAAABsealed")] }, claude)
    expect(JSON.stringify(body)).not.toContain("gAAAAABsealed")
  })

  it("goes back to OpenAI as it was", () => {
    const input = [asked, task("gAAAAABsealed")]
    expect(again({ input })).toMatchObject({ input })
  })
})
