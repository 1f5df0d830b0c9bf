import { describe, expect, it } from "vitest"
import type { ChatRequest, ToolDefinition } from "../../../src/core/chat/chat.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { brief, decoded, encoded, foreign, refusals } from "./given.ts"
import { assistant, call, result, text, user } from "./turns.ts"

describe("tools", () => {
  const fn = (name: string, more: object = {}): ToolDefinition => ({
    type: "function",
    name,
    input: { dialect: "json-schema", source: JsonText.source('{"type":"object","x":1.0}') },
    at: "/tools/0",
    ...more
  })
  const search: ToolDefinition = {
    type: "vendor",
    vendor: "anthropic",
    of: "web-search",
    name: "web_search",
    runBy: "provider",
    version: "web_search_20250305",
    at: "/tools/1",
    config: JsonText.source('{"max_uses":3,"user_location":{"type":"approximate","city":"Oslo","country":"NO"}}')
  }
  const shell: ToolDefinition = {
    type: "vendor",
    vendor: "anthropic",
    of: "shell",
    name: "bash",
    runBy: "client",
    config: JsonText.source("{}"),
    at: "/tools/2"
  }

  it("keep a schema's text", () => {
    expect(encoded(foreign({ tools: [fn("f", { description: "d", strict: false })] })).text).toContain(
      '"tools":[{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object","x":1.0},"strict":false}}]'
    )
  })

  const strictly = (schema: string) =>
    encoded(
      foreign({
        tools: [fn("f", { input: { dialect: "json-schema", source: JsonText.source(schema) }, strict: true })]
      })
    )

  const closedWith = (schema: string) =>
    `{"type":"object","properties":{"a":${schema}},"required":["a"],"additionalProperties":false}`

  it.each([
    '{"type":"string"}',
    '{"anyOf":[{"type":"string"},{"type":"null"}]}',
    '{"type":"string","pattern":"^(?:x|y)$"}'
  ])("are strict where their schema is closed: %s", (schema) => {
    const { body, notes } = strictly(closedWith(schema))
    expect(body.tools[0].function.strict).toBe(true)
    expect(notes).toEqual([])
  })

  it.each([
    ["open", '{"type":"object","properties":{}}'],
    ["of a member that may be left out", '{"type":"object","properties":{"a":{}},"additionalProperties":false}'],
    ["a choice of one", closedWith('{"oneOf":[{"type":"string"},{"type":"number"}]}')],
    ["all of some", closedWith('{"allOf":[{"type":"string"}]}')],
    ["a pattern that looks ahead", closedWith('{"type":"string","pattern":"^(?!x).*$"}')],
    ["a pattern that looks behind", closedWith('{"type":"string","pattern":"(?<=x)y"}')],
    ["open further down", '{"type":"array","items":{"anyOf":[{"type":"object"}]}}']
  ])("are not strict where their schema is %s", (_, schema) => {
    const { body, notes } = strictly(schema)
    expect(body.tools[0].function.strict).toBeUndefined()
    expect(brief(notes)).toEqual([["tool-strict", expect.stringMatching(/strict$/)]])
  })

  /** @see https://github.com/inngest/agent-kit/pull/66 the API refuses a strict function that says none (2025-02) */
  it.each([true, false])("say a closed schema where they have none and are strict: %s", (strict) => {
    const { body } = encoded(foreign({ tools: [{ type: "function", name: "f", strict, at: "/tools/0" }] }))
    const closed = { type: "object", properties: {}, required: [], additionalProperties: false }
    expect(body.tools[0].function).toEqual({ name: "f", strict, ...(strict ? { parameters: closed } : {}) })
  })

  it("turn a search into web_search_options, and drop what the format has not", () => {
    const { body, notes } = encoded(foreign({ tools: [fn("f"), search, shell] }))
    expect(body.web_search_options).toEqual({
      user_location: { type: "approximate", approximate: { city: "Oslo", country: "NO" } }
    })
    expect(body.tools).toHaveLength(1)
    expect(brief(notes)).toEqual([
      ["tool-stand-in", "/tools/1"],
      ["tool-setting", "/tools/1/max_uses"],
      ["unsupported-tool", "/tools/2"]
    ])
  })

  it("refuse the forced choice of a dropped tool", () => {
    expect(refusals(foreign({ tools: [shell], toolChoice: { mode: "tool", of: "shell", name: "bash" } }))).toEqual([
      ["tool-choice-lost", "/toolChoice"]
    ])
  })

  it("of an own request keep their cache marks, and nothing is noted", () => {
    const cache_control = { type: "ephemeral" }
    const tools = [{ type: "function", function: { name: "f" }, cache_control }]
    const { request } = decoded({ model: "m", messages: [{ role: "user", content: "q" }], tools })
    const { body, notes } = encoded(request)
    expect([body.tools, notes]).toEqual([tools, []])
  })

  it("note what only another format says of a call", () => {
    const native = { format: "elsewhere", rest: new Map([["speed", JsonText.source('"fast"')]]) }
    const { notes } = encoded(
      foreign({
        messages: [user(text("q")), assistant(call("a", { native })), user(result("a", []))],
        tools: [fn("f")]
      })
    )
    expect(brief(notes)).toEqual([["unknown-member", "/messages/1/content/a/speed"]])
  })

  it("spell names as the format takes them, everywhere alike, and say how to undo it", () => {
    const messages = [user(text("q")), assistant(call("a", { name: "fs:read" })), user(result("a", []))]
    const { body, undo } = encoded(
      foreign({ messages, tools: [fn("fs:read")], toolChoice: { mode: "tool", of: "function", name: "fs:read" } })
    )
    const name = body.tools[0].function.name
    expect(name).toMatch(/^fs_read_[0-9a-f]{6}$/)
    expect(body.messages[1].tool_calls[0].function.name).toBe(name)
    expect(body.tool_choice.function.name).toBe(name)
    expect(undo.names).toEqual(new Map([[name, "fs:read"]]))
  })

  const choices: readonly (readonly [
    name: string,
    choice: NonNullable<ChatRequest["toolChoice"]>,
    written: unknown
  ])[] = [
    ["auto", { mode: "auto" }, "auto"],
    ["none", { mode: "none" }, "none"],
    ["required", { mode: "required" }, "required"],
    ["validated", { mode: "validated" }, "auto"],
    ["a function", { mode: "tool", of: "function", name: "f" }, { type: "function", function: { name: "f" } }],
    [
      "some of them",
      { mode: "required", only: ["f"] },
      {
        type: "allowed_tools",
        allowed_tools: { mode: "required", tools: [{ type: "function", function: { name: "f" } }] }
      }
    ]
  ]
  it.each(choices)("choice: %s", (_, toolChoice, written) => {
    expect(encoded(foreign({ tools: [fn("f"), fn("g")], toolChoice })).body.tool_choice).toEqual(written)
  })

  it("note each cache mark", () => {
    const request = foreign({
      tools: [fn("f", { cache: { ttl: "1h" } })],
      messages: [user({ ...text("x"), cache: {}, at: "/t" })]
    })
    expect(brief(encoded(request).notes)).toEqual([
      ["cache-mark", "/t"],
      ["cache-mark", "/tools/0"]
    ])
  })
})
