/** A sound body that says every field of an endpoint's table, and what is to be known of its values. */
export interface FullBody {
  readonly path: string
  /** Models whose upstreams speak the endpoint's own format, and another one. */
  readonly models: readonly [own: string, other: string]
  readonly body: (model: string) => Json
  /** Members that must be there, by pointer. */
  readonly required: readonly string[]
  /** The same of members of which one of several must be there: it is the object around them that lacks it. */
  readonly oneOfSeveral: readonly string[]
  /** Numbers that must be integers, by pointer. */
  readonly integers: readonly string[]
  /** Values that may be of other types too, by pointer; a star stands for all that is below. */
  readonly free: Readonly<Record<string, readonly Type[]>>
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export type Type = "string" | "number" | "boolean" | "array" | "object"

export const types: readonly Type[] = ["string", "number", "boolean", "array", "object"]

const schema = { type: "object", properties: { city: { type: "string" } } }
const mark = { type: "ephemeral" }
const png = "iVBORw0KGgo="

const chat: FullBody = {
  path: "/v1/chat/completions",
  models: ["plain-chat", "claude-sonnet-4-5"],
  body: (model) => ({
    model,
    messages: [
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "What is the weather here?" },
          { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } }
        ]
      },
      {
        role: "assistant",
        content: "Let me see.",
        tool_calls: [{ id: "call_1", type: "function", function: { name: "get_weather", arguments: "{}" } }]
      },
      { role: "tool", tool_call_id: "call_1", content: "Sunny." }
    ],
    temperature: 0.5,
    stream: false,
    max_tokens: 4096,
    top_p: 0.9,
    tools: [{ type: "function", function: { name: "get_weather", description: "Tells it.", parameters: schema } }],
    tool_choice: "auto",
    response_format: { type: "json_schema", json_schema: { name: "weather", schema } },
    thinking: { type: "disabled" },
    enable_thinking: false,
    gateway_thinking_to_content: false,
    parameters: {
      incremental_output: true,
      enable_search: false,
      search_options: { region: "CH", recency_days: 7 },
      asr_options: { language: "de" }
    },
    extra_body: {
      native: { thinking_config: { thinking_budget: 2048, include_thoughts: true }, tools: [{ webSearch: {} }] }
    },
    generationConfig: { thinkingConfig: { thinkingLevel: "LOW" } },
    reasoning_effort: "low"
  }),
  required: [
    "/model",
    "/messages",
    "/messages/0/role",
    "/messages/0/content",
    "/messages/1/content",
    "/messages/1/content/0/type",
    "/messages/1/content/0/text",
    "/messages/1/content/1/image_url",
    "/messages/1/content/1/image_url/url",
    "/messages/2/tool_calls/0/id",
    "/messages/2/tool_calls/0/function",
    "/messages/2/tool_calls/0/function/name",
    "/messages/3/tool_call_id",
    "/messages/3/content",
    "/tools/0/function",
    "/tools/0/function/name",
    "/response_format/type",
    "/response_format/json_schema"
  ],
  oneOfSeveral: [],
  integers: [
    "/max_tokens",
    "/parameters/search_options/recency_days",
    "/extra_body/native/thinking_config/thinking_budget"
  ],
  free: {
    "/messages/0/content": ["array"],
    "/messages/1/content": ["string"],
    "/messages/1/content/1/image_url": ["string"],
    "/messages/2/content": ["array"],
    "/messages/3/content": ["array"],
    "/tools/0/function/parameters/*": types,
    "/response_format/json_schema/schema/*": types
  }
}

const messages: FullBody = {
  path: "/v1/messages",
  models: ["claude-sonnet-4-5", "plain-chat"],
  body: (model) => ({
    model,
    max_tokens: 4096,
    system: [{ type: "text", text: "Be brief.", cache_control: mark }],
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "What is the weather here?", cache_control: { type: "persistent" } },
          { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
          { type: "image", source: { type: "url", url: "https://example.com/a.png" } }
        ]
      },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "toolu_1", name: "get_weather", input: { city: "Bern" } }]
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "Sunny." }] }
    ],
    temperature: 1,
    top_p: 1,
    top_k: 40,
    stream: false,
    stop_sequences: ["END"],
    tools: [
      { name: "get_weather", description: "Tells it.", input_schema: schema },
      {
        type: "web_search_20250305",
        name: "web_search",
        max_uses: 5,
        user_location: {
          type: "approximate",
          timezone: "Europe/Zurich",
          country: "CH",
          region: "Bern",
          city: "Bern"
        }
      }
    ],
    tool_choice: { type: "auto", disable_parallel_tool_use: true },
    thinking: { type: "enabled", budget_tokens: 2048 },
    metadata: { user_id: "u-1" },
    mcp_servers: [{ type: "url", name: "docs", url: "https://example.com/mcp" }],
    context_management: {},
    cache_control: mark
  }),
  required: [
    "/model",
    "/max_tokens",
    "/messages",
    "/system/0/type",
    "/system/0/text",
    "/messages/0/role",
    "/messages/0/content",
    "/messages/0/content/0/type",
    "/messages/0/content/0/text",
    "/messages/0/content/1/source",
    "/messages/0/content/1/source/type",
    "/messages/0/content/1/source/media_type",
    "/messages/0/content/1/source/data",
    "/messages/0/content/2/source/url",
    "/messages/1/content/0/id",
    "/messages/1/content/0/name",
    "/messages/2/content/0/tool_use_id",
    "/tools/0/name",
    "/tools/0/input_schema",
    "/tool_choice/type",
    "/thinking/type",
    "/thinking/budget_tokens"
  ],
  oneOfSeveral: [],
  integers: ["/max_tokens", "/top_k", "/tools/1/max_uses", "/thinking/budget_tokens"],
  free: {
    "/system": ["string"],
    "/messages/0/content": ["string"],
    "/messages/1/content": ["string"],
    "/messages/1/content/0/input": types,
    "/messages/1/content/0/input/*": types,
    "/messages/2/content": ["string"],
    "/messages/2/content/0/content": ["array"],
    "/tools/0/input_schema/*": types,
    "/mcp_servers/0/*": types
  }
}

const content: FullBody = {
  path: "/v1beta/models/{model}:generateContent",
  models: ["gemini-2.5-flash", "plain-chat"],
  body: (model) => ({
    contents: [
      {
        role: "user",
        parts: [
          { text: "What is the weather here?" },
          { inlineData: { mimeType: "image/png", data: png } },
          { fileData: { mimeType: "image/png", fileUri: "https://example.com/a.png" } }
        ]
      },
      { role: "model", parts: [{ functionCall: { id: "call-1", name: "get_weather", args: { city: "Bern" } } }] },
      {
        role: "user",
        parts: [{ functionResponse: { id: "call-1", name: "get_weather", response: { output: "Sunny." } } }]
      }
    ],
    generationConfig: {
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      maxOutputTokens: 4096,
      stopSequences: ["END"],
      responseMimeType: "text/plain",
      responseModalities: ["TEXT"],
      thinkingConfig: { includeThoughts: true, thinkingBudget: 2048, thinkingLevel: "LOW" },
      imageConfig: { aspectRatio: "1:1", imageSize: "1K", imageOutputOptions: { mimeType: "image/png" } }
    },
    systemInstruction: { parts: [{ text: "Be brief." }] },
    safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }],
    tools: [
      { functionDeclarations: [{ name: "get_weather", description: "Tells it.", parameters: schema }] },
      { webSearch: {} }
    ],
    toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["get_weather"] } },
    cachedContent: model === "plain-chat" ? null : "cachedContents/1"
  }),
  required: [
    "/contents",
    "/contents/0/parts",
    "/contents/0/parts/1/inlineData/mimeType",
    "/contents/0/parts/1/inlineData/data",
    "/contents/0/parts/2/fileData/fileUri",
    "/contents/1/parts/0/functionCall/name",
    "/contents/2/parts/0/functionResponse/name",
    "/tools/0/functionDeclarations/0/name"
  ],
  oneOfSeveral: ["/contents/0/parts/0/text"],
  integers: ["/generationConfig/maxOutputTokens", "/generationConfig/thinkingConfig/thinkingBudget"],
  free: {
    // one without its list is a list of one, as Google reads it
    "/tools": ["object"],
    "/safetySettings": ["object"],
    "/contents/0/parts": ["object"],
    "/contents/1/parts": ["object"],
    "/contents/2/parts": ["object"],
    "/systemInstruction/parts": ["object"],
    "/contents/1/parts/0/functionCall/args/*": types,
    "/contents/2/parts/0/functionResponse/response/*": types,
    "/tools/0/functionDeclarations/0/parameters/*": types
  }
}

/** The bodies of the chat endpoints. */
export const fullBodies: readonly FullBody[] = [chat, messages, content]
