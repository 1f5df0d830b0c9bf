import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import type { Json } from "../../../src/core/json/json.ts"
import { translateRequest, translateResponse, translateStream } from "../../../src/translate.ts"
import { at } from "./wires.ts"

/** Free text with all that JSON escapes, and longer than any buffer that holds it back. */
const text = `*** Begin "Patch"\n\\t\t\u0001é日😀</input>{"input":"x"}\r\n`.repeat(400)

const grammar = { syntax: "lark", definition: "start: /.+/" }

/** What a client of chat completions asks: one call was made, and its result is there. */
const asked = (stream: boolean) => ({
  model: "m",
  stream,
  messages: [
    { role: "user", content: "Patch it." },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "custom", custom: { name: "patch", input: text } }]
    },
    { role: "tool", tool_call_id: "call_1", content: "Done." }
  ],
  tools: [{ type: "custom", custom: { name: "patch", description: "Patches.", format: { type: "grammar", grammar } } }],
  tool_choice: { type: "custom", custom: { name: "patch" } }
})

const there = (to: Vendor["to"], vendor: string, stream: boolean) => {
  const options = { from: chatCompletions, to, target: { model: "m", vendor } }
  const made = translateRequest(options, JSON.stringify(asked(stream)))
  if (!made.ok) throw made.error
  return made.value
}

/** A JSON text in pieces that no boundary of it agrees with. */
const pieces = (json: string): readonly string[] => json.match(/[\s\S]{1,77}/g) ?? []

interface Vendor {
  readonly name: string
  readonly to: typeof messages | typeof generateContent | typeof responses
  readonly vendor: string
  /** The input of the call of the history, as it is sent. */
  readonly history: (body: Json) => unknown
  readonly whole: object
  readonly frames: readonly object[]
}

const args = JSON.stringify({ input: text })
const head = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [] }
const response = { id: "resp_1", object: "response", created_at: 1, model: "m", output: [] }
const item = {
  id: "ctc_1",
  type: "custom_tool_call",
  call_id: "call_2",
  name: "patch",
  input: text,
  status: "completed"
}
const called = { functionCall: { name: "patch", args: { input: text } } }
const candidate = { content: { role: "model", parts: [called] }, finishReason: "STOP", index: 0 }

const vendors: readonly Vendor[] = [
  {
    name: "Claude",
    to: messages,
    vendor: "anthropic",
    history: (body) => at(body, "messages", 1, "content", 0, "input", "input"),
    whole: {
      ...head,
      content: [{ type: "tool_use", id: "call_2", name: "patch", input: { input: text } }],
      stop_reason: "tool_use"
    },
    frames: [
      { type: "message_start", message: head },
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "tool_use", id: "call_2", name: "patch", input: {} }
      },
      ...pieces(args).map((partial_json) => ({
        type: "content_block_delta",
        index: 0,
        delta: { type: "input_json_delta", partial_json }
      })),
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } },
      { type: "message_stop" }
    ]
  },
  {
    name: "Gemini",
    to: generateContent,
    vendor: "google",
    history: (body) => at(body, "contents", 1, "parts", 0, "functionCall", "args", "input"),
    whole: { candidates: [candidate] },
    frames: [{ candidates: [candidate] }]
  },
  {
    name: "OpenAI's Responses API",
    to: responses,
    vendor: "openai",
    history: (body) => at(body, "input", 1, "input"),
    whole: { ...response, status: "completed", output: [item] },
    frames: [
      { type: "response.created", response: { ...response, status: "in_progress" } },
      { type: "response.output_item.added", output_index: 0, item: { ...item, input: "", status: "in_progress" } },
      ...pieces(text).map((delta) => ({
        type: "response.custom_tool_call_input.delta",
        output_index: 0,
        item_id: "ctc_1",
        delta
      })),
      { type: "response.custom_tool_call_input.done", output_index: 0, item_id: "ctc_1", input: text },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { ...response, status: "completed", output: [item] } }
    ]
  }
]

describe.each(vendors)("free text of chat completions, at $name", ({ to, vendor, history, whole, frames }) => {
  it("of an earlier call is sent whole", () => {
    expect(history(JSON.parse(there(to, vendor, false).body))).toBe(text)
  })

  it("of a whole answer is a custom call", () => {
    const back = translateResponse(there(to, vendor, false).reply, JSON.stringify(whole))
    if (!back.ok) throw back.error
    expect(JSON.parse(back.value.body).choices).toMatchObject([
      {
        message: { tool_calls: [{ type: "custom", custom: { name: "patch", input: text } }] },
        finish_reason: "tool_calls"
      }
    ])
  })

  it("of a stream is a custom call", () => {
    const stream = translateStream(there(to, vendor, true).reply)
    const events = frames.map(
      (it) => ("type" in it ? `event: ${String(it.type)}\n` : "") + `data: ${JSON.stringify(it)}\n\n`
    )
    const told = events.map((event) => stream.push(event)).join("") + stream.end()
    const chunks = told.split("\n").filter((line) => line.startsWith("data: {"))
    const choices = chunks.flatMap((line) => JSON.parse(line.slice("data: ".length)).choices)
    const calls = choices.flatMap(({ delta }) => delta.tool_calls ?? [])
    expect(calls[0]).toMatchObject({ index: 0, type: "custom", custom: { name: "patch" } })
    expect(calls.map(({ custom }) => custom.input ?? "").join("")).toBe(text)
    expect(choices.at(-1).finish_reason).toBe("tool_calls")
  })
})

describe("the grammar of free text", () => {
  const noted = (to: Vendor["to"], vendor: string) => {
    const { body, notes } = there(to, vendor, false)
    return [body.includes(grammar.definition), notes.some(({ path }) => path === "/tools/0/custom/format")]
  }

  it.each(vendors.slice(0, 2))("is noted at $name, which has none", ({ to, vendor }) => {
    expect(noted(to, vendor)).toEqual([false, true])
  })

  it("stays in OpenAI's Responses API", () => {
    expect(noted(responses, "openai")).toEqual([true, false])
  })
})
