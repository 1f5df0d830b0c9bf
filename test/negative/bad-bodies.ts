/** A body that is refused before any upstream is called, and the member that the refusal names. */
export interface BadBody {
  readonly name: string
  readonly body: unknown
  /** A JSON pointer; `""` for the body as a whole. */
  readonly pointer: string
  /** A word of the message, where the member that is meant is missing. */
  readonly word?: string
}

const hello = [{ role: "user", content: "Hello" }]
const bytes = (...codes: number[]): Uint8Array => new Uint8Array(codes)
const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth)
const keys = (count: number): string => Array.from({ length: count }, (_, at) => `"k${at}":0`).join(",")

/** What no endpoint of chat reads, whatever its format; `rest` makes a body of it that is sound otherwise. */
const anywhere = (rest: string): readonly BadBody[] => [
  { name: "nothing", body: "", pointer: "" },
  { name: "half an object", body: '{"model":', pointer: "" },
  { name: "two objects", body: `{${rest}}{${rest}}`, pointer: "" },
  { name: "a trailing comma", body: `{${rest},}`, pointer: "" },
  { name: "NaN", body: `{${rest},"temperature":NaN}`, pointer: "" },
  { name: "an array", body: "[]", pointer: "" },
  { name: "a string", body: '"hello"', pointer: "" },
  { name: "null", body: "null", pointer: "" },
  { name: "a byte order mark", body: bytes(0xef, 0xbb, 0xbf, 0x7b, 0x7d), pointer: "" },
  { name: "bytes that are not UTF-8", body: bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), pointer: "" },
  { name: "100,000 levels", body: `{${rest},"x":${nested(100_000)}}`, pointer: "" },
  { name: "100,000 levels that never close", body: `{${rest},"x":${"[".repeat(100_000)}`, pointer: "" },
  { name: "a million keys", body: `{${rest},"x":{${keys(1_000_000)}}}`, pointer: "" },
  { name: "the model twice", body: `{${rest},"model":"gpt-4o"}`, pointer: "/model" },
  { name: "the messages twice", body: `{${rest},"messages":[]}`, pointer: "/messages" },
  { name: "a duplicate name in other spelling", body: `{${rest},"\\u006dodel":"x"}`, pointer: "/model" }
]

const typed = (model: string, more: Readonly<Record<string, unknown>>): readonly BadBody[] => {
  const sound = { model, messages: hello, ...more }
  const bad = (name: string, change: Readonly<Record<string, unknown>>, pointer: string, word?: string): BadBody => ({
    name,
    body: { ...sound, ...change },
    pointer,
    ...(word === undefined ? {} : { word })
  })
  return [
    bad("no model", { model: undefined }, "/model", "model"),
    bad("a model that is a number", { model: 4 }, "/model"),
    bad("no messages", { messages: undefined }, "/messages", "messages"),
    bad("messages that are null", { messages: null }, "/messages", "messages"),
    bad("empty messages", { messages: [] }, "/messages"),
    bad("messages that are an object", { messages: { role: "user" } }, "/messages"),
    bad("a message that is a string", { messages: ["Hello"] }, "/messages/0"),
    bad("a message without a role", { messages: [{ content: "Hello" }] }, "/messages/0/role", "role"),
    bad("a role that is a number", { messages: [{ role: 1, content: "Hello" }] }, "/messages/0/role"),
    bad("a role of no format", { messages: [{ role: "narrator", content: "Hello" }] }, "/messages/0/role"),
    bad("content that is a number", { messages: [{ role: "user", content: 7 }] }, "/messages/0/content"),
    bad("content that is an object", { messages: [{ role: "user", content: {} }] }, "/messages/0/content"),
    bad("a part that is a string", { messages: [{ role: "user", content: ["Hello"] }] }, "/messages/0/content/0"),
    bad("a user's message without content", { messages: [{ role: "user" }] }, "/messages/0/content", "content"),
    bad("a temperature that is a string", { temperature: "1" }, "/temperature"),
    bad("a temperature above all", { temperature: 2.1 }, "/temperature"),
    bad("a temperature below zero", { temperature: -0.1 }, "/temperature"),
    bad("a top_p above one", { top_p: 1.01 }, "/top_p"),
    bad("max_tokens that is a string", { max_tokens: "10" }, "/max_tokens"),
    bad("max_tokens that is no integer", { max_tokens: 1.5 }, "/max_tokens"),
    bad("max_tokens beyond what a double holds", { max_tokens: 2 ** 60 }, "/max_tokens"),
    bad("stream that is a string", { stream: "true" }, "/stream"),
    bad("tools that are an object", { tools: {} }, "/tools"),
    bad("a tool choice that is a number", { tool_choice: 1 }, "/tool_choice")
  ]
}

/** Bodies that chat completions refuses. */
export const badChat = (model: string): readonly BadBody[] => [
  ...anywhere(`"model":"${model}","messages":[{"role":"user","content":"Hello"}]`),
  ...typed(model, {}),
  {
    name: "a response format that is a string",
    body: { model, messages: hello, response_format: "json" },
    pointer: "/response_format"
  },
  {
    name: "an image without data",
    body: {
      model,
      messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64," } }] }]
    },
    pointer: "/messages/0/content/0/image_url/url"
  },
  {
    name: "tool calls that are an object",
    body: { model, messages: [...hello, { role: "assistant", tool_calls: {} }] },
    pointer: "/messages/1/tool_calls"
  },
  {
    name: "a call whose id is a number",
    body: { model, messages: [...hello, { role: "assistant", tool_calls: [{ id: 7, type: "function" }] }] },
    pointer: "/messages/1/tool_calls/0/id"
  },
  {
    name: "a result without the id of its call",
    body: { model, messages: [...hello, { role: "tool", content: "x" }] },
    pointer: "/messages/1/tool_call_id",
    word: "tool_call_id"
  },
  {
    name: "an effort that is a number",
    body: { model, messages: hello, reasoning_effort: 3 },
    pointer: "/reasoning_effort"
  }
]

/** Bodies that messages refuses. */
export const badMessages = (model: string): readonly BadBody[] => {
  const sound = { model, max_tokens: 4096, messages: hello }
  return [
    ...anywhere(`"model":"${model}","max_tokens":9,"messages":[{"role":"user","content":"Hello"}]`),
    ...typed(model, { max_tokens: 4096 }),
    { name: "no max_tokens", body: { model, messages: hello }, pointer: "/max_tokens", word: "max_tokens" },
    { name: "max_tokens of zero", body: { ...sound, max_tokens: 0 }, pointer: "/max_tokens" },
    {
      name: "an image without data",
      body: {
        ...sound,
        messages: [
          {
            role: "user",
            content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "" } }]
          }
        ]
      },
      pointer: "/messages/0/content/0/source/data"
    },
    {
      name: "a result that is a number",
      body: {
        ...sound,
        messages: [
          ...hello,
          { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: 7 }] }
        ]
      },
      pointer: "/messages/2/content/0/content"
    },
    {
      name: "a call whose id is a number",
      body: {
        ...sound,
        messages: [...hello, { role: "assistant", content: [{ type: "tool_use", id: 7, name: "f", input: {} }] }]
      },
      pointer: "/messages/1/content/0/id"
    },
    {
      name: "a block without a type",
      body: { ...sound, messages: [{ role: "user", content: [{ text: "x" }] }] },
      pointer: "/messages/0/content/0/type",
      word: "type"
    },
    {
      name: "a budget of 1024",
      body: { ...sound, thinking: { type: "enabled", budget_tokens: 1024 } },
      pointer: "/thinking/budget_tokens"
    },
    {
      name: "thinking without a budget",
      body: { ...sound, thinking: { type: "enabled" } },
      pointer: "/thinking/budget_tokens",
      word: "budget_tokens"
    },
    { name: "a stop sequence that is a number", body: { ...sound, stop_sequences: [1] }, pointer: "/stop_sequences/0" },
    {
      name: "a tool without a schema",
      body: { ...sound, tools: [{ name: "x" }] },
      pointer: "/tools/0/input_schema",
      word: "input_schema"
    },
    { name: "a system prompt that is a number", body: { ...sound, system: 1 }, pointer: "/system" }
  ]
}
