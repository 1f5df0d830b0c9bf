import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translator } from "../../../src/translate.ts"
import { eventsOf } from "./saying.ts"

const call = { functionCall: { name: "f", args: { a: 1 } } }
const head = { modelVersion: "gemini" }

/** A client, and the ends of an answer with calls as its format has them, whole and streamed. */
const clients = [
  {
    client: chatCompletions,
    body: { messages: [{ role: "user", content: "q" }] },
    calls: /"finish_reason":"tool_calls"/,
    none: /"finish_reason":"length"/
  },
  {
    client: messages,
    body: { max_tokens: 9, messages: [{ role: "user", content: "q" }] },
    calls: /"stop_reason":"tool_use"/,
    none: /"stop_reason":"max_tokens"/
  },
  {
    client: responses,
    body: { input: "q" },
    calls: /"status":"completed"[^]*"type":"function_call"/,
    none: /"status":"incomplete"[^]*"type":"output_text"/
  }
]

/** @see https://ai.google.dev/api/generate-content `FinishReason`; the last is one that nobody knows yet (read 2026-11) */
const reasons = ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "OTHER", "NEW_REASON"]

describe.each(clients)("an answer that Gemini gave up, told in $client.id", ({ client, body, calls, none }) => {
  const between = translator({ client, upstream: generateContent, model: "m" })

  /** What the client is told, and the rules of the notes. */
  const told = (stream: boolean, finishReason: string, part: object, more: object = {}) => {
    const there = between.request({ model: "m", ...body, ...more }, { stream })
    if (!there.ok) throw there.error
    const candidate = { index: 0, content: { role: "model", parts: [part] } }
    if (!stream) {
      const back = between.response({ ...head, candidates: [{ ...candidate, finishReason }] }, there.value)
      if (!back.ok) throw back.error
      return { text: back.value.body, rules: back.value.notes.map(({ rule }) => rule) }
    }
    const pieces = between.pieces(there.value)
    const end = { ...head, candidates: [{ index: 0, finishReason }] }
    const text = pieces.push(eventsOf([{ ...head, candidates: [candidate] }, end])) + pieces.end()
    return { text, rules: pieces.notes().map(({ rule }) => rule) }
  }

  it.each(reasons.flatMap((reason) => [false, true].map((stream) => [reason, stream] as const)))(
    "ends in its calls, with a note: %s, streamed: %s",
    (reason, stream) => {
      const { text, rules } = told(stream, reason, call)
      expect(text).toMatch(calls)
      expect(text).not.toMatch(none)
      expect(rules).toContainEqual(expect.stringContaining("finish-reason"))
    }
  )

  it.each([false, true])("is no whole one where it has none; streamed: %s", (stream) => {
    const { text } = told(stream, "OTHER", { text: "Half" })
    expect(text).toMatch(none)
    expect(text).not.toMatch(calls)
  })
})

describe("the same in the old spelling of chat completions", () => {
  it.each([false, true])("ends in its call; streamed: %s", (stream) => {
    const between = translator({ client: chatCompletions, upstream: generateContent, model: "m" })
    const functions = [{ name: "f", parameters: { type: "object" } }]
    const there = between.request({ model: "m", functions, messages: [{ role: "user", content: "q" }] }, { stream })
    if (!there.ok) throw there.error
    const whole = {
      ...head,
      candidates: [{ index: 0, content: { role: "model", parts: [call] }, finishReason: "UNEXPECTED_TOOL_CALL" }]
    }
    const pieces = between.pieces(there.value)
    const back = stream ? undefined : between.response(whole, there.value)
    const text = back?.ok === true ? back.value.body : pieces.push(eventsOf([whole])) + pieces.end()
    expect(text).toContain('"finish_reason":"function_call"')
  })
})
