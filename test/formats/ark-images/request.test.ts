import { describe, expect, it } from "vitest"
import { arkImages } from "../../../src/formats/ark.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { asked, cat, dot, encoded, everything, jsonOf, refusals, turn } from "../images/asking.ts"

const sent = (...args: Parameters<typeof asked>) => jsonOf(encoded(arkImages, asked(...args)).call)

describe("a request to Ark", () => {
  it("is the vendor's documented example", () => {
    const request = {
      model: "doubao-seedream-4-0-250828",
      turns: [turn("Interstellar travel, a black hole")],
      size: { kind: "class", name: "2K" },
      sequence: { mode: "disabled" },
      as: "url",
      watermark: true
    } as const
    expect(jsonOf(encoded(arkImages, request).call)).toEqual({
      model: "doubao-seedream-4-0-250828",
      prompt: "Interstellar travel, a black hole",
      size: "2K",
      sequential_image_generation: "disabled",
      response_format: "url",
      watermark: true
    })
  })

  it("has every member that the API has", () => {
    const request = asked({
      size: { kind: "pixels", width: 1152, height: 864 },
      seed: 0,
      guidance: 2.5,
      watermark: false,
      sequence: { mode: "auto", most: 4 },
      rewrite: "fast",
      as: "bytes",
      passed: { output_format: JsonText.source('"png"') }
    })
    expect(jsonOf(encoded(arkImages, request).call)).toEqual({
      model: "the-model",
      prompt: "A red fox",
      size: "1152x864",
      seed: 0,
      guidance_scale: 2.5,
      watermark: false,
      sequential_image_generation: "auto",
      sequential_image_generation_options: { max_images: 4 },
      optimize_prompt_options: { mode: "fast" },
      response_format: "b64_json",
      output_format: "png"
    })
    expect(encoded(arkImages, request).notes).toEqual([])
  })

  it("names one image by its URL", () => {
    expect(sent({}, cat)).toMatchObject({ image: "https://example.com/cat.webp" })
  })

  it("names several images in a list, bytes as a data URL", () => {
    expect(sent({}, cat, dot)).toMatchObject({
      image: ["https://example.com/cat.webp", "data:image/png;base64,iVBORw0K"]
    })
  })

  it("needs no bytes", () => {
    expect(encoded(arkImages, asked({}, cat)).needs).toEqual([])
  })

  it("says whether it edits", () => {
    expect([encoded(arkImages, asked()).call.edits, encoded(arkImages, asked({}, cat)).call.edits]).toEqual([
      false,
      true
    ])
  })

  it.each([
    [{ kind: "as-input" }, "adaptive"],
    [{ kind: "auto" }, undefined]
  ] as const)("writes the size %j as %s", (size, written) => {
    expect(encoded(arkImages, asked({ size })).call).toMatchObject({ model: "the-model" })
    expect(sent({ size })).toHaveProperty("prompt")
    expect(JSON.parse(JSON.stringify(sent({ size }))).size).toBe(written)
  })

  it("asks the last of several texts, and says so", () => {
    const request = asked({ turns: [turn("First"), turn("Then")], places: new Map([["turns", "/contents"]]) })
    expect(jsonOf(encoded(arkImages, request).call)).toMatchObject({ prompt: "Then" })
    expect(encoded(arkImages, request).notes).toEqual([["ark-images/turns", "/contents"]])
  })

  it("notes each field that the API has no place for", () => {
    expect(encoded(arkImages, asked(everything)).notes).toEqual([
      ["ark-images/rewrite", "/at/rewrite"],
      ...[
        "ratio",
        "quality",
        "fidelity",
        "negative",
        "temperature",
        "topP",
        "maxTokens",
        "people",
        "mime",
        "text",
        "mask"
      ].map((field) => ["ark-images/unsupported", `/at/${field}`])
    ])
  })

  it("refuses to make several images at once", () => {
    expect(refusals(arkImages, asked({ count: 2, places: new Map([["count", "/n"]]) }))).toEqual([
      ["ark-images/count", "/n"]
    ])
  })
})
