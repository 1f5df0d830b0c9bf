import { describe, expect, it } from "vitest"
import { JsonText } from "../../../src/core/json/json.ts"
import { type RequestTarget, wireNames } from "../../../src/core/format.ts"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { responses } from "../../../src/formats/responses/index.ts"

const tools = [
  {
    type: "custom",
    name: "apply_patch",
    description: "Patches.",
    format: { type: "grammar", syntax: "lark", definition: "x" }
  }
]
const input = [
  { role: "user", content: "Patch it." },
  { type: "custom_tool_call", call_id: "call_1", name: "apply_patch", input: '*** "Begin"' },
  { type: "custom_tool_call_output", call_id: "call_1", output: "Done." }
]
const choice = { type: "custom", name: "apply_patch" }

/** A request of Codex's as a vendor of chat completions is sent it, and what its answer is read with. */
const sentTo = (vendor: RequestTarget["vendor"]) => {
  const body = JsonText.source(JSON.stringify({ model: "m", input, tools, tool_choice: choice }))
  const read = responses.decodeRequest({ model: "m", stream: false, headers: {}, body, names: wireNames })
  if (!read.ok) throw read.error
  const target = vendor === undefined ? { model: "m" } : { model: "m", vendor }
  const written = chatCompletions.encodeRequest(read.value.value.request, target)
  if (!written.ok) throw written.error
  const { call, undo } = written.value.value
  return { body: call.body.value, undo, rules: written.value.notes.map(({ rule }) => rule) }
}

const asFunction = {
  tools: [
    {
      type: "function",
      function: {
        name: "apply_patch",
        description: "Patches.",
        parameters: { type: "object", properties: { input: { type: "string" } }, required: ["input"] }
      }
    }
  ],
  tool_choice: { type: "function", function: { name: "apply_patch" } },
  messages: [
    { role: "user" },
    {
      role: "assistant",
      tool_calls: [
        { id: "call_1", type: "function", function: { name: "apply_patch", arguments: '{"input":"*** \\"Begin\\""}' } }
      ]
    },
    { role: "tool", tool_call_id: "call_1", content: "Done." }
  ]
}

describe("a tool of free text, at a vendor of chat completions", () => {
  it.each(["deepseek", "moonshot", "qwen", "openrouter", "compatible"] as const)(
    "that is no OpenAI is a function: %s",
    (vendor) => {
      const { body, rules } = sentTo(vendor)
      expect(body).toMatchObject(asFunction)
      expect(rules).toContain("chat-completions/unsupported")
    }
  )

  it.each(["openai", undefined] as const)("that takes it is sent as it is: %s", (vendor) => {
    expect(sentTo(vendor).body).toMatchObject({
      tools: [{ type: "custom", custom: { name: "apply_patch" } }],
      tool_choice: { type: "custom", custom: { name: "apply_patch" } },
      messages: [{}, { tool_calls: [{ type: "custom", custom: { name: "apply_patch", input: '*** "Begin"' } }] }, {}]
    })
  })
})

describe("a call of such a function", () => {
  const { undo } = sentTo("deepseek")
  const custom = { type: "tool-call", name: "apply_patch", of: "custom", input: { kind: "text", text: 'a\n"b"' } }

  it("is one of the client's tool in a whole answer", () => {
    const call = { id: "c", type: "function", function: { name: "apply_patch", arguments: '{"input": "a\\n\\"b\\""}' } }
    const choices = [
      { index: 0, message: { role: "assistant", content: null, tool_calls: [call] }, finish_reason: "tool_calls" }
    ]
    const body = JsonText.source(
      JSON.stringify({ id: "x", object: "chat.completion", created: 1, model: "m", choices })
    )
    const read = chatCompletions.decodeResponse(body, undo)
    if (!read.ok) throw read.error
    expect(read.value.value.candidates[0]?.parts).toMatchObject([custom])
  })

  it("is told in a stream when its input is whole", () => {
    const stream = chatCompletions.decodeStream(undo)
    const frame = (delta: object, reason: string | null = null) => ({
      data: JSON.stringify({
        id: "x",
        object: "chat.completion.chunk",
        created: 1,
        model: "m",
        choices: [{ index: 0, delta, finish_reason: reason }]
      })
    })
    const piece = (text: string, head: object = {}) => ({
      tool_calls: [{ index: 0, ...head, function: { ...head, arguments: text } }]
    })
    const events = [
      frame(piece("", { id: "c", name: "apply_patch" })),
      frame(piece('{"input": "a')),
      frame(piece('\\n\\"b\\""}')),
      frame({}, "tool_calls"),
      { data: "[DONE]" }
    ].flatMap((each) => stream.push(each))
    expect(events.filter(({ type }) => type === "part" || type === "delta")).toMatchObject([
      { type: "part", value: { ...custom, input: { kind: "text", text: "" } } },
      { type: "delta", delta: { type: "input", text: 'a\n"b"' } }
    ])
  })
})
