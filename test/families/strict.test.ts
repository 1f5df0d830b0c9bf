import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isRecord, type Rig, startRig } from "../rows/gateway.ts"

let rig: Rig
beforeAll(() => {
  rig = startRig({ policy: { strict: true } })
})
afterAll(() => rig.close())

type Body = Readonly<Record<string, unknown>>

const messages = [{ role: "user", content: "Hello" }]
const contents = [{ role: "user", parts: [{ text: "Hello" }] }]
const search = (more: Body = {}) => ({ type: "function", function: { name: "webSearch", ...more } })
const native = (thinking_config: Body) => ({ extra_body: { native: { thinking_config } } })
const lookUp = { type: "function", function: { name: "look_up", description: "Looks it up." } }
const options = {
  image_config: { aspect_ratio: "16:9" },
  safety_settings: [{ category: "HARM_CATEGORY_HATE_SPEECH", threshold: "BLOCK_NONE" }],
  tool_config: { function_calling_config: { mode: "ANY", allowed_function_names: ["look_up"] } }
}
const cache_control = { type: "ephemeral" }

const completions = (model: string, more: Body) => ({
  path: "/v1/chat/completions",
  body: { model, messages, ...more }
})
const generate = (model: string, more: Body = {}) => ({
  path: `/v1beta/models/${model}:generateContent`,
  body: { contents, ...more }
})
const message = (model: string, more: Body) => ({
  path: "/v1/messages",
  body: { model, max_tokens: 100, messages, ...more }
})

type Sent = ReturnType<typeof completions | typeof generate | typeof message>

type Taken = readonly [name: string, sent: Sent, told: Body]

/** Requests that lose nothing, and what of each its vendor is told. */
const taken: readonly Taken[] = [
  [
    "the search by its function's name, without parameters",
    completions("gemini-2.5-flash", { tools: [search()] }),
    { tools: [{ googleSearch: {} }] }
  ],
  [
    "the search by its function's name, with a schema of no parameters",
    completions("gemini-2.5-flash", { tools: [search({ parameters: { type: "object", properties: {} } })] }),
    { tools: [{ googleSearch: {} }] }
  ],
  [
    "an effort in the id of a model with budgets: a fifth of 24,576",
    completions("gemini-2.5-flash-thinking-low", {}),
    { generationConfig: { thinkingConfig: { thinkingBudget: 4915, includeThoughts: true } } }
  ],
  [
    "an effort in the path's id: four fifths",
    generate("gemini-2.5-flash-thinking-high"),
    { generationConfig: { thinkingConfig: { thinkingBudget: 19_661, includeThoughts: true } } }
  ],
  [
    "a budget of nothing to a model that does not reason",
    completions("gpt-4o", { stream: true, ...native({ thinking_budget: 0 }) }),
    { model: "gpt-4o", stream: true }
  ],
  [
    "a budget of nothing from the content-style format to a model that does not reason",
    generate("qwen3-coder-plus", { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }),
    { model: "qwen3-coder-plus" }
  ],
  [
    "thoughts that are to be hidden, to another family",
    completions("qwen-plus", native({ include_thoughts: false })),
    { model: "qwen-plus" }
  ],
  ...["google", "native"].map((name): Taken => [
    `what ${name} has in extra_body`,
    completions("gemini-2.5-flash", { tools: [lookUp], extra_body: { [name]: options } }),
    {
      generationConfig: { imageConfig: { aspectRatio: "16:9" } },
      safetySettings: options.safety_settings,
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["look_up"] } }
    }
  ]),
  [
    "the same in the family's own spelling",
    completions("gemini-2.5-flash", {
      tools: [lookUp],
      extra_body: {
        google: {
          imageConfig: { aspectRatio: "16:9" },
          safetySettings: options.safety_settings,
          toolConfig: { functionCallingConfig: { mode: "NONE" } }
        }
      }
    }),
    {
      generationConfig: { imageConfig: { aspectRatio: "16:9" } },
      safetySettings: options.safety_settings,
      toolConfig: { functionCallingConfig: { mode: "NONE" } }
    }
  ],
  [
    "thinking without a stream to Qwen",
    completions("qwen-plus", { enable_thinking: true }),
    { model: "qwen-plus", enable_thinking: false }
  ],
  [
    "thinking without a stream to Claude",
    completions("claude-sonnet-4-5", { enable_thinking: true }),
    { thinking: { type: "disabled" } }
  ],
  [
    "a mark of what to cache to OpenAI, which caches unasked",
    completions("gpt-4o", { messages: [{ role: "user", content: [{ type: "text", text: "Hello", cache_control }] }] }),
    { messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }] }
  ],
  [
    "a mark of the messages format to OpenAI",
    message("gpt-4o", { system: [{ type: "text", text: "Be brief.", cache_control }] }),
    { model: "gpt-4o" }
  ],
  ["a mark of all messages to OpenAI", message("gpt-4o", { cache_control }), { model: "gpt-4o" }],
  [
    "a mark of the messages format to Gemini, which caches unasked",
    message("gemini-2.5-flash", { system: [{ type: "text", text: "Be brief.", cache_control }] }),
    { systemInstruction: { parts: [{ text: "Be brief." }] } }
  ]
]

describe("a gateway that is strict takes what loses nothing", () => {
  it.each(taken)("%s", async (_, sent, told) => {
    const { status, text, calls } = await rig.send(sent)
    expect([status, text.includes('"error"')]).toEqual([200, false])
    const { messages: written, ...others } = isRecord(calls[0]?.body) ? calls[0].body : {}
    expect(others).toMatchObject("messages" in told ? {} : told)
    if ("messages" in told) expect(written).toEqual(told["messages"])
    expect(others).not.toHaveProperty("extra_body")
  })
})

describe("it refuses what would be lost, and names a member that was sent", () => {
  it.each([
    [
      "parameters of the search",
      completions("gemini-2.5-flash", {
        tools: [search({ parameters: { type: "object", properties: { days: { type: "integer" } } } })]
      }),
      "tools[0].function.parameters"
    ],
    [
      "an effort that a model which thinks cannot have: none",
      completions("gpt-5", native({ thinking_budget: 0 })),
      "extra_body.native.thinking_config"
    ],
    [
      "another family's option beside a control that is read",
      completions("gpt-4o", { extra_body: { native: { thinking_config: { thinking_budget: 0 }, tools: [] } } }),
      "extra_body.native.tools"
    ],
    [
      "a choice beside `tool_choice`, which wins",
      completions("gemini-2.5-flash", {
        tools: [lookUp],
        tool_choice: "none",
        extra_body: { google: { tool_config: options.tool_config } }
      }),
      "extra_body.google.tool_config.function_calling_config"
    ],
    [
      "an exact budget in the id of a model with levels",
      completions("gemini-3-pro-preview-thinking-2048", {}),
      "model"
    ],
    [
      "reasoning beside functions, which the model's API takes without it",
      completions("gpt-5.5", { reasoning_effort: "high", tools: [lookUp] }),
      "reasoning_effort"
    ]
  ])("%s", async (_, sent, param) => {
    const { status, body, calls } = await rig.send(sent)
    expect([status, body, calls]).toMatchObject([400, { error: { param } }, []])
  })

  it("no member, where the path's id alone says it", async () => {
    const { status, text } = await rig.send(generate("gemini-3-pro-preview-thinking-2048"))
    expect([status, text.includes("thinkingConfig")]).toEqual([400, false])
  })
})
