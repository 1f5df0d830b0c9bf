import { describe, expect, it } from "vitest"
import { foldStream } from "../../../src/core/events/fold.ts"
import { emptyReplyContext } from "../../../src/core/format.ts"
import { jsonTextFrom } from "../../../src/core/given.ts"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { decoded } from "./given.ts"

describe("another gateway's reasoning_details", () => {
  it.each([
    ["belong to the vendor that their format names", "anthropic-claude-v1", "anthropic"],
    ["of a vendor that is not named are the format's own", "unknown", "openai"]
  ])("%s", (_, format, vendor) => {
    const details = [{ type: "reasoning.text", text: "r", signature: "c2ln", format, index: 0 }]
    const messages = [{ role: "assistant", content: "a", reasoning_details: details }]
    expect(decoded({ model: "m", messages }).request.messages.at(-1)?.parts).toMatchObject([
      { type: "reasoning", text: "r", opaque: [{ vendor, kind: "signature", data: "c2ln" }] },
      { type: "text", text: "a" }
    ])
  })
})

/** @see https://github.com/agno-agi/agno/issues/8794 what OpenRouter streams of Claude's thoughts (2026-07) */
describe("details that OpenRouter streams", () => {
  const reply = { ...emptyReplyContext, vendor: "openrouter" }
  const claude = { type: "reasoning.text", format: "anthropic-claude-v1" }
  const sealed = { type: "reasoning.encrypted", format: "openai-responses-v1", index: 0 }

  /** What deltas say, and a text behind them. */
  const said = (deltas: readonly object[]) => {
    const machine = chatCompletions.decodeStream(reply)
    const events = [...deltas, { content: "a" }].flatMap((delta) =>
      machine.push({ data: JSON.stringify({ id: "c", choices: [{ index: 0, delta, finish_reason: null }] }) })
    )
    return foldStream(events).response.candidates[0]?.parts
  }

  /** What deltas with these details say, beside their text as `reasoning` or without it. */
  const streamed = (
    details: readonly (readonly { readonly type: string; readonly text?: string }[])[],
    plain: boolean
  ) =>
    said(
      details.map((reasoning_details) => ({
        reasoning_details,
        ...(plain && { reasoning: reasoning_details.map(({ text = "" }) => text).join("") })
      }))
    )

  /** What an answer with these details says. */
  const whole = (reasoning_details: readonly object[], more: object = {}) => {
    const message = { role: "assistant", content: "a", reasoning_details, ...more }
    const json = jsonTextFrom({ id: "c", choices: [{ index: 0, message, finish_reason: "stop" }] })
    const answer = json.ok ? chatCompletions.decodeResponse(json.value, reply) : json
    if (!answer.ok) throw answer.error
    return answer.value.value.candidates[0]?.parts.map(({ at: _at, ...part }) => part)
  }

  const signature = (data: object) => [{ vendor: "openrouter", kind: "signature", data: JSON.stringify(data) }]
  const thoughts = [
    { type: "reasoning", text: "Let me.", opaque: signature({ ...claude, index: 0, signature: "czA=" }) },
    { type: "reasoning", text: "Then.", opaque: signature({ ...claude, index: 1, signature: "czE=" }) },
    { type: "text", text: "a" }
  ]
  const fragments = [
    { ...claude, index: 0, text: "Let" },
    { ...claude, index: 0, text: " me." },
    { ...claude, index: 0, signature: "czA=" },
    { ...claude, index: 1, text: "Then." },
    { ...claude, index: 1, signature: "czE=" }
  ]

  it.each([
    ["one a frame", fragments.map((fragment) => [fragment]), true],
    ["one a frame, without the text beside them", fragments.map((fragment) => [fragment]), false],
    ["all in one frame", [fragments], true]
  ])("are a thought for each index, with its own signature: %s", (_, frames, plain) => {
    expect(streamed(frames, plain)).toEqual(thoughts)
  })

  it("are the same where a client gathered them one by one", () => {
    expect(whole(fragments)).toEqual(thoughts)
  })

  it("are each whole where they are encrypted, whatever their index", () => {
    const bytes = ["e0", "e1"].map((data, order) => ({ ...sealed, id: `rs_${order}`, data }))
    const encrypted = (data: object) => [{ vendor: "openrouter", kind: "encrypted", data: JSON.stringify(data) }]
    const parts = [...bytes.map((one) => ({ type: "reasoning", opaque: encrypted(one) })), { type: "text", text: "a" }]
    expect(streamed([bytes.slice(0, 1), bytes.slice(1)], false)).toEqual(parts)
    expect(whole(bytes)).toEqual(parts)
  })

  it("stand behind a text that no detail says", () => {
    const bytes = { ...sealed, data: "e0" }
    const texts = [{ type: "reasoning", text: "sum" }, { type: "reasoning" }, { type: "text", text: "a" }]
    expect(said([{ reasoning: "sum" }, { reasoning_details: [bytes] }])).toMatchObject(texts)
    expect(whole([bytes], { reasoning: "sum" })).toMatchObject(texts)
  })

  it.each([
    ["a summary", "reasoning.summary", "summary"],
    ["a text", "reasoning.text", "text"]
  ])("keep what they are where nobody signed them: %s", (_, type, member) => {
    const head = { type, format: "openai-responses-v1", index: 0 }
    const details = ["Let", " me."].map((text) => ({ ...head, [member]: text }))
    const parts = [
      { type: "reasoning", text: "Let me.", opaque: signature(head) },
      { type: "text", text: "a" }
    ]
    expect(said(details.map((detail) => ({ reasoning_details: [detail] })))).toEqual(parts)
    expect(whole(details)).toEqual(parts)
  })

  it("are two thoughts where the first was signed, though nothing counts them", () => {
    const uncounted = fragments.map(({ index: _index, ...rest }) => rest)
    const texts = streamed([uncounted], false)?.map((part) => (part.type === "reasoning" ? part.text : part.type))
    expect(texts).toEqual(["Let me.", "Then.", "text"])
  })
})
