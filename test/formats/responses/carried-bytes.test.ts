import { describe, expect, it } from "vitest"
import { openCallId } from "../../../src/core/chat/call-id.ts"
import type { ChatResponse, ContentPart, ToolCallPart } from "../../../src/core/chat/chat.ts"
import { unfoldResponse } from "../../../src/core/events/fold.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { responses } from "../../../src/formats/responses/index.ts"
import { callOf, decode } from "../../laws/calling.ts"

const stamp = { id: "resp_1", created: 1, model: "model-1" }
const signature = { vendor: "google", kind: "signature", data: "s".repeat(2000) } as const

/** A call to which its upstream gave no id, with more bytes than an id holds. */
const call: ToolCallPart = {
  type: "tool-call",
  name: "get_weather",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source('{"city":"Paris"}') },
  opaque: [signature]
}

const answerOf = (...parts: readonly ContentPart[]): ChatResponse => ({
  candidates: [{ index: 0, parts, finish: { kind: "tool-calls" } }]
})

const wholeItems = (answer = answerOf(call)): readonly unknown[] => {
  const { value } = responses.encodeResponse(answer, defaultReplyPreferences, stamp)
  return JSON.parse(value.text).output
}

const streamedItems = (answer = answerOf(call)): readonly unknown[] => {
  const machine = responses.encodeStream({ ...defaultReplyPreferences, stream: true }, stamp)
  const frames = unfoldResponse(answer).flatMap((event) => machine.push(event))
  return JSON.parse(frames.at(-1)?.data ?? "").response.output
}

/** What the items of an answer say when their client sends them back. */
const heardAgain = (items: readonly unknown[]): readonly ContentPart[] => {
  const result = { type: "function_call_output", call_id: idOf(items.at(-1)), output: "18 degrees" }
  const input = [{ role: "user", content: "Weather in Paris?" }, ...items, result]
  return decode(responses, callOf(JSON.stringify({ model: "m", input }))).request.messages[1]?.parts ?? []
}

const idOf = (item: unknown): unknown =>
  typeof item === "object" && item !== null && "call_id" in item ? item.call_id : undefined

describe.each([
  ["whole", wholeItems],
  ["streamed", streamedItems]
] as const)("bytes that are too long for the id of a call, in an answer that is %s", (_, items) => {
  it("stand before the call, in an item that shows nothing", () => {
    expect(items()).toMatchObject([{ type: "reasoning", summary: [] }, { type: "function_call" }])
  })

  it("come back as the call's", () => {
    expect(heardAgain(items())).toMatchObject([{ type: "tool-call", name: "get_weather", opaque: [signature] }])
  })
})

describe.each([
  ["whole", wholeItems],
  ["streamed", streamedItems]
] as const)("the id of a call, in an answer that is %s", (_, items) => {
  it("says how many parts stand between it and a thought of another vendor's", () => {
    const sealed = { vendor: "anthropic", kind: "signature", data: "c2lnbmF0dXJl" } as const
    const thought: ContentPart = { type: "reasoning", text: "Hm.", opaque: [sealed] }
    const { opaque: _bytes, ...plain } = call
    const told = items(answerOf(thought, { type: "text", text: "Let me see." }, { ...plain, id: "toolu_1" }))
    expect(openCallId(String(idOf(told.at(-1))))?.thoughts).toEqual([{ text: "Hm.", opaque: [sealed], back: 1 }])
  })
})
