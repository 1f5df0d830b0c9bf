import { describe, expect, it } from "vitest"
import { ChatCompletions, Messages, translateResponse } from "../../../src/translate.ts"

const message = { id: "m1", type: "message", role: "assistant", model: "m" }

/** How chat completions tells what a message says. */
const told = (body: object): unknown => {
  const there = translateResponse({ from: Messages, to: ChatCompletions }, body)
  if (!there.ok) return undefined
  const { choices, usage } = JSON.parse(there.value.body)
  return { content: choices[0].message.content, finish: choices[0].finish_reason, usage: usage?.total_tokens }
}

describe("a message without content", () => {
  const usage = { input_tokens: 2, output_tokens: 1 }

  it.each<[string, object]>([
    ["null", { content: null }],
    ["an empty list", { content: [] }],
    ["absent", {}]
  ])("%s is an answer that says nothing", (_, content) => {
    const ended = { stop_reason: "end_turn", usage }
    expect(told({ ...message, ...content, ...ended })).toEqual({ content: null, finish: "stop", usage: 3 })
  })

  it("is an answer where it says why it ended, and no more", () => {
    expect(told({ stop_reason: "max_tokens" })).toEqual({ content: null, finish: "length", usage: undefined })
  })

  it.each([null, undefined])("is an answer where nothing was counted: %s", (none) => {
    expect(told({ ...message, content: null, stop_reason: "end_turn", usage: none })).toEqual({
      content: null,
      finish: "stop",
      usage: undefined
    })
  })

  it("is none where the body tells of something else", () => {
    expect(told({ id: "m1", status: "queued" })).toBeUndefined()
  })
})
