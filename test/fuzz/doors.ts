import type { Random } from "../bench/random.ts"
import { corpus, type FormatId } from "./corpus.ts"
import type { ErrorShape } from "./shapes.ts"

/** A path that clients ask, and what they may be told there. */
export interface Door {
  readonly method: "GET" | "POST"
  readonly path: (random: Random) => string
  readonly errors: readonly ErrorShape[]
  readonly streams?: FormatId
  /** A sound body, of which each character is a byte; none where the path takes none. */
  readonly body?: (random: Random) => string
  readonly type?: string
}

const chatModels = ["gpt-4o", "claude-sonnet-4-5", "gemini-2.5-flash", "deepseek-chat", "kimi-k2-thinking"] as const
const contentModels = [...chatModels, "gemini-2.5-pro-thinking", "no-such-model"] as const

/** A body that names one of these models, and streams where it says so. */
const naming =
  (body: (random: Random) => string, models: readonly [string, ...string[]]) =>
  (random: Random): string =>
    body(random)
      .replace(/("model"\s*:\s*)"(?:[^"\\]|\\.)*"/, (_, name: string) => `${name}"${random.pick(models)}"`)
      .replace(/^\s*\{\s*"/, () => (random.between(0, 2) === 0 ? '{"stream":true,"' : '{"'))

const one =
  (...bodies: readonly [object, ...object[]]) =>
  (random: Random): string =>
    JSON.stringify(random.pick(bodies))

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="

/** What stands between the parts of a form. */
const boundary = "fuzzed-boundary"

const form = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => {
      const file = name.startsWith("image") ? `; filename="a.png"\r\nContent-Type: image/png` : ""
      return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
    })
    .join("") + `--${boundary}--\r\n`

const fixed = (path: string) => (): string => path
const content =
  (verb: string) =>
  (random: Random): string =>
    `/v1beta/models/${random.pick(contentModels)}:${verb}`

const contents = (random: Random): string => corpus("generate-content").requests(random)
const textParts = { content: { parts: [{ text: "Hello" }] } }

/** Every endpoint. Errors are in the shape of the API whose path it is; those of `/v1/models` depend on headers. */
export const doors: readonly [Door, ...Door[]] = [
  {
    method: "POST",
    path: fixed("/v1/chat/completions"),
    errors: ["openai"],
    streams: "chat-completions",
    body: naming(corpus("chat-completions").requests, chatModels)
  },
  {
    method: "POST",
    path: fixed("/v1/responses"),
    errors: ["openai"],
    streams: "responses",
    body: naming(corpus("responses").requests, chatModels)
  },
  {
    method: "POST",
    path: fixed("/v1/responses/input_tokens"),
    errors: ["openai"],
    body: naming(corpus("responses").requests, chatModels)
  },
  { method: "GET", path: fixed("/v1/responses/resp_1"), errors: ["openai"] },
  { method: "GET", path: fixed("/v1/responses/resp_1/input_items?limit=2"), errors: ["openai"] },
  {
    method: "POST",
    path: fixed("/v1/messages"),
    errors: ["anthropic"],
    streams: "messages",
    body: naming(corpus("messages").requests, chatModels)
  },
  {
    method: "POST",
    path: fixed("/v1/messages/count_tokens"),
    errors: ["anthropic", "count-key"],
    body: naming(corpus("messages").requests, chatModels)
  },
  { method: "POST", path: content("generateContent"), errors: ["google"], body: contents },
  {
    method: "POST",
    path: content("streamGenerateContent?alt=sse"),
    errors: ["google"],
    streams: "generate-content",
    body: contents
  },
  { method: "POST", path: content("streamGenerateContent"), errors: ["google"], body: contents },
  { method: "POST", path: content("countTokens"), errors: ["google"], body: contents },
  {
    method: "POST",
    path: fixed("/v1beta/models/gemini-embedding-001:embedContent"),
    errors: ["google"],
    body: one({ ...textParts, taskType: "RETRIEVAL_QUERY", outputDimensionality: 8, title: "a" })
  },
  {
    method: "POST",
    path: fixed("/v1beta/models/gemini-embedding-001:batchEmbedContents"),
    errors: ["google"],
    body: one({ requests: [{ model: "models/gemini-embedding-001", ...textParts }, textParts] })
  },
  {
    method: "POST",
    path: fixed("/v1/embeddings"),
    errors: ["openai"],
    body: one(
      { model: "text-embedding-3-small", input: ["a", "b"], dimensions: 8, encoding_format: "base64", user: "u" },
      { model: "gemini-embedding-001", input: "a", dimensions: 8 }
    )
  },
  {
    method: "POST",
    path: fixed("/v1/rerank"),
    errors: ["openai"],
    body: one(
      { model: "jina-reranker-v2-base-multilingual", query: "a", documents: ["a", { text: "b" }], top_n: 1 },
      { model: "rerank-v3.5", query: "a", documents: ["a", "b"], return_documents: true }
    )
  },
  {
    method: "POST",
    path: fixed("/v1/images/generations"),
    errors: ["openai"],
    body: one(
      { model: "gpt-image-1", prompt: "Waves", n: 1, size: "1024x1024", quality: "high", response_format: "b64_json" },
      { model: "gemini-2.5-flash-image", prompt: "Waves", size: "1536x1024", response_format: "url" },
      { model: "doubao-seedream-4-0-250828", prompt: "Waves", n: 2, image: [`data:image/png;base64,${png}`] },
      { model: "qwen-image", prompt: "Waves", watermark: true, negative_prompt: "a", seed: 1 }
    )
  },
  {
    method: "POST",
    path: fixed("/v1/images/edits"),
    errors: ["openai"],
    type: `multipart/form-data; boundary=${boundary}`,
    body: (random) =>
      form({
        model: random.pick(["gpt-image-1", "gemini-2.5-flash-image", "qwen-image-edit"]),
        prompt: "Waves",
        "image[]": "\x89PNG\r\n\x1a\n",
        n: "1",
        "parameters[seed]": "1"
      })
  },
  {
    method: "POST",
    path: fixed("/v1/video/generations"),
    errors: ["openai"],
    body: one(
      { model: "sora-2", prompt: "Waves", seconds: "4", size: "1280x720" },
      {
        model: "veo-3.1-generate-preview",
        prompt: "Waves",
        durationSeconds: 6,
        resolution: "720p",
        aspectRatio: "16:9"
      },
      { model: "doubao-seedance-1-0-pro-250528", prompt: "Waves", duration: 5, image: `data:image/png;base64,${png}` }
    )
  },
  {
    method: "POST",
    path: fixed("/v1/videos"),
    errors: ["openai"],
    type: `multipart/form-data; boundary=${boundary}`,
    body: () => form({ model: "sora-2", prompt: "Waves", seconds: "4", size: "1280x720" })
  },
  {
    method: "POST",
    path: fixed("/prod-api/v3/auth/getToken"),
    errors: ["lab"],
    body: one({ username: "ada", password: "b" })
  },
  { method: "GET", path: fixed("/v1/models"), errors: ["openai", "anthropic", "google"] },
  {
    method: "GET",
    path: (random) => `/v1/models/${random.pick(contentModels)}`,
    errors: ["openai", "anthropic", "google"]
  },
  { method: "GET", path: fixed("/v1/videos/video_1"), errors: ["openai"] },
  { method: "GET", path: fixed("/v1/video/generations/task_1"), errors: ["openai"] },
  { method: "GET", path: fixed("/v1/video/generations/download?id=a"), errors: ["openai"] },
  { method: "GET", path: fixed("/v1/media/abc"), errors: ["openai"] },
  { method: "GET", path: fixed("/openapi.json"), errors: ["openai"] },
  { method: "GET", path: fixed("/metrics"), errors: ["openai"] },
  { method: "GET", path: fixed("/livez"), errors: ["openai"] },
  { method: "GET", path: fixed("/nowhere"), errors: ["openai"] }
]
