import { unionOf, type ValueMembers, type ValueSchema } from "../../core/reading/value-schema.ts"
import { gemini } from "../../families/images/gemini.ts"
import { gptImage } from "../../families/images/gpt-image.ts"
import { qwenImage } from "../../families/images/qwen-image.ts"
import { seedream } from "../../families/images/seedream.ts"
import { veoRules } from "../../families/videos/google.ts"
import { seedance } from "../../families/videos/seedance.ts"
import { sora } from "../../families/videos/sora.ts"

const imageFamilies = [gemini, gptImage, qwenImage, seedream]

const videoFamilies = [veoRules.vertex, veoRules.geminiApi, seedance, sora]

/** The body of `POST /v1/images/generations` and `/edits`: what any of the families takes; others drop it with a note. */
export const imagesSchema: ValueSchema = unionOf(imageFamilies.map(({ schema }) => schema))

/** A file in a form, as OpenAI's own document tells of one (https://github.com/openai/openai-openapi, read 2026-11). */
const file: ValueSchema = {
  type: "string",
  format: "binary",
  description: "A file, or as a text a URL, a data: URL, or base64."
}

const files: ValueSchema = { type: "array", items: file }

/** The same members, of which some are files. */
const withFiles = ({ properties, ...schema }: ValueSchema, sent: ValueMembers): ValueSchema => ({
  ...schema,
  properties: { ...properties, ...sent }
})

/** The form of `POST /v1/images/edits`. */
export const editsForm = withFiles(imagesSchema, { image: files, images: files, mask: file })

/** The body of `POST /v1/video/generations` and of `POST /v1/videos`. */
export const videosSchema: ValueSchema = unionOf(videoFamilies.map(({ schema }) => schema))

/** The form of `POST /v1/videos`. */
export const videosForm = withFiles(videosSchema, { image: file, input_reference: file, lastFrame: file })
