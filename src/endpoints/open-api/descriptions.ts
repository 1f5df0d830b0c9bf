import type { EndpointDocs } from "../endpoint.ts"
import { chatCompletionsSchema } from "./chat-completions.ts"
import { countContentTokensSchema, generateContentSchema } from "./generate-content.ts"
import { countTokensSchema, messagesSchema } from "./messages.ts"
import { responsesSchema } from "./responses.ts"
import { objectSchema, type ValueSchema, unionOf, type ValueMembers } from "../../core/reading/value-schema.ts"
import { batchMembers, itemMembers, modelMember } from "../../formats/embed-content/request.ts"
import { requestMembers as embeddingMembers } from "../../formats/embeddings/index.ts"
import { requestMembers as rerankMembers } from "../../formats/rerank/request.ts"
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
const editsForm = withFiles(imagesSchema, { image: files, images: files, mask: file })

/** The body of `POST /v1/video/generations` and of `POST /v1/videos`. */
export const videosSchema: ValueSchema = unionOf(videoFamilies.map(({ schema }) => schema))

/** The form of `POST /v1/videos`. */
const videosForm = withFiles(videosSchema, { image: file, input_reference: file, lastFrame: file })

/** The body of `:embedContent`. */
export const embedContentSchema = objectSchema(Object.entries({ ...modelMember, ...itemMembers }))

const batch = objectSchema(Object.entries({ ...modelMember, ...batchMembers }))

/** The body of `:batchEmbedContents`: each of its requests is the body of one. */
export const batchEmbedContentsSchema: ValueSchema = {
  ...batch,
  properties: { ...batch.properties, requests: { ...batchMembers.requests.schema, items: embedContentSchema } }
}

/** The body of `POST /v1/embeddings`. */
export const embeddingsSchema = objectSchema(Object.entries(embeddingMembers))

/** The body of `POST /v1/rerank`. */
export const rerankSchema = objectSchema(Object.entries(rerankMembers))

const streamed = ["application/json", "text/event-stream"]

/** By the endpoints' ids. */
export const descriptions: ReadonlyMap<string, EndpointDocs> = new Map<string, EndpointDocs>([
  ["chat-completions", { request: chatCompletionsSchema, answers: streamed }],
  ["messages", { request: messagesSchema, answers: streamed }],
  ["responses", { request: responsesSchema, answers: streamed }],
  ["response-input-tokens", { request: responsesSchema }],
  ["response-compaction", { request: responsesSchema }],
  ["count-tokens", { request: countTokensSchema }],
  ["generate-content", { request: generateContentSchema }],
  ["count-content-tokens", { request: countContentTokensSchema }],
  ["stream-generate-content", { request: generateContentSchema, answers: streamed }],
  ["embed-content", { request: embedContentSchema }],
  ["batch-embed-contents", { request: batchEmbedContentsSchema }],
  ["embeddings", { request: embeddingsSchema }],
  ["images", { request: imagesSchema }],
  ["image-edits", { request: imagesSchema, form: editsForm }],
  ["rerank", { request: rerankSchema }],
  ["video-generations", { request: videosSchema }],
  ["videos", { request: videosSchema, form: videosForm }],
  ["video-content", { answers: ["video/mp4"] }],
  ["media", { answers: ["video/mp4"] }]
])
