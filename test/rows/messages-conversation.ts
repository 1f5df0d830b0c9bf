import { expect } from "vitest"
import { messages } from "./messages.ts"
import type { PromiseId } from "./promises.ts"
import { absent, type Case, type Reaches, sends, type Table } from "./row.ts"

const to = (chat: Reaches, content: Reaches): NonNullable<Case["to"]> => ({
  "chat-completions": chat,
  "generate-content": content
})

const weather = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
const tool = { name: "get_weather", description: "Tells the weather.", input_schema: weather }
const use = { type: "tool_use", id: "toolu_1", name: "get_weather", input: { city: "Bern" } }
const result = { type: "tool_result", tool_use_id: "toolu_1", content: "18 degrees" }
const flow = [
  { role: "user", content: "How is the weather in Bern?" },
  { role: "assistant", content: [use] },
  { role: "user", content: [result] }
]
const says = (content: unknown): object => ({ messages: [{ role: "user", content }] })

const who: readonly Case<PromiseId>[] = [
  { keeps: "messages.messages.required", when: "left out", given: { messages: undefined }, refused: "/messages" },
  { keeps: "messages.messages.required", when: "empty", given: { messages: [] }, refused: "/messages" },
  { keeps: "messages.messages.type", when: "a string", given: { messages: "Hello" }, refused: "/messages" },
  { keeps: "messages.messages.type", when: "an item is a string", given: { messages: ["a"] }, refused: "/messages/0" },
  {
    keeps: "messages.messages.type",
    when: "content is a number",
    given: { ...says(5) },
    refused: "/messages/0/content"
  },
  {
    keeps: "messages.messages.roles",
    when: "a role that is neither",
    given: { messages: [{ role: "tool", content: "Hello" }] },
    refused: "/messages/0/role"
  },
  {
    keeps: "messages.messages.roles",
    when: "user and assistant",
    given: {
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi." },
        { role: "user", content: "How are you?" }
      ]
    },
    to: to(
      sends({
        "/messages/0": { role: "user", content: "Hello" },
        "/messages/1": { role: "assistant", content: "Hi." },
        "/messages/2": { role: "user", content: "How are you?" }
      }),
      sends({
        "/contents/0": { role: "user", parts: [{ text: "Hello" }] },
        "/contents/1": { role: "model", parts: [{ text: "Hi." }] },
        "/contents/2": { role: "user", parts: [{ text: "How are you?" }] }
      })
    )
  },
  {
    keeps: "messages.system.sent",
    when: "a text",
    given: { system: "Be brief." },
    to: to(
      sends({ "/messages/0": { role: "system", content: "Be brief." } }),
      sends({ "/systemInstruction/parts": [{ text: "Be brief." }] })
    )
  },
  {
    keeps: "messages.system.sent",
    when: "a list of texts",
    given: {
      system: [
        { type: "text", text: "Be brief." },
        { type: "text", text: "Be kind." }
      ]
    },
    to: to(
      sends({ "/messages/0": { role: "system", content: "Be brief.\n\nBe kind." } }),
      sends({ "/systemInstruction/parts": [{ text: "Be brief." }, { text: "Be kind." }] })
    )
  },
  { keeps: "messages.system.type", when: "a number", given: { system: 5 }, refused: "/system" },
  { keeps: "messages.system.type", when: "an item is a number", given: { system: [5] }, refused: "/system/0" }
]

const blocks: readonly Case<PromiseId>[] = [
  {
    keeps: "messages.blocks.text",
    when: "a text",
    given: { ...says([{ type: "text", text: "Hello" }]) },
    to: to(sends({ "/messages/0/content": "Hello" }), sends({ "/contents/0/parts": [{ text: "Hello" }] }))
  },
  {
    keeps: "messages.blocks.image",
    when: "bytes",
    given: {
      ...says([{ type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } }])
    },
    to: to(
      sends({ "/messages/0/content/0/image_url/url": "data:image/png;base64,iVBORw0KGgo=" }),
      sends({ "/contents/0/parts/0/inlineData": { mimeType: "image/png", data: "iVBORw0KGgo=" } })
    )
  },
  {
    keeps: "messages.blocks.image",
    when: "a URL",
    given: { ...says([{ type: "image", source: { type: "url", url: "https://example.com/a.png" } }]) },
    models: { messages: "claude-sonnet-4-5", "chat-completions": "plain-chat" },
    to: { "chat-completions": sends({ "/messages/0/content/0/image_url/url": "https://example.com/a.png" }) }
  },
  {
    keeps: "messages.tool-flow",
    when: "a call and its result",
    given: { messages: flow, tools: [tool] },
    to: to(
      sends({
        "/messages/1/role": "assistant",
        "/messages/1/tool_calls/0/id": "toolu_1",
        "/messages/1/tool_calls/0/type": "function",
        "/messages/1/tool_calls/0/function": { name: "get_weather", arguments: '{"city":"Bern"}' },
        "/messages/2": { role: "tool", tool_call_id: "toolu_1", content: "18 degrees" }
      }),
      sends({
        "/contents/1/parts/0/functionCall/name": "get_weather",
        "/contents/1/parts/0/functionCall/args": { city: "Bern" },
        "/contents/2/role": "user",
        "/contents/2/parts/0/functionResponse/name": "get_weather"
      })
    )
  },
  {
    keeps: "messages.tool-flow",
    when: "the model calls",
    given: { tools: [tool] },
    said: { text: "Let me look.", call: { id: "toolu_7", name: "get_weather", input: { city: "Bern" } } },
    to: to(sends({}), sends({})),
    answer: {
      "/stop_reason": "tool_use",
      "/content/0/type": "text",
      "/content/0/text": "Let me look.",
      "/content/1/type": "tool_use",
      "/content/1/id": "toolu_7",
      "/content/1/name": "get_weather",
      "/content/1/input": { city: "Bern" }
    }
  },
  {
    keeps: "messages.blocks.result-id",
    when: "a result without the id of its call",
    given: { messages: [...flow.slice(0, 2), { role: "user", content: [{ ...result, tool_use_id: undefined }] }] },
    refused: "/messages/2/content/0/tool_use_id"
  }
]

const search = { type: "web_search_20250305", name: "web_search" }

const tools: readonly Case<PromiseId>[] = [
  {
    keeps: "messages.tools.sent",
    when: "a function",
    given: { tools: [tool] },
    to: to(
      sends({
        "/tools/0": {
          type: "function",
          function: { name: "get_weather", description: "Tells the weather.", parameters: weather }
        }
      }),
      sends({
        "/tools/0/functionDeclarations/0/name": "get_weather",
        "/tools/0/functionDeclarations/0/description": "Tells the weather.",
        "/tools/0/functionDeclarations/0/parametersJsonSchema": weather
      })
    )
  },
  {
    keeps: "messages.tools.sent",
    when: "the second is strict, to a family without strict functions",
    given: { tools: [tool, { ...tool, name: "look", strict: true }] },
    models: { "chat-completions": "kimi-k2-thinking" },
    to: {
      "chat-completions": {
        ...sends({ "/tools/1/function/name": "look", "/tools/1/function/strict": absent }),
        notes: expect.arrayContaining([expect.stringMatching(/^dropped \/tools\/1/)])
      }
    }
  },
  { keeps: "messages.tools.type", when: "an object", given: { tools: tool }, refused: "/tools" },
  { keeps: "messages.tools.type", when: "an item is a string", given: { tools: ["a"] }, refused: "/tools/0" },
  {
    keeps: "messages.tools.type",
    when: "no schema",
    given: { tools: [{ name: "get_weather" }] },
    refused: "/tools/0/input_schema"
  },
  {
    keeps: "messages.search.sent",
    when: "alone",
    given: { tools: [search] },
    to: to(
      sends({ "/tools": absent, "/web_search_options": {} }, "approximated /tools/0"),
      sends({ "/tools": [{ googleSearch: {} }] }, "approximated /tools/0")
    )
  },
  ...([1, 2, 10, 11] as const).map((max_uses) => ({
    keeps: "messages.search.recommended" as const,
    when: `max_uses ${max_uses}`,
    given: { tools: [{ ...search, max_uses }] },
    models: { messages: "claude-sonnet-4-5" }
  })),
  {
    keeps: "messages.search.sent",
    when: "near a place",
    given: {
      tools: [{ ...search, user_location: { type: "approximate", timezone: "Europe/Zurich", city: "Bern" } }]
    },
    models: { messages: "claude-sonnet-4-5" }
  }
]

const choices: readonly Case<PromiseId>[] = [
  ...(
    [
      [{ type: "auto" }, "auto", { mode: "AUTO" }],
      [{ type: "any" }, "required", { mode: "ANY" }],
      [{ type: "none" }, "none", { mode: "NONE" }],
      [
        { type: "tool", name: "get_weather" },
        { type: "function", function: { name: "get_weather" } },
        { mode: "ANY", allowedFunctionNames: ["get_weather"] }
      ]
    ] as const
  ).map(([tool_choice, chat, functionCallingConfig]) => ({
    keeps: "messages.tool-choice.sent" as const,
    when: tool_choice.type,
    given: { tools: [tool], tool_choice },
    to: to(sends({ "/tool_choice": chat }), sends({ "/toolConfig": { functionCallingConfig } }))
  })),
  {
    keeps: "messages.tool-choice.default",
    when: "left out",
    given: { tools: [tool] },
    to: to(sends({ "/tool_choice": absent }), sends({ "/toolConfig": absent }))
  },
  {
    keeps: "messages.tool-choice.parallel",
    when: "auto, one call at a time",
    given: { tools: [tool], tool_choice: { type: "auto", disable_parallel_tool_use: true } },
    to: to(
      sends({ "/tool_choice": "auto", "/parallel_tool_calls": false }),
      sends({ "/toolConfig/functionCallingConfig/mode": "AUTO" }, "dropped /tool_choice/disable_parallel_tool_use")
    )
  },
  ...(["auto", 5, []] as const).map((tool_choice) => ({
    keeps: "messages.tool-choice.type" as const,
    when: JSON.stringify(tool_choice),
    given: { tools: [tool], tool_choice },
    refused: "/tool_choice"
  })),
  {
    keeps: "messages.tool-choice.type",
    when: "a tool without its name",
    given: { tools: [tool], tool_choice: { type: "tool" } },
    refused: "/tool_choice/name"
  },
  {
    keeps: "messages.tool-choice.type",
    when: "disable_parallel_tool_use is a string",
    given: { tools: [tool], tool_choice: { type: "auto", disable_parallel_tool_use: "yes" } },
    refused: "/tool_choice/disable_parallel_tool_use"
  }
]

const answers: readonly Case<PromiseId>[] = [
  {
    keeps: "messages.answer.members",
    when: "a text",
    given: {},
    to: to(sends({}), sends({})),
    answer: {
      "/type": "message",
      "/role": "assistant",
      "/content/0/type": "text",
      "/content/0/text": "Hello",
      "/content/1": absent,
      "/stop_reason": "end_turn",
      "/stop_sequence": null,
      "/usage/input_tokens": 5,
      "/usage/output_tokens": 7
    }
  },
  {
    keeps: "messages.answer.thinking",
    when: "a thought",
    given: {},
    said: { thought: "Let me see.", text: "Hello" },
    to: to(sends({}), sends({})),
    answer: {
      "/content/0/type": "thinking",
      "/content/0/thinking": "Let me see.",
      "/content/1/type": "text",
      "/content/1/text": "Hello"
    }
  }
]

/** The rows of `POST /v1/messages` of what is said, by whom, and with which tools. */
export const messagesConversation: Table<PromiseId> = {
  ...messages,
  name: "POST /v1/messages, the conversation",
  cases: [...who, ...blocks, ...tools, ...choices, ...answers]
}
