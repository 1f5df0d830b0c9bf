import { describe, expect, it } from "vitest"
import { JsonText } from "../../../src/core/json/json.ts"
import { answered, assistant, bodyOf, call, encoded, foreign, told, user, text } from "./reading.ts"

describe("an answer of this format's", () => {
  const answer = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 }
  }

  it.each([
    ["a reason that nobody knows", "tomorrow", { type: "text", text: "a" }],
    ["an end where a call follows", "end_turn", { type: "tool_use", id: "toolu_1", name: "f", input: {} }]
  ])("ends as it said: by %s", (_, stop_reason, block) =>
    expect(told(answered({ ...answer, stop_reason, content: [block] }))).toMatchObject({ stop_reason })
  )
})

it("a result that is JSON and a picture is a text and a picture", () => {
  const picture = {
    type: "media",
    media: "image",
    mime: "image/png",
    source: { kind: "base64", data: "AAAA" }
  } as const
  const output = { kind: "json", json: JsonText.source('{"a":1}'), parts: [picture] } as const
  const answer = { type: "tool-result", id: "c1", of: "function", runBy: "client", output } as const
  const { messages } = bodyOf(foreign({ messages: [user(text("?")), assistant(call("c1")), user(answer)] }))
  expect(messages).toMatchObject([
    {},
    {},
    { content: [{ type: "tool_result", content: [{ type: "text", text: '{"a":1}' }, { type: "image" }] }] }
  ])
})

it("an answer of a type that the API cannot be asked for leaves a note", () => {
  const { value, notes } = encoded(foreign({ output: { type: "mime", mime: "application/xml" } }))
  expect(JSON.parse(value.call.body.text)).not.toHaveProperty("output_config")
  expect(notes.map(({ rule }) => rule)).toEqual(["messages/unsupported"])
})
