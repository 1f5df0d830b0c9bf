import { describe, expect, it } from "vitest"
import type { ContentPart, ChatRequest } from "../../../src/core/chat/chat.ts"
import type { RequestTarget } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { call, encoded, foreign, refused, rulesOf, sent, text } from "./reading.ts"

const user = (...parts: readonly ContentPart[]): ChatRequest["messages"][number] => ({ role: "user", parts })
const model = (...parts: readonly ContentPart[]): ChatRequest["messages"][number] => ({ role: "assistant", parts })

const result = (id: string | undefined, said: string): ContentPart => ({
  type: "tool-result",
  ...(id === undefined ? {} : { id }),
  of: "function",
  runBy: "client",
  output: { kind: "parts", parts: [text(said)] }
})

const contentsOf = (messages: ChatRequest["messages"], target: Partial<RequestTarget> = {}): readonly unknown[] =>
  (sent(foreign({ messages }), target) as { contents: readonly unknown[] }).contents

describe("a conversation", () => {
  it("has its system messages at the head", () => {
    const messages = [{ role: "system", parts: [text("Be brief.")] } as const, user(text("Hi"))]
    expect(sent(foreign({ messages }))).toEqual({
      contents: [{ role: "user", parts: [{ text: "Hi" }] }],
      systemInstruction: { parts: [{ text: "Be brief." }] }
    })
  })

  it("says a later system message as user text, with a note", () => {
    const messages = [user(text("a")), { role: "system", at: "/messages/1", parts: [text("B")] } as const]
    const { value, notes } = encoded(foreign({ messages }))
    expect(JSON.parse(value.call.body.text)).toEqual({
      contents: [{ role: "user", parts: [{ text: "a" }, { text: "<system>\nB\n</system>" }] }]
    })
    expect(notes).toMatchObject([{ rule: "generate-content/late-system", path: "/messages/1", kind: "approximated" }])
  })

  it("says of what a system message can have no more than text", () => {
    const unsaid: ContentPart = { type: "media", media: "image", source: { kind: "url", url: "https://a.example/b" } }
    const messages = [{ role: "system", parts: [text("a"), { ...unsaid, at: "/b" }] } as const, user(text("c"))]
    const { notes } = encoded(foreign({ messages }))
    expect(notes).toMatchObject([{ rule: "generate-content/system-part", path: "/b" }])
  })

  it("guesses the type of a picture that says none, with a note", () => {
    const picture: ContentPart = { type: "media", media: "image", source: { kind: "base64", data: "AAAA" }, at: "/a" }
    const { value, notes } = encoded(foreign({ messages: [user(picture)] }))
    expect(JSON.parse(value.call.body.text).contents[0].parts).toMatchObject([
      { inlineData: { mimeType: expect.stringMatching(/^image\//), data: "AAAA" } }
    ])
    expect(notes).toMatchObject([{ rule: "generate-content/required-member", path: "/a/mime" }])
  })

  it("merges messages of one role", () => {
    expect(contentsOf([user(text("a")), user(text("b")), model(text("c")), user(text("d"))])).toEqual([
      { role: "user", parts: [{ text: "a" }, { text: "b" }] },
      { role: "model", parts: [{ text: "c" }] },
      { role: "user", parts: [{ text: "d" }] }
    ])
  })

  it("gives results in the order of their calls, with the names of these, before the user's own words and apart from them", () => {
    const messages = [
      user(text("?")),
      model(call("a", "f", "{}"), call("b", "g", "{}")),
      user(result("b", "2")),
      user(result("a", "1")),
      user(text("go on"))
    ]
    expect(contentsOf(messages)).toMatchObject([
      { role: "user" },
      { role: "model", parts: [{ functionCall: { id: "a" } }, { functionCall: { id: "b" } }] },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "a", name: "f", response: { output: "1" } } },
          { functionResponse: { id: "b", name: "g", response: { output: "2" } } }
        ]
      },
      { role: "user", parts: [{ text: "go on" }] }
    ])
  })

  it("drops ids that only a place made, and matches by it", () => {
    const messages = [user(text("?")), model(call("isg_1_0", "f", "{}")), user(result("isg_1_0", "1"))]
    expect(JSON.stringify(contentsOf(messages))).not.toContain("isg_")
  })

  it.each<[string, ChatRequest["messages"]]>([
    ["an answer without a call", [user(text("?")), user(result("x", "1"))]],
    ["a call without an answer", [user(text("?")), model(call("x", "f", "{}")), user(text("!"))]]
  ])("with %s is refused", (_, messages) => {
    expect(refused(foreign({ messages }))).toContain("unpaired-call")
  })

  it("of nobody is refused", () => {
    expect(refused(foreign({ messages: [] }))).toEqual(["no-messages"])
  })

  it("with a user who says nothing is refused", () => {
    expect(refused(foreign({ messages: [user(text(""))] }))).toContain("empty-user")
  })

  it("leaves an empty user message out where its turn says something", () => {
    const messages = [user(text("")), user(text("A"))]
    expect(rulesOf(encoded(foreign({ messages })).notes)).toEqual(["empty-message"])
    expect(contentsOf(messages)).toEqual([{ role: "user", parts: [{ text: "A" }] }])
  })

  it("that ends with the assistant goes on there, unless the model is known not to", () => {
    const messages = [user(text("a")), model(text("b"))]
    expect(rulesOf(encoded(foreign({ messages })).notes)).toEqual(["prefill"])
    expect(refused(foreign({ messages }), { prefill: false })).toEqual(["no-prefill"])
  })
})

describe("a cache mark of a message", () => {
  it("is noted: the vendor caches by itself", () => {
    const messages = [{ role: "user", parts: [text("a")], at: "/messages/0", cache: { ttl: "1h" } }] as const
    expect(encoded(foreign({ messages })).notes).toMatchObject([
      { rule: "generate-content/cache-mark", path: "/messages/0" }
    ])
  })
})

describe("parts", () => {
  const partsOf = (parts: readonly ContentPart[], target: Partial<RequestTarget> = {}): unknown =>
    (contentsOf([user(text("?")), model(...parts), user(text("!"))], target) as { parts: unknown }[])[1]?.parts
  const rulesFor = (part: ContentPart): readonly string[] =>
    rulesOf(encoded(foreign({ messages: [user(text("?")), model(part, text("a")), user(text("!"))] })).notes)

  it("of thinking go back with the vendor's own signature", () => {
    const opaque = [{ vendor: "google", kind: "signature", data: "c2ln" } as const]
    expect(partsOf([{ type: "reasoning", text: "Hm.", opaque }])).toEqual([
      { text: "Hm.", thought: true, thoughtSignature: "c2ln" }
    ])
  })

  it.each<[string, ContentPart, readonly string[]]>([
    ["without a signature", { type: "reasoning", text: "Hm." }, ["unsigned-thinking"]],
    [
      "with another vendor's",
      { type: "reasoning", text: "Hm.", opaque: [{ vendor: "anthropic", kind: "signature", data: "x" }] },
      ["foreign-opaque", "unsigned-thinking"]
    ],
    [
      "with another model's",
      { type: "reasoning", text: "Hm.", opaque: [{ vendor: "google", kind: "signature", data: "x", model: "m-9" }] },
      ["foreign-opaque", "unsigned-thinking"]
    ]
  ])("of thinking %s are left out with a note", (_, part, rules) => {
    expect(rulesFor(part)).toEqual(rules)
  })

  it("of calls take the place of a missing signature where the target demands one, each turn's first alone", () => {
    const messages = [
      user(text("?")),
      model(call("a", "f", "{}"), call("b", "f", "{}")),
      user(result("a", "1"), result("b", "2"))
    ]
    const { value, notes } = encoded(foreign({ messages }), { signedCalls: true })
    expect(value.call.body.text.match(/skip_thought_signature_validator/g)).toHaveLength(1)
    expect(rulesOf(notes)).toEqual(["missing-signature"])
  })

  it("of a call whose input is no object are that text, as a member", () => {
    const messages = [user(text("?")), model(call("a", "f", "[1]")), user(result("a", "1"))]
    const { value, notes } = encoded(foreign({ messages }))
    expect(value.call.body.text).toContain('"args":{"input":"[1]"}')
    expect(rulesOf(notes)).toEqual(["broken-input"])
  })

  it.each<[string, ContentPart, unknown]>([
    [
      "bytes",
      { type: "media", media: "image", mime: "image/png", source: { kind: "base64", data: "AAAA" } },
      { inlineData: { mimeType: "image/png", data: "AAAA" } }
    ],
    [
      "a URL",
      { type: "media", media: "image", source: { kind: "url", url: "https://e.x/a.png" } },
      { fileData: { fileUri: "https://e.x/a.png" } }
    ],
    [
      "the vendor's own file",
      {
        type: "media",
        media: "document",
        source: { kind: "ref", ref: { vendor: "google", kind: "file", id: "gs://b/a" } }
      },
      { fileData: { fileUri: "gs://b/a" } }
    ],
    [
      "plain text",
      { type: "media", media: "document", source: { kind: "text", text: "é" } },
      { inlineData: { mimeType: "text/plain", data: "w6k=" } }
    ]
  ])("of media are written from %s", (_, part, wanted) => {
    expect(contentsOf([user(text("?"), part)])).toEqual([{ role: "user", parts: [{ text: "?" }, wanted] }])
  })

  it("of media at URLs are needs where the target fetches none, and bytes where they are given", () => {
    const url = "https://e.x/a.png"
    const messages = [
      user(text("?"), { type: "media", media: "image", at: "/messages/0/content/1", source: { kind: "url", url } })
    ]
    expect(encoded(foreign({ messages }), { mediaUrls: false }).value.needs).toEqual([
      { url, path: "/messages/0/content/1" }
    ])
    const media = new Map([[url, { mime: "image/png", base64: "AAAA" }]])
    expect(contentsOf(messages, { mediaUrls: false, media })).toMatchObject([
      { parts: [{ text: "?" }, { inlineData: { mimeType: "image/png", data: "AAAA" } }] }
    ])
  })

  it("are looked at alike where the target takes no detail of each, with a note", () => {
    const source = { kind: "base64", data: "AAAA" } as const
    const messages = [
      user(text("?"), {
        type: "media",
        media: "image",
        at: "/messages/0/content/1",
        mime: "image/png",
        detail: "low",
        source
      })
    ]
    expect(contentsOf(messages, { mediaDetail: false })).toEqual([
      { role: "user", parts: [{ text: "?" }, { inlineData: { mimeType: "image/png", data: "AAAA" } }] }
    ])
    expect(rulesOf(encoded(foreign({ messages }), { mediaDetail: false }).notes)).toEqual(["media-detail"])
  })

  it("of a result stand behind the results where the target takes none in them, and the result says which", () => {
    const image = {
      type: "media",
      media: "image",
      mime: "image/png",
      source: { kind: "base64", data: "AAAA" }
    } as const
    const shown = (id: string, ...parts: readonly ContentPart[]): ContentPart => ({
      type: "tool-result",
      id,
      of: "function",
      runBy: "client",
      output: { kind: "parts", parts }
    })
    const messages = [
      user(text("?")),
      model(call("a", "f", "{}"), call("b", "g", "{}")),
      user(shown("a", text("seen"), image), shown("b", image))
    ]
    expect(contentsOf(messages, { resultMedia: false }).slice(2)).toEqual([
      {
        role: "user",
        parts: [
          { functionResponse: { id: "a", name: "f", response: { output: "seen\n(part 1 of what follows)" } } },
          { functionResponse: { id: "b", name: "g", response: { output: "(part 2 of what follows)" } } }
        ]
      },
      {
        role: "user",
        parts: [
          { inlineData: { mimeType: "image/png", data: "AAAA" } },
          { inlineData: { mimeType: "image/png", data: "AAAA" } }
        ]
      }
    ])
  })

  /**
   * @see `FunctionResponsePart` of `@google/genai` 3.3: `inlineData`, `fileData`, `mediaProcessing` (read 2026-11)
   * @see https://googleapis.github.io/kotlin-genai/google-genai-kotlin/com.google.genai.kotlin.types/-function-response-part/
   *   has the first two (read 2026-11)
   */
  it("of a result have no settings there, with a note of each", () => {
    const source = { kind: "base64", data: "AAAA" } as const
    const at = "/input/2/output/0"
    const shown: ContentPart = {
      type: "tool-result",
      id: "a",
      of: "function",
      runBy: "client",
      output: {
        kind: "parts",
        parts: [{ type: "media", media: "video", mime: "video/mp4", at, detail: "low", clip: { fps: 1 }, source }]
      }
    }
    const { value, notes } = encoded(foreign({ messages: [user(text("?")), model(call("a", "f", "{}")), user(shown)] }))
    expect(JSON.parse(value.call.body.text).contents[2].parts[0].functionResponse.parts).toEqual([
      { inlineData: { mimeType: "video/mp4", data: "AAAA" } }
    ])
    expect(notes).toMatchObject([
      { rule: "generate-content/media-detail", path: `${at}/detail` },
      { rule: "generate-content/media-detail", path: `${at}/clip` }
    ])
  })

  it("that another vendor holds are refused", () => {
    const ref = { vendor: "openai", kind: "file", id: "file-1" } as const
    expect(
      refused(foreign({ messages: [user({ type: "media", media: "document", source: { kind: "ref", ref } })] }))
    ).toContain("held-elsewhere")
  })
})

describe("settings", () => {
  const configOf = (over: Partial<ChatRequest>, target: Partial<RequestTarget> = {}): unknown =>
    (sent(foreign(over), target) as { generationConfig?: unknown }).generationConfig

  it("are written, zeros too", () => {
    expect(configOf({ temperature: 0, topP: 0, seed: 0, maxTokens: 5, candidates: 2 })).toEqual({
      temperature: 0,
      topP: 0,
      seed: 0,
      maxOutputTokens: 5,
      candidateCount: 2
    })
  })

  it("take five stop sequences, and note each one more at its place", () => {
    const { value, notes } = encoded(foreign({ stop: ["a", "b", "c", "d", "e", "f"] }))
    expect(value.call.body.text).toContain('"stopSequences":["a","b","c","d","e"]')
    expect(notes).toMatchObject([{ rule: "generate-content/stop", path: "/stop/5" }])
  })

  it.each<[string, Partial<RequestTarget>, ChatRequest["thinking"], unknown]>([
    ["an effort as a level", {}, { effort: "low" }, { includeThoughts: true, thinkingLevel: "LOW" }],
    [
      "the highest effort as the highest level that a model is known to take",
      {},
      { effort: "xhigh" },
      { includeThoughts: true, thinkingLevel: "HIGH" }
    ],
    ["a budget as a level", {}, { budget: 5000 }, { includeThoughts: true, thinkingLevel: "MEDIUM" }],
    [
      "an effort as a share of the budget",
      { thinking: { budget: { minimum: 0, maximum: 24_576 }, off: true } },
      { effort: "medium" },
      { includeThoughts: true, thinkingBudget: 12_288 }
    ],
    [
      "a budget within what the model takes",
      { thinking: { budget: { minimum: 128, maximum: 32_768 } } },
      { budget: 99_999, visible: false },
      { includeThoughts: false, thinkingBudget: 32_768 }
    ],
    ["no thinking where it can be off", { thinking: { off: true } }, { mode: "off" }, { thinkingBudget: 0 }],
    ["little thinking where it cannot", {}, { mode: "off" }, { thinkingLevel: "LOW" }]
  ])("ask for %s", (_, target, thinking, wanted) => {
    expect(configOf(thinking === undefined ? {} : { thinking }, target)).toEqual({ thinkingConfig: wanted })
  })

  const schema = { dialect: "json-schema", source: JsonText.source('{"type":"object","properties":{}}') } as const

  it("ask for a schema as JSON Schema", () => {
    expect(configOf({ output: { type: "json-schema", schema } })).toEqual({
      responseMimeType: "application/json",
      responseJsonSchema: { type: "object", properties: {} }
    })
  })

  it("ask for a schema in the older dialect where the target takes that alone", () => {
    expect(configOf({ output: { type: "json-schema", schema } }, { schemaDialect: "openapi-3.0" })).toEqual({
      responseMimeType: "application/json",
      responseSchema: { type: "OBJECT", properties: {} }
    })
  })

  it.each<[string, Partial<ChatRequest>, string]>([
    ["a token bias", { logitBias: JsonText.source('{"50256":-100}') }, "unsupported"],
    ["one call at a time", { parallelToolCalls: false }, "unsupported"],
    ["an expected text", { prediction: [text("a")] }, "cost-setting"],
    ["a cache", { autoCache: { key: "k" } }, "auto-cache"],
    ["the end user", { user: "u" }, "bookkeeping"],
    ["a tier of another vendor's", { tier: "scale" }, "service-tier"]
  ])("leave a note of %s", (_, over, rule) => {
    expect(rulesOf(encoded(foreign(over)).notes)).toEqual([rule])
  })

  it.each(["cache", "continuation", "response"] as const)("with another vendor's %s are refused", (kind) => {
    expect(refused(foreign({ refs: [{ vendor: "openai", kind, id: "x" }] }))).toEqual(["held-elsewhere"])
  })
})

describe("tools", () => {
  const declared = (name: string): NonNullable<ChatRequest["tools"]>[number] => ({
    type: "function",
    name,
    at: `/tools/${name}`
  })

  it("stand in one element, and the vendor's own in theirs", () => {
    const search = {
      type: "vendor",
      vendor: "openai",
      of: "web-search",
      runBy: "provider",
      config: JsonText.source("{}")
    } as const
    expect(sent(foreign({ tools: [declared("f"), declared("g"), search] }))).toMatchObject({
      tools: [{ functionDeclarations: [{ name: "f" }, { name: "g" }] }, { googleSearch: {} }]
    })
  })

  it("are spelled as the vendor takes them, everywhere, and back in the answer", () => {
    const { value } = encoded(
      foreign({ tools: [declared("1 é")], toolChoice: { mode: "tool", of: "function", name: "1 é" } })
    )
    const [[name, before]] = [...value.undo.names] as [[string, string]]
    expect(before).toBe("1 é")
    expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/)
    expect(value.call.body.text.split(JSON.stringify(name))).toHaveLength(3)
  })

  it.each<[ChatRequest["toolChoice"], unknown]>([
    [{ mode: "auto" }, { mode: "AUTO" }],
    [{ mode: "none" }, { mode: "NONE" }],
    [{ mode: "required" }, { mode: "ANY" }],
    [
      { mode: "required", only: ["f", "g"] },
      { mode: "ANY", allowedFunctionNames: ["f", "g"] }
    ],
    [
      { mode: "tool", of: "function", name: "f" },
      { mode: "ANY", allowedFunctionNames: ["f"] }
    ],
    [{ mode: "validated" }, { mode: "VALIDATED" }]
  ])("are chosen by %j as %j", (toolChoice, wanted) => {
    const request = foreign({
      tools: [declared("f"), declared("g")],
      ...(toolChoice === undefined ? {} : { toolChoice })
    })
    expect(sent(request)).toMatchObject({ toolConfig: { functionCallingConfig: wanted } })
  })

  it("that a free choice excludes are left out, which changes the cached prefix", () => {
    const { value, notes } = encoded(
      foreign({ tools: [declared("f"), declared("g")], toolChoice: { mode: "auto", only: ["f"] } })
    )
    expect(value.call.body.text).not.toContain('"g"')
    expect(notes).toMatchObject([{ rule: "generate-content/unchosen-tool", path: "/tools/g", severity: "cost" }])
  })

  it("of another vendor's without a stand-in leave a note, and refuse a choice of them", () => {
    const shell = {
      type: "vendor",
      vendor: "anthropic",
      of: "shell",
      runBy: "client",
      name: "bash",
      config: JsonText.source("{}")
    } as const
    expect(rulesOf(encoded(foreign({ tools: [shell] })).notes)).toEqual(["unsupported-tool"])
    expect(refused(foreign({ tools: [shell], toolChoice: { mode: "tool", of: "shell", name: "bash" } }))).toEqual([
      "tool-choice-lost"
    ])
  })

  it("that take free text are functions with one string", () => {
    const { value } = encoded(foreign({ tools: [{ type: "custom", name: "sh" }] }))
    expect(value.undo.customTools).toEqual(["sh"])
    expect(JSON.parse(value.call.body.text)).toMatchObject({
      tools: [{ functionDeclarations: [{ parametersJsonSchema: { required: ["input"] } }] }]
    })
  })
})

it.each([
  [{}, { thinkingBudget: 128 }],
  [{ effort: true }, { thinkingLevel: "MINIMAL" }]
] as const)("a model that cannot rest is told to think as little as it can: %j", (levels, thinkingConfig) => {
  const thinking = { budget: { minimum: 128, maximum: 9000 }, off: false, ...levels }
  expect(sent(foreign({ thinking: { mode: "off" } }), { thinking })).toMatchObject({
    generationConfig: { thinkingConfig }
  })
})
