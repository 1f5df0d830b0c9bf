import type { EndpointDocs } from "../endpoint.ts"
import { chatCompletionsSchema } from "./chat-completions.ts"
import { countContentTokensSchema, generateContentSchema } from "./generate-content.ts"
import { countTokensSchema, messagesSchema } from "./messages.ts"
import { responsesSchema } from "./responses.ts"
import { imagesSchema, editsForm, videosForm, videosSchema } from "./media.ts"
import { batchEmbedContentsSchema, embedContentSchema, embeddingsSchema, rerankSchema } from "./retrieval.ts"

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
