import { describe, expect, it } from "vitest"
import { normaliseImage, QwenImage } from "../../src/images.ts"

/**
 * The vendor's models that draw from words alone, one image a call.
 *
 * @see https://www.alibabacloud.com/help/en/model-studio/qwen-image-api (read 2026-11)
 */
const drawing = ["qwen-image", "qwen-image-plus", "qwen-image-max"]

const image = "data:image/png;base64,iVBORw0KGgo="

describe.each(drawing)("%s", (model) => {
  it("takes a prompt", () => expect(normaliseImage(QwenImage, { model, prompt: "A red fox" }).ok).toBe(true))

  it("takes no image", () => expect(normaliseImage(QwenImage, { model, prompt: "A red fox", image }).ok).toBe(false))

  it("makes one image of a call", () => expect(QwenImage.perCall(QwenImage.catalogue.get(model))).toBe(1))
})
