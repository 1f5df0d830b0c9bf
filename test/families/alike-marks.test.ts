import { describe, expect, it } from "vitest"
import { type CompatProfile, compatNoteRules } from "../../src/families/openai-compatible/profile.ts"
import { profile as compatible } from "../../src/families/compatible.ts"
import { profile as deepseek } from "../../src/families/deepseek.ts"
import { profile as kimi } from "../../src/families/kimi.ts"
import { profile as openai } from "../../src/families/openai.ts"
import { profile as openrouter } from "../../src/families/openrouter.ts"
import { profile as qwen } from "../../src/families/qwen.ts"
import { editsOf } from "../../src/families/openai-compatible/edits.ts"
import { callOf, editsBy, plainly } from "./call.ts"

/** A body that is marked wherever it can be. */
const marked = (mark: object) => ({
  cache_control: mark,
  tools: [{ type: "function", function: { name: "f" }, cache_control: mark }],
  messages: [
    { role: "system", content: [{ type: "text", text: "s", cache_control: mark }] },
    { role: "user", content: "q", cache_control: mark },
    {
      role: "tool",
      tool_call_id: "c",
      content: [
        { type: "text", text: "r" },
        { type: "text", text: "t", cache_control: mark }
      ]
    }
  ]
})

const places = [
  "/cache_control",
  "/tools/0/cache_control",
  "/messages/0/content/0/cache_control",
  "/messages/1/cache_control",
  "/messages/2/content/1/cache_control"
]

/** What stands at each mark's place after the edits, with the rule of each note. */
const marksOf = (family: CompatProfile, model: string, mark: object) => {
  const { edits, notes } = editsBy(family, model, marked(mark))
  return {
    sent: places.map((at) => edits.find(([path]) => path === at)?.[1]),
    edited: edits.map(([path]) => path).filter((path) => places.includes(String(path))).length,
    notes: notes.filter((note) => note.includes("/cache-"))
  }
}

const everywhere = (value: unknown) => places.map(() => value)
const hour = { type: "ephemeral", ttl: "1h" }

describe("a persistent mark", () => {
  it.each([
    ["anthropic/claude-sonnet-4.5", openrouter],
    ["anthropic/claude-rec-9", openrouter],
    ["llama-3", compatible]
  ])("%s: is one for an hour", (model, family) => {
    expect(marksOf(family, model, { type: "persistent" })).toEqual({
      sent: everywhere(hour),
      edited: 5,
      notes: places.map((at) => `${at} ${family.family}/cache-hour`)
    })
  })

  it.each(["qwen-plus", "qwen-rec-9"])("is a plain one to an API whose marks say no time: %s", (model) => {
    expect(marksOf(qwen, model, { type: "persistent" })).toEqual({
      sent: everywhere({ type: "ephemeral" }),
      edited: 5,
      notes: places.map((at) => `${at} qwen/cache-time`)
    })
  })

  it.each([
    ["gpt-4o", openai],
    ["deepseek-v4-pro", deepseek],
    ["kimi-k2.6", kimi]
  ])("%s: is dropped where there are no marks", (model, family) => {
    expect(marksOf(family, model, { type: "persistent" })).toEqual({
      sent: everywhere(undefined),
      edited: 5,
      notes: places.map((at) => `${at} ${family.family}/cache-mark`)
    })
  })
})

describe("a mark that is the API's own", () => {
  it.each([
    ["anthropic/claude-sonnet-4.5", openrouter, { type: "ephemeral" }],
    ["anthropic/claude-sonnet-4.5", openrouter, { type: "ephemeral", ttl: "5m" }],
    ["qwen-plus", qwen, { type: "ephemeral" }],
    ["llama-3", compatible, { type: "ephemeral", ttl: "5m" }]
  ])("%s: stays as it is", (model, family, mark) => {
    expect(marksOf(family, model, mark)).toEqual({ sent: everywhere(undefined), edited: 0, notes: [] })
  })

  it.each(["12h", "30m", "", 3600])("is one for an hour where its time is none of the API's: %s", (ttl) => {
    expect(marksOf(openrouter, "anthropic/claude-sonnet-4.5", { type: "ephemeral", ttl })).toEqual({
      sent: everywhere(hour),
      edited: 5,
      notes: places.map((at) => `${at} openrouter/cache-life`)
    })
  })

  it("keeps its time toward an API of which nothing is known", () => {
    expect(marksOf(compatible, "llama-3", { type: "ephemeral", ttl: "12h" }).edited).toBe(0)
  })

  it("loses a time that the API does not have", () => {
    expect(marksOf(qwen, "qwen-plus", { type: "ephemeral", ttl: "1h" }).sent).toEqual(everywhere({ type: "ephemeral" }))
  })
})

/** @see https://github.com/pydantic/pydantic-ai/pull/4604 what each of the two says of six (2026-04) */
describe("more marks than Claude takes, of another format's client", () => {
  const content = Array.from({ length: 6 }, () => ({ type: "text", text: "a", cache_control: { type: "ephemeral" } }))
  const sent = (model: string, more: { readonly translated?: true }) => {
    const call = callOf({ messages: [{ role: "user", content }] }, { model, ...more })
    return plainly(editsOf(openrouter, compatNoteRules("openrouter"))(call, undefined))
  }

  it("are four at OpenRouter: the first, and the last three", () => {
    const gone = [1, 2].map((index) => `/messages/0/content/${index}/cache_control`)
    expect(sent("anthropic/claude-sonnet-4.6", { translated: true })).toEqual({
      edits: gone.map((at) => [at, undefined]),
      notes: gone.map((at) => `${at} openrouter/cache-many`)
    })
  })

  it("are left to other models, and to clients of its own format", () => {
    expect(sent("google/gemini-2.5-flash", { translated: true }).edits).toEqual([])
    expect(sent("anthropic/claude-sonnet-4.6", {}).edits).toEqual([])
  })
})
