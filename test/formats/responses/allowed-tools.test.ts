import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import type { ChatFormat } from "../../../src/core/format.ts"
import { Refused } from "../../../src/core/notes/note.ts"
import { translateRequest } from "../../../src/translate.ts"

const tools = [
  { type: "web_search" },
  { type: "function", name: "weather", parameters: { type: "object" } },
  { type: "function", name: "clock", parameters: { type: "object" } }
]

/** What is sent for a request that allows some of its tools, with what is noted of it. */
const sent = (to: ChatFormat, mode: string, ...allowed: readonly object[]) => {
  const tool_choice = { type: "allowed_tools", mode, tools: allowed }
  const body = JSON.stringify({ model: "m", input: "Hi", tools, tool_choice })
  const there = translateRequest({ from: responses, to, target: { model: "m" } }, body)
  if (!there.ok) throw there.error
  return { body: JSON.parse(there.value.body), notes: there.value.notes.map(({ rule, path }) => `${rule} ${path}`) }
}

const weather = { type: "function", name: "weather" }

/** @see https://platform.openai.com/docs/guides/function-calling `allowed_tools` names the vendor's own tools by their types (read 2026-11) */
describe("allowed tools", () => {
  it("leave out Claude's own that are not among them", () => {
    const { body, notes } = sent(messages, "auto", weather)
    expect(body.tools.map(({ name }: { readonly name: string }) => name)).toEqual(["weather"])
    expect(notes).toContain("messages/unchosen-tool /tools/0")
  })

  it("may be one of Claude's own alone", () => {
    const { body } = sent(messages, "required", { type: "web_search" })
    expect(body.tools.map(({ name }: { readonly name: string }) => name)).toEqual(["web_search"])
    expect(body.tool_choice).toEqual({ type: "any" })
  })

  it("leave out Google's own that are not among them", () => {
    const { body, notes } = sent(generateContent, "required", weather)
    expect(body.tools.flatMap(Object.keys)).toEqual(["functionDeclarations"])
    expect(notes).toContain("generate-content/unchosen-tool /tools/0")
  })

  it("leave out the search of chat completions that is not among them", () => {
    const { body, notes } = sent(chatCompletions, "auto", weather)
    expect(body.web_search_options).toBeUndefined()
    expect(notes).toContain("chat-completions/unchosen-tool /tools/0")
  })

  it.each([messages, generateContent])("cannot be required where none of them is declared ($id)", (to) => {
    const tool_choice = { type: "allowed_tools", mode: "required", tools: [{ type: "function", name: "unknown" }] }
    const body = JSON.stringify({ model: "m", input: "Hi", tools, tool_choice })
    const there = translateRequest({ from: responses, to, target: { model: "m" } }, body)
    expect(!there.ok && there.error instanceof Refused && there.error.notes[0].path).toBe("/tool_choice")
  })

  it("are told again to the API that they come from", () => {
    expect(sent(responses, "auto", weather, { type: "web_search" }).body.tool_choice.tools).toEqual([
      weather,
      { type: "web_search" }
    ])
  })
})
