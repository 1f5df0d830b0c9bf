import { describe, expect, it } from "vitest"
import type { ChatFormat } from "../../../src/core/format.ts"
import { chatCompletions, messages, responses } from "../../../src/formats.ts"
import { translateRequest, translateResponse, translateStream } from "../../../src/translate.ts"
import { callDelta, choice, eventsOf } from "./saying.ts"

const tools = [
  { type: "custom", name: "patch" },
  { type: "function", name: "clock", parameters: { type: "object" } }
]

const asked = (from: ChatFormat, input: unknown = "Hi") => {
  const body = JSON.stringify({ model: "m", input, tools })
  const target = from === chatCompletions ? ({ model: "m", vendor: "compatible" } as const) : { model: "m" }
  const there = translateRequest({ from: responses, to: from, target }, body)
  if (!there.ok) throw there.error
  return there.value
}

type Item = Readonly<Record<string, unknown>>

/** What a client of the Responses API is told of a stream: its last item. */
const streamed = (from: ChatFormat, frames: readonly unknown[], named = false): Item | undefined => {
  const stream = translateStream(asked(from).reply)
  const text = named
    ? frames.map((it) => `event: ${(it as { readonly type: string }).type}\ndata: ${JSON.stringify(it)}\n\n`).join("")
    : eventsOf(frames)
  const events = (stream.push(text) + stream.end()).split("\n\n").filter((frame) => frame.includes("data: "))
  const last = JSON.parse(events.at(-1)?.split("data: ")[1] ?? "null")
  return last.response.output.at(-1)
}

const ofChat = (name: string, args: string) =>
  streamed(chatCompletions, [choice(callDelta(0, name, args)), choice({}, "length"), "[DONE]"])

const ofClaude = (name: string, json: string) =>
  streamed(
    messages,
    [
      { type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", model: "m", content: [] } },
      { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "toolu_1", name, input: {} } },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: json } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "max_tokens" }, usage: { output_tokens: 9 } },
      { type: "message_stop" }
    ],
    true
  )

const whole = (from: ChatFormat, body: object): Item | undefined => {
  const back = translateResponse(asked(from).reply, JSON.stringify(body))
  if (!back.ok) throw back.error
  return JSON.parse(back.value.body).output.at(-1)
}

const claudes = (name: string, input: object, stop_reason = "max_tokens") =>
  whole(messages, {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "tool_use", id: "toolu_1", name, input }],
    stop_reason
  })

const chats = (name: string, args: string) => {
  const tool_calls = [{ id: "call_1", type: "function", function: { name, arguments: args } }]
  const choices = [{ index: 0, message: { role: "assistant", content: null, tool_calls }, finish_reason: "length" }]
  return whole(chatCompletions, { id: "c1", object: "chat.completion", created: 1, model: "m", choices })
}

const begun = { type: "custom_tool_call", name: "patch", input: "*** Begin", status: "incomplete" }

describe("a call of free text that the vendor's limit cuts", () => {
  it.each([
    ["a stream of chat completions", () => ofChat("patch", '{"input":"*** Begin')],
    ["a whole answer of chat completions", () => chats("patch", '{"input":"*** Begin')],
    ["a stream of Claude's", () => ofClaude("patch", '{"input":"*** Begin')],
    ["a whole answer of Claude's", () => claudes("patch", { input: "*** Begin" })]
  ])("is incomplete, with the text so far: %s", (_, item) => {
    expect(item()).toMatchObject(begun)
  })

  it.each([
    ["a\\nb", "a\nb"],
    ["a\\", "a"],
    ["a\\u00e", "a"],
    ["a\\u00e9", "aé"],
    ["a\\ud83d", "a"],
    ["a\\ud83d\\ude0", "a"],
    ["a\\ud83d\\ude00", "a😀"],
    ['a\\"b"', 'a"b'],
    ["a\nb", "a\nb"]
  ])("says of %j what its escape sequences mean, and nothing of half a one", (written, text) => {
    expect(ofChat("patch", `{ "input": "${written}`)?.["input"]).toBe(text)
  })

  it.each(["{", '{"in', '{ "input" :', '{"input":"'])("says nothing where nothing came: %s", (args) => {
    expect(ofChat("patch", args)).toMatchObject({ input: "", status: "incomplete" })
  })

  it("is what the model wrote, where that is no such input at all", () => {
    expect(ofChat("patch", "*** Begin")).toMatchObject({ input: "*** Begin", status: "completed" })
  })

  it("says nothing where Claude's whole answer has nothing of it", () => {
    expect(claudes("patch", {})).toMatchObject({ input: "", status: "incomplete" })
  })

  it("is told Claude again as the text that it is", () => {
    const input = [
      { role: "user", content: "Hi" },
      { ...begun, call_id: "call_1" },
      { type: "custom_tool_call_output", call_id: "call_1", output: "Cut." }
    ]
    expect(JSON.parse(asked(messages, input).body).messages[1].content[0].input).toEqual({ input: "*** Begin" })
  })
})

describe("a call that ends a whole answer of Claude's which its limit ended", () => {
  it("is incomplete, and has no input where none came", () => {
    expect(claudes("clock", {})).toMatchObject({ type: "function_call", arguments: "", status: "incomplete" })
  })

  it("has the members that were whole", () => {
    expect(claudes("clock", { zone: "CET" })).toMatchObject({ arguments: '{"zone":"CET"}', status: "incomplete" })
  })

  it("is complete where nothing cut it", () => {
    expect(claudes("clock", {}, "tool_use")).toMatchObject({ arguments: "{}", status: "completed" })
  })
})

describe("a call in a stream that breaks off", () => {
  it("is incomplete, though its input could be whole", () => {
    const item = streamed(chatCompletions, [choice(callDelta(0, "clock", "{}"))])
    expect(item).toMatchObject({ type: "function_call", arguments: "{}", status: "incomplete" })
  })
})
