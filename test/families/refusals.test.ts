import { describe, expect, it } from "vitest"
import { profile as deepseek } from "../../src/families/deepseek.ts"
import { profile as kimi } from "../../src/families/kimi.ts"
import { profile as openai } from "../../src/families/openai.ts"
import { profile as qwen } from "../../src/families/qwen.ts"
import { editsBy } from "./call.ts"

const conversation = (message: object) => ({
  messages: [
    { role: "user", content: "a" },
    { role: "assistant", ...message },
    { role: "user", content: "b" }
  ]
})

/**
 * @see https://github.com/OnesoftQwQ/opencode-go-copilot/issues/24 what DeepSeek says of a message without content (2026-05)
 * @see https://github.com/lobehub/lobehub/pull/8419 what Kimi says of it (2025-07)
 */
describe.each([
  ["deepseek-v4-pro", deepseek],
  ["deepseek-v9", deepseek],
  ["kimi-k2.5", kimi],
  ["qwen3-max", qwen]
])("a refusal that %s said", (model, profile) => {
  const sent = (message: object) => editsBy(profile, model, conversation(message))

  it("is a text", () => {
    expect(sent({ content: null, refusal: "I can't." })).toEqual({
      edits: [
        ["/messages/1/content", "I can't."],
        ["/messages/1/refusal", undefined]
      ],
      notes: [`/messages/1/refusal ${profile.family}/refusal`]
    })
  })

  it("follows what was said before it", () => {
    expect(sent({ content: "Hm.", refusal: "I can't." }).edits[0]).toEqual(["/messages/1/content", "Hm.\n\nI can't."])
  })

  it("is a text where it is a part", () => {
    const content = [
      { type: "text", text: "Hm." },
      { type: "refusal", refusal: "I can't." }
    ]
    expect(sent({ content })).toEqual({
      edits: [["/messages/1/content", "Hm.\n\nI can't."]],
      notes: [`/messages/1/content ${profile.family}/refusal`]
    })
  })

  it("is left where there is none", () => {
    expect(sent({ content: "Hm.", refusal: null })).toEqual({ edits: [], notes: [] })
  })
})

it("A refusal stays one for OpenAI, whose member it is", () => {
  expect(editsBy(openai, "gpt-5.1", conversation({ content: null, refusal: "I can't." }))).toEqual({
    edits: [],
    notes: []
  })
})
