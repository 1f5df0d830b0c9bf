import { describe, expect, it } from "vitest"
import { hiddenThought, sealEnvelope } from "../../../src/core/chat/envelope.ts"
import { again, read, wrong } from "./given.ts"

const call = { type: "function_call", call_id: "call_1", name: "weather", arguments: '{"city":"Oslo"}' }
const result = { type: "function_call_output", call_id: "call_1", output: "5 °C" }
const signed = { vendor: "anthropic", kind: "signature", data: "c2lnbmVk" } as const

describe("what is read of a request in the Responses format", () => {
  it("takes a text for a user's message", () => {
    const { messages } = read({ input: "hello" }).request
    expect(messages).toMatchObject([{ role: "user", parts: [{ type: "text", text: "hello" }] }])
  })

  it("takes a picture that was made for one that the assistant said", () => {
    const made = { type: "image_generation_call", id: "ig_1", status: "completed", result: "iVBORw0KGgo=" }
    expect(read({ input: [made] }).request.messages).toMatchObject([
      { role: "assistant", parts: [{ type: "media", media: "image", source: { kind: "base64", data: made.result } }] }
    ])
  })

  it("takes instructions for the first system message", () => {
    const { messages } = read({ instructions: "be brief", input: "hello" }).request
    expect(messages.map(({ role }) => role)).toEqual(["system", "user"])
  })

  it("tells a developer's message from the system's", () => {
    const { messages } = read({ input: [{ role: "developer", content: "be brief" }] }).request
    expect(messages).toMatchObject([{ role: "system", level: "developer" }])
  })

  it("makes one message of an assistant's turn, whatever its items are", () => {
    const reasoning = { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Oslo." }] }
    const said = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Let me look." }] }
    const { messages } = read({ input: [{ role: "user", content: "?" }, reasoning, said, call, result] }).request
    expect(messages.map(({ role, parts }) => [role, parts.map(({ type }) => type)])).toEqual([
      ["user", ["text"]],
      ["assistant", ["reasoning", "text", "tool-call"]],
      ["user", ["tool-result"]]
    ])
  })

  it.each([
    [
      "its content",
      { content: [{ type: "reasoning_text", text: "raw" }], summary: [{ type: "summary_text", text: "short" }] },
      "raw"
    ],
    [
      "its summaries, a blank line between them",
      {
        summary: [
          { type: "summary_text", text: "a" },
          { type: "summary_text", text: "b" }
        ]
      },
      "a\n\nb"
    ]
  ])("takes for a thought's text %s", (_, members, text) => {
    const { messages } = read({ input: [{ type: "reasoning", ...members }, call, result] }).request
    expect(messages[0]?.parts[0]).toMatchObject({ type: "reasoning", text })
  })

  it("takes encrypted content for the vendor's own bytes", () => {
    const { messages } = read({
      input: [{ type: "reasoning", summary: [], encrypted_content: "gAAA" }, call, result]
    }).request
    expect(messages[0]?.parts[0]?.opaque).toEqual([{ vendor: "openai", kind: "encrypted", data: "gAAA" }])
  })

  it("opens another vendor's signature that covers the thought", () => {
    const encrypted_content = sealEnvelope(signed, 0, "Oslo.")
    const item = { type: "reasoning", summary: [{ type: "summary_text", text: "Oslo." }], encrypted_content }
    const { messages } = read({ input: [item, call, result] }).request
    expect(messages[0]?.parts[0]).toMatchObject({ text: "Oslo.", opaque: [signed] })
  })

  it("tells again a thought that was not shown", () => {
    const encrypted_content = sealEnvelope(hiddenThought("Oslo."), 0, "")
    const { messages } = read({ input: [{ type: "reasoning", summary: [], encrypted_content }, call, result] }).request
    expect(messages[0]?.parts[0]).toMatchObject({ type: "reasoning", text: "Oslo." })
  })

  it("gives bytes that stand beside a call to the call", () => {
    const encrypted_content = sealEnvelope({ vendor: "google", kind: "signature", data: "Zw==" }, 1, "call\nweather")
    const { messages } = read({ input: [{ type: "reasoning", summary: [], encrypted_content }, call, result] }).request
    expect(messages[0]?.parts).toMatchObject([{ type: "tool-call", opaque: [{ vendor: "google", data: "Zw==" }] }])
  })

  it("names a namespace's tool and its calls by both names", () => {
    const tools = [
      { type: "namespace", name: "clock", description: "Time.", tools: [{ type: "function", name: "now" }] }
    ]
    const input = [{ ...call, name: "now", namespace: "clock" }, result]
    const { request, asked } = read({ input, tools })
    expect(request.tools).toMatchObject([{ type: "function", name: "clock__now", description: "Time." }])
    expect(request.messages[0]?.parts[0]).toMatchObject({ name: "clock__now" })
    expect(asked.calls?.get("clock__now")).toEqual({ as: "function", name: "now", namespace: "clock" })
  })

  it("takes tools that an item brings", () => {
    const item = { type: "additional_tools", role: "developer", tools: [{ type: "custom", name: "exec" }] }
    const { request, asked } = read({ input: [item, { role: "user", content: "?" }] })
    expect(request.tools).toMatchObject([{ type: "custom", name: "exec" }])
    expect(asked.customTools).toEqual(["exec"])
  })

  it.each([
    ["effort", { effort: "high" }, { effort: "high" }],
    ["no effort", { effort: "none" }, { mode: "off" }],
    ["a summary", { summary: "auto" }, { visible: true }],
    ["no summary", { summary: null }, { visible: false }]
  ])("reads of thinking %s", (_, reasoning, thinking) => {
    expect(read({ input: "?", reasoning }).request.thinking).toEqual(thinking)
  })

  it.each([
    ["max_output_tokens", 20, { maxTokens: 20 }],
    ["temperature", 0, { temperature: 0 }],
    ["top_p", 0.5, { topP: 0.5 }],
    ["parallel_tool_calls", false, { parallelToolCalls: false }],
    ["top_logprobs", 2, { topLogprobs: 2 }],
    ["service_tier", "flex", { tier: "flex" }],
    ["safety_identifier", "u", { user: "u" }],
    ["user", "u", { user: "u" }],
    ["text", { verbosity: "low" }, { verbosity: "low" }],
    ["text", { format: { type: "json_object" } }, { output: { type: "json" } }],
    ["prompt_cache_key", "k", { autoCache: { key: "k" } }],
    ["include", ["message.output_text.logprobs"], { logprobs: true }],
    ["tool_choice", "required", { toolChoice: { mode: "required" } }],
    ["tool_choice", { type: "function", name: "f" }, { toolChoice: { mode: "tool", of: "function", name: "f" } }]
  ])("reads %s", (member, value, said) => {
    expect(read({ input: "?", [member]: value }).request).toMatchObject(said)
  })

  it.each([
    ["previous_response_id", "resp_1", "response"],
    ["conversation", { id: "conv_1" }, "conversation"],
    ["prompt", { id: "pmpt_1" }, "prompt"]
  ])("remembers that %s is held by its vendor", (member, value, kind) => {
    expect(read({ input: "?", [member]: value }).request.refs).toMatchObject([
      { vendor: "openai", kind, at: `/${member}` }
    ])
  })
})

describe("what is wrong with a request in the Responses format", () => {
  it.each([
    ["no input", {}, "", "`input` is required."],
    [
      "a role that is not known",
      { input: [{ role: "robot", content: "?" }] },
      "/input/0/role",
      "`role` must be user, assistant, system or developer."
    ],
    ["an item that is no object", { input: ["?"] }, "/input/0", "This item must be an object."],
    ["a message without content", { input: [{ role: "user" }] }, "/input/0", "`content` is required."],
    [
      "a call without an id",
      { input: [{ type: "function_call", name: "f", arguments: "{}" }] },
      "/input/0",
      "`call_id` is required."
    ],
    [
      "a result without an output",
      { input: [call, { type: "function_call_output", call_id: "call_1" }] },
      "/input/1",
      "`output` is required."
    ],
    ["a result of no call", { input: [result] }, "/input/0/call_id", "No tool call before this result has its id."],
    [
      "a temperature out of range",
      { input: "?", temperature: 3 },
      "/temperature",
      "`temperature` must be between 0 and 2."
    ],
    [
      "a picture that is nowhere",
      { input: [{ role: "user", content: [{ type: "input_image" }] }] },
      "/input/0/content/0",
      "`image_url` or `file_id` is required."
    ],
    [
      "a part without a type",
      { input: [{ role: "user", content: [{ text: "?" }] }] },
      "/input/0/content/0",
      "`type` is required."
    ]
  ])("%s", (_, body, path, message) => {
    expect(wrong(body)).toContainEqual([path, message])
  })
})

describe("a request that goes back to its own vendor", () => {
  it.each<readonly [string, object]>([
    ["texts", { input: "hello", instructions: "be brief", max_output_tokens: 20, store: false, stream: true }],
    [
      "messages in both spellings",
      {
        input: [
          { role: "user", content: "a" },
          {
            type: "message",
            role: "assistant",
            id: "msg_1",
            status: "completed",
            content: [{ type: "output_text", text: "b", annotations: [] }]
          },
          { type: "message", role: "user", content: [{ type: "input_text", text: "c" }] }
        ]
      }
    ],
    [
      "calls with their ids",
      {
        input: [
          { ...call, id: "fc_1", status: "completed" },
          { ...result, id: "fco_1" }
        ]
      }
    ],
    [
      "a thought with its bytes",
      {
        input: [{ type: "reasoning", id: "rs_1", summary: [], content: null, encrypted_content: "gAAA" }, call, result]
      }
    ],
    [
      "namespaces",
      {
        input: "?",
        tools: [
          {
            type: "namespace",
            name: "n",
            description: "d",
            tools: [
              { type: "function", name: "f", parameters: {} },
              { type: "custom", name: "g" }
            ]
          }
        ]
      }
    ],
    [
      "tools that come with an item",
      {
        input: [
          { role: "user", content: "?" },
          { type: "additional_tools", tools: [{ type: "function", name: "f" }] }
        ]
      }
    ],
    [
      "grammars",
      {
        input: "?",
        tools: [
          { type: "custom", name: "patch", format: { type: "grammar", syntax: "lark", definition: "start: /x/" } }
        ]
      }
    ],
    [
      "the vendor's own tools",
      {
        input: "?",
        tools: [
          { type: "web_search", external_web_access: false },
          { type: "file_search", vector_store_ids: ["vs_1"] }
        ]
      }
    ],
    [
      "calls that the vendor ran",
      {
        input: [
          { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "q" } },
          { role: "user", content: "?" }
        ]
      }
    ],
    [
      "media",
      {
        input: [
          {
            role: "user",
            content: [
              { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "low" },
              { type: "input_file", file_id: "file_1" },
              { type: "input_file", filename: "a.pdf", file_data: "AAAA" },
              { type: "input_file", file_url: "https://example.com/a.pdf" }
            ]
          }
        ]
      }
    ],
    [
      "forms",
      {
        input: "?",
        text: { format: { type: "json_schema", name: "n", schema: { type: "object" }, strict: true }, verbosity: "low" }
      }
    ],
    ["thinking", { input: "?", reasoning: { effort: "high", summary: "detailed", context: "all_turns" } }],
    [
      "choices",
      {
        input: "?",
        tools: [{ type: "function", name: "f" }],
        tool_choice: { type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "f" }] }
      }
    ],
    [
      "what is not known",
      {
        input: [
          { type: "new_item", x: 1 },
          { role: "user", content: [{ type: "new_part" }] }
        ],
        new_member: [1]
      }
    ],
    [
      "what its vendor holds, in its place",
      {
        input: [
          { role: "user", content: "?" },
          { type: "item_reference", id: "msg_1" },
          { id: "msg_2" },
          { role: "user", content: "go on" },
          { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true },
          { type: "compaction_trigger" }
        ]
      }
    ],
    [
      "compactions",
      {
        input: [
          { type: "compaction", id: "cmp_1", encrypted_content: "gAAA" },
          { role: "user", content: "?" }
        ]
      }
    ],
    [
      "a file that is said twice, of which the first counts",
      {
        input: [
          {
            role: "user",
            content: [{ type: "input_file", file_data: "JVBERi0=", file_url: "https://example.com/a.txt" }]
          }
        ]
      }
    ]
  ])("is what it was: %s", (_, body) => {
    expect(again(body)).toEqual({ model: "gpt-5.5", ...body })
  })
})
