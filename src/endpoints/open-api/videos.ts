import type { JsonTemplate } from "../../core/json/json.ts"

const image: JsonTemplate = {
  type: ["string", "object"],
  description: "A URL, a data: URL, base64, or an object with `image_url`.",
  properties: { image_url: { type: "string" } }
}

/** What all families take, and what some have besides: the id of the model decides. */
const members: Record<string, JsonTemplate> = {
  model: { type: "string", description: "Its id decides which parameters apply." },
  prompt: { type: "string", minLength: 1 },
  image: { ...image, description: "The first frame." },
  input_reference: { ...image, description: "The same as `image`." },
  lastFrame: { ...image, description: "The last frame, where the model takes one; only with `image`." },
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
export const videos: JsonTemplate = { type: "object", required: ["model", "prompt"], properties: members }

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
