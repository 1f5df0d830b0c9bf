import { describe, expect, it } from "vitest"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { textToBase64 } from "../../../src/formats/generate-content/opaque.ts"
import { sealEnvelope } from "../../../src/core/chat/envelope.ts"
import { callOf, decoded, minimal, wrong } from "./reading.ts"

const partsOf = (parts: readonly object[], role = "model"): readonly object[] =>
  decoded({ contents: [{ role, parts }] }).messages[0]?.parts ?? []

describe("contents", () => {
  it("take their model from the path", () => {
    expect(decoded(minimal()).model).toBe("model-1")
  })

  it.each([
    ["user", "user"],
    ["model", "assistant"],
    ["function", "user"]
  ])("of role %s are the %s's", (role, meaning) => {
    expect(decoded({ contents: [{ role, parts: [{ text: "a" }] }] }).messages[0]?.role).toBe(meaning)
  })

  it("without a role are the user's", () => {
    expect(decoded({ contents: [{ parts: [{ text: "a" }] }] }).messages[0]?.role).toBe("user")
  })

  it("may hold a lone part without its list", () => {
    expect(decoded({ contents: [{ role: "user", parts: { text: "a" } }] }).messages[0]?.parts).toEqual([
      { type: "text", at: "/contents/0/parts", text: "a" }
    ])
  })

  it.each([
    [{ fileData: { fileUri: "gs://bucket/a.pdf", mimeType: "application/pdf" } }, "/fileData/fileUri"],
    [{ inline_data: { mime_type: "image/png", data: "aGk=" } }, "/inline_data/data"]
  ])("know where the source of a medium stood", (part, place) => {
    const [media] = decoded({ contents: [{ role: "user", parts: [part] }] }).messages[0]?.parts ?? []
    expect(media?.places?.get("source")).toBe(place)
  })

  it("of another role are an issue", () => {
    expect(wrong({ contents: [{ role: "assistant", parts: [{ text: "a" }] }] })).toEqual(["/contents/0/role"])
  })

  it("of the model's that hold results are split: those are the user's", () => {
    const parts = [
      { functionCall: { name: "f" } },
      { functionResponse: { name: "f", response: { output: "1" } } },
      { text: "One." }
    ]
    expect(decoded({ contents: [{ role: "model", parts }] }).messages).toMatchObject([
      { role: "assistant", parts: [{ type: "tool-call" }] },
      { role: "user", parts: [{ type: "tool-result" }] },
      { role: "assistant", parts: [{ type: "text" }] }
    ])
  })

  it("must be there", () => {
    expect(wrong({})).toEqual([""])
  })

  it("put the system instruction first", () => {
    const { messages } = decoded(minimal({ systemInstruction: { role: "user", parts: [{ text: "Be brief." }] } }))
    expect(messages[0]).toMatchObject({ role: "system", parts: [{ type: "text", text: "Be brief." }] })
  })
})

describe("parts", () => {
  it("that are thoughts are reasoning with their signature", () => {
    expect(partsOf([{ text: "Hm.", thought: true, thoughtSignature: "c2ln" }])).toMatchObject([
      { type: "reasoning", text: "Hm.", opaque: [{ vendor: "google", kind: "signature", data: "c2ln" }] }
    ])
  })

  it("keep a signature on an empty text", () => {
    expect(partsOf([{ text: "", thoughtSignature: "c2ln" }])).toMatchObject([
      { type: "text", text: "", opaque: [{ data: "c2ln" }] }
    ])
  })

  it("keep a signature on a call, and no id where there is none", () => {
    const [part] = partsOf([{ functionCall: { name: "f", args: { a: 1 } }, thoughtSignature: "c2ln" }])
    expect(part).toMatchObject({ type: "tool-call", name: "f", opaque: [{ data: "c2ln" }] })
    expect(part).not.toHaveProperty("id")
  })

  it("keep the source text of a call's arguments", () => {
    const body =
      '{"contents":[{"role":"model","parts":[{"functionCall":{"name":"f","args":{"10":1.0,"2":12345678901234567890}}}]}]}'
    const [part] = decoded(body).messages[0]?.parts ?? []
    expect(part?.type === "tool-call" && part.input.kind === "json" && part.input.json.text).toBe(
      '{"10":1.0,"2":12345678901234567890}'
    )
  })

  it.each([
    ["output", "sunny", undefined],
    ["error", "no such city", true]
  ])("of results with a text in `%s` are that text", (key, said, error) => {
    const [part] = partsOf([{ functionResponse: { name: "f", response: { [key]: said } } }], "user")
    expect(part).toMatchObject({ type: "tool-result", name: "f", output: { parts: [{ type: "text", text: said }] } })
    expect(part && "error" in part ? part.error : undefined).toBe(error)
  })

  it("of other results cross as JSON", () => {
    const [part] =
      decoded('{"contents":[{"parts":[{"functionResponse":{"name":"f","response":{"b":1.0,"2":[]}}}]}]}').messages[0]
        ?.parts ?? []
    expect(part?.type === "tool-result" && part.output.kind === "json" && part.output.json.text).toBe(
      '{"b":1.0,"2":[]}'
    )
  })

  it("hold the media of a result", () => {
    const media = { inlineData: { mimeType: "image/png", data: "AAAA" } }
    const [part] = partsOf([{ functionResponse: { name: "f", response: {}, parts: [media] } }], "user")
    expect(part).toMatchObject({ output: { parts: [{ type: "media", media: "image", source: { data: "AAAA" } }] } })
  })

  it.each([
    ["image/png", "image"],
    ["audio/wav", "audio"],
    ["video/mp4", "video"],
    ["application/pdf", "document"]
  ])("with bytes of type %s are of kind %s", (mimeType, media) => {
    expect(partsOf([{ inlineData: { mimeType, data: "AAAA" } }], "user")).toMatchObject([
      { type: "media", media, mime: mimeType, source: { kind: "base64", data: "AAAA" } }
    ])
  })

  it.each([
    ["https://generativelanguage.googleapis.com/v1beta/files/a", "ref"],
    ["gs://bucket/a.pdf", "ref"],
    ["https://example.com/a.png", "url"],
    ["HTTPS://example.com/a.png", "url"],
    ["HTTPS://GenerativeLanguage.googleapis.com/v1beta/files/a", "ref"],
    ["https://www.youtube.com/watch?v=a", "url"]
  ])("at %s are a %s", (fileUri, kind) => {
    expect(partsOf([{ fileData: { fileUri } }], "user")).toMatchObject([{ type: "media", source: { kind } }])
  })

  it("with clips and detail say so", () => {
    const part = {
      fileData: { fileUri: "gs://b/v.mp4", mimeType: "video/mp4" },
      videoMetadata: { startOffset: "1s", endOffset: "2s", fps: 5 },
      mediaResolution: { level: "MEDIA_RESOLUTION_LOW" }
    }
    expect(partsOf([part], "user")).toMatchObject([{ clip: { start: "1s", end: "2s", fps: 5 }, detail: "low" }])
  })

  it("of code and its result are the vendor's own", () => {
    const parts = [
      { executableCode: { language: "PYTHON", code: "print(1)" } },
      { codeExecutionResult: { outcome: "OUTCOME_FAILED", output: "1" } }
    ]
    expect(partsOf(parts)).toMatchObject([
      { type: "tool-call", of: "code-execution", runBy: "provider", input: { kind: "code", code: "print(1)" } },
      { type: "tool-result", of: "code-execution", runBy: "provider", error: true }
    ])
  })

  it("of tomorrow are kept whole", () => {
    expect(partsOf([{ hologram: { n: 1 } }])).toMatchObject([{ type: "unknown", kind: "hologram" }])
  })

  it("must say something", () => {
    expect(wrong({ contents: [{ parts: [{}, { text: "a" }] }] })).toEqual(["/contents/0/parts/0"])
  })
})

describe("sealed signatures", () => {
  const opaque = { vendor: "anthropic", kind: "signature", data: "EqQB" } as const
  const thought = (said: string, thoughtSignature?: string): object => ({
    text: said,
    thought: true,
    ...(thoughtSignature === undefined ? {} : { thoughtSignature })
  })

  it("over a part's own text are that part's", () => {
    expect(partsOf([thought("Hm.", textToBase64(sealEnvelope(opaque, 0, "Hm.")))])).toMatchObject([
      { text: "Hm.", opaque: [opaque] }
    ])
  })

  it("over the pieces of a stream, each its own content, make them one again", () => {
    const body = {
      contents: [
        { role: "user", parts: [{ text: "?" }] },
        { role: "model", parts: [thought("Need ")] },
        { role: "model", parts: [thought("weather.")] },
        { role: "model", parts: [{ text: "Let me look." }] },
        { role: "model", parts: [thought("", textToBase64(sealEnvelope(opaque, 0, "Need weather.")))] },
        { role: "user", parts: [{ text: "go on" }] }
      ]
    }
    const parts = decoded(body).messages.flatMap((message) => (message.role === "assistant" ? message.parts : []))
    expect(parts).toMatchObject([
      { type: "reasoning", text: "Need weather.", opaque: [opaque] },
      { type: "text", text: "Let me look." }
    ])
  })

  it("in the alphabet for URLs are read, too", () => {
    const url = textToBase64(sealEnvelope(opaque, 0, "Hm."))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "")
    expect(partsOf([thought("Hm.", url)])).toMatchObject([{ opaque: [opaque] }])
  })

  it("over another text are ignored with a note", () => {
    const read = generateContent.decodeRequest(
      callOf({ contents: [{ role: "model", parts: [thought("Hm!", textToBase64(sealEnvelope(opaque, 0, "Hm.")))] }] })
    )
    expect(read.ok && read.value.notes).toMatchObject([
      { rule: "generate-content/opaque-mismatch", path: "/contents/0/parts/0/thoughtSignature" }
    ])
  })
})

describe("settings", () => {
  const config = (generationConfig: object): object => decoded(minimal({ generationConfig }))

  it("are read, zeros too", () => {
    const all = {
      temperature: 0,
      topP: 0,
      topK: 0,
      seed: 0,
      maxOutputTokens: 5,
      stopSequences: ["END"],
      candidateCount: 2,
      presencePenalty: 0,
      frequencyPenalty: 1,
      responseLogprobs: true,
      logprobs: 3
    }
    expect(config(all)).toMatchObject({
      temperature: 0,
      topP: 0,
      topK: 0,
      seed: 0,
      maxTokens: 5,
      stop: ["END"],
      candidates: 2,
      presencePenalty: 0,
      frequencyPenalty: 1,
      logprobs: true,
      topLogprobs: 3
    })
  })

  it("say modalities in small letters, and name a voice", () => {
    const speechConfig = { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } }
    const request = decoded(minimal({ generationConfig: { responseModalities: ["TEXT", "AUDIO"], speechConfig } }))
    expect(request.modalities).toEqual(["text", "audio"])
    expect(request.audio?.voice.value).toBe("Kore")
  })

  it("of thinking are three fields", () => {
    expect(
      config({ thinkingConfig: { includeThoughts: true, thinkingBudget: -1, thinkingLevel: "HIGH" } })
    ).toMatchObject({ thinking: { visible: true, budget: -1, effort: "high" } })
  })

  it("of thinking say the highest level that the vendor's SDK names, which goes back as it came", () => {
    const request = decoded(minimal({ generationConfig: { thinkingConfig: { thinkingLevel: "XHIGH" } } }))
    expect(request.thinking).toEqual({ effort: "xhigh" })
    const encoded = generateContent.encodeRequest(request, { model: "any" })
    expect(encoded.ok && encoded.value.value.call.body.value).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: "XHIGH" } }
    })
  })

  it("hide thinking only where the client says so", () => {
    const read = generateContent.decodeRequest(
      callOf(minimal({ generationConfig: { thinkingConfig: { includeThoughts: false } } }), true)
    )
    expect(read.ok && read.value.value.asked).toMatchObject({ stream: true, thinking: "hidden" })
  })

  it.each([
    [{ responseMimeType: "application/json" }, { type: "json" }],
    [{ responseMimeType: "text/plain" }, { type: "text" }],
    [{ responseMimeType: "text/x.enum" }, { type: "mime", mime: "text/x.enum" }]
  ])("of the answer's form %j mean %j", (form, output) => {
    expect(config(form)).toMatchObject({ output })
  })

  it("read a schema of the vendor's dialect as JSON Schema", () => {
    const { output } = decoded(
      minimal({
        generationConfig: { responseSchema: { type: "OBJECT", properties: { a: { type: "STRING", nullable: true } } } }
      })
    )
    expect(output?.type === "json-schema" && output.schema.source.value).toEqual({
      type: "object",
      properties: { a: { type: ["string", "null"] } }
    })
  })

  it("hold the token of an answer that goes on", () => {
    expect(decoded(minimal({ continuationToken: "bmV4dA==" })).refs).toEqual([
      { vendor: "google", kind: "continuation", id: "bmV4dA==", at: "/continuationToken" }
    ])
  })

  it("hold a stored prefix, safety and labels", () => {
    const body = minimal({
      cachedContent: "cachedContents/1",
      safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }],
      labels: { team: "a" },
      serviceTier: "standard"
    })
    expect(decoded(body)).toMatchObject({
      refs: [{ vendor: "google", kind: "cache", id: "cachedContents/1" }],
      safety: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }],
      tier: "default"
    })
  })

  it("may be spelled with underscores", () => {
    const body = {
      contents: [{ role: "user", parts: [{ inline_data: { mime_type: "image/png", data: "AAAA" } }] }],
      system_instruction: { parts: [{ text: "s" }] },
      generation_config: { max_output_tokens: 7, thinking_config: { thinking_budget: 5 } },
      tools: [{ function_declarations: [{ name: "f" }] }, { google_search: {} }],
      tool_config: { function_calling_config: { mode: "ANY", allowed_function_names: ["f"] } }
    }
    expect(decoded(body)).toMatchObject({
      messages: [{ role: "system" }, { parts: [{ type: "media", mime: "image/png" }] }],
      maxTokens: 7,
      thinking: { budget: 5 },
      tools: [
        { type: "function", name: "f" },
        { type: "vendor", of: "web-search", name: "googleSearch" }
      ],
      toolChoice: { mode: "tool", name: "f" }
    })
  })
})

describe("tools", () => {
  const toolsOf = (tools: readonly object[]): unknown => decoded(minimal({ tools })).tools

  it("stand in one list, whichever element declares them", () => {
    const tools = [
      { functionDeclarations: [{ name: "f" }] },
      { googleSearch: {} },
      { codeExecution: {}, urlContext: {} }
    ]
    expect(toolsOf(tools)).toMatchObject([
      { type: "function", name: "f" },
      { type: "vendor", of: "web-search" },
      { type: "vendor", of: "code-execution" },
      { type: "vendor", of: "web-fetch" }
    ])
  })

  it("take the endpoint tables' own word for search", () => {
    expect(toolsOf([{ webSearch: {} }])).toMatchObject([{ name: "googleSearch", of: "web-search" }])
  })

  it.each([
    [{ mode: "AUTO" }, { mode: "auto" }],
    [{ mode: "NONE" }, { mode: "none" }],
    [{ mode: "ANY" }, { mode: "required" }],
    [
      { mode: "ANY", allowedFunctionNames: ["f"] },
      { mode: "tool", of: "function", name: "f" }
    ],
    [
      { mode: "ANY", allowedFunctionNames: ["f", "g"] },
      { mode: "required", only: ["f", "g"] }
    ],
    [{ mode: "VALIDATED" }, { mode: "validated" }]
  ])("are chosen by %j", (functionCallingConfig, choice) => {
    expect(decoded(minimal({ toolConfig: { functionCallingConfig } })).toolChoice).toEqual(choice)
  })
})

it.each([
  ["googleSearch", "web-search"],
  ["googleSearchRetrieval", "web-search"],
  ["enterpriseWebSearch", "web-search"],
  ["exaAiSearch", "web-search"],
  ["parallelAiSearch", "web-search"],
  ["urlContext", "web-fetch"],
  ["codeExecution", "code-execution"],
  ["googleMaps", "maps"],
  ["fileSearch", "file-search"],
  ["retrieval", "file-search"],
  ["computerUse", "computer"],
  ["mcpServers", "mcp"],
  ["teleport", "other"]
])("the vendor's tool `%s` is one for %s", (name, of) => {
  expect(decoded(minimal({ tools: [{ [name]: {} }] })).tools).toMatchObject([{ type: "vendor", of }])
})
