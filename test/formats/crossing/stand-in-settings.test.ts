import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
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
        [`${to.id}/container`, "/tools/0/container"]
      ]
    })
  })

  /** @see https://platform.openai.com/docs/guides/tools-code-interpreter containers, their files and reach (SDK 7.57) */
  it.each([
    ["container", "meaning", "cntr_1"],
    ["container", "meaning", { type: "auto", network_policy: { type: "disabled" } }],
    ["tool-setting", "cosmetic", { type: "auto" }],
    ["tool-setting", "cosmetic", { type: "auto", file_ids: [], memory_limit: "4g" }]
  ])("matter where files or state are lost: %s, %s, %j", (rule, severity, container) => {
    for (const to of [generateContent, messages]) {
      const tools = [{ type: "code_interpreter", container }]
      const there = translateRequest(
        { from: responses, to, target: { model: "m" } },
        { model: "m", input: "Hi", tools }
      )
      if (!there.ok) throw there.error
      const lost = there.value.notes.filter(({ path }) => path === "/tools/0/container")
      expect(lost.map((note) => [note.rule, note.severity])).toEqual([[`${to.id}/${rule}`, severity]])
    }
  })

  it("are those of a search alone, where a page is read", () => {
    const fetch = { type: "web_fetch_20250910", name: "web_fetch", blocked_domains: ["example.com"] }
    expect(sent(messages, generateContent, fetch)).toEqual({
      tools: [{ urlContext: {} }],
      notes: [
        ["generate-content/tool-stand-in", "/tools/0"],
        ["generate-content/unsupported", "/tools/0/blocked_domains"]
      ]
    })
  })
})

describe("two tools of a vendor's for which one of another's stands in", () => {
  it.each([
    [generateContent, [{ googleSearch: {} }]],
    [messages, [{ type: "web_search_20250305", name: "web_search" }]]
  ] as const)("are one, and the other is noted: $id", (to, tools) => {
    const body = { model: "m", input: "Hi", tools: [{ type: "web_search" }, { type: "web_search_preview" }] }
    const there = translateRequest({ from: responses, to, target: { model: "m" } }, body)
    if (!there.ok) throw there.error
    expect(JSON.parse(there.value.body).tools).toEqual(tools)
    expect(there.value.notes.map(({ rule, path }) => [rule, path])).toContainEqual([
      `${to.id}/unsupported-tool`,
      "/tools/1"
    ])
  })
})

/** @see https://github.com/strands-agents/harness-sdk/pull/3568 a search of Claude's that is forced by `any`, seen live (2026-09) */
it.each([
  ["web_search", {}, "web_search"],
  ["web_search_preview", {}, "web_search"],
  ["code_interpreter", { container: { type: "auto" } }, "code_execution"]
])("a tool that must be called is Claude's own that stands in for it: %s", (type, settings, name) => {
  const tools = [
    { type, ...settings },
    { type: "function", name: "f", parameters: { type: "object" } }
  ]
  const body = { model: "m", input: "Hi", tools, tool_choice: { type } }
  const there = translateRequest({ from: responses, to: messages, target: { model: "m" } }, body)
  if (!there.ok) throw there.error
  expect(JSON.parse(there.value.body).tool_choice).toEqual({ type: "tool", name })
})

describe("where a search of Claude's looks, and how often", () => {
  const search = {
    type: "web_search_20250305",
    name: "web_search",
    allowed_domains: ["example.com"],
    blocked_domains: ["example.org"],
    max_uses: 3,
    user_location: { type: "approximate", country: "DE" }
  }
  const body = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "Hi" }], tools: [search] }

  it("goes on in the Responses API as far as that says it, and the rest is noted by its name", () => {
    const there = translateRequest({ from: messages, to: responses, target: { model: "m" } }, body)
    if (!there.ok) throw there.error
    expect(JSON.parse(there.value.body).tools).toEqual([
      {
        type: "web_search",
        filters: { allowed_domains: ["example.com"] },
        user_location: { type: "approximate", country: "DE" }
      }
    ])
    expect(there.value.notes.filter(({ kind }) => kind === "dropped").map(({ rule, path }) => [rule, path])).toEqual([
      ["responses/unsupported", "/tools/0/blocked_domains"],
      ["responses/tool-setting", "/tools/0/max_uses"]
    ])
  })

  it("is noted by its name where chat completions says none of it", () => {
    const there = translateRequest({ from: messages, to: chatCompletions, target: { model: "m" } }, body)
    if (!there.ok) throw there.error
    expect(there.value.notes.filter(({ kind }) => kind === "dropped").map((it) => [it.severity, it.path])).toEqual([
      ["meaning", "/tools/0/allowed_domains"],
      ["meaning", "/tools/0/blocked_domains"],
      ["cosmetic", "/tools/0/max_uses"]
    ])
  })
})
