import { describe, expect, it } from "vitest"
import type { ChatEvent } from "../../../src/core/chat/chat.ts"
import { foldStream } from "../../../src/core/events/fold.ts"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { emptyReplyContext } from "../../../src/core/format.ts"
import { bare, brief, chunk, events, expectBare } from "./given.ts"

const parts = (frames: readonly string[], candidate = 0): unknown =>
  bare(foldStream(events(frames)).response.candidates.find((it) => it.index === candidate)?.parts)
const last = (all: readonly ChatEvent[]): ChatEvent | undefined => all.at(-1)
const piece = (more: object, args?: string, name?: string): object => ({
  ...more,
  function: { ...(name && { name }), ...(args !== undefined && { arguments: args }) }
})
const calls = (...items: readonly object[]): object => ({ tool_calls: items })
const made = (id: string | undefined, name: string, json: string): object => ({
  type: "tool-call",
  ...(id && { id }),
  name,
  of: "function",
  runBy: "client",
  input: { kind: "json", json }
})

describe("a plain answer", () => {
  it("gives its events one by one", () => {
    expectBare(
      events([chunk({ role: "assistant", content: "" }), chunk({ content: "Hi" }), chunk({}, "stop"), "[DONE]"])
    ).toEqual([
      { type: "start", response: { id: "chatcmpl-1", model: "gpt-x", created: 1_790_000_000 } },
      { type: "part", candidate: 0, part: 0, value: { type: "text", text: "" } },
      { type: "delta", candidate: 0, part: 0, delta: { type: "text", text: "Hi" } },
      { type: "part-end", candidate: 0, part: 0 },
      { type: "finish", candidate: 0, finish: { kind: "stop" } },
      { type: "end" }
    ])
  })

  it("is complete without the terminator where the stream ends cleanly", () => {
    expect(last(events([chunk({ content: "a" }), chunk({}, "stop")]))).toEqual({ type: "end" })
  })

  it("says nothing after its end", () => {
    expect(
      events([chunk({ content: "a" }), chunk({}, "stop"), "[DONE]", chunk({ content: "b" })]).filter(
        (it) => it.type === "end" || it.type === "delta"
      )
    ).toHaveLength(2)
  })

  it("reads usage from a chunk without choices", () => {
    const usage = JSON.stringify({
      id: "x",
      choices: [],
      usage: { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 }
    })
    expectBare(foldStream(events([chunk({ content: "a" }, "stop"), usage, "[DONE]"])).response.usage).toEqual({
      input: 2,
      text: 3
    })
  })

  it("reads usage inside a choice", () => {
    const usage = JSON.stringify({
      choices: [{ index: 0, delta: {}, finish_reason: "stop", usage: { prompt_tokens: 2, completion_tokens: 3 } }]
    })
    expectBare(foldStream(events([chunk({ content: "a" }), usage])).response.usage).toEqual({ input: 2, text: 3 })
  })

  it("reads a finish that is said twice once", () => {
    expect(
      events([chunk({ content: "a" }), chunk({}, "stop"), chunk({}, "stop"), "[DONE]"]).filter(
        (it) => it.type === "finish"
      )
    ).toHaveLength(1)
  })

  it("keeps a frame that it does not know", () => {
    expectBare(events([chunk({ content: "a" }, "stop"), '{"object":"chat.progress","x":1.0}'])).toContainEqual({
      type: "frame",
      format: "chat-completions",
      kind: "chat.progress",
      body: '{"object":"chat.progress","x":1.0}'
    })
  })

  it("reads several choices", () => {
    const from = [
      chunk({ content: "a" }),
      chunk({ content: "b" }, null, 1),
      chunk({}, "stop", 1),
      chunk({}, "length"),
      "[DONE]"
    ]
    expect([parts(from), parts(from, 1)]).toEqual([[{ type: "text", text: "a" }], [{ type: "text", text: "b" }]])
  })

  it("reads log probabilities", () => {
    const frame = JSON.stringify({
      choices: [
        {
          index: 0,
          delta: { content: "a" },
          finish_reason: null,
          logprobs: { content: [{ token: "a", logprob: 0, bytes: null, top_logprobs: [] }], refusal: null }
        }
      ]
    })
    expect(foldStream(events([frame, frame, chunk({}, "stop")])).response.candidates[0]?.logprobs).toHaveLength(2)
  })
})

describe("parts of an answer", () => {
  const cases: readonly (readonly [name: string, deltas: readonly object[], parts: readonly object[]])[] = [
    [
      "reasoning_content, then text",
      [{ reasoning_content: "a" }, { reasoning_content: "b" }, { content: "c" }],
      [
        { type: "reasoning", text: "ab" },
        { type: "text", text: "c" }
      ]
    ],
    [
      "reasoning",
      [{ reasoning: "a" }, { content: "c" }],
      [
        { type: "reasoning", text: "a" },
        { type: "text", text: "c" }
      ]
    ],
    [
      "reasoning_details with a late signature",
      [
        { reasoning_details: [{ type: "reasoning.text", text: "a", format: "anthropic-claude-v1", index: 0 }] },
        { reasoning_details: [{ type: "reasoning.text", text: "b", format: "anthropic-claude-v1", index: 0 }] },
        { reasoning_details: [{ type: "reasoning.text", signature: "c2ln", format: "anthropic-claude-v1", index: 0 }] },
        { content: "c" }
      ],
      [
        { type: "reasoning", text: "ab", opaque: [{ vendor: "anthropic", kind: "signature", data: "c2ln" }] },
        { type: "text", text: "c" }
      ]
    ],
    [
      "reasoning and details of the same text",
      [{ reasoning: "a", reasoning_details: [{ type: "reasoning.text", text: "a" }] }],
      [{ type: "reasoning", text: "a" }]
    ],
    [
      "items of text and thinking",
      [
        { content: [{ type: "thinking", thinking: [{ type: "text", text: "r" }] }] },
        { content: [{ type: "text", text: "t" }] }
      ],
      [
        { type: "reasoning", text: "r" },
        { type: "text", text: "t" }
      ]
    ],
    ["refusal", [{ refusal: "n" }, { refusal: "o" }], [{ type: "refusal", text: "no" }]],
    [
      "audio",
      [{ audio: { id: "au" } }, { audio: { data: "aGk=" } }, { audio: { transcript: "hi" } }],
      [{ type: "media", media: "audio", source: { kind: "base64", data: "aGk=" }, id: "au", transcript: "hi" }]
    ],
    [
      "annotations",
      [
        { content: "x" },
        {
          annotations: [
            { type: "url_citation", url_citation: { start_index: 0, end_index: 1, url: "https://a", title: "A" } }
          ]
        }
      ],
      [
        {
          type: "text",
          text: "x",
          citations: [{ span: { start: 0, end: 1 }, source: { kind: "url", url: "https://a", title: "A" } }]
        }
      ]
    ],
    [
      "a call",
      [
        calls(piece({ index: 0, id: "a", type: "function" }, "", "f")),
        calls(piece({ index: 0 }, '{"x"')),
        calls(piece({ index: 0 }, ":1.0}"))
      ],
      [made("a", "f", '{"x":1.0}')]
    ],
    [
      "calls side by side",
      [
        calls(piece({ index: 0, id: "a" }, "1", "f"), piece({ index: 1, id: "b" }, "2", "g")),
        calls(piece({ index: 0 }, "3"), piece({ index: 1 }, "4"))
      ],
      [made("a", "f", "13"), made("b", "g", "24")]
    ],
    [
      "calls without an index",
      [calls(piece({ id: "a" }, "{}", "f")), calls(piece({ id: "b" }, "{}", "f"))],
      [made("a", "f", "{}"), made("b", "f", "{}")]
    ],
    [
      "pieces without an index or an id",
      [calls(piece({ id: "a" }, "", "f")), calls(piece({}, "{}"))],
      [made("a", "f", "{}")]
    ],
    [
      "one index with another id",
      [calls(piece({ index: 0, id: "a" }, "{}", "f")), calls(piece({ index: 0, id: "b" }, "{}", "g"))],
      [made("a", "f", "{}"), made("b", "g", "{}")]
    ],
    [
      "one id said again",
      [calls(piece({ index: 0, id: "a" }, "1", "f")), calls(piece({ index: 0, id: "a" }, "2", "f"))],
      [made("a", "f", "12")]
    ],
    [
      "text after a call goes on in the text",
      [{ content: "a" }, calls(piece({ index: 0, id: "a" }, "{}", "f")), { content: "b" }],
      [{ type: "text", text: "ab" }, made("a", "f", "{}")]
    ]
  ]
  it.each(cases)("%s", (_, deltas, expected) => {
    expect(parts([...deltas.map((delta) => chunk(delta)), chunk({}, "stop"), "[DONE]"])).toEqual(expected)
  })

  it("a custom call", () => {
    const from = [
      chunk(calls({ index: 0, id: "a", type: "custom", custom: { name: "sh", input: "l" } })),
      chunk(calls({ index: 0, custom: { input: "s" } })),
      chunk({}, "tool_calls")
    ]
    expect(parts(from)).toEqual([{ ...made("a", "sh", ""), of: "custom", input: { kind: "text", text: "ls" } }])
  })

  it("the old call", () => {
    const from = [
      chunk({ function_call: { name: "f", arguments: "" } }),
      chunk({ function_call: { arguments: "{}" } }),
      chunk({}, "function_call")
    ]
    expect(parts(from)).toEqual([
      { ...made(undefined, "f", "{}"), native: { format: "chat-completions", kind: "legacy" } }
    ])
  })

  it("calls, and an old call that is empty beside them", () => {
    const empty = { function_call: { name: "", arguments: "" } }
    expect(
      parts([
        chunk({ ...calls(piece({ index: 0, id: "a" }, "{", "f")), ...empty }),
        chunk({ ...calls(piece({ index: 0 }, "}")), ...empty }),
        chunk({}, "tool_calls")
      ])
    ).toEqual([made("a", "f", "{}")])
  })

  it("members of a call beside its name and its input", () => {
    const call = { index: 0, id: "a", type: "function", shown: true, function: { name: "f", arguments: "{}", by: "x" } }
    expect(parts([chunk(calls(call)), chunk({}, "tool_calls")])).toEqual([
      {
        ...made("a", "f", "{}"),
        native: { format: "chat-completions", rest: { shown: "true" }, inner: { "/function/by": '"x"' } }
      }
    ])
  })

  it("a signature on a call", () => {
    const signed = {
      ...piece({ index: 0, id: "a" }, "{}", "f"),
      extra_content: { google: { thought_signature: "c2ln" } }
    }
    expect(parts([chunk(calls(signed)), chunk({}, "stop")])).toEqual([
      { ...made("a", "f", "{}"), opaque: [{ vendor: "google", kind: "signature", data: "c2ln" }] }
    ])
  })

  it("a call whose answer only stopped", () => {
    expect(
      foldStream(events([chunk(calls(piece({ id: "a" }, "{}", "f"))), chunk({}, "stop")])).response.candidates[0]
        ?.finish
    ).toEqual({
      kind: "tool-calls",
      raw: { format: "chat-completions", value: "stop" }
    })
  })

  it("the declared name of a tool", () => {
    const reverse = { ...emptyReplyContext, names: new Map([["f", "fs:read"]]) }
    const from = events(
      [chunk(calls(piece({ index: 0, id: "a" }, "{}", "f"))), chunk({}, "tool_calls")],
      "clean",
      reverse
    )
    expect(foldStream(from).response.candidates[0]?.parts[0]).toMatchObject({ name: "fs:read" })
  })

  it("reasoning ends before text begins", () => {
    const all = events([chunk({ reasoning_content: "a" }), chunk({ content: "b" })], "cut")
    expect(all.map((it) => it.type)).toEqual(["start", "part", "delta", "part-end", "part", "delta", "error"])
  })

  it("reasoning ends before a picture begins, and what is reasoned behind it is another part", () => {
    const picture = { images: [{ type: "image_url", image_url: { url: "https://pictures.example/a.png" } }] }
    const frames = [chunk({ reasoning_content: "a" }), chunk(picture), chunk({ reasoning_content: "b" }, "stop")]
    expect(parts(frames)).toMatchObject([
      { type: "reasoning", text: "a" },
      { type: "media" },
      { type: "reasoning", text: "b" }
    ])
  })
})

it("items of content that are neither objects nor texts are noted", () => {
  const machine = chatCompletions.decodeStream(emptyReplyContext)
  const odd = chunk({ content: [5, { type: "text", text: "a" }, null] })
  expect(machine.push({ data: odd }).map(({ type }) => type)).toEqual(["start", "part", "delta"])
  expect(brief(machine.notes())).toEqual([
    ["unknown-member", "/content/0"],
    ["unknown-member", "/content/2"]
  ])
})

describe("what comes behind the end", () => {
  const counted = JSON.stringify({ id: "x", choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } })

  it.each([
    ["a text", { content: "b" }],
    ["a list of content", { content: [{ type: "text", text: "b" }] }],
    ["a refusal", { refusal: "b" }],
    ["a call", calls(piece({ index: 0, id: "c" }, "{}", "f"))]
  ])("%s is no part, and noted", (_, late) => {
    const machine = chatCompletions.decodeStream(emptyReplyContext)
    for (const data of [chunk({ content: "a" }, "stop"), counted]) machine.push({ data })
    expect(machine.push({ data: chunk(late) })).toEqual([])
    expect(brief(machine.notes())).toEqual([["late-content", ""]])
  })

  it("nothing is not noted", () => {
    const machine = chatCompletions.decodeStream(emptyReplyContext)
    for (const data of [chunk({ content: "a" }, "stop"), counted, chunk({ content: "", tool_calls: [] })])
      machine.push({ data })
    expect(machine.notes()).toEqual([])
  })
})

describe("members that are said ahead of the choices", () => {
  const ahead = (more: object): string => JSON.stringify({ id: "", model: "", object: "", choices: [], ...more })

  it("are the answer's, whichever chunk said them", () => {
    const [start] = events([ahead({ a: 1, b: 1 }), ahead({ b: 2 }), chunk({ content: "x" }, "stop")])
    expect(bare(start)).toMatchObject({
      type: "start",
      response: { id: "chatcmpl-1", native: { rest: { a: "1", b: "2" } } }
    })
  })
})

describe("endings", () => {
  const reasonOf = (all: readonly ChatEvent[]): unknown => {
    const end = last(all)
    return end?.type === "error" ? end.error.reason : end?.type
  }
  const cases: readonly (readonly [name: string, frames: readonly string[], how: "clean" | "cut", ending: string])[] = [
    ["nothing at all", [], "clean", "UpstreamFailed"],
    ["the terminator alone", ["[DONE]"], "clean", "UpstreamFailed"],
    ["no finish reason", [chunk({ content: "a" })], "clean", "UpstreamFailed"],
    ["no finish reason before the terminator", [chunk({ content: "a" }), "[DONE]"], "clean", "UpstreamFailed"],
    [
      "one of two choices unfinished",
      [chunk({ content: "a" }, "stop"), chunk({ content: "b" }, null, 1), "[DONE]"],
      "clean",
      "UpstreamFailed"
    ],
    ["a cut after the finish reason", [chunk({ content: "a" }, "stop")], "cut", "UpstreamFailed"],
    ["a cut after the terminator", [chunk({ content: "a" }, "stop"), "[DONE]"], "cut", "end"],
    ["an error first", ['{"error":{"message":"x","code":"rate_limit_exceeded"}}'], "clean", "RateLimited"],
    [
      "an error in the middle",
      [chunk({ content: "a" }), '{"error":{"message":"x","type":"server_error","code":null}}', "[DONE]"],
      "clean",
      "UpstreamFailed"
    ],
    ["an error with a status", ['{"error":{"message":"x","code":503}}'], "clean", "Overloaded"],
    ["an error as text", ['{"error":"x"}'], "clean", "UpstreamFailed"],
    ["no JSON", [chunk({ content: "a" }), "{"], "clean", "UpstreamFailed"],
    ["no object", ["3"], "clean", "UpstreamFailed"],
    ["choices that are no list", ['{"choices":{}}'], "clean", "UpstreamFailed"],
    ["a choice that is no object", ['{"choices":[3]}'], "clean", "UpstreamFailed"],
    ["a delta that is no object", ['{"choices":[{"index":0,"delta":"x"}]}'], "clean", "UpstreamFailed"],
    ["content that is a number", [chunk({ content: 3 })], "clean", "UpstreamFailed"],
    ["calls that are no list", [chunk({ tool_calls: {} })], "clean", "UpstreamFailed"],
    ["a call that is no object", [chunk({ tool_calls: ["x"] })], "clean", "UpstreamFailed"],
    ["arguments that are a number", [chunk(calls({ index: 0, function: { arguments: 3 } }))], "clean", "UpstreamFailed"]
  ]
  it.each(cases)("%s", (_, frames, how, ending) => {
    const all = events(frames, how)
    expect(reasonOf(all)).toBe(ending)
    expect(all.filter((it) => it.type === "error" || it.type === "end")).toHaveLength(1)
  })
})
