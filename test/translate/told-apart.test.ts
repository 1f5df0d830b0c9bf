import { describe, expect, it } from "vitest"
import * as Formats from "../../src/formats.ts"
import { type Format, translateResponse } from "../../src/translate.ts"

const answered = (from: Format, to: Format, body: object) => {
  const back = translateResponse({ from, to }, body)
  if (!back.ok) throw new Error(JSON.stringify(back.error))
  return { body: JSON.parse(back.value.body), notes: back.value.notes.map(({ rule, path }) => `${rule} ${path}`) }
}

/** An answer of the Responses API, as its reference has it. */
const response = (content: readonly object[], usage: object) => ({
  id: "resp_1",
  object: "response",
  created_at: 1_790_000_000,
  status: "completed",
  model: "gpt-5.5",
  output: [{ id: "msg_1", type: "message", role: "assistant", status: "completed", content }],
  usage
})

const hi = { type: "output_text", text: "Hi", annotations: [] }
const counts = { input_tokens: 10, output_tokens: 5, total_tokens: 15 }

describe("an answer of the Responses API", () => {
  it("whose usage tells no details counts what it counts, to the token", () => {
    const { body } = answered(Formats.responses, Formats.messages, response([hi], counts))
    expect(body.usage).toMatchObject({ input_tokens: 10, output_tokens: 5 })
  })

  it("that was all thought counts no text beside it", () => {
    const all = { ...counts, output_tokens_details: { reasoning_tokens: 5 } }
    const { body } = answered(Formats.responses, Formats.chatCompletions, response([hi], all))
    expect(body.usage).toMatchObject({ completion_tokens: 5, total_tokens: 15 })
  })

  it("with two refusals says in chat completions both, and notes the second", () => {
    const refused = ["No.", " Never."].map((refusal) => ({ type: "refusal", refusal }))
    const { body, notes } = answered(Formats.responses, Formats.chatCompletions, response(refused, counts))
    expect(body.choices[0].message.refusal).toBe("No. Never.")
    expect(notes).toContain("chat-completions/part-order /output/0/content/1")
  })
})

it("the ratings for which Google withheld an answer are noted where a message has no place for them", () => {
  const rating = { category: "HARM_CATEGORY_HATE_SPEECH", probability: "HIGH", blocked: true }
  const body = {
    candidates: [
      { content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "SAFETY", safetyRatings: [rating] }
    ],
    modelVersion: "gemini-2.5-flash"
  }
  expect(answered(Formats.generateContent, Formats.messages, body).notes).toContain(
    "messages/unsupported /candidates/0/safetyRatings"
  )
})
