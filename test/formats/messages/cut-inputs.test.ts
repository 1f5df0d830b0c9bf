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
  const { content, stop_reason } = await client.messages
    .stream({ model: "m", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] })
    .finalMessage()
  return { content, stop_reason }
}

const whole = (args: string) => {
  const message = { role: "assistant", content: null, ...callDelta(0, "f", args) }
  const body = { id: "c1", model: "m", choices: [{ index: 0, message, finish_reason: "length" }] }
  const there = translateResponse({ from: chatCompletions, to: messages }, body)
  if (!there.ok) throw there.error
  const { content, stop_reason } = JSON.parse(there.value.body)
  return { said: { content, stop_reason }, rules: there.value.notes.map(({ rule }) => rule) }
}

const streamed = (args: string) => {
  const stream = translateStream({ from: chatCompletions, to: messages, asked })
  const chunks = [choice(callDelta(0, "f", args)), choice({}, "length"), "[DONE]"]
  const body = stream.push(eventsOf(chunks)) + stream.end()
  return { body, rules: stream.notes().map(({ rule }) => rule) }
}

describe("a call whose input the token limit cut, for a client of Anthropic's", () => {
  it.each([
    '{"x":',
    '{"x": 1',
    '{"x":"ab',
    '{"x":"ab\\"',
    '{"x":"ab"',
    '{"x":"ab"\n',
    '{"x":"a,b","y',
    '{"x":{"y":[1,2]},"z":"',
    '{"x":[{"y":"}"}]',
    '{"x":1,"y":2,"z'
  ])("is what the client makes of the stream in a whole answer, too: %s", async (args) => {
    const { body } = streamed(args)
    expect(whole(args).said).toEqual(await foldedBy(body))
  })

  it("has none of a list that is not whole, whose rest would have said more", () => {
    expect(whole('{"x":1,"files":["a","b",').said.content).toMatchObject([{ input: { x: 1 } }])
  })

  it.each(["[1, 2", "1", '{"x":1,"x":2,"y'])("has none of what is no such object: %s", (args) => {
    expect(whole(args).said.content).toMatchObject([{ type: "tool_use", input: {} }])
  })

  it("is noted, whole and streamed", () => {
    expect(
      [whole('{"x":').rules, streamed('{"x":').rules].map((rules) => rules.includes("messages/broken-call"))
    ).toEqual([true, true])
  })
})

/** @see `ToolUseBlock`, `Usage` of `@anthropic-ai/sdk` 1.14 and `ResponseUsage` of `openai` 7.57, which lack none of them (read 2026-11) */
describe("what the SDKs' types promise of an answer", () => {
  it("is who called", async () => {
    expect(whole("{}").said.content).toMatchObject([{ caller: { type: "direct" } }])
    expect((await foldedBy(streamed("{}").body)).content).toMatchObject([{ caller: { type: "direct" } }])
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
