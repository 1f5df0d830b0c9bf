import { describe, expect, it } from "vitest"
import { messages } from "../../../src/formats/messages/index.ts"
import type { ContentPart, ChatEvent } from "../../../src/core/chat/chat.ts"
import { GatewayError } from "../../../src/core/errors/error.ts"
import { foldStream } from "../../../src/core/events/fold.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import {
  call,
  callInPieces,
  dataOf,
  eventsOf,
  expectTypes,
  fixtures,
  framesOf,
  stamp,
  streamed,
  text
} from "./reading.ts"

const start: ChatEvent = { type: "start", response: {} }
const end: ChatEvent = { type: "end" }
const finish = (kind: "stop" | "tool-calls" | "length" = "stop"): ChatEvent => ({
  type: "finish",
  candidate: 0,
  finish: { kind }
})
const part = (index: number, value: ContentPart): ChatEvent => ({ type: "part", candidate: 0, part: index, value })
const say = (index: number, words: string): ChatEvent => ({
  type: "delta",
  candidate: 0,
  part: index,
  delta: { type: "text", text: words }
})
const input = (index: number, json: string): ChatEvent => ({
  type: "delta",
  candidate: 0,
  part: index,
  delta: { type: "input", text: json }
})
const done = (index: number): ChatEvent => ({ type: "part-end", candidate: 0, part: index })
const open = (id: string): ContentPart => call(id, "f", "")

/** The blocks that a client folds from frames: kind, text and input. */
const blocksOf = (events: readonly ChatEvent[]): readonly unknown[] => {
  const again = eventsOf(streamed(events))
  return (
    foldStream(again).response.candidates[0]?.parts.map((it) =>
      it.type === "tool-call" && it.input.kind === "json"
        ? [it.id, it.input.json.text]
        : [it.type, "text" in it ? it.text : undefined]
    ) ?? []
  )
}

describe("writing a stream", () => {
  it("says its events in the vendor's order", () => {
    expectTypes(streamed([start, part(0, text("")), say(0, "A"), say(0, "B"), done(0), finish(), end]), [
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop"
    ])
  })

  it("ends a block that nobody ended before the end", () => {
    expectTypes(streamed([start, part(0, text("")), say(0, "A"), end]), [
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop"
    ])
  })

  it("says at once what can be said", () => {
    const machine = messages.encodeStream(defaultReplyPreferences, stamp)
    machine.push(start)
    machine.push(part(0, text("")))
    expect(machine.push(say(0, "A")).map(({ event }) => event)).toEqual(["content_block_start", "content_block_delta"])
  })

  it("begins with the input that is known, and without output, which the end tells", () => {
    const frames = streamed([{ type: "usage", usage: { input: 5, text: 7, reasoning: 2 } }, start, finish(), end])
    expect(dataOf(frames)[0]).toMatchObject({ message: { usage: { input_tokens: 5, output_tokens: 0 } } })
    expect(dataOf(frames)[1]).toMatchObject({ usage: { input_tokens: 5, output_tokens: 9 } })
  })

  it("begins with an estimate of the input where it is not known yet", () => {
    const machine = messages.encodeStream(defaultReplyPreferences, { ...stamp, prompt: () => 6 })
    const told: ChatEvent = { type: "usage", usage: { input: 5, text: 7 } }
    const data = dataOf([start, told, finish(), end].flatMap((event) => machine.push(event)))
    expect(data[0]).toMatchObject({ message: { usage: { input_tokens: 6, output_tokens: 0 } } })
    expect(data[1]).toMatchObject({ usage: { input_tokens: 5, output_tokens: 7 } })
  })

  it("begins with no estimate where the input is known", () => {
    const machine = messages.encodeStream(defaultReplyPreferences, { ...stamp, prompt: () => 6 })
    machine.push({ type: "usage", usage: { input: 5 } })
    expect(dataOf(machine.push(start))[0]).toMatchObject({ message: { usage: { input_tokens: 5 } } })
  })

  it("opens no block for text that never comes", () => {
    expectTypes(streamed([start, part(0, text("")), done(0), finish(), end]), [
      "message_start",
      "message_delta",
      "message_stop"
    ])
  })

  it("holds the finish until the last usage is known", () => {
    const frames = streamed([start, finish(), { type: "usage", usage: { input: 5, text: 7 } }, end])
    expect(dataOf(frames)[1]).toMatchObject({
      delta: { stop_reason: "end_turn" },
      usage: { input_tokens: 5, output_tokens: 7 }
    })
  })

  it("signs thinking just before its block ends", () => {
    const opaque = { vendor: "anthropic", kind: "signature", data: "c2ln" } as const
    const frames = streamed([
      start,
      part(0, { type: "reasoning", text: "" }),
      say(0, "Hm."),
      { type: "delta", candidate: 0, part: 0, delta: { type: "opaque", opaque } },
      say(0, " Yes."),
      done(0)
    ])
    expect(dataOf(frames).slice(-2)).toEqual([
      { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "c2ln" } },
      { type: "content_block_stop", index: 0 }
    ])
  })

  it("parks a call until the open one is whole", () => {
    const events = [
      start,
      part(0, open("a")),
      part(1, open("b")),
      input(1, '{"y":'),
      input(0, '{"x":1}'),
      input(1, "2}"),
      finish("tool-calls"),
      end
    ]
    expect(blocksOf(events)).toEqual([
      ["a", '{"x":1}'],
      ["b", '{"y":2}']
    ])
  })

  it("takes no closing brace inside an input for its end", () => {
    const events = [
      start,
      part(0, open("a")),
      input(0, '{"x":{"y":1}'),
      part(1, open("b")),
      input(1, '{"z":[{}'),
      input(0, "}"),
      input(1, "]}"),
      finish("tool-calls"),
      end
    ]
    expect(blocksOf(events)).toEqual([
      ["a", '{"x":{"y":1}}'],
      ["b", '{"z":[{}]}']
    ])
  })

  it("tells a citation once, though its text goes on in another block", () => {
    const cite: ChatEvent = {
      type: "delta",
      candidate: 0,
      part: 0,
      delta: { type: "citation", citation: { quote: "A", source: { kind: "url", url: "https://example.com/a" } } }
    }
    const frames = streamed([
      start,
      part(0, text("")),
      cite,
      say(0, "A"),
      part(1, open("a")),
      input(1, "{}"),
      say(0, "B"),
      part(2, open("b")),
      input(2, "{}"),
      say(0, "C"),
      finish("tool-calls"),
      end
    ])
    expect(frames.filter(({ data }) => data.includes("citations_delta"))).toHaveLength(1)
  })

  it("lets no part that ends cut an open call", () => {
    const cited = { ...text("A"), citations: [{ source: { kind: "url", url: "https://example.com" } }] } as const
    const events = [start, part(0, cited), part(1, open("a")), input(1, '{"a"'), done(0), input(1, ":1}"), done(1)]
    expect(blocksOf(events)).toEqual([
      ["a", '{"a":1}'],
      ["text", "A"]
    ])
  })

  it("makes room for the next call as soon as the open one is whole", () => {
    const frames = streamed([start, part(0, open("a")), input(0, '{"x":1}'), part(1, open("b")), input(1, "{")])
    expectTypes(frames.slice(-3), ["content_block_stop", "content_block_start", "content_block_delta"])
  })

  it("goes on with text after a call in a block of its own", () => {
    const events = [
      start,
      part(0, text("")),
      say(0, "A"),
      part(1, open("a")),
      input(1, "{}"),
      say(0, "B"),
      finish("tool-calls"),
      end
    ]
    expect(blocksOf(events)).toEqual([
      ["text", "A"],
      ["a", "{}"],
      ["text", "B"]
    ])
  })

  it("ends in an error where a call is not whole", () => {
    const frames = streamed([start, part(0, open("a")), input(0, '{"x":'), done(0), finish("tool-calls"), end])
    expect(frames.at(-1)?.event).toBe("error")
  })

  it("ends as cut off where the token limit cut a call", () => {
    const frames = streamed([start, part(0, open("a")), input(0, '{"x":'), done(0), finish("length"), end])
    expect(dataOf(frames).at(-2)).toMatchObject({ delta: { stop_reason: "max_tokens" } })
  })

  it("writes an error and nothing more", () => {
    const frames = streamed([start, { type: "error", error: new GatewayError("Overloaded", "Busy.") }, end])
    expectTypes(frames, ["message_start", "error"])
    expect(dataOf(frames)[1]).toEqual({
      type: "error",
      error: { type: "overloaded_error", message: "Busy." },
      request_id: null
    })
  })

  it.each(["clean", "cut"] as const)("writes no success where the events end early (%s)", (how) => {
    const machine = messages.encodeStream(defaultReplyPreferences, stamp)
    machine.push(start)
    expect(machine.end(how).map(({ event }) => event)).toEqual(["error"])
  })

  it("drops other candidates with one note", () => {
    const machine = messages.encodeStream(defaultReplyPreferences, stamp)
    for (const event of [
      start,
      { ...part(0, text("B")), candidate: 1 } as ChatEvent,
      { ...say(0, "C"), candidate: 1 } as ChatEvent
    ])
      machine.push(event)
    expect(machine.notes().map(({ rule }) => rule)).toEqual(["messages/candidate"])
  })

  const signed = (data: string) => [{ vendor: "google", kind: "signature", data } as const]

  it("carries a call's foreign bytes before it where its id is too short for them", () => {
    const value = { ...open("a"), opaque: signed("x".repeat(600)) }
    const [, carrier] = dataOf(streamed([start, part(0, value), input(0, "{}"), done(0)]))
    expect(carrier).toMatchObject({ content_block: { type: "thinking", thinking: "" } })
  })

  const blocks = (events: readonly ChatEvent[]): unknown =>
    streamed([start, ...events, finish("stop"), end])
      .filter(({ event }) => event === "content_block_start")
      .map(({ data }) => /"content_block":\{"type":"(\w+)"/.exec(data)?.[1])

  it("makes no block of a text's bytes, nor of those of a thought that shows nothing", () => {
    const thought = { type: "reasoning", opaque: signed("x") } as const
    const answer = { ...text("B"), opaque: signed("y") }
    const late = {
      type: "delta",
      candidate: 0,
      part: 1,
      delta: { type: "opaque", opaque: signed("z")[0] }
    } as ChatEvent
    expect(blocks([part(0, thought), done(0), part(1, answer), late, done(1)])).toEqual(["text"])
  })

  it("keeps the bytes of a thought that shows nothing before the call that it led to", () => {
    const thought = { type: "reasoning", opaque: signed("x") } as const
    const call = [part(1, open("a")), input(1, "{}"), done(1)]
    expect(blocks([part(0, thought), done(0), ...call])).toEqual(["thinking", "tool_use"])
  })
})

describe("what only the whole of an answer says", () => {
  const told = (events: readonly ChatEvent[]): { readonly events: readonly ChatEvent[]; readonly notes: unknown } => {
    const machine = messages.encodeStream({ ...defaultReplyPreferences, stream: true }, stamp)
    const frames = [...events.flatMap((event) => machine.push(event)), ...machine.end("clean")]
    const notes = machine.notes().map(({ rule, path }) => [rule, path])
    return { events: eventsOf(frames), notes }
  }
  const source = { kind: "url", url: "https://e.x", title: "E" } as const
  const support = { at: "/g/s", part: 0, span: { start: 0, end: 3 }, sources: [0] }
  const found: ChatEvent = {
    type: "candidate",
    candidate: 0,
    add: { grounding: { at: "/g", sources: [source], supports: [support] } }
  }

  it("is that it never began: it was blocked", () => {
    const { events } = told([start, end])
    expect(events).toContainEqual({ type: "finish", candidate: 0, finish: { kind: "refusal" } })
  })

  it("is what a search found, as citations of a text that is open", () => {
    const { events, notes } = told([start, part(0, text("Sun")), found, done(0), finish(), end])
    expect(foldStream(events).response.candidates[0]?.parts).toMatchObject([{ text: "Sun", citations: [{ source }] }])
    expect(notes).not.toContainEqual(["messages/citation", "/g/s"])
  })

  it("is what a search found behind the end of the last text", () => {
    const { events } = told([start, part(0, text("Sun")), done(0), found, finish(), end])
    expect(foldStream(events).response.candidates[0]?.parts).toMatchObject([{ text: "Sun", citations: [{ source }] }])
  })

  it("is noted where the text is past", () => {
    const call = [part(1, open("a")), input(1, "{}"), done(1)]
    const { notes } = told([start, part(0, text("Sun")), done(0), ...call, found, finish(), end])
    expect(notes).toContainEqual(["messages/citation", "/g/s"])
  })
})

describe("reading a stream", () => {
  const source = fixtures("stream").find(([name]) => name === "thinking-and-tools.sse")?.[1] ?? ""
  const frames = framesOf(source)

  it("is the whole answer when gathered", () => {
    const { response, ended } = foldStream(eventsOf(frames))
    expect(ended).toBe(true)
    expect(response.candidates[0]?.parts).toMatchObject([
      { type: "reasoning", text: "Hm.", opaque: [{ vendor: "anthropic", kind: "signature", data: "c2ln" }] },
      { type: "reasoning", opaque: [{ kind: "redacted", data: "cmVk" }] },
      { type: "tool-call", id: "toolu_1", name: "f" },
      { type: "tool-call", id: "toolu_2", name: "f" }
    ])
    expect(response.candidates[0]?.finish).toEqual({ kind: "tool-calls" })
    expect(response.usage).toMatchObject({ input: 16, cacheRead: 4, text: 12, reasoning: 30 })
  })

  it.each([...frames.keys()])("ends in one error when it is cut before frame %i", (count) => {
    const events = eventsOf(frames.slice(0, count))
    expect(events.filter(({ type }) => type === "error")).toHaveLength(1)
    expect(events.at(-1)?.type).toBe("error")
  })

  it("says nothing after an error", () => {
    const machine = messages.decodeStream(emptyReplyContext)
    machine.push({ data: '{"type":"error","error":{"type":"overloaded_error","message":"Busy."}}' })
    expect([...frames.flatMap((frame) => [...machine.push(frame)]), ...machine.end("clean")]).toEqual([])
  })

  it("takes a frame that is not JSON for an error", () => {
    expect(messages.decodeStream(emptyReplyContext).push({ data: "{" })).toMatchObject([
      { type: "error", error: { reason: "UpstreamFailed" } }
    ])
  })

  it("tells the shell's own error", () => {
    const error = new GatewayError("UpstreamTimeout", "Too slow.")
    expect(messages.decodeStream(emptyReplyContext).end(error)).toEqual([{ type: "error", error }])
  })

  it("reads over pings", () => {
    expect(messages.decodeStream(emptyReplyContext).push({ event: "ping", data: '{"type":"ping"}' })).toEqual([])
  })
})

describe("reading imitators", () => {
  const read = (...data: readonly object[]) =>
    foldStream(eventsOf(data.map((it) => ({ data: JSON.stringify(it) })))).response
  const stop = [
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
    { type: "message_stop" }
  ]
  const begin = { type: "message_start", message: { id: "x" } }

  it("takes text in the block's start", () => {
    const response = read(
      begin,
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "A" } },
      ...stop
    )
    expect(response.candidates[0]?.parts).toMatchObject([{ text: "A" }])
  })

  it("takes a thought in the block's start", () => {
    const response = read(
      begin,
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "A" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "B" } },
      ...stop
    )
    expect(response.candidates[0]?.parts).toMatchObject([{ type: "reasoning", text: "AB" }])
  })

  it("ends what was told beside a block where the next kind takes its place", () => {
    const block = { type: "tool_use", id: "a", name: "f", input: { x: 1 } }
    const frames = [
      begin,
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "A" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "B" } },
      ...stop
    ]
    const events = eventsOf(frames.map((it) => ({ data: JSON.stringify(it) })))
    const places = events.flatMap((event) =>
      event.type === "part" || event.type === "part-end" ? [`${event.type} ${event.part}`] : []
    )
    expect(places).toEqual(["part 0", "part 1", "part-end 1", "part 2", "part-end 0", "part-end 2"])
  })

  it("takes gaps between indices", () => {
    const response = read(
      begin,
      { type: "content_block_start", index: 3, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 3, delta: { type: "text_delta", text: "A" } },
      { type: "content_block_stop", index: 3 },
      ...stop
    )
    expect(response.candidates[0]?.parts).toMatchObject([{ text: "A" }])
  })

  it("takes a call's input that came whole", () => {
    const block = { type: "tool_use", id: "a", name: "f", input: { x: 1 } }
    const [found] =
      read(begin, { type: "content_block_start", index: 0, content_block: block }, ...stop).candidates[0]?.parts ?? []
    expect(found?.type === "tool-call" && found.input.kind === "json" && found.input.json.text).toBe('{"x":1}')
  })

  it("takes deltas without a start, and a stream without its beginning", () => {
    const response = read(
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm." } },
      ...stop
    )
    expect(response.candidates[0]?.parts).toMatchObject([{ type: "reasoning", text: "Hm." }])
  })

  it("takes several ends, the first of which is the reason", () => {
    const response = read(
      begin,
      { type: "message_delta", delta: { stop_reason: null }, usage: { output_tokens: 3 } },
      ...stop
    )
    expect(response).toMatchObject({ candidates: [{ finish: { kind: "stop" } }], usage: { text: 1 } })
  })

  it("gives a call without any input an empty object", () => {
    const block = { type: "tool_use", id: "a", name: "f", input: {} }
    const [found] =
      read(
        begin,
        { type: "content_block_start", index: 0, content_block: block },
        { type: "content_block_stop", index: 0 },
        ...stop
      ).candidates[0]?.parts ?? []
    expect(found?.type === "tool-call" && found.input.kind === "json" && found.input.json.text).toBe("{}")
  })
})

describe("undoing in a stream", () => {
  const frames = (name: string, ...pieces: readonly string[]) =>
    callInPieces(name, pieces).map((it) => ({ data: JSON.stringify(it) }))

  it("gives free text to a tool that takes it", () => {
    const { response } = foldStream(
      eventsOf(frames("c", '{"input":"wo', 'rds"}'), { ...emptyReplyContext, customTools: ["c"] })
    )
    expect(response.candidates[0]?.parts).toMatchObject([{ of: "custom", input: { kind: "text", text: "words" } }])
  })

  it.each([
    [false, '{"a":1}'],
    [true, "1"]
  ])("makes text of the tool that stood in for a schema (wrapped: %s)", (wrapped, words) => {
    const pieces = wrapped ? ['{"value":', "1}"] : ['{"a":', "1}"]
    const { response } = foldStream(
      eventsOf(frames("json", ...pieces), { ...emptyReplyContext, output: { tool: "json", wrapped } })
    )
    expect(response.candidates[0]).toMatchObject({ parts: [{ type: "text", text: words }], finish: { kind: "stop" } })
  })

  it("keeps exact numbers of a provider's results", () => {
    const data =
      '{"type":"content_block_start","index":0,"content_block":{"type":"web_search_tool_result","tool_use_id":"a","content":[{"n":1.0}]}}'
    const [, event] = messages.decodeStream(emptyReplyContext).push({ data })
    expect(event).toMatchObject({ value: { output: { json: JsonText.source('[{"n":1.0}]') } } })
    expect(
      event?.type === "part" &&
        event.value.type === "tool-result" &&
        event.value.output.kind === "json" &&
        event.value.output.json.text
    ).toBe('[{"n":1.0}]')
  })
})
