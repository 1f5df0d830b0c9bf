import { responses as format } from "../formats/responses/index.ts"
import { history } from "../formats/responses/history.ts"
import { naming, passthrough } from "../formats/responses/passthrough.ts"
import type { ChatModels } from "../capabilities/models.ts"
import type { TokenCounts } from "../capabilities/token-counts.ts"
import { chatCap, type Endpoint } from "./endpoint.ts"
import { countingEndpoint } from "./counting.ts"
import { chatEndpoint } from "./chat-endpoint.ts"

/** `POST /v1/responses`, as OpenAI's SDKs, its agents and Codex call it; Azure's SDKs call it below `/openai`. */
export const responses = chatEndpoint({
  id: "responses",
  path: "/v1/responses",
  also: ["/openai/v1/responses", "/openai/responses"],
  auth: ["bearer", "api-key"],
  summary: "Chat with any model in the Responses format, whole or streamed.",
  format,
  passing: passthrough,
  history,
  headers: [],
  idPrefix: "resp_",
  keepAlive: { bytes: new TextEncoder().encode(": ping\n\n"), first: true },
  hide: () => [],
  wants: (preferences) => preferences
})

/** `POST /v1/responses/input_tokens`: the input tokens of such a request. */
export const responseInputTokens: Endpoint<ChatModels | TokenCounts> = {
  id: "response-input-tokens",
  method: "POST",
  path: "/v1/responses/input_tokens",
  also: ["/openai/v1/responses/input_tokens", "/openai/responses/input_tokens"],
  auth: ["bearer", "api-key"],
  body: { kind: "json", cap: chatCap },
  summary: "The input tokens of a request in the Responses format; no model is called.",
  ...countingEndpoint({
    format,
    naming,
    history,
    prompt: (body) => ({ body, at: "" }),
    answer: (tokens) => ({ object: "response.input_tokens", input_tokens: tokens })
  }),
  error: format.encodeError
}
