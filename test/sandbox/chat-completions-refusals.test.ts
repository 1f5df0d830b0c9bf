import OpenAI from "openai"
import { describe, expect, it } from "vitest"
import { chatRefusals } from "../../src/sandbox/openai/refusals/index.ts"
import { clients, post } from "./clients.ts"

interface Row {
  /** Members that replace those of the valid request; undefined takes one out. */
  readonly body?: Record<string, unknown>
  readonly key?: string
  readonly raw?: string
  readonly status?: 401 | 404
}

const user = (content: unknown) => ({ role: "user", content })
const call = (id = "call_1") => ({ id, type: "function", function: { name: "f", arguments: "{}" } })
const calls = (...tool_calls: unknown[]) => ({ role: "assistant", content: null, tool_calls })
const answer = (tool_call_id?: string) => ({ role: "tool", tool_call_id, content: "ok" })
const after = (...messages: unknown[]) => ({ messages: [user("hi"), ...messages] })
const part = (value: unknown) => ({ messages: [user([value])] })
const image = (url: string) => part({ type: "image_url", image_url: { url } })
const tool = (change: Record<string, unknown> = {}) => ({ type: "function", function: { name: "f", ...change } })
const open = { type: "object", properties: {} }
const optional = { type: "object", properties: { a: { type: "string" } }, required: [], additionalProperties: false }
const schema = (json_schema: unknown) => ({ response_format: { type: "json_schema", json_schema } })
const reasoning = { model: "gpt-5.1" }

const rows: Record<string, readonly Row[]> = {
  "wrong-key": [{ key: "other", status: 401 }],
  "malformed-json": [{ raw: "{" }, { raw: "null" }],
  "missing-model": [{ body: { model: undefined } }],
  "field-type": [{ body: { temperature: "hot" } }, { body: { n: 1.5 } }, { body: { stop: 1 } }],
  "unknown-model": [
    { body: { model: "gpt-unknown" }, status: 404 },
    { body: { model: "claude-sonnet-4-5" }, status: 404 }
  ],
  "unknown-field": [{ body: { top_k: 1 } }, { body: { thinking: {} } }, { body: { system: "x" } }],
  "missing-messages": [{ body: { messages: undefined } }],
  "max-tokens-on-reasoning": [{ body: { ...reasoning, max_tokens: 10 } }],
  "both-token-limits": [{ body: { max_tokens: 10, max_completion_tokens: 10 } }],
  "token-limit": [{ body: { max_tokens: 0 } }, { body: { max_completion_tokens: 16_385 } }],
  "sampling-on-reasoning": [
    { body: { ...reasoning, reasoning_effort: "low", temperature: 0.5 } },
    { body: { ...reasoning, reasoning_effort: "low", top_p: 0 } },
    { body: { ...reasoning, frequency_penalty: 1 } },
    { body: { ...reasoning, reasoning_effort: "high", logprobs: true } },
    { body: { model: "gpt-5.5", temperature: 0 } }
  ],
  "functions-with-effort": [
    { body: { model: "gpt-5.4", reasoning_effort: "low", tools: [tool()] } },
    { body: { model: "gpt-5.5", tools: [tool()] } },
    { body: { model: "gpt-5.6-sol", functions: [{ name: "f" }] } }
  ],
  "search-sampling": [
    { body: { model: "gpt-4o-search-preview", temperature: 1 } },
    { body: { model: "gpt-5-search-api", top_p: 0.5, presence_penalty: 0 } }
  ],
  "stop-on-reasoning": [{ body: { model: "gpt-5", stop: "x" } }, { body: { model: "gpt-5.4", stop: ["x"] } }],
  "search-options": [
    { body: { web_search_options: {} } },
    { body: { model: "gpt-5.1", web_search_options: { search_context_size: "low" } } }
  ],
  "long-user": [{ body: { safety_identifier: "u".repeat(129) } }, { body: { user: "é".repeat(65) } }],
  "unsupported-effort": [{ body: { reasoning_effort: "low" } }, { body: { ...reasoning, reasoning_effort: "max" } }],
  "temperature-range": [{ body: { temperature: 2.1 } }, { body: { temperature: -0.1 } }],
  "top-p-range": [{ body: { top_p: 1.1 } }],
  "penalty-range": [{ body: { presence_penalty: 3 } }, { body: { frequency_penalty: -3 } }],
  "n-range": [{ body: { n: 0 } }, { body: { n: 129 } }],
  "top-logprobs-range": [{ body: { logprobs: true, top_logprobs: 21 } }],
  "top-logprobs-alone": [{ body: { top_logprobs: 2 } }],
  "stream-options-alone": [{ body: { stream_options: { include_usage: true } } }],
  "too-many-stops": [{ body: { stop: ["a", "b", "c", "d", "e"] } }],
  "metadata-shape": [
    { body: { metadata: { a: 1 } } },
    { body: { metadata: Object.fromEntries("abcdefghijklmnopq".split("").map((key) => [key, key])) } }
  ],
  "audio-without-settings": [{ body: { modalities: ["text", "audio"] } }],
  "functions-and-tools": [{ body: { functions: [{ name: "f" }], tools: [tool()] } }],
  "no-tools": [{ body: { tools: [] } }, { body: { functions: [] } }],
  "tool-type": [{ body: { tools: [{ name: "f", input_schema: open }] } }, { body: { tools: [{ type: "function" }] } }],
  "tool-name": [{ body: { tools: [tool({ name: "a.b" })] } }, { body: { tools: [tool({ name: "f".repeat(65) })] } }],
  "function-parameters": [
    { body: { tools: [tool({ parameters: { type: "string" } })] } },
    { body: { tools: [tool({ parameters: { anyOf: [] } })] } },
    { body: { tools: [tool({ parameters: { type: "object" } })] } },
    { body: { tools: [tool({ parameters: { type: "object", properties: {}, oneOf: [] } })] } },
    { body: { tools: [tool({ parameters: { type: "object", properties: { a: { type: "array" } } } })] } },
    {
      body: {
        tools: [tool({ parameters: { type: "object", properties: { a: { anyOf: [{ type: ["array", "null"] }] } } } })]
      }
    }
  ],
  "strict-function": [
    { body: { tools: [tool({ strict: true, parameters: open })] } },
    { body: { tools: [tool({ strict: true, parameters: optional })] } }
  ],
  "choice-without-tools": [{ body: { tool_choice: "auto" } }],
  "unknown-choice": [
    { body: { tools: [tool()], tool_choice: "any" } },
    { body: { tools: [tool()], tool_choice: { type: "tool", name: "f" } } }
  ],
  "unknown-choice-name": [
    { body: { tools: [tool()], tool_choice: { type: "function", function: { name: "g" } } } },
    {
      body: {
        tools: [tool()],
        tool_choice: { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [tool({ name: "g" })] } }
      }
    }
  ],
  "parallel-without-tools": [{ body: { parallel_tool_calls: false } }],
  "function-call-alone": [{ body: { function_call: "auto" } }],
  "unknown-format": [{ body: { response_format: { type: "xml" } } }],
  "unnamed-schema": [{ body: schema({ schema: open }) }, { body: schema({ name: "a b", schema: open }) }],
  "strict-schema": [
    { body: schema({ name: "a", strict: true, schema: open }) },
    { body: schema({ name: "a", strict: true, schema: optional }) }
  ],
  "json-unsaid": [{ body: { response_format: { type: "json_object" } } }],
  "empty-messages": [{ body: { messages: [] } }],
  "message-shape": [{ body: { messages: ["hi"] } }],
  "bad-role": [{ body: { messages: [{ role: "model", content: "hi" }] } }],
  "missing-content": [{ body: { messages: [user(null)] } }, { body: after({ role: "assistant" }) }],
  "unknown-part": [{ body: part({ type: "image" }) }, { body: part({ type: "tool_result" }) }],
  "misplaced-part": [
    {
      body: after(calls(call()), {
        ...answer("call_1"),
        content: [{ type: "image_url", image_url: { url: "https://example.com/a.png" } }]
      })
    }
  ],
  "image-data": [
    { body: image("data:image/bmp;base64,Qk0=") },
    { body: image("data:image/png;base64,!") },
    { body: image("a.png") }
  ],
  "audio-format": [{ body: part({ type: "input_audio", input_audio: { data: "aGk=", format: "ogg" } }) }],
  "empty-file": [{ body: part({ type: "file", file: { filename: "a.pdf" } }) }],
  "missing-call-id": [{ body: after(calls(call()), answer()) }],
  "orphan-tool-message": [
    { body: after(answer("call_1")) },
    { body: after(calls(call()), answer("call_1"), user("so"), answer("call_1")) }
  ],
  "unanswered-tool-call": [
    { body: after(calls(call())) },
    { body: after(calls(call("a"), call("b")), answer("a"), user("so")) }
  ],
  "duplicate-tool-message": [{ body: after(calls(call()), answer("call_1"), answer("call_1")) }],
  "duplicate-call-id": [{ body: after(calls(call(), call()), answer("call_1")) }],
  "call-shape": [
    { body: after(calls({ id: "call_1", type: "function", function: { name: "f", arguments: {} } }), answer("call_1")) }
  ],
  "no-calls": [{ body: after({ role: "assistant", content: "so", tool_calls: [] }) }],
  "unnamed-function-message": [{ body: after({ role: "function", content: "ok" }) }]
}

const valid = { model: "gpt-4o", messages: [user("hi")] }

describe("what the chat completions API refuses", () => {
  it("has a row for each of its names", () => {
    expect(Object.keys(rows).toSorted()).toEqual(chatRefusals.map(({ name }) => name).toSorted())
    expect(chatRefusals.length).toBe(59)
  })

  it("takes the request that the rows change", async () => {
    const completion = await clients().openai.chat.completions.create({
      model: "gpt-4o",
      messages: [{ role: "user", content: "hi" }]
    })
    expect(completion.object).toBe("chat.completion")
  })

  it.each([
    { temperature: 0, top_p: 0, presence_penalty: -2, frequency_penalty: -2, max_tokens: 1 },
    { temperature: 2, top_p: 1, presence_penalty: 2, frequency_penalty: 2, max_tokens: 16_384 }
  ])("takes both ends of a range: %o", async (body) => {
    const headers = { authorization: "Bearer sandbox" }
    const response = await post(clients().sandbox, "/v1/chat/completions", { ...valid, ...body }, headers)
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([null, 200])
  })

  const cases = Object.entries(rows).flatMap(([name, list]) => list.map((row, index) => [name, index, row] as const))

  it.each(cases)("%s (%i)", async (name, _, row) => {
    const headers = { authorization: `Bearer ${row.key ?? "sandbox"}` }
    const response = await post(
      clients().sandbox,
      "/v1/chat/completions",
      row.raw ?? { ...valid, ...row.body },
      headers
    )
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([name, row.status ?? 400])
    const refusal = chatRefusals.find((each) => each.name === name)
    const body: unknown = await response.json()
    expect(body).toMatchObject({
      error: { type: "invalid_request_error", code: refusal?.code, message: expect.any(String) }
    })
  })

  it.each([
    [400, "n-range", OpenAI.BadRequestError, "n"],
    [404, "unknown-model", OpenAI.NotFoundError, "model"]
  ])("is the SDK's error for %i", async (_, name, kind, param) => {
    const sent = clients().openai.post("/chat/completions", { body: { ...valid, ...rows[name]?.[0]?.body } })
    await expect(sent).rejects.toBeInstanceOf(kind)
    await expect(
      clients().openai.post("/chat/completions", { body: { ...valid, ...rows[name]?.[0]?.body } })
    ).rejects.toMatchObject({ param })
  })

  it("is the SDK's authentication error for another key", async () => {
    const sent = clients().openai.withOptions({ apiKey: "other" }).models.list()
    await expect(sent).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
  })
})
