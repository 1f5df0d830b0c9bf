import { describe, expect, it } from "vitest"
import * as Endpoints from "../../src/endpoints.ts"

/** How each endpoint is named, as documents and measurements name it, and the paths that vendors' SDKs call. */
const rows = [
  [Endpoints.chatCompletions, "chat-completions", "POST", "/v1/chat/completions"],
  [Endpoints.countContentTokens, "count-content-tokens", "POST", "/v1beta/models/*model:countTokens"],
  [Endpoints.countTokens, "count-tokens", "POST", "/v1/messages/count_tokens"],
  [Endpoints.embedContent, "embed-content", "POST", "/v1beta/models/*model:embedContent"],
  [Endpoints.batchEmbedContents, "batch-embed-contents", "POST", "/v1beta/models/*model:batchEmbedContents"],
  [Endpoints.embeddings, "embeddings", "POST", "/v1/embeddings"],
  [Endpoints.generateContent, "generate-content", "POST", "/v1beta/models/*model:generateContent"],
  [Endpoints.streamGenerateContent, "stream-generate-content", "POST", "/v1beta/models/*model:streamGenerateContent"],
  [Endpoints.images, "images", "POST", "/v1/images/generations"],
  [Endpoints.imageEdits, "image-edits", "POST", "/v1/images/edits"],
  [Endpoints.messages, "messages", "POST", "/v1/messages"],
  [Endpoints.models, "models", "GET", "/v1/models"],
  [Endpoints.rerank, "rerank", "POST", "/v1/rerank"],
  [Endpoints.responses, "responses", "POST", "/v1/responses"],
  [Endpoints.videos, "videos", "POST", "/v1/videos"],
  [Endpoints.video, "video", "GET", "/v1/videos/:id"],
  [Endpoints.videoContent, "video-content", "GET", "/v1/videos/:id/content"]
] as const

describe("an endpoint", () => {
  it.each(rows)("has its name, its method and its path: %#", (endpoint, id, method, path) => {
    expect([endpoint.id, endpoint.method, endpoint.path]).toEqual([id, method, path])
  })

  // `@google/genai` calls `v1` where its `apiVersion` says so.
  it.each(rows.filter(([, , , path]) => path.startsWith("/v1beta/")))(
    "of the beta is at the path of the version, too: %#",
    ({ also }, _, __, path) => expect(also).toEqual([path.replace("/v1beta/", "/v1/")])
  )
})
