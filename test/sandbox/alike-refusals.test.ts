import { describe, expect, it } from "vitest"
import { make } from "../../src/sandbox.ts"
import { alikeRefusals } from "../../src/sandbox/openai-compatible/refusals/index.ts"

const { fetch } = make({ key: "k", pace: 0 })

/** The name of the refusal of a body; undefined where there is an answer. */
const refusalOf = async (vendor: string, body: object | string, key = "k"): Promise<string | null> => {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` }
  const url = `http://sandbox.invalid/${vendor}/v1/chat/completions`
  const response = await fetch(new Request(url, { method: "POST", headers, body: text }))
  await response.text()
  expect(response.ok).toBe(response.headers.get("x-sandbox-refusal") === null)
  return response.headers.get("x-sandbox-refusal")
}

const user = { role: "user", content: "Hello" }
const tools = [{ type: "function", function: { name: "f", parameters: { type: "object" } } }]
const call = { id: "1", type: "function", function: { name: "f", arguments: "{}" } }
const history = [user, { role: "assistant", tool_calls: [call] }, { role: "tool", tool_call_id: "1", content: "x" }]
const listed = [{ type: "text", text: "x" }]
const image = (url: string) => [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }]
const data = "data:image/png;base64,iVBORw0K"
const developer = { messages: [{ role: "developer", content: "x" }, user] }

const cases: readonly (readonly [vendor: string, refusal: string | null, body: object])[] = [
  [
    "deepseek",
    "tool-type",
    { model: "deepseek-chat", messages: [user], tools: [{ type: "custom", custom: { name: "f" } }] }
  ],
  [
    "deepseek",
    "content-list",
    { model: "deepseek-chat", messages: [user, { role: "assistant", content: listed }, user] }
  ],
  [
    "deepseek",
    "content-list",
    { model: "deepseek-chat", messages: [...history.slice(0, 2), { ...history[2], content: listed }] }
  ],
  ["deepseek", null, { model: "deepseek-chat", messages: [{ ...user, content: listed }] }],
  ["qwen", null, { model: "qwen-plus", messages: [user] }],
  ["qwen", null, { model: "qwen3-32b", messages: [user], stream: true }],
  ["qwen", null, { model: "qwen-plus", messages: [user], enable_thinking: true }],
  ["qwen", "unknown-model", { model: "deepseek-chat", messages: [user] }],
  ["qwen", "missing-messages", { model: "qwen-plus" }],
  ["qwen", "thinking-unstreamed", { model: "qwen3-32b", messages: [user] }],
  ["qwen", "forced-choice-thinking", { model: "qwen3.5-plus", messages: [user], tools, tool_choice: "required" }],
  ["qwen", "json-thinking", { model: "qwen3.5-plus", messages: [user], response_format: { type: "json_object" } }],
  ["qwen", "json-schema", { model: "qwen-plus", messages: [user], response_format: { type: "json_schema" } }],
  ["qwen", "json-word", { model: "qwen-plus", messages: [user], response_format: { type: "json_object" } }],
  ["qwen", "developer-role", { model: "qwen-plus", ...developer }],
  ["qwen", "image", { model: "qwen-plus", messages: image(data) }],
  ["qwen", "max-tokens-range", { model: "qwen-plus", messages: [user], max_tokens: 32_769 }],
  ["qwen", "max-tokens-range", { model: "qwen3-32b", messages: [user], stream: true, max_tokens: 8193 }],
  ["qwen", "temperature-range", { model: "qwen-plus", messages: [user], temperature: 2 }],
  ["qwen", "top-p-range", { model: "qwen-plus", messages: [user], top_p: 0 }],
  ["deepseek", null, { model: "deepseek-v4-pro", messages: [user], tools }],
  ["deepseek", null, { model: "deepseek-v4-pro", messages: history, thinking: { type: "disabled" } }],
  ["deepseek", "developer-role", { model: "deepseek-chat", ...developer }],
  ["deepseek", "image", { model: "deepseek-chat", messages: image(data) }],
  [
    "deepseek",
    "forced-choice-thinking",
    { model: "deepseek-v4-pro", messages: [user], tools, tool_choice: "required" }
  ],
  ["deepseek", "thinking-type", { model: "deepseek-reasoner", messages: [user], thinking: {} }],
  ["deepseek", "thinking-type", { model: "deepseek-v4-pro", messages: [user], thinking: { type: "auto" } }],
  ["deepseek", "json-schema", { model: "deepseek-chat", messages: [user], response_format: { type: "json_schema" } }],
  ["deepseek", "json-word", { model: "deepseek-chat", messages: [user], response_format: { type: "json_object" } }],
  ["deepseek", "missing-reasoning", { model: "deepseek-v4-pro", messages: history }],
  ["deepseek", "logprobs-thinking", { model: "deepseek-v4-pro", messages: [user], logprobs: true }],
  ["deepseek", "max-tokens-range", { model: "deepseek-chat", messages: [user], max_tokens: 0 }],
  ["kimi", null, { model: "kimi-k2.6", messages: image(data), temperature: 1 }],
  ["kimi", "thinking-type", { model: "kimi-k2-thinking", messages: [user], thinking: {} }],
  ["kimi", "developer-role", { model: "kimi-k2.6", ...developer }],
  ["kimi", "fixed-sampling", { model: "kimi-k2.6", messages: [user], temperature: 0.3 }],
  ["kimi", "temperature-range", { model: "kimi-k2-0905-preview", messages: [user], temperature: 1.5 }],
  ["kimi", "forced-choice-thinking", { model: "kimi-k2-thinking", messages: [user], tools, tool_choice: "required" }],
  ["kimi", "missing-reasoning", { model: "kimi-k2-thinking", messages: history }],
  ["kimi", "image", { model: "kimi-k2-thinking", messages: image(data) }],
  ["kimi", "image-url", { model: "kimi-k2.6", messages: image("https://example.com/a.png") }],
  ["kimi", "strict-tool", { model: "kimi-k2.6", messages: [user], tools: [{ function: { name: "f", strict: true } }] }],
  ["kimi", "max-tokens-range", { model: "kimi-k2.6", messages: [user], max_tokens: 262_145 }],
  ["openrouter", null, { model: "openai/gpt-5.1", messages: [user], reasoning: { effort: "low" } }],
  [
    "openrouter",
    "reasoning-twice",
    { model: "openai/gpt-5.1", messages: [user], reasoning: { effort: "low", max_tokens: 5 } }
  ],
  [
    "openrouter",
    "reasoning-budget",
    { model: "openai/gpt-5.1", messages: [user], max_tokens: 10, reasoning: { max_tokens: 10 } }
  ],
  [
    "openrouter",
    "reasoning-details",
    {
      model: "anthropic/claude-sonnet-4.5",
      messages: [user, { role: "assistant", content: "x", reasoning_details: [{ format: "isogloss-v1" }] }, user]
    }
  ],
  ["openrouter", "max-tokens-range", { model: "openai/gpt-5.1", messages: [user], max_tokens: 128_001 }]
]

/** What a vendor answers to a body: its status, and its own body. */
const answerOf = async (vendor: string, body: object): Promise<readonly [status: number, answer: unknown]> => {
  const headers = { "content-type": "application/json", authorization: "Bearer k" }
  const url = `http://sandbox.invalid/${vendor}/v1/chat/completions`
  const response = await fetch(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }))
  return [response.status, await response.json()]
}

const form = { response_format: { type: "json_object" } }
const invalid = "invalid_request_error"

describe("the error of a vendor like OpenAI", () => {
  it.each([
    ["deepseek", 400, { message: "Model Not Exist", type: invalid, param: null, code: invalid }],
    ["kimi", 404, { message: "Not found the model none or Permission denied", type: "resource_not_found_error" }],
    ["openrouter", 400, { message: "none is not a valid model ID", code: 400 }],
    ["qwen", 404, { type: invalid, code: "model_not_found" }]
  ])("for a model that %s does not have", async (vendor, status, error) =>
    expect(await answerOf(vendor, { model: "none", messages: [user] })).toMatchObject([status, { error }])
  )

  it.each([
    ["qwen", { model: "qwen-plus", messages: [user], ...form }, "invalid_parameter_error"],
    ["qwen", { model: "qwen-plus", ...developer }, "invalid_parameter_error"],
    ["qwen", { model: "qwen-plus", messages: [user], max_tokens: 0 }, "invalid_parameter_error"],
    ["deepseek", { model: "deepseek-chat", messages: [user], ...form }, invalid]
  ])("has the code that %s gives: %j", async (vendor, body, code) =>
    expect(await answerOf(vendor, body)).toMatchObject([400, { error: { type: invalid, code } }])
  )
})

describe("vendors like OpenAI in the sandbox", () => {
  it.each(cases)("%s: %s", async (vendor, refusal, body) => {
    expect(await refusalOf(vendor, body)).toBe(refusal)
  })

  it.each(Object.keys(alikeRefusals))("%s refuses a wrong key and a broken body", async (vendor) => {
    expect(await refusalOf(vendor, {}, "other")).toBe("wrong-key")
    expect(await refusalOf(vendor, "{")).toBe("malformed-json")
  })

  it.each(Object.entries(alikeRefusals))("%s: each refusal of its own has a case", (vendor, refusals) => {
    const tried = cases.filter(([whose]) => whose === vendor).map(([, refusal]) => refusal)
    const common = ["wrong-key", "malformed-json", "unknown-model", "missing-messages"]
    const own = refusals.map(({ name }) => name).filter((name) => !common.includes(name))
    expect(own.length).toBeGreaterThan(3)
    expect(own.filter((name) => !tried.includes(name))).toEqual([])
  })
})
