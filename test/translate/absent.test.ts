import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../src/formats/generate-content/index.ts"
import { messages } from "../../src/formats/messages/index.ts"
import { translateError } from "../../src/translate/reply.ts"
import { translateRequest } from "../../src/translate/translator.ts"
import type { ChatFormat } from "../../src/core/format.ts"

/** What a client reads of a body that its own format refuses. */
const told = (format: ChatFormat, body: object): unknown => {
  const translated = translateRequest({ from: format, to: chatCompletions }, body)
  if (translated.ok) throw new Error("not refused")
  return JSON.parse(translateError({ from: chatCompletions, to: format }, translated.error).body)
}

const user = { role: "user", content: "a" }

describe("a member that is missing is named where it would stand", () => {
  it.each([
    ["messages", { model: "m" }],
    ["messages[0].content", { model: "m", messages: [{ role: "user" }] }],
    ["tools[0].function.name", { model: "m", messages: [user], tools: [{ type: "function", function: {} }] }]
  ])("in the param of OpenAI's body: %s", (param, body) =>
    expect(told(chatCompletions, body)).toMatchObject({ error: { type: "invalid_request_error", param } })
  )

  it.each([
    ["/max_tokens", { model: "m", messages: [user] }],
    ["/messages/0/content", { model: "m", max_tokens: 5, messages: [{ role: "user" }] }]
  ])("in the message of Anthropic's body: %s", (place, body) =>
    expect(told(messages, body)).toMatchObject({ error: { message: expect.stringContaining(`${place}: `) } })
  )

  it("in the violations of Google's body", () =>
    expect(told(generateContent, { contents: [{ role: "user" }] })).toMatchObject({
      error: { details: [{ fieldViolations: [{ field: "/contents/0/parts" }] }] }
    }))
})
