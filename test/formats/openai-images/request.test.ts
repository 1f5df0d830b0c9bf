import { describe, expect, it } from "vitest"
import { openaiImages } from "../../../src/formats/openai-media.ts"
import type { ImageCall } from "../../../src/core/image.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { asked, cat, dot, encoded, everything, jsonOf, turn } from "../images/asking.ts"

const fieldsOf = ({ body }: ImageCall) => (body.kind === "form" ? body.fields : undefined)

describe("a generation at OpenAI", () => {
  it("is the vendor's documented example", () => {
    const request = {
      model: "gpt-image-1.5",
      turns: [turn("A cute baby sea otter")],
      count: 1,
      size: { kind: "pixels", width: 1024, height: 1024 }
    } as const
    const { call } = encoded(openaiImages, request)
    expect([call.edits, jsonOf(call)]).toEqual([
      false,
      { model: "gpt-image-1.5", prompt: "A cute baby sea otter", n: 1, size: "1024x1024" }
    ])
  })

  it("has every member that the API has", () => {
    const request = asked({
      count: 3,
      size: { kind: "auto" },
      quality: "high",
      mime: "image/webp",
      as: "url",
      passed: { background: JsonText.source('"transparent"'), output_compression: JsonText.source("50") }
    })
    const { call, notes, needs } = encoded(openaiImages, request)
    expect(jsonOf(call)).toEqual({
      model: "the-model",
      prompt: "A red fox",
      n: 3,
      size: "auto",
      quality: "high",
      output_format: "webp",
      background: "transparent",
      output_compression: 50
    })
    expect([notes, needs]).toEqual([[], []])
  })

  it("keeps to no image, and says so", () => {
    const { call, notes } = encoded(openaiImages, asked({ fidelity: "high", places: new Map([["fidelity", "/f"]]) }))
    expect(jsonOf(call)).not.toHaveProperty("input_fidelity")
    expect(notes).toEqual([["openai-images/fidelity", "/f"]])
  })

  it("notes a type that the vendor does not make", () => {
    const { call, notes } = encoded(openaiImages, asked({ mime: "image/bmp" }))
    expect(jsonOf(call)).not.toHaveProperty("output_format")
    expect(notes).toEqual([["openai-images/type", ""]])
  })

  it("names a class of sizes as it is", () => {
    expect(jsonOf(encoded(openaiImages, asked({ size: { kind: "class", name: "2K" } })).call)).toMatchObject({
      size: "2K"
    })
  })

  it("notes each field that the API has no place for", () => {
    const lost = ["ratio", "negative", "seed", "guidance", "watermark", "rewrite", "sequence"]
    const more = ["temperature", "topP", "maxTokens", "people", "text", "mask"]
    expect(encoded(openaiImages, asked(everything)).notes).toEqual([
      ["openai-images/fidelity", "/at/fidelity"],
      ...[...lost, ...more].map((field) => ["openai-images/unsupported", `/at/${field}`])
    ])
  })
})

describe("an edit at OpenAI", () => {
  it("is a form with the image as a file, after the vendor's example", () => {
    const request = asked({ count: 1, size: { kind: "pixels", width: 1024, height: 1536 }, fidelity: "high" }, dot)
    const { call } = encoded(openaiImages, request)
    expect([call.edits, fieldsOf(call)]).toEqual([
      true,
      [
        { name: "model", text: "the-model" },
        { name: "prompt", text: "A red fox" },
        { name: "n", text: "1" },
        { name: "size", text: "1024x1536" },
        { name: "input_fidelity", text: "high" },
        { name: "image", file: "image-1.png", mime: "image/png", base64: "iVBORw0K" }
      ]
    ])
  })

  it("has several images as a list of files, and the mask as its own", () => {
    const bytes = new Map([["https://example.com/cat.webp", { base64: "UklGRg==", mime: "image/webp" }]])
    const { call, needs } = encoded(openaiImages, asked({ mask: dot }, cat, dot), bytes)
    expect(fieldsOf(call)?.slice(2)).toEqual([
      { name: "image[]", file: "image-1.webp", mime: "image/webp", base64: "UklGRg==" },
      { name: "image[]", file: "image-2.png", mime: "image/png", base64: "iVBORw0K" },
      { name: "mask", file: "mask.png", mime: "image/png", base64: "iVBORw0K" }
    ])
    expect(needs).toEqual([])
  })

  it("needs the bytes of each URL, the mask's too", () => {
    const mask = { kind: "url", url: "https://example.com/mask.png", at: "/mask" } as const
    expect(encoded(openaiImages, asked({ mask }, cat, dot)).needs).toEqual([
      { url: "https://example.com/cat.webp", at: "/image" },
      { url: "https://example.com/mask.png", at: "/mask" }
    ])
  })

  it("writes what the client passed: texts as they are, items and members as its SDK names them, the rest as JSON", () => {
    const passed = {
      user: JsonText.source('"a \\"b\\""'),
      partial: JsonText.source("1.0"),
      list: JsonText.source("[1]"),
      object: JsonText.source('{"a":{"b":1.0},"c":[]}')
    }
    expect(fieldsOf(encoded(openaiImages, asked({ passed }, dot)).call)?.slice(2, 7)).toEqual([
      { name: "user", text: 'a "b"' },
      { name: "partial", text: "1.0" },
      { name: "list[]", text: "1" },
      { name: "object[a][b]", text: "1.0" },
      { name: "object[c]", text: "[]" }
    ])
  })

  it("leaves its size to the vendor where it should be the image's", () => {
    const { call, notes } = encoded(openaiImages, asked({ size: { kind: "as-input" } }, dot))
    expect(fieldsOf(call)).toContainEqual({ name: "size", text: "auto" })
    expect(notes).toEqual([["openai-images/size", ""]])
  })
})
