import { describe, expect, it } from "vitest"
import { generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest } from "../../../src/translate.ts"

/** What is sent for one tool, and what of it is noted. */
const sent = (from: typeof responses | typeof messages, to: typeof generateContent | typeof messages, tool: object) => {
  const own = from === responses ? { input: "Hi" } : { max_tokens: 9, messages: [{ role: "user", content: "Hi" }] }
  const body = JSON.stringify({ model: "m", ...own, tools: [tool] })
  const there = translateRequest({ from, to, target: { model: "m" } }, body)
  if (!there.ok) throw there.error
  const notes = there.value.notes.filter(({ path }) => path.startsWith("/tools"))
  return { tools: JSON.parse(there.value.body).tools, notes: notes.map(({ rule, path }) => [rule, path]) }
}

const interpreter = { type: "code_interpreter", container: { type: "auto", file_ids: ["file-1"] } }

/** @see https://ai.google.dev/gemini-api/docs/code-execution a tool without settings; so is Claude's (read 2026-11) */
describe("the settings of a tool that another vendor's stands in for", () => {
  it.each([
    [generateContent, { codeExecution: {} }],
    [messages, { type: "code_execution_20250825", name: "code_execution" }]
  ] as const)("are noted where it has none: $id", (to, tool) => {
    expect(sent(responses, to, interpreter)).toEqual({
      tools: [tool],
      notes: [
        [`${to.id}/tool-stand-in`, "/tools/0"],
        [`${to.id}/tool-setting`, "/tools/0/container"]
      ]
    })
  })

  it("are those of a search alone, where a page is read", () => {
    const fetch = { type: "web_fetch_20250910", name: "web_fetch", blocked_domains: ["example.com"] }
    expect(sent(messages, generateContent, fetch)).toEqual({
      tools: [{ urlContext: {} }],
      notes: [
        ["generate-content/tool-stand-in", "/tools/0"],
        ["generate-content/tool-setting", "/tools/0/blocked_domains"]
      ]
    })
  })
})
