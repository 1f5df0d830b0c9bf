import { describe, expect, it } from "vitest"
import * as Formats from "../../../src/formats.ts"
import { translateResponse, translateStream } from "../../../src/translate.ts"

const word = "insufficient_system_resource"
const choices = [{ index: 0, message: { role: "assistant", content: "half an ans" }, finish_reason: word }]

/**
 * @see https://api-docs.deepseek.com/api/create-chat-completion the request was interrupted for lack of resources (read 2026-11)
 * @see https://github.com/vercel/ai its DeepSeek provider takes that word for an error (read 2026-11)
 */
describe("an answer that its vendor broke off for lack of resources", () => {
  it("is the error of an overload where it is whole", () => {
    const there = translateResponse(
      { from: Formats.chatCompletions, to: Formats.messages },
      { id: "c1", model: "m", choices, usage: { prompt_tokens: 1, completion_tokens: 3, total_tokens: 4 } }
    )
    expect(there).toMatchObject({ ok: false, error: { reason: "Overloaded" } })
  })

  it.each([
    ["messages", Formats.messages],
    ["responses", Formats.responses],
    ["generateContent", Formats.generateContent]
  ] as const)("is what came of it in a stream of %s, then that error, and no end", (_, to) => {
    const stream = translateStream({ from: Formats.chatCompletions, to })
    const chunk = (delta: object, reason: string | null) => ({
      id: "c1",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta, finish_reason: reason }]
    })
    const frames = [chunk({ role: "assistant", content: "half an ans" }, null), chunk({}, word)]
    const text = [...frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`), "data: [DONE]\n\n"].join("")
    const out = JSON.stringify([stream.push(text), stream.end("clean")])
    expect(out).toContain("half an ans")
    expect(out).toMatch(/overloaded/i)
    expect(out).not.toMatch(/message_stop|max_tokens|MAX_TOKENS|response\.(completed|incomplete)/)
  })
})
