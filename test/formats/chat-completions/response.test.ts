import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import type { ChatCandidate, ContentPart, ChatResponse } from "../../../src/core/chat/chat.ts"
import { GatewayError } from "../../../src/core/errors/error.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { answer, answered, brief, expectBare, written } from "./given.ts"

const text = (value: string): ContentPart => ({ type: "text", text: value })
const one = (parts: readonly ContentPart[], more: Partial<ChatCandidate> = {}): ChatResponse => ({
  candidates: [{ index: 0, parts, ...more }]
})
const fcall = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } }
const canonicalCall = {
  type: "tool-call",
  id: "c1",
  name: "f",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: "{}" }
}

/** A list of content with items that are neither objects nor texts. */
const oddContent = { content: [5, { type: "text", text: "a" }, null, true, ["b"], "c"], images: [7] }

describe("reading an answer", () => {
  it("takes its head", () => {
    expectBare(
      answered(answer({ content: "hi" }, { service_tier: "default", system_fingerprint: "fp" })).response
    ).toEqual({
      id: "chatcmpl-1",
      model: "gpt-x",
      created: 1_790_000_000,
      tier: "default",
      candidates: [{ index: 0, parts: [text("hi")], finish: { kind: "stop" } }],
      native: { format: "chat-completions", rest: { system_fingerprint: '"fp"' } }
    })
  })

  it("notes items of content that are neither objects nor texts", () => {
    const { response, notes } = answered(answer(oddContent))
    expectBare(response.candidates[0]?.parts).toEqual([text("a"), text("c")])
    expect(brief(notes)).toEqual(
      ["content/0", "content/2", "content/3", "content/4", "images/0"].map((place) => [
        "unknown-member",
        `/choices/0/message/${place}`
      ])
    )
  })

  const messages: readonly (readonly [name: string, message: object, parts: readonly object[]])[] = [
    ["text", { content: "hi" }, [text("hi")]],
    ["a refusal", { refusal: "no" }, [{ type: "refusal", text: "no" }]],
    ["text and refusal", { content: "a", refusal: "no" }, [text("a"), { type: "refusal", text: "no" }]],
    ["reasoning_content", { content: "a", reasoning_content: "r" }, [{ type: "reasoning", text: "r" }, text("a")]],
    ["reasoning", { content: "a", reasoning: "r" }, [{ type: "reasoning", text: "r" }, text("a")]],
    [
      "reasoning_details with bytes only",
      {
        content: "a",
        reasoning: "r",
        reasoning_details: [{ type: "reasoning.encrypted", data: "xx", format: "openai-responses-v1" }]
      },
      [
        { type: "reasoning", text: "r" },
        { type: "reasoning", opaque: [{ vendor: "openai", kind: "encrypted", data: "xx" }] },
        text("a")
      ]
    ],
    [
      "thinking items",
      {
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "r" }] },
          { type: "text", text: "a" }
        ]
      },
      [{ type: "reasoning", text: "r" }, text("a")]
    ],
    ["a call", { tool_calls: [fcall] }, [canonicalCall]],
    [
      "a custom call",
      { tool_calls: [{ id: "c1", type: "custom", custom: { name: "sh", input: "ls" } }] },
      [{ ...canonicalCall, name: "sh", of: "custom", input: { kind: "text", text: "ls" } }]
    ],
    [
      "the old call",
      { function_call: { name: "f", arguments: "{}" } },
      [{ type: "tool-call", name: "f", native: { format: "chat-completions", kind: "legacy" } }]
    ],
    [
      "citations",
      {
        content: "see a",
        annotations: [
          { type: "url_citation", url_citation: { start_index: 4, end_index: 5, url: "https://a", title: "A" } }
        ]
      },
      [
        {
          ...text("see a"),
          citations: [{ span: { start: 4, end: 5 }, source: { kind: "url", url: "https://a", title: "A" } }]
        }
      ]
    ],
    [
      "audio",
      { audio: { id: "au", data: "aGk=", transcript: "hi", expires_at: 9 } },
      [
        {
          type: "media",
          media: "audio",
          source: { kind: "base64", data: "aGk=" },
          id: "au",
          transcript: "hi",
          expires: 9
        }
      ]
    ]
  ]
  it.each(messages)("%s", (_, message, parts) => {
    expectBare(answered(answer(message)).response.candidates[0]?.parts).toMatchObject(parts)
  })

  const finishes: readonly (readonly [word: string, message: object, finish: object])[] = [
    ["stop", { content: "a" }, { kind: "stop" }],
    ["length", { content: "a" }, { kind: "length" }],
    ["content_filter", { content: "a" }, { kind: "blocked" }],
    ["tool_calls", { tool_calls: [fcall] }, { kind: "tool-calls" }],
    [
      "function_call",
      { function_call: { name: "f", arguments: "{}" } },
      { kind: "tool-calls", raw: { format: "chat-completions", value: "function_call" } }
    ],
    ["stop", { tool_calls: [fcall] }, { kind: "tool-calls", raw: { format: "chat-completions", value: "stop" } }],
    [
      "insufficient_system_resource",
      { content: "a" },
      { kind: "length", raw: { format: "chat-completions", value: "insufficient_system_resource" } }
    ]
  ]
  it.each(finishes)("finish %s", (word, message, finish) => {
    expect(answered(answer(message, {}, word)).response.candidates[0]?.finish).toEqual(finish)
  })

  it("undoes the names of tools", () => {
    const { response } = answered(answer({ tool_calls: [fcall] }), {
      ...emptyReplyContext,
      names: new Map([["f", "fs:read"]])
    })
    expect(response.candidates[0]?.parts[0]).toMatchObject({ name: "fs:read" })
  })

  it("reads log probabilities of content and refusal", () => {
    const token = { token: "a", logprob: -0.5, bytes: [97], top_logprobs: [{ token: "b", logprob: -1, bytes: null }] }
    const from = {
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: "a" },
          finish_reason: "stop",
          logprobs: { content: [token], refusal: [{ token: "n", logprob: -2, bytes: null, top_logprobs: [] }] }
        }
      ]
    }
    expect(answered(from).response.candidates[0]?.logprobs).toEqual([
      { of: "text", token: "a", logprob: -0.5, bytes: [97], top: [{ token: "b", logprob: -1 }] },
      { of: "refusal", token: "n", logprob: -2, top: [] }
    ])
  })

  it("takes a body that only describes an error as that error", () => {
    const result = chatCompletions.decodeResponse(
      JsonText.source('{"error":{"message":"no","code":429}}'),
      emptyReplyContext
    )
    expect(!result.ok && result.error instanceof GatewayError && result.error.reason).toBe("RateLimited")
  })

  it("refuses a body without choices", () => {
    const result = chatCompletions.decodeResponse(JsonText.source("{}"), emptyReplyContext)
    expect(!result.ok && "issues" in result.error && result.error.issues[0].message).toContain("choices")
  })
})

describe("usage", () => {
  const cases: readonly (readonly [name: string, wire: object, usage: object])[] = [
    ["plain", { prompt_tokens: 20, completion_tokens: 30, total_tokens: 50 }, { input: 20, text: 30 }],
    ["zeros", { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, { input: 0, text: 0 }],
    [
      "details",
      {
        prompt_tokens: 20,
        completion_tokens: 30,
        total_tokens: 50,
        prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 6, audio_tokens: 1 },
        completion_tokens_details: { reasoning_tokens: 12, accepted_prediction_tokens: 2 }
      },
      {
        input: 10,
        cacheRead: 4,
        cacheWrite: 6,
        text: 18,
        reasoning: 12,
        by: { "input.audio": 1, "output.accepted-prediction": 2 }
      }
    ],
    [
      "DeepSeek",
      {
        prompt_tokens: 20,
        completion_tokens: 1,
        total_tokens: 21,
        prompt_cache_hit_tokens: 15,
        prompt_cache_miss_tokens: 5
      },
      { input: 5, cacheRead: 15, text: 1 }
    ],
    [
      "reasoning beside completion",
      { prompt_tokens: 10, completion_tokens: 5, total_tokens: 22, completion_tokens_details: { reasoning_tokens: 7 } },
      { input: 10, text: 5, reasoning: 7 }
    ],
    [
      "a total that counts more output",
      { prompt_tokens: 1, completion_tokens: 2, total_tokens: 9 },
      { input: 1, text: 8 }
    ],
    [
      "a total that counts thoughts alone",
      { prompt_tokens: 3, total_tokens: 4, completion_tokens_details: { reasoning_tokens: 1 } },
      { input: 3, reasoning: 1 }
    ],
    [
      "another total",
      { prompt_tokens: 1, completion_tokens: 2, total_tokens: 2 },
      { input: 1, text: 2, native: { format: "chat-completions", rest: { total_tokens: "2" } } }
    ]
  ]
  it.each(cases)("%s", (_, wire, usage) => {
    expectBare(answered(answer({ content: "a" }, { usage: wire })).response.usage).toEqual(usage)
  })

  it("inside a choice, as Kimi sends it", () => {
    const from = {
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: "a" },
          finish_reason: "stop",
          usage: { prompt_tokens: 1, completion_tokens: 2 }
        }
      ]
    }
    expectBare(answered(from).response.usage).toEqual({ input: 1, text: 2 })
  })

  it("is written with caches inside the prompt and reasoning inside the completion", () => {
    const usage = {
      input: 10,
      cacheRead: 4,
      cacheWrite: 6,
      cacheWriteHour: 1,
      text: 18,
      reasoning: 12,
      by: new Map([["requests.web-search", 2]])
    }
    const { body, notes } = written({ ...one([text("a")], { finish: { kind: "stop" } }), usage })
    expect(body.usage).toEqual({
      prompt_tokens: 20,
      completion_tokens: 30,
      total_tokens: 50,
      prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 6 },
      completion_tokens_details: { reasoning_tokens: 12 }
    })
    expect(brief(notes)).toEqual([
      ["usage-count", "/requests.web-search"],
      ["usage-count", "/cacheWriteHour"]
    ])
  })
})

describe("writing an answer", () => {
  it("says what its upstream did not say from the stamp", () => {
    expect(written(one([text("hi")], { finish: { kind: "stop" } })).body).toEqual({
      id: "chatcmpl-stamp",
      object: "chat.completion",
      created: 1_790_000_000,
      model: "sent-model",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: "hi", refusal: null },
          logprobs: null,
          finish_reason: "stop"
        }
      ]
    })
  })

  const finishes: readonly (readonly [
    finish: NonNullable<ChatCandidate["finish"]>,
    word: string,
    rules: readonly string[]
  ])[] = [
    [{ kind: "stop" }, "stop", []],
    [{ kind: "stop-sequence", sequence: "x" }, "stop", ["unsupported"]],
    [{ kind: "length" }, "length", []],
    [{ kind: "context" }, "length", ["finish-reason"]],
    [{ kind: "tool-calls" }, "tool_calls", []],
    [{ kind: "blocked" }, "content_filter", []],
    [{ kind: "refusal" }, "content_filter", ["finish-reason"]],
    [{ kind: "pause" }, "length", ["finish-reason"]],
    [{ kind: "compaction" }, "stop", ["finish-reason"]],
    [{ kind: "malformed" }, "length", ["finish-reason"]],
    [{ kind: "other" }, "stop", ["finish-reason"]]
  ]
  it.each(finishes)("finish %j", (finish, word, rules) => {
    const { body, notes } = written(one([text("a")], { finish }))
    expect(body.choices[0].finish_reason).toBe(word)
    expect(brief(notes).map(([rule]) => rule)).toEqual(rules)
  })

  const reasoned = one([
    { type: "reasoning", text: "r", opaque: [{ vendor: "anthropic", kind: "signature", data: "c2ln" }] },
    text("a")
  ])
  it("shows reasoning in its field", () => {
    expect(written(reasoned).body.choices[0].message).toMatchObject({ content: "a", reasoning_content: "r" })
  })
  it("shows reasoning in the content", () => {
    const { message } = written(reasoned, { ...defaultReplyPreferences, thinking: "content" }).body.choices[0]
    expect(message.content).toBe("<think>\nr\n</think>\na")
    expect(message.reasoning_content).toBeUndefined()
    expect(message.reasoning_details).toHaveLength(1)
  })
  it("hides reasoning, not what a vendor wants back", () => {
    const { message } = written(reasoned, { ...defaultReplyPreferences, thinking: "hidden" }).body.choices[0]
    expect(message.reasoning_content).toBeUndefined()
    expect(message.reasoning_details).toMatchObject([{ text: "r", index: 0 }])
  })

  it("carries the order of reasoning, text and calls", () => {
    const parts: readonly ContentPart[] = [
      { type: "reasoning", text: "r1", opaque: [{ vendor: "anthropic", kind: "signature", data: "one" }] },
      text("t"),
      { type: "reasoning", text: "r2", opaque: [{ vendor: "anthropic", kind: "signature", data: "two" }] },
      { type: "reasoning", opaque: [{ vendor: "anthropic", kind: "redacted", data: "three" }] },
      {
        type: "tool-call",
        id: "c1",
        name: "f",
        of: "function",
        runBy: "client",
        input: { kind: "json", json: JsonText.source("{}") }
      }
    ]
    const { body } = written(one(parts, { finish: { kind: "tool-calls" } }))
    expectBare(answered(body).response.candidates[0]?.parts).toMatchObject([
      { type: "reasoning", text: "r1", opaque: [{ data: "one" }] },
      { type: "text", text: "t" },
      { type: "reasoning", text: "r2", opaque: [{ data: "two" }] },
      { type: "reasoning", opaque: [{ kind: "redacted", data: "three" }] },
      { type: "tool-call", id: "c1" }
    ])
  })

  it("ignores a carrier whose text was changed", () => {
    const { body } = written(reasoned)
    body.choices[0].message.reasoning_details[0].text = "changed"
    const { response, notes } = answered(body)
    expectBare(response.candidates[0]?.parts).toEqual([
      { type: "reasoning", text: "changed" },
      { type: "text", text: "a" }
    ])
    expect(brief(notes)).toEqual([["opaque-mismatch", "/choices/0/message/reasoning_details/0"]])
  })

  it("moves citations to their place in the whole content", () => {
    const cited: ContentPart = {
      type: "text",
      text: "see a",
      citations: [{ source: { kind: "url", url: "https://a", title: "A" } }]
    }
    expect(written(one([text("x "), cited])).body.choices[0].message.annotations).toEqual([
      { type: "url_citation", url_citation: { start_index: 2, end_index: 7, url: "https://a", title: "A" } }
    ])
  })

  it("writes what a search found as annotations", () => {
    const grounding = {
      queries: ["q"],
      sources: [{ kind: "url", url: "https://a", title: "A" } as const],
      supports: [{ part: 0, span: { start: 1, end: 2 }, sources: [0] }]
    }
    expect(written(one([text("abc")], { grounding })).body.choices[0].message.annotations).toEqual([
      { type: "url_citation", url_citation: { start_index: 1, end_index: 2, url: "https://a", title: "A" } }
    ])
  })

  it("writes what a search found of the part that it names", () => {
    const grounding = {
      sources: [{ kind: "url", url: "https://a", title: "A" } as const],
      supports: [{ part: 2, span: { start: 1, end: 2 }, sources: [0] }]
    }
    const search: ContentPart = {
      type: "tool-call",
      name: "search",
      of: "web-search",
      runBy: "provider",
      input: { kind: "text", text: "q" }
    }
    const { annotations } = written(one([text("abc"), search, text("def")], { grounding })).body.choices[0].message
    expect(annotations).toEqual([
      { type: "url_citation", url_citation: { start_index: 4, end_index: 5, url: "https://a", title: "A" } }
    ])
  })

  const custom: ContentPart = {
    type: "tool-call",
    id: "c1",
    name: "sh",
    of: "custom",
    runBy: "client",
    input: { kind: "text", text: 'a "b"' }
  }
  it("answers with custom calls only where the client declared the tool", () => {
    expect(
      written(one([custom]), { ...defaultReplyPreferences, customTools: ["sh"] }).body.choices[0].message.tool_calls
    ).toEqual([{ id: "c1", type: "custom", custom: { name: "sh", input: 'a "b"' } }])
    expect(written(one([custom])).body.choices[0].message.tool_calls).toEqual([
      { id: "c1", type: "function", function: { name: "sh", arguments: '{"input":"a \\"b\\""}' } }
    ])
  })

  it("answers in the old spelling where the tools were declared in it", () => {
    const parts: readonly ContentPart[] = [
      {
        type: "tool-call",
        id: "c1",
        name: "f",
        of: "function",
        runBy: "client",
        input: { kind: "json", json: JsonText.source("") }
      }
    ]
    const { choices } = written(one(parts, { finish: { kind: "tool-calls" } }), {
      ...defaultReplyPreferences,
      legacyTools: true
    }).body
    expect(choices[0].message.function_call).toEqual({ name: "f", arguments: "{}" })
    expect(choices[0].finish_reason).toBe("function_call")
  })

  it("says a blocked prompt as one empty choice", () => {
    const { body, notes } = written({ candidates: [], block: { message: "no" } })
    expect(body.choices).toEqual([
      {
        index: 0,
        message: { role: "assistant", content: null, refusal: null },
        logprobs: null,
        finish_reason: "content_filter"
      }
    ])
    expect(brief(notes)).toEqual([
      ["required-member", ""],
      ["unsupported", "/message"]
    ])
  })

  it("writes several choices", () => {
    const { body } = written({
      candidates: [
        { index: 0, parts: [text("a")] },
        { index: 1, parts: [text("b")] }
      ]
    })
    expect(body.choices.map((it: { message: { content: string } }) => it.message.content)).toEqual(["a", "b"])
  })
})

it("an id of a call that is a number is its digits", () => {
  const call = { id: 7, type: "function", function: { name: "f", arguments: "{}" } }
  const { response } = answered(answer({ tool_calls: [call] }, {}, "tool_calls"))
  expect(response.candidates[0]?.parts).toMatchObject([{ type: "tool-call", id: "7" }])
})

it("usage stands at `/usage`", () => {
  const usage = { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 }
  expect(answered(answer({ content: "a" }, { usage })).response.usage?.at).toBe("/usage")
})
