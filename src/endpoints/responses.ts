import { responses as format } from "../formats/responses/index.ts"
import { history } from "../formats/responses/history.ts"
import { naming, passthrough } from "../formats/responses/passthrough.ts"
import { unknownWord } from "../formats/responses/unknown-words.ts"
import { keptHistory } from "../exchange/history.ts"
import type { ChatModels } from "../capabilities/models.ts"
import { type TokenCounts, countingEndpoint } from "./counting.ts"
import { chatCap, type Endpoint, chatEndpoint, comment, type ChatEndpoint } from "./endpoint.ts"

/** What the endpoints of the format have in common. */
const wire = {
  auth: ["bearer", "api-key"],
  format,
  passing: passthrough,
  headers: [],
  idPrefix: "resp_",
  keepAlive: { bytes: comment, first: comment },
  hide: () => [],
  wants: (preferences) => preferences
} as const satisfies Partial<ChatEndpoint>

/** `POST /v1/responses`, as OpenAI's SDKs, its agents and Codex call it; Azure's SDKs call it below `/openai`. */
export const responses = chatEndpoint({
  ...wire,
  id: "responses",
  path: "/v1/responses",
  also: ["/openai/v1/responses", "/openai/responses"],
  summary: "Chat with any model in the Responses format, whole or streamed.",
  untranslatable: unknownWord,
  history: keptHistory("responses", history)
})

/**
 * `POST /v1/responses/compact`: a conversation put together by the vendor whose model is named, where that vendor speaks the
 * format. What it goes on from is put in first; nothing of it is kept.
 *
 * @see https://developers.openai.com/api/reference/resources/responses/methods/compact (read 2026-11)
 */
export const responseCompaction = chatEndpoint({
  ...wire,
  id: "response-compaction",
  path: "/v1/responses/compact",
  also: ["/openai/v1/responses/compact", "/openai/responses/compact"],
  summary: "A conversation put together by a vendor that speaks the Responses format.",
  below: "/compact",
  untranslatable: () => ({ path: "/model", message: uncompacted }),
  history: keptHistory("response-compaction", { ...history, items: () => undefined, unkept: () => [] })
})

const uncompacted =
  "The model's vendor does not compact conversations. Ask the model for a summary with `POST /v1/responses`, and send that as `input`."

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
    history: keptHistory("response-input-tokens", history),
    prompt: (body) => ({ body, at: "" }),
    answer: (tokens) => ({ object: "response.input_tokens", input_tokens: tokens })
  }),
  error: format.encodeError
}
