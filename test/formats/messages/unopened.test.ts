import { describe, expect, it } from "vitest"
import { foldStream } from "../../../src/core/events/fold.ts"
import { bodyOf, decoded, eventsOf, minimal } from "./reading.ts"

const frame = (data: { readonly type: string }) => ({ event: data.type, data: JSON.stringify(data) })

const begun = {
  type: "message_start",
  message: { id: "m", type: "message", role: "assistant", model: "c", content: [], usage: { input_tokens: 1 } }
}

describe("a block that was never begun", () => {
  it.each([
    ["text_delta", { text: "a" }, "text"],
    ["thinking_delta", { thinking: "a" }, "reasoning"],
    ["signature_delta", { signature: "c2ln" }, "reasoning"]
  ])("is of the type that its %s tells", (type, said, part) => {
    const delta = { type: "content_block_delta", index: 0, delta: { type, ...said } }
    const { response } = foldStream(eventsOf([frame(begun), frame(delta)]))
    expect(response.candidates[0]?.parts.map((it) => it.type)).toEqual([part])
  })
})

it("a text that says nothing yet does not end the thought whose block it stands in", () => {
  const said = [
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "a" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "b" } }
  ]
  const { response } = foldStream(eventsOf([begun, ...said].map(frame)))
  expect(response.candidates[0]?.parts).toMatchObject([{ type: "reasoning", text: "ab" }])
})

describe("a message that heads the conversation", () => {
  it("stays there where it is a system's and the model takes such", () => {
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello" }
    ]
    const body = bodyOf(decoded(minimal({ messages })), { model: "m", lateSystem: "native" })
    expect([body["system"], body["messages"]]).toEqual([undefined, messages])
  })

  it("has no spelling of its own where it is a user's", () => {
    const [first] = decoded(minimal({ messages: [{ role: "user", content: [{ type: "text", text: "a" }] }] })).messages
    expect(first?.native).toBeUndefined()
  })
})
