import { members, type Planted } from "./members.ts"
import { cheap, costly } from "./rig.ts"

/** A way in: an endpoint, and a body that asks for a model that every key may use. */
export interface Door {
  readonly name: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** What is planted where the client's bytes pass to the family. */
  readonly members: readonly Planted[]
}

const turns = [{ role: "user", content: "Hi" }]
const contents = [{ role: "user", parts: [{ text: "Hi" }] }]

const chat = (family: "openai" | "openrouter" | "compatible", stream: boolean): Door => ({
  name: `chat completions at ${family}${stream ? ", streamed" : ""}`,
  path: "/v1/chat/completions",
  body: { model: cheap[family], messages: turns, ...(stream ? { stream } : {}) },
  members: members["chat-completions"]
})

const claude = (stream: boolean): Door => ({
  name: `messages at claude${stream ? ", streamed" : ""}`,
  path: "/v1/messages",
  body: { model: cheap.claude, max_tokens: 16, messages: turns, ...(stream ? { stream } : {}) },
  members: members.messages
})

const responses = (stream: boolean): Door => ({
  name: `responses at compatible${stream ? ", streamed" : ""}`,
  path: "/v1/responses",
  body: { model: cheap.items, input: "Hi", ...(stream ? { stream } : {}) },
  members: members.responses
})

const gemini = (verb: string): Door => ({
  name: `${verb} at gemini`,
  path: `/v1beta/models/${cheap.gemini}:${verb}`,
  body: { contents },
  members: members["generate-content"]
})

/** Where the path names the model, and the body, which names another, is told so. */
export const deployed: readonly Door[] = [
  {
    name: "chat completions at a path of Azure's",
    path: `/openai/deployments/${cheap.openai}/chat/completions`,
    body: { model: costly, messages: turns },
    members: members["chat-completions"]
  },
  {
    name: "embeddings at a path of Azure's",
    path: `/openai/deployments/${cheap.embedder}/embeddings`,
    body: { model: costly, input: "Hi" },
    members: members.plain
  }
]

/** Where the bytes of a client's body pass, or members that nobody here knows cross. */
export const passing: readonly Door[] = [
  ...deployed,
  chat("openai", false),
  chat("openrouter", false),
  chat("openrouter", true),
  chat("compatible", false),
  claude(false),
  claude(true),
  responses(false),
  responses(true),
  gemini("generateContent"),
  gemini("streamGenerateContent"),
  {
    name: "embeddings at openai",
    path: "/v1/embeddings",
    body: { model: cheap.embedder, input: "Hi" },
    members: members.plain
  },
  {
    name: "embedContent at gemini",
    path: `/v1beta/models/${cheap.geminiEmbedder}:embedContent`,
    body: { content: contents[0] },
    members: members.plain
  },
  {
    name: "images at gptimage",
    path: "/v1/images/generations",
    body: { model: cheap.painter, prompt: "Hi" },
    members: members.plain
  },
  {
    name: "rerank at jina",
    path: "/v1/rerank",
    body: { model: cheap.ranker, query: "Hi", documents: ["a", "b"] },
    members: members.plain
  }
]

/** How a client of each format asks a family's model. */
const asked = {
  "chat-completions": (model: string) => ({
    path: "/v1/chat/completions",
    body: { model, max_tokens: 16, messages: turns }
  }),
  messages: (model: string) => ({ path: "/v1/messages", body: { model, max_tokens: 16, messages: turns } }),
  responses: (model: string) => ({ path: "/v1/responses", body: { model, max_output_tokens: 16, input: turns } }),
  "generate-content": (model: string) => ({ path: `/v1beta/models/${model}:generateContent`, body: { contents } })
}

const crossing = (format: keyof typeof asked, family: keyof typeof cheap): Door => ({
  name: `${format} translated to ${family}`,
  ...asked[format](cheap[family]),
  members: members[format]
})

/** Where a body is written anew. */
export const translated: readonly Door[] = [
  crossing("chat-completions", "claude"),
  crossing("chat-completions", "gemini"),
  crossing("chat-completions", "items"),
  crossing("messages", "openai"),
  crossing("messages", "openrouter"),
  crossing("messages", "gemini"),
  crossing("messages", "items"),
  crossing("responses", "openai"),
  crossing("responses", "claude"),
  crossing("responses", "gemini"),
  crossing("generate-content", "openai"),
  crossing("generate-content", "claude"),
  crossing("generate-content", "items"),
  {
    name: "batchEmbedContents at gemini",
    path: `/v1beta/models/${cheap.geminiEmbedder}:batchEmbedContents`,
    body: { requests: [{ content: contents[0] }] },
    members: members.plain
  },
  {
    name: "the lab's images at gptimage",
    path: "/prod-api/gateway/v4/api/batchImageGenerationSubmit",
    body: { model: cheap.painter, prompt: "Hi", n: 1, size: "1024x1024", temperature: 1, watermark: false },
    members: members.plain
  },
  {
    name: "the lab's videos at sora",
    path: "/prod-api/gateway/v4/api/gatewayVideoCompletions",
    body: { model: cheap.filmer, prompt: "Hi", duration: "8", aspect_ratio: "16:9" },
    members: members.plain
  },
  {
    name: "videos at sora",
    path: "/v1/videos",
    body: { model: cheap.filmer, prompt: "Hi" },
    members: members.plain
  }
]
