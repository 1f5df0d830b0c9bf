import { messages as format } from "../formats/messages/index.ts"
import { passthrough } from "../formats/messages/passthrough.ts"
import { wireNames } from "../core/format.ts"
import { chatEndpoint, comment } from "./chat-endpoint.ts"

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
