import * as Formats from "../../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { translateResponse, translateStream } from "../../../src/translate.ts"
import { choice, eventsOf, saidIn, streamed, whole } from "./saying.ts"

/** Members that a vendor writes into every message, empty where it has nothing to say. */
const hollow = {
  refusal: "",
  annotations: null,
  audio: { id: "", data: "", transcript: "", expires_at: 0 },
  function_call: { name: "", arguments: "" },
  tool_calls: null
}

const call = {
  id: "call_1",
  type: "function",
  custom: { name: "", input: "" },
  function: { name: "f", arguments: "{}" }
}

describe("members that say nothing", () => {
  it("are no parts of a whole answer", () => {
    expect(whole({ ...hollow, content: "a" }).candidates[0]?.content.parts).toEqual([{ text: "a" }])
  })

  it("are no parts of a stream, and part nothing", () => {
    const frames = streamed(
      Formats.chatCompletions,
      eventsOf([choice({ ...hollow, content: "a" }), choice({ ...hollow, content: "b" }), choice({}, "stop"), "[DONE]"])
    )
    expect(saidIn(frames)).toEqual(["a", "b"])
    expect(frames.at(-1)?.candidates[0]?.finishReason).toBe("STOP")
  })
})

describe("a whole answer that does not say why it ended", () => {
  const ended = (message: object, reason: string | null) => {
    const choices = [{ index: 0, message: { role: "assistant", ...message }, finish_reason: reason }]
    const body = { id: "c1", object: "chat.completion", created: 1, model: "m", choices }
    const there = translateResponse({ from: Formats.chatCompletions, to: Formats.messages }, body)
    return there.ok ? { reason: JSON.parse(there.value.body).stop_reason, notes: there.value.notes } : undefined
  }

  it.each([null, ""])("ended as its content says where it says %j", (reason) => {
    expect(ended({ content: "a" }, reason)?.reason).toBe("end_turn")
    expect(ended({ content: "", tool_calls: [call] }, reason)?.reason).toBe("tool_use")
  })

  it("leaves a note", () => {
    const notes = ended({ content: "a" }, "")?.notes ?? []
    expect(notes.map(({ rule, path }) => [rule, path])).toContainEqual([
      "chat-completions/finish-unsaid",
      "/choices/0/finish_reason"
    ])
  })
})

describe("a call", () => {
  const called = (more: object, input: unknown) => ({
    tool_calls: [{ id: "c", type: "function", ...more, function: { name: "f", arguments: input } }]
  })
  const parts = (message: object) => [
    whole(message).candidates[0]?.content.parts,
    streamed(Formats.chatCompletions, eventsOf([choice(message), choice({}, "tool_calls"), "[DONE]"]))[0]?.candidates[0]
      ?.content.parts
  ]

  it("may have a number for its id", () => {
    const part = { functionCall: { id: "12", name: "f", args: { x: 1 } } }
    expect(parts(called({ id: 12 }, '{"x":1}'))).toEqual([[part], [part]])
  })

  it.each([[[]], [{}]])("has no input where it has %j", (input) => {
    const part = { functionCall: { id: "c", name: "f", args: {} } }
    expect(parts(called({}, input))).toEqual([[part], [part]])
  })
})

describe("counts that do not add up", () => {
  const counted = (usage: object) => whole({ content: "x" }, { usage }).usageMetadata
  const thought = (tokens: number) => ({ completion_tokens_details: { reasoning_tokens: tokens } })

  it("have no more reasoning than output", () => {
    const usage = { prompt_tokens: 43, completion_tokens: 10, total_tokens: 53, ...thought(11) }
    expect(counted(usage)).toEqual({
      promptTokenCount: 43,
      candidatesTokenCount: 0,
      thoughtsTokenCount: 10,
      totalTokenCount: 53
    })
  })

  it.each<[string, object, object]>([
    ["told reasoning", thought(79), { candidatesTokenCount: 12, thoughtsTokenCount: 79 }],
    ["nothing else", {}, { candidatesTokenCount: 91 }]
  ])("have all the output that only the total counts, with %s", (_, more, output) => {
    const usage = { prompt_tokens: 35, completion_tokens: 12, total_tokens: 126, ...more }
    expect(counted(usage)).toEqual({ promptTokenCount: 35, ...output, totalTokenCount: 126 })
  })

  it("have the output that is told where the total is less", () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 0 }
    expect(counted(usage)).toMatchObject({ candidatesTokenCount: 5, totalTokenCount: 15 })
  })
})

describe("an answer whose content is of a type that is none", () => {
  const odd = [5, 0, true, false] as const

  it.each(odd)("cannot be understood: chat completions, %j", (content) => {
    const stream = translateStream({ from: Formats.chatCompletions, to: Formats.messages })
    stream.push(eventsOf([choice({ content }), choice({}, "stop"), "[DONE]"]))
    stream.end()
    expect(stream.failure()).toMatchObject({ status: 502 })
    const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }]
    const there = translateResponse({ from: Formats.chatCompletions, to: Formats.messages }, { id: "c1", choices })
    expect(there).toMatchObject({ ok: false, error: { status: 502 } })
    expect(there.ok ? "" : there.error.message).toContain("/choices/0/message/content: `content` must be a string.")
  })

  it.each([...odd, {}])("cannot be understood: messages, %j", (content) => {
    const body = { id: "m1", type: "message", role: "assistant", model: "m", content, stop_reason: "end_turn" }
    const there = translateResponse({ from: Formats.messages, to: Formats.chatCompletions }, body)
    expect(there).toMatchObject({ ok: false, error: { status: 502 } })
  })
})
