import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { translateStream } from "../../../src/translate.ts"
import { printEvents } from "../../faults/frames.ts"

const details = { output_tokens: 20, output_tokens_details: { thinking_tokens: 9 } }

/** A stream whose usage tells of its thoughts before its last event, in which 42 tokens is all output. */
const stream = (first: object, between: readonly object[], last: object): string =>
  printEvents([
    {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        usage: { input_tokens: 16, ...first }
      }
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "Hi" } },
    { type: "content_block_stop", index: 0 },
    ...between.map((usage) => ({ type: "message_delta", delta: { stop_reason: null }, usage })),
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: last },
    { type: "message_stop" }
  ])

const told = (to: typeof chatCompletions | typeof generateContent | typeof responses, text: string): string => {
  const machine = translateStream({
    from: messages,
    to,
    asked: { ...defaultReplyPreferences, stream: true, usage: true }
  })
  return machine.push(text) + machine.end()
}

/** @see `MessageDeltaUsage` of `@anthropic-ai/sdk` 1.11: "The cumulative number of output tokens which were used." */
describe("output that is counted together, whose thoughts an earlier event told", () => {
  it.each([
    ["at the beginning", stream(details, [], { output_tokens: 42 })],
    ["in between", stream({ output_tokens: 1 }, [details], { output_tokens: 42 })],
    ["in between, and null at the end", stream({}, [details], { output_tokens: 42, output_tokens_details: null })]
  ])("is counted once: %s", (_, text) => {
    expect(told(chatCompletions, text)).toContain('"completion_tokens":42')
    expect(told(chatCompletions, text)).toContain('"reasoning_tokens":9')
    expect(told(responses, text)).toContain('"output_tokens":42')
    expect(told(generateContent, text)).toContain('"candidatesTokenCount":33')
    expect(told(generateContent, text)).toContain('"thoughtsTokenCount":9')
  })

  it("is told of the thoughts of the last event that says them", () => {
    const last = { output_tokens: 42, output_tokens_details: { thinking_tokens: 12 } }
    expect(told(chatCompletions, stream(details, [], last))).toContain('"reasoning_tokens":12')
    expect(told(chatCompletions, stream(details, [], last))).toContain('"completion_tokens":42')
  })
})
