import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
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

  it.each(["5m", "1h", undefined])("are none in another vendor's words, for %s", (ttl) => {
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

describe("the lives of OpenAI's marks at Claude", () => {
  const explicit = { mode: "explicit" }
  const half = { mode: "explicit", ttl: "30m" }
  const day = { mode: "explicit", ttl: "12h" }

  /**
   * Those without a time have the request's, which is half an hour where it says none; Anthropic has five minutes and an
   * hour, and takes no longer one behind a shorter one.
   *
   * @see `ChatCompletionContentPartText.PromptCacheBreakpoint`, `PromptCacheOptions` of `openai` 7.57 (read 2026-11)
   * @see https://github.com/vellum-ai/vellum-assistant/pull/22191 the order (2026-03)
   */
  it.each([
    ["unsaid, half an hour", [explicit, half], {}],
    ["half an hour, unsaid", [half, explicit], {}],
    ["both by the request", [explicit, explicit], { prompt_cache_options: { mode: "explicit", ttl: "12h" } }],
    ["unsaid, half a day", [explicit, day], {}]
  ])("are one: %s", (_, marks, more) => {
    const content = marks.map((prompt_cache_breakpoint) => ({ type: "text", text: "a", prompt_cache_breakpoint }))
    const { body, notes } = sent(chatCompletions, messages, { ...more, messages: [{ role: "user", content }] })
    const hour = { type: "text", text: "a", cache_control: { type: "ephemeral", ttl: "1h" } }
    expect(body.messages).toEqual([{ role: "user", content: [hour, hour] }])
    expect(notes.filter(([rule]) => rule === "messages/cache-time")).toHaveLength(2)
  })

  it("are no longer than those before them, in whosever words", () => {
    const marks = [{ ttl: "5m" }, {}, { ttl: "1h" }, { ttl: "5m" }]
    const content = marks.map((more) => ({ type: "text", text: "a", cache_control: { type: "ephemeral", ...more } }))
    const { body, notes } = sent(chatCompletions, messages, { messages: [{ role: "user", content }] })
    const lives = body.messages[0].content.map((block: { cache_control: object }) => block.cache_control)
    expect(lives).toEqual(["1h", "1h", "1h", "5m"].map((ttl) => ({ type: "ephemeral", ttl })))
    expect(notes).toEqual(["0", "1"].map((index) => ["messages/cache-time", `/messages/0/content/${index}`]))
  })

  it("is that of the mark that Claude places", () => {
    const asked = { prompt_cache_options: { mode: "implicit" }, messages: [{ role: "user", content: "q" }] }
    const { body, notes } = sent(chatCompletions, messages, asked)
    expect(body.cache_control).toEqual({ type: "ephemeral", ttl: "1h" })
    expect(notes).toEqual([["messages/cache-time", "/prompt_cache_options/mode"]])
  })

  it("are no shorter than the mark that Claude places, which stands behind them", () => {
    const content = ["5m", "1h", undefined].map((ttl) => ({
      type: "text",
      text: "a",
      cache_control: { type: "ephemeral", ...(ttl === undefined ? {} : { ttl }) }
    }))
    const messagesOf = { messages: [{ role: "user", content }] }
    const asked = { ...messagesOf, prompt_cache_options: { mode: "implicit" } }
    const { body, notes } = sent(chatCompletions, messages, asked)
    const hour = { type: "ephemeral", ttl: "1h" }
    expect(body.cache_control).toEqual(hour)
    expect(body.messages[0].content).toEqual(content.map(() => ({ type: "text", text: "a", cache_control: hour })))
    expect(notes.filter(([, path]) => path?.startsWith("/messages"))).toEqual(
      ["0", "2"].map((index) => ["messages/cache-time", `/messages/0/content/${index}`])
    )
  })

  it("are one at OpenRouter, too", () => {
    const content = [explicit, half].map((prompt_cache_breakpoint) => ({
      type: "input_text",
      text: "a",
      prompt_cache_breakpoint
    }))
    const { body } = sent(responses, chatCompletions, { input: [{ role: "user", content }] }, { cacheMarks: true })
    const marked = { type: "text", text: "a", cache_control: { type: "ephemeral", ttl: "30m" } }
    expect(body.messages[0].content).toEqual([marked, marked])
  })
})

describe("marks in the turns of tools", () => {
  const cache_control = { type: "ephemeral" }
  const called = { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }
  const chat = (part: object) => ({
    messages: [
      { role: "user", content: "q" },
      { role: "assistant", content: null, tool_calls: [called] },
      { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text: "r", ...part }] }
    ]
  })
  const claude = {
    max_tokens: 16,
    messages: [
      { role: "user", content: "q" },
      { role: "assistant", content: [{ type: "tool_use", id: "call_1", name: "f", input: {}, cache_control }] },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "call_1", content: [{ type: "text", text: "r", cache_control }] }]
      }
    ]
  }

  /** @see `ResponseFunctionCallOutputItem` of `openai` 7.57, whose texts have them (read 2026-11) */
  it("are kept on a result by OpenAI", () => {
    const { body, notes } = sent(chatCompletions, responses, chat(mark))
    expect(body.input.at(-1).output).toEqual([{ type: "input_text", text: "r", ...mark }])
    expect(notes).toEqual([])
  })

  it.each([
    [responses, chat({ cache_control }), ["/messages/2/content/0"]],
    [generateContent, chat({ cache_control }), ["/messages/2/content/0"]],
    [responses, claude, ["/messages/1/content/0/cache_control", "/messages/2/content/0/content/0/cache_control"]],
    [generateContent, claude, ["/messages/1/content/0/cache_control", "/messages/2/content/0/content/0/cache_control"]]
  ])("are noted where they have no place: to $id", (to, asked, places) => {
    const { body, notes } = sent("max_tokens" in asked ? messages : chatCompletions, to, asked)
    expect(notes).toEqual(places.map((place) => [`${to.id}/cache-mark`, place]))
    if (to === responses) expect(body.input.at(-1).output).toBe("r")
  })
})
