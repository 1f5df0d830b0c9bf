import type { JsonTemplate } from "../../core/json/json.ts"
import { unionOfMembers, type ValueSchema } from "../../core/reading/documented.ts"
import { gemini } from "../../families/images/gemini.ts"
import { gptImage } from "../../families/images/gpt-image.ts"
import { qwenImage } from "../../families/images/qwen-image.ts"
import { seedream } from "../../families/images/seedream.ts"
import { veo } from "../../families/videos/google.ts"
import { seedance } from "../../families/videos/seedance.ts"
import { sora } from "../../families/videos/sora.ts"

const imageFamilies = [gemini, gptImage, qwenImage, seedream]

const videoFamilies = [veo.vertex, veo.geminiApi, seedance, sora]

/**
 * The body of `POST /v1/images/generations` and `/edits`: what any of the families takes; others drop it with a note. In a
 * form of the edits images are files.
 */
export const imagesSchema: ValueSchema = {
  type: "object",
  required: ["model"],
  properties: unionOfMembers(imageFamilies.map(({ members }) => members))
}

/** The body of `POST /v1/video/generations` and, in a form or not, of `POST /v1/videos`. */
export const videosSchema: ValueSchema = {
  type: "object",
  required: ["model", "prompt"],
  properties: unionOfMembers(videoFamilies.map(({ members }) => members))
}

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
