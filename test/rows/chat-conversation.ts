import { chatCompletions } from "./chat-completions.ts"
import type { PromiseId } from "./promises.ts"
import { absent, type Case, sends, type Table } from "./row.ts"

const picture = { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } }
const weather = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false
}
const tool = {
  type: "function",
  function: { name: "get_weather", description: "Tells the weather.", parameters: weather }
}
const call = { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Bern"}' } }
const history = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "How is the weather in Bern?" },
  { role: "assistant", content: null, tool_calls: [call] },
  { role: "tool", tool_call_id: "call_1", content: "18 degrees" }
]

/** The first three messages, and another last one. */
const historyWith = (last: object): readonly object[] => [...history.slice(0, 3), last]

const who: readonly Case<PromiseId>[] = [
  { keeps: "chat.model.required", when: "left out", given: { model: undefined }, refused: "/model" },
  { keeps: "chat.model.required", when: "null", given: { model: null }, refused: "/model" },
  { keeps: "chat.model.type", when: "a number", given: { model: 5 }, refused: "/model" },
  { keeps: "chat.messages.required", when: "left out", given: { messages: undefined }, refused: "/messages" },
  { keeps: "chat.messages.required", when: "empty", given: { messages: [] }, refused: "/messages" },
  { keeps: "chat.messages.type", when: "a string", given: { messages: "Hello" }, refused: "/messages" },
  { keeps: "chat.messages.type", when: "an item is a string", given: { messages: ["Hello"] }, refused: "/messages/0" },
  {
    keeps: "chat.messages.type",
    when: "content is a number",
    given: { messages: [{ role: "user", content: 5 }] },
    refused: "/messages/0/content"
  },
  {
    keeps: "chat.messages.roles",
    when: "a role that is none of the four",
    given: { messages: [{ role: "robot", content: "Hello" }] },
    refused: "/messages/0/role"
  },
  {
    keeps: "chat.messages.roles",
    when: "no role",
    given: { messages: [{ content: "Hello" }] },
    refused: "/messages/0/role"
  },
  {
    keeps: "chat.messages.roles",
    when: "all four in one conversation",
    given: { messages: history, tools: [tool] },
    to: {
      messages: sends({
        "/system": [{ type: "text", text: "Be brief." }],
        "/messages/0": { role: "user", content: [{ type: "text", text: "How is the weather in Bern?" }] },
        "/messages/1/role": "assistant",
        "/messages/1/content/0": { type: "tool_use", id: "call_1", name: "get_weather", input: { city: "Bern" } },
        "/messages/2/role": "user",
        "/messages/2/content/0": {
          type: "tool_result",
          tool_use_id: "call_1",
          content: [{ type: "text", text: "18 degrees" }]
        }
      }),
      "generate-content": sends({
        "/systemInstruction/parts": [{ text: "Be brief." }],
        "/contents/0": { role: "user", parts: [{ text: "How is the weather in Bern?" }] },
        "/contents/1/role": "model",
        "/contents/1/parts/0/functionCall/name": "get_weather",
        "/contents/1/parts/0/functionCall/args": { city: "Bern" },
        "/contents/2/role": "user",
        "/contents/2/parts/0/functionResponse/name": "get_weather"
      })
    }
  },
  {
    keeps: "chat.messages.result-id",
    when: "a result without the id of its call",
    given: { messages: historyWith({ role: "tool", content: "18 degrees" }) },
    refused: "/messages/3/tool_call_id"
  },
  {
    keeps: "chat.messages.result-id",
    when: "a result of a call that nobody made",
    given: { messages: historyWith({ role: "tool", tool_call_id: "call_9", content: "18 degrees" }) },
    refused: "/messages/3/tool_call_id"
  },
  {
    keeps: "chat.messages.result-id",
    when: "a result without content",
    given: { messages: historyWith({ role: "tool", tool_call_id: "call_1" }) },
    refused: "/messages/3/content"
  },
  {
    keeps: "chat.messages.images",
    when: "text and an image",
    given: { messages: [{ role: "user", content: [{ type: "text", text: "What is this?" }, picture] }] },
    to: {
      messages: sends({
        "/messages/0/content": [
          { type: "text", text: "What is this?" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } }
        ]
      }),
      "generate-content": sends({
        "/contents/0/parts": [
          { text: "What is this?" },
          { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }
        ]
      })
    }
  }
]

const tools: readonly Case<PromiseId>[] = [
  {
    keeps: "chat.tools.sent",
    when: "a function",
    given: { tools: [tool] },
    to: {
      messages: sends({
        "/tools": [{ name: "get_weather", description: "Tells the weather.", input_schema: weather }],
        "/tool_choice": absent
      }),
      "generate-content": sends({
        "/tools/0/functionDeclarations/0/name": "get_weather",
        "/tools/0/functionDeclarations/0/description": "Tells the weather.",
        "/tools/0/functionDeclarations/0/parametersJsonSchema": weather,
        "/toolConfig": absent
      })
    }
  },
  { keeps: "chat.tools.type", when: "an object", given: { tools: tool }, refused: "/tools" },
  { keeps: "chat.tools.type", when: "an item is a string", given: { tools: ["get_weather"] }, refused: "/tools/0" },
  ...(
    [
      ["auto", { type: "auto" }, { mode: "AUTO" }],
      ["none", { type: "none" }, { mode: "NONE" }],
      ["required", { type: "any" }, { mode: "ANY" }]
    ] as const
  ).map(([tool_choice, choice, functionCallingConfig]) => ({
    keeps: "chat.tool-choice.sent" as const,
    when: tool_choice,
    given: { tools: [tool], tool_choice },
    to: {
      messages: sends({ "/tool_choice": choice }),
      "generate-content": sends({ "/toolConfig": { functionCallingConfig } })
    }
  })),
  {
    keeps: "chat.tool-choice.object",
    when: "one function",
    given: { tools: [tool], tool_choice: { type: "function", function: { name: "get_weather" } } },
    to: {
      messages: sends({ "/tool_choice": { type: "tool", name: "get_weather" } }),
      "generate-content": sends({
        "/toolConfig/functionCallingConfig": { mode: "ANY", allowedFunctionNames: ["get_weather"] }
      })
    }
  },
  ...([5, true, ["auto"]] as const).map((tool_choice) => ({
    keeps: "chat.tool-choice.type" as const,
    when: JSON.stringify(tool_choice),
    given: { tools: [tool], tool_choice },
    refused: "/tool_choice"
  })),
  {
    keeps: "chat.response-format.sent",
    when: "a schema",
    given: { response_format: { type: "json_schema", json_schema: { name: "weather", schema: weather } } },
    to: {
      messages: sends(
        { "/output_config/format": { type: "json_schema", schema: weather } },
        "dropped /response_format/json_schema/name"
      ),
      "generate-content": sends(
        {
          "/generationConfig/responseMimeType": "application/json",
          "/generationConfig/responseJsonSchema": weather
        },
        "dropped /response_format/json_schema/name"
      )
    }
  },
  ...(
    [
      ["and answers in the form", { id: "call_1", name: "json", input: { city: "Bern" } }],
      ["and calls a tool of the client's", { id: "call_2", name: "look", input: {} }]
    ] as const
  ).map(([when, call]): Case<PromiseId> => ({
    keeps: "chat.response-format.beside-tools",
    when,
    given: {
      tools: [{ type: "function", function: { name: "look" } }],
      response_format: { type: "json_schema", json_schema: { schema: weather } }
    },
    models: { messages: "claude-sonnet-4" },
    said: { call },
    to: {
      messages: sends(
        { "/tools/0/name": "look", "/tools/1/name": "json", "/tool_choice": { type: "any" } },
        "approximated /response_format"
      )
    },
    answer:
      call.name === "json"
        ? {
            "/choices/0/message/content": '{"city":"Bern"}',
            "/choices/0/message/tool_calls": absent,
            "/choices/0/finish_reason": "stop"
          }
        : {
            "/choices/0/message/content": null,
            "/choices/0/message/tool_calls/0/function/name": "look",
            "/choices/0/finish_reason": "tool_calls"
          }
  })),
  ...(["json", 5, []] as const).map((response_format) => ({
    keeps: "chat.response-format.type" as const,
    when: JSON.stringify(response_format),
    given: { response_format },
    refused: "/response_format"
  }))
]

/** The rows of `POST /v1/chat/completions` of what is said, by whom, and with which tools. */
export const chatConversation: Table<PromiseId> = {
  ...chatCompletions,
  name: "POST /v1/chat/completions, the conversation",
  cases: [...who, ...tools]
}
