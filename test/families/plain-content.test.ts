import { describe, expect, it } from "vitest"
import { profile as deepseek } from "../../src/families/deepseek.ts"
import { profile as kimi } from "../../src/families/kimi.ts"
import { chatCompletions, messages, responses } from "../../src/formats.ts"
import { translateRequest } from "../../src/translate.ts"
import { editsBy } from "./call.ts"

const user = { role: "user", content: "Weather?" }
const call = { id: "call_1", type: "function", function: { name: "weather", arguments: "{}" } }
const texts = (...all: readonly string[]) => all.map((text) => ({ type: "text", text }))
const use = { type: "tool_use", id: "call_1", name: "weather", input: {} }

/** The messages that are sent to a vendor whose API is like OpenAI's. */
const sentTo = (vendor: "deepseek" | "openai", from: typeof messages | typeof responses, body: object) => {
  const there = translateRequest({ from, to: chatCompletions, target: { model: "m", vendor } }, { model: "m", ...body })
  if (!there.ok) throw there.error
  return (JSON.parse(there.value.body) as { messages: readonly unknown[] }).messages
}

const claude = (content: readonly object[], result: readonly object[]) => ({
  max_tokens: 9,
  messages: [
    user,
    { role: "assistant", content: [...content, use] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: result }] }
  ]
})

describe("what the assistant and tools said, to vendors whose API is like OpenAI's", () => {
  it("is a text where its block says that nothing is cited", () => {
    const said = sentTo(
      "deepseek",
      messages,
      claude([{ type: "text", text: "Let me see.", citations: null }], texts("18"))
    )
    expect(said).toEqual([
      user,
      { role: "assistant", content: "Let me see.", tool_calls: [call] },
      { role: "tool", tool_call_id: "call_1", content: "18" }
    ])
  })

  it("is one text where it is several", () => {
    expect(sentTo("deepseek", messages, claude(texts("Let ", "me see."), texts("18", " degrees")))).toMatchObject([
      {},
      { content: "Let me see." },
      { content: "18 degrees" }
    ])
  })

  it("is a text where the client's library added members that say nothing", () => {
    const part = { type: "output_text", text: "Hm.", annotations: [], parsed: null }
    const input = [user, { type: "message", role: "assistant", content: [part] }, user]
    expect(sentTo("deepseek", responses, { input })[1]).toEqual({ role: "assistant", content: "Hm." })
  })

  it("is a list for OpenAI, which takes one, where it is several", () => {
    expect(sentTo("openai", messages, claude(texts("Let ", "me see."), texts("18")))).toMatchObject([
      {},
      { content: texts("Let ", "me see.") },
      { content: "18" }
    ])
  })
})

describe("lists of texts in a body that passes", () => {
  const body = {
    messages: [
      { role: "user", content: texts("A", "B") },
      { role: "assistant", content: texts("C", "D"), tool_calls: [call], reasoning_content: "Hm." },
      { role: "tool", tool_call_id: "call_1", content: texts("E") }
    ]
  }

  it("are joined for DeepSeek where the assistant or a tool said them, with a note", () => {
    const { edits, notes } = editsBy(deepseek, "deepseek-v4-pro", body)
    expect(edits.filter(([path]) => path?.toString().endsWith("/content"))).toEqual([
      ["/messages/1/content", "CD"],
      ["/messages/2/content", "E"]
    ])
    expect(notes.filter((note) => note.endsWith("joined"))).toEqual([
      "/messages/1/content deepseek/joined",
      "/messages/2/content deepseek/joined"
    ])
  })

  it("stay where they hold more than texts", () => {
    const refusal = { role: "assistant", content: [...texts("C"), { type: "refusal", refusal: "No." }] }
    expect(editsBy(deepseek, "deepseek-v4-pro", { messages: [refusal] }).notes).not.toContain(
      "/messages/0/content deepseek/joined"
    )
  })

  it("stay for vendors that take them", () => {
    expect(editsBy(kimi, "kimi-k2.6", body).notes.filter((note) => note.endsWith("joined"))).toEqual([])
  })
})
