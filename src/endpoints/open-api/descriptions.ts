import type { JsonTemplate } from "../../core/json/json.ts"
import { chatCompletions } from "./chat-completions.ts"
import type { Described } from "./described.ts"
import { batchEmbedContents, embedContent, embeddings } from "./embeddings.ts"
import { generateContent } from "./generate-content.ts"
import { imageEdits, images } from "./images.ts"
import { countTokens, messages } from "./messages.ts"
import { rerank } from "./rerank.ts"
import { contentQuery, downloaded, linkQuery, videos } from "./videos.ts"

const streamed = ["application/json", "text/event-stream"]

const alt: JsonTemplate = {
  name: "alt",
  in: "query",
  description: "`sse`: events; else the items of a JSON array, as they come.",
  schema: { type: "string" }
}

/** By the endpoints' ids. */
export const descriptions: ReadonlyMap<string, Described> = new Map<string, Described>([
  ["chat-completions", { request: chatCompletions, answers: streamed }],
  ["messages", { request: messages, answers: streamed }],
  ["count-tokens", { request: countTokens }],
  ["generate-content", { request: generateContent }],
  ["stream-generate-content", { request: generateContent, query: [alt], answers: streamed }],
  ["embed-content", { request: embedContent }],
  ["batch-embed-contents", { request: batchEmbedContents }],
  ["embeddings", { request: embeddings }],
  ["images", { request: images }],
  ["image-edits", { request: imageEdits }],
  ["rerank", { request: rerank }],
  ["video-generations", { request: videos }],
  ["video-download", { query: [downloaded] }],
  ["videos", { request: videos }],
  ["video-content", { query: contentQuery, answers: ["video/mp4"] }],
  ["media", { query: linkQuery, answers: ["video/mp4"] }]
])
