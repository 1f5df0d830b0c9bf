import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest, translateResponse } from "../../../src/translate.ts"

const text = (said: string, thoughtSignature: string) => ({ text: said, thoughtSignature })
const drawn = (data: string, thoughtSignature: string) => ({
  inlineData: { mimeType: "image/png", data },
  thoughtSignature
})

/** The message that a client of chat completions has of an answer of Gemini's. */
const messageOf = (parts: readonly object[]) => {
  const candidates = [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }]
  const there = translateResponse({ from: generateContent, to: chatCompletions }, { candidates })
  return there.ok ? JSON.parse(there.value.body).choices[0].message : there.error
}

const conversation = (message: object) => ({
  model: "m",
  messages: [{ role: "user", content: "Draw." }, message, { role: "user", content: "Bluer." }]
})

const answers = [
  ["behind a text", [text("Here", "c2lnMA=="), drawn("QUFB", "c2lnMQ==")], [0, 1]],
  ["alone", [drawn("QUFB", "c2lnMQ==")], [0]],
  ["before a text", [drawn("QUFB", "c2lnMQ=="), text("Here", "c2lnMA==")], [1, 0]],
  ["of several", [drawn("QUFB", "c2lnMQ=="), drawn("QkJC", "c2lnMg=="), text("Here", "c2lnMA==")], [2, 0, 1]]
] as const

/**
 * @see https://ai.google.dev/gemini-api/docs/image-generation signatures of pictures go back (read 2026-11)
 * @see https://github.com/langchain-ai/langchain-google/issues/1431 a picture without its signature is refused (2025-12)
 */
describe("a picture that Gemini drew for a client of chat completions", () => {
  it.each(answers)("goes back to Gemini with its signature: one %s", (_, parts, order) => {
    const message = messageOf(parts)
    for (const content of [message.content, message.content ?? ""]) {
      const sent = translateRequest(
        { from: chatCompletions, to: generateContent, target: { vendor: "google" } },
        conversation({ ...message, content })
      )
      const said = sent.ok ? JSON.parse(sent.value.body).contents[1].parts : []
      expect(said).toEqual(order.map((index) => parts[index]))
      expect(sent.ok && sent.value.notes).toEqual([])
    }
  })

  it.each([messages, responses])("is left out with a note for $id, which takes none of the assistant's", (to) => {
    const message = messageOf(answers[0][1])
    const target = { vendor: "elsewhere", maxTokens: 9 }
    const sent = translateRequest({ from: chatCompletions, to, target }, conversation(message))
    expect(sent.ok && sent.value.body).not.toContain("QUFB")
    expect(sent.ok && sent.value.notes).toContainEqual(
      expect.objectContaining({ kind: "dropped", path: expect.stringMatching(String.raw`^/messages/1/images/0`) })
    )
  })

  it("stands beside the content for its own format again", () => {
    const body = conversation({ role: "assistant", content: "Here", images: messageOf(answers[0][1]).images })
    const sent = translateRequest({ from: chatCompletions, to: chatCompletions }, body)
    expect(sent.ok && JSON.parse(sent.value.body)).toEqual(body)
  })

  it("is kept unread where the list holds anything else", () => {
    const sent = translateRequest(
      { from: chatCompletions, to: generateContent },
      conversation({ role: "assistant", content: "Here", images: ["x"] })
    )
    expect(sent.ok && sent.value.notes).toContainEqual(expect.objectContaining({ path: "/messages/1/images" }))
  })
})
