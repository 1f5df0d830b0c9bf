import type { JsonTemplate } from "../../core/json/json.ts"

const imageText: JsonTemplate = { type: "string", description: "A URL, a data: URL, or base64." }

const part: JsonTemplate = { type: "object", properties: { text: { type: "string" }, image: imageText } }

const whole: JsonTemplate = { type: ["integer", "string"], minimum: 1, maximum: 10 }

/** What all families take, and how each calls what it has besides. */
const imageMembers: Record<string, JsonTemplate> = {
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
  image: { type: ["string", "array"], description: "An image to change, or several.", items: imageText },
  images: { type: "array", minItems: 1, items: imageText },
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
export const imagesSchema: JsonTemplate = {
  type: "object",
  required: ["model"],
  properties: { ...imageMembers, ...some }
}

/** The body of `POST /v1/images/edits`; in a form, images are files. */
export const imageEditsSchema: JsonTemplate = imagesSchema

const frame: JsonTemplate = {
  type: ["string", "object"],
  description: "A URL, a data: URL, base64, or an object with `image_url`.",
  properties: { image_url: { type: "string" } }
}

/** What all families take, and what some have besides: the id of the model decides. */
const videoMembers: Record<string, JsonTemplate> = {
  model: { type: "string", description: "Its id decides which parameters apply." },
  prompt: { type: "string", minLength: 1 },
  image: { ...frame, description: "The first frame." },
  input_reference: { ...frame, description: "The same as `image`." },
  lastFrame: { ...frame, description: "The last frame, where the model takes one; only with `image`." },
  durationSeconds: {
    type: "integer",
    minimum: 2,
    maximum: 12,
    default: 4,
    description: "4, 6 or 8, or any of 2 to 12, by family."
  },
  seconds: {
    type: ["string", "integer"],
    minimum: 2,
    maximum: 12,
    default: "4",
    description: "The length, for the family that says it so; for the others the same as `durationSeconds`."
  },
  size: {
    type: "string",
    examples: ["720x1280", "1280x720", "1024x1792", "1792x1024"],
    description: "Width and height; for families that take `aspectRatio` and `resolution`, both of them."
  },
  aspectRatio: {
    type: "string",
    enum: ["16:9", "9:16", "4:3", "3:4", "1:1", "21:9", "adaptive"],
    default: "16:9",
    description: "`16:9` and `9:16` are taken by all families that have it."
  },
  resolution: { type: "string", enum: ["480p", "720p", "1080p"], default: "1080p" },
  generateAudio: {
    type: "boolean",
    default: false,
    description: "Where the model can choose; else it has its own way."
  },
  sampleCount: { type: "integer", minimum: 1, maximum: 4, default: 1, description: "1 where the API makes no more." },
  personGeneration: { type: "string", enum: ["allow_all", "allow_adult", "dont_allow"] },
  addWatermark: { type: "boolean" },
  seed: { type: "integer", minimum: 0, maximum: 4_294_967_295 }
}

/** The body of `POST /v1/video/generations` and, in a form or not, of `POST /v1/videos`. */
export const videosSchema: JsonTemplate = { type: "object", required: ["model", "prompt"], properties: videoMembers }

/** Which task a download is of. */
export const downloaded: JsonTemplate = { name: "id", in: "query", required: true, schema: { type: "string" } }

/** Which bytes of a task are wanted. */
export const contentQuery: readonly JsonTemplate[] = [
  {
    name: "index",
    in: "query",
    description: "Which of several videos, from 0.",
    schema: { type: "integer", minimum: 0, default: 0 }
  },
  { name: "variant", in: "query", schema: { type: "string", enum: ["video"], default: "video" } }
]

/** What a link to a medium is signed with. */
export const linkQuery: readonly JsonTemplate[] = ["expires", "signature"].map((name) => ({
  name,
  in: "query",
  required: true,
  schema: { type: "string" }
}))
