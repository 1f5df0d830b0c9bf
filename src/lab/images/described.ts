import type { JsonTemplate } from "../../core/json/json.ts"
import { required } from "./table.ts"

const integer: JsonTemplate = { type: ["integer", "string"] }

/** The body of an endpoint for images; where images are changed, one must be there. */
export const request = (edits: boolean): JsonTemplate => ({
  type: "object",
  required: edits ? [...required, "image"] : required,
  properties: {
    model: { type: "string" },
    prompt: { type: "string" },
    n: { ...integer, minimum: 1, description: "How many images." },
    size: { type: "string", examples: ["1024x1024", "2K"] },
    temperature: integer,
    watermark: { type: "boolean" },
    image: { type: "string", description: "A URL, a data: URL, or base64." },
    promptOptions: { type: "object" },
    optimizePrompt: { type: "string" },
    quality: { type: "string" },
    responseFormat: { type: "string", enum: ["url", "b64_json"] },
    score: { type: ["number", "string"] },
    sequentialImageGeneration: { type: "string", examples: ["auto", "disabled"] },
    sequentialImageGenerationOptions: { type: "object", properties: { maxImages: integer } }
  }
})

/** What is in the envelope: each image, or why it failed. */
export const made: JsonTemplate = {
  type: "object",
  required: ["images"],
  properties: {
    images: {
      type: "array",
      items: {
        type: "object",
        required: ["url"],
        properties: {
          url: { type: "string", description: "A link or a data: URL; empty where the image failed." },
          error: {
            type: "object",
            required: ["code", "msg"],
            properties: { code: { type: "integer" }, msg: { type: "string" } }
          }
        }
      }
    }
  }
}
