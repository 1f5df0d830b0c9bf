import { describe, expect } from "vitest"
import { arkImages } from "../../../src/formats/ark.ts"
import { dashscopeImages } from "../../../src/formats/dashscope-images.ts"
import { generateContentImages } from "../../../src/formats/generate-content/images.ts"
import { openaiImages } from "../../../src/formats/openai-media.ts"
import type { ImageFormat } from "../../../src/core/image.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { exists, parent } from "../../laws/differ.ts"
import { law } from "../../laws/law.ts"
import { anyAnswer } from "../../laws/made/answers.ts"
import { purely } from "../../laws/purely.ts"

const ark = `{"model":"m","created":1,"data":[{"url":"u","size":"1x1"},{"b64_json":"AAAA"},{"error":{"code":"c","message":"m"}}],"usage":{"generated_images":1,"output_tokens":2,"total_tokens":2}}`
const openai = `{"created":1,"output_format":"png","data":[{"b64_json":"AAAA","revised_prompt":"p"}],"usage":{"input_tokens":1,"output_tokens":2,"input_tokens_details":{"text_tokens":1,"image_tokens":0},"output_tokens_details":{"image_tokens":2}}}`
const dashscope = `{"output":{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":[{"image":"u"},{"text":"t"}]}}]},"usage":{"width":1,"height":1,"image_count":1},"request_id":"r"}`
const gemini = `{"candidates":[{"content":{"role":"model","parts":[{"text":"t"},{"inlineData":{"mimeType":"image/png","data":"AAAA"},"thoughtSignature":"c2ln"}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":2}}`

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const formats: readonly (readonly [format: ImageFormat, answer: string])[] = [
  [arkImages, ark],
  [openaiImages, openai],
  [dashscopeImages, dashscope],
  [generateContentImages, gemini]
]

describe.each(formats)("%j is total", (format, answer) => {
  law("any answer is images, an error, or an issue at a place that exists", anyAnswer(answer), (body) => {
    const read = purely(() => format.decodeResponse(JsonText.source(body)))
    if (read.ok) {
      expect(Array.isArray(read.value.value.images)).toBe(true)
      return
    }
    if (!("issues" in read.error)) return
    for (const { path } of read.error.issues) {
      expect(path === "" || exists(parsed(body), path) || exists(parsed(body), parent(path)), path).toBe(true)
    }
  })

  law("any error body is an error", anyAnswer(`{"error":{"code":"c","message":"m"},"request_id":"r"}`), (body) => {
    const error = purely(() => format.decodeError(400, {}, body))
    expect(error._tag).toBe("GatewayError")
    expect(error.message).not.toBe("")
  })
})
