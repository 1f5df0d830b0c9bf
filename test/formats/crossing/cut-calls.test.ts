import { describe, expect, it } from "vitest"
import type { ChatFormat } from "../../../src/core/format.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest, translateResponse, translateStream } from "../../../src/translate.ts"
import { callDelta, choice, eventsOf } from "./saying.ts"

const tools = [
  { type: "custom", name: "patch" },
  { type: "function", name: "clock", parameters: { type: "object" } }
]

const asked = (from: ChatFormat, input: unknown = "Hi") => {
  const body = JSON.stringify({ model: "m", input, tools })
  const target = from === chatCompletions ? ({ model: "m", vendor: "compatible" } as const) : { model: "m" }
  const there = translateRequest({ from: responses, to: from, target }, body)
  if (!there.ok) throw there.error
  return there.value
}

const namedEvents = (frames: readonly unknown[]): string =>
  frames.map((it) => `event: ${(it as { readonly type: string }).type}\ndata: ${JSON.stringify(it)}\n\n`).join("")

type Item = Readonly<Record<string, unknown>>

/** What a client of the Responses API is told of a stream: its items. */
const itemsOf = (from: ChatFormat, frames: readonly unknown[], named = false): readonly Item[] => {
  const stream = translateStream(asked(from).reply)
  const text = named ? namedEvents(frames) : eventsOf(frames)
  const events = (stream.push(text) + stream.end()).split("\n\n").filter((frame) => frame.includes("data: "))
  const last = JSON.parse(events.at(-1)?.split("data: ")[1] ?? "null")
  return last.response.output
}

/** The last one of them. */
const streamed = (...told: Parameters<typeof itemsOf>): Item | undefined => itemsOf(...told).at(-1)

const ofChat = (name: string, args: string) =>
  streamed(chatCompletions, [choice(callDelta(0, name, args)), choice({}, "length"), "[DONE]"])

/** A call in a stream of Claude's, in the pieces of its input. */
const claudeCall = (index: number, name: string, pieces: readonly string[]) => [
  { type: "content_block_start", index, content_block: { type: "tool_use", id: `toolu_${index}`, name, input: {} } },
  ...pieces.map((partial_json) => ({
    type: "content_block_delta",
    index,
    delta: { type: "input_json_delta", partial_json }
  })),
  { type: "content_block_stop", index }
]

const claudeFrames = (blocks: readonly object[], stop_reason = "max_tokens") => [
  { type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", model: "m", content: [] } },
  ...blocks,
  { type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 9 } },
  { type: "message_stop" }
]

const ofClaude = (name: string, ...pieces: readonly string[]) =>
  streamed(messages, claudeFrames(claudeCall(0, name, pieces)), true)

const whole = (from: ChatFormat, body: object): Item | undefined => {
  const back = translateResponse(asked(from).reply, JSON.stringify(body))
  if (!back.ok) throw back.error
  return JSON.parse(back.value.body).output.at(-1)
}

const claudes = (name: string, input: object, stop_reason = "max_tokens") =>
  whole(messages, {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "tool_use", id: "toolu_1", name, input }],
    stop_reason
  })

const chats = (name: string, args: string) => {
  const tool_calls = [{ id: "call_1", type: "function", function: { name, arguments: args } }]
  const choices = [{ index: 0, message: { role: "assistant", content: null, tool_calls }, finish_reason: "length" }]
  return whole(chatCompletions, { id: "c1", object: "chat.completion", created: 1, model: "m", choices })
}

const begun = { type: "custom_tool_call", name: "patch", input: "*** Begin", status: "incomplete" }

describe("a call of free text that the vendor's limit cuts", () => {
  it.each([
    ["a stream of chat completions", () => ofChat("patch", '{"input":"*** Begin')],
    ["a whole answer of chat completions", () => chats("patch", '{"input":"*** Begin')],
    ["a stream of Claude's", () => ofClaude("patch", '{"input":"*** Begin')],
    ["a whole answer of Claude's", () => claudes("patch", { input: "*** Begin" })]
  ])("is incomplete, with the text so far: %s", (_, item) => {
    expect(item()).toMatchObject(begun)
  })

  it.each([
    ['"', ""],
    ["a\\nb", "a\nb"],
    ["a\\", "a"],
    ["a\\u00e", "a"],
    ["a\\u00e9", "aé"],
    ["a\\ud83d", "a"],
    ["a\\ud83d\\ude0", "a"],
    ["a\\ud83d\\ude00", "a😀"],
    ['a\\"b"', 'a"b'],
    ["a\nb", "a\nb"]
  ])("says of %j what its escape sequences mean, and nothing of half a one", (written, text) => {
    expect(ofChat("patch", `{ "input": "${written}`)?.["input"]).toBe(text)
  })

  it.each(["{", '{"in', '{ "input" :', '{"input":"'])("says nothing where nothing came: %s", (args) => {
    expect(ofChat("patch", args)).toMatchObject({ input: "", status: "incomplete" })
  })

  it("is what the model wrote, where that is no such input at all", () => {
    expect(ofChat("patch", "*** Begin")).toMatchObject({ input: "*** Begin", status: "completed" })
  })

  it("says nothing where Claude's whole answer has nothing of it", () => {
    expect(claudes("patch", {})).toMatchObject({ input: "", status: "incomplete" })
  })

  it("is told Claude again as the text that it is", () => {
    const input = [
      { role: "user", content: "Hi" },
      { ...begun, call_id: "call_1" },
      { type: "custom_tool_call_output", call_id: "call_1", output: "Cut." }
    ]
    expect(JSON.parse(asked(messages, input).body).messages[1].content[0].input).toEqual({ input: "*** Begin" })
  })
})

describe("a call that ends a whole answer of Claude's which its limit ended", () => {
  it("is incomplete, and has no input where none came", () => {
    expect(claudes("clock", {})).toMatchObject({ type: "function_call", arguments: "", status: "incomplete" })
  })

  it("has the members that were whole", () => {
    expect(claudes("clock", { zone: "CET" })).toMatchObject({ arguments: '{"zone":"CET"}', status: "incomplete" })
  })

  it("is complete where nothing cut it", () => {
    expect(claudes("clock", {}, "tool_use")).toMatchObject({ arguments: "{}", status: "completed" })
  })
})

describe("a call in a stream of Claude's which its limit ended before any of the input came", () => {
  it.each([
    ["no piece", []],
    ["an empty piece", [""]]
  ])("is incomplete, and has none: %s", (_, pieces) => {
    const none = { type: "function_call", arguments: "", status: "incomplete" }
    expect(ofClaude("clock", ...pieces)).toMatchObject(none)
    expect(ofClaude("patch", ...pieces)).toMatchObject({ ...begun, input: "" })
  })

  it("is complete where nothing cut it", () => {
    const frames = claudeFrames(claudeCall(0, "clock", []), "tool_use")
    expect(streamed(messages, frames, true)).toMatchObject({ arguments: "{}", status: "completed" })
  })

  it("is complete where another block comes behind it", () => {
    const frames = claudeFrames([...claudeCall(0, "clock", []), ...claudeCall(1, "clock", ['{"zone'])])
    expect(itemsOf(messages, frames, true)).toMatchObject([
      { arguments: "{}", status: "completed" },
      { arguments: '{"zone', status: "incomplete" }
    ])
  })
})

describe("a call of Claude's of whose input nothing came before its limit", () => {
  /** What clients of a format are told of it, in a stream and whole, and by which rules something is noted. */
  const told = (to: ChatFormat) => {
    const stream = translateStream({ from: messages, to, asked: { ...defaultReplyPreferences, stream: true } })
    const said = stream.push(namedEvents(claudeFrames(claudeCall(0, "clock", [])))) + stream.end()
    const block = { type: "tool_use", id: "toolu_0", name: "clock", input: {} }
    const answer = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [block] }
    const whole = translateResponse({ from: messages, to }, { ...answer, stop_reason: "max_tokens" })
    if (!whole.ok) throw whole.error
    return { texts: [said, whole.value.body], rules: [stream.notes(), whole.value.notes].map(rulesIn) }
  }
  const rulesIn = (notes: readonly { readonly rule: string }[]) => notes.map(({ rule }) => rule)

  it("has no input for clients of chat completions, rather than an empty object", () => {
    const { texts, rules } = told(chatCompletions)
    for (const text of texts) {
      expect(text).toContain('"function":{"name":"clock","arguments":""}')
      expect(text).not.toContain('"arguments":"{}"')
      expect(text).toContain('"finish_reason":"length"')
    }
    expect(rules).toEqual([[], []])
  })

  it("is left out for clients of generate content, who know no call without an object", () => {
    const { texts, rules } = told(generateContent)
    for (const text of texts) {
      expect(text).not.toContain("functionCall")
      expect(text).toContain('"finishReason":"MAX_TOKENS"')
    }
    expect(rules).toEqual([["generate-content/broken-call"], ["generate-content/broken-call"]])
  })
})

describe("a call in a stream that breaks off", () => {
  it("is incomplete, though its input could be whole", () => {
    const item = streamed(chatCompletions, [choice(callDelta(0, "clock", "{}"))])
    expect(item).toMatchObject({ type: "function_call", arguments: "{}", status: "incomplete" })
  })
})
