import { describe, expect, it } from "vitest"
import type { ContentPart, ChatRequest } from "../../../src/core/chat/chat.ts"
import { body, brief, decoded, encoded, foreign } from "./given.ts"

describe("the object of reasoning", () => {
  const cases: readonly (readonly [name: string, members: object, thinking: object | undefined])[] = [
    ["reasoning with an effort", { reasoning: { effort: "high" } }, { effort: "high" }],
    ["reasoning with a budget", { reasoning: { max_tokens: 500 } }, { mode: "on", budget: 500 }],
    ["reasoning turned on", { reasoning: { enabled: true, exclude: true } }, { mode: "on", visible: false }],
    ["reasoning turned off", { reasoning: { effort: "none" } }, { mode: "off" }],
    ["reasoning that says nothing known", { reasoning: { summary: "auto" } }, undefined],
    ["reasoning that is no object", { reasoning: true }, undefined]
  ]
  it.each(cases)("%s", (_, members, thinking) => {
    const messages = [{ role: "user", content: "hi" }]
    expect(decoded({ model: "m", messages, ...members }).request.thinking).toEqual(thinking)
  })
})

describe("thinking of a target that takes budgets", () => {
  const target = { model: "m", thinking: { adaptive: true, budget: { minimum: 1, maximum: 9000 }, off: true } }
  const cases: readonly (readonly [
    thinking: NonNullable<ChatRequest["thinking"]>,
    said: object,
    rules: readonly string[]
  ])[] = [
    [{ mode: "on", budget: 2000 }, { thinking: { type: "enabled", budget_tokens: 2000 } }, []],
    [{ budget: 2000 }, { thinking: { type: "enabled", budget_tokens: 2000 } }, []],
    [{ budget: 1 }, { thinking: { type: "enabled", budget_tokens: 1 } }, []],
    [{ budget: 2000, visible: false }, { reasoning: { max_tokens: 2000, exclude: true } }, []],
    [{ mode: "on", visible: false }, { reasoning: { enabled: true, exclude: true } }, []],
    [{ budget: 0 }, { thinking: { type: "disabled" } }, []],
    [{ budget: -1 }, { thinking: { type: "auto" } }, []],
    [{ mode: "off" }, { thinking: { type: "disabled" } }, []],
    [{ mode: "auto", visible: true }, { thinking: { type: "auto" } }, ["bookkeeping"]],
    [{ effort: "high" }, { reasoning_effort: "high" }, []],
    [{ mode: "between-tools" }, { reasoning_effort: "low" }, ["thinking"]]
  ]
  it.each(cases)("%j", (thinking, said, rules) => {
    const { body, notes } = encoded(foreign({ thinking, places: new Map([["thinking", "/thinking"]]) }), target)
    const { model: _model, messages: _messages, ...members } = body
    expect(members).toEqual(said)
    expect(brief(notes)).toEqual(rules.map((rule) => [rule, "/thinking"]))
  })
})

describe("cache marks of a target that takes them", () => {
  it("stand on the content that they mark", () => {
    const marked: ContentPart = { type: "text", text: "a", cache: { ttl: "1h" } }
    const { body, notes } = encoded(foreign({ messages: [{ role: "user", parts: [marked], at: "/messages/0" }] }), {
      model: "m",
      cacheMarks: true
    })
    const content = [{ type: "text", text: "a", cache_control: { type: "ephemeral", ttl: "1h" } }]
    expect(body.messages).toEqual([{ role: "user", content }])
    expect(notes).toEqual([])
  })
})

describe("tools of the content-style family", () => {
  it.each([
    ["code_execution", "code-execution"],
    ["codeExecution", "code-execution"],
    ["CodeExecution", "code-execution"],
    ["URL_CONTEXT", "web-fetch"],
    ["google_search", "web-search"],
    ["googleSearchRetrieval", "web-search"],
    ["googleMaps", "maps"],
    ["file_search", "file-search"],
    ["computerUse", "computer"],
    ["teleport", "other"]
  ])("%s is %s in any letter case", (name, of) => {
    const { tools } = decoded(body({ extra_body: { google: { tools: [{ [name]: {} }] } } })).request
    expect(tools).toMatchObject([{ type: "vendor", vendor: "google", of, name }])
  })
})

it("a tool that is the vendor's own goes back to it as it is, in its place", () => {
  const tools = [
    { type: "lookup_v2", depth: 1.0 },
    { type: "function", function: { name: "f", parameters: { type: "object" } } }
  ]
  const { request } = decoded(body({ tools }))
  expect(encoded(request, { model: "m", vendor: "openai" }).body.tools).toEqual(tools)
})
