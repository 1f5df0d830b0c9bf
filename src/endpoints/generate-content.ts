import { generateContent as format, jsonArray } from "../formats/generate-content/index.ts"
import { passthrough, naming } from "../formats/generate-content/passthrough.ts"
import { sseFraming } from "../core/framing/sse.ts"
import { chatEndpoint, type ChatEndpoint, type Head, textParameter, chatCap, type Endpoint } from "./endpoint.ts"
import type { ChatModels } from "../capabilities/models.ts"
import { type TokenCounts, countingEndpoint } from "./counting.ts"
import { JsonText } from "../core/json/json.ts"

/** What both verbs share. Their SDK's chats count on frames of content alone: nothing keeps a connection alive. */
const shared: Omit<ChatEndpoint, "id" | "path" | "summary" | "asks"> = {
  auth: ["bearer", "x-goog-api-key", "query"],
  format,
  passing: passthrough,
  headers: [],
  idPrefix: "",
  hide: () => [],
  wants: (preferences) => preferences
}

/** `POST /v1beta/models/{model}:generateContent`, as Google's SDKs call it. */
export const generateContent = chatEndpoint({
  ...shared,
  id: "generate-content",
  path: "/v1beta/models/*model:generateContent",
  also: ["/v1/models/*model:generateContent"],
  summary: "Chat with any model in the generateContent format.",
  asks: (head) => ({ path: { model: modelOf(head), stream: false }, framing: sseFraming })
})

const alt = {
  ...textParameter,
  description: "`sse`: events; else the items of a JSON array, as they come."
}

/** In which form a stream is wanted, under either name. */
const streamQuery = { alt, $alt: alt } as const

/** `POST /v1beta/models/{model}:streamGenerateContent`: events with `alt=sse`, else a JSON array that is written item by item. */
export const streamGenerateContent = chatEndpoint({
  ...shared,
  id: "stream-generate-content",
  path: "/v1beta/models/*model:streamGenerateContent",
  also: ["/v1/models/*model:streamGenerateContent"],
  query: streamQuery,
  summary: "The same, streamed.",
  asks: (head) => ({ path: { model: modelOf(head), stream: true }, framing: isSse(head) ? sseFraming : jsonArray })
})

const modelOf = ({ params }: Head): string => params["model"] ?? ""

const isSse = ({ search }: Head): boolean => Object.keys(streamQuery).some((name) => search().get(name) === "sse")

/** `POST /v1beta/models/{model}:countTokens`, as Google's SDKs call it. */
export const countContentTokens: Endpoint<ChatModels | TokenCounts> = {
  id: "count-content-tokens",
  method: "POST",
  path: "/v1beta/models/*model:countTokens",
  also: ["/v1/models/*model:countTokens"],
  auth: ["bearer", "x-goog-api-key", "query"],
  body: { kind: "json", cap: chatCap },
  summary: "The input tokens of a request in the generateContent format; no model is called.",
  ...countingEndpoint({
    format,
    naming,
    prompt: (body) => {
      const whole = body.object?.[request] ?? undefined
      return whole === undefined ? { body, at: "" } : { body: JsonText.of(whole), at: `/${request}` }
    },
    model: ({ params }) => params["model"] ?? "",
    answer: (totalTokens) => ({ totalTokens })
  }),
  error: format.encodeError
}

/** The member that holds a whole request, where a body counts more than contents. */
const request = "generateContentRequest"
