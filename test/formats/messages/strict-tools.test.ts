import { describe, expect, it } from "vitest"
import { chatCompletions, messages } from "../../../src/formats.ts"
import { translateRequest } from "../../../src/translate.ts"

const open = { type: "object", properties: { q: { type: "string" } } }
const closed = { ...open, required: ["q"], additionalProperties: false }

const named = (count: number, tool: (name: string) => object) =>
  Array.from({ length: count }, (_, index) => tool(`f${index}`))

const strict = (parameters: object) => (name: string) => ({
  type: "function",
  function: { name, strict: true, parameters }
})
const loose = (name: string) => ({ type: "function", function: { name: `${name}_`, parameters: open } })

/** Which of the tools of a request are strict at Anthropic, and the notes. */
const sent = (tools: readonly object[]) => {
  const body = { model: "m", max_tokens: 99, messages: [{ role: "user", content: "Hi" }], tools }
  const there = translateRequest({ from: chatCompletions, to: messages, target: { model: "m" } }, body)
  if (!there.ok) throw there.error
  const out: readonly { readonly strict?: boolean; readonly input_schema: object }[] = JSON.parse(
    there.value.body
  ).tools
  return { out, notes: there.value.notes.map(({ severity, rule, path }) => `${severity} ${rule} ${path}`) }
}

/**
 * @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs at most 20 strict tools (read 2026-11)
 * @see https://github.com/datarobot-oss/datarobot-genai/pull/547 "The maximum number of strict tools supported is 20" (2026-07)
 */
describe("more strict tools than Anthropic takes", () => {
  it("are strict up to the twentieth; each further one is noted", () => {
    const { out, notes } = sent(named(22, strict(closed)))
    expect(out.map((tool) => tool.strict === true)).toEqual([...Array(20).fill(true), false, false])
    expect(notes).toEqual([
      "meaning messages/tool-strict /tools/20/function/strict",
      "meaning messages/tool-strict /tools/21/function/strict"
    ])
  })

  it("are sent with their schemas as they are, where they are not strict", () => {
    expect(sent(named(21, strict(open))).out[20]).toEqual({ name: "f20", input_schema: open })
  })

  it("are counted without those that are not strict", () => {
    const { out, notes } = sent([...named(5, loose), ...named(20, strict(closed))])
    expect(out.filter((tool) => tool.strict === true).length).toBe(20)
    expect(notes).toEqual([])
  })

  it("are Anthropic's to refuse where its own client sends them", () => {
    const tools = named(21, (name) => ({ name, strict: true, input_schema: closed }))
    const body = { model: "m", max_tokens: 99, messages: [{ role: "user", content: "Hi" }], tools }
    const there = translateRequest({ from: messages, to: messages, target: { model: "m" } }, body)
    expect(there.ok && [JSON.parse(there.value.body).tools, there.value.notes]).toEqual([tools, []])
  })
})
