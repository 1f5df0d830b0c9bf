import { failMessages, serveClaudeModels, serveMessages } from "./anthropic/serve.ts"
import { makeCache } from "./cache.ts"
import type { Desk } from "./desk.ts"
import { digest } from "./digest.ts"
import { models } from "./models.ts"
import type { SandboxModel } from "./models.ts"
import { failChat, serveChat, serveGptModels } from "./openai/serve.ts"

/** How a sandbox is set. */
export interface SandboxOptions {
  /** The client key that every request must carry; without it none is needed. */
  readonly key?: string
  /** The clock of caches and timestamps, in milliseconds. */
  readonly now?: () => number
  /** Milliseconds before each event of a stream: 5 to 15 by default, 0 for none. */
  readonly pace?: number
}

/** A model vendor in this process: both native APIs as one function. */
export interface Sandbox {
  readonly fetch: (request: Request) => Promise<Response>
  readonly models: readonly SandboxModel[]
}

interface Route {
  readonly method: "GET" | "POST"
  readonly serve: () => Response | Promise<Response>
}

const modelRoute = (request: Request, desk: Desk, id: string | undefined): Route => ({
  method: "GET",
  serve: () =>
    request.headers.has("anthropic-version") ? serveClaudeModels(request, desk, id) : serveGptModels(request, desk, id)
})

const routeOf = (request: Request, desk: Desk, path: string): Route | undefined => {
  switch (path) {
    case "/v1/chat/completions":
      return { method: "POST", serve: () => serveChat(request, desk) }
    case "/v1/messages":
      return { method: "POST", serve: () => serveMessages(request, desk, false) }
    case "/v1/messages/count_tokens":
      return { method: "POST", serve: () => serveMessages(request, desk, true) }
    case "/v1/models":
      return modelRoute(request, desk, undefined)
    default: {
      const id = /^\/v1\/models\/([^/]+)$/.exec(path)?.[1]
      return id === undefined ? undefined : modelRoute(request, desk, decodeURIComponent(id))
    }
  }
}

const lost = (request: Request, desk: Desk, path: string, status: 404 | 405): Response => {
  const message = status === 404 ? `Not found: ${path}` : `Not allowed to ${request.method} on ${path}.`
  return path.startsWith("/v1/messages") || request.headers.has("anthropic-version")
    ? failMessages(
        { status, type: status === 404 ? "not_found_error" : "invalid_request_error", message },
        desk.requestId("req_01")
      )
    : failChat({ status, type: "invalid_request_error", message, param: null, code: null }, desk.requestId("req_"))
}

/**
 * A deterministic model vendor that speaks OpenAI's chat completions and Anthropic's messages natively, refuses what
 * they refuse, and does what the end of a model's id says (`gpt-4o-error-429`, `claude-sonnet-4-5-cut`).
 *
 * Serves `POST /v1/chat/completions`, `POST /v1/messages`, `POST /v1/messages/count_tokens`, `GET /v1/models` and
 * `GET /v1/models/{id}`. A refusal's name stands in the header `x-sandbox-refusal`.
 */
export const make = (options: SandboxOptions = {}): Sandbox => {
  const now = options.now ?? Date.now
  let requests = 0
  const desk: Desk = {
    key: options.key,
    now,
    pace: options.pace,
    cache: makeCache(now),
    requestId: (prefix) => `${prefix}${digest(`request ${++requests}`, 22)}`
  }
  const fetch = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname
    const route = routeOf(request, desk, path)
    if (route === undefined) return lost(request, desk, path, 404)
    return route.method === request.method ? route.serve() : lost(request, desk, path, 405)
  }
  return { fetch, models }
}
