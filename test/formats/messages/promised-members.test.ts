import Anthropic from "@anthropic-ai/sdk"
import { describe, expect, it } from "vitest"
import { chatCompletions, messages, responses } from "../../../src/formats.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { translateResponse, translateStream } from "../../../src/translate.ts"
import { callDelta, choice, eventsOf } from "../crossing/saying.ts"

const asked = { ...defaultReplyPreferences, stream: true }

/** What Anthropic's own client makes of a stream of ours. */
const foldedBy = async (body: string) => {
  const client = new Anthropic({
    apiKey: "k",
    fetch: async () => new Response(body, { headers: { "content-type": "text/event-stream" } })
  })
  return client.messages
    .stream({ model: "m", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] })
    .finalMessage()
}

/** A whole answer with a call, as a client of Messages has it. */
const whole = (args: string) => {
  const message = { role: "assistant", content: null, ...callDelta(0, "f", args) }
  const body = { id: "c1", model: "m", choices: [{ index: 0, message, finish_reason: "tool_calls" }] }
  const there = translateResponse({ from: chatCompletions, to: messages }, body)
  if (!there.ok) throw there.error
  return JSON.parse(there.value.body)
}

/** The same streamed. */
const streamed = (args: string): string => {
  const stream = translateStream({ from: chatCompletions, to: messages, asked })
  const chunks = [choice(callDelta(0, "f", args)), choice({}, "tool_calls"), "[DONE]"]
  return stream.push(eventsOf(chunks)) + stream.end()
}

/** @see `ToolUseBlock`, `Usage` of `@anthropic-ai/sdk` 1.14 and `ResponseUsage` of `openai` 7.57, which lack none of them (read 2026-11) */
describe("what the SDKs' types promise of an answer", () => {
  it("is who called", async () => {
    expect(whole("{}").content).toMatchObject([{ caller: { type: "direct" } }])
    expect((await foldedBy(streamed("{}"))).content).toMatchObject([{ caller: { type: "direct" } }])
  })

  it("is how fast it was, and what was written to the cache", () => {
    const message = { role: "assistant", content: "Hi" }
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const body = { id: "c1", model: "m", choices: [{ index: 0, message, finish_reason: "stop" }], usage }
    const told = [messages, responses].map((to) => {
      const there = translateResponse({ from: chatCompletions, to }, body)
      return there.ok && JSON.parse(there.value.body).usage
    })
    expect(told).toMatchObject([{ speed: null }, { input_tokens_details: { cache_write_tokens: 0 } }])
  })

  it("says no more to clients who have no place for it", () => {
    const block = { type: "tool_use", id: "toolu_1", name: "f", input: {}, caller: { type: "direct" } }
    const answer = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [block] }
    const there = translateResponse({ from: messages, to: chatCompletions }, { ...answer, stop_reason: "tool_use" })
    expect(there.ok && there.value.notes.filter(({ path }) => path.endsWith("/caller"))).toEqual([])
  })
})
