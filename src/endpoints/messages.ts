import { messages as format } from "../formats/messages/index.ts"
import { passthrough, naming } from "../formats/messages/passthrough.ts"
import { wireNames, type WireError } from "../core/format.ts"
import { chatEndpoint, comment, chatCap, type Endpoint } from "./endpoint.ts"
import type { ChatModels } from "../capabilities/models.ts"
import { type TokenCounts, countingEndpoint } from "./counting.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { type JsonObject, JsonText } from "../core/json/json.ts"

/** `POST /v1/messages`, as Anthropic's SDKs call it. */
export const messages = chatEndpoint({
  id: "messages",
  path: "/v1/messages",
  auth: ["bearer", "x-api-key"],
  summary: "Chat with any model in the messages format, whole or streamed.",
  format,
  passing: passthrough,
  headers: ["anthropic-beta", wireNames.messagesVersionHeader],
  idPrefix: "msg_",
  keepAlive: { bytes: new TextEncoder().encode('event: ping\ndata: {"type": "ping"}\n\n'), first: comment },
  hide: () => [],
  wants: (preferences) => preferences
})

/** `POST /v1/messages/count_tokens`, as Anthropic's SDKs call it: an image counts 1000 tokens. */
export const countTokens: Endpoint<ChatModels | TokenCounts> = {
  id: "count-tokens",
  method: "POST",
  path: "/v1/messages/count_tokens",
  auth: ["bearer", "x-api-key"],
  body: { kind: "json", cap: chatCap },
  summary: "The input tokens of a request in the messages format; no model is called.",
  ...countingEndpoint({
    format,
    naming,
    prompt: (body) => ({ body: body.object === undefined ? body : JsonText.tree(wholeOf(body.object)), at: "" }),
    answer: (tokens) => ({ input_tokens: tokens })
  }),
  error: (error) => (error.reason === "Unauthenticated" ? keyError(error) : format.encodeError(error))
}

/** What of a body is counted: an answer's own members are no input, and are not looked at. */
export const countedMembers = ["model", "system", "messages", "tools"] as const

/** What is counted, as a whole request. */
const wholeOf = (body: JsonObject): Record<string, JsonText | number> => {
  const out: Record<string, JsonText | number> = { max_tokens: 1 }
  for (const key of countedMembers) if (Object.hasOwn(body, key)) out[key] = JsonText.member(body, key)
  return out
}

/** The body for a key that is missing or wrong, which has no outer `type` at this endpoint. */
const keyError = (error: GatewayError): WireError => ({
  status: error.status,
  headers: { "content-type": "application/json" },
  body: JsonText.tree({ error: { message: error.message, type: "invalid_request_error" } })
})
