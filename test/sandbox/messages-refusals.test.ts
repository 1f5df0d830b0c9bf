import Anthropic from "@anthropic-ai/sdk"
import { describe, expect, it } from "vitest"
import { messagesRefusals } from "../../src/sandbox/anthropic/refusals/index.ts"
import { clients, post } from "./clients.ts"

interface Row {
  /** Members that replace those of the valid request; undefined takes one out. */
  readonly body?: Record<string, unknown>
  readonly headers?: Record<string, string>
  readonly raw?: string
  readonly status?: 401 | 404
}

const user = (content: unknown) => ({ role: "user", content })
const assistant = (content: unknown) => ({ role: "assistant", content })
const use = (id = "toolu_1") => ({ type: "tool_use", id, name: "f", input: {} })
const result = (id = "toolu_1") => ({ type: "tool_result", tool_use_id: id, content: "ok" })
const text = { type: "text", text: "hi" }
const said = (...content: unknown[]) => ({ messages: [user(content)] })
const image = (source: unknown) => said({ type: "image", source })
const object = { type: "object", properties: {} }
const tool = (change: Record<string, unknown> = {}) => ({ name: "f", input_schema: object, ...change })
const manual = { thinking: { type: "enabled", budget_tokens: 1024 }, max_tokens: 2048 }
const mark = { cache_control: { type: "ephemeral" } }
const format = (schema: unknown) => ({ output_config: { format: { type: "json_schema", schema } } })

const rows: Record<string, readonly Row[]> = {
  "wrong-key": [{ headers: { "x-api-key": "other" }, status: 401 }],
  "missing-version": [{ headers: { "anthropic-version": "" } }],
  thread: [{ body: { thread: { type: "create" } } }],
  "malformed-json": [{ raw: "{" }, { raw: "[]" }, { raw: `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}` }],
  "missing-model": [{ body: { model: undefined } }],
  "field-type": [{ body: { max_tokens: 1.5 } }, { body: { stream: "yes" } }, { body: { tools: {} } }],
  "unknown-model": [
    { body: { model: "claude-unknown" }, status: 404 },
    { body: { model: "gpt-4o" }, status: 404 }
  ],
  "unknown-field": [{ body: { n: 2 } }, { body: { reasoning_effort: "low" } }],
  "missing-messages": [{ body: { messages: undefined } }],
  "missing-max-tokens": [{ body: { max_tokens: undefined } }],
  "negative-max-tokens": [{ body: { max_tokens: -1 } }],
  "too-many-max-tokens": [{ body: { max_tokens: 64_001 } }, { body: { model: "claude-3-haiku", max_tokens: 4097 } }],
  "blank-stop-sequence": [{ body: { stop_sequences: ["\n"] } }, { body: { stop_sequences: [1] } }],
  "metadata-field": [{ body: { metadata: { trace: "1" } } }],
  "user-id-long": [{ body: { metadata: { user_id: "u".repeat(257) } } }],
  "service-tier": [{ body: { service_tier: "flex" } }],
  "temperature-range": [{ body: { temperature: 1.5 } }],
  "top-p-range": [{ body: { top_p: 2 } }],
  "sampling-unsupported": [
    { body: { temperature: 0.5 }, headers: { "anthropic-version": "2026-10-21" } },
    { body: { model: "claude-opus-4-7", top_k: 5 } }
  ],
  "sampling-twice": [
    { body: { temperature: 0.5, top_p: 0.9 } },
    { body: { model: "claude-opus-4-6", temperature: 1, top_p: 1 } }
  ],
  "unknown-thinking": [{ body: { thinking: { type: "deep" } } }],
  "thinking-unsupported": [
    { body: { thinking: { type: "adaptive" } } },
    { body: { ...manual, model: "claude-3-haiku" } },
    { body: { ...manual, model: "claude-opus-4-7" } },
    { body: { model: "claude-opus-5-5", thinking: { type: "disabled" } } }
  ],
  "missing-budget": [{ body: { thinking: { type: "enabled" } } }],
  "small-budget": [{ body: { ...manual, thinking: { type: "enabled", budget_tokens: 1023 } } }],
  "budget-over-max-tokens": [{ body: { ...manual, max_tokens: 1024 } }],
  "temperature-with-thinking": [{ body: { ...manual, temperature: 0.5 } }],
  "top-k-with-thinking": [{ body: { ...manual, top_k: 5 } }],
  "top-p-with-thinking": [{ body: { ...manual, top_p: 0.9 } }],
  "unsupported-effort": [{ body: { output_config: { effort: "low" } } }],
  "structured-unsupported": [
    { body: { model: "claude-3-haiku", ...format({ type: "object", additionalProperties: false }) } }
  ],
  "format-type": [{ body: { output_config: { format: { type: "json_object" } } } }],
  "open-object-format": [
    { body: format({ type: "object" }) },
    { body: format({ type: "array", items: { type: "object" } }) }
  ],
  "unknown-tool-type": [{ body: { tools: [{ type: "function", function: { name: "f" } }] } }],
  "tool-field": [{ body: { tools: [tool({ parameters: {} })] } }],
  "tool-name": [{ body: { tools: [tool({ name: "a.b" })] } }, { body: { tools: [tool({ name: "f".repeat(129) })] } }],
  "duplicate-tool": [{ body: { tools: [tool(), tool()] } }],
  "input-schema": [
    { body: { tools: [tool({ input_schema: [] })] } },
    { body: { tools: [tool({ input_schema: { type: "string" } })] } }
  ],
  "input-schema-branches": [{ body: { tools: [tool({ input_schema: { ...object, anyOf: [] } })] } }],
  "property-name": [
    { body: { tools: [tool({ input_schema: { type: "object", properties: { $top: {} } } })] } },
    { body: { tools: [tool({ input_schema: { type: "object", properties: { ["p".repeat(65)]: {} } } })] } }
  ],
  "bounded-format": [
    { body: format({ type: "integer", minimum: 1 }) },
    { body: format({ type: "array", items: { type: "string", maxLength: 3 } }) },
    { body: format({ type: "array", minItems: 2 }) },
    { body: format({ anyOf: [{ $ref: "#/$defs/a" }], $defs: { a: { type: "number", multipleOf: 2 } } }) }
  ],
  "bounded-strict-tool": [
    {
      body: {
        tools: [tool({ strict: true, input_schema: { ...object, properties: { a: { type: "array", maxItems: 2 } } } })]
      }
    }
  ],
  "open-strict-tool": [
    { body: { tools: [tool({ strict: true, input_schema: { type: "object" } })] } },
    {
      body: {
        tools: [
          tool({
            strict: true,
            input_schema: {
              type: "object",
              properties: { a: { type: "object", additionalProperties: { type: "string" } } },
              additionalProperties: false
            }
          })
        ]
      }
    }
  ],
  "choice-without-tools": [{ body: { tool_choice: { type: "auto" } } }],
  "unknown-choice": [{ body: { tools: [tool()], tool_choice: { type: "required" } } }],
  "unknown-choice-name": [{ body: { tools: [tool()], tool_choice: { type: "tool", name: "g" } } }],
  "parallel-on-none": [{ body: { tools: [tool()], tool_choice: { type: "none", disable_parallel_tool_use: true } } }],
  "forced-choice-with-thinking": [{ body: { ...manual, tools: [tool()], tool_choice: { type: "any" } } }],
  "forced-choice-unsupported": [
    { body: { model: "claude-opus-5-5", tools: [tool()], tool_choice: { type: "tool", name: "f" } } }
  ],
  "search-uses": [{ body: { tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 0 }] } }],
  "empty-messages": [{ body: { messages: [] } }],
  "message-shape": [{ body: { messages: ["hi"] } }, { body: { messages: [{ role: "user" }] } }],
  "system-first": [{ body: { messages: [{ role: "system", content: "x" }, user("hi")] } }],
  "late-system-unsupported": [{ body: { messages: [user("hi"), { role: "system", content: "x" }] } }],
  "bad-role": [{ body: { messages: [user("hi"), { role: "tool", content: "x" }] } }],
  "first-role": [{ body: { messages: [assistant("hi"), user("hi")] } }],
  "orphan-tool-result": [
    { body: said(result()) },
    { body: { messages: [user("hi"), assistant("hi"), user([result()])] } }
  ],
  "unanswered-tool-use": [
    { body: { messages: [user("hi"), assistant([use()])] } },
    { body: { messages: [user("hi"), assistant([use("a"), use("b")]), user([result("a")])] } }
  ],
  "duplicate-tool-use": [{ body: { messages: [user("hi"), assistant([use(), use()]), user([result()])] } }],
  "duplicate-tool-result": [{ body: { messages: [user("hi"), assistant([use()]), user([result(), result()])] } }],
  "text-before-result": [{ body: { messages: [user("hi"), assistant([use()]), user([text, result()])] } }],
  "prefill-unsupported": [{ body: { model: "claude-opus-4-6", messages: [user("hi"), assistant("so")] } }],
  "prefill-with-thinking": [{ body: { ...manual, messages: [user("hi"), assistant("so")] } }],
  "prefill-with-format": [
    { body: { ...format({ type: "object", additionalProperties: false }), messages: [user("hi"), assistant("so")] } }
  ],
  "prefill-whitespace": [{ body: { messages: [user("hi"), assistant("so ")] } }],
  "thinking-not-first": [{ body: { ...manual, messages: [user("hi"), assistant([text, use()]), user([result()])] } }],
  "thinking-last": [
    {
      body: { messages: [user("hi"), assistant([{ type: "thinking", thinking: "hm", signature: "c2ln" }]), user("so")] }
    },
    { body: { messages: [user("hi"), assistant([text, { type: "redacted_thinking", data: "c2ln" }]), user("so")] } }
  ],
  "thinking-signature": [
    {
      body: {
        messages: [user("hi"), assistant([{ type: "thinking", thinking: "hm", signature: "c2ln" }, text]), user("so")]
      }
    },
    {
      body: {
        messages: [user("hi"), assistant([{ type: "thinking", thinking: "hm", signature: "" }, text]), user("so")]
      }
    }
  ],
  "redacted-data": [
    { body: { messages: [user("hi"), assistant([{ type: "redacted_thinking", data: "c2ln" }, text]), user("so")] } }
  ],
  "misplaced-block": [
    { body: said(use()) },
    { body: { messages: [user("hi"), assistant([{ type: "image" }]), user("so")] } }
  ],
  "tool-input": [{ body: { messages: [user("hi"), assistant([{ ...use(), input: "{}" }]), user([result()])] } }],
  "unknown-block": [
    { body: said({ type: "image_url" }) },
    { body: { messages: [user("hi"), assistant([use()]), user([{ ...result(), content: [{ type: "file" }] }])] } }
  ],
  "block-field": [{ body: said({ ...text, index: 0 }) }, { body: { system: [{ ...text, name: "x" }] } }],
  "empty-content": [{ body: { messages: [user(""), user("hi")] } }, { body: { messages: [user([])] } }],
  "empty-text": [{ body: said({ type: "text", text: "" }) }],
  "blank-text": [{ body: said({ type: "text", text: " \n" }) }],
  "image-media-type": [{ body: image({ type: "base64", media_type: "image/bmp", data: "Qk0=" }) }],
  "image-base64": [{ body: image({ type: "base64", media_type: "image/png", data: "not base64!" }) }],
  "image-source": [{ body: image({ type: "data", data: "Qk0=" }) }],
  "image-url": [{ body: image({ type: "url", url: "data:image/png;base64,Qk0=" }) }],
  "document-media-type": [
    { body: said({ type: "document", source: { type: "base64", media_type: "text/plain", data: "aGk=" } }) }
  ],
  "too-many-marks": [{ body: said(...Array.from({ length: 5 }, () => ({ ...text, ...mark }))) }],
  "mark-type": [{ body: said({ ...text, cache_control: { type: "persistent" } }) }],
  "mark-order": [{ body: said({ ...text, ...mark }, { ...text, cache_control: { type: "ephemeral", ttl: "1h" } }) }],
  "system-blocks": [{ body: { system: [{ type: "image" }] } }]
}

const valid = { model: "claude-sonnet-4-5", max_tokens: 2048, messages: [user("hi")] }

describe("what the messages API refuses", () => {
  it("has a row for each of its names", () => {
    expect(Object.keys(rows).toSorted()).toEqual(messagesRefusals.map(({ name }) => name).toSorted())
    expect(messagesRefusals.length).toBe(84)
  })

  it("takes the request that the rows change", async () => {
    expect(
      (await clients().anthropic.messages.create({ ...valid, messages: [{ role: "user", content: "hi" }] })).type
    ).toBe("message")
  })

  const cases = Object.entries(rows).flatMap(([name, list]) => list.map((row, index) => [name, index, row] as const))

  it.each(cases)("%s (%i)", async (name, _, row) => {
    const headers = new Headers({ "x-api-key": "sandbox", "anthropic-version": "2023-06-01", ...row.headers })
    if (headers.get("anthropic-version") === "") headers.delete("anthropic-version")
    const response = await post(
      clients().sandbox,
      "/v1/messages",
      row.raw ?? { ...valid, ...row.body },
      Object.fromEntries(headers)
    )
    const { status = 400 } = row
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([name, status])
    const type = { 400: "invalid_request_error", 401: "authentication_error", 404: "not_found_error" }[status]
    const body: unknown = await response.json()
    expect(body).toMatchObject({
      type: "error",
      error: { type, message: expect.any(String) },
      request_id: expect.any(String)
    })
  })

  it.each([
    [400, "small-budget", Anthropic.BadRequestError],
    [404, "unknown-model", Anthropic.NotFoundError]
  ])("is the SDK's error for %i", async (_, name, kind) => {
    const sent = clients().anthropic.post("/v1/messages", { body: { ...valid, ...rows[name]?.[0]?.body } })
    await expect(sent).rejects.toBeInstanceOf(kind)
  })

  it("is the SDK's authentication error for another key", async () => {
    const { anthropic } = clients()
    const sent = anthropic
      .withOptions({ apiKey: "other" })
      .messages.countTokens({ model: valid.model, messages: [{ role: "user", content: "hi" }] })
    await expect(sent).rejects.toBeInstanceOf(Anthropic.AuthenticationError)
  })

  it("refuses members of an answer while counting", async () => {
    const sent = clients().anthropic.post("/v1/messages/count_tokens", { body: valid })
    await expect(sent).rejects.toThrow("max_tokens: Extra inputs are not permitted")
  })

  it.each([
    ["duplicate-tool-result", 0, "messages.2.content.1: each tool_use must have a single result."],
    ["misplaced-block", 0, "messages.0: `tool_use` blocks can only be in `assistant` messages"],
    ["misplaced-block", 1, "messages.1: `image` blocks can only be in `user` messages"]
  ])("says %s in the vendor's words (%i)", async (name, index, words) => {
    const sent = clients().anthropic.post("/v1/messages", { body: { ...valid, ...rows[name]?.[index]?.body } })
    await expect(sent).rejects.toThrow(words)
  })
})
