import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import type { ContentPart, ChatEvent } from "../../../src/core/chat/chat.ts"
import { GatewayError } from "../../../src/core/errors/error.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { brief, deltas, frames, stamp } from "./given.ts"

const start: ChatEvent = { type: "start", response: {} }
const end: ChatEvent = { type: "end" }
const part = (index: number, value: ContentPart): ChatEvent => ({ type: "part", candidate: 0, part: index, value })
const text = (index: number, piece: string): ChatEvent => ({
  type: "delta",
  candidate: 0,
  part: index,
  delta: { type: "text", text: piece }
})
const input = (index: number, piece: string): ChatEvent => ({
  type: "delta",
  candidate: 0,
  part: index,
  delta: { type: "input", text: piece }
})
const ended = (index: number): ChatEvent => ({ type: "part-end", candidate: 0, part: index })
const finish = (kind: "stop" | "tool-calls"): ChatEvent => ({ type: "finish", candidate: 0, finish: { kind } })
const call = (id: string, name = "f"): ContentPart => ({
  type: "tool-call",
  id,
  name,
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source("") }
})
const role = { role: "assistant", content: "" }
const streamed = { ...defaultReplyPreferences, stream: true }

describe("a stream of chunks", () => {
  it("begins with the role and ends with the terminator", () => {
    expect(frames([start, part(0, { type: "text", text: "" }), text(0, "Hi"), ended(0), finish("stop"), end])).toEqual([
      '{"id":"chatcmpl-stamp","object":"chat.completion.chunk","created":1790000000,"model":"sent-model","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}',
      '{"id":"chatcmpl-stamp","object":"chat.completion.chunk","created":1790000000,"model":"sent-model","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}',
      '{"id":"chatcmpl-stamp","object":"chat.completion.chunk","created":1790000000,"model":"sent-model","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
      "[DONE]"
    ])
  })

  it("says usage once, behind the last choice, where it was asked for", () => {
    const events: readonly ChatEvent[] = [
      start,
      { type: "usage", usage: { input: 1 } },
      part(0, { type: "text", text: "a" }),
      finish("stop"),
      { type: "usage", usage: { text: 2 } },
      end
    ]
    const all = frames(events, { ...streamed, usage: true })
    expect(JSON.parse(all.at(-2) ?? "")).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
    })
    expect(all.slice(0, -2).map((it) => JSON.parse(it).usage)).toEqual([null, null, null])
    expect(frames(events).some((it) => it.includes("usage"))).toBe(false)
  })

  it("shows reasoning in its field, in the content or not at all", () => {
    const events = [
      start,
      part(0, { type: "reasoning", text: "" }),
      text(0, "r"),
      ended(0),
      part(1, { type: "text", text: "" }),
      text(1, "a"),
      finish("stop"),
      end
    ]
    expect(deltas(frames(events))).toEqual([role, { reasoning_content: "r" }, { content: "a" }, "stop"])
    expect(deltas(frames(events, { ...streamed, thinking: "hidden" }))).toEqual([role, { content: "a" }, "stop"])
    expect(deltas(frames(events, { ...streamed, thinking: "content" }))).toEqual([
      role,
      { content: "<think>\nr" },
      { content: "\n</think>\n" },
      { content: "a" },
      "stop"
    ])
  })

  it("closes reasoning in the content before a call", () => {
    const events = [
      start,
      part(0, { type: "reasoning", text: "r" }),
      part(1, call("a")),
      input(1, "{}"),
      ended(1),
      finish("tool-calls"),
      end
    ]
    expect(deltas(frames(events, { ...streamed, thinking: "content" }))).toEqual([
      role,
      { content: "<think>\nr" },
      { content: "\n</think>\n" },
      { tool_calls: [{ index: 0, id: "a", type: "function", function: { name: "f", arguments: "" } }] },
      { tool_calls: [{ index: 0, function: { arguments: "{}" } }] },
      "tool_calls"
    ])
  })

  it("writes calls one after another, whatever their order upstream", () => {
    const events = [
      start,
      part(0, call("a")),
      input(0, '{"x"'),
      part(1, call("b", "g")),
      input(1, '{"y"'),
      input(0, ":1}"),
      input(1, ":2}"),
      ended(1),
      ended(0),
      finish("tool-calls"),
      end
    ]
    expect(deltas(frames(events))).toEqual([
      role,
      { tool_calls: [{ index: 0, id: "a", type: "function", function: { name: "f", arguments: "" } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"x"' } }] },
      { tool_calls: [{ index: 0, function: { arguments: ":1}" } }] },
      { tool_calls: [{ index: 1, id: "b", type: "function", function: { name: "g", arguments: '{"y":2}' } }] },
      "tool_calls"
    ])
  })

  it("writes a call without input as one of the empty object", () => {
    const all = deltas(frames([start, part(0, call("a")), ended(0), finish("tool-calls"), end]))
    expect(all[2]).toEqual({ tool_calls: [{ index: 0, function: { arguments: "{}" } }] })
  })

  it("wraps free text for a client that did not declare the tool, and only for it", () => {
    const custom: ContentPart = {
      type: "tool-call",
      id: "a",
      name: "sh",
      of: "custom",
      runBy: "client",
      input: { kind: "text", text: "" }
    }
    const events = [start, part(0, custom), input(0, 'l"'), input(0, "s"), ended(0), finish("tool-calls"), end]
    const args = (wish: typeof defaultReplyPreferences, key: string): string =>
      deltas(frames(events, wish))
        .flatMap((it) => (it as { tool_calls?: readonly Record<string, Record<string, string>>[] }).tool_calls ?? [])
        .map((it) => it[key]?.["arguments"] ?? it[key]?.["input"] ?? "")
        .join("")
    expect(args(streamed, "function")).toBe('{"input":"l\\"s"}')
    expect(args({ ...streamed, customTools: ["sh"] }, "custom")).toBe('l"s')
  })

  it("answers in the old spelling where the tools were declared in it", () => {
    const events = [start, part(0, call("a")), input(0, "{}"), ended(0), finish("tool-calls"), end]
    expect(deltas(frames(events, { ...streamed, legacyTools: true }))).toEqual([
      role,
      { function_call: { name: "f", arguments: "" } },
      { function_call: { arguments: "{}" } },
      "function_call"
    ])
  })

  it("writes annotations whole before the finish", () => {
    const cite = (url: string): ChatEvent => ({
      type: "delta",
      candidate: 0,
      part: 0,
      delta: { type: "citation", citation: { span: { start: 0, end: 1 }, source: { kind: "url", url, title: "" } } }
    })
    const all = deltas(
      frames([start, part(0, { type: "text", text: "ab" }), cite("https://a"), cite("https://b"), finish("stop"), end])
    )
    expect(all[2]).toEqual({
      annotations: [
        { type: "url_citation", url_citation: { start_index: 0, end_index: 1, url: "https://a", title: "" } },
        { type: "url_citation", url_citation: { start_index: 0, end_index: 1, url: "https://b", title: "" } }
      ]
    })
  })

  it("counts the places of citations behind thinking that is told in the content", () => {
    const citation = { span: { start: 0, end: 2 }, source: { kind: "url", url: "https://a", title: "" } } as const
    const events: readonly ChatEvent[] = [
      start,
      part(0, { type: "reasoning", text: "" }),
      text(0, "Hmm"),
      ended(0),
      part(1, { type: "text", text: "" }),
      text(1, "ab"),
      { type: "delta", candidate: 0, part: 1, delta: { type: "citation", citation } },
      ended(1),
      finish("stop"),
      end
    ]
    const all = frames(events, { ...streamed, thinking: "content" })
      .filter((frame) => frame !== "[DONE]")
      .map((frame) => JSON.parse(frame).choices[0].delta)
    const content = all.map((delta) => delta.content ?? "").join("")
    const [found] = all.flatMap((delta) => delta.annotations ?? [])
    expect(content).toContain("Hmm")
    expect(content.slice(found.url_citation.start_index, found.url_citation.end_index)).toBe("ab")
  })

  it("writes a carrier whole in one delta as soon as it is complete", () => {
    const opaque = { vendor: "anthropic", kind: "signature", data: "c2ln" } as const
    const all = deltas(
      frames([
        start,
        part(0, { type: "reasoning", text: "" }),
        text(0, "r"),
        { type: "delta", candidate: 0, part: 0, delta: { type: "opaque", opaque } },
        ended(0),
        part(1, { type: "text", text: "a" }),
        finish("stop"),
        end
      ])
    )
    expect(all).toMatchObject([
      role,
      { reasoning_content: "r" },
      { reasoning_details: [{ type: "reasoning.text", text: "r", index: 0 }] },
      { content: "a" },
      "stop"
    ])
  })

  it("tells reasoning apart from reasoning before it", () => {
    const all = deltas(
      frames([
        start,
        part(0, { type: "reasoning", text: "r" }),
        ended(0),
        part(1, { type: "reasoning", text: "s" }),
        ended(1),
        finish("stop"),
        end
      ])
    )
    const first = { type: "reasoning.text", text: "r", format: "isogloss-v1", index: 0 }
    const second = { ...first, text: "s", index: 1 }
    expect(all).toEqual([
      role,
      { reasoning_content: "r" },
      { reasoning_details: [first] },
      { reasoning_content: "s" },
      { reasoning_details: [second] },
      { reasoning_details: [first, second] },
      "stop"
    ])
  })

  it("begins with whichever candidate speaks first", () => {
    const second: readonly ChatEvent[] = [
      start,
      { type: "part", candidate: 1, part: 0, value: { type: "text", text: "b" } },
      { type: "delta", candidate: 1, part: 0, delta: { type: "text", text: "c" } },
      part(0, { type: "text", text: "a" })
    ]
    const chunks = frames(second).flatMap((data) => JSON.parse(data).choices)
    expect(chunks.map(({ index, delta }) => [index, delta.role, delta.content])).toEqual([
      [1, "assistant", ""],
      [1, undefined, "b"],
      [1, undefined, "c"],
      [0, "assistant", ""],
      [0, undefined, "a"]
    ])
  })

  it("interleaves candidates, each with its role and its finish", () => {
    const other: readonly ChatEvent[] = [
      { type: "part", candidate: 1, part: 0, value: { type: "text", text: "b" } },
      { type: "finish", candidate: 1, finish: { kind: "length" } }
    ]
    expect(deltas(frames([start, part(0, { type: "text", text: "a" }), ...other, finish("stop"), end]))).toEqual([
      role,
      { content: "a" },
      role,
      { content: "b" },
      "length",
      "stop"
    ])
  })

  it("says a blocked prompt as one empty choice", () => {
    expect(deltas(frames([{ type: "start", response: { block: { message: "no" } } }, end]))).toEqual([
      role,
      "content_filter"
    ])
  })

  it("passes sounds on", () => {
    const audio: ContentPart = { type: "media", media: "audio", source: { kind: "base64", data: "" }, id: "au" }
    const data: ChatEvent = { type: "delta", candidate: 0, part: 0, delta: { type: "data", data: "aGk=" } }
    const transcript: ChatEvent = { type: "delta", candidate: 0, part: 0, delta: { type: "transcript", text: "hi" } }
    expect(deltas(frames([start, part(0, audio), data, transcript, finish("stop"), end]))).toEqual([
      role,
      { audio: { id: "au" } },
      { audio: { data: "aGk=" } },
      { audio: { transcript: "hi" } },
      "stop"
    ])
  })
})

describe("endings", () => {
  const error: ChatEvent = { type: "error", error: new GatewayError("Overloaded", "busy") }

  it("writes an error in its own body and nothing more", () => {
    expect(frames([start, part(0, { type: "text", text: "a" }), error, finish("stop"), end]).slice(2)).toEqual([
      '{"error":{"message":"busy","type":"server_error","param":null,"code":"overloaded"}}'
    ])
  })

  it("writes an error of its reader", () => {
    const machine = chatCompletions.encodeStream(streamed, stamp)
    machine.push(start)
    expect(machine.end(new GatewayError("UpstreamTimeout", "late")).map((it) => it.data)).toEqual([
      '{"error":{"message":"late","type":"server_error","param":null,"code":"timeout"}}'
    ])
  })

  it("writes nothing more behind an error of its reader", () => {
    const machine = chatCompletions.encodeStream(streamed, stamp)
    machine.push(start)
    machine.end(new GatewayError("UpstreamTimeout", "late"))
    expect([...machine.push(part(0, { type: "text", text: "a" })), ...machine.end("cut")]).toEqual([])
  })

  it("never writes the terminator without the end", () => {
    const machine = chatCompletions.encodeStream(streamed, stamp)
    machine.push(start)
    expect(machine.end("clean").map((it) => JSON.parse(it.data).error.code)).toEqual(["bad_gateway"])
  })

  it("notes what it leaves out, once it is asked", () => {
    const machine = chatCompletions.encodeStream(streamed, stamp)
    machine.push(start)
    const found: ContentPart = {
      type: "tool-call",
      id: "a",
      name: "f",
      of: "web-search",
      runBy: "provider",
      input: { kind: "text", text: "" },
      at: "/p"
    }
    machine.push(part(0, found))
    expect(brief(machine.notes())).toEqual([["provider-call", "/p"]])
    expect(machine.notes()).toEqual([])
  })
})
