import { type Alias, request, response, type Spelt, type Spellings, words } from "./spelt.ts"

/** All differences, besides the order of members, between a body and what the format writes of it again. */
export const aliases: readonly Alias[] = [
  { of: "request", read: "content: [{type: text, text}] of one plain text", written: "content: text" },
  { of: "request", read: "content absent or [] in an assistant message", written: "content: null" },
  { of: "request", read: "stop: text", written: "stop: [text]" },
  { of: "request", read: "tool without type", written: "type: function" },
  { of: "request", read: "tool_choice: any", written: "tool_choice: required" },
  { of: "request", read: "tool_choice: {type: auto | none | required}", written: "tool_choice: text" },
  { of: "request", read: "allowed_tools without mode", written: "mode: auto" },
  { of: "request", read: "image_url: text", written: "image_url: {url}" },
  { of: "request", read: "video_url: text", written: "video_url: {url}" },
  { of: "request", read: "document_url: text", written: "file: {file_data}" },
  { of: "request", read: "input_audio: text", written: "input_audio: {data}" },
  { of: "request", read: "tool_calls: [] of a message", written: "absent" },
  { of: "request", read: "tool_calls[].index", written: "absent" },
  { of: "response", read: "arguments: {…}", written: "arguments: text" },
  { of: "request", read: "parameters.X of a known X", written: "X" },
  { of: "request", read: "extra_body.<any native name>", written: "extra_body.<the first native name>" },
  {
    of: "request",
    read: "<native name>.{tools, cached_content} on the top level",
    written: "extra_body.<native name>"
  },
  {
    of: "request",
    read: "<native name>.tool_config.function_calling_config",
    written: "tool_choice"
  },
  { of: "request", read: "<native name>.{imageConfig, safetySettings}", written: "image_config, safety_settings" },
  { of: "request", read: "image_config.<members in camel case>", written: "in snake case" },
  { of: "request", read: "several tools in one item of extra_body.<native>.tools", written: "one tool an item" },
  { of: "request", read: "json_schema without schema", written: "schema: {}" },
  { of: "request", read: "schema beside type: json_object | json_schema", written: "json_schema: {schema}" },
  { of: "request", read: "json_schema without name", written: "name: answer" },
  { of: "request", read: "prediction.content: [one plain text]", written: "content: text" },
  { of: "request", read: "prompt_cache_breakpoint.mode", written: "mode: explicit" },
  { of: "request", read: "…_thinking_to_content", written: "absent" },
  { of: "request", read: "enable_thinking: true without stream", written: "enable_thinking: false" },
  { of: "response", read: "refusal, logprobs absent", written: "null" },
  { of: "response", read: "annotations: [], tool_calls: []", written: "absent" },
  { of: "response", read: "reasoning", written: "reasoning_content" },
  { of: "response", read: "content: [{type: text, text}]", written: "content: text" },
  { of: "response", read: 'arguments: ""', written: "arguments: {}" },
  {
    of: "response",
    read: "prompt_cache_hit_tokens, cached_tokens, cache_read_input_tokens",
    written: "prompt_tokens_details.cached_tokens"
  },
  { of: "response", read: "cache_creation_input_tokens", written: "prompt_tokens_details.cache_write_tokens" },
  { of: "response", read: "choices[].usage", written: "usage" },
  { of: "response", read: "completion_tokens without reasoning", written: "completion_tokens with it" },
  { of: "stream", read: "tool_calls[] without index", written: "index" },
  { of: "stream", read: 'content: ""', written: "absent" }
]

const ask = (more: object, messages: readonly object[] = [{ role: "user", content: "q" }]): object => ({
  model: "m",
  messages,
  ...more
})

/** Members of a request in two spellings. */
const member = (read: object, written: object): Spelt => request(ask(read), ask(written))

/** A message in two spellings, behind a question and before another. */
const message = (read: object, written: object): Spelt => request(talk(read), talk(written))
const talk = (...between: readonly object[]): object =>
  ask({}, [{ role: "user", content: "q" }, ...between, { role: "user", content: "and?" }])

/** A part of a user's message in two spellings. */
const part = (read: object, written: object): Spelt =>
  request(ask({}, [{ role: "user", content: [read] }]), ask({}, [{ role: "user", content: [written] }]))

const call = (more: object = {}): object => ({
  id: "c1",
  type: "function",
  function: { name: "f", arguments: "{}" },
  ...more
})

const tools = [{ type: "function", function: { name: "f", parameters: { type: "object" } } }]

const answer = (choice: object, message: object = {}, more: object = {}): object => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "a", refusal: null, ...message },
      logprobs: null,
      finish_reason: "stop",
      ...choice
    }
  ],
  ...more
})

const usage = (details: object, more: object = {}): object =>
  answer({}, {}, { usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14, ...details, ...more } })

const chunk = (delta: object, finish: string | null = null): object => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta, finish_reason: finish }]
})

const streamed = (read: readonly object[], written: readonly object[]): Spelt => ({
  kind: "stream",
  read: [...read, "[DONE]"],
  written: [...written, "[DONE]"]
})

/** Settings that some clients put below `parameters`. */
const hoisted = [
  { temperature: 0.5 },
  { top_p: 0.5 },
  { top_k: 4 },
  { seed: 0 },
  { n: 2 },
  { max_tokens: 7 },
  { reasoning_effort: "low" },
  { thinking: { type: "enabled", budget_tokens: 2000 } },
  { tools: [{ type: "function", function: { name: "f" } }], tool_choice: "required" },
  { stop: ["END"] },
  { presence_penalty: 0 },
  { frequency_penalty: 1 },
  { response_format: { type: "json_object" } }
] as const

const requests: Spellings = {
  "content: [{type: text, text}] of one plain text": (c) => {
    const role = c.pick(["user", "system", "developer"])
    const text = words(c)
    return message({ role, content: [{ type: "text", text }] }, { role, content: text })
  },
  "content absent or [] in an assistant message": (c) => {
    const said = c.pick([
      { role: "assistant", refusal: "no" },
      { role: "assistant", tool_calls: [call()] }
    ])
    const answers = "refusal" in said ? [] : [{ role: "tool", tool_call_id: "c1", content: words(c) }]
    const spelled = c.pick([{}, { content: [] }])
    return request(talk({ ...said, ...spelled }, ...answers), talk({ ...said, content: null }, ...answers))
  },
  "stop: text": (c) => {
    const stop = words(c)
    return member({ stop }, { stop: [stop] })
  },
  "tool without type": () => member({ tools: tools.map((tool) => ({ function: tool.function })) }, { tools }),
  "tool_choice: any": () => member({ tools, tool_choice: "any" }, { tools, tool_choice: "required" }),
  "tool_choice: {type: auto | none | required}": (c) => {
    const type = c.pick(["auto", "none", "required"])
    return member({ tools, tool_choice: { type } }, { tools, tool_choice: type })
  },
  "allowed_tools without mode": () => {
    const allowed = { tools: [{ type: "function", function: { name: "f" } }] }
    const choice = (allowed_tools: object): object => ({ tools, tool_choice: { type: "allowed_tools", allowed_tools } })
    return member(choice(allowed), choice({ mode: "auto", ...allowed }))
  },
  "image_url: text": () =>
    part({ type: "image_url", image_url: "https://e.x/a" }, { type: "image_url", image_url: { url: "https://e.x/a" } }),
  "video_url: text": () =>
    part({ type: "video_url", video_url: "https://e.x/a" }, { type: "video_url", video_url: { url: "https://e.x/a" } }),
  "document_url: text": () =>
    part(
      { type: "document_url", document_url: "https://e.x/a" },
      { type: "file", file: { file_data: "https://e.x/a" } }
    ),
  "input_audio: text": () =>
    part({ type: "input_audio", input_audio: "aGk=" }, { type: "input_audio", input_audio: { data: "aGk=" } }),
  "tool_calls: [] of a message": (c) => {
    const said = { role: "assistant", content: words(c) }
    return message({ ...said, tool_calls: [] }, said)
  },
  "tool_calls[].index": () => {
    const made = (more: object): object =>
      talk(
        { role: "assistant", content: null, tool_calls: [call(more)] },
        { role: "tool", tool_call_id: "c1", content: "a" }
      )
    return request(made({ index: 0 }), made({}))
  },
  "parameters.X of a known X": (c) => {
    const setting = hoisted[c.below(hoisted.length)] ?? hoisted[0]
    return member({ parameters: setting }, setting)
  },
  "extra_body.<any native name>": () => {
    const of = { cached_content: "cachedContents/1" }
    return member({ extra_body: { native: of } }, { extra_body: { google: of } })
  },
  "<native name>.{tools, cached_content} on the top level": (c) => {
    const of = c.pick<object>([{ tools: [{ googleSearch: {} }] }, { cached_content: "cachedContents/1" }])
    return member({ [c.pick(["google", "native"])]: of }, { extra_body: { google: of } })
  },
  "<native name>.tool_config.function_calling_config": () => {
    const tool_config = { function_calling_config: { mode: "ANY" } }
    return member({ tools, extra_body: { google: { tool_config } } }, { tools, tool_choice: "required" })
  },
  "<native name>.{imageConfig, safetySettings}": (c) => {
    const image = { aspect_ratio: "1:1" }
    const safety = [{ category: "HARM_CATEGORY_HATE_SPEECH", threshold: "BLOCK_NONE" }]
    const [read, written] = c.pick<readonly [object, object]>([
      [{ imageConfig: image }, { image_config: image }],
      [{ safetySettings: safety }, { safety_settings: safety }]
    ])
    return member({ extra_body: { google: read } }, { extra_body: { google: written } })
  },
  "image_config.<members in camel case>": () =>
    member(
      { extra_body: { google: { image_config: { aspectRatio: "1:1" } } } },
      { extra_body: { google: { image_config: { aspect_ratio: "1:1" } } } }
    ),
  "several tools in one item of extra_body.<native>.tools": () =>
    member(
      { extra_body: { google: { tools: [{ googleSearch: {}, codeExecution: {} }] } } },
      { extra_body: { google: { tools: [{ googleSearch: {} }, { codeExecution: {} }] } } }
    ),
  "json_schema without schema": () => {
    const form = (json_schema: object): object => ({ response_format: { type: "json_schema", json_schema } })
    return member(form({ name: "n" }), form({ name: "n", schema: {} }))
  },
  "schema beside type: json_object | json_schema": (c) => {
    const schema = { type: "object" }
    const written = { type: "json_schema", json_schema: { schema } }
    const read = { type: c.pick(["json_object", "json_schema"]), schema }
    return member({ response_format: read }, { response_format: written })
  },
  "json_schema without name": () => {
    const form = (json_schema: object): object => ({ response_format: { type: "json_schema", json_schema } })
    return member(form({ schema: {} }), form({ name: "answer", schema: {} }))
  },
  "prediction.content: [one plain text]": (c) => {
    const text = words(c)
    const predicted = (content: unknown): object => ({ prediction: { type: "content", content } })
    return member(predicted([{ type: "text", text }]), predicted(text))
  },
  "prompt_cache_breakpoint.mode": () =>
    part(
      { type: "text", text: "t", prompt_cache_breakpoint: {} },
      { type: "text", text: "t", prompt_cache_breakpoint: { mode: "explicit" } }
    ),
  "…_thinking_to_content": (c) =>
    member({ [c.pick(["thinking_to_content", "gateway_thinking_to_content"])]: true }, {}),
  "enable_thinking: true without stream": () => member({ enable_thinking: true }, { enable_thinking: false })
}

const responses: Spellings = {
  "refusal, logprobs absent": (c) =>
    response(c.chance(50) ? answer({}, { refusal: undefined }) : answer({ logprobs: undefined }), answer({})),
  "annotations: [], tool_calls: []": (c) =>
    response(answer({}, c.pick<object>([{ annotations: [] }, { tool_calls: [] }])), answer({})),
  reasoning: (c) => {
    const text = words(c)
    return response(answer({}, { reasoning: text }), answer({}, { reasoning_content: text }))
  },
  "content: [{type: text, text}]": (c) => {
    const text = words(c)
    return response(answer({}, { content: [{ type: "text", text }] }), answer({}, { content: text }))
  },
  'arguments: ""': () => {
    const made = (read: string): object =>
      answer(
        { finish_reason: "tool_calls" },
        { content: null, tool_calls: [call({ function: { name: "f", arguments: read } })] }
      )
    return response(made(""), made("{}"))
  },
  "arguments: {…}": (c) => {
    const args = { city: words(c) }
    const made = (read: unknown): object =>
      answer(
        { finish_reason: "tool_calls" },
        { content: null, tool_calls: [call({ function: { name: "f", arguments: read } })] }
      )
    return response(made(args), made(JSON.stringify(args)))
  },
  "prompt_cache_hit_tokens, cached_tokens, cache_read_input_tokens": (c) =>
    response(
      usage({ [c.pick(["prompt_cache_hit_tokens", "cached_tokens", "cache_read_input_tokens"])]: 4 }),
      usage({ prompt_tokens_details: { cached_tokens: 4 } })
    ),
  cache_creation_input_tokens: () =>
    response(usage({ cache_creation_input_tokens: 4 }), usage({ prompt_tokens_details: { cache_write_tokens: 4 } })),
  "choices[].usage": () => {
    const counts = { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 }
    return response(answer({ usage: counts }), answer({}, {}, { usage: counts }))
  },
  "completion_tokens without reasoning": () => {
    const details = { completion_tokens_details: { reasoning_tokens: 3 } }
    return response(
      usage({ ...details, completion_tokens: 5, total_tokens: 17 }),
      usage({ ...details, completion_tokens: 8, total_tokens: 17 })
    )
  }
}

const streams: Spellings = {
  "tool_calls[] without index": () => {
    const made = (more: object): readonly object[] => [
      chunk({
        role: "assistant",
        tool_calls: [{ ...more, id: "c1", type: "function", function: { name: "f", arguments: "" } }]
      }),
      chunk({ tool_calls: [{ ...more, function: { arguments: "{}" } }] }),
      chunk({}, "tool_calls")
    ]
    return streamed(made({}), made({ index: 0 }))
  },
  'content: ""': (c) => {
    const text = words(c)
    return streamed(
      [chunk({ role: "assistant", content: "" }), chunk({ content: text }), chunk({ content: "" }, "stop")],
      [chunk({ role: "assistant" }), chunk({ content: text }), chunk({}, "stop")]
    )
  }
}

/** Each alias of the format, in bodies that are made at random. */
export const spellings: Spellings = { ...requests, ...responses, ...streams }
