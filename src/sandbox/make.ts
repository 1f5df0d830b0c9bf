import { alikeApi } from "./openai-compatible/serve.ts"
import { claudeApi } from "./anthropic/serve.ts"
import type { Api } from "./api.ts"
import { arkApi } from "./ark/serve.ts"
import { seedanceApi } from "./ark/videos/serve.ts"
import { makeCache } from "./cache.ts"
import { dashScopeApi } from "./dashscope/serve.ts"
import type { Desk } from "./desk.ts"
import { digest } from "./digest.ts"
import { alikeEmbeddingApi } from "./embeddings/alike.ts"
import { googleEmbeddingApi } from "./embeddings/google.ts"
import { geminiApi } from "./google/serve.ts"
import { veoApi } from "./google/videos/serve.ts"
import { madeApi } from "./images/made.ts"
import { models } from "./models.ts"
import type { SandboxModel } from "./models.ts"
import { imagesApi } from "./openai/images/serve.ts"
import { responsesApi } from "./openai/responses/serve.ts"
import { gptApi } from "./openai/serve.ts"
import { rerankApi } from "./rerank/serve.ts"
import { soraApi } from "./openai/videos/serve.ts"
import { filmApi } from "./videos/links.ts"

/** How a sandbox is set. */
export interface SandboxOptions {
  /** The client key that every request must carry; without it none is needed. */
  readonly key?: string
  /** The clock of caches and timestamps, in milliseconds. */
  readonly now?: () => number
  /** Milliseconds before each event of a stream: 5 to 15 by default, 0 for none. */
  readonly pace?: number
  /**
   * What links to made images and videos are: `http` addresses below `/made/` where the request went, or `data:` URLs
   * for clients that do not reach the sandbox itself. By default the former.
   */
  readonly links?: "http" | "data"
}

/** A model vendor in this process: its native APIs as one function. */
export interface Sandbox {
  readonly fetch: (request: Request) => Promise<Response>
  readonly models: readonly SandboxModel[]
}

/** The APIs in the order in which they look at a request; the last one takes what is nobody else's. */
const apis: readonly Api[] = [
  madeApi,
  filmApi,
  arkApi,
  seedanceApi,
  dashScopeApi,
  alikeEmbeddingApi,
  rerankApi,
  alikeApi,
  googleEmbeddingApi,
  veoApi,
  geminiApi,
  claudeApi,
  imagesApi,
  soraApi,
  responsesApi,
  gptApi
]

const lost = (request: Request, url: URL, status: 404 | 405, desk: Desk): Response => {
  const { pathname } = url
  const message = status === 404 ? `Not found: ${pathname}` : `Not allowed to ${request.method} on ${pathname}.`
  const api = apis.find((each) => each.speaks(request, url)) ?? gptApi
  return api.lost(status, message, desk)
}

/**
 * A deterministic model vendor that speaks OpenAI's chat completions and Responses, Anthropic's messages, Gemini's generateContent and
 * the APIs of four vendors for images and of three for videos natively, refuses what they refuse, and does what the end
 * of a model's id says (`gpt-4o-error-429`, `claude-sonnet-4-5-cut`, `sora-2-failed`). Its images are PNGs in the colour of
 * their prompt, its videos are MP4s of a second that are there four seconds of its clock after they were asked for; what
 * arrived stands in both.
 *
 * Serves `POST /v1/responses` and what is below it, `POST /v1/chat/completions`, the same below `/qwen`, `/deepseek`, `/kimi` and `/openrouter` as those vendors
 * speak it, `POST /v1/messages`, `POST /v1/messages/count_tokens`, `POST /v1/embeddings`, `POST /qwen/v1/embeddings`,
 * `POST /{v1,v1beta}/models/{id}:{generateContent,streamGenerateContent,countTokens,embedContent,batchEmbedContents}`,
 * `POST /jina/v1/rerank`, `POST /cohere/v2/rerank`, `POST /v1/images/{generations,edits}`,
 * `POST /ark/api/v3/images/generations`,
 * `POST /dashscope/api/v1/services/aigc/multimodal-generation/generation`, `POST /v1/videos` and what is below it,
 * `POST /ark/api/v3/contents/generations/tasks` and what is below it, `POST …/models/{id}:predictLongRunning` below
 * `/v1beta` and below Vertex's `/v1/projects/…`, its operations and files, `GET /made/{name}.{png,mp4}`, `GET /v1/models`
 * and `GET /v1/models/{id}` in the shape that the request's headers ask for, and both under `/v1beta`. A refusal's name
 * stands in the header `x-sandbox-refusal`.
 */
export const make = (options: SandboxOptions = {}): Sandbox => {
  const now = options.now ?? Date.now
  let requests = 0
  const desk: Desk = {
    key: options.key,
    now,
    pace: options.pace,
    cache: makeCache(now),
    gallery: new Map(),
    responses: new Map(),
    links: options.links ?? "http",
    jobs: new Map(),
    films: new Map(),
    requestId: (prefix) => `${prefix}${digest(`request ${++requests}`, 22)}`
  }
  const fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const route = apis.map((api) => api.route(request, url, desk)).find((each) => each !== undefined)
    if (route === undefined) return lost(request, url, 404, desk)
    return route.method === request.method ? route.serve() : lost(request, url, 405, desk)
  }
  return { fetch, models }
}
