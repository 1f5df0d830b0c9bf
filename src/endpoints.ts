/** The endpoints that a gateway can serve: what `Gateway.layer` is given. */
export { chatCompletions } from "./endpoints/chat-completions.ts"
export { countContentTokens } from "./endpoints/generate-content.ts"
export { countTokens } from "./endpoints/messages.ts"
export { batchEmbedContents, embedContent } from "./endpoints/embeddings.ts"
export { embeddings } from "./endpoints/embeddings.ts"
export { generateContent, streamGenerateContent } from "./endpoints/generate-content.ts"
export { imageEdits, images } from "./endpoints/images.ts"
export { media } from "./endpoints/media.ts"
export { messages } from "./endpoints/messages.ts"
export { responseCompaction, responseInputTokens, responses } from "./endpoints/responses.ts"
export {
  response,
  responseCancellation,
  responseDeletion,
  responseInputItems,
  responseSocket
} from "./endpoints/stored-responses.ts"
export { metrics } from "./endpoints/monitoring.ts"
export { model, models } from "./endpoints/models.ts"
export { openApi } from "./endpoints/open-api.ts"
export { livez, readyz } from "./endpoints/monitoring.ts"
export { rerank } from "./endpoints/rerank.ts"
export { videoDownload, videoGeneration, videoGenerations } from "./endpoints/videos/generations.ts"
export { video, videoContent, videos } from "./endpoints/videos/videos.ts"
