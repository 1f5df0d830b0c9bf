import type { Policy } from "../exchange/policies.ts"
import { chatCompletions as format } from "../formats/chat-completions/index.ts"
import { passing } from "../formats/chat-completions/passing.ts"
import type { Asked, Edit } from "../words/format.ts"
import { isArray, isObject, type Json } from "../words/json/json.ts"
import { chatEndpoint } from "./chat-endpoint.ts"

/** `POST /v1/chat/completions`, as OpenAI's SDKs call it. */
export const chatCompletions = chatEndpoint({
  id: "chat-completions",
  path: "/v1/chat/completions",
  auth: ["bearer"],
  summary: "Chat with any model in the chat completions format, whole or streamed.",
  format,
  passing,
  headers: [],
  idPrefix: "chatcmpl-",
  keepAlive: { bytes: new TextEncoder().encode(": ping\n\n"), first: true },
  hide: (body, { thinking }) => (thinking === "hidden" ? reasoningOf(body) : []),
  wants: (asked, policy) => (isHidden(asked, policy) ? { ...asked, thinking: "hidden" } : asked)
})

const isHidden = ({ stream, thinking }: Asked, { unaryReasoning }: Policy): boolean =>
  !stream && !unaryReasoning && thinking === "field"

/** The members of a whole answer that show reasoning as text. */
const reasoningOf = (body: Json): readonly Edit[] => {
  const choices = isObject(body) ? body["choices"] : undefined
  if (!isArray(choices)) return []
  return choices.flatMap((choice, index) => {
    const message = isObject(choice) ? choice["message"] : undefined
    if (!isObject(message)) return []
    return ["reasoning_content", "reasoning"]
      .filter((key) => Object.hasOwn(message, key))
      .map((key) => ({ path: `/choices/${index}/message/${key}` }))
  })
}
