import { describe, expect, it } from "vitest"
import { foldStream } from "../../../src/core/events/fold.ts"
import { decoded, eventsOf, minimal } from "./reading.ts"

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

describe("a message that heads the conversation", () => {
  it("has no spelling of its own where it is a user's", () => {
    const [first] = decoded(minimal({ messages: [{ role: "user", content: [{ type: "text", text: "a" }] }] })).messages
    expect(first?.native).toBeUndefined()
  })
})
