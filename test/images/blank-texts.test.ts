import { describe, expect, it } from "vitest"
import { GptImage, normaliseImage, QwenImage, Seedream } from "../../src/images.ts"

const image = "data:image/png;base64,AAAA"

/** The text that a model without turns is asked; what is wrong where there is none. */
const asked = (rules: Parameters<typeof normaliseImage>[0], body: object): unknown => {
  const normalised = normaliseImage(rules, body)
  if (!normalised.ok) return normalised.error
  const texts = normalised.value.value.turns.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
  )
  return texts.join("|")
}

const cat = { role: "user", parts: [{ text: "a cat" }] }

describe("a blank text", () => {
  it.each([
    ["Seedream", Seedream, "doubao-seedream-4-0-250828"],
    ["GPT image", GptImage, "gpt-image-1.5"],
    ["Qwen image", QwenImage, "qwen-image-edit-plus"]
  ] as const)("is not the prompt of %s", (_, rules, model) => {
    const shown = { model, image }
    expect(asked(rules, { ...shown, contents: [cat, { role: "user", parts: [{ text: " " }] }] })).toBe("a cat")
    expect(asked(rules, { ...shown, prompt: "", contents: [cat, { role: "model", parts: [{ image }] }] })).toBe("a cat")
  })

  it("is no line of a prompt", () => {
    const content = [{ image }, { text: "" }, { text: "a" }]
    const body = { model: "qwen-image-edit-plus", input: { messages: [{ role: "user", content }] } }
    expect(asked(QwenImage, body)).toBe("a")
  })
})
