import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fromEnvironment } from "../../src/config/environment.ts"
import type { RunningGateway } from "../../src/gateway/gateway.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"

const gpt = [
  "gpt-4o",
  "gpt-4o-mini",
  "gpt-4.1",
  "gpt-5-mini",
  "gpt-5.1",
  "gpt-5.2",
  "gpt-5.4",
  "gpt-5.5",
  "gpt-5.6-sol"
]

const gemini = ["gemini-2.5-flash", "gemini-2.5-pro", "gemini-3-pro-preview"]

const alike = [
  "qwen-plus",
  "qwen3.5-plus",
  "qwen3-32b",
  "qwen3-coder-plus",
  "deepseek-chat",
  "deepseek-reasoner",
  "deepseek-v4-pro",
  "kimi-k2.6",
  "kimi-k2-thinking",
  "kimi-k2-0905-preview",
  "anthropic/claude-sonnet-4.5",
  "openai/gpt-5.1"
]

const claude = [
  "claude-3-haiku",
  "claude-haiku-4-5",
  "claude-sonnet-4-5",
  "claude-opus-4-5",
  "claude-sonnet-4-6",
  "claude-opus-4-6",
  "claude-opus-4-7",
  "claude-sonnet-5",
  "claude-opus-5-5",
  "claude-sonnet-5-5"
]

const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false }
const tools = [{ type: "function", function: { name: "f", parameters: schema } }]
const efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"]

/** What a chat completions client may ask of any model. */
const completions: readonly object[] = [
  {},
  { max_tokens: 3000 },
  { temperature: 1.5, top_p: 0.5 },
  { stop: ["x"], seed: 1, presence_penalty: 1, logprobs: true },
  ...efforts.map((reasoning_effort) => ({ reasoning_effort })),
  ...efforts.map((reasoning_effort) => ({
    reasoning_effort,
    temperature: 0.3,
    top_p: 0.2,
    top_k: 3,
    max_tokens: 2000
  })),
  { enable_thinking: true },
  { enable_thinking: false },
  { thinking: { type: "enabled", budget_tokens: 2000 }, max_tokens: 1500 },
  { thinking: { type: "enabled", budget_tokens: 2000 }, max_tokens: 500 },
  { extra_body: { google: { thinking_config: { thinking_budget: 500 } } } },
  { tools, tool_choice: "required", reasoning_effort: "high" },
  { tools, tool_choice: { type: "function", function: { name: "f" } }, parallel_tool_calls: false },
  { response_format: { type: "json_schema", json_schema: { name: "n", schema } } },
  {
    messages: [
      { role: "user", content: "a" },
      { role: "assistant", content: "b", reasoning_content: "r" },
      { role: "user", content: "c" }
    ]
  },
  {
    messages: [
      { role: "user", content: "a" },
      { role: "assistant", content: "b" },
      { role: "system", content: "s" },
      { role: "user", content: "c" }
    ]
  }
]

/** What a messages client may ask of any model of another family. */
const messages: readonly object[] = [
  {},
  { temperature: 0.4, top_p: 0.3, top_k: 4 },
  { thinking: { type: "enabled", budget_tokens: 2000 }, temperature: 1 },
  { thinking: { type: "adaptive" } },
  { thinking: { type: "disabled" } },
  ...efforts.slice(2).map((effort) => ({ output_config: { effort } })),
  { tools: [{ name: "f", input_schema: schema }], tool_choice: { type: "any" } },
  { stop_sequences: ["a", "b", "c", "d", "e"] },
  { output_config: { format: { type: "json_schema", schema } } },
  { system: [{ type: "text", text: "s", cache_control: { type: "persistent" } }] },
  {
    messages: [
      { role: "user", content: "a" },
      { role: "assistant", content: "b" }
    ]
  }
]

describe("a model never refuses what its family sends", () => {
  let gateway: RunningGateway | undefined

  beforeAll(async () => {
    const configuration = fromEnvironment({}, "")
    if (configuration.ok) gateway = await composeGateway(configuration.value)
  })

  afterAll(() => gateway?.dispose())

  const refusalsOf = async (path: string, base: object, wishes: readonly object[]): Promise<readonly string[]> => {
    const refusals: string[] = []
    for (const wish of wishes) {
      const body = JSON.stringify({ messages: [{ role: "user", content: "Say JSON" }], ...base, ...wish })
      const headers = { "content-type": "application/json", authorization: "Bearer sandbox" }
      const answer = await gateway?.fetch(new Request(`http://gateway${path}`, { method: "POST", headers, body }))
      const text = await answer?.text()
      if (answer?.status !== 200) refusals.push(`${JSON.stringify(wish)}: ${text ?? "no answer"}`)
    }
    return refusals
  }

  it.each([...gpt, ...claude, ...gemini, ...alike])("%s, of chat completions", async (model) => {
    expect(completions).toHaveLength(28)
    expect(await refusalsOf("/v1/chat/completions", { model }, completions)).toEqual([])
  })

  it.each([...gpt, ...gemini, ...alike])("%s, of messages", async (model) => {
    expect(messages).toHaveLength(15)
    expect(await refusalsOf("/v1/messages", { model, max_tokens: 4000 }, messages)).toEqual([])
  })
})
