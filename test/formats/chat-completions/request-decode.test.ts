import { describe, expect, it } from "vitest"
import { body, brief, decoded, expectBare, issuesOf, said } from "./given.ts"

const text = (value: string) => ({ type: "text", text: value })

describe("members of the top level", () => {
  const cases: readonly (readonly [name: string, members: object, fields: object])[] = [
    [
      "zero values",
      { temperature: 0, top_p: 0, seed: 0, presence_penalty: 0, frequency_penalty: 0 },
      { temperature: 0, topP: 0, seed: 0, presencePenalty: 0, frequencyPenalty: 0 }
    ],
    ["n", { n: 3 }, { candidates: 3 }],
    ["top_k", { top_k: 40 }, { topK: 40 }],
    ["max_tokens", { max_tokens: 7 }, { maxTokens: 7 }],
    ["max_completion_tokens wins", { max_tokens: 7, max_completion_tokens: 9 }, { maxTokens: 9 }],
    ["stop as text", { stop: "END" }, { stop: ["END"] }],
    ["stop as items", { stop: ["a", ""] }, { stop: ["a", ""] }],
    ["empty stop", { stop: [] }, { stop: [] }],
    ["logprobs", { logprobs: false, top_logprobs: 0 }, { logprobs: false, topLogprobs: 0 }],
    ["logit_bias", { logit_bias: { "50256": -100 } }, { logitBias: '{"50256":-100}' }],
    ["verbosity", { verbosity: "low" }, { verbosity: "low" }],
    ["modalities", { modalities: ["text", "audio"] }, { modalities: ["text", "audio"] }],
    ["audio", { audio: { voice: "ash", format: "wav" } }, { audio: { voice: '"ash"', format: "wav" } }],
    ["service_tier", { service_tier: "flex" }, { tier: "flex" }],
    ["metadata", { metadata: { a: "1" } }, { metadata: '{"a":"1"}' }],
    ["user", { user: "u" }, { user: "u" }],
    ["safety_identifier wins", { user: "u", safety_identifier: "s" }, { user: "s" }],
    [
      "prompt cache",
      { prompt_cache_key: "k", prompt_cache_retention: "24h", prompt_cache_options: { mode: "explicit", ttl: "30m" } },
      { autoCache: { key: "k", retain: "24h", mode: "explicit", ttl: "30m" } }
    ],
    ["prediction", { prediction: { type: "content", content: "x" } }, { prediction: [text("x")] }],
    ["parallel_tool_calls", { parallel_tool_calls: false }, { parallelToolCalls: false }],
    [
      "hoisted from parameters",
      { parameters: { temperature: 0.5, seed: 3, stop: ["x"] } },
      { temperature: 0.5, seed: 3, stop: ["x"] }
    ],
    ["the top level wins over parameters", { temperature: 1, parameters: { temperature: 0 } }, { temperature: 1 }],
    ["response_format text", { response_format: { type: "text" } }, { output: { type: "text" } }],
    ["response_format json_object", { response_format: { type: "json_object" } }, { output: { type: "json" } }],
    [
      "response_format json_schema",
      {
        response_format: {
          type: "json_schema",
          json_schema: { name: "n", description: "d", schema: { b: 1, a: 2 }, strict: false }
        }
      },
      {
        output: {
          type: "json-schema",
          name: "n",
          description: "d",
          schema: { dialect: "json-schema", source: '{"b":1,"a":2}' },
          strict: false
        }
      }
    ]
  ]
  it.each(cases)("%s", (_, members, fields) => {
    expectBare(decoded(body(members)).request).toMatchObject(fields)
  })

  it("takes no default for what is absent", () => {
    expectBare(decoded(body({})).request).toEqual({
      model: "m",
      messages: [{ role: "user", parts: [text("hi")] }],
      native: { format: "chat-completions" }
    })
  })

  it("keeps unknown members, nulls and unusual numerals in their own text", () => {
    const { request } = decoded(
      `{"model":"m","messages":[{"role":"user","content":"hi"}],"temperature":1.0,"top_p":null,"big":12345678901234567890}`
    )
    expectBare(request.native).toEqual({
      format: "chat-completions",
      rest: { top_p: "null", big: "12345678901234567890" },
      spelled: { "/temperature": "1.0" }
    })
  })
})

describe("thinking", () => {
  const cases: readonly (readonly [name: string, members: object, thinking: object | undefined])[] = [
    ["reasoning_effort", { reasoning_effort: "high" }, { effort: "high" }],
    ["no effort", { reasoning_effort: "none" }, { mode: "off" }],
    ["an unknown effort", { reasoning_effort: "heroic" }, undefined],
    ["thinking enabled", { thinking: { type: "enabled" } }, { mode: "on" }],
    ["thinking disabled", { thinking: { type: "disabled" } }, { mode: "off" }],
    ["thinking with a budget", { thinking: { type: "enabled", budget_tokens: 2000 } }, { mode: "on", budget: 2000 }],
    ["enable_thinking", { enable_thinking: true, stream: true }, { mode: "on" }],
    ["enable_thinking without a stream", { enable_thinking: true }, { mode: "off" }],
    ["enable_thinking without a stream, with a budget", { enable_thinking: true, thinking_budget: 5 }, { mode: "off" }],
    [
      "enable_thinking without a stream, where another control decides",
      { enable_thinking: true, thinking: { type: "enabled" } },
      { mode: "on" }
    ],
    [
      "enable_thinking with thinking_budget",
      { enable_thinking: true, thinking_budget: 500, stream: true },
      { mode: "on", budget: 500 }
    ],
    ["enable_thinking off", { enable_thinking: false, thinking_budget: 500 }, { mode: "off" }],
    ["chat_template_kwargs", { chat_template_kwargs: { enable_thinking: false } }, { mode: "off" }],
    ["parameters.enable_thinking", { parameters: { enable_thinking: true }, stream: true }, { mode: "on" }],
    ["parameters.enable_thinking without a stream", { parameters: { enable_thinking: true } }, { mode: "off" }],
    ["generationConfig", { generationConfig: { thinkingConfig: { thinkingLevel: "LOW" } } }, { effort: "low" }],
    [
      "extra_body.native",
      { extra_body: { native: { thinking_config: { thinking_budget: 4915, include_thoughts: true } } } },
      { budget: 4915, visible: true }
    ],
    ["an automatic budget", { extra_body: { google: { thinking_config: { thinking_budget: -1 } } } }, { budget: -1 }],
    [
      "a budget of zero",
      { google: { thinking_config: { thinking_budget: 0, include_thoughts: false } } },
      { budget: 0, visible: false }
    ]
  ]
  it.each(cases)("%s", (_, members, thinking) => {
    expect(decoded(body(members)).request.thinking).toEqual(thinking)
  })

  it("notes that thinking is off without a stream", () => {
    const { notes } = decoded(body({ enable_thinking: true, stream: false }))
    expect(brief(notes)).toEqual([["thinking-form", "/enable_thinking"]])
  })

  it("lets the first of the order win, and notes each loser once", () => {
    const { request, notes } = decoded(
      body({
        reasoning_effort: "low",
        enable_thinking: false,
        thinking: { type: "enabled" },
        generationConfig: { thinkingConfig: { thinkingLevel: "HIGH" } },
        extra_body: { google: { thinking_config: { thinking_budget: 9 } } }
      })
    )
    expect(request.thinking).toEqual({ budget: 9 })
    expect(brief(notes)).toEqual([
      ["overridden", "/generationConfig/thinkingConfig"],
      ["overridden", "/thinking"],
      ["overridden", "/enable_thinking"],
      ["overridden", "/reasoning_effort"]
    ])
  })
})

describe("how the answer is wanted", () => {
  const cases: readonly (readonly [name: string, members: object, asked: object])[] = [
    ["nothing said", {}, { stream: false, usage: false, thinking: "field", customTools: [], legacyTools: false }],
    ["a stream with usage", { stream: true, stream_options: { include_usage: true } }, { stream: true, usage: true }],
    ["reasoning in the content", { gateway_thinking_to_content: true }, { thinking: "content" }],
    ["thoughts hidden", { google: { thinking_config: { include_thoughts: false } } }, { thinking: "hidden" }],
    ["custom tools", { tools: [{ type: "custom", custom: { name: "sh" } }] }, { customTools: ["sh"] }],
    ["old tools", { functions: [{ name: "f" }] }, { legacyTools: true }]
  ]
  it.each(cases)("%s", (_, members, asked) => {
    expect(decoded(body(members)).asked).toMatchObject(asked)
  })
})

describe("messages", () => {
  const cases: readonly (readonly [name: string, message: object, canonical: object])[] = [
    ["system", { role: "system", content: "s" }, { role: "system", parts: [text("s")] }],
    [
      "developer",
      { role: "developer", content: [text("s")] },
      { role: "system", level: "developer", parts: [text("s")] }
    ],
    [
      "user with a name",
      { role: "user", content: "u", name: "ann" },
      { role: "user", name: "ann", parts: [text("u")] }
    ],
    ["empty text", { role: "user", content: "" }, { role: "user", parts: [text("")] }],
    ["assistant without content", { role: "assistant", content: null }, { role: "assistant", parts: [] }],
    [
      "a refusal beside the content",
      { role: "assistant", content: null, refusal: "no" },
      { role: "assistant", parts: [{ type: "refusal", text: "no" }] }
    ],
    [
      "a refusal in the content",
      { role: "assistant", content: [{ type: "refusal", refusal: "no" }] },
      {
        role: "assistant",
        parts: [{ type: "refusal", text: "no", native: { format: "chat-completions", kind: "part" } }]
      }
    ],
    [
      "earlier audio",
      { role: "assistant", audio: { id: "audio_1" } },
      {
        role: "assistant",
        parts: [
          {
            type: "media",
            media: "audio",
            source: { kind: "ref", ref: { vendor: "openai", kind: "audio", id: "audio_1" } }
          }
        ]
      }
    ],
    [
      "tool calls",
      {
        role: "assistant",
        content: "t",
        tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: '{"a":1.0}' } }]
      },
      {
        role: "assistant",
        parts: [
          text("t"),
          {
            type: "tool-call",
            id: "c1",
            name: "f",
            of: "function",
            runBy: "client",
            input: { kind: "json", json: '{"a":1.0}' }
          }
        ]
      }
    ],
    [
      "custom calls",
      { role: "assistant", tool_calls: [{ id: "c1", type: "custom", custom: { name: "sh", input: "ls" } }] },
      {
        role: "assistant",
        parts: [
          {
            type: "tool-call",
            id: "c1",
            name: "sh",
            of: "custom",
            runBy: "client",
            input: { kind: "text", text: "ls" }
          }
        ]
      }
    ],
    [
      "a thought signature on a call",
      {
        role: "assistant",
        tool_calls: [
          {
            id: "c1",
            type: "function",
            function: { name: "f", arguments: "" },
            extra_content: { google: { thought_signature: "c2ln" } }
          }
        ]
      },
      {
        role: "assistant",
        parts: [
          {
            type: "tool-call",
            id: "c1",
            name: "f",
            of: "function",
            runBy: "client",
            input: { kind: "json", json: "" },
            opaque: [{ vendor: "google", kind: "signature", data: "c2ln" }]
          }
        ]
      }
    ],
    [
      "the old call",
      { role: "assistant", content: null, function_call: { name: "f", arguments: "{}" } },
      {
        role: "assistant",
        parts: [
          {
            type: "tool-call",
            name: "f",
            of: "function",
            runBy: "client",
            input: { kind: "json", json: "{}" },
            native: { format: "chat-completions", kind: "legacy" }
          }
        ]
      }
    ],
    [
      "a tool result",
      { role: "tool", tool_call_id: "c1", content: "42" },
      {
        role: "user",
        parts: [
          {
            type: "tool-result",
            id: "c1",
            of: "function",
            runBy: "client",
            output: { kind: "parts", parts: [text("42")] }
          }
        ]
      }
    ],
    [
      "a failed tool result",
      { role: "tool", tool_call_id: "c1", content: "<tool_error>boom</tool_error>" },
      {
        role: "user",
        parts: [
          {
            type: "tool-result",
            id: "c1",
            of: "function",
            runBy: "client",
            output: { kind: "parts", parts: [text("boom")] },
            error: true
          }
        ]
      }
    ],
    [
      "the old result",
      { role: "function", name: "f", content: "42" },
      {
        role: "user",
        parts: [
          {
            type: "tool-result",
            name: "f",
            of: "function",
            runBy: "client",
            output: { kind: "parts", parts: [text("42")] },
            native: { format: "chat-completions", kind: "legacy" }
          }
        ]
      }
    ],
    [
      "reasoning_content",
      { role: "assistant", content: "a", reasoning_content: "r" },
      {
        role: "assistant",
        parts: [{ type: "reasoning", text: "r" }, text("a")],
        native: { format: "chat-completions", consumed: { "/reasoning_content": '"r"' } }
      }
    ]
  ]
  it.each(cases)("%s", (_, message, canonical) => {
    const called = { role: "assistant", tool_calls: [{ id: "c1", function: { name: "f", arguments: "{}" } }] }
    const messages = "tool_call_id" in message ? [called, message] : [message]
    expectBare(decoded({ model: "m", messages }).request.messages.at(-1)).toMatchObject(canonical)
  })
})

describe("parts", () => {
  const cases: readonly (readonly [name: string, part: object, canonical: object])[] = [
    ["text", text("x"), text("x")],
    [
      "a cache mark",
      { ...text("x"), prompt_cache_breakpoint: { mode: "explicit", ttl: "30m" } },
      { ...text("x"), cache: { ttl: "30m" } }
    ],
    [
      "a cache mark of the vendors behind",
      { ...text("x"), cache_control: { type: "ephemeral" } },
      { ...text("x"), cache: {} }
    ],
    [
      "a cache mark for an hour",
      { ...text("x"), cache_control: { type: "persistent" } },
      { ...text("x"), cache: { ttl: "1h" } }
    ],
    [
      "an image behind a URL",
      { type: "image_url", image_url: { url: "https://a/b.png", detail: "low" } },
      { type: "media", media: "image", source: { kind: "url", url: "https://a/b.png" }, detail: "low" }
    ],
    [
      "an image in base64",
      { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
      { type: "media", media: "image", mime: "image/png", source: { kind: "base64", data: "aGk=" } }
    ],
    [
      "wav audio",
      { type: "input_audio", input_audio: { data: "aGk=", format: "wav" } },
      { type: "media", media: "audio", mime: "audio/wav", source: { kind: "base64", data: "aGk=" } }
    ],
    ["mp3 audio", { type: "input_audio", input_audio: { data: "aGk=", format: "mp3" } }, { mime: "audio/mpeg" }],
    [
      "file data",
      { type: "file", file: { file_data: "data:application/pdf;base64,aGk=", filename: "a.pdf" } },
      {
        type: "media",
        media: "document",
        mime: "application/pdf",
        source: { kind: "base64", data: "aGk=" },
        name: "a.pdf"
      }
    ],
    [
      "a held file",
      { type: "file", file: { file_id: "file-1" } },
      {
        type: "media",
        media: "document",
        source: { kind: "ref", ref: { vendor: "openai", kind: "file", id: "file-1" } }
      }
    ],
    [
      "a film",
      { type: "video_url", video_url: { url: "https://a/b.mp4" } },
      { type: "media", media: "video", source: { kind: "url", url: "https://a/b.mp4" } }
    ],
    [
      "an unknown kind",
      { type: "hologram", x: 1.5 },
      { type: "unknown", format: "chat-completions", kind: "hologram", body: '{"type":"hologram","x":1.5}' }
    ]
  ]
  it.each(cases)("%s", (_, part, canonical) => {
    expectBare(decoded(said({ role: "user", content: [part] })).request.messages[0]?.parts[0]).toMatchObject(canonical)
  })

  it("remembers where each part stood", () => {
    const { request } = decoded(said({ role: "user", content: [text("a"), text("b")] }))
    expect(request.messages[0]?.parts.map((part) => part.at)).toEqual([
      "/messages/0/content/0",
      "/messages/0/content/1"
    ])
  })
})

describe("tools", () => {
  const cases: readonly (readonly [name: string, members: object, tools: readonly object[]])[] = [
    [
      "a function",
      {
        tools: [
          { type: "function", function: { name: "f", description: "d", parameters: { type: "object" }, strict: true } }
        ]
      },
      [
        {
          type: "function",
          name: "f",
          description: "d",
          input: { dialect: "json-schema", source: '{"type":"object"}' },
          strict: true
        }
      ]
    ],
    [
      "an old function",
      { functions: [{ name: "f" }] },
      [{ type: "function", name: "f", native: { format: "chat-completions", kind: "legacy" } }]
    ],
    [
      "a custom tool by a grammar",
      {
        tools: [
          {
            type: "custom",
            custom: { name: "c", format: { type: "grammar", grammar: { syntax: "regex", definition: "a+" } } }
          }
        ]
      },
      [{ type: "custom", name: "c", grammar: { syntax: "regex", definition: "a+" } }]
    ],
    [
      "web_search_options",
      { web_search_options: { search_context_size: "low" } },
      [
        {
          type: "vendor",
          vendor: "openai",
          of: "web-search",
          runBy: "provider",
          config: '{"search_context_size":"low"}'
        }
      ]
    ],
    [
      "the content-style family's search",
      { extra_body: { native: { tools: [{ webSearch: {} }] } } },
      [{ type: "vendor", vendor: "google", of: "web-search", name: "googleSearch", runBy: "provider", config: "{}" }]
    ],
    [
      "a type of tomorrow",
      { tools: [{ type: "teleport", to: "x" }] },
      [{ type: "vendor", of: "other", version: "teleport", config: '{"type":"teleport","to":"x"}' }]
    ]
  ]
  it.each(cases)("%s", (_, members, tools) => {
    expectBare(decoded(body(members)).request.tools).toMatchObject(tools)
  })

  const choices: readonly (readonly [name: string, members: object, choice: object | undefined])[] = [
    ["auto", { tool_choice: "auto" }, { mode: "auto" }],
    ["none", { tool_choice: "none" }, { mode: "none" }],
    ["required", { tool_choice: "required" }, { mode: "required" }],
    [
      "a function",
      { tool_choice: { type: "function", function: { name: "f" } } },
      { mode: "tool", of: "function", name: "f" }
    ],
    [
      "a custom tool",
      { tool_choice: { type: "custom", custom: { name: "c" } } },
      { mode: "tool", of: "custom", name: "c" }
    ],
    [
      "allowed tools",
      {
        tool_choice: {
          type: "allowed_tools",
          allowed_tools: { mode: "required", tools: [{ type: "function", function: { name: "f" } }] }
        }
      },
      { mode: "required", only: ["f"] }
    ],
    ["the old word", { function_call: "auto" }, { mode: "auto" }],
    ["the old name", { function_call: { name: "f" } }, { mode: "tool", of: "function", name: "f" }],
    ["a word of tomorrow", { tool_choice: "sometimes" }, undefined]
  ]
  it.each(choices)("choice: %s", (_, members, choice) => {
    expect(decoded(body(members)).request.toolChoice).toEqual(choice)
  })

  it("holds a stored prefix as its vendor's", () => {
    expect(decoded(body({ extra_body: { google: { cached_content: "cachedContents/1" } } })).request.refs).toEqual([
      { vendor: "google", kind: "cache", id: "cachedContents/1" }
    ])
  })
})

describe("what is wrong", () => {
  const cases: readonly (readonly [name: string, from: unknown, path: string])[] = [
    ["no JSON", "{", ""],
    ["no object", "[]", ""],
    ["a member twice", '{"model":"a","model":"b","messages":[{"role":"user","content":"x"}]}', "/model"],
    ["no model", { messages: [{ role: "user", content: "x" }] }, ""],
    ["no messages", { model: "m" }, ""],
    ["messages null", { model: "m", messages: null }, ""],
    ["empty messages", { model: "m", messages: [] }, "/messages"],
    ["temperature above 2", body({ temperature: 2.1 }), "/temperature"],
    ["top_p above 1", body({ top_p: 1.1 }), "/top_p"],
    ["temperature as text", body({ temperature: "1" }), "/temperature"],
    ["tools as an object", body({ tools: {} }), "/tools"],
    ["a tool without name", body({ tools: [{ type: "function", function: {} }] }), "/tools/0/function"],
    ["an unknown role", said({ role: "critic", content: "x" }), "/messages/0/role"],
    ["a tool message without its call", said({ role: "tool", content: "x" }), "/messages/0"],
    ["a user message without content", said({ role: "user" }), "/messages/0"],
    ["content that is a number", said({ role: "user", content: 7 }), "/messages/0/content"],
    ["a part without type", said({ role: "user", content: [{ text: "x" }] }), "/messages/0/content/0"],
    [
      "an image without URL",
      said({ role: "user", content: [{ type: "image_url", image_url: {} }] }),
      "/messages/0/content/0/image_url"
    ],
    ["a number for a choice", body({ tool_choice: 3 }), "/tool_choice"],
    ["a budget below -1", body({ thinking_budget: -2 }), "/thinking_budget"],
    ["a budget of reasoning below -1", body({ reasoning: { max_tokens: -2 } }), "/reasoning/max_tokens"],
    [
      "a budget below -1 of a template",
      body({ chat_template_kwargs: { thinking_budget: -2 } }),
      "/chat_template_kwargs/thinking_budget"
    ],
    ["an integer beyond 2^53", body({ max_tokens: 2 ** 60 }), "/max_tokens"]
  ]
  it.each(cases)("%s", (_, from, path) => {
    expect(issuesOf(from).map((issue) => issue.path)).toContain(path)
  })

  it("names everything at once", () => {
    expect(issuesOf(body({ temperature: 3, top_p: 2 })).map((issue) => issue.path)).toEqual(["/temperature", "/top_p"])
  })

  it("takes null for an optional member as absent", () => {
    expect(
      issuesOf(body({ temperature: null, tools: null, stop: null, response_format: null, tool_choice: null }))
    ).toEqual([])
  })
})
