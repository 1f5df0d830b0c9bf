import { generateContent } from "./generate-content.ts"
import type { PromiseId } from "./promises.ts"
import { absent, type Case, passes, type Reaches, sends, type Table } from "./row.ts"

const to = (chat: Reaches, messages: Reaches): NonNullable<Case["to"]> => ({ "chat-completions": chat, messages })

const weather = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
const declared = { name: "get_weather", description: "Tells the weather.", parametersJsonSchema: weather }
const tools = [{ functionDeclarations: [declared] }]
const says = (...parts: readonly unknown[]): object => ({ contents: [{ role: "user", parts }] })

const who: readonly Case<PromiseId>[] = [
  { keeps: "content.contents.required", when: "left out", given: { contents: undefined }, refused: "/contents" },
  { keeps: "content.contents.required", when: "empty", given: { contents: [] }, refused: "/contents" },
  { keeps: "content.contents.type", when: "a string", given: { contents: "Hello" }, refused: "/contents" },
  { keeps: "content.contents.type", when: "an item is a string", given: { contents: ["a"] }, refused: "/contents/0" },
  {
    keeps: "content.contents.type",
    when: "a part is a string",
    given: { ...says("Hello") },
    refused: "/contents/0/parts/0"
  },
  {
    keeps: "content.contents.type",
    when: "a text is a number",
    given: { ...says({ text: 5 }) },
    refused: "/contents/0/parts/0/text"
  },
  {
    keeps: "content.contents.roles",
    when: "a role that is neither",
    given: { contents: [{ role: "robot", parts: [{ text: "Hello" }] }] },
    refused: "/contents/0/role"
  },
  {
    keeps: "content.contents.roles",
    when: "user and model",
    given: {
      contents: [
        { role: "user", parts: [{ text: "Hello" }] },
        { role: "model", parts: [{ text: "Hi." }] },
        { role: "user", parts: [{ text: "How are you?" }] }
      ]
    },
    to: to(
      sends({
        "/messages/0": { role: "user", content: "Hello" },
        "/messages/1": { role: "assistant", content: "Hi." },
        "/messages/2": { role: "user", content: "How are you?" }
      }),
      sends({
        "/messages/0": { role: "user", content: [{ type: "text", text: "Hello" }] },
        "/messages/1": { role: "assistant", content: [{ type: "text", text: "Hi." }] },
        "/messages/2": { role: "user", content: [{ type: "text", text: "How are you?" }] }
      })
    )
  },
  {
    keeps: "content.system-instruction.sent",
    when: "a text",
    given: { systemInstruction: { parts: [{ text: "Be brief." }] } },
    to: to(
      sends({ "/messages/0": { role: "system", content: "Be brief." } }),
      sends({ "/system": [{ type: "text", text: "Be brief." }] })
    )
  },
  ...(["Be brief.", 5] as const).map((systemInstruction) => ({
    keeps: "content.system-instruction.type" as const,
    when: JSON.stringify(systemInstruction),
    given: { systemInstruction },
    refused: "/systemInstruction"
  }))
]

const call = { functionCall: { id: "call_1", name: "get_weather", args: { city: "Bern" } } }
const flow = [
  { role: "user", parts: [{ text: "How is the weather in Bern?" }] },
  { role: "model", parts: [call] },
  {
    role: "user",
    parts: [{ functionResponse: { id: "call_1", name: "get_weather", response: { output: "18 degrees" } } }]
  }
]

const parts: readonly Case<PromiseId>[] = [
  {
    keeps: "content.parts.inline-data",
    when: "an image",
    given: { ...says({ inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }) },
    to: to(
      sends({ "/messages/0/content/0/image_url/url": "data:image/png;base64,iVBORw0KGgo=" }),
      sends({
        "/messages/0/content/0/source": { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" }
      })
    )
  },
  {
    keeps: "content.parts.file-data",
    when: "an image at an address of anyone's",
    given: { ...says({ fileData: { mimeType: "image/png", fileUri: "https://example.com/a.png" } }) },
    to: to(
      sends(
        { "/messages/0/content/0/image_url/url": "https://example.com/a.png" },
        "dropped /contents/0/parts/0/fileData/mimeType"
      ),
      sends(
        { "/messages/0/content/0/source": { type: "url", url: "https://example.com/a.png" } },
        "dropped /contents/0/parts/0/fileData/mimeType"
      )
    )
  },
  {
    keeps: "content.parts.file-held",
    when: "a file that the vendor holds",
    given: {
      ...says({
        fileData: {
          mimeType: "image/png",
          fileUri: "https://generativelanguage.googleapis.com/v1beta/files/abc"
        }
      })
    },
    to: {
      "chat-completions": { kind: "refused", at: "/contents/0/parts/0/fileData/fileUri" },
      messages: { kind: "refused", at: "/contents/0/parts/0/fileData/fileUri" }
    }
  },
  {
    keeps: "content.parts.calls",
    when: "a call and its response",
    given: { contents: flow, tools },
    to: to(
      sends({
        "/messages/1/tool_calls/0/id": "call_1",
        "/messages/1/tool_calls/0/function": { name: "get_weather", arguments: '{"city":"Bern"}' },
        "/messages/2/role": "tool",
        "/messages/2/tool_call_id": "call_1"
      }),
      sends({
        "/messages/1/content/0": { type: "tool_use", id: "call_1", name: "get_weather", input: { city: "Bern" } },
        "/messages/2/content/0/type": "tool_result",
        "/messages/2/content/0/tool_use_id": "call_1"
      })
    )
  },
  {
    keeps: "content.parts.type",
    when: "bytes without data",
    given: { ...says({ inlineData: { mimeType: "image/png" } }) },
    refused: "/contents/0/parts/0/inlineData/data"
  },
  {
    keeps: "content.parts.type",
    when: "a call without a name",
    given: { ...says({ functionCall: { args: {} } }) },
    refused: "/contents/0/parts/0/functionCall/name"
  }
]

const searching: readonly Case<PromiseId>[] = [
  {
    keeps: "content.tools.functions",
    when: "a function",
    given: { tools },
    to: to(
      sends({
        "/tools/0": {
          type: "function",
          function: { name: "get_weather", description: "Tells the weather.", parameters: weather }
        }
      }),
      sends({ "/tools/0": { name: "get_weather", description: "Tells the weather.", input_schema: weather } })
    )
  },
  {
    keeps: "content.tools.search",
    when: "under the name of the tables",
    given: { tools: [{ webSearch: {} }] },
    models: {
      "chat-completions": "gpt-4o-search-preview",
      messages: "claude-sonnet-4-5",
      "generate-content": "gemini-2.5-flash"
    },
    to: {
      ...to(
        sends({ "/web_search_options": {} }, "approximated /tools/0/webSearch"),
        sends(
          { "/tools/0/type": "web_search_20250305", "/tools/0/name": "web_search" },
          "approximated /tools/0/webSearch"
        )
      ),
      "generate-content": passes([[/"webSearch": \{\}/, '"googleSearch":{}']], "approximated /tools/0/webSearch")
    }
  },
  {
    keeps: "content.tools.search",
    when: "under the vendor's name",
    given: { tools: [{ googleSearch: {} }] },
    models: { "generate-content": "gemini-2.5-flash" }
  },
  {
    keeps: "content.tools.both",
    when: "functions and search in one list",
    given: { tools: [...tools, { webSearch: {} }] },
    models: { "generate-content": "gemini-3-flash-preview" },
    to: {
      "generate-content": sends(
        {
          "/tools": [...tools, { googleSearch: {} }],
          "/toolConfig": { includeServerSideToolInvocations: true }
        },
        "approximated /tools/1/webSearch",
        "synthesised /tools"
      )
    }
  },
  { keeps: "content.tools.type", when: "a string", given: { tools: "none" }, refused: "/tools" },
  { keeps: "content.tools.type", when: "an item is a string", given: { tools: ["a"] }, refused: "/tools/0" },
  {
    keeps: "content.tools.type",
    when: "a function without a name",
    given: { tools: [{ functionDeclarations: [{ description: "Tells." }] }] },
    refused: "/tools/0/functionDeclarations/0/name"
  },
  ...(
    [
      [{ mode: "AUTO" }, "auto", { type: "auto" }],
      [{ mode: "ANY" }, "required", { type: "any" }],
      [{ mode: "NONE" }, "none", { type: "none" }]
    ] as const
  ).map(([functionCallingConfig, chat, choice]) => ({
    keeps: "content.tool-config.sent" as const,
    when: functionCallingConfig.mode,
    given: { tools, toolConfig: { functionCallingConfig } },
    to: to(sends({ "/tool_choice": chat }), sends({ "/tool_choice": choice }))
  })),
  {
    keeps: "content.tool-config.allowed",
    when: "one function alone",
    given: {
      tools,
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["get_weather"] } }
    },
    models: { "generate-content": "gemini-2.5-flash" }
  },
  ...(
    [
      ["a string", "AUTO", "/toolConfig"],
      ["its config is a string", { functionCallingConfig: "AUTO" }, "/toolConfig/functionCallingConfig"],
      ["a mode that is a number", { functionCallingConfig: { mode: 1 } }, "/toolConfig/functionCallingConfig/mode"],
      [
        "names that are one text",
        { functionCallingConfig: { mode: "ANY", allowedFunctionNames: "get_weather" } },
        "/toolConfig/functionCallingConfig/allowedFunctionNames"
      ]
    ] as const
  ).map(([when, toolConfig, refused]) => ({
    keeps: "content.tool-config.type" as const,
    when,
    given: { tools, toolConfig },
    refused
  }))
]

const answers: readonly Case<PromiseId>[] = [
  {
    keeps: "content.answer.members",
    when: "a text",
    given: {},
    models: { "chat-completions": "plain-chat", messages: "claude-sonnet-4-5" },
    to: to(sends({}), sends({})),
    answer: {
      "/candidates/0/content/role": "model",
      "/candidates/0/content/parts": [{ text: "Hello" }],
      "/candidates/0/finishReason": "STOP",
      "/candidates/0/index": 0,
      "/candidates/0/safetyRatings": [],
      "/usageMetadata/promptTokenCount": 5,
      "/usageMetadata/candidatesTokenCount": 7,
      "/usageMetadata/totalTokenCount": 12,
      "/usageMetadata/thoughtsTokenCount": absent,
      "/usageMetadata/cachedContentTokenCount": absent
    }
  },
  {
    keeps: "content.answer.calls",
    when: "a call",
    given: { tools },
    said: { call: { id: "call_7", name: "get_weather", input: { city: "Bern" } } },
    models: { "chat-completions": "plain-chat", messages: "claude-sonnet-4-5" },
    to: to(sends({}), sends({})),
    answer: {
      "/candidates/0/content/parts/0/functionCall/name": "get_weather",
      "/candidates/0/content/parts/0/functionCall/args": { city: "Bern" },
      "/candidates/0/finishReason": "STOP"
    }
  }
]

/** The rows of both verbs of what is said, by whom, and with which tools. */
export const generateContentConversation: Table<PromiseId> = {
  ...generateContent,
  name: "POST /v1beta/models/{model}:generateContent, the conversation",
  cases: [...who, ...parts, ...searching, ...answers]
}

/** The same rows at the verb that streams. */
export const streamGenerateContent: Table<PromiseId> = {
  ...generateContentConversation,
  name: "POST /v1beta/models/{model}:streamGenerateContent?alt=sse, the conversation",
  path: (model) => `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
  cases: [...who, ...parts, ...searching]
}
