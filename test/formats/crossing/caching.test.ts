import { describe, expect, it } from "vitest"
import { chatCompletions, messages, responses } from "../../../src/formats.ts"
import { type Format, type Target, translateRequest } from "../../../src/translate.ts"

/** What is sent of a request, and its notes about caching. */
const sent = (from: Format, to: Format, body: object, target: Partial<Target> = {}) => {
  const there = translateRequest({ from, to, target: { model: "gpt-5.6", ...target } }, { model: "gpt-5.6", ...body })
  if (!there.ok) throw there.error
  const notes = there.value.notes.map(({ rule, path }) => [rule, path])
  return { body: JSON.parse(there.value.body), notes: notes.filter((one) => /cache/.test(one.join())) }
}

/** @see https://developers.openai.com/api/docs/guides/prompt-caching both APIs of the vendor have these (SDK 7.57) */
const settings = {
  prompt_cache_key: "k",
  prompt_cache_retention: "24h",
  prompt_cache_options: { mode: "explicit", ttl: "30m" }
}
const mark = { prompt_cache_breakpoint: { mode: "explicit", ttl: "12h" } }
const toResponses = { ...settings, input: [{ role: "user", content: [{ type: "input_text", text: "a", ...mark }] }] }
const toChat = { ...settings, messages: [{ role: "user", content: [{ type: "text", text: "a", ...mark }] }] }

describe("OpenAI's settings of its cache", () => {
  it("reach its other format from Responses", () => {
    expect(sent(responses, chatCompletions, toResponses)).toEqual({
      body: { model: "gpt-5.6", ...toChat },
      notes: []
    })
  })

  it("reach its other format from chat completions", () => {
    const { body, notes } = sent(chatCompletions, responses, toChat)
    expect(body).toMatchObject({ ...settings, input: [{ content: [{ type: "input_text", text: "a", ...mark }] }] })
    expect(notes).toEqual([])
  })

  it("are not sent to other vendors of the same format, which is noted", () => {
    const { body, notes } = sent(responses, chatCompletions, toResponses, { vendor: "deepseek" })
    expect(body).toEqual({ model: "gpt-5.6", messages: [{ role: "user", content: [{ type: "text", text: "a" }] }] })
    expect(notes).toEqual([
      ["chat-completions/cache-mark", "/input/0/content/0"],
      ["chat-completions/auto-cache", "/prompt_cache_key"],
      ["chat-completions/auto-cache", "/prompt_cache_options/mode"],
      ["chat-completions/auto-cache", "/prompt_cache_options/ttl"],
      ["chat-completions/auto-cache", "/prompt_cache_retention"]
    ])
  })
})

describe("Claude's marks of what to cache", () => {
  const cache_control = { type: "ephemeral", ttl: "1h" }
  const claude = { max_tokens: 16, messages: [{ role: "user", content: [{ type: "text", text: "a", cache_control }] }] }

  it("are none of OpenAI's, which its older models refuse", () => {
    const { body, notes } = sent(messages, chatCompletions, { ...claude, cache_control })
    expect(JSON.stringify(body)).not.toContain("cache")
    expect(notes).toEqual([
      ["chat-completions/cache-mark", "/messages/0/content/0/cache_control"],
      ["chat-completions/auto-cache", "/cache_control"]
    ])
  })

  it("are none of its Responses API, either", () => {
    const { body, notes } = sent(messages, responses, claude)
    expect(JSON.stringify(body)).not.toContain("breakpoint")
    expect(notes).toEqual([["responses/cache-mark", "/messages/0/content/0/cache_control"]])
  })
})

describe("OpenAI's own marks", () => {
  const asked = {
    messages: [
      { role: "user", content: "q" },
      { role: "assistant", content: [{ type: "text", text: "a", ...mark }] }
    ]
  }

  it("stand on nothing that the assistant said", () => {
    const { body, notes } = sent(chatCompletions, responses, asked)
    expect(JSON.stringify(body)).not.toContain("breakpoint")
    expect(notes).toEqual([["responses/cache-mark", "/messages/1/content/0"]])
  })

  it.each(["5m", "1h"])("are none that hold for %s, which are another vendor's", (ttl) => {
    const text = { type: "text", text: "a", cache_control: { type: "ephemeral", ttl } }
    const { body, notes } = sent(chatCompletions, responses, { messages: [{ role: "user", content: [text] }] })
    expect(JSON.stringify(body)).not.toContain("breakpoint")
    expect(notes).toEqual([["responses/cache-mark", "/messages/0/content/0"]])
  })

  it("reach no other server of the Responses API", () => {
    const { body, notes } = sent(chatCompletions, responses, { messages: toChat.messages }, { vendor: "openrouter" })
    expect(JSON.stringify(body)).not.toContain("breakpoint")
    expect(notes).toEqual([["responses/cache-mark", "/messages/0/content/0"]])
  })
})
