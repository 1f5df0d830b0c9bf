import { describe, expect, it } from "vitest"
import { GatewayError } from "../../../src/core/errors/error.ts"
import { foldStream, nothingOf, withoutContent } from "../../../src/core/events/fold.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import type { ContentPart, ChatEvent, PartDelta } from "../../../src/core/chat/chat.ts"

const begin: ChatEvent = { type: "start", response: { id: "r", model: "m" } }

const partOf = (value: ContentPart, ...deltas: readonly PartDelta[]): ContentPart | undefined =>
  foldStream([
    begin,
    { type: "part", candidate: 0, part: 0, value },
    ...deltas.map((delta): ChatEvent => ({ type: "delta", candidate: 0, part: 0, delta }))
  ]).response.candidates[0]?.parts[0]

describe("folding a stream", () => {
  it("joins texts without changing them", () => {
    expect(
      partOf({ type: "text", text: "" }, { type: "text", text: "a\ud83d" }, { type: "text", text: "\ude00" })
    ).toEqual({
      type: "text",
      text: "a😀"
    })
  })

  it("joins a call's input as text", () => {
    const call = partOf(
      {
        type: "tool-call",
        id: "1",
        name: "f",
        of: "function",
        runBy: "client",
        input: { kind: "json", json: JsonText.source("") }
      },
      { type: "input", text: '{"n":1234567890123456' },
      { type: "input", text: "7890}" }
    )
    expect(call?.type === "tool-call" && call.input.kind === "json" ? call.input.json.text : "").toBe(
      '{"n":12345678901234567890}'
    )
  })

  it("replaces opaque bytes of one vendor and kind, and keeps the others", () => {
    const redacted = { vendor: "anthropic", kind: "redacted", data: "r" } as const
    const part = partOf(
      { type: "reasoning", text: "t", opaque: [redacted] },
      { type: "opaque", opaque: { vendor: "anthropic", kind: "signature", data: "a" } },
      { type: "opaque", opaque: { vendor: "anthropic", kind: "signature", data: "b" } }
    )
    expect(part?.opaque).toEqual([redacted, { vendor: "anthropic", kind: "signature", data: "b" }])
  })

  it("takes usage as snapshots: later leaves overwrite, unsaid ones stay", () => {
    const usage = foldStream([
      begin,
      { type: "usage", usage: { input: 10, text: 1 } },
      { type: "usage", usage: { text: 7 } },
      { type: "usage", usage: { text: 9, cacheRead: 0 } }
    ]).response.usage
    expect(usage).toEqual({ input: 10, text: 9, cacheRead: 0 })
  })

  it("keeps candidates in the order of their index", () => {
    const candidates = foldStream([
      begin,
      { type: "part", candidate: 1, part: 0, value: { type: "text", text: "b" } },
      { type: "part", candidate: 0, part: 0, value: { type: "text", text: "a" } }
    ]).response.candidates
    expect(candidates.map((it) => it.index)).toEqual([0, 1])
  })

  it("adds log probabilities and assigns the rest of a candidate", () => {
    const token = { of: "text", token: "a", logprob: -1 } as const
    const candidate = foldStream([
      begin,
      { type: "candidate", candidate: 0, add: { logprobs: [token] } },
      { type: "candidate", candidate: 0, add: { logprobs: [token], block: { message: "no" } } }
    ]).response.candidates[0]
    expect(candidate).toEqual({ index: 0, parts: [], logprobs: [token, token], block: { message: "no" } })
  })

  it("keeps usage that was told before the start", () => {
    const { usage } = foldStream([{ type: "usage", usage: { input: 5 } }, begin]).response
    expect(usage).toEqual({ input: 5 })
  })

  it("keeps what came before an error, and the error", () => {
    const error = new GatewayError("Overloaded", "busy")
    const folded = foldStream([
      begin,
      { type: "part", candidate: 0, part: 0, value: { type: "text", text: "half" } },
      { type: "error", error }
    ])
    expect([folded.response.candidates[0]?.parts, folded.error, folded.ended]).toEqual([
      [{ type: "text", text: "half" }],
      error,
      false
    ])
  })
})

it.each([
  ["JSON", { kind: "json", json: JsonText.source('{"a":1}') }, { kind: "json", json: JsonText.source("") }],
  ["a text", { kind: "text", text: "a" }, { kind: "text", text: "" }],
  ["code", { kind: "code", code: "a", language: "python" }, { kind: "code", code: "", language: "python" }]
] as const)("nothing of an input that is %s is one that says nothing yet", (_, input, nothing) =>
  expect(nothingOf(input)).toEqual(nothing)
)

it.each([
  ["a", "a"],
  ["ab".repeat(512), "ab".repeat(512)],
  ["ab".repeat(1000), "ab".repeat(512)]
])("of a thought that was told its first 1024 characters are kept", (text, kept) =>
  expect(withoutContent({ type: "reasoning", text })).toEqual({ type: "reasoning", text: kept })
)
