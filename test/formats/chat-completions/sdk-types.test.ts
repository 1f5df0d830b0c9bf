import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionContentPart,
  ChatCompletionCreateParams,
  ChatCompletionMessage,
  ChatCompletionMessageParam,
  ChatCompletionMessageToolCall,
  ChatCompletionTool,
  ChatCompletionToolChoiceOption
} from "openai/resources/chat/completions"
import type { CompletionUsage } from "openai/resources/completions"
import { describe, expect, it } from "vitest"
import { answer, answered, body, chunk, decoded, deltas, encoded, events, frames, said, written } from "./given.ts"

const openai = { model: "m", vendor: "openai" } as const

/** A request as it is written again for its own vendor, and what was noted. */
const again = (from: object) => {
  const { request, notes } = decoded(from)
  const { body: to, notes: told } = encoded(request, openai)
  return { body: to as unknown, notes: [...notes, ...told] }
}

/** An example of each type that the vendor's SDK declares: one that it adds is a type error here. */
const parts = {
  text: { type: "text", text: "Hello" },
  image_url: { type: "image_url", image_url: { url: "https://a.test/a.png", detail: "low" } },
  input_audio: { type: "input_audio", input_audio: { data: "aGk=", format: "wav" } },
  file: { type: "file", file: { file_id: "file-1" } }
} satisfies { readonly [T in ChatCompletionContentPart["type"]]: Extract<ChatCompletionContentPart, { type: T }> }

describe("each part that the SDK names", () => {
  it.each(Object.entries(parts))("comes back as it was, without a note: %s", (_, part) => {
    const from = said({ role: "user", content: [part, part.type === "text" ? parts.image_url : parts.text] })
    expect(again(from)).toEqual({ body: from, notes: [] })
  })
})

const calls = {
  function: { type: "function", id: "call_1", function: { name: "f", arguments: "{}" } },
  custom: { type: "custom", id: "call_1", custom: { name: "f", input: "go" } }
} satisfies {
  readonly [T in ChatCompletionMessageToolCall["type"]]: Extract<ChatCompletionMessageToolCall, { type: T }>
}

const hello = { role: "user", content: "Hello" } as const
const result = { role: "tool", tool_call_id: "call_1", content: "ok" } as const
const called = { role: "assistant", content: "", function_call: { name: "f", arguments: "{}" } } as const

/** Messages that hold one of each role; those of functions are written as tools since the vendor deprecated them. */
const turns = {
  developer: [{ role: "developer", content: "Be brief." }, hello],
  system: [{ role: "system", content: "Be brief." }, hello],
  user: [hello],
  assistant: [hello, { role: "assistant", content: "Hi." }, hello],
  tool: [hello, { role: "assistant", content: "", tool_calls: [calls.function] }, result],
  function: [hello, called, { role: "function", name: "f", content: "ok" }]
} satisfies Record<ChatCompletionMessageParam["role"], readonly ChatCompletionMessageParam[]>

describe("each role that the SDK names", () => {
  it.each(Object.entries(turns))("is read without a note: %s", (role, messages) => {
    const { request, notes } = decoded({ model: "m", messages })
    expect([request.messages.length, notes]).toEqual([messages.length, []])
    expect(messages.some((message) => message.role === role)).toBe(true)
  })

  it.each(Object.entries(calls))("comes back as it was with a call of type %s", (_, call) => {
    const messages = [hello, { role: "assistant", content: "", tool_calls: [call] }, result]
    expect(again({ model: "m", messages })).toEqual({ body: { model: "m", messages }, notes: [] })
  })
})

const tools = {
  function: { type: "function", function: { name: "f", parameters: { type: "object" } } },
  custom: { type: "custom", custom: { name: "f" } }
} satisfies { readonly [T in ChatCompletionTool["type"]]: Extract<ChatCompletionTool, { type: T }> }

type ChoiceWord = Extract<ChatCompletionToolChoiceOption, string>
type ChoiceType = Exclude<ChatCompletionToolChoiceOption, string>["type"]

const choices = {
  none: "none",
  auto: "auto",
  required: "required",
  allowed_tools: {
    type: "allowed_tools",
    allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "f" } }] }
  },
  function: { type: "function", function: { name: "f" } },
  custom: { type: "custom", custom: { name: "f" } }
} satisfies Record<ChoiceWord | ChoiceType, ChatCompletionToolChoiceOption>

const forms = {
  text: { type: "text" },
  json_object: { type: "json_object" },
  json_schema: { type: "json_schema", json_schema: { name: "a", schema: { type: "object" } } }
} satisfies Record<
  NonNullable<ChatCompletionCreateParams["response_format"]>["type"],
  ChatCompletionCreateParams["response_format"]
>

describe("each tool, choice and form of an answer that the SDK names", () => {
  it.each([
    ...Object.entries(tools).map(([type, tool]) => [type, { tools: [tool] }] as const),
    ...Object.entries(choices).map(
      ([type, choice]) =>
        [type, { tools: [type === "custom" ? tools.custom : tools.function], tool_choice: choice }] as const
    ),
    ...Object.entries(forms).map(([type, form]) => [type, { response_format: form }] as const)
  ])("comes back as it was, without a note: %s", (_, more) => {
    const from = body(more)
    expect(again(from)).toEqual({ body: from, notes: [] })
  })
})

/** What each reason means, after the doc comment of the SDK's `ChatCompletion.Choice.finish_reason`. */
const reasons = {
  stop: "stop",
  length: "length",
  tool_calls: "tool-calls",
  content_filter: "blocked",
  function_call: "tool-calls"
} satisfies Record<ChatCompletion.Choice["finish_reason"], string>

describe("each finish reason that the SDK names", () => {
  it.each(Object.entries(reasons))("%s is read as %s", (reason, kind) => {
    const message = reason === "tool_calls" ? { tool_calls: [calls.function] } : { content: "Hi." }
    expect(answered(answer(message, {}, reason)).response.candidates[0]?.finish?.kind).toBe(kind)
  })
})

const usage = {
  prompt_tokens: 20,
  completion_tokens: 30,
  total_tokens: 50,
  prompt_tokens_details: { audio_tokens: 1, cache_write_tokens: 2, cached_tokens: 3, image_tokens: 4, text_tokens: 5 },
  completion_tokens_details: {
    accepted_prediction_tokens: 1,
    audio_tokens: 2,
    reasoning_tokens: 3,
    rejected_prediction_tokens: 4,
    text_tokens: 5
  }
} satisfies CompletionUsage & {
  readonly prompt_tokens_details: Required<CompletionUsage.PromptTokensDetails>
  readonly completion_tokens_details: Required<CompletionUsage.CompletionTokensDetails>
}

describe("usage", () => {
  it("comes back with every member that the SDK names", () =>
    expect(written(answered(answer({ content: "Hi." }, { usage })).response).body.usage).toEqual(usage))
})

/** A message with each member of an answer; a function's call is written as a tool's since the vendor deprecated it. */
const messages = {
  content: { content: "Hi." },
  refusal: { content: null, refusal: "No." },
  role: { content: "Hi." },
  annotations: {
    content: "Hi.",
    annotations: [
      { type: "url_citation", url_citation: { url: "https://a.test", title: "A", start_index: 0, end_index: 2 } }
    ]
  },
  audio: { content: null, audio: { id: "audio_1", data: "aGk=", expires_at: 1_790_000_000, transcript: "Hi." } },
  function_call: { content: null, function_call: { name: "f", arguments: "{}" } },
  tool_calls: { content: null, tool_calls: [calls.function] }
} satisfies { readonly [K in keyof ChatCompletionMessage]-?: Partial<ChatCompletionMessage> }

describe("each member of a message that the SDK names", () => {
  it.each(Object.entries(messages).filter(([name]) => name !== "function_call"))("comes back: %s", (_, message) => {
    const again = written(answered(answer(message)).response).body.choices[0].message
    expect(again).toMatchObject(message)
  })

  it("is read where it is a function's call", () => {
    const { response } = answered(answer(messages.function_call, {}, "function_call"))
    expect(response.candidates[0]?.parts).toMatchObject([{ type: "tool-call", name: "f" }])
  })
})

const pieces = {
  audio: { audio: { id: "audio_1", data: "aGk=", transcript: "Hi." } },
  content: { content: "Hi." },
  function_call: { function_call: { name: "f", arguments: "{}" } },
  refusal: { refusal: "No." },
  role: { role: "assistant", content: "Hi." },
  tool_calls: { tool_calls: [{ index: 0, ...calls.function }] }
} satisfies { readonly [K in keyof ChatCompletionChunk.Choice.Delta]-?: ChatCompletionChunk.Choice.Delta }

describe("each member of a stream's delta that the SDK names", () => {
  it.each(Object.entries(pieces).filter(([name]) => name !== "function_call"))("comes back: %s", (name, piece) => {
    const read = events([chunk(piece), chunk({}, name === "tool_calls" ? "tool_calls" : "stop"), "[DONE]"])
    const told = deltas(frames(read))
    const held = told.flatMap((it) => (typeof it === "object" && it !== null && name in it ? [it] : []))
    expect(held.length).toBeGreaterThan(0)
  })

  it("is read where it is a function's call", () => {
    const read = events([chunk(pieces.function_call), chunk({}, "function_call"), "[DONE]"])
    expect(read.map(({ type }) => type)).toContain("part")
  })
})
