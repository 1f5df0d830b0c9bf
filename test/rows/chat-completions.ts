import type { PromiseId } from "./promises.ts"
import { absent, type Case, sends, type Table } from "./row.ts"

const tool = { type: "function", function: { name: "get_weather", parameters: { type: "object" } } }

const sampling: readonly Case<PromiseId>[] = [
  {
    keeps: "chat.temperature.default",
    when: "left out",
    given: {},
    to: {
      messages: sends({ "/temperature": absent }),
      "generate-content": sends({ "/generationConfig/temperature": absent })
    }
  },
  {
    keeps: "chat.temperature.default",
    when: "null",
    given: { temperature: null },
    to: {
      messages: sends({ "/temperature": absent }),
      "generate-content": sends({ "/generationConfig/temperature": absent })
    }
  },
  ...([0, 0.7, 1] as const).map((temperature) => ({
    keeps: "chat.temperature.sent" as const,
    when: String(temperature),
    given: { temperature },
    to: {
      messages: sends({ "/temperature": temperature }),
      "generate-content": sends({ "/generationConfig/temperature": temperature })
    }
  })),
  ...([1.5, 2] as const).map((temperature) => ({
    keeps: "chat.temperature.clamped" as const,
    when: `${temperature}, beyond what the messages format takes`,
    given: { temperature },
    to: {
      messages: sends({ "/temperature": 1 }, "clamped /temperature"),
      "generate-content": sends({ "/generationConfig/temperature": temperature })
    }
  })),
  ...([-0.1, 2.1, 2.000_001] as const).map((temperature) => ({
    keeps: "chat.temperature.range" as const,
    when: String(temperature),
    given: { temperature },
    refused: "/temperature"
  })),
  ...(["0.7", true, [1], {}] as const).map((temperature) => ({
    keeps: "chat.temperature.type" as const,
    when: JSON.stringify(temperature),
    given: { temperature },
    refused: "/temperature"
  })),
  {
    keeps: "chat.top-p.default",
    when: "left out",
    given: {},
    to: { messages: sends({ "/top_p": absent }), "generate-content": sends({ "/generationConfig/topP": absent }) }
  },
  ...([0, 0.5, 1] as const).map((top_p) => ({
    keeps: "chat.top-p.sent" as const,
    when: String(top_p),
    given: { top_p },
    to: { messages: sends({ "/top_p": top_p }), "generate-content": sends({ "/generationConfig/topP": top_p }) }
  })),
  ...([-0.01, 1.01] as const).map((top_p) => ({
    keeps: "chat.top-p.range" as const,
    when: String(top_p),
    given: { top_p },
    refused: "/top_p"
  })),
  ...(["0.5", false] as const).map((top_p) => ({
    keeps: "chat.top-p.type" as const,
    when: JSON.stringify(top_p),
    given: { top_p },
    refused: "/top_p"
  }))
]

const limits: readonly Case<PromiseId>[] = [
  {
    keeps: "chat.max-tokens.default",
    when: "left out",
    given: { max_tokens: undefined },
    to: {
      messages: sends({ "/max_tokens": 64_000 }, "synthesised /"),
      "generate-content": sends({ "/generationConfig/maxOutputTokens": absent })
    }
  },
  {
    keeps: "chat.max-tokens.default",
    when: "left out, to a model that nobody lists",
    given: { max_tokens: undefined },
    models: { messages: "claude-of-tomorrow" },
    to: { messages: sends({ "/max_tokens": 8192 }, "synthesised /") }
  },
  {
    keeps: "chat.max-tokens.sent",
    when: "100",
    given: { max_tokens: 100 },
    to: {
      messages: sends({ "/max_tokens": 100 }),
      "generate-content": sends({ "/generationConfig/maxOutputTokens": 100 })
    }
  },
  {
    keeps: "chat.max-tokens.sent",
    when: "under its newer name",
    given: { max_tokens: undefined, max_completion_tokens: 100 },
    to: {
      messages: sends({ "/max_tokens": 100, "/max_completion_tokens": absent }),
      "generate-content": sends({ "/generationConfig/maxOutputTokens": 100 })
    }
  },
  {
    keeps: "chat.max-tokens.newer-name-wins",
    when: "both, and different",
    given: { max_tokens: 300, max_completion_tokens: 100 },
    to: {
      messages: sends({ "/max_tokens": 100 }, "dropped /max_tokens"),
      "generate-content": sends({ "/generationConfig/maxOutputTokens": 100 }, "dropped /max_tokens")
    }
  },
  ...([1.5, "100", true] as const).map((max_tokens) => ({
    keeps: "chat.max-tokens.type" as const,
    when: JSON.stringify(max_tokens),
    given: { max_tokens },
    refused: "/max_tokens"
  }))
]

const streaming: readonly Case<PromiseId>[] = [
  {
    keeps: "chat.stream.default",
    when: "left out",
    given: {},
    to: { messages: sends({ "/stream": absent }), "generate-content": sends({}) },
    answer: { "/object": "chat.completion" }
  },
  {
    keeps: "chat.stream.default",
    when: "false",
    given: { stream: false },
    to: { messages: sends({ "/stream": absent }), "generate-content": sends({ "/stream": absent }) },
    answer: { "/object": "chat.completion" }
  },
  ...(["true", 1, {}] as const).map((stream) => ({
    keeps: "chat.stream.type" as const,
    when: JSON.stringify(stream),
    given: { stream },
    refused: "/stream"
  }))
]

const answers: readonly Case<PromiseId>[] = [
  {
    keeps: "chat.answer.members",
    when: "a text",
    given: {},
    to: { messages: sends({}), "generate-content": sends({}) },
    answer: {
      "/object": "chat.completion",
      "/choices/0/index": 0,
      "/choices/0/message/role": "assistant",
      "/choices/0/message/content": "Hello",
      "/choices/0/finish_reason": "stop",
      "/usage/prompt_tokens": 5,
      "/usage/completion_tokens": 7,
      "/usage/total_tokens": 12
    }
  },
  {
    keeps: "chat.answer.calls",
    when: "a call",
    given: { tools: [tool] },
    said: { call: { id: "call_7", name: "get_weather", input: { city: "Bern" } } },
    to: { messages: sends({}), "generate-content": sends({}) },
    answer: {
      "/choices/0/message/tool_calls/0/id": "call_7",
      "/choices/0/message/tool_calls/0/type": "function",
      "/choices/0/message/tool_calls/0/function": { name: "get_weather", arguments: '{"city":"Bern"}' },
      "/choices/0/finish_reason": "tool_calls"
    }
  }
]

/** The rows of `POST /v1/chat/completions` of sampling, limits and the answer. */
export const chatCompletions: Table<PromiseId> = {
  name: "POST /v1/chat/completions",
  format: "chat-completions",
  path: () => "/v1/chat/completions",
  body: (model) => ({ model, messages: [{ role: "user", content: "Hello" }], max_tokens: 4000 }),
  models: {
    "chat-completions": "plain-chat",
    messages: "claude-sonnet-4-5",
    "generate-content": "gemini-2.5-flash"
  },
  cases: [...sampling, ...limits, ...streaming, ...answers]
}
