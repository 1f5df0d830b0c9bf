import type { Tree } from "../../words/json/json.ts"

const image: Tree = { type: "string", description: "A URL, a data: URL, or base64." }

const part: Tree = { type: "object", properties: { text: { type: "string" }, image } }

const whole: Tree = { type: ["integer", "string"], minimum: 1, maximum: 10 }

/** What all families take, and how each calls what it has besides. */
const members: Record<string, Tree> = {
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
  parameters: { type: "object" }
}

/** The body of `POST /v1/images/generations`. */
export const images: Tree = { type: "object", required: ["model"], properties: members }

/** The body of `POST /v1/images/edits`; in a form, images are files. */
export const imageEdits: Tree = images
