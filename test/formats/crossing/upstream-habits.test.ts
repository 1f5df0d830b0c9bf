import * as Formats from "../../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { translateError, translateResponse, translateStream } from "../../../src/translate.ts"
import { callDelta, choice, counted, eventsOf, saidIn, streamed, whole } from "./saying.ts"

describe("text behind a call whose input is whole", () => {
  it("is written behind the call", () => {
    const frames = streamed(
      Formats.chatCompletions,
      eventsOf([
        choice({ role: "assistant", content: "a" }),
        choice(callDelta(0, "f", '{"x":')),
        choice({ tool_calls: [{ index: 0, function: { arguments: "1}" } }] }),
        choice({ content: "b" }),
        choice(callDelta(1, "g", "{}")),
        choice({}, "tool_calls"),
        "[DONE]"
      ])
    )
    expect(saidIn(frames)).toEqual(["a", "f", "b", "g"])
  })

  it("does not end a call that goes on behind it", () => {
    const frames = streamed(
      Formats.chatCompletions,
      eventsOf([
        choice(callDelta(0, "f", '{"x":')),
        choice({ content: "b" }),
        choice({ tool_calls: [{ index: 0, function: { arguments: "1}" } }] }),
        choice({}, "tool_calls"),
        "[DONE]"
      ])
    )
    const calls = frames.flatMap(({ candidates }) => candidates[0]?.content.parts ?? []).map((it) => it.functionCall)
    expect(calls.filter((call) => call !== undefined).map(({ args }) => args)).toEqual([{ x: 1 }])
  })
})

describe("a stream that never says why it ended", () => {
  const said = choice({ role: "assistant", content: "a" })

  it("is whole where it counts all and says so", () => {
    const frames = streamed(
      Formats.chatCompletions,
      eventsOf([said, { ...said, choices: [], usage: counted }, "[DONE]"])
    )
    expect(frames.at(-1)?.candidates[0]?.finishReason).toBe("STOP")
  })

  it.each<[string, readonly unknown[]]>([
    ["counts nothing", [said, "[DONE]"]],
    ["does not say that it is over", [said, { ...said, choices: [], usage: counted }]],
    ["goes on behind its count", [said, { ...said, choices: [], usage: counted }, choice({ content: "b" }), "[DONE]"]]
  ])("fails where it %s", (_, chunks) => {
    expect(streamed(Formats.chatCompletions, eventsOf(chunks)).at(-1)).toHaveProperty("error")
  })
})

describe("what a search found for the whole answer", () => {
  const citations = ["https://a.example/1", "https://b.example/2"]
  const results = [{ title: "B", url: "https://b.example/2", date: null }]
  const chunks = [{ web: { uri: "https://a.example/1" } }, { web: { uri: "https://b.example/2", title: "B" } }]

  it("stands in the grounding of a whole answer", () => {
    const answer = whole({ content: "x" }, { citations, search_results: results })
    expect(answer.candidates[0]?.groundingMetadata?.groundingChunks).toEqual(chunks)
  })

  it.each<[string, readonly unknown[]]>([
    ["in each chunk", [{ ...choice({ content: "x" }), citations, search_results: results }, choice({}, "stop")]],
    [
      "behind the end",
      [choice({ content: "x" }), choice({}, "stop"), { choices: [], citations, search_results: results }]
    ]
  ])("stands in the grounding of a stream that says it %s", (_, frames) => {
    const last = streamed(Formats.chatCompletions, eventsOf([...frames, "[DONE]"])).at(-1)
    expect(last?.candidates[0]?.groundingMetadata?.groundingChunks).toEqual(chunks)
  })

  it("is cited for all the text where no stretch is named", () => {
    const there = translateResponse(
      { from: Formats.generateContent, to: Formats.chatCompletions },
      {
        candidates: [
          {
            content: { role: "model", parts: [{ text: "one " }, { text: "two" }] },
            finishReason: "STOP",
            groundingMetadata: { groundingChunks: [{ web: { uri: "https://a.example/1", title: "A" } }] }
          }
        ]
      }
    )
    expect(there.ok && JSON.parse(there.value.body).choices[0].message.annotations).toEqual([
      {
        type: "url_citation",
        url_citation: { start_index: 0, end_index: 7, url: "https://a.example/1", title: "A" }
      }
    ])
    expect(there.ok && there.value.notes.map(({ path }) => path)).not.toContain(
      "/candidates/0/groundingMetadata/groundingChunks/0"
    )
  })
})

describe("a call without input", () => {
  const called = (args: string) => ({
    content: null,
    tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: args } }]
  })
  const inputs = ["", "null", "[]", '""', "{}"]

  it.each(inputs)("has none where a whole answer says %j", (args) => {
    expect(whole(called(args)).candidates[0]?.content.parts[0]?.functionCall?.args).toEqual({})
  })

  it.each(inputs)("has none where a stream says %j", (args) => {
    const frames = streamed(
      Formats.chatCompletions,
      eventsOf([choice(callDelta(0, "f", args)), choice({}, "tool_calls")])
    )
    expect(frames[0]?.candidates[0]?.content.parts[0]?.functionCall?.args).toEqual({})
  })

  /** The arguments that a client of Responses is told of a call whose arguments come in pieces. */
  const told = (pieces: readonly string[], finish = "tool_calls"): unknown => {
    const stream = translateStream({ from: Formats.chatCompletions, to: Formats.responses })
    const deltas = pieces.map((args, at) =>
      at === 0 ? callDelta(0, "f", args) : { tool_calls: [{ index: 0, function: { arguments: args } }] }
    )
    const chunks = [...deltas.map((delta) => choice(delta)), choice({}, finish), "[DONE]"]
    const text = stream.push(eventsOf(chunks)) + stream.end()
    return JSON.parse(/_arguments\.done".*"arguments":("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? "null")
  }

  it.each(inputs.slice(1))("has none where a stream says %j in pieces", (args) => {
    expect(told(args.split(""))).toBe("{}")
    expect(told(["", args])).toBe("{}")
    for (const at of args.split("").keys()) expect(told([args.slice(0, at), args.slice(at)])).toBe("{}")
  })

  it.each<readonly string[]>([
    ["n", "o"],
    ["[", "1]"],
    ['"', 'a"']
  ])("is not one whose input only begins so: %s and %s", (...pieces) => {
    expect(told(pieces)).toBe(pieces.join(""))
  })

  it("is not one whose input broke off there", () => {
    expect(told(["nu"], "length")).toBe("nu")
    expect(told(["n", "u"], "length")).toBe("nu")
  })

  it("is not one that says null inside", () => {
    const pieces = ['{"a":', "null", "}"].map((args) =>
      choice({ tool_calls: [{ index: 0, id: "c", function: { name: "f", arguments: args } }] })
    )
    const frames = streamed(Formats.chatCompletions, eventsOf([...pieces, choice({}, "tool_calls")]))
    expect(frames[0]?.candidates[0]?.content.parts[0]?.functionCall?.args).toEqual({ a: null })
  })
})

describe("counts and reasons that are left out", () => {
  it("are the rest of the total", () => {
    const usage = { prompt_tokens: 3, total_tokens: 10 }
    expect(whole({ content: "x" }, { usage }).usageMetadata?.candidatesTokenCount).toBe(7)
  })

  it("become a reason that chat completions needs", () => {
    const body = { candidates: [{ content: { parts: [{ text: "x" }], role: "model" } }] }
    const there = translateResponse({ from: Formats.generateContent, to: Formats.chatCompletions }, body)
    expect(there.ok && JSON.parse(there.value.body).choices[0].finish_reason).toBe("stop")
  })
})

describe("the id of a call", () => {
  it("is none where it is empty", () => {
    const call = { functionCall: { id: "", name: "f", args: {} } }
    const body = { candidates: [{ content: { parts: [call], role: "model" }, finishReason: "STOP" }] }
    const there = translateResponse({ from: Formats.generateContent, to: Formats.messages, stamp: { id: "s" } }, body)
    expect(there.ok && JSON.parse(there.value.body).content[0].id).toBe("toolu_s_0")
  })
})

describe("a failure in words alone", () => {
  it("is told where a success says it", () => {
    const reply = { from: Formats.chatCompletions, to: Formats.messages }
    const there = translateResponse(reply, { error: "no such model" })
    expect(!there.ok && JSON.parse(translateError(reply, there.error).body).error.message).toBe("no such model")
  })

  it("is told where a stream hides it", () => {
    const frames = streamed(
      Formats.chatCompletions,
      eventsOf([choice({ content: "a" }), { ...choice({}), x_groq: { id: "r", error: "over capacity" } }])
    )
    expect(frames.at(-1)).toMatchObject({ error: { message: "over capacity" } })
  })
})

describe("a stream of messages", () => {
  const start = (content: readonly unknown[]) => ({
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content,
      stop_reason: null,
      usage: { input_tokens: 3, output_tokens: 1 }
    }
  })
  const end = [
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
    { type: "message_stop" }
  ]
  const text = [
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "b" } },
    { type: "content_block_stop", index: 0 }
  ]

  it("begins with the blocks that its first event holds", () => {
    const before = [
      { type: "text", text: "a" },
      { type: "tool_use", id: "t", name: "f", input: { x: 1 } }
    ]
    expect(saidIn(streamed(Formats.messages, eventsOf([start(before), ...text, ...end])))).toEqual(["a", "f", "b"])
  })

  it("keeps its id behind an event that nobody knows", () => {
    const frames = streamed(Formats.messages, eventsOf([{ type: "vertex_event" }, start([]), ...text, ...end]))
    expect(frames[0]?.responseId).toBe("msg_1")
  })
})
