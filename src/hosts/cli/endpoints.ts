import { chatCompletions } from "../../endpoints/chat-completions.ts"
import { batchEmbedContents, embedContent } from "../../endpoints/embed-content.ts"
import { embeddings } from "../../endpoints/embeddings.ts"
import { generateContent, streamGenerateContent, countContentTokens } from "../../endpoints/generate-content.ts"
import { imageEdits, images } from "../../endpoints/images.ts"
import { media } from "../../endpoints/media.ts"
import { messages, countTokens } from "../../endpoints/messages.ts"
import { model, models } from "../../endpoints/models.ts"
import { responseCompaction, responseInputTokens, responses } from "../../endpoints/responses.ts"
import {
  response,
  responseCancellation,
  responseDeletion,
  responseInputItems,
  responseSocket
} from "../../endpoints/stored-responses.ts"
import { livez, readyz } from "../../endpoints/probes.ts"
import { rerank } from "../../endpoints/rerank.ts"
import { videoDownload, videoGeneration, videoGenerations } from "../../endpoints/videos/generations.ts"
import { video, videoContent, videos } from "../../endpoints/videos/videos.ts"

/** What is served whatever the configuration, but for the lab, whose paths it names, and the pages that it may open. */
export const servedEndpoints = [
  chatCompletions,
  messages,
  responses,
  responseInputTokens,
  responseCompaction,
  response,
  responseCancellation,
  responseDeletion,
  responseInputItems,
  responseSocket,
  countTokens,
  generateContent,
  streamGenerateContent,
  countContentTokens,
  embedContent,
  batchEmbedContents,
  embeddings,
  images,
  imageEdits,
  videoGenerations,
  videoDownload,
  videoGeneration,
  videos,
  video,
  videoContent,
  media,
  rerank,
  models,
  model,
  // Claude Code opens its connection with a HEAD of the second path
  { ...livez, also: ["/api/hello"] },
  readyz
] as const
