import { describe, expect, it } from "vitest"
import { openCallId } from "../../../src/core/chat/call-id.ts"
import { carriedId, restoreCarriedCalls } from "../../../src/core/chat/carried-calls.ts"
import type {
  ChatMessage,
  ContentPart,
  ReasoningPart,
  ToolCallPart,
  ToolResultPart
} from "../../../src/core/chat/chat.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import type { OpaqueBytes } from "../../../src/core/chat/node.ts"

const bytes = (vendor: string, data: string): OpaqueBytes => ({ vendor, kind: "signature", data })
const google = bytes("google", "c2lnbmF0dXJl")
const claude = bytes("anthropic", "dGhvdWdodA==")

const call = (id: string, more: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: "tool-call",
  id,
  name: "get_weather",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source("{}") },
  ...more
})

const result = (id: string): ToolResultPart => ({
  type: "tool-result",
  id,
  of: "function",
  runBy: "client",
  output: { kind: "parts", parts: [] }
})

const text = (said: string): ContentPart => ({ type: "text", text: said })
const thought: ReasoningPart = { type: "reasoning", text: "Need the weather.", opaque: [claude] }
const redacted: ReasoningPart = {
  type: "reasoning",
  opaque: [{ vendor: "anthropic", kind: "redacted", data: "cmVkYWN0ZWQ=" }]
}

/** The ids that a client of no vendor is told for an answer's calls. */
const told = (parts: readonly ContentPart[], vendor = "openai"): readonly string[] =>
  parts.flatMap((part, index) =>
    part.type === "tool-call" ? [carriedId(part.id ?? "", part, index, (at) => parts[at], vendor)] : []
  )

const assistant = (...parts: readonly ContentPart[]): ChatMessage => ({ role: "assistant", parts })

/** What is read of a history that a client rebuilt of an answer: only texts and calls, under the ids it was told. */
const rebuilt = (parts: readonly ContentPart[]): readonly ContentPart[] => {
  const ids = told(parts)
  let next = 0
  const kept = parts.flatMap((part): readonly ContentPart[] => {
    if (part.type === "text") return [part]
    return part.type === "tool-call" ? [call(ids[next++] ?? "", { name: part.name })] : []
  })
  return restoreCarriedCalls([assistant(...kept)], () => expect.unreachable()).flatMap((message) => message.parts)
}

describe("what a client drops comes back with the id of the call", () => {
  it.each<[string, readonly ContentPart[]]>([
    ["a call's signature", [call("c1", { opaque: [google] })]],
    ["those of two calls", [call("c1", { opaque: [google] }), call("c2", { opaque: [claude] })]],
    ["the thought before a call", [thought, call("c1")]],
    ["the thought and the call's own bytes", [thought, text("I look."), call("c1", { opaque: [google] })]],
    ["a thought between texts", [text("Well."), thought, text("I look."), call("c1")]],
    ["two thoughts, one redacted", [thought, redacted, text("I look."), call("c1")]],
    ["thoughts around a text", [thought, text("I look."), redacted, call("c1")]],
    ["the thoughts of two calls", [thought, call("c1"), redacted, call("c2")]]
  ])("%s", (_, parts) => {
    expect(rebuilt(parts)).toEqual(parts)
  })
})

it("thoughts keep their order where their client kept nothing that stood between them", () => {
  const [id = ""] = told([thought, text("Well."), redacted, text("I look."), call("c1")])
  const [message] = restoreCarriedCalls([assistant(call(id))], () => expect.unreachable())
  expect(message?.parts).toEqual([thought, redacted, call("c1")])
})

/**
 * @see https://github.com/anthropics/claude-code/issues/63574 all blocks of the last turn must be as they were (2026-05)
 * @see https://github.com/pydantic/pydantic-ai/pull/2866 OpenAI's reasoning items without a summary go back, too (2025-09)
 */
describe("of the thoughts before a call, of which the client kept one with its bytes, the other comes back", () => {
  const [first = ""] = told([thought, redacted, text("I look."), call("c1")])
  const [second = ""] = told([redacted, thought, text("I look."), call("c1")])

  it.each<[string, readonly ContentPart[], readonly ContentPart[]]>([
    ["behind it", [thought, text("I look."), call(first)], [thought, redacted, text("I look."), call("c1")]],
    ["before it", [thought, text("I look."), call(second)], [redacted, thought, text("I look."), call("c1")]],
    ["with its words", [redacted, text("I look."), call(second)], [redacted, thought, text("I look."), call("c1")]],
    ["not where both were kept", [thought, redacted, call(first)], [thought, redacted, call("c1")]]
  ])("%s", (_, kept, parts) => {
    const [message] = restoreCarriedCalls([assistant(...kept)], () => expect.unreachable())
    expect(message?.parts).toEqual(parts)
  })
})

describe("the id that a client is told", () => {
  it("is plain where all bytes are of the client's own vendor", () => {
    expect(told([thought, call("c1", { opaque: [claude] })], "anthropic")).toEqual(["c1"])
  })

  it("carries only what is another vendor's", () => {
    expect(openCallId(told([call("c1", { opaque: [claude, google] })], "anthropic")[0] ?? "")?.opaque).toEqual([google])
  })

  it("is plain for a call that the vendor answers itself", () => {
    expect(told([call("c1", { runBy: "provider", opaque: [google] })])).toEqual(["c1"])
  })

  it("does not say a thought again that led to the call before", () => {
    expect(told([thought, call("c1"), call("c2")])[1]).toBe("c2")
  })
})

describe("a history with ids that carry", () => {
  const [id = ""] = told([thought, call("c1", { opaque: [google] })])

  it("has the plain id in a result, too", () => {
    const messages = restoreCarriedCalls([assistant(call(id)), { role: "user", parts: [result(id)] }], () => undefined)
    expect(messages[1]?.parts).toEqual([result("c1")])
  })

  it("says what the client kept, once", () => {
    const other: ReasoningPart = { ...thought, opaque: [bytes("anthropic", "b3RoZXI=")] }
    const kept = [other, call(id, { opaque: [bytes("google", "b3RoZXI=")] })]
    const [message] = restoreCarriedCalls([assistant(...kept)], () => undefined)
    expect(message?.parts).toEqual([other, call("c1", { opaque: [bytes("google", "b3RoZXI=")] })])
  })

  it("signs the thought that the client kept without its bytes", () => {
    const [message] = restoreCarriedCalls(
      [assistant({ type: "reasoning", text: "Need the weather." }, call(id))],
      () => undefined
    )
    expect(message?.parts).toEqual([thought, call("c1", { opaque: [google] })])
  })

  it("says nothing of a call of another tool, which is told", () => {
    const ignored: string[] = []
    const other = call(id, { name: "get_time", at: "/messages/1" })
    const [message] = restoreCarriedCalls([assistant(other)], (at) => ignored.push(at))
    expect(message?.parts).toEqual([{ ...other, id: "c1" }])
    expect(ignored).toEqual(["/messages/1"])
  })

  it("is left as it is where an id was cut, or is a vendor's", () => {
    const messages: readonly ChatMessage[] = [
      assistant(call(id.slice(0, -1)), call("toolu_1")),
      { role: "user", parts: [result("x-isg1-")] }
    ]
    expect(restoreCarriedCalls(messages, () => expect.unreachable())).toEqual(messages)
  })
})
