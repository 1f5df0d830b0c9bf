import { describe, expect, it } from "vitest"
import { profile as deepseek } from "../../src/families/deepseek.ts"
import { profile as kimi } from "../../src/families/kimi.ts"
import { chatCompletions, generateContent, messages, responses } from "../../src/formats.ts"
import { translateRequest } from "../../src/translate.ts"
import { editsBy } from "./call.ts"

/** The reasoning of what the assistant said, as it is sent to a vendor like OpenAI; and the notes. */
const sentTo = (
  from: typeof messages | typeof responses | typeof generateContent,
  body: object,
  target: { readonly vendor: string; readonly thoughts?: "all" } = { vendor: "deepseek" }
) => {
  const there = translateRequest(
    { from, to: chatCompletions, target: { model: "m", ...target } },
    { model: "m", ...body }
  )
  if (!there.ok) throw there.error
  const sent = JSON.parse(there.value.body) as { messages: readonly { role: string; reasoning_content?: string }[] }
  const said = sent.messages.filter(({ role }) => role === "assistant")
  return {
    thoughts: said.map(({ reasoning_content: text }) => text),
    rules: there.value.notes.map(({ rule }) => rule).filter((rule) => /thinking/.test(rule))
  }
}

const thought = (thinking: string) => ({ type: "thinking", thinking, signature: "" })
const said = (text: string) => ({ type: "text", text })
const use = (id: string) => ({ type: "tool_use", id, name: "w", input: {} })
const result = (id: string) => ({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "r" }] })
const user = (content: string) => ({ role: "user", content })
const assistant = (...content: readonly object[]) => ({ role: "assistant", content })

/** A turn with a call, then one without, then a question. */
const conversation = [
  user("a"),
  assistant(thought("1"), use("t1")),
  result("t1"),
  assistant(thought("2"), said("A")),
  user("b"),
  assistant(thought("3"), said("B")),
  user("c")
]

/**
 * @see https://api-docs.deepseek.com/guides/thinking_mode all thoughts of a turn with calls go back; others are ignored (read 2026-11)
 * @see https://github.com/openclaw/openclaw/issues/73417 a final answer without its thought is refused (2026-04)
 */
describe("the thoughts of a turn in which tools were called go back, the final answer's too", () => {
  it("of a client of messages", () => {
    const { thoughts, rules } = sentTo(messages, { max_tokens: 9, messages: conversation })
    expect(thoughts).toEqual(["1", "2", undefined])
    expect(rules).toEqual([
      "chat-completions/thinking-echo",
      "chat-completions/thinking-echo",
      "chat-completions/unsigned-thinking"
    ])
  })

  it("of a client of responses", () => {
    const reasoning = (text: string) => ({
      type: "reasoning",
      id: `rs_${text}`,
      summary: [],
      content: [{ type: "reasoning_text", text }]
    })
    const input = [
      user("a"),
      reasoning("1"),
      { type: "function_call", call_id: "c1", name: "w", arguments: "{}" },
      { type: "function_call_output", call_id: "c1", output: "r" },
      reasoning("2"),
      { role: "assistant", content: "A" },
      user("b")
    ]
    expect(sentTo(responses, { input }).thoughts).toEqual(["1", "2"])
  })

  it("of a client of generateContent", () => {
    const think = (text: string) => ({ text, thought: true })
    const contents = [
      { role: "user", parts: [{ text: "a" }] },
      { role: "model", parts: [think("1"), { functionCall: { name: "w", args: {} } }] },
      { role: "user", parts: [{ functionResponse: { name: "w", response: { output: "r" } } }] },
      { role: "model", parts: [think("2"), { text: "A" }] },
      { role: "user", parts: [{ text: "b" }] }
    ]
    expect(sentTo(generateContent, { contents }).thoughts).toEqual(["1", "2"])
  })

  it("where the assistant thought and spoke before it called", () => {
    const before = [user("a"), assistant(thought("0"), said("Hm.")), assistant(thought("1"), use("t1")), result("t1")]
    expect(sentTo(messages, { max_tokens: 9, messages: before }).thoughts).toEqual(["0", "1"])
  })

  it("where it goes on to call after a result", () => {
    const chain = [
      user("a"),
      assistant(thought("1"), use("t1")),
      result("t1"),
      assistant(thought("2"), use("t2")),
      result("t2"),
      assistant(thought("3"), said("A")),
      user("b")
    ]
    expect(sentTo(messages, { max_tokens: 9, messages: chain }).thoughts).toEqual(["1", "2", "3"])
  })

  it("never to the vendor of the format, which takes none", () => {
    const openai = { vendor: "openai" }
    expect(sentTo(messages, { max_tokens: 9, messages: conversation }, openai).thoughts).toEqual([
      undefined,
      undefined,
      undefined
    ])
  })

  /** @see https://platform.kimi.ai/docs/guide/use-kimi-k2-thinking-model the thought of every message must stay (read 2026-11) */
  it("and of other turns, too, where the model wants all that it thought", () => {
    const all = { vendor: "moonshot", thoughts: "all" } as const
    expect(sentTo(messages, { max_tokens: 9, messages: conversation }, all).thoughts).toEqual(["1", "2", "3"])
  })
})

const call = { id: "functions.w:0", type: "function", function: { name: "w", arguments: "{}" } }
const lost = [
  user("a"),
  { role: "assistant", content: null, tool_calls: [call] },
  { role: "tool", tool_call_id: call.id, content: "r" },
  { role: "assistant", content: "A" },
  user("b"),
  { role: "assistant", content: "B" },
  user("c")
]

describe("thoughts of such a turn that the client lost", () => {
  it("have a placeholder for DeepSeek, the final answer's too", () => {
    expect(editsBy(deepseek, "deepseek-v4-pro", { messages: lost })).toEqual({
      edits: [
        ["/messages/1/reasoning_content", " "],
        ["/messages/3/reasoning_content", " "]
      ],
      notes: ["/messages/1 deepseek/reasoning-lost", "/messages/3 deepseek/reasoning-lost"]
    })
  })

  it("have none where the model does not think", () => {
    const { notes } = editsBy(deepseek, "deepseek-v4-pro", { messages: lost, thinking: { type: "disabled" } })
    expect(notes).toEqual([])
  })

  /** @see https://github.com/anomalyco/opencode/issues/10996 Kimi demands that of messages with calls alone (2026-01) */
  it("have one for Kimi beside calls alone", () => {
    const { notes } = editsBy(kimi, "kimi-k2.6", { messages: lost })
    expect(notes).toEqual(["/messages/1 kimi/reasoning-lost"])
  })
})
