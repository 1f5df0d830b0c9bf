import { describe, expect, it } from "vitest"
import type { ChatMessage, ContentPart, ChatRequest } from "../../../src/core/chat/chat.ts"
import { unsealEnvelope, sealEnvelope } from "../../../src/core/chat/envelope.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { brief, decoded, encoded, foreign, refusals } from "./given.ts"
import { assistant, call, result, text, user } from "./turns.ts"

const image: ContentPart = {
  type: "media",
  media: "image",
  mime: "image/png",
  source: { kind: "base64", data: "aGk=" },
  at: "/i"
}

describe("messages", () => {
  it("keep the parts of a system message of which one is marked", () => {
    const marked: ContentPart = { type: "text", text: "b", cache: { ttl: "5m" } }
    const messages: readonly ChatMessage[] = [{ role: "system", parts: [text("a"), marked] }, user(text("c"))]
    expect(encoded(foreign({ messages })).body.messages[0]).toMatchObject({
      role: "system",
      content: [
        { type: "text", text: "a" },
        { type: "text", text: "b" }
      ]
    })
  })

  it("are written in their places, system messages too", () => {
    const messages: readonly ChatMessage[] = [
      { role: "system", parts: [text("a")] },
      user(text("b")),
      { role: "system", level: "developer", parts: [text("c"), text("d")] },
      user(text("e"), image)
    ]
    expect(encoded(foreign({ messages })).body.messages).toEqual([
      { role: "system", content: "a" },
      { role: "user", content: "b" },
      { role: "developer", content: "c\n\nd" },
      {
        role: "user",
        content: [
          { type: "text", text: "e" },
          { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } }
        ]
      }
    ])
  })

  it("split tool results off, in the order of their calls, before the turn's own words", () => {
    const messages = [
      user(text("q")),
      assistant(text("t"), call("a"), call("b")),
      user(text("go on"), result("b", [text("2")]), result("a", []))
    ]
    const { body, notes } = encoded(foreign({ messages }))
    expect(body.messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: "t",
        tool_calls: [
          { id: "a", type: "function", function: { name: "f", arguments: '{"a":12345678901234567890}' } },
          { id: "b", type: "function", function: { name: "f", arguments: '{"a":12345678901234567890}' } }
        ]
      },
      { role: "tool", tool_call_id: "a", content: "" },
      { role: "tool", tool_call_id: "b", content: "2" },
      { role: "user", content: "go on" }
    ])
    expect(notes).toEqual([])
  })

  it("note what an image cannot say", () => {
    const source = { kind: "url", url: "https://a/b.png" } as const
    const image: ContentPart = { type: "media", media: "image", source, name: "b.png", detail: "low", at: "/i" }
    const { body, notes } = encoded(foreign({ messages: [user(image)] }))
    expect(body.messages[0].content).toEqual([
      { type: "image_url", image_url: { url: "https://a/b.png", detail: "low" } }
    ])
    expect(brief(notes)).toEqual([["media-detail", "/i/name"]])
  })

  it("put media of results into a user message behind all results of the turn", () => {
    const messages = [
      user(text("q")),
      assistant(call("a"), call("b")),
      user(result("a", [text("see"), image]), result("b", [text("2")]), text("and?"))
    ]
    const { body, notes } = encoded(foreign({ messages }))
    expect(body.messages.slice(2)).toEqual([
      {
        role: "tool",
        tool_call_id: "a",
        content: [
          { type: "text", text: "see" },
          { type: "text", text: "(image 1 of the user message that follows)" }
        ]
      },
      { role: "tool", tool_call_id: "b", content: "2" },
      { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } }] },
      { role: "user", content: "and?" }
    ])
    expect(brief(notes)).toEqual([["tool-result", "/i"]])
  })

  it("say in a result's text that the call failed", () => {
    const messages = [user(text("q")), assistant(call("a")), user(result("a", [text("boom")], { error: true }))]
    const { body, notes } = encoded(foreign({ messages }))
    expect(body.messages[2]).toEqual({ role: "tool", tool_call_id: "a", content: "<tool_error>boom</tool_error>" })
    expect(brief(notes)).toEqual([["tool-result", "/messages/2/content/a/error"]])
  })

  it("give calls without an id one that depends on their place alone", () => {
    const messages = [
      user(text("q")),
      assistant(call("x", { id: undefined }), call("y", { id: undefined })),
      user(result("x", [text("1")], { id: undefined }), result("y", [text("2")], { id: undefined }))
    ]
    const { body } = encoded(foreign({ messages }))
    expect(body.messages[1].tool_calls.map((it: { id: string }) => it.id)).toEqual(["isg_1_0", "isg_1_1"])
    expect(body.messages.slice(2).map((it: { tool_call_id: string }) => it.tool_call_id)).toEqual([
      "isg_1_0",
      "isg_1_1"
    ])
  })

  it("drop what the vendor answers itself, with a note each", () => {
    const search = call("s", { of: "web-search", runBy: "provider", at: "/p/0" })
    const found = result("s", [], { of: "web-search", runBy: "provider", at: "/p/1" })
    const { body, notes } = encoded(
      foreign({ messages: [user(text("q")), assistant(search, found, text("t")), user(text("r"))] })
    )
    expect(body.messages[1]).toEqual({ role: "assistant", content: "t" })
    expect(brief(notes)).toEqual([
      ["provider-call", "/p/0"],
      ["provider-call", "/p/1"]
    ])
  })

  it("send documents of text as text, and name files", () => {
    const doc: ContentPart = {
      type: "media",
      media: "document",
      source: { kind: "text", text: "body" },
      title: "T",
      at: "/d"
    }
    const pdf: ContentPart = {
      type: "media",
      media: "document",
      mime: "application/pdf",
      source: { kind: "base64", data: "aGk=" },
      at: "/f"
    }
    const { body, notes } = encoded(foreign({ messages: [user(doc, pdf)] }))
    expect(body.messages[0].content).toEqual([
      { type: "text", text: "T\nbody" },
      { type: "file", file: { file_data: "data:application/pdf;base64,aGk=", filename: "document.pdf" } }
    ])
    expect(brief(notes)).toEqual([
      ["part-text", "/d/source"],
      ["required-member", "/f"]
    ])
  })

  it("ask for the bytes of a document behind a URL, and take them", () => {
    const source = { kind: "url", url: "https://a/b.pdf" } as const
    const request = foreign({ messages: [user({ type: "media", media: "document", source, name: "b.pdf", at: "/d" })] })
    expect(encoded(request).needs).toEqual([{ url: "https://a/b.pdf", path: "/d" }])
    const media = new Map([["https://a/b.pdf", { mime: "application/pdf", base64: "aGk=" }]])
    expect(encoded(request, { model: "m", media }).body.messages[0].content[0].file.file_data).toBe(
      "data:application/pdf;base64,aGk="
    )
  })

  const refused: readonly (readonly [name: string, messages: readonly ChatMessage[], rule: string, path: string])[] = [
    ["an orphan result", [user(result("zz", []))], "unpaired-call", "/messages/2/content/zz"],
    [
      "an unanswered call",
      [user(text("q")), assistant(call("a")), user(text("x"))],
      "unpaired-call",
      "/messages/1/content/a"
    ],
    [
      "a call id twice",
      [user(text("q")), assistant(call("a"), call("a")), user(result("a", []))],
      "unpaired-call",
      "/messages/1/content/a"
    ],
    ["an empty user message", [user()], "empty-user", "/messages/0"],
    ["messages of which none can be sent", [assistant()], "no-messages", ""],
    [
      "a film",
      [user({ type: "media", media: "video", source: { kind: "url", url: "https://a" }, at: "/v" })],
      "unsupported-media",
      "/v/source"
    ],
    [
      "another vendor's file",
      [
        user({
          type: "media",
          media: "document",
          source: { kind: "ref", ref: { vendor: "anthropic", kind: "file", id: "f" } },
          at: "/v"
        })
      ],
      "held-elsewhere",
      "/v/source"
    ],
    [
      "an encrypted summary",
      [user(text("q")), assistant({ type: "compaction", at: "/c" }), user(text("x"))],
      "compaction-held",
      "/c"
    ]
  ]
  it("are left out where none of their parts can be said", () => {
    const change: ContentPart = { type: "tool-change", change: "add", name: "f", body: JsonText.source("{}"), at: "/c" }
    const later: ChatMessage = { role: "system", parts: [change], at: "/messages/1" }
    const unknown: ContentPart = {
      type: "unknown",
      format: "elsewhere",
      kind: "k",
      body: JsonText.source("{}"),
      at: "/u"
    }
    const { body, notes } = encoded(foreign({ messages: [user(text("q")), later, user(unknown)] }))
    expect(body.messages).toEqual([{ role: "user", content: "q" }])
    expect(brief(notes)).toEqual([
      ["tool-change", "/c"],
      ["unknown-part", "/u"]
    ])
  })

  it("take a tool from those that are sent, which are the conversation's last", () => {
    const change: ContentPart = {
      type: "tool-change",
      change: "remove",
      name: "g",
      body: JsonText.source("{}"),
      at: "/c"
    }
    const tools = ["f", "g"].map((name) => ({ type: "function", name }) as const)
    const messages = [user(text("q")), { role: "system", parts: [change] } as const]
    const { body, notes } = encoded(foreign({ messages, tools }))
    expect(body.tools).toEqual([{ type: "function", function: { name: "f" } }])
    expect(notes).toMatchObject([{ kind: "approximated", path: "/c" }])
  })

  it.each(refused)("refuse %s", (_, messages, rule, path) => {
    expect(refusals(foreign({ messages }))).toContainEqual([rule, path])
  })
})

describe("reasoning", () => {
  const signed: ContentPart = {
    type: "reasoning",
    text: "r",
    opaque: [{ vendor: "anthropic", kind: "signature", data: "c2ln" }],
    at: "/r"
  }
  const turn = (part: ContentPart): ChatRequest =>
    foreign({ messages: [user(text("q")), assistant(part, text("a")), user(text("b"))] })

  it("goes back to its own vendor in a carrier that says its place", () => {
    const { body, notes } = encoded(turn(signed), { model: "m", vendor: "anthropic" })
    const [detail] = body.messages[1].reasoning_details
    expect(detail).toMatchObject({ type: "reasoning.text", text: "r", index: 0 })
    expect(unsealEnvelope(detail.signature)?.opaque.data).toBe("c2ln")
    expect(body.messages[1].reasoning_content).toBe("r")
    expect(notes).toEqual([])
  })

  it("is not sent to another vendor", () => {
    const { body, notes } = encoded(turn(signed), { model: "m", vendor: "openai" })
    expect(body.messages[1]).toEqual({ role: "assistant", content: "a" })
    expect(brief(notes)).toEqual([["foreign-opaque", "/r"]])
  })

  it("is not sent to another model than its own", () => {
    const bound: ContentPart = {
      ...signed,
      opaque: [{ vendor: "anthropic", kind: "signature", data: "x", model: "other" }]
    }
    expect(brief(encoded(turn(bound), { model: "m", vendor: "anthropic" }).notes)).toEqual([["foreign-opaque", "/r"]])
  })

  it("of another format without bytes goes back beside the calls it led to", () => {
    const messages = [
      user(text("q")),
      assistant({ type: "reasoning", text: "r", at: "/r" }, call("a")),
      user(result("a", []))
    ]
    const { body, notes } = encoded(foreign({ messages }))
    expect(body.messages[1].reasoning_content).toBe("r")
    expect(brief(notes)).toEqual([["thinking-echo", "/r"]])
  })

  it("of another format without bytes does not go to the format's own vendor", () => {
    const messages = [
      user(text("q")),
      assistant({ type: "reasoning", text: "r", at: "/r" }, call("a")),
      user(result("a", []))
    ]
    const { body, notes } = encoded(foreign({ messages }), { model: "m", vendor: "openai" })
    expect(body.messages[1].reasoning_content).toBeUndefined()
    expect(brief(notes)).toEqual([["unsigned-thinking", "/r"]])
  })

  it("of this format goes back as it came", () => {
    const messages = [
      { role: "user", content: "q" },
      { role: "assistant", content: "a", reasoning_content: "r" },
      { role: "user", content: "b" }
    ]
    const { body, notes } = encoded(decoded({ model: "m", messages }).request)
    expect(body.messages).toEqual(messages)
    expect(notes).toEqual([])
  })

  it("of another format without bytes is left out where no call came of it", () => {
    const { body, notes } = encoded(turn({ type: "reasoning", text: "r", at: "/r" }))
    expect(body.messages[1]).toEqual({ role: "assistant", content: "a" })
    expect(brief(notes)).toEqual([["unsigned-thinking", "/r"]])
  })

  it("keeps Google's signature on the call for Google alone", () => {
    const part = call("a", { opaque: [{ vendor: "google", kind: "signature", data: "c2ln" }] })
    const request = foreign({ messages: [user(text("q")), assistant(part), user(result("a", []))] })
    expect(encoded(request, { model: "m", vendor: "google" }).body.messages[1].tool_calls[0].extra_content).toEqual({
      google: { thought_signature: "c2ln" }
    })
    expect(
      encoded(request, { model: "m", vendor: "openai" }).body.messages[1].tool_calls[0].extra_content
    ).toBeUndefined()
  })

  it("seals what another part of the message carries", () => {
    const covered: ContentPart = { ...text("a"), opaque: [{ vendor: "google", kind: "signature", data: "c2ln" }] }
    const { body } = encoded(foreign({ messages: [user(text("q")), assistant(covered), user(text("x"))] }), {
      model: "m",
      vendor: "google"
    })
    expect(body.messages[1].reasoning_details).toEqual([
      {
        type: "reasoning.encrypted",
        data: sealEnvelope({ vendor: "google", kind: "signature", data: "c2ln" }, 0, "a"),
        id: "covers",
        format: "isogloss-v1",
        index: 0
      }
    ])
  })
})

describe("thinking", () => {
  const cases: readonly (readonly [
    name: string,
    thinking: NonNullable<ChatRequest["thinking"]>,
    effort: string | undefined,
    rules: readonly string[]
  ])[] = [
    ["off", { mode: "off" }, "none", []],
    ["an effort", { effort: "xhigh" }, "xhigh", []],
    ["a small budget", { mode: "on", budget: 1024 }, "low", ["thinking"]],
    ["a middle budget", { mode: "on", budget: 8192 }, "medium", ["thinking"]],
    ["a large budget", { mode: "on", budget: 8193 }, "high", ["thinking"]],
    ["adaptive", { mode: "auto" }, "medium", ["thinking"]],
    ["adaptive with an effort", { mode: "auto", effort: "low" }, "low", ["thinking"]],
    ["between tools", { mode: "between-tools" }, "low", ["thinking"]],
    ["visibility alone", { visible: "summarized" }, undefined, ["bookkeeping"]],
    ["a wish to see thoughts alone", { visible: true }, "medium", ["thinking"]],
    ["a wish not to see them alone", { visible: false }, undefined, ["bookkeeping"]]
  ]
  it.each(cases)("%s", (_, thinking, effort, rules) => {
    const { body, notes } = encoded(foreign({ thinking, places: new Map([["thinking", "/thinking"]]) }))
    expect(body.reasoning_effort).toBe(effort)
    expect(brief(notes)).toEqual(rules.map((rule) => [rule, "/thinking"]))
  })
})

describe("options", () => {
  it("are written in the vendor's own spelling", () => {
    const request = foreign({
      maxTokens: 9,
      temperature: 0,
      topP: 0,
      candidates: 2,
      seed: 0,
      presencePenalty: 1,
      frequencyPenalty: -1,
      stop: ["a"],
      logprobs: true,
      topLogprobs: 0,
      verbosity: "low",
      tier: "auto",
      user: "u",
      metadata: JsonText.source('{"a":"1"}'),
      prediction: [text("p")],
      output: {
        type: "json-schema",
        name: "n",
        schema: { dialect: "json-schema", source: JsonText.source('{"type":"object"}') },
        strict: true
      }
    })
    const { body, notes } = encoded(request)
    expect(body).toEqual({
      model: "m",
      messages: [{ role: "user", content: "hi" }],
      max_completion_tokens: 9,
      temperature: 0,
      top_p: 0,
      presence_penalty: 1,
      frequency_penalty: -1,
      n: 2,
      seed: 0,
      top_logprobs: 0,
      stop: ["a"],
      response_format: { type: "json_schema", json_schema: { name: "n", schema: { type: "object" }, strict: true } },
      logprobs: true,
      verbosity: "low",
      prediction: { type: "content", content: "p" },
      service_tier: "auto",
      safety_identifier: "u"
    })
    expect(brief(notes)).toEqual([["bookkeeping", "/metadata"]])
  })

  const lost: readonly (readonly [name: string, more: Partial<ChatRequest>, rule: string, path: string])[] = [
    ["top_k", { topK: 5 }, "unsupported", "/topK"],
    ["the fifth stop sequence", { stop: ["1", "2", "3", "4", "5"] }, "stop", "/stop/4"],
    ["safety settings", { safety: [{ category: "X" }] }, "unsupported", "/safety"],
    ["image options", { image: JsonText.source("{}") }, "unsupported", "/image"],
    ["caching", { autoCache: {} }, "auto-cache", "/autoCache"],
    ["a container", { refs: [{ vendor: "anthropic", kind: "container", id: "c" }] }, "container", "/refs"],
    [
      "a schema without name",
      {
        output: {
          type: "json-schema",
          schema: { dialect: "json-schema", source: JsonText.source("{}") },
          strict: false
        }
      },
      "required-member",
      "/output"
    ],
    [
      "what only the other format says",
      { native: { format: "elsewhere", rest: new Map([["speed", JsonText.source('"fast"')]]) } },
      "unknown-member",
      "/speed"
    ]
  ]
  it.each(lost)("note %s", (_, more, rule, path) => {
    expect(brief(encoded(foreign(more)).notes)).toEqual([[rule, path]])
  })

  it("refuse state that another vendor holds", () => {
    expect(refusals(foreign({ refs: [{ vendor: "google", kind: "cache", id: "c" }] }))).toEqual([
      ["held-elsewhere", "/refs"]
    ])
  })

  it("ask for a stream and its usage where the target streams", () => {
    const { body, call: written } = encoded(foreign({}), { model: "m", stream: true })
    expect(body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
    expect(written.stream).toBe(true)
  })
})

it("a document of parts is what it holds, behind its title and what is said of it", () => {
  const source = { kind: "parts", parts: [text("x")] } as const
  const document: ContentPart = { type: "media", media: "document", title: "T", context: "C", source }
  expect(encoded(foreign({ messages: [user(document)] })).body.messages[0].content).toEqual([
    { type: "text", text: "T\nC" },
    { type: "text", text: "x" }
  ])
})

const showing = (shown: ContentPart) =>
  foreign({ messages: [user(text("q")), assistant(text("a"), shown), user(text("q"))] })
const picture = { type: "media", media: "image", mime: "image/png", at: "/p" } as const

it("a picture that the assistant showed is left out where its bytes are there", () => {
  const { body, notes } = encoded(showing({ ...picture, source: { kind: "base64", data: "AA==" } }))
  expect(body.messages[1]).toEqual({ role: "assistant", content: "a" })
  expect(brief(notes)).toEqual([["unknown-part", "/p"]])
})

it.each([
  [
    "picture that a vendor holds",
    { kind: "ref", ref: { vendor: "google", kind: "file", id: "f" } },
    "image",
    "held-elsewhere"
  ],
  ["film", { kind: "base64", data: "AA==" }, "video", "unsupported-media"]
] as const)("a %s is refused of the assistant", (_, source, media, rule) => {
  expect(refusals(showing({ ...picture, media, source }))).toEqual([[rule, "/p/source"]])
})
