import { describe, expect, it } from "vitest"
import type { ChatEvent } from "../../../src/core/chat/chat.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { responses } from "../../../src/formats/responses/index.ts"

const source = { kind: "url", url: "https://a.example", title: "A" } as const

/** What a stream's last event says, and the rules by which something was noted. */
const told = (...events: readonly ChatEvent[]) => {
  const stamp = { id: "resp_1", created: 1, model: "m" }
  const machine = responses.encodeStream({ ...defaultReplyPreferences, stream: true }, stamp)
  const all: readonly ChatEvent[] = [
    { type: "start", response: { id: "r", model: "m" } },
    ...events,
    { type: "finish", candidate: 0, finish: { kind: "stop" } },
    { type: "end" }
  ]
  const frames = all.flatMap((event) => machine.push(event))
  return {
    output: JSON.parse(frames.at(-1)?.data ?? "").response.output,
    rules: machine.notes().map(({ rule }) => rule.replace("responses/", ""))
  }
}

const begun: ChatEvent = { type: "part", candidate: 0, part: 0, value: { type: "text", text: "" } }
const text = (said: string): ChatEvent => ({
  type: "delta",
  candidate: 0,
  part: 0,
  delta: { type: "text", text: said }
})
const ended = (part: number): ChatEvent => ({ type: "part-end", candidate: 0, part })
const call: ChatEvent = {
  type: "part",
  candidate: 0,
  part: 1,
  value: { type: "tool-call", id: "c", name: "f", of: "function", runBy: "client", input: { kind: "text", text: "x" } }
}

describe("a text", () => {
  it("is one message, of which nothing is noted", () =>
    expect(told(begun, text("ab"), text("c"), ended(0))).toMatchObject({
      output: [{ type: "message", content: [{ text: "abc" }] }],
      rules: []
    }))

  it("that goes on behind a call is a message of its own there, with a note", () => {
    const { output, rules } = told(begun, text("ab"), call, ended(1), text("c"), ended(0))
    expect(output).toMatchObject([
      { type: "message", content: [{ text: "ab" }] },
      { type: "function_call" },
      { type: "message", content: [{ text: "c" }] }
    ])
    expect(rules).toContain("part-order")
  })

  const cited: ChatEvent = { type: "delta", candidate: 0, part: 0, delta: { type: "citation", citation: { source } } }

  it("has the citations that came with it", () =>
    expect(told(begun, text("abc"), cited, ended(0)).output).toMatchObject([
      { content: [{ text: "abc", annotations: [{ type: "url_citation", url: "https://a.example" }] }] }
    ]))

  it("has no place for a citation that comes behind its end, which leaves a note", () => {
    const { output, rules } = told(begun, text("abc"), call, ended(1), cited, ended(0))
    expect(output[0]).toMatchObject({ content: [{ text: "abc", annotations: [] }] })
    expect(rules).toContain("citation")
  })

  it("has what a search found for the whole answer as citations of it", () => {
    const found: ChatEvent = {
      type: "candidate",
      candidate: 0,
      add: { grounding: { sources: [source], supports: [] } }
    }
    expect(told(begun, text("abc"), found, ended(0)).output).toMatchObject([
      { content: [{ text: "abc", annotations: [{ type: "url_citation", url: "https://a.example" }] }] }
    ])
  })

  it("has what a search found of it as citations", () => {
    const supports = [{ part: 0, span: { start: 0, end: 2 }, sources: [0] }]
    const found: ChatEvent = { type: "candidate", candidate: 0, add: { grounding: { sources: [source], supports } } }
    expect(told(begun, text("abc"), found, ended(0)).output).toMatchObject([
      { content: [{ text: "abc", annotations: [{ start_index: 0, end_index: 2, url: "https://a.example" }] }] }
    ])
  })
})
