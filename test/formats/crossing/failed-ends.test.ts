import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateResponse, translateStream } from "../../../src/translate.ts"
import { eventsOf } from "./saying.ts"

type From = typeof chatCompletions | typeof generateContent | typeof messages

/** What becomes of an answer, whole and as a stream of some events. */
const told = (from: From, to: typeof responses | From, whole: object, events: readonly object[]) => {
  const there = translateResponse({ from, to }, JSON.stringify(whole))
  const stream = translateStream({ from, to })
  const text = stream.push(eventsOf(events)) + stream.end()
  return { errors: [there.ok ? undefined : there.error, stream.failure()], text }
}

const failure = (message: string) => ({ reason: "UpstreamFailed", status: 502, message })

/** @see https://ai.google.dev/api/generate-content `Candidate` (read 2026-11) */
const gemini = (finishReason: string, parts: readonly object[]) => ({
  candidates: [{ index: 0, content: { role: "model", parts }, finishReason, finishMessage: "Call: f(" }],
  modelVersion: "gemini"
})

/** What the model thought: it is shown, and is no answer. */
const thoughts = [
  { text: "I should", thought: true },
  { text: " call f.", thought: true },
  { text: "", thought: true, thoughtSignature: "c2ln" }
]

describe.each([chatCompletions, messages, responses])("an answer that Gemini gave up, told in $id", (to) => {
  it.each([
    "MALFORMED_FUNCTION_CALL",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
    "MALFORMED_RESPONSE",
    "MISSING_THOUGHT_SIGNATURE",
    "OTHER",
    "NO_IMAGE",
    "IMAGE_OTHER"
  ])("is an error where nothing was said: %s", (reason) => {
    for (const parts of [[], [{ text: "" }], [{ text: "\n" }], thoughts, [...thoughts, { text: " " }]]) {
      const pieces = parts.map((part) => ({ candidates: [{ index: 0, content: { parts: [part] } }] }))
      const { errors, text } = told(generateContent, to, gemini(reason, parts), [...pieces, gemini(reason, [])])
      const error = failure(`The upstream's answer failed with ${reason}: Call: f(`)
      expect(errors).toMatchObject([error, error])
      expect(text).not.toMatch(/finish_reason":"|message_stop|response\.completed/)
    }
  })

  it.each([
    "MALFORMED_FUNCTION_CALL",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
    "MALFORMED_RESPONSE",
    "MISSING_THOUGHT_SIGNATURE"
  ])("is an error behind words, too, where it was about to call: %s", (reason) => {
    const said = { candidates: [{ index: 0, content: { parts: [{ text: "Let me call" }] } }] }
    const whole = gemini(reason, [{ text: "Let me call" }])
    const { errors, text } = told(generateContent, to, whole, [said, gemini(reason, [])])
    const error = failure(`The upstream's answer failed with ${reason}: Call: f(`)
    expect(errors).toMatchObject([error, error])
    expect(text).toContain("Let me call")
    expect(text).not.toMatch(/finish_reason":"|message_stop|response\.completed/)
  })

  it("is an error in one candidate whose call it was, though another candidate has one", () => {
    const call = { functionCall: { name: "f", args: {} } }
    const candidates = [
      { index: 0, content: { role: "model", parts: [call] }, finishReason: "STOP" },
      { index: 1, content: { role: "model", parts: [{ text: "a" }] }, finishReason: "MALFORMED_FUNCTION_CALL" }
    ]
    const whole = { candidates, modelVersion: "gemini" }
    expect(told(generateContent, to, whole, [whole]).errors).toMatchObject([{ status: 502 }, { status: 502 }])
  })

  it.each([
    ["OTHER", { text: "Hi" }],
    ["OTHER", { functionCall: { name: "f", args: {} } }],
    ["MALFORMED_FUNCTION_CALL", { functionCall: { name: "f", args: {} } }]
  ])("ends where anything was said: %s", (reason, part) => {
    const last = { candidates: [{ index: 0, finishReason: reason }] }
    const events = [{ candidates: [{ content: { parts: [part] } }] }, last]
    expect(told(generateContent, to, gemini(reason, [part]), events).errors).toEqual([undefined, undefined])
  })

  it("is none where nobody knows yet why it ended, be it after thoughts", () => {
    for (const parts of [[], thoughts]) {
      const whole = gemini("NEW_REASON", parts)
      expect(told(generateContent, to, whole, [whole]).errors).toEqual([undefined, undefined])
    }
  })

  it.each(["SAFETY", "PROHIBITED_CONTENT", "SPII", "RECITATION", "BLOCKLIST", "IMAGE_SAFETY", "STOP", "MAX_TOKENS"])(
    "is none where it ended with %s",
    (reason) => {
      expect(told(generateContent, to, gemini(reason, []), [gemini(reason, [])]).errors).toEqual([undefined, undefined])
    }
  )
})

describe.each([chatCompletions, messages, responses])(
  "an answer that says nothing, nor why it ended, told in $id",
  (to) => {
    it.each<readonly [what: string, parts: readonly object[]]>([
      ["nothing", []],
      ["a blank text", [{ text: " " }]],
      ["thoughts alone", thoughts]
    ])("is an error: %s", (_, parts) => {
      const whole = { candidates: [{ index: 0, content: { role: "model", parts } }], modelVersion: "gemini" }
      const { errors } = told(generateContent, to, whole, [whole])
      expect(errors).toMatchObject([{ reason: "UpstreamFailed", status: 502 }, { reason: "UpstreamFailed" }])
    })

    it("is none where its prompt was blocked", () => {
      const blocked = { promptFeedback: { blockReason: "SAFETY" }, modelVersion: "gemini" }
      expect(told(generateContent, to, blocked, [blocked]).errors).toEqual([undefined, undefined])
    })
  }
)

const head = { id: "c", created: 1, model: "m" }

/** @see https://openrouter.ai/blog/announcements/standardized-finish-reasons/ `native_finish_reason` (2025-01) */
const openRouter = (more: object) => ({ index: 0, finish_reason: "error", ...more })

describe.each([messages, responses, generateContent])("a choice that ended in an error, told in $id", (to) => {
  it.each([
    [{ native_finish_reason: "MALFORMED_RESPONSE" }, "The upstream's answer failed with error: MALFORMED_RESPONSE"],
    [{ native_finish_reason: "for org-Ab0Cd1Ef2Gh3" }, "The upstream's answer failed with error: for ***"],
    [{ native_finish_reason: null }, "The upstream's answer failed with error."],
    [{}, "The upstream's answer failed with error."],
    [{ error: { message: "No luck" }, native_finish_reason: "X" }, "No luck"]
  ])("is one, after half a text, too: %j", (more, message) => {
    const whole = { ...head, choices: [openRouter({ message: { role: "assistant", content: "half" }, ...more })] }
    const { errors, text } = told(chatCompletions, to, whole, [
      { ...head, choices: [{ index: 0, delta: { role: "assistant", content: "half" } }] },
      { ...head, choices: [openRouter({ delta: {}, ...more })] },
      { ...head, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }
    ])
    expect(errors).toMatchObject([failure(message), failure(message)])
    expect(text).toContain("half")
    expect(text).not.toMatch(/message_stop|response\.completed|response\.incomplete|finishReason":"[A-Z]/)
  })

  it("is one where it was given up with an empty text", () => {
    const finish_reason = "malformed_function_call"
    const whole = { ...head, choices: [{ index: 0, message: { role: "assistant", content: "" }, finish_reason }] }
    const { errors } = told(chatCompletions, to, whole, [
      { ...head, choices: [{ index: 0, delta: { role: "assistant", content: "" } }] },
      { ...head, choices: [{ index: 0, delta: { content: "" }, finish_reason }] }
    ])
    const error = failure("The upstream's answer failed with malformed_function_call.")
    expect(errors).toMatchObject([error, error])
  })
})
