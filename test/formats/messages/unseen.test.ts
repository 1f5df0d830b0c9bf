import { describe, expect, it } from "vitest"
import { messages } from "../../../src/formats/messages/index.ts"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import type { ContentPart } from "../../../src/core/chat/chat.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { unfoldResponse } from "../../../src/core/events/fold.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { callOf, decode, encode } from "../../laws/calling.ts"

const stamp = { id: "answer-1", created: 1, model: "model-1" }
const thought: ContentPart = { type: "reasoning", text: "The capital is the place to look at." }
const call: ContentPart = {
  type: "tool-call",
  id: "call_1",
  name: "get_weather",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source('{"city":"Paris"}') }
}

/** The content of an answer for a client that shows no thoughts. */
const contentOf = (...parts: readonly ContentPart[]): readonly Record<string, unknown>[] => {
  const response = { candidates: [{ index: 0, parts, finish: { kind: "tool-calls" } as const }] }
  const { value } = messages.encodeResponse(response, { ...defaultReplyPreferences, thinking: "hidden" }, stamp)
  return JSON.parse(value.text).content
}

describe("a thought that the client does not show", () => {
  it("is in a block that shows nothing before the call that it led to", () => {
    expect(contentOf(thought, call)).toMatchObject([{ type: "thinking", thinking: "" }, { type: "tool_use" }])
  })

  it("is nothing where it says nothing and is not sealed", () =>
    expect(contentOf({ type: "reasoning" }, call)).toMatchObject([{ type: "tool_use" }]))

  it("is there where the answer says something before the call, in a stream behind what it says", () => {
    const text: ContentPart = { type: "text", text: "Let me look." }
    expect(contentOf(thought, text, call)).toMatchObject([{ type: "thinking" }, { type: "text" }, { type: "tool_use" }])
    const machine = messages.encodeStream({ ...defaultReplyPreferences, thinking: "hidden" }, stamp)
    const parts = [thought, text, call]
    const events = unfoldResponse({ candidates: [{ index: 0, parts, finish: { kind: "tool-calls" } }] })
    const begun = events.flatMap((event) => machine.push(event)).filter(({ event }) => event === "content_block_start")
    expect(begun.map(({ data }) => JSON.parse(data).content_block)).toMatchObject([
      { type: "text" },
      { type: "thinking", thinking: "" },
      { type: "tool_use" }
    ])
  })

  it("is left out of an answer without a call", () => {
    expect(contentOf(thought, { type: "text", text: "18 degrees" })).toMatchObject([{ type: "text" }])
  })

  it("comes back to a vendor that wants it beside its calls", () => {
    const body = {
      model: "deepseek-chat",
      max_tokens: 100,
      messages: [
        { role: "user", content: "Weather in Paris?" },
        { role: "assistant", content: contentOf(thought, call) },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: "18 degrees" }] }
      ]
    }
    const { request } = decode(messages, callOf(JSON.stringify(body)))
    const sent = encode(chatCompletions, request, { model: "deepseek-chat", vendor: "deepseek" })?.body ?? "{}"
    expect(JSON.parse(sent).messages[1]).toMatchObject({
      reasoning_content: "The capital is the place to look at.",
      tool_calls: [{ id: "call_1" }]
    })
  })
})

const sealed: ContentPart = { type: "reasoning", opaque: [{ vendor: "openai", kind: "encrypted", data: "gAAAAABo" }] }
const custom: ContentPart = { ...call, of: "custom", input: { kind: "text", text: "*** Begin Patch" } }
const searched: ContentPart = { ...call, name: "web_search", of: "web-search", runBy: "provider" }
const words: ContentPart = { type: "text", text: "18 degrees" }

/** The types of the blocks of an answer, whole and streamed. */
const blocksOf = (...parts: readonly ContentPart[]) => {
  const machine = messages.encodeStream(defaultReplyPreferences, stamp)
  const events = unfoldResponse({ candidates: [{ index: 0, parts, finish: { kind: "stop" } }] })
  const begun = events.flatMap((event) => machine.push(event)).filter(({ event }) => event === "content_block_start")
  return {
    whole: contentOf(...parts).map(({ type }) => type),
    streamed: begun.map(({ data }) => JSON.parse(data).content_block.type)
  }
}

describe("bytes that another vendor sealed", () => {
  it.each([
    ["before a call of free text", [sealed, custom], ["thinking", "tool_use"]],
    ["before a call, what the vendor ran between them left out", [sealed, searched, call], ["thinking", "tool_use"]],
    ["where nothing else is said", [sealed], ["thinking"]]
  ] as const)("are in a block that shows nothing %s", (_, parts, blocks) => {
    expect(blocksOf(...parts)).toEqual({ whole: blocks, streamed: blocks })
  })

  it.each([
    ["before a text", [sealed, words]],
    ["behind one", [words, sealed]],
    ["before a text and what the vendor ran", [sealed, searched, words]]
  ] as const)("are no block %s, which clients take for the answer", (_, parts) => {
    expect(blocksOf(...parts)).toEqual({ whole: ["text"], streamed: ["text"] })
  })
})
