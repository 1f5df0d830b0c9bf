import type { JsonTemplate } from "../../core/json/json.ts"

const image: JsonTemplate = { type: "string", description: "A URL, a data: URL, or base64." }

const part: JsonTemplate = { type: "object", properties: { text: { type: "string" }, image } }

const whole: JsonTemplate = { type: ["integer", "string"], minimum: 1, maximum: 10 }

/** What all families take, and how each calls what it has besides. */
const members: Record<string, JsonTemplate> = {
  model: { type: "string", description: "Its id decides which parameters apply." },
  prompt: { type: "string" },
  response_format: { type: "string", enum: ["url", "b64_json"], default: "url" },
  contents: {
    type: "array",
    minItems: 1,
    items: {
      type: "object",
      properties: {
        role: { type: "string", enum: ["user", "model"] },
        parts: { type: "array", minItems: 1, items: part }
      }
    }
  },
  image: { type: ["string", "array"], description: "An image to change, or several.", items: image },
  images: { type: "array", minItems: 1, items: image },
  n: whole,
  size: { type: "string", examples: ["1024x1024", "16:9", "2K", "1328*1328"] },
  quality: { type: "string", examples: ["high", "2K"] },
  input: { type: "object", description: "One message of the user's, for models that take `input` and `parameters`." },
  messages: { type: "array", description: "The same message, at the top.", items: { type: "object" } },
  parameters: { type: "object" }
}

const chosen = (...words: readonly string[]): JsonTemplate => ({ type: "string", enum: words })

const flag: JsonTemplate = { type: ["boolean", "string"] }

/** What only some families take: others drop it with a note. */
const some: Record<string, JsonTemplate> = {
  mask: { type: "string", description: "Where an image is to change: a URL, a data: URL, or base64." },
  input_fidelity: chosen("low", "medium", "high", "auto"),
  aspect_ratio: chosen("1:1", "3:2", "2:3", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"),
  image_size: chosen("1K", "2K", "3K", "4K"),
  sample_count: whole,
  person_generation: { type: "string" },
  max_output_tokens: { type: ["integer", "string"], minimum: 1, maximum: 32_768 },
  temperature: { type: ["number", "string"], minimum: 0, maximum: 2 },
  top_p: { type: ["number", "string"], minimum: 0, maximum: 1 },
  mime_type: chosen("image/png", "image/jpeg"),
  response_modalities: chosen("image", "image-text"),
  negative_prompt: { type: "string" },
  prompt_extend: flag,
  watermark: flag,
  seed: { type: ["integer", "string"], minimum: 0, maximum: 2_147_483_647 },
  guidance_scale: { type: ["number", "string"] },
  sequential_image_generation: chosen("auto", "disabled"),
  sequential_image_generation_options: {
    type: "object",
    properties: { max_images: { type: ["integer", "string"], minimum: 1, maximum: 4 } }
  },
  optimize_prompt_options: { type: "object", properties: { mode: chosen("standard", "fast") } }
}

/** The body of `POST /v1/images/generations`. */
export const images: JsonTemplate = { type: "object", required: ["model"], properties: { ...members, ...some } }

/** The body of `POST /v1/images/edits`; in a form, images are files. */
export const imageEdits: JsonTemplate = images
