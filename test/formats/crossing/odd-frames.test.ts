import * as Formats from "../../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { translateError, translateResponse, translateStream } from "../../../src/translate.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { callDelta, choice, counted, eventsOf, saidIn, streamed } from "./saying.ts"

interface Event {
  readonly type: string
  readonly message?: { readonly id: string; readonly model: string }
  readonly content_block?: { readonly type: string }
}

/** What a stream says as events of messages. */
const messaged = (chunks: readonly unknown[]): readonly Event[] => {
  const stream = translateStream({
    from: Formats.chatCompletions,
    to: Formats.messages,
    asked: { ...defaultReplyPreferences, stream: true }
  })
  return (stream.push(eventsOf(chunks)) + stream.end())
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event): Event => JSON.parse(event.slice(event.indexOf("data: ") + 6)))
}

describe("an empty list of calls", () => {
  it("does not end what the model thinks", () => {
    const events = messaged([
      choice({ role: "assistant", content: "", reasoning_content: "a", tool_calls: [] }),
      choice({ content: "", reasoning_content: "b", tool_calls: [] }),
      choice({ content: "c", tool_calls: [] }, "stop"),
      "[DONE]"
    ])
    expect(events.flatMap(({ content_block: block }) => block?.type ?? [])).toEqual(["thinking", "text"])
  })
})

describe("a chunk ahead of the answer that names nothing", () => {
  const nameless = { choices: [], created: 0, id: "", model: "", object: "" }

  it("does not name the answer", () => {
    const [start] = messaged([nameless, choice({ role: "assistant", content: "a" }), choice({}, "stop"), "[DONE]"])
    expect(start?.message).toMatchObject({ id: "c1", model: "m" })
  })

  it("is not lost", () => {
    const stream = translateStream({
      from: Formats.chatCompletions,
      to: Formats.messages,
      asked: { ...defaultReplyPreferences, stream: true }
    })
    stream.push(
      eventsOf([
        { ...nameless, prompt_filter_results: [{ prompt_index: 0 }] },
        choice({ content: "a" }),
        choice({}, "stop")
      ])
    )
    stream.end()
    expect(stream.notes().map(({ path }) => path)).toContain("/prompt_filter_results")
  })
})

describe("pieces of several calls without an index", () => {
  it("go on with the calls in their order", () => {
    const begun = ["f", "g"].map((name) => ({
      id: `call_${name}`,
      type: "function",
      function: { name, arguments: "" }
    }))
    const pieces = ['{"x":1}', '{"y":2}'].map((args) => ({ function: { arguments: args } }))
    const frames = streamed(
      Formats.chatCompletions,
      eventsOf([choice({ tool_calls: begun }), choice({ tool_calls: pieces }), choice({}, "tool_calls"), "[DONE]"])
    )
    const parts = frames.flatMap(({ candidates }) => candidates[0]?.content.parts ?? [])
    expect(parts.flatMap(({ functionCall }) => functionCall?.args ?? [])).toEqual([{ x: 1 }, { y: 2 }])
  })
})

describe("calls that are open when text comes", () => {
  const said = (...inputs: readonly string[]) =>
    saidIn(
      streamed(
        Formats.chatCompletions,
        eventsOf([
          ...inputs.map((input, index) => choice(callDelta(index, `f${index}`, input))),
          choice({ content: "a" }),
          choice({}, "tool_calls"),
          "[DONE]"
        ])
      )
    )

  it("are said before it where they are whole", () => {
    expect(said("{}", '{"x":1}')).toEqual(["f0", "f1", "a"])
  })

  it("keep their order where the first has no input yet", () => {
    expect(said("", "{}")).toEqual(["a", "f0", "f1"])
  })

  it("wait for the first alone that has no input yet", () => {
    expect(said("{}", "", "{}")).toEqual(["f0", "a", "f1", "f2"])
  })
})

describe("members of a choice and its delta that are not known", () => {
  const chunks = [
    {
      ...choice({}),
      choices: [{ index: 0, delta: { content: "a", first: 1 }, every: 1, once: 1, finish_reason: null }]
    },
    { ...choice({}), choices: [{ index: 0, delta: { content: "b", none: null }, every: 2, finish_reason: null }] },
    { ...choice({}), choices: [{ index: 0, delta: { last: [1] }, finish_reason: "stop" }] },
    "[DONE]"
  ]

  it.each([Formats.messages, Formats.generateContent])("have one note each", (to) => {
    const stream = translateStream({
      from: Formats.chatCompletions,
      to,
      asked: { ...defaultReplyPreferences, stream: true }
    })
    stream.push(eventsOf(chunks))
    stream.end()
    const unknown = stream.notes().filter(({ rule }) => rule.endsWith("/unknown-member"))
    expect(unknown.map(({ path }) => path).toSorted()).toEqual(["/delta/first", "/delta/last", "/every", "/once"])
  })

  it("stay in their places where the format is the same", () => {
    const stream = translateStream({
      from: Formats.chatCompletions,
      to: Formats.chatCompletions,
      asked: { ...defaultReplyPreferences, stream: true }
    })
    const text = stream.push(eventsOf(chunks)) + stream.end()
    expect(text).toContain('"delta":{"first":1},"every":1,"once":1')
    expect(text).toContain('"delta":{"last":[1]}')
  })
})

describe("what is said behind the reason for the end", () => {
  const ended = choice({ content: "a" }, "stop")
  const said = (...behind: readonly unknown[]) =>
    streamed(Formats.chatCompletions, eventsOf([ended, ...behind, "[DONE]"]))

  it("is said", () => {
    expect(saidIn(said(choice({ content: "b" }), choice(callDelta(0, "f", "{}"))))).toEqual(["a", "b", "f"])
  })

  it("is said where each chunk gives a reason and counts", () => {
    const usage = { usage: counted }
    const frames = said(
      { ...choice({ content: "b" }, "stop"), ...usage },
      { ...choice({ content: "c" }, "length"), ...usage }
    )
    expect(saidIn(frames)).toEqual(["a", "b", "c"])
    expect(frames.at(-1)?.candidates[0]?.finishReason).toBe("MAX_TOKENS")
  })

  it("changes the end where it is a call", () => {
    const events = messaged([ended, choice(callDelta(0, "f", "{}")), "[DONE]"])
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: "tool_use" } })
  })

  it("is not, where all was counted before", () => {
    expect(saidIn(said({ ...choice({}), choices: [], usage: counted }, choice({ content: "b" })))).toEqual(["a"])
  })
})

describe("a choice that tells of an error", () => {
  const error = { code: 502, message: "the provider broke off" }

  it("is no answer", () => {
    const reply = { from: Formats.chatCompletions, to: Formats.messages }
    const choices = [{ index: 0, message: { role: "assistant", content: "a" }, finish_reason: "error", error }]
    const there = translateResponse(reply, { id: "c1", object: "chat.completion", created: 1, model: "m", choices })
    const told = there.ok ? undefined : translateError(reply, there.error)
    expect(told?.status).toBe(502)
    expect(told && JSON.parse(told.body).error.message).toBe("the provider broke off")
  })

  it("ends a stream with it", () => {
    const broken = { ...choice({}), choices: [{ index: 0, delta: { content: "" }, finish_reason: "error", error }] }
    const frames = streamed(Formats.chatCompletions, eventsOf([choice({ content: "a" }), broken, "[DONE]"]))
    expect(frames.at(-1)).toMatchObject({ error: { message: "the provider broke off" } })
  })
})

describe("an error beside no choices", () => {
  it("is no answer", () => {
    const there = translateResponse(
      { from: Formats.chatCompletions, to: Formats.messages },
      { error: { message: "no" }, choices: [] }
    )
    expect(there.ok).toBe(false)
  })
})

describe("a frame without choices that tells of an error", () => {
  it.each<[string, object, string?]>([
    ["by its name", { code: 429, note: "slow down" }, "error"],
    ["in a message", { code: 429, message: "slow down" }],
    ["in a detail", { code: 429, detail: "slow down" }]
  ])("%s is that error", (_, told, name) => {
    const stream = translateStream({
      from: Formats.chatCompletions,
      to: Formats.messages,
      asked: { ...defaultReplyPreferences, stream: true }
    })
    const text = stream.push(`${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(told)}\n\n`)
    expect(text + stream.end()).toContain('"type":"rate_limit_error"')
  })
})
