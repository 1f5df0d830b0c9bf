import type { GenerateContentParameters } from "@google/genai"
import { describe, expect, it } from "vitest"
import { generateContentImages } from "../../../src/formats/generate-content/images.ts"
import type { ErrorReason } from "../../../src/core/errors/error.ts"
import { asked, cat, decoded, dot, encoded, everything, jsonOf, refusals, turn, wrong } from "../images/asking.ts"

const png = (data: string, more: object = {}) => ({ inlineData: { mimeType: "image/png", data }, ...more })
const candidate = (finishReason: string, ...parts: readonly object[]) => ({
  content: { role: "model", parts },
  finishReason,
  index: 0
})

describe("a request for images to Gemini", () => {
  it("is the vendor's documented example", () => {
    const config: GenerateContentParameters["config"] = {
      responseModalities: ["TEXT", "IMAGE"],
      imageConfig: { aspectRatio: "16:9", imageSize: "2K" }
    }
    const request = asked({ ratio: "16:9", size: { kind: "class", name: "2K" }, text: true })
    const { call, notes, needs } = encoded(generateContentImages, request)
    expect([call.model, call.edits, jsonOf(call)]).toEqual([
      "the-model",
      false,
      { contents: [{ role: "user", parts: [{ text: "A red fox" }] }], generationConfig: config }
    ])
    expect([notes, needs]).toEqual([[], []])
  })

  it("has every member that the API has", () => {
    const request = asked({
      temperature: 1.5,
      topP: 0.95,
      maxTokens: 32_768,
      seed: 7,
      people: "ALLOW_ADULT",
      mime: "image/jpeg"
    })
    expect(jsonOf(encoded(generateContentImages, request).call)).toMatchObject({
      generationConfig: {
        temperature: 1.5,
        topP: 0.95,
        maxOutputTokens: 32_768,
        seed: 7,
        responseModalities: ["IMAGE"],
        imageConfig: { personGeneration: "ALLOW_ADULT", imageOutputOptions: { mimeType: "image/jpeg" } }
      }
    })
  })

  it("has no options of images where none were given", () => {
    expect(jsonOf(encoded(generateContentImages, asked()).call)).toEqual({
      contents: [{ role: "user", parts: [{ text: "A red fox" }] }],
      generationConfig: { responseModalities: ["IMAGE"] }
    })
  })

  it("keeps turns apart, the model's images with them", () => {
    const turns = [
      turn("Draw a fox"),
      { role: "model", parts: [{ type: "image", source: dot }] },
      turn("Now in snow")
    ] as const
    expect(jsonOf(encoded(generateContentImages, asked({ turns })).call)).toMatchObject({
      contents: [
        { role: "user", parts: [{ text: "Draw a fox" }] },
        { role: "model", parts: [png("iVBORw0K")] },
        { role: "user", parts: [{ text: "Now in snow" }] }
      ]
    })
  })

  it("needs the bytes of a URL", () => {
    expect(encoded(generateContentImages, asked({}, cat, dot)).needs).toEqual([
      { url: "https://example.com/cat.webp", at: "/image" }
    ])
  })

  it("holds the bytes that were fetched", () => {
    const bytes = new Map([["https://example.com/cat.webp", { base64: "UklGRg==", mime: "image/webp" }]])
    const { call, needs } = encoded(generateContentImages, asked({}, cat), bytes)
    expect([needs, jsonOf(call)]).toMatchObject([
      [],
      { contents: [{ parts: [{ inlineData: { mimeType: "image/webp", data: "UklGRg==" } }, { text: "A red fox" }] }] }
    ])
  })

  it("names a file that the vendor keeps", () => {
    const url = "https://generativelanguage.googleapis.com/v1beta/files/abc"
    const { call, needs } = encoded(generateContentImages, asked({}, { kind: "url", url, at: "/image" }))
    expect([needs, jsonOf(call)]).toMatchObject([[], { contents: [{ parts: [{ fileData: { fileUri: url } }, {}] }] }])
  })

  it("notes each field that the API has no place for", () => {
    const lost = ["quality", "fidelity", "negative", "guidance", "watermark", "rewrite", "sequence", "mask", "passed"]
    expect(encoded(generateContentImages, asked(everything)).notes).toEqual([
      ["generate-content/images/size", "/at/size"],
      ...lost.map((field) => ["generate-content/images/unsupported", `/at/${field}`])
    ])
  })

  it("refuses to make several images at once", () => {
    expect(refusals(generateContentImages, asked({ count: 2, places: new Map([["count", "/n"]]) }))).toEqual([
      ["generate-content/images/count", "/n"]
    ])
  })
})

describe("an answer of images from Gemini", () => {
  it("is the vendor's documented example", () => {
    const body = {
      candidates: [candidate("STOP", { text: "Here is your fox." }, png("iVBORw0K"))],
      usageMetadata: {
        promptTokenCount: 8,
        candidatesTokenCount: 1295,
        totalTokenCount: 1303,
        promptTokensDetails: [{ modality: "TEXT", tokenCount: 8 }],
        candidatesTokensDetails: [{ modality: "IMAGE", tokenCount: 1290 }]
      },
      modelVersion: "gemini-2.5-flash-image",
      responseId: "abc"
    }
    const { images, usage } = decoded(generateContentImages, body)
    expect(images).toEqual([{ base64: "iVBORw0K", mime: "image/png", revisedPrompt: "Here is your fox." }])
    expect(usage).toMatchObject({ input: 8, text: 1295 })
    expect(usage?.by).toEqual(
      new Map([
        ["input.text", 8],
        ["output.image", 1290]
      ])
    )
  })

  it("leaves out what the model drew and wrote while it thought", () => {
    const parts = [{ text: "Let me see.", thought: true }, png("ZHJhZnQ=", { thought: true }), png("ZmluYWw=")]
    expect(decoded(generateContentImages, { candidates: [candidate("STOP", ...parts)] }).images).toEqual([
      { base64: "ZmluYWw=", mime: "image/png" }
    ])
  })

  it("has all texts with the first of several images", () => {
    const parts = [{ text: "One." }, png("MQ=="), { text: "Two." }, png("Mg==", { thoughtSignature: "c2ln" })]
    expect(decoded(generateContentImages, { candidates: [candidate("STOP", ...parts)] }).images).toEqual([
      { base64: "MQ==", mime: "image/png", revisedPrompt: "One.\nTwo." },
      { base64: "Mg==", mime: "image/png" }
    ])
  })

  it("may name its image by a URI", () => {
    const fileData = { mimeType: "image/png", fileUri: "gs://bucket/made.png" }
    expect(decoded(generateContentImages, { candidates: [candidate("STOP", { fileData })] }).images).toEqual([
      { url: "gs://bucket/made.png", mime: "image/png" }
    ])
  })

  const ends: readonly (readonly [finish: string, reason: ErrorReason, code?: string])[] = [
    ["NO_IMAGE", "ContentBlocked"],
    ["IMAGE_SAFETY", "ContentBlocked"],
    ["IMAGE_PROHIBITED_CONTENT", "ContentBlocked"],
    ["IMAGE_RECITATION", "ContentBlocked"],
    ["IMAGE_OTHER", "ContentBlocked"],
    ["SAFETY", "ContentBlocked"],
    ["PROHIBITED_CONTENT", "ContentBlocked"],
    ["RECITATION", "ContentBlocked"],
    ["BLOCKLIST", "ContentBlocked"],
    ["OTHER", "ContentBlocked"],
    ["STOP", "ContentBlocked"],
    ["MAX_TOKENS", "UpstreamFailed"],
    ["MALFORMED_FUNCTION_CALL", "UpstreamFailed"]
  ]
  it.each(ends)("without an image ends with %s as %s", (finishReason, reason) => {
    const { images } = decoded(generateContentImages, { candidates: [{ finishReason, index: 0 }] })
    expect(images).toMatchObject([
      { error: { reason, message: "The model made no image.", details: { code: finishReason } } }
    ])
  })

  it("without an image says why in the model's words, else in the vendor's", () => {
    const said = candidate("STOP", { text: "I cannot draw that." })
    const told = { finishReason: "IMAGE_SAFETY", finishMessage: "Unable to show the image.", index: 1 }
    expect(decoded(generateContentImages, { candidates: [said, told] }).images).toMatchObject([
      { error: { message: "I cannot draw that." } },
      { error: { message: "Unable to show the image." } }
    ])
  })

  it("to a prompt that was blocked is an error", () => {
    expect(wrong(generateContentImages, { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } })).toEqual([
      "ContentBlocked",
      "PROHIBITED_CONTENT",
      "The prompt was blocked."
    ])
  })

  it("is wrong at its place", () => {
    expect(
      wrong(generateContentImages, { candidates: [{ content: { parts: [{ inlineData: { data: 7 } }] } }] })
    ).toEqual([["/candidates/0/content/parts/0/inlineData/data", "`data` must be a string."]])
  })
})
