import { describe, expect, it } from "vitest"
import { dashscopeImages } from "../../../src/formats/dashscope-images.ts"
import { asked, cat, dot, encoded, everything, jsonOf, turn } from "../images/asking.ts"

const sent = (...args: Parameters<typeof asked>) => jsonOf(encoded(dashscopeImages, asked(...args)).call)

describe("a request to DashScope", () => {
  it("is the vendor's documented example of an edit", () => {
    const image = (name: string) => ({ kind: "url", url: `https://example.com/${name}.png`, at: "/image" }) as const
    const request = {
      model: "qwen-image-edit-plus",
      turns: [turn("The girl in figure 1 wears the dress of figure 2", image("input1"), image("input2"))],
      count: 2,
      size: { kind: "pixels", width: 1024, height: 2048 },
      negative: "Low quality",
      rewrite: true,
      watermark: false
    } as const
    const { call, notes, needs } = encoded(dashscopeImages, request)
    expect(jsonOf(call)).toEqual({
      model: "qwen-image-edit-plus",
      input: {
        messages: [
          {
            role: "user",
            content: [
              { image: "https://example.com/input1.png" },
              { image: "https://example.com/input2.png" },
              { text: "The girl in figure 1 wears the dress of figure 2" }
            ]
          }
        ]
      },
      parameters: { n: 2, size: "1024*2048", negative_prompt: "Low quality", prompt_extend: true, watermark: false }
    })
    expect([call.edits, notes, needs]).toEqual([true, [], []])
  })

  it("has a seed, and switches off", () => {
    expect(sent({ seed: 0, rewrite: false, watermark: true })).toMatchObject({
      parameters: { seed: 0, prompt_extend: false, watermark: true }
    })
  })

  it("has images as URLs and bytes as data URLs, in their order", () => {
    expect(sent({ turns: [turn("", cat, dot)] })).toMatchObject({
      input: {
        messages: [
          { content: [{ image: "https://example.com/cat.webp" }, { image: "data:image/png;base64,iVBORw0K" }] }
        ]
      }
    })
  })

  it.each([{ kind: "auto" }, { kind: "as-input" }] as const)("leaves the size %j out", (size) => {
    expect([sent({ size }), encoded(dashscopeImages, asked({ size })).notes]).toEqual([
      {
        model: "the-model",
        input: { messages: [{ role: "user", content: [{ text: "A red fox" }] }] },
        parameters: {}
      },
      []
    ])
  })

  it("notes a class of sizes, a way to rewrite and more than one text", () => {
    const request = asked({
      turns: [turn("First"), turn("Then")],
      size: { kind: "class", name: "2K" },
      rewrite: "fast"
    })
    expect(encoded(dashscopeImages, request).notes.map(([rule]) => rule)).toEqual([
      "dashscope-images/turns",
      "dashscope-images/size",
      "dashscope-images/rewrite"
    ])
  })

  it("notes each field that the API has no place for", () => {
    const lost = ["ratio", "quality", "fidelity", "guidance", "sequence", "temperature", "topP", "maxTokens"]
    expect(encoded(dashscopeImages, asked(everything)).notes).toEqual(
      [...lost, "people", "mime", "text", "mask", "passed"].map((field) => [
        "dashscope-images/unsupported",
        `/at/${field}`
      ])
    )
  })
})
