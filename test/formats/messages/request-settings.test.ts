import { describe, expect, it } from "vitest"
import { JsonText } from "../../../src/core/json/json.ts"
import type { ChatRequest } from "../../../src/core/chat/chat.ts"
import type { RequestTarget } from "../../../src/core/format.ts"
import {
  assistant,
  bodyOf,
  call,
  decoded,
  encoded,
  f,
  foreign,
  minimal,
  refusedBy,
  result,
  rulesOf,
  target,
  text,
  user
} from "./reading.ts"

const schema = {
  type: "json-schema",
  schema: { dialect: "json-schema", source: JsonText.source('{"type":"object","properties":{"a":{"type":"string"}}}') }
} as const
const older: RequestTarget = { model: "m", thinking: { budget: { minimum: 1024, maximum: 64000 }, off: true } }
const newer: RequestTarget = { model: "m", thinking: { adaptive: true, effort: true, off: true } }

describe("limits and sampling", () => {
  it("gives a number of tokens where the client gave none", () => {
    const { maxTokens: _, ...request } = foreign()
    expect(bodyOf(request)["max_tokens"]).toBe(8192)
    expect(bodyOf(request, { ...target, maxTokens: 64000 })["max_tokens"]).toBe(64000)
    expect(rulesOf(request)).toEqual(["max-tokens"])
  })

  it("sends zeros", () => {
    expect(bodyOf(foreign({ temperature: 0, topP: 0, topK: 0 }))).toMatchObject({ temperature: 0, top_p: 0, top_k: 0 })
  })

  it("ends the temperature at 1", () => {
    expect(bodyOf(foreign({ temperature: 1.5 }))["temperature"]).toBe(1)
    expect(rulesOf(foreign({ temperature: 1.5 }))).toEqual(["range"])
  })

  it("leaves sampling out where the model takes none", () => {
    expect(bodyOf(foreign({ temperature: 1, topP: 1, topK: 1 }), { ...target, sampling: false })).not.toHaveProperty(
      "temperature"
    )
  })

  it("leaves stop sequences of white space out", () => {
    expect(bodyOf(foreign({ stop: ["\n", "END"] }))["stop_sequences"]).toEqual(["END"])
    expect(rulesOf(foreign({ stop: ["\n", "END"] }))).toEqual(["stop"])
  })

  it("refuses more than one answer", () => {
    expect(refusedBy(foreign({ candidates: 2 }))).toEqual(["candidates"])
  })

  it("refuses sounds", () => {
    expect(refusedBy(foreign({ modalities: ["text", "audio"] }))).toEqual(["answer-form"])
  })

  it.each<[keyof ChatRequest, Partial<ChatRequest>]>([
    ["seed", { seed: 0 }],
    ["presencePenalty", { presencePenalty: 0 }],
    ["frequencyPenalty", { frequencyPenalty: 0 }],
    ["logitBias", { logitBias: JsonText.source("{}") }],
    ["logprobs", { logprobs: false }],
    ["topLogprobs", { topLogprobs: 0 }],
    ["verbosity", { verbosity: "low" }],
    ["prediction", { prediction: [] }],
    ["safety", { safety: [{ category: "x" }] }],
    ["metadata", { metadata: JsonText.source("{}") }]
  ])("notes that %s is not sent", (field, over) => {
    expect(encoded(foreign(over)).notes.map(({ kind, path }) => [kind, path])).toEqual([["dropped", `/${field}`]])
  })

  it("sends the user", () => {
    expect(bodyOf(foreign({ user: "u" }))["metadata"]).toEqual({ user_id: "u" })
  })

  it.each([
    ["auto", "auto"],
    ["default", "standard_only"],
    ["flex", undefined]
  ])("sends the tier %s as %s", (tier, sent) => {
    expect(bodyOf(foreign({ tier }))["service_tier"]).toBe(sent)
  })

  it("keeps the numeral that the client wrote", () => {
    const request = decoded(
      '{"model":"m","max_tokens":10,"messages":[{"role":"user","content":"A"}],"temperature":1.0}'
    )
    expect(encoded(request).value.call.body.text).toContain('"temperature":1.0')
  })

  it("streams where the target is to", () => {
    expect(bodyOf(foreign(), { ...target, stream: true })["stream"]).toBe(true)
    expect(bodyOf(foreign())).not.toHaveProperty("stream")
  })
})

describe("thinking", () => {
  it.each([
    ["minimal", "low"],
    ["low", "low"],
    ["medium", "medium"],
    ["high", "high"],
    ["xhigh", "xhigh"],
    ["max", "max"]
  ] as const)("says the effort %s as %s to newer models", (effort, said) => {
    expect(bodyOf(foreign({ thinking: { effort } }), newer)).toMatchObject({
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: said }
    })
  })

  it.each([
    ["minimal", 3200],
    ["low", 12800],
    ["medium", 32000],
    ["high", 51200],
    ["max", 64000]
  ] as const)("says the effort %s as %i tokens to older models", (effort, budget) => {
    expect(bodyOf(foreign({ maxTokens: 100000, thinking: { effort } }), older)["thinking"]).toEqual({
      type: "enabled",
      budget_tokens: budget
    })
  })

  it("says an effort, and that it thinks, to a model that nothing is known of", () => {
    expect(bodyOf(foreign({ thinking: { effort: "high" } }), { model: "m" })).toMatchObject({
      thinking: { type: "adaptive" },
      output_config: { effort: "high" }
    })
  })

  it("turns thinking off for the effort none", () => {
    expect(bodyOf(foreign({ thinking: { effort: "none" } }), newer)["thinking"]).toEqual({ type: "disabled" })
  })

  it("brings a budget under the limit of tokens", () => {
    const request = foreign({ maxTokens: 2000, thinking: { budget: 5000 } })
    expect(bodyOf(request, older)["thinking"]).toEqual({ type: "enabled", budget_tokens: 1999 })
    expect(rulesOf(request, older)).toEqual(["range"])
  })

  it("raises a budget to what the endpoint takes", () => {
    expect(bodyOf(foreign({ thinking: { budget: 100 } }), older)["thinking"]).toEqual({
      type: "enabled",
      budget_tokens: 1025
    })
  })

  it("is off where no budget fits", () => {
    const request = foreign({ maxTokens: 1025, thinking: { budget: 5000 } })
    expect(bodyOf(request, older)["thinking"]).toEqual({ type: "disabled" })
    expect(rulesOf(request, older)).toEqual(["thinking"])
  })

  it("says a budget as an effort to models that take none", () => {
    expect(bodyOf(foreign({ thinking: { budget: 1024 } }), newer)["output_config"]).toEqual({ effort: "low" })
    expect(rulesOf(foreign({ thinking: { budget: 1024 } }), newer)).toContain("thinking-form")
  })

  it("yields to a forced choice", () => {
    const request = foreign({ thinking: { effort: "high" }, tools: [f], toolChoice: { mode: "required" } })
    expect(bodyOf(request, newer)).toMatchObject({ thinking: { type: "disabled" }, tool_choice: { type: "any" } })
    expect(rulesOf(request, newer)).toContain("thinking")
  })

  it("is off where open calls came without their thinking", () => {
    const messages = [user(text("A")), assistant(call("a")), user(result("a"))]
    const request = foreign({ messages, tools: [f], thinking: { budget: 2000 } })
    expect(bodyOf(request, older)["thinking"]).toEqual({ type: "disabled" })
  })

  it("leaves models that do not think alone", () => {
    expect(rulesOf(foreign({ thinking: { effort: "high" } }), { model: "m", thinking: {} })).toEqual([
      "unsupported-by-model"
    ])
  })
})

describe("tools", () => {
  it("sends a function", () => {
    const input = {
      dialect: "json-schema",
      source: JsonText.source('{"type":"object","properties":{"a":{}}}')
    } as const
    expect(bodyOf(foreign({ tools: [{ ...f, input, description: "D", strict: true }] }))["tools"]).toEqual([
      {
        name: "f",
        description: "D",
        input_schema: { type: "object", properties: { a: {} }, additionalProperties: false },
        strict: true
      }
    ])
  })

  it.each(["true", '{"type":"string"}'])("holds no model to objects whose other members are %s", (others) => {
    const source = `{"type":"object","properties":{"m":{"type":"object","additionalProperties":${others}}}}`
    const tool = { ...f, strict: true, input: { dialect: "json-schema", source: JsonText.source(source) } } as const
    expect(bodyOf(foreign({ tools: [tool] }))["tools"]).toEqual([{ name: "f", input_schema: JSON.parse(source) }])
    expect(rulesOf(foreign({ tools: [tool] }))).toEqual(["tool-strict"])
  })

  it("says that an input is an object where the schema does not", () => {
    const tool = { ...f, input: { dialect: "json-schema", source: JsonText.source('{"properties":{}}') } } as const
    expect(bodyOf(foreign({ tools: [tool, { type: "function", name: "g" }] }))["tools"]).toEqual([
      { name: "f", input_schema: { type: "object", properties: {} } },
      { name: "g", input_schema: { type: "object" } }
    ])
  })

  it("sends a tool for free text as a function, and says so for the answer", () => {
    const { value } = encoded(foreign({ tools: [{ type: "custom", name: "c" }] }))
    expect(JSON.parse(value.call.body.text)).toMatchObject({
      tools: [
        { name: "c", input_schema: { type: "object", properties: { input: { type: "string" } }, required: ["input"] } }
      ]
    })
    expect(value.undo.customTools).toEqual(["c"])
  })

  it("lets the vendor's own search stand in for another's", () => {
    const config = JsonText.source(
      '{"search_context_size":"low","user_location":{"type":"approximate","approximate":{"city":"Paris"}}}'
    )
    const request = foreign({
      tools: [{ type: "vendor", vendor: "openai", of: "web-search", runBy: "provider", config }]
    })
    expect(bodyOf(request)["tools"]).toEqual([
      {
        type: "web_search_20250305",
        name: "web_search",
        max_uses: 2,
        user_location: { type: "approximate", city: "Paris" }
      }
    ])
    expect(rulesOf(request)).toEqual(["tool-stand-in"])
  })

  it("drops another vendor's tools, and refuses a choice of one", () => {
    const tool = {
      type: "vendor",
      vendor: "openai",
      of: "file-search",
      name: "file_search",
      runBy: "provider",
      config: JsonText.source("{}")
    } as const
    expect(rulesOf(foreign({ tools: [tool] }))).toEqual(["unsupported-tool"])
    expect(
      refusedBy(foreign({ tools: [tool], toolChoice: { mode: "tool", of: "file-search", name: "file_search" } }))
    ).toEqual(["tool-choice-lost"])
  })

  it.each([
    [{ mode: "auto" }, { type: "auto" }],
    [{ mode: "none" }, { type: "none" }],
    [{ mode: "required" }, { type: "any" }],
    [
      { mode: "tool", of: "function", name: "f" },
      { type: "tool", name: "f" }
    ],
    [{ mode: "validated" }, { type: "auto" }]
  ] as const)("says the choice %o as %o", (toolChoice, sent) => {
    expect(bodyOf(foreign({ tools: [f], toolChoice }))["tool_choice"]).toEqual(sent)
  })

  it("leaves the tools out that may not be called", () => {
    const request = foreign({ tools: [f, { ...f, name: "g" }], toolChoice: { mode: "required", only: ["g"] } })
    expect(bodyOf(request)["tools"]).toMatchObject([{ name: "g" }])
    expect(rulesOf(request)).toEqual(["unchosen-tool"])
  })

  it("keeps the tools that a choice of functions says nothing of", () => {
    const search = {
      type: "vendor",
      vendor: "google",
      of: "web-search",
      runBy: "provider",
      config: JsonText.source("{}")
    } as const
    const request = foreign({ tools: [f, search], toolChoice: { mode: "auto", only: ["f"] } })
    expect(bodyOf(request)["tools"]).toMatchObject([{ name: "f" }, { name: "web_search" }])
  })

  it("says that calls are one at a time", () => {
    expect(bodyOf(foreign({ tools: [f], parallelToolCalls: false }))["tool_choice"]).toEqual({
      type: "auto",
      disable_parallel_tool_use: true
    })
  })

  it("does not force a model that cannot be", () => {
    const request = foreign({ tools: [f], toolChoice: { mode: "required" } })
    expect(bodyOf(request, { ...target, forcedChoice: "never" })["tool_choice"]).toEqual({ type: "auto" })
  })
})

describe("the form of the answer", () => {
  it("sends a schema, its objects closed", () => {
    expect(bodyOf(foreign({ output: schema }))["output_config"]).toEqual({
      format: {
        type: "json_schema",
        schema: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false }
      }
    })
  })

  it("notes that an open object was closed", () => {
    expect(encoded(foreign({ output: schema })).notes.map(({ rule }) => rule)).toContain("messages/schema")
  })

  it("lets a forced tool stand in where the model takes no schema", () => {
    const { value } = encoded(foreign({ output: schema }), { ...target, schemas: false })
    expect(JSON.parse(value.call.body.text)).toMatchObject({
      tools: [{ name: "json" }],
      tool_choice: { type: "tool", name: "json" }
    })
    expect(value.undo.output).toEqual({ tool: "json", wrapped: false })
  })

  it("wraps a schema that is no object's", () => {
    const output = {
      type: "json-schema",
      schema: { dialect: "json-schema", source: JsonText.source('{"type":"array"}') }
    } as const
    expect(encoded(foreign({ output }), { ...target, schemas: false }).value.undo.output).toEqual({
      tool: "json",
      wrapped: true
    })
  })

  describe("of a model that takes no schema, beside the client's tools", () => {
    const without = { ...target, schemas: false }
    const beside = (more: Partial<ChatRequest>) => {
      const { value, notes } = encoded(foreign({ output: schema, tools: [f], ...more }), without)
      const { tools, tool_choice } = JSON.parse(value.call.body.text)
      return {
        tools: tools.map(({ name }: { readonly name: string }) => name),
        choice: tool_choice,
        undo: value.undo.output,
        notes: notes.map(({ rule }) => rule)
      }
    }
    const notes = ["messages/output-format"]
    const undone = { tool: "json", wrapped: false }

    it.each([undefined, { mode: "auto" }] as const)("is a call of the stand-in or of one of them: %j", (choice) =>
      expect(beside(choice === undefined ? {} : { toolChoice: choice })).toEqual({
        tools: ["f", "json"],
        choice: { type: "any" },
        undo: undone,
        notes
      })
    )

    it("is the stand-in's where none of them may be called", () =>
      expect(beside({ toolChoice: { mode: "none" } })).toEqual({
        tools: ["f", "json"],
        choice: { type: "tool", name: "json" },
        undo: undone,
        notes
      }))

    it.each([
      [{ mode: "required" }, { type: "any" }],
      [
        { mode: "tool", of: "function", name: "f" },
        { type: "tool", name: "f" }
      ]
    ] as const)("is not asked for where one of them must be called: %j", (toolChoice, choice) =>
      expect(beside({ toolChoice })).toEqual({
        tools: ["f"],
        choice,
        undo: undefined,
        notes: ["messages/overridden"]
      })
    )

    it("has the stand-in under a name that no tool has", () =>
      expect(beside({ tools: [{ ...f, name: "json" }] })).toMatchObject({
        tools: ["json", "json_"],
        undo: { tool: "json_", wrapped: false }
      }))

    it("keeps calls to one at a time where the client wants that", () =>
      expect(beside({ parallelToolCalls: false }).choice).toEqual({ type: "any", disable_parallel_tool_use: true }))

    it("is asked for in words where nothing can be forced", () => {
      const { system } = bodyOf(foreign({ output: schema, tools: [f] }), { ...without, forcedChoice: "never" })
      expect(system).toMatchObject([{ text: expect.stringContaining(schema.schema.source.text) }])
    })
  })

  it("asks for JSON in words", () => {
    expect(bodyOf(foreign({ output: { type: "json" } }))["system"]).toHaveLength(1)
    expect(rulesOf(foreign({ output: { type: "json" } }))).toEqual(["output-format"])
  })
})

describe("betas", () => {
  it.each([
    [{ mcp_servers: [{ type: "url", name: "s", url: "https://example.com" }] }, undefined, "mcp-client-2025-04-04"],
    [
      {
        mcp_servers: [{ type: "url", name: "s", url: "https://example.com" }],
        tools: [{ type: "mcp_toolset", mcp_server_name: "s" }]
      },
      undefined,
      "mcp-client-2025-11-20"
    ],
    [
      { mcp_servers: [{ type: "url", name: "s", url: "https://example.com" }] },
      "mcp-client-2025-04-04",
      "mcp-client-2025-04-04"
    ],
    [{ context_management: { edits: [] } }, "x", "x,context-management-2025-06-27"],
    [{ context_management: { edits: [{ type: "compact_20260112" }] } }, undefined, "compact-2026-01-12"],
    [
      { context_management: { edits: [{ type: "clear_thinking_20251015" }, { type: "compact_20260112" }] } },
      undefined,
      "context-management-2025-06-27,compact-2026-01-12"
    ],
    [{ context_management: { edits: [{ type: "compact_20260112" }] } }, "compact-2026-09-04", "compact-2026-09-04"],
    [{}, "x", "x"],
    [{}, undefined, undefined]
  ])("for %j beside %s are %s", (over, sent, wanted) => {
    const request = decoded(minimal(over), sent === undefined ? {} : { "anthropic-beta": sent })
    expect(encoded(request).value.call.headers["anthropic-beta"]).toBe(wanted)
  })
})
