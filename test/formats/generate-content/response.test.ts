import { describe, expect, it } from "vitest"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { sealedSignature } from "../../../src/formats/generate-content/opaque.ts"
import { rfc3339 } from "../../../src/formats/generate-content/response-encode.ts"
import type { ChatCandidate, FinishReason, ChatResponse } from "../../../src/core/chat/chat.ts"
import { unsealEnvelope } from "../../../src/core/chat/envelope.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { answered, call, rulesOf, stamp, text, told } from "./reading.ts"

const whole = (candidate: object, over: object = {}): ChatResponse =>
  answered({ candidates: [{ content: { role: "model", parts: [{ text: "a" }] }, index: 0, ...candidate }], ...over })

/** The usage of an answer, but for where it stood. */
const counted = (usageMetadata: object): object => {
  const { at: _, places: __, ...usage } = whole({}, { usageMetadata }).usage ?? {}
  return usage
}

const written = (candidate: Partial<ChatCandidate>, over: Partial<ChatResponse> = {}): ChatResponse => ({
  candidates: [{ index: 0, parts: [text("a")], finish: { kind: "stop" }, ...candidate }],
  ...over
})

const toldFirst = (response: ChatResponse, how = defaultReplyPreferences): Record<string, unknown> => {
  const { candidates } = told(response, how) as { candidates: Record<string, unknown>[] }
  return candidates[0] ?? {}
}

describe("an answer", () => {
  it("says its id, model and time", () => {
    const { id, model, created } = whole(
      {},
      { responseId: "r", modelVersion: "m", createTime: "2026-11-01T00:00:00.5Z" }
    )
    expect({ id, model, created }).toEqual({ id: "r", model: "m", created: 1_793_491_200 })
  })

  it("that is a blocked prompt has no candidate and says why", () => {
    const blocked = answered({ promptFeedback: { blockReason: "JAILBREAK", blockReasonMessage: "No." } })
    expect(blocked).toMatchObject({ candidates: [], block: { category: "JAILBREAK", message: "No." } })
    expect(told(blocked)).toMatchObject({ promptFeedback: { blockReason: "JAILBREAK", blockReasonMessage: "No." } })
  })

  it("that is an error in a success is that error", () => {
    const body = JsonText.source('[{"error":{"code":503,"message":"Busy.","status":"UNAVAILABLE"}}]')
    const read = generateContent.decodeResponse(body, emptyReplyContext)
    expect(read.ok ? undefined : "reason" in read.error && read.error.reason).toBe("Overloaded")
  })

  it("gives back names that were spelled for the vendor, and free text", () => {
    const body = { candidates: [{ content: { parts: [{ functionCall: { name: "f_1", args: { input: "ls" } } }] } }] }
    const read = answered(body, { names: new Map([["f_1", "f 1"]]), customTools: ["f_1"] })
    expect(read.candidates[0]?.parts).toMatchObject([
      { name: "f 1", of: "custom", input: { kind: "text", text: "ls" } }
    ])
  })

  it.each<[string, boolean, FinishReason]>([
    ["STOP", false, { kind: "stop" }],
    ["STOP", true, { kind: "tool-calls" }],
    ["MAX_TOKENS", false, { kind: "length" }],
    ["SAFETY", false, { kind: "blocked" }],
    ["RECITATION", false, { kind: "blocked", raw: { format: "generate-content", value: "RECITATION" } }],
    ["IMAGE_SAFETY", false, { kind: "blocked", raw: { format: "generate-content", value: "IMAGE_SAFETY" } }],
    [
      "MALFORMED_FUNCTION_CALL",
      false,
      { kind: "malformed", raw: { format: "generate-content", value: "MALFORMED_FUNCTION_CALL" } }
    ],
    ["LANGUAGE", false, { kind: "blocked", raw: { format: "generate-content", value: "LANGUAGE" } }],
    ["TOMORROW", false, { kind: "other", raw: { format: "generate-content", value: "TOMORROW" } }]
  ])("that ended with %s (calls: %s) ended so", (finishReason, calls, finish) => {
    const parts = calls ? [{ functionCall: { name: "f", args: {} } }] : [{ text: "a" }]
    expect(whole({ finishReason, content: { parts } }).candidates[0]?.finish).toEqual(finish)
  })

  it.each<[FinishReason["kind"], string]>([
    ["stop", "STOP"],
    ["stop-sequence", "STOP"],
    ["length", "MAX_TOKENS"],
    ["context", "MAX_TOKENS"],
    ["tool-calls", "STOP"],
    ["blocked", "SAFETY"],
    ["refusal", "SAFETY"],
    ["pause", "MAX_TOKENS"],
    ["compaction", "STOP"],
    ["malformed", "MALFORMED_FUNCTION_CALL"],
    ["other", "OTHER"]
  ])("of kind %s is told as %s", (kind, word) => {
    expect(toldFirst(written({ finish: { kind } }))["finishReason"]).toBe(word)
  })

  it("always has an index, ratings, a model and a time", () => {
    expect(told(written({}))).toEqual({
      candidates: [
        { content: { parts: [{ text: "a" }], role: "model" }, finishReason: "STOP", index: 0, safetyRatings: [] }
      ],
      modelVersion: "sent-model",
      createTime: "2026-11-01T00:00:00Z",
      responseId: "stamped"
    })
  })

  it("without parts has an empty text, which a client's history needs", () => {
    expect(toldFirst(written({ parts: [] }))["content"]).toEqual({ parts: [{ text: "" }], role: "model" })
  })

  it("seals another vendor's signature as base64, over its text", () => {
    const opaque = { vendor: "anthropic", kind: "signature", data: "EqQB" } as const
    const { content } = toldFirst(written({ parts: [{ type: "reasoning", text: "Hm.", opaque: [opaque] }] })) as {
      content: { parts: [{ thoughtSignature: string }] }
    }
    const signature = content.parts[0].thoughtSignature
    expect(Buffer.from(signature, "base64").toString("base64")).toBe(signature)
    expect(unsealEnvelope(sealedSignature(signature) ?? "")?.opaque).toEqual(opaque)
  })

  it("tells a refusal as why it stopped", () => {
    expect(toldFirst(written({ parts: [{ type: "refusal", text: "I cannot." }] }))).toMatchObject({
      content: { parts: [{ text: "" }] },
      finishReason: "SAFETY",
      finishMessage: "I cannot."
    })
  })

  it("hides thinking that nothing signed where the client asked for that", () => {
    const parts = [{ type: "reasoning", text: "Hm." } as const, text("a")]
    expect(toldFirst(written({ parts }), { ...defaultReplyPreferences, thinking: "hidden" })["content"]).toMatchObject({
      parts: [{ text: "a" }]
    })
  })

  it("leaves out a call whose input is no object, and ends as malformed", () => {
    const candidate = toldFirst(written({ parts: [call("a", "f", '{"x":')], finish: { kind: "tool-calls" } }))
    expect(candidate).toMatchObject({ content: { parts: [{ text: "" }] }, finishReason: "MALFORMED_FUNCTION_CALL" })
  })

  it("that was cut off in a call ends at its limit", () => {
    const { notes } = generateContent.encodeResponse(
      written({ parts: [call("a", "f", '{"x":')], finish: { kind: "length" } }),
      defaultReplyPreferences,
      stamp
    )
    expect(rulesOf(notes)).toEqual(["broken-call"])
    expect(notes[0]?.detail).toContain("cut")
  })
})

describe("usage", () => {
  const usageMetadata = {
    promptTokenCount: 20,
    cachedContentTokenCount: 4,
    candidatesTokenCount: 18,
    thoughtsTokenCount: 12,
    toolUsePromptTokenCount: 3,
    totalTokenCount: 53
  }

  it("is read in disjoint buckets", () => {
    expect(counted(usageMetadata)).toEqual({
      input: 16,
      cacheRead: 4,
      text: 18,
      reasoning: 12,
      toolPrompt: 3
    })
  })

  it("is written with the cached tokens in the prompt, and the sum", () => {
    expect(
      told(written({}, { usage: { input: 16, cacheRead: 4, text: 18, reasoning: 12, toolPrompt: 3 } }))
    ).toMatchObject({
      usageMetadata
    })
  })

  it("has by its total what was left out because it was 0", () => {
    expect(counted({ promptTokenCount: 5, totalTokenCount: 5 })).toEqual({
      input: 5,
      text: 0
    })
  })

  it("does not take thoughts for the text that was left out", () => {
    const counts = { promptTokenCount: 5, thoughtsTokenCount: 3, totalTokenCount: 8 }
    expect(counted(counts)).toEqual({ input: 5, reasoning: 3, text: 0 })
  })

  it("leaves out what is not known", () => {
    const { usageMetadata: out } = told(written({}, { usage: { text: 3 } })) as { usageMetadata: object }
    expect(out).toEqual({ candidatesTokenCount: 3 })
  })

  it("counts by modality", () => {
    const details = { promptTokenCount: 2, promptTokensDetails: [{ modality: "AUDIO", tokenCount: 2 }] }
    expect(whole({}, { usageMetadata: details }).usage?.by).toEqual(new Map([["input.audio", 2]]))
  })

  it("knows where each modality is counted", () => {
    const details = { promptTokenCount: 2, promptTokensDetails: [{ modality: "AUDIO", tokenCount: 2 }] }
    const { usage } = whole({}, { usageMetadata: details })
    expect(usage?.places?.get("input.audio")).toBe("/promptTokensDetails/0")
  })
})

describe("grounding", () => {
  const content = { role: "model", parts: [{ text: "Hm.", thought: true }, { text: "Für Ärzte 😀: sonnig." }] }
  const groundingMetadata = {
    webSearchQueries: ["q"],
    searchEntryPoint: { renderedContent: "<b>" },
    groundingChunks: [{ web: { uri: "https://e.x", title: "e" } }, { maps: { uri: "https://m.x" } }],
    groundingSupports: [
      {
        segment: { startIndex: 18, endIndex: 25, text: "sonnig." },
        groundingChunkIndices: [0],
        confidenceScores: [0.9]
      }
    ]
  }

  it("spans UTF-16 where the wire counts bytes, in the part that says the text", () => {
    const [candidate] = whole({ content, groundingMetadata }).candidates
    const [support] = candidate?.grounding?.supports ?? []
    const part = candidate?.parts[support?.part ?? 0]
    expect(part?.type === "text" && part.text.slice(support?.span.start, support?.span.end)).toBe("sonnig.")
    expect(candidate?.grounding).toMatchObject({
      queries: ["q"],
      display: "<b>",
      sources: [
        { kind: "url", url: "https://e.x", title: "e" },
        { kind: "url", url: "https://m.x" }
      ]
    })
  })

  it("comes back as it was", () => {
    expect(toldFirst(whole({ content, groundingMetadata }))["groundingMetadata"]).toEqual(groundingMetadata)
  })

  it("is made of another format's citations, in bytes", () => {
    const citation = { source: { kind: "url", url: "https://e.x", title: "e" }, span: { start: 2, end: 4 } } as const
    const response = written({
      parts: [{ type: "text", text: "é😀", citations: [{ ...citation, span: { start: 1, end: 3 } }] }]
    })
    expect(toldFirst(response)["groundingMetadata"]).toEqual({
      groundingChunks: [{ web: { uri: "https://e.x", title: "e" } }],
      groundingSupports: [
        { segment: { partIndex: 0, startIndex: 2, endIndex: 6, text: "😀" }, groundingChunkIndices: [0] }
      ]
    })
  })

  it("tells passages quoted from elsewhere as citations", () => {
    const citationMetadata = { citations: [{ startIndex: 0, endIndex: 1, uri: "https://e.x", license: "mit" }] }
    const response = whole({ citationMetadata })
    expect(response.candidates[0]?.parts).toMatchObject([
      { citations: [{ source: { url: "https://e.x" }, span: { start: 0, end: 1 } }] }
    ])
    expect(toldFirst(response)["citationMetadata"]).toEqual(citationMetadata)
  })
})

describe("log probabilities", () => {
  it("are read and written", () => {
    const logprobsResult = {
      topCandidates: [{ candidates: [{ token: "a", logProbability: -0.5 }] }],
      chosenCandidates: [{ token: "a", logProbability: -0.5 }]
    }
    const { logprobs = [] } = whole({ logprobsResult }).candidates[0] ?? {}
    expect(logprobs).toEqual([{ of: "text", token: "a", logprob: -0.5, top: [{ token: "a", logprob: -0.5 }] }])
    expect(toldFirst(written({ logprobs }))["logprobsResult"]).toEqual(logprobsResult)
  })
})

describe("a time", () => {
  it.each([0, 951_782_400, 1_709_164_799, 1_793_491_200, -1, 253_402_300_799, -62_167_219_200])(
    "of %d seconds is what a date says",
    (seconds) => {
      expect(rfc3339(seconds)).toBe(new Date(seconds * 1000).toISOString().replace(".000Z", "Z"))
    }
  )

  it.each([Number.NaN, Infinity, 1e15, -1e15])("of %d is none", (seconds) => {
    expect(rfc3339(seconds)).toBeUndefined()
  })
})

it("an empty thought that nothing signs is left out, and noted", () => {
  const response = written({ parts: [{ type: "reasoning", text: "" }, text("a")] })
  expect(toldFirst(response)["content"]).toEqual({ role: "model", parts: [{ text: "a" }] })
  const { notes } = generateContent.encodeResponse(response, defaultReplyPreferences, stamp)
  expect(rulesOf(notes)).toEqual(["empty-part"])
})

it.each([
  [1, 0],
  [2, 1]
])("of %d seals of another vendor on a part that says nothing %d have no place", (count, lost) => {
  const opaque = Array.from({ length: count }, (_, index) => ({
    vendor: "anthropic",
    kind: "signature" as const,
    data: `c2ln${index}`
  }))
  const response = written({ parts: [{ type: "reasoning", opaque }, text("a")] })
  const { notes } = generateContent.encodeResponse(response, defaultReplyPreferences, stamp)
  expect(rulesOf(notes).filter((rule) => rule === "foreign-opaque")).toHaveLength(lost)
})
