import { describe, expect, it } from "vitest"
import type { ChatFormat } from "../../../src/core/format.ts"
import { chatCompletions, messages, responses } from "../../../src/formats.ts"
import { translateRequest, translateStream } from "../../../src/translate.ts"

const chunk = {
  object: "chat.completion.chunk",
  choices: [
    {
      index: 0,
      delta: { tool_calls: [{ index: 0, id: "call_1", function: { name: "exec", arguments: '{"input":"ls\\n-' } }] }
    }
  ]
}

const claudes = [
  { type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", model: "m", content: [] } },
  { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "call_1", name: "exec", input: {} } },
  { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"input":"ls\\n-' } }
]

/** What each item of the answer is, where the stream that its upstream gives ends with no more than these events. */
const items = (to: ChatFormat, vendor: string, events: readonly object[], how?: "cut") => {
  const asked = { model: "m", input: "Hi", stream: true, tools: [{ type: "custom", name: "exec" }] }
  const there = translateRequest({ from: responses, to, target: { model: "m", vendor } }, JSON.stringify(asked))
  if (!there.ok) throw there.error
  const stream = translateStream(there.value.reply)
  const told = stream.push(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")) + stream.end(how)
  const last = told.trim().split("\n").at(-1) ?? ""
  const { type, response } = JSON.parse(last.slice("data: ".length))
  return { type, output: response.output }
}

/** @see https://github.com/openai/openai-node `ResponseCustomToolCall` of openai 7.57.0: an item that broke off is `incomplete` */
describe("free text that a stream breaks off in", () => {
  it.each([
    ["a vendor that has functions alone", chatCompletions, "deepseek", [chunk], undefined],
    ["the same, whose connection broke", chatCompletions, "deepseek", [chunk], "cut"],
    ["the same, that says an error", chatCompletions, "deepseek", [chunk, { error: { message: "no" } }], undefined],
    ["Claude", messages, "anthropic", claudes, undefined],
    ["Claude, that says an error", messages, "anthropic", [...claudes, { type: "error", error: {} }], undefined]
  ] as const)("is told as far as it came: %s", (_, to, vendor, events, how) => {
    const call = { type: "custom_tool_call", status: "incomplete", call_id: "call_1", name: "exec", input: "ls\n-" }
    expect(items(to, vendor, events, how)).toMatchObject({ type: "response.failed", output: [call] })
  })
})
